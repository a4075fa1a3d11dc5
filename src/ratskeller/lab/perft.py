"""Counting move sequences, the classic test of a move generator and of its speed."""

from collections.abc import Callable, Iterator

import numpy as np

from ratskeller.cores import cores
from ratskeller.games import kernel
from ratskeller.lab.threads import in_order
from ratskeller.play.position import Position

MOST_DEPTH = 1000
UNIT = 1_000_000
"""A position with so many sequences before it, by a rough guess, is counted by one thread in one go."""


def count(
    position: Position,
    depth: int,
    threads: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[int]:
    """How many move sequences of each length there are from a position, chance outcomes counted like moves.

    Args:
        position: where the sequences begin.
        depth: the longest sequences, from 0 to `MOST_DEPTH`.
        threads: how many count at once; one a core if left out. The result does not depend on it.
        progress: called with the number of the position's own moves that are counted to the end, and of all of them.

    Returns:
        ``depth + 1`` numbers, for lengths 0, 1, … ``depth``; 0 where every game is over sooner.
    """
    rules = position.game.rules
    nodes = [1] + [0] * depth
    moves = position.legal_ids()

    def units(states: kernel.States, ply: int, root: int) -> Iterator[tuple[kernel.States, int, int]]:
        """What is too much for one unit is split up by its moves, which are counted here."""
        buffer = np.empty(rules.most_moves, np.int32)
        n = kernel.list_moves(states, buffer)
        if n ** (depth - ply) <= UNIT or ply + 1 == depth:
            yield states, ply, root
            return
        nodes[ply + 1] += n
        for k in range(n):
            after = kernel.copied(states)
            kernel.make_move(after, int(buffer[k]))
            yield from units(after, ply + 1, k if ply == 0 else root)

    def count_unit(unit: tuple[kernel.States, int, int]) -> tuple[int, int, list[int]]:
        states, ply, root = unit
        found = np.zeros(depth - ply + 1, np.int64)
        kernel.count_sequences(states, depth - ply, rules.most_moves, found)
        return ply, root, found.tolist()

    if depth:
        for ply, root, found in in_order(count_unit, units(position.states, 0, 0), threads or cores()):
            progress(root, len(moves))
            for length, n in enumerate(found):
                nodes[ply + length] += n
    progress(len(moves), len(moves))
    return nodes
