"""The picture in letters: everything is in it, in the width that there is."""

import re

import numpy as np
import pytest

from ratskeller import Game, Position
from ratskeller.games.cat_city import RULES
from tests.games.cat_city.tables import GAME, after, played, table
from tests.games.cat_city.test_picture import BOARDS

pytestmark = pytest.mark.kernel


def written(position: Position, width: int = 96) -> list[str]:
    lines = RULES.write(position.state, names=position.seat_names(), moves=position.move_ids, width=width)
    return ["".join(span.text for span in line) for line in lines]


@pytest.mark.parametrize("components", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_field_is_there_once_unless_a_rat_stands_on_it(components: dict[str, object], width: int) -> None:
    game = Game(RULES, components)
    position = game.start(players=2)
    lines = written(position, width)
    assert max(map(len, lines)) <= width
    words = re.findall(r"[a-z][a-z0-9]*", " ".join(lines[: lines.index("")]))
    assert sorted(words) == sorted(entry["name"] for entry in game.components["fields"])


def test_fields_are_framed_by_their_kind() -> None:
    board = "\n".join(written(GAME.start()))
    assert {"(r1)", "(h5)", "[t3]", "{c2}"} <= set(re.findall(r"\(\w+\)|\[\w+\]|\{\w+\}", board))
    assert "(r2)" not in board


def test_rats_stand_on_their_fields_and_beside_the_piles() -> None:
    lines = written(table({1: ["r2", "h1", "t1"], 2: ["t1"]}))
    board = "\n".join(lines[: lines.index("")])
    assert re.search(r"\bA1\b", board)
    assert re.search(r"\bA2\b", board)
    assert "h1" not in board
    assert next(line for line in lines if line.startswith("[t1] ")).endswith("  A3 B1")
    assert any(line.startswith("A  Blue: 0 points; rats: 1 r2, 2 h1, 3 t1;") for line in lines)


def test_piles_cards_bank_and_what_is_due_are_written() -> None:
    position = table({}, 4, piles={"t1": ["white", "red"]}, cards={"c1": "7-cat"}, tokens={1: ["red"]})
    text = "\n".join(written(position))
    assert "It is Blue's turn. A rat is to move 4. This is round 1 of 60." in text
    assert "[t1] red, white" in text
    assert "{c1} 7-cat" in text
    assert "tokens: 1 red" in text


def test_the_last_move_is_marked() -> None:
    position = after(table({1: ["r2"]}, 1), "1>r3")
    lines = RULES.write(position.state, names=position.seat_names(), moves=position.move_ids, width=80)
    assert [span.text for line in lines for span in line if "marked" in span.style] == ["A1"]


def test_names_bring_no_control_characters() -> None:
    position = GAME.start(names=["\x1b[2J", "B"])
    assert "\x1b" not in "".join(written(position))


@pytest.mark.long
def test_every_position_of_a_game_can_be_written() -> None:
    rng = np.random.default_rng(1)
    position = played(rng=rng, players=4, max_rounds=3)
    while not position.over:
        assert max(map(len, written(position, 80))) <= 80
        if position.to_act == "chance":
            position.push_chance(rng)
        else:
            position.push(int(rng.choice(position.legal_ids())))
    assert "The game is over." in written(position)
