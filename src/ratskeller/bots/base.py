"""What a bot is, and which ones there are."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ratskeller.bots.greedy import Greedy
from ratskeller.bots.random import Random
from ratskeller.games.declare import BadOption
from ratskeller.play.position import Position
from ratskeller.words import _


class Bot(Protocol):
    """A player that is a program. It keeps nothing between two choices, so one can play many games at once."""

    @property
    def name(self) -> str:
        """How people and programs ask for it."""
        ...

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        """Choose one of the view's legal moves.

        Args:
            view: the position as the seat to act sees it; not changed.
            rng: the only source of chance.

        Returns:
            The number of a legal move.
        """
        ...


_BOTS: dict[str, Bot] = {bot.name: bot for bot in (Random(), Greedy())}


def names() -> tuple[str, ...]:
    """The names of all bots, the weakest first."""
    return tuple(_BOTS)


def seated(given: Sequence[str], seats: Sequence[int]) -> dict[int, Bot]:
    """The bots that hold these seats, from a name for each of them or one for all.

    Raises:
        BadOption: there are more or fewer names, or no bot of such a name.
    """
    found = [bot(name) for name in given]
    if len(found) == 1:
        found *= len(seats)
    if len(found) != len(seats):
        raise BadOption(
            _(
                "Bots hold {seats} of the seats: name so many, or one for all of them, not {bots}.",
                seats=len(seats),
                bots=len(given),
            )
        )
    return dict(zip(seats, found, strict=True))


def bot(name: str) -> Bot:
    """A bot by its name.

    Raises:
        BadOption: there is none of this name; the sentence says which there are.
    """
    if name not in _BOTS:
        raise BadOption(_("There is no bot {bot}; there are {known}.", bot=repr(name), known=", ".join(_BOTS)))
    return _BOTS[name]
