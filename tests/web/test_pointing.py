"""What the page is told so that moves can be pointed at: every move once, and walks that can be walked."""

import numpy as np
import pytest

import ratskeller
from ratskeller.web.pointing import pointing

pytestmark = pytest.mark.kernel


def placed() -> ratskeller.Position:
    """A game of Survival at its first turn, its dice different."""
    position = ratskeller.game("survival").start()
    rng = np.random.default_rng(5)
    while position.to_act != "chance":
        position.push(int(rng.choice(position.legal_ids())))
    position.push("roll 3 6")
    position.push("predator 6")
    return position


def test_every_legal_move_is_told_once() -> None:
    position = placed()
    told = pointing(position)
    assert sorted(move["text"] for move in told["moves"]) == position.legal()
    for move in told["moves"]:
        assert all(told["steps"][k]["label"] for k in move["steps"])


def test_every_walk_is_legal_move_by_move_and_goes_where_no_single_move_does() -> None:
    position = placed()
    told = pointing(position)
    near = {tuple(told["steps"][k]["id"] for k in move["steps"]) for move in told["moves"]}
    assert told["walks"]
    for walk in told["walks"]:
        [piece] = (told["steps"][k]["id"] for k in walk["steps"])
        assert (piece, told["steps"][walk["ways"][-1]]["id"]) not in near
        assert len(walk["moves"]) == len(walk["ways"]) > 1
        here = position.copy()
        for move in walk["moves"]:
            assert here.to_act == position.to_act
            here.push(move)


def test_the_position_stays_as_it_was() -> None:
    position = placed()
    before = position.states.tobytes(), position.ply
    pointing(position)
    assert (position.states.tobytes(), position.ply) == before
