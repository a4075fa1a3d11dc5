"""How good a position looks, reckoned by hand."""

import numpy as np
import pytest

from ratskeller.games import kernel
from ratskeller.play.position import Position
from tests.games.survival.boards import drawn


def value(position: Position, seat: int, move: str) -> float:
    """How the position looks to the seat after the move."""
    values = np.empty(1)
    kernel.appraise_moves(position.states, seat, np.array([position.id(move)], np.int32), 1, values)
    return float(values[0])


def test_points_prey_threats_and_the_length_of_the_hunt_add_up() -> None:
    position = drawn("""
        A . b . b a . . B
         # # # # # # # #
    """)
    # Red's predator is 2 steps before a prey, and 2 further steps before another; Green's 3 before Red's only one.
    of_red, of_green = 0.42 / 2 + 0.8 * 0.42 / 4, 0.42 / 3
    red = 0.4 * 1 + of_red - of_green - 0.07 * (2 + 2)
    green = 0.4 * 2 + of_green - of_red - 0.07 * 3
    assert value(position, 1, "roll 1 2") == pytest.approx((red - green) / 4)
    assert value(position, 2, "roll 1 2") == pytest.approx((green - red) / 4)


def test_prey_that_stand_together_are_hunted_in_fewer_steps() -> None:
    together, apart = (
        drawn(f"""
            {row}
             . . . . . . . . . .
        """)
        for row in ("B . a a . . A . . . b", "B . a . . . A . a . b")
    )
    assert value(together, 2, "roll 1 2") > value(apart, 2, "roll 1 2")


def test_to_be_out_is_no_better_than_to_be_far_away() -> None:
    position = drawn(
        """
        C . . . b . . B
         # A c . . . #
        # # . . . . # #
         # # # # # # #
        a . . . . . . .
        """,
        "roll 1 2",
        "predator 1",
    )
    assert value(position, 3, "P e") < min(value(position, 3, move) for move in position.legal() if move != "P e")
