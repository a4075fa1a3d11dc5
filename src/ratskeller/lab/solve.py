"""The truth about small remainders of games, by looking at everything that can still happen."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ratskeller.games import kernel
from ratskeller.play.position import Position
from ratskeller.words import _

MOST_POSITIONS = 1_000_000

Values: TypeAlias = tuple[float, ...]


class TooMuch(ValueError):
    """More can still happen than was to be looked at."""


@dataclass(frozen=True)
class Solution:
    """What a position is worth if everybody plays perfectly from it on."""

    values: Values
    """The expected return of each seat, in [-1, 1]."""
    moves: dict[int, float]
    """The expected return of the seat to act after each of its legal moves, by their numbers; empty for chance."""
    positions: int
    """How many different positions were looked at."""

    def loss(self, move: int) -> float:
        """How much less than the best move a legal move is worth to the seat to act."""
        return max(self.moves.values()) - self.moves[move]

    @property
    def best(self) -> list[int]:
        """All best moves."""
        return [move for move in self.moves if self.loss(move) < 1e-9]


def solve(position: Position, most_positions: int = MOST_POSITIONS) -> Solution:
    """Solve a position exactly by expectimax: seats take what is best for themselves, chance averages.

    Everything counts as open: where cards are hidden, the solution is that of a game played with open hands. With more
    than two seats, of several moves that are equally good for the seat to act the lowest is taken.

    Args:
        position: where to begin; a full position, with a seat or chance to act, or over.
        most_positions: how many different positions are looked at before it is given up.

    Raises:
        TooMuch: these were not enough, or it can go on for hundreds of moves.
    """
    search = _Search(position, most_positions)
    try:
        values = search.values_of(position.states)
    except RecursionError:
        raise TooMuch(_("The game can go on too long from here to look at all of it.")) from None
    seat = position.to_act
    moves = {}
    if isinstance(seat, int):
        for move in position.legal_ids().tolist():
            moves[move] = search.values_after(position.states, move)[seat - 1]
    return Solution(values, moves, len(search.known))


class _Search:
    """Positions solved so far, by all their bytes but the number of moves made, which decides nothing."""

    def __init__(self, position: Position, most_positions: int) -> None:
        self.rules = position.game.rules
        self.players = position.players
        self.most_positions = most_positions
        self.known: dict[bytes, Values] = {}
        self.moves = np.empty(self.rules.most_moves, np.int32)
        fields = self.rules.state.fields
        assert fields is not None
        self.ply_at = fields["ply"][1]
        self.ply_end = self.ply_at + self.rules.state["ply"].itemsize

    def values_of(self, states: kernel.States) -> Values:
        """The returns that each seat can expect."""
        raw = states.tobytes()
        key = raw[: self.ply_at] + raw[self.ply_end :]
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= self.most_positions:
                raise TooMuch(_("There are more than {most} positions to look at.", most=self.most_positions))
            found = self.known[key] = self._work_out(states)
        return found

    def values_after(self, states: kernel.States, move: int) -> Values:
        """The returns that each seat can expect after a legal move."""
        after = kernel.copied(states)
        kernel.make_move(after, move)
        return self.values_of(after)

    def _work_out(self, states: kernel.States) -> Values:
        acting = int(states["to_act"][0])
        if acting == kernel.OVER:
            return tuple(states["returns"][0][: self.players].tolist())
        n = kernel.list_moves(states, self.moves)
        moves = self.moves[:n].copy()
        after = [self.values_after(states, move) for move in moves.tolist()]
        if acting != kernel.TO_CHANCE:
            return max(after, key=lambda values: values[acting - 1])
        weights = np.empty(n)
        kernel.weigh_moves(states, moves, n, weights)
        return tuple((weights @ np.array(after)).tolist())
