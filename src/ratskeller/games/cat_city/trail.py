"""Which way the rat went that was moved last: by the fields of one of the moves that lead there, and underground."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ratskeller.games.cat_city.notation import moved
from ratskeller.games.cat_city.rules import (
    CARD,
    FIRST_CARD,
    FIRST_HOME,
    FIRST_HOP,
    FIRST_MOVE,
    FIRST_PAY,
    FIRST_PLACE,
    FIRST_ROLL,
    LAST_MOVE,
)
from ratskeller.games.kernel import State

Graph = tuple[tuple[int, ...], ...]


class Trail(NamedTuple):
    """A rat and the fields of its way, the first one included."""

    seat: int
    rat: int
    fields: tuple[int, ...]


class _Move(NamedTuple):
    """The last move of a rat: which rat in the order placed, between which fields, with which roll, and its hop."""

    rat: int
    start: int
    end: int
    roll: int
    hop: int


def last_trail(s: State, moves: Sequence[int], ahead: Graph, colours: Sequence[int]) -> Trail | None:
    """The way of the rat that moved last; none if it was carried since, or if it is not known where it came from.

    Args:
        s: the position now.
        moves: those made so far.
        ahead: by field from 1, the fields where a step leads, those above ground first; field 0 leads nowhere.
        colours: by field from 1.
    """
    found = _last_move(moves, int(s.players))
    if found is None:
        return None
    fields = route(ahead, tuple(colours), found.start, found.end, found.roll, found.hop)
    if not fields:
        return None
    number, seat = divmod(found.rat, int(s.players))
    return Trail(
        (int(s.first) - 1 + seat) % int(s.players) + 1, number + 1, (*fields, found.hop) if found.hop else fields
    )


def _last_move(moves: Sequence[int], players: int) -> _Move | None:
    """Follow all rats by the moves made: seats take turns, each with one roll, and placed their rats in turn."""
    places: list[int] = []
    last: _Move | None = None
    turn = -1
    roll = 0
    for move in moves:
        if FIRST_ROLL < move < FIRST_CARD:
            turn += 1
            roll = move - FIRST_ROLL
        elif FIRST_PLACE < move < FIRST_HOP:
            places.append(move - FIRST_PLACE)
        elif FIRST_MOVE <= move <= LAST_MOVE:
            number, field = moved(move)
            rat = turn % players + (number - 1) * players
            if turn < 0 or rat >= len(places):
                return None
            last = _Move(rat, places[rat], field, roll, 0)
            places[rat] = field
        elif last and FIRST_HOP < move < FIRST_HOME:
            places[last.rat] = move - FIRST_HOP
            last = last._replace(hop=move - FIRST_HOP)
        elif last and FIRST_HOME < move < FIRST_PAY:
            places[last.rat] = move - FIRST_HOME
            last = None
    return last


@lru_cache(1024)
def route(ahead: Graph, colours: tuple[int, ...], start: int, end: int, roll: int, avoided: int) -> tuple[int, ...]:
    """R4, R5: the fields of a move of exactly ``roll`` steps, else of as few as can be; empty if there is none."""
    away = _distances(ahead, colours, end)
    for length in (roll, *range(away[start], roll)):
        path = _walk(ahead, away, [start], length, avoided)
        if path:
            return tuple(path)
    return ()


def _distances(ahead: Graph, colours: Sequence[int], end: int) -> list[int]:
    """How many steps each field is from the end at least; no way leads through a card field."""
    never = len(ahead)
    away = [never] * len(ahead)
    away[end] = 0
    queue = [end]
    for field in queue:
        for k in ahead[field]:
            if away[k] == never and colours[k] != CARD:
                away[k] = away[field] + 1
                queue.append(k)
    return away


def _walk(ahead: Graph, away: Sequence[int], path: list[int], left: int, avoided: int) -> list[int] | None:
    """Go on for so many steps to the end, which is 0 away, never to a field of the path."""
    if not left:
        return None if away[path[-1]] else path
    for k in ahead[path[-1]]:
        if away[k] < left and k != avoided and k not in path:
            found = _walk(ahead, away, [*path, k], left - 1, avoided)
            if found:
                return found
    return None
