"""Survival's board and obstacles: checked, and written into a position."""

import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from ratskeller.games.declare import BadComponents, OptionValue
from ratskeller.games.kernel import States
from ratskeller.games.survival.notation import LETTERS, hex_at, hex_text
from ratskeller.games.survival.rules import (
    FREE,
    LONGEST_NAME,
    MOST_COLUMNS,
    MOST_OBSTACLE_HEXES,
    MOST_OBSTACLES,
    MOST_PREY,
    MOST_ROWS,
    OUTSIDE,
    PRINTED,
    STRIDE,
    begin,
    turned_q,
    turned_r,
)
from ratskeller.words import _

FEWEST_SEATS, MOST_SEATS = 2, 4
MOST_POINTS = 25
"""Of one prey."""
FARTHEST = 6
"""Steps of an obstacle's hex from its anchor, along either axis."""
TAKEN_WORDS = ("roll", "place", "predator")
"""What other moves begin with."""

_NAME = re.compile(r"[a-z]+(-[a-z]+)*", re.ASCII)
_HEX = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)

Places = list[tuple[int, int, set[int]]]
"""Turns, anchor and hexes of every way to lay an obstacle on the empty board, each set of hexes once."""


def check(components: Mapping[str, Any]) -> None:
    """Raise BadComponents unless Survival can be played with this board and these obstacles."""
    if components.get("players", [2, 4]) != [FEWEST_SEATS, MOST_SEATS]:
        raise BadComponents(_("players is [2, 4]: Survival has two, three or four seats."))
    _check_size(components)
    _check_prey(components)
    printed = _check_printed(components)
    _check_movable(components, printed)
    _check_corners(components, printed)
    free = len(_hexes(components)) - len(printed)
    needed = MOST_SEATS * (components["prey"] + 1)
    if free < needed:
        raise BadComponents(
            _(
                "The board has {free} hexes without a printed obstacle; the pieces of four seats need {needed}.",
                free=free,
                needed=needed,
            )
        )


def _check_size(components: Mapping[str, Any]) -> None:
    rows, columns = components.get("rows"), components.get("columns")
    if not _is_count(rows, 2, MOST_ROWS):
        raise BadComponents(
            _("rows is a whole number from 2 to {most}, not {value}.", most=MOST_ROWS, value=repr(rows))
        )
    if not isinstance(columns, list) or len(columns) != 2 or not all(_is_count(n, 2, MOST_COLUMNS) for n in columns):
        raise BadComponents(
            _(
                "columns is a list of two whole numbers from 2 to {most}: the hexes in rows 1, 3, … and in rows 2, 4, …"
                "; not {value}.",
                most=MOST_COLUMNS,
                value=repr(columns),
            )
        )


def _check_prey(components: Mapping[str, Any]) -> None:
    prey, points = components.get("prey"), components.get("prey_points")
    if not _is_count(prey, 1, MOST_PREY):
        raise BadComponents(
            _("prey is a whole number from 1 to {most}, not {value}.", most=MOST_PREY, value=repr(prey))
        )
    if not isinstance(points, list) or len(points) != prey or not all(_is_count(n, 1, MOST_POINTS) for n in points):
        raise BadComponents(
            _(
                "prey_points is a list of {prey} whole numbers from 1 to {most}, one for each prey, not {value}.",
                prey=prey,
                most=MOST_POINTS,
                value=repr(points),
            )
        )


def _check_printed(components: Mapping[str, Any]) -> set[int]:
    obstacles = components.get("fixed_obstacles")
    if not isinstance(obstacles, list) or not all(isinstance(hexes, list) for hexes in obstacles):
        raise BadComponents(_('fixed_obstacles is a list of lists of hexes, such as [["e3", "f3"]].'))
    printed: set[int] = set()
    for number, hexes in enumerate(obstacles, 1):
        for name in hexes:
            at = _find(components, name, f"fixed_obstacles[{number}]")
            if at in printed:
                raise BadComponents(_("fixed_obstacles names the hex {hex} twice.", hex=name))
            printed.add(at)
    return printed


def _check_movable(components: Mapping[str, Any], printed: set[int]) -> None:
    obstacles = components.get("movable_obstacles")
    if not isinstance(obstacles, Mapping) or len(obstacles) > MOST_OBSTACLES:
        raise BadComponents(_("movable_obstacles is a table of at most {most} obstacles.", most=MOST_OBSTACLES))
    for name, steps in obstacles.items():
        if not _is_name(name):
            raise BadComponents(
                _(
                    "A movable obstacle's name has at most {most} letters a to z, and is none of {taken}; "
                    "{name} is not such a name.",
                    most=LONGEST_NAME,
                    taken=", ".join(TAKEN_WORDS),
                    name=repr(name),
                )
            )
        if not _is_shape(steps):
            raise BadComponents(
                _(
                    "The obstacle {name} is a list of 1 to {most} different hexes, each [q, r] in steps from the "
                    "anchor from -{farthest} to {farthest}, with the anchor [0, 0] itself among them.",
                    name=name,
                    most=MOST_OBSTACLE_HEXES,
                    farthest=FARTHEST,
                )
            )
        if not any(printed.isdisjoint(hexes) for _turns, _anchor, hexes in _places(components, steps)):
            raise BadComponents(_("The obstacle {name} fits nowhere on the board, however it is turned.", name=name))


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str) and len(name) <= LONGEST_NAME and bool(_NAME.fullmatch(name)) and name not in TAKEN_WORDS
    )


