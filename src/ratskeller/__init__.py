"""Four board games as a library: rules, records, pictures.

>>> import numpy, ratskeller
>>> position = ratskeller.game("rat-attack").start(seed=7)
>>> rng = numpy.random.default_rng(7)
>>> while position.to_act == "chance":
...     _ = position.push_chance(rng)
>>> position.to_act, len(position.legal())
(1, 96)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ratskeller.games.declare import BadComponents, BadOption
    from ratskeller.play.game import Game, game, games
    from ratskeller.play.match import Match, load_match
    from ratskeller.play.position import IllegalMove, Position
    from ratskeller.play.record import BadRecord, Record, load, loads

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

_HOMES = {
    "ratskeller.games.declare": ("BadComponents", "BadOption"),
    "ratskeller.play.game": ("Game", "game", "games"),
    "ratskeller.play.match": ("Match", "load_match"),
    "ratskeller.play.position": ("IllegalMove", "Position"),
    "ratskeller.play.record": ("BadRecord", "Record", "load", "loads"),
}


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for: the compiler alone takes a third of a second, which ``--help`` can do without."""
    for home, names in _HOMES.items():
        if name in names:
            return globals().setdefault(name, getattr(import_module(home), name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
