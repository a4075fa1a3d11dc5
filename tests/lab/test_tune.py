"""The optimiser repeats itself, and begins with the plan that is to be beaten."""

import pytest

import ratskeller
from ratskeller.bots.search import Plan
from ratskeller.lab.tune import tune


@pytest.mark.kernel
@pytest.mark.long
def test_the_same_seed_finds_the_same_plan() -> None:
    game = ratskeller.game("sewer-rat")
    first = Plan(plies=2)
    one, other = (tune(game, first, trials=3, deals=1, seed=5, iters=4) for _ in range(2))
    assert one.trials[0].params["plies"] == 2
    assert [trial.value for trial in one.trials] == [trial.value for trial in other.trials]
    assert one.best_params == other.best_params
    assert all(0.0 <= (trial.value or 0.0) <= 1.0 for trial in one.trials)
