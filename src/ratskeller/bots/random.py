"""A bot that does not look."""

import numpy as np

from ratskeller.play.position import Position


class Random:
    """Every legal move is equally likely."""

    name = "random"

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        """Choose one of the view's legal moves."""
        return int(rng.choice(view.legal_ids()))
