"""Who plays: bots by their names."""

from ratskeller.bots.base import Bot, bot, names

__all__ = ["Bot", "bot", "names"]
