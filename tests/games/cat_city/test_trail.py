"""The way of the rat that moved last: one that the rules allow, from where it was to where it is."""

from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from ratskeller.games.cat_city.notation import field_name
from ratskeller.games.cat_city.rules import CARD, is_exact
from ratskeller.games.cat_city.trail import last_trail, route
from tests.games.cat_city.tables import GAME, after, played, table

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_random_games_every_move_has_a_way_by_the_rules(players: int) -> None:
    rng = np.random.default_rng(players)
    position = played(rng=rng, players=players, max_rounds=8)
    s = position.state
    ahead = tuple(
        tuple(int(k) for k in s.steps[field, : s.step_count[field]]) for field in range(int(s.field_count) + 1)
    )
    colours = tuple(int(colour) for colour in s.colour[: int(s.field_count) + 1])
    moves = 0
    while not position.over:
        before = position.state.copy()
        if position.to_act == "chance":
            position.push_chance(rng)
            continue
        position.push(int(rng.choice(position.legal_ids())))
        move = position.moves[-1]
        trail = last_trail(position.state, position.move_ids, ahead, colours)
        if move.startswith("home"):
            assert trail is None
        if not (">" in move or move.startswith("hop")):
            continue
        moves += 1
        seat = int(before["turn"])
        assert trail is not None
        assert (trail.seat, trail.rat) == (seat, int(move[0]) if ">" in move else int(before["rat"]))
        assert field_name(s, trail.fields[-1]) == move.split(">")[-1].split()[-1]
        assert len(set(trail.fields)) == len(trail.fields)
        assert all(other in ahead[one] for one, other in pairwise(trail.fields))
        if ">" in move:
            start = int(before["rats"][seat - 1, trail.rat - 1])
            assert trail.fields[0] == start
            assert all(colours[field] != CARD for field in trail.fields[1:-1])
            steps = len(trail.fields) - 1
            exact = is_exact(before, start, trail.fields[-1])
            assert (steps == before["roll"]) if exact else (steps < before["roll"])
    assert moves > 10


def test_a_hop_goes_on_from_a_way_that_has_not_touched_its_target() -> None:
    ahead = ((), (2, 3), (1, 3), (1, 2))
    assert route(ahead, (0, 0, 0, 0), 1, 3, 1, 0) == (1, 3)
    assert route(ahead, (0, 0, 0, 0), 1, 3, 2, 0) == (1, 2, 3)
    assert route(ahead, (0, 0, 0, 0), 1, 3, 2, 2) == (1, 3)
    assert route(ahead, (0, 0, 0, 0), 1, 3, 1, 3) == ()


def test_the_picture_draws_the_way_for_the_rat_that_went_it() -> None:
    position = after(GAME.start(), *["*"] * 41)
    while not any(">" in move for move in position.moves):
        after(position, "roll 1" if position.to_act == "chance" and "roll 1" in position.legal() else "*")
    svg = ElementTree.fromstring(position.svg())
    [way] = [element for element in svg.iter() if "data-way-of" in element.attrib]
    [rat] = [element for element in svg.iter() if element.get("id") == f"board-{way.attrib['data-way-of']}"]
    assert rat.attrib["data-field"] == str(last_field_of(position.state, way.attrib["data-way-of"]))


def last_field_of(s: np.record, name: str) -> int:
    _rat, seat, rat = name.split("-")
    return int(s.rats[int(seat) - 1, int(rat) - 1])


def test_where_it_is_not_known_where_a_rat_came_from_there_is_no_way() -> None:
    position = after(table({1: ["r2"]}, 1), "1>r1")
    assert "data-way-of" not in position.svg()
