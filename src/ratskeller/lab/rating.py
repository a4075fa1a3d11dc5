"""What scores say about those who play: intervals and ratings. The independent unit is the deal, not the game."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ratskeller.lab.chance import BOOTSTRAP
from ratskeller.lab.simulate import wilson

Floats = npt.NDArray[np.float64]

ELO = 400 / math.log(10)
"""Elo points in one unit of the Bradley–Terry model's logarithms of strength."""
RESAMPLES = 1000
STEPS = 1000
"""After so many a fit that has not settled has failed; it takes a handful."""


def mean_interval(means: Floats) -> tuple[float, float]:
    """Where the expected score of a deal lies with 95 % confidence.

    Wilson's interval, for as many games as would vary like these deals do: few where much depends on the deal, many
    where the rotations of a deal level its luck out. One deal is added whose variance is as large as it can be, so
    that a handful of deals that happen to be alike do not pass for certainty.

    Args:
        means: the mean score of each deal, in [0, 1]; at least one.
    """
    mean = float(means.mean())
    largest = mean * (1 - mean)
    if largest == 0.0:
        return wilson(mean * len(means), len(means))
    variance = (float(((means - mean) ** 2).sum()) + largest) / (len(means) + 1)
    games = len(means) * largest / variance
    return wilson(mean * games, games)


@dataclass(frozen=True)
class Ratings:
    """Elo points by bot; the mean of all bots is 0."""

    points: list[float]
    points_95: list[tuple[float, float]]
    """Between which two values they lie with 95 % confidence."""


def rate(scores: Floats, meetings: Floats, seed: int) -> Ratings | None:
    """The strengths that explain the scores best, by the model of Bradley and Terry; a draw is half a win for each.

    They are fitted by the iterative Luce spectral ranking of L. Maystre and M. Grossglauser, "Fast and accurate
    inference of Plackett–Luce models", 2015, in the library choix. For every pair, half a deal won and half a deal
    lost are added, so that who has won everything gets a finite rating. The intervals come from a Bayesian bootstrap
    over deals (D. B. Rubin, 1981), in which these halves vary, too: for two bots that never draw it is Jeffreys'
    interval.

    Args:
        scores: ``scores[deal, a, b]`` is what a scored against b in a deal.
        meetings: ``meetings[a, b]``: how often they meet in a deal.
        seed: of the bootstrap.

    Returns:
        None if choix is not installed.
    """
    try:
        import choix
    except ImportError:
        return None

    def fitted(wins: Floats, first: Floats | None = None) -> Floats:
        strengths: Floats = choix.ilsr_pairwise_dense(wins, initial_params=first, max_iter=STEPS)
        return strengths * ELO

    points = fitted(scores.sum(axis=0) + meetings / 2)
    bots = len(meetings)
    alike, counts = np.unique(scores.reshape(len(scores), -1), axis=0, return_counts=True)
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(BOOTSTRAP,)))
    drawn = [
        fitted(
            (rng.standard_gamma(counts) @ alike).reshape(bots, bots) + meetings * rng.standard_gamma(0.5, (bots, bots)),
            points / ELO,
        )
        for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0).tolist()
    return Ratings(points.tolist(), list(zip(low, high, strict=True)))
