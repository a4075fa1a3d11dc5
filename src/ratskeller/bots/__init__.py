"""Who plays: bots by their names."""

from ratskeller.bots.base import Bot, bot, names, seated

__all__ = ["Bot", "bot", "names", "seated"]
