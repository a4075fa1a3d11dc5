"""Who plays: bots by their names."""

from ratskeller.bots.base import Bot, bot, fresh, names, seated
from ratskeller.bots.levels import LEVELS

__all__ = ["LEVELS", "Bot", "bot", "fresh", "names", "seated"]