def _is_shape(steps: object) -> bool:
    return (
        isinstance(steps, list)
        and 1 <= len(steps) <= MOST_OBSTACLE_HEXES
        and all(
            isinstance(step, list) and len(step) == 2 and all(_is_count(n, -FARTHEST, FARTHEST) for n in step)
            for step in steps
        )
        and len({tuple(step) for step in steps}) == len(steps)
        and [0, 0] in steps
    )


def _check_corners(components: Mapping[str, Any], printed: set[int]) -> None:
    corners = components.get("corners")
    for players in range(FEWEST_SEATS, MOST_SEATS + 1):
        where = f"corners.{players}"
        names = corners.get(str(players)) if isinstance(corners, Mapping) else None
        if not isinstance(names, list) or len(names) != players:
            raise BadComponents(
                _("{where} is a list of {players} hexes, one for each seat's predator.", where=where, players=players)
            )
        hexes = [_find(components, name, where) for name in names]
        if len(set(hexes)) < players or not printed.isdisjoint(hexes):
            raise BadComponents(
                _("The hexes in {where} must be different ones, without a printed obstacle.", where=where)
            )


def _is_count(value: object, least: int, most: int) -> TypeGuard[int]:
    return type(value) is int and least <= value <= most


def _find(components: Mapping[str, Any], name: object, where: str) -> int:
    """The number of a hex; BadComponents if the board does not have it."""
    if isinstance(name, str) and (match := _HEX.fullmatch(name)):
        column, row = LETTERS.index(match[1]), int(match[2]) - 1
        if row < components["rows"] and column < components["columns"][row % 2]:
            return hex_at(column, row)
    raise BadComponents(_("{where} names {hex}, which is no hex of the board.", where=where, hex=repr(name)))


def _hexes(components: Mapping[str, Any]) -> set[int]:
    return {
        hex_at(column, row) for row in range(components["rows"]) for column in range(components["columns"][row % 2])
    }


def _places(components: Mapping[str, Any], steps: list[list[int]]) -> Places:
    """R11: of texts that cover the same hexes, the first in plain character order."""
    board = _hexes(components)
    found: dict[frozenset[int], tuple[str, int, int]] = {}
    for turns in range(6):
        ways = [turned_q(q, r, turns) + STRIDE * turned_r(q, r, turns) for q, r in steps]
        for anchor in board:
            hexes = frozenset(anchor + way for way in ways)
            if hexes <= board:
                place = (f"{hex_text(anchor)} {turns}", turns, anchor)
                found[hexes] = min(place, found.get(hexes, place))
    return [(turns, anchor, set(hexes)) for hexes, (_text, turns, anchor) in found.items()]


def setup(states: States, components: Mapping[str, Any], players: int, options: Mapping[str, OptionValue]) -> None:
    """R1: write the position before the first prey is placed into a zeroed record."""
    s = states[0]
    s.players = players
    s.starter = options["starter"]
    s.max_rounds = options["max_rounds"]
    s.rows = components["rows"]
    s.columns = components["columns"]
    s.prey_count = components["prey"]
    s.prey_points[: s.prey_count] = components["prey_points"]
    s.board[:] = OUTSIDE
    for at in _hexes(components):
        s.board[at] = FREE
    for hexes in components["fixed_obstacles"]:
        for name in hexes:
            s.board[_find(components, name, "fixed_obstacles")] = PRINTED
    _set_up_movable(states, components)
    for seat, name in enumerate(components["corners"][str(players)]):
        s.predators[seat] = _find(components, name, "corners")
    begin(states)


def _set_up_movable(states: States, components: Mapping[str, Any]) -> None:
    s = states[0]
    s.obstacle_count = len(components["movable_obstacles"])
    for obstacle, (name, steps) in enumerate(components["movable_obstacles"].items()):
        s.obstacle_names[obstacle, : len(name)] = list(name.encode("ascii"))
        s.obstacle_sizes[obstacle] = len(steps)
        s.obstacle_hexes[obstacle, : len(steps)] = steps
        for turns, anchor, _hexes_covered in _places(components, steps):
            s.places[obstacle, turns, anchor // STRIDE] |= 1 << anchor % STRIDE
