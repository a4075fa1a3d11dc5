"""Bots that need not be waited for."""

import numpy as np

from ratskeller.bots.search import Search
from ratskeller.play.game import Game


def make_ready(game: Game) -> None:
    """Compile a game's rules and its search: seconds the first time on a machine, then fetched from the disk."""
    game.warm()
    rng = np.random.default_rng(0)
    position = game.start()
    while position.to_act == "chance":
        position.push_chance(rng)
    assert isinstance(position.to_act, int)
    Search(iters=1).think(position.view(position.to_act), rng)
