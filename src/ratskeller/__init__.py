"""Four board games as a library: rules, records, pictures.

>>> import numpy, ratskeller
>>> position = ratskeller.game("rat-attack").start(seed=7)
>>> rng = numpy.random.default_rng(7)
>>> while position.to_act == "chance":
...     _ = position.push_chance(rng)
>>> position.to_act, len(position.legal())
(1, 96)
"""

from ratskeller.games.declare import BadComponents, BadOption
from ratskeller.play.game import Game, game, games
from ratskeller.play.match import Match, load_match
from ratskeller.play.position import IllegalMove, Position
from ratskeller.play.record import BadRecord, Record, load, loads

# Imported here and not when asked for: the function `games` has to replace the folder of that name for good.
__all__ = [
    "BadComponents",
    "BadOption",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Match",
    "Position",
    "Record",
    "game",
    "games",
    "load",
    "load_match",
    "loads",
]
