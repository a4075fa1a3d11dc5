"""Opponents for people: four levels of the same search, each with its own reach and its own mistakes."""

from dataclasses import dataclass

import numpy as np

from ratskeller.bots.search import Search, Thoughts, tuned
from ratskeller.play.position import Position
from ratskeller.words import N_

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

    A weak level looks less far ahead, and is not sure of what it sees: between moves that seem about equally good
    it may take any, and the worse a move seems the less likely it is made. So it makes the mistakes of somebody who
    misjudges a position, not those of somebody who closes their eyes.
    """

    iters: int
    """Iterations of the search for a choice."""
    doubt: float = 0.0
    """How differently it may see what a move is worth: of two moves whose values (from -1 to 1) differ by this, the
    better one is e times as likely to be made."""


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
        Search(iters=1, ms=ms)

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        """Choose one of the view's legal moves."""
        legal = view.legal_ids()
        if len(legal) == 1:
            return int(legal[0])
        character = self.character(view.game.id)
        thoughts = Search(iters=character.iters, ms=self.ms, reuse=False).think(view, rng)
        return _pick(thoughts, character.doubt, rng)

    def character(self, game: str) -> Character:
        """How it plays a game."""
        found = tuned(game)["levels"][self.name]
        return Character(
            iters=found["iters"] if self.iters is None else self.iters,
            doubt=found.get("doubt", 0.0) if self.doubt is None else self.doubt,
        )


def _pick(thoughts: Thoughts, doubt: float, rng: np.random.Generator) -> int:
    if doubt == 0.0:
        return thoughts.best
    values = np.array([thought.value for thought in thoughts.moves])
    # A Gumbel-distributed error in each value makes choices as likely as a soft maximum does.
    seen = values + doubt * rng.gumbel(size=len(values))
    return thoughts.moves[int(seen.argmax())].move
