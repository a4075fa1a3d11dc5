"""A bot that looks one move ahead."""

import numpy as np
import numpy.typing as npt

from ratskeller.games import kernel
from ratskeller.play.position import Position


class Greedy:
    """Looks at each legal move once, and makes one of those after which the position looks best to its seat."""

    name = "greedy"

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        """Choose one of the view's legal moves."""
        moves, values = look(view, rng)
        return int(rng.choice(moves[values == values.max()]))


def look(view: Position, rng: np.random.Generator) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    """All legal moves of the seat to act, and how good the position looks to it after each.

    What the seat cannot see is imagined, once for all moves.
    """
    seat = int(view.state.to_act)
    states = kernel.copied(view.states)
    kernel.imagine_for(states, seat, rng)
    moves = view.legal_ids()
    values = np.empty(len(moves))
    kernel.appraise_moves(states, seat, moves, len(moves), values)
    return moves, values
