"""The board in letters: everything on it, and nothing told by style alone."""

import numpy as np
import pytest

from ratskeller.play.position import Position
from tests.games.survival.boards import STANDARD, after, drawn

pytestmark = pytest.mark.kernel


def written(position: Position) -> list[str]:
    lines = STANDARD.rules.write(position.state, names=position.seat_names(), moves=position.move_ids, width=80)
    return ["".join(span.text for span in line).rstrip() for line in lines]


def marked(position: Position) -> list[str]:
    lines = STANDARD.rules.write(position.state, names=position.seat_names(), moves=position.move_ids, width=80)
    return [span.text.strip() for line in lines for span in line if "marked" in span.style]


def test_pieces_obstacles_points_and_dice() -> None:
    board = """
        A b . # a
         . . . .
        a . . . B
    """
    position = after(drawn(board, movable={"stone": [[0, 0]]}), "roll 2 2", "stone b2 0", "P e")
    lines = written(position)
    assert lines[:2] == ["A Red  3 points, 2 prey", "B Green  0 points, out"]
    assert lines[4:8] == [
        "    a   b   c   d   e",
        "  1 ·   A   ·   ##  a1",
        "  2   ·   st  ·   ·",
        "  3 a2  ·   ·   ·   ·",
    ]
    assert "Obstacles on the board: st: stone" in lines


def test_the_dice_tell_what_is_left() -> None:
    board = """
        A . . . a
         . . . .
        b . . . B
    """
    position = after(drawn(board), "roll 3 2")
    assert "Dice: 2 and 3" in written(position)
    assert "Dice: predator 2 (1 left), prey 3 (3 left)" in written(after(position, "predator 2", "P e"))
    assert marked(position) == ["·", "A"]


def test_the_standard_board_fits_on_a_terminal_at_every_point_of_a_game() -> None:
    rng = np.random.default_rng(2)
    position = STANDARD.start(4, {"max_rounds": 3})
    while not position.over:
        assert max(map(len, written(position))) <= 79
        position.push(int(rng.choice(position.legal_ids())))
    assert len(written(position)) > 20
