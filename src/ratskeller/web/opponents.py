"""Which bots people can choose."""

from ratskeller import bots
from ratskeller.bots.search import tuned
from ratskeller.play.game import Game
from ratskeller.words import _

USUAL = "casual"
"""The level that is chosen unless somebody chooses another."""


def levels(game: Game) -> tuple[tuple[str, str], ...]:
    """The levels that people are offered in a game, the weakest first: their names and what they are called."""
    offered = tuned(game.id)["levels"]
    return tuple((name, _(called)) for name, called in bots.LEVELS.items() if name in offered)


def usual(game: Game) -> str:
    """The level that is chosen in a game unless somebody chooses another."""
    offered = [name for name, _called in levels(game)]
    return USUAL if USUAL in offered else offered[0]


def known(game: Game, bot: str) -> bool:
    """Whether a bot can sit at a table of this game: a level that it has, or a bot that only programs ask for."""
    return bot in bots.names() and (bot not in bots.LEVELS or bot in dict(levels(game)))


def title(bot: str) -> str:
    """A bot's name at a table."""
    called = _(bots.LEVELS[bot]) if bot in bots.LEVELS else bot
    return called[:1].upper() + called[1:]
