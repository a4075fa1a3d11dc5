"""The solver says what can be worked out by hand, agrees with chance, and gives up in a sentence."""

from dataclasses import replace

import numpy as np
import pytest

import ratskeller
from bench.truth import Small, remainders, small_games
from ratskeller import bots
from ratskeller.lab.solve import TooMuch, solve


def test_a_game_that_is_over_is_worth_its_returns() -> None:
    position = ratskeller.game("sewer-rat").start()
    rng = np.random.default_rng(3)
    while not position.over:
        position.push(int(rng.choice(position.legal_ids())))
    solution = solve(position)
    assert list(solution.values) == position.returns
    assert solution.moves == {}
    assert solution.positions == 1


@pytest.mark.parametrize("seed", range(3))
def test_the_last_tile_is_worth_what_the_table_says_after_it(seed: int) -> None:
    last = next(small for small in small_games() if small.game == "rat-attack")
    position, solution = next(remainders(replace(last, choices=1), seed))
    seat = position.to_act
    assert isinstance(seat, int)
    assert set(solution.moves) == set(position.legal_ids().tolist())
    for move, worth in solution.moves.items():
        position.push(move)
        assert position.returns is not None
        assert worth == position.returns[seat - 1]
        assert solution.loss(move) == solution.values[seat - 1] - worth
        position.pop()
    assert solution.values[seat - 1] == max(solution.moves.values())


@pytest.mark.long
@pytest.mark.parametrize("small", small_games(), ids=lambda small: small.game)
def test_what_it_says_is_what_perfect_play_gives(small: Small) -> None:
    """Seats that always make a best move get, on average, what the solution says."""
    position, solution = next(remainders(small, 1))
    seat = position.to_act
    assert isinstance(seat, int)
    for move in solution.best[:2]:
        after = position.copy()
        after.push(move)
        worth = solve(after).values
        assert sum(worth) == pytest.approx(0.0)
        assert worth[seat - 1] == pytest.approx(solution.values[seat - 1])
    rest = position.copy()
    rest.push(solution.best[0])
    while rest.to_act == "chance":
        chances = rest.chances()
        worth_here = solve(rest).values[seat - 1]
        mean = 0.0
        for text, share in chances.items():
            rest.push(text)
            mean += share * solve(rest).values[seat - 1]
            rest.pop()
        assert mean == pytest.approx(worth_here)
        rest.push(next(iter(chances)))


def test_too_much_is_said_in_a_sentence() -> None:
    position = ratskeller.game("rat-attack").start()
    with pytest.raises(TooMuch, match="more than 500 positions"):
        solve(position, 500)


@pytest.mark.long
def test_expert_finds_best_moves() -> None:
    """Where the truth is known, the strongest level rarely misses it, and more rarely than the weakest."""
    found = {"expert": 0.0, "beginner": 0.0}
    for small in small_games():
        if small.game in ("sewer-rat", "rat-attack"):
            for k, (position, solution) in zip(range(8), remainders(small, 4), strict=False):
                seat = position.to_act
                assert isinstance(seat, int)
                for name in found:
                    move = bots.bot(name).choose(position.view(seat), np.random.default_rng(k))
                    found[name] += solution.loss(move) / 16
    assert found["expert"] < 0.1
    assert found["expert"] < found["beginner"]
