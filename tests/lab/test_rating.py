"""Intervals hold what they promise, and ratings explain the scores."""

import sys

import numpy as np
import numpy.typing as npt
import pytest

from ratskeller.lab import rating
from ratskeller.lab.rating import mean_interval, rate
from ratskeller.lab.simulate import wilson

MEETINGS = 2 * (1 - np.eye(2))


def scores(*firsts: float) -> npt.NDArray[np.float64]:
    """What two bots scored against each other: in each deal of two games, what the first scored."""
    return np.array([[[0, first], [2 - first, 0]] for first in firsts])


def test_deals_that_are_won_or_lost_have_wilsons_interval() -> None:
    assert mean_interval(np.array([1.0] * 13 + [0.0] * 7)) == pytest.approx(wilson(13, 20))
    assert mean_interval(np.ones(9)) == wilson(9, 9)


def test_luck_that_rotations_level_out_does_not_count() -> None:
    low, high = mean_interval(np.array([0.5] * 190 + [1.0] * 10))
    assert low < 0.525 < high
    assert high - low < (wilson(105, 200)[1] - wilson(105, 200)[0]) / 3


@pytest.mark.parametrize("deals", [1, 2, 5])
def test_a_few_equal_deals_are_no_certainty(deals: int) -> None:
    low, high = mean_interval(np.full(deals, 0.5))
    assert high - low > 0.25


@pytest.mark.parametrize("deals", [5, 20, 100])
@pytest.mark.parametrize(
    ("values", "chances"),
    [
        ((0, 1), (0.3, 0.7)),
        ((0, 0.5, 1), (0.25, 0.5, 0.25)),
        ((0, 0.5, 1), (0.05, 0.8, 0.15)),
        ((0, 0.25, 0.5, 0.75, 1), (0.1, 0.1, 0.4, 0.2, 0.2)),
    ],
)
def test_the_interval_holds_the_truth_19_times_out_of_20(
    values: tuple[float, ...], chances: tuple[float, ...], deals: int
) -> None:
    rng = np.random.default_rng(deals)
    truth = float(np.dot(values, chances))
    intervals = [mean_interval(rng.choice(values, deals, p=chances)) for _ in range(2000)]
    assert np.mean([low <= truth <= high for low, high in intervals]) > 0.93


def test_two_bots_are_as_far_apart_as_their_score_says() -> None:
    found = rate(scores(*[2, 2, 2, 0] * 250), MEETINGS, seed=1)
    assert found is not None
    assert sum(found.points) == pytest.approx(0)
    assert found.points[0] - found.points[1] == pytest.approx(400 * np.log10(3), abs=1)
    for points, (low, high) in zip(found.points, found.points_95, strict=True):
        assert low < points < high
        assert high - low < 60


def test_who_wins_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    found = rate(scores(*[2] * 20), MEETINGS, seed=1)
    assert found is not None
    low, high = found.points_95[0]
    assert 100 < low < found.points[0] < high < 2000
    assert high - low > 300


def test_a_draw_is_half_a_win_for_each() -> None:
    drawn, shared = rate(scores(*[1] * 40), MEETINGS, seed=1), rate(scores(*[0, 2] * 20), MEETINGS, seed=1)
    assert drawn is not None
    assert shared is not None
    assert drawn.points == pytest.approx([0, 0], abs=1e-6)
    assert shared.points == pytest.approx([0, 0], abs=1e-6)


def test_strengths_are_found_again() -> None:
    truth = np.array([-200, -50, 50, 200])
    rng = np.random.default_rng(8)
    expected = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    wins = np.triu(rng.binomial(2, expected, (400, 4, 4)), 1)
    lower = np.transpose(np.triu(2 - wins, 1), (0, 2, 1))
    found = rate((wins + lower).astype(float), 2 * (1 - np.eye(4)), seed=2)
    assert found is not None
    assert all(low <= strength <= high for strength, (low, high) in zip(truth, found.points_95, strict=True))


@pytest.mark.long
def test_the_ratings_interval_holds_the_truth_19_times_out_of_20(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "RESAMPLES", 100)
    rng = np.random.default_rng(4)
    truth = 400 * np.log10(3)
    held = 0
    for _ in range(100):
        found = rate(scores(*rng.binomial(2, 0.75, 40)), MEETINGS, seed=1)
        assert found is not None
        low, high = found.points_95[0]
        held += low <= truth / 2 <= high
    assert held > 89


def test_without_the_library_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    assert rate(scores(2, 1), MEETINGS, seed=1) is None
