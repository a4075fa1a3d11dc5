"""The kernel against the slow derivation, ply by ply over random games."""

from typing import Any

import numpy as np
import pytest

from ratskeller import Game, Position
from ratskeller.games.cat_city import RULES
from tests.games.cat_city.by_the_book import Table, joined, linked
from tests.games.cat_city.tables import GAME, STANDARD, changed, graph

pytestmark = [pytest.mark.kernel, pytest.mark.long]

# Tokens and cards run out, and two red fields are linked: what the standard board never shows.
SCARCE = changed(
    tokens={"white": 4, "red": 3, "green": 2},
    pile=3,
    rats=2,
    ranks=["2", "3", "4"],
    fields=graph(
        "a ring b j red1 c1",
        "b ring c y",
        "c ring d",
        "d ring e",
        "e ring f t2",
        "f ring g",
        "g ring h t3",
        "h ring j red3",
        "j ring",
        "red1 red red2 t1",
        "red2 red x t2",
        "red3 red x t3",
        "x yellow y c2",
        "y yellow t1",
        "t1 token c1",
        "t2 token t3",
        "t3 token",
        "c1 card",
        "c2 card",
    ),
)

# Twelve rats on a ring of twelve fields: many turns pass.
CROWDED = changed(
    die=2,
    fields=graph(*(f"a{k} ring a{(k + 1) % 12}" for k in range(12)), "t token a0", "c card a6"),
)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("components", "players", "starter", "max_rounds"),
    [
        (STANDARD, 2, 1, 60),
        (STANDARD, 3, 2, 25),
        (STANDARD, 4, 4, 20),
        (SCARCE, 2, 2, 60),
        (SCARCE, 4, 1, 30),
        (CROWDED, 4, 3, 40),
        (changed(die=3, cards_to_end=2, rats=1), 2, 1, 60),
    ],
)
def test_every_ply_is_that_of_the_book(
    components: dict[str, Any], players: int, starter: int, max_rounds: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    options = {"starter": starter, "max_rounds": max_rounds}
    position = Game(RULES, components).start(players=players, options=options)
    table = Table(components, players, starter, max_rounds)
    while not position.over:
        assert position.to_act == table.to_act
        legal = position.legal()
        assert legal == table.legal()
        assert position.chances() == pytest.approx(table.chances())
        assert position.scores == table.scores
        move = _choice(position, legal, rng, eager=seed % 2 == 1)
        position.push(move)
        table.make(move)
    assert table.over
    assert position.scores == table.scores
    assert position.returns == pytest.approx(table.returns)


def _choice(position: Position, legal: list[str], rng: np.random.Generator, *, eager: bool) -> str:
    """A random move; an eager player takes cards, else tokens, where it can: random play alone takes few cards."""
    if eager and position.to_act != "chance":
        gains = position.foresee(position.legal_ids())
        texts = [position.text(int(move)) for move in position.legal_ids()[(gains[:, 1] + 3 * gains[:, 2]) > 0]]
        cards = [move for move in texts if ">c" in move]
        legal = cards or texts or legal
    return legal[int(rng.integers(len(legal)))]


def test_steps_on_the_board_are_links_and_joining_lines() -> None:
    s = GAME.start().state
    links, tunnels = linked(STANDARD), joined(STANDARD)
    names = [field["name"] for field in STANDARD["fields"]]
    for number, name in enumerate(names, 1):
        ahead = [names[k - 1] for k in s.steps[number, : s.step_count[number]]]
        under = [other for k, other in enumerate(ahead) if s.underground[number] >> k & 1]
        assert set(ahead) == links[name] | tunnels[name]
        assert set(under) == tunnels[name] - links[name]
