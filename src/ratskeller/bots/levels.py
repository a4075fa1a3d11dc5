"""Opponents for people: four levels of the same search, each with its own reach and its own mistakes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ratskeller.bots.search import Search, Thoughts, tuned
from ratskeller.games.declare import BadOption
from ratskeller.play.position import Position
from ratskeller.words import N_, _

LEVELS = {
    "beginner": N_("beginner"),
    "casual": N_("casual"),
    "club": N_("club"),
    "expert": N_("expert"),
}
"""What people call the levels, the weakest first."""


@dataclass(frozen=True)
class Character:
    """How a level plays a game.

    A weak level looks at less, and is not sure of what it saw: it may make any move that it has thought of, and the
    less a move convinced it, the less likely. So it makes the mistakes of somebody who overlooks or misjudges
    something, not those of somebody who closes their eyes.
    """

    iters: int
    """Iterations of the search for a choice."""
    doubt: float = 0.0
    """A move is made with a probability that grows with its visits to the power of 1 / doubt; 0: the most visited."""
    plan: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `Plan` in which it differs from what was found best for the game."""


class Level:
    """A level of play. It keeps nothing between two choices."""

    def __init__(
        self, name: str, ms: float | None = None, iters: int | None = None, doubt: float | None = None
    ) -> None:
        """
        Args:
            name: one of `LEVELS`.
            ms: milliseconds after which it must choose, however little it has thought; without, only iterations count,
                and the same seed gives the same choices.
            iters: iterations for a choice, instead of the level's own.
            doubt: see `Character`, instead of the level's own.
        """
        self.name = name
        self.ms = ms
        self.iters = iters
        self.doubt = doubt
        Search(iters=iters, ms=ms)
        if doubt is not None and (not isinstance(doubt, int | float) or doubt < 0):
            raise ValueError(_("{name} cannot be {value}.", name="doubt", value=repr(doubt)))

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        """Choose one of the view's legal moves."""
        legal = view.legal_ids()
        if len(legal) == 1:
            return int(legal[0])
        character = self.character(view.game.id)
        search = Search(iters=character.iters, ms=self.ms, reuse=False, **character.plan)
        thoughts = search.think(view, rng)
        return choice(thoughts, character.doubt, rng)

    def character(self, game: str) -> Character:
        """How it plays a game.

        Raises:
            BadOption: the game has fewer levels, and not this one.
        """
        levels = tuned(game)["levels"]
        if self.name not in levels:
            raise BadOption(
                _(
                    "There is no level {level} for {game}; there are {known}.",
                    level=self.name,
                    game=game,
                    known=", ".join(levels),
                )
            )
        found = dict(levels[self.name])
        iters, doubt = found.pop("iters"), found.pop("doubt", 0.0)
        return Character(
            iters=iters if self.iters is None else self.iters,
            doubt=doubt if self.doubt is None else self.doubt,
            plan=found,
        )


def choice(thoughts: Thoughts, doubt: float, rng: np.random.Generator) -> int:
    """The move that is made after these thoughts; see `Character`."""
    if doubt == 0.0:
        return thoughts.best
    visits = np.array([thought.visits for thought in thoughts.moves if thought.visits])
    likely = (visits / visits.max()) ** (1.0 / doubt)
    return thoughts.moves[int(rng.choice(len(visits), p=likely / likely.sum()))].move
