"""Which way the rat went last: to the card laid, on along the tracks, out of the grid."""

from collections.abc import Sequence
from typing import NamedTuple

from ratskeller.games.kernel import State
from ratskeller.games.sewer_rat.notation import lay_parts
from ratskeller.games.sewer_rat.rules import FREE, LAY, OFF, RUN, STEP, WIDTH

Entry = tuple[int, int]
"""A cell and the side by which the rat comes in there."""


class Straight(NamedTuple):
    """From a card to the next one, to wherever the rat is put, or ``out`` of the grid by this side."""

    start: int
    end: int
    out: int | None = None


class Run(NamedTuple):
    """Along the tracks: the cards crossed, each with the side where the rat comes in and where it leaves."""

    start: int
    end: int
    crossings: tuple[tuple[int, int | None, int], ...]
    """It sets out from the middle of the first one, which has no side where it comes in."""
    out: None = None


class Trail(NamedTuple):
    """The card laid last, and how the rat has come from there to where it is."""

    laid: int
    legs: tuple[Straight | Run, ...]


def last_trail(s: State, moves: Sequence[int]) -> Trail | None:
    """What the rat has done since the last lay, or since it turned round in a dead end; None before the first lay."""
    rat = laid = int((s.grid + 1) // 2 * (WIDTH + 1))
    came: set[int] = set()
    legs: list[Straight | Run] = []
    running = False
    newest = max((k for k, move in enumerate(moves) if move >= LAY), default=-1)
    for k, move in enumerate(moves):
        if move >= LAY:
            side = lay_parts(move)[1]
            laid = rat + int(STEP[side])
            legs, came, running = [Straight(rat, laid)], {(side + 2) % 4}, True
            rat = laid
        elif move >= RUN:
            end = move - RUN
            if k > newest:
                if not running:
                    legs = []
                leg, came = _run(s, rat, end, came, turning=not running)
                if end != rat:
                    legs.append(leg)
            rat, running = end, False
    if newest < 0:
        return None
    if s.left:
        legs.append(Straight(rat, rat, int(s.left) - 1))
    return Trail(laid, tuple(legs or [Straight(rat, rat)]))


def _run(s: State, start: int, end: int, came: set[int], *, turning: bool) -> tuple[Straight | Run, set[int]]:
    """R8 to R11: a shortest run, and the sides by which shortest runs come in; straight, if the rat was put there."""
    before: dict[Entry, Entry | None] = {}
    cards: dict[Entry, int] = {}
    queue: list[Entry] = []
    for side in sorted(came):
        first = (start + int(STEP[side]), (side + 2) % 4) if turning else (start, side)
        before[first], cards[first] = None, 0
        queue.append(first)
    for cell, entry in queue:
        for way in _ways(s, cell, entry):
            beyond = cell + int(STEP[way]), (way + 2) % 4
            if beyond not in before and _opens(s, *beyond):
                before[beyond], cards[beyond] = (cell, entry), cards[cell, entry] + 1
                queue.append(beyond)
    ends = [state for state in queue if state[0] == end]
    if not ends:
        return Straight(start, end), set()
    ends = [state for state in ends if cards[state] == cards[ends[0]]]
    path = [ends[0]]
    while (state := before[path[0]]) is not None:
        path.insert(0, state)
    if turning:
        path.insert(0, (start, -1))
    crossings = tuple(
        (cell, entry if k else None, (path[k + 1][1] + 2) % 4) for k, (cell, entry) in enumerate(path[:-1])
    )
    return Run(start, end, crossings), {entry for _cell, entry in ends}


def _ways(s: State, cell: int, entry: int) -> list[int]:
    card = int(s.board[cell]) - 1
    ways = int(s.exits[card // 4, card % 4, entry])
    return [way for way in range(4) if ways >> way & 1]


def _opens(s: State, cell: int, side: int) -> bool:
    """Whether a card lies there that has an opening at this side."""
    card = int(s.board[cell]) - 1
    return FREE <= card < OFF - 1 and bool(s.openings[card // 4, card % 4] >> side & 1)
