"""What the page is told so that moves can be pointed at: every move once, and walks that can be walked."""

import numpy as np
import pytest

import ratskeller
from ratskeller.web.pointing import LONGEST_WALK, ahead, pointing
from ratskeller.web.table import NotPossible

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


def test_what_comes_after_steps_not_made_yet_is_told_as_if_they_were() -> None:
    position = placed()
    walk = max(pointing(position)["walks"], key=lambda walk: len(walk["moves"]))
    after = ahead(position, walk["moves"][:2])
    made = position.copy()
    for move in walk["moves"][:2]:
        made.push(move)
    assert pointing(after)["moves"] == pointing(made)["moves"]
    assert position.ply == made.ply - 2


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["P x"], "P x"),
        (["P e"] * (LONGEST_WALK + 1), f"No more than {LONGEST_WALK} moves"),
    ],
)
def test_only_legal_steps_are_looked_beyond_and_not_too_many(moves: list[str], sentence: str) -> None:
    with pytest.raises(NotPossible, match=sentence):
        ahead(placed(), moves)


def test_what_is_no_small_part_of_a_turn_is_not_looked_beyond() -> None:
    position = ratskeller.game("survival").start()
    with pytest.raises(NotPossible, match="place c6 cannot be looked beyond"):
        ahead(position, ["place c6"])


def test_a_move_that_decides_nothing_is_forced_where_it_is_the_only_one() -> None:
    rng = np.random.default_rng(2)
    forced = set()
    for _game in range(20):
        position = ratskeller.game("sewer-rat").start()
        while not position.over:
            if position.to_act == "chance":
                assert position.forced() is None
                position.push_chance(rng)
                continue
            moves = position.legal()
            told = pointing(position)["forced"]
            assert told == (len(moves) == 1 and moves[0].split()[0] in ("run", "exit", "pass"))
            forced |= {move.split()[0] for move in moves if told}
            position.push(moves[int(rng.integers(len(moves)))])
    assert "run" in forced
