"""The same luck in several games, in which the players do not do the same."""

from typing import Final

import numpy as np

from ratskeller.games import kernel
from ratskeller.play.position import Position

CHANCE: Final = 0
BOTS: Final = 1
BOOTSTRAP: Final = 2
"""What generators that come from one seed are for: the first number of their spawn keys."""


class Luck:
    """The chance of one deal: two games with equal luck draw the same tiles and roll the same numbers, in so far as
    what is left to draw allows.

    Every outcome has a clock of its own, which rings at the times of a Poisson process; the luck of a deal is when the
    clocks ring. Whenever chance is to act, the clocks of the possible outcomes run, each as fast as its outcome is
    likely, and the one that rings first has it. Because such clocks do not remember how long they have been running,
    every outcome is drawn with its own probability, whatever was drawn before. Dice and draws, which have different
    outcomes, do not disturb each other, and a tile that is next in one game is soon drawn in another even if the tile
    before it is gone there. This is the common reaction path method of M. Rathinam, P. W. Sheppard and M. Khammash,
    "Efficient computation of parameter sensitivities of discrete stochastic chemical reaction networks", J. Chem.
    Phys. 132 (2010), with outcomes as reactions.
    """

    def __init__(self, seed: int, deal: int) -> None:
        """
        Args:
            seed: of all deals.
            deal: which of them.
        """
        self._seed = seed
        self._deal = deal
        self._clocks: dict[int, np.random.Generator] = {}
        self._left: dict[int, float] = {}

    def draw(self, position: Position) -> int:
        """An outcome, drawn by its probability, of a position in which chance is to act."""
        ids = position.legal_ids()
        weights = np.empty(len(ids))
        kernel.weigh_moves(position.states, ids, len(ids), weights)
        outcomes = ids.tolist()
        left = np.array([self._until_it_rings(outcome) for outcome in outcomes])
        waits = left / weights
        first = int(waits.argmin())
        left -= weights * waits[first]
        self._left.update(zip(outcomes, left.tolist(), strict=True))
        drawn = outcomes[first]
        self._left[drawn] = self._clocks[drawn].standard_exponential()
        return drawn

    def _until_it_rings(self, outcome: int) -> float:
        if outcome not in self._left:
            key = np.random.SeedSequence(self._seed, spawn_key=(CHANCE, self._deal, outcome))
            self._clocks[outcome] = np.random.default_rng(key)
            self._left[outcome] = self._clocks[outcome].standard_exponential()
        return self._left[outcome]
