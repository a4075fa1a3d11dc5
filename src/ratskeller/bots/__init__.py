"""Who plays: bots by their names."""

from ratskeller.bots.base import Bot, bot, fresh, names, seated

__all__ = ["Bot", "bot", "fresh", "names", "seated"]
