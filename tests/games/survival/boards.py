"""Positions drawn as text.

``.`` is a free hex, ``#`` a printed obstacle, ``A`` … ``D`` are predators, ``a`` … ``d`` prey of these seats.
Every other line is a row that is set half a hex to the right. Prey are numbered in reading order.
"""

from typing import Any

from ratskeller.games import kernel
from ratskeller.games.survival import RULES
from ratskeller.games.survival.notation import hex_at
from ratskeller.games.survival.rules import PRINTED, SEAT
from ratskeller.play.game import Game
from ratskeller.play.position import Position

STANDARD = Game(RULES)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def drawn(picture: str, *moves: str, movable: dict[str, Any] | None = None, **options: int) -> Position:
    """Seat 1 is about to roll in this position; then the moves are made."""
    rows = [line.split() for line in picture.strip().splitlines()]
    spots = {(column, row): sign for row, signs in enumerate(rows) for column, sign in enumerate(signs)}
    seats = max("abcd".index(sign.lower()) + 1 for sign in spots.values() if sign not in ".#")
    prey = max(sum(sign == letter for sign in spots.values()) for letter in "abcd")
    game = Game(RULES, _components(rows, prey, movable or {}))
    _players, settled = RULES.settle(seats, options)
    states = kernel.copied(game.start(seats, options).states)
    s = states[0]
    s.board[s.board < SEAT * 5] = 0
    s.predators[:] = 0
    for row in range(len(rows), int(s.rows)):
        for column in range(int(s.columns[row % 2])):
            s.board[hex_at(column, row)] = PRINTED
    for (column, row), sign in spots.items():
        if sign == "#":
            s.board[hex_at(column, row)] = PRINTED
        elif sign in "ABCD":
            seat = "ABCD".index(sign)
            s.predators[seat] = hex_at(column, row)
            s.board[hex_at(column, row)] = SEAT * (seat + 1)
        elif sign in "abcd":
            seat = "abcd".index(sign)
            s.prey[seat, s.alive[seat]] = hex_at(column, row)
            s.alive[seat] += 1
            s.board[hex_at(column, row)] = SEAT * (seat + 1) + s.alive[seat]
    for seat in range(seats):
        s.out[seat] = not s.alive[seat]
    s.unplaced = 0
    s.to_act = kernel.TO_CHANCE
    return after(Position(game, settled, None, None, [states], []), *moves)


def _components(rows: list[list[str]], prey: int, movable: dict[str, Any]) -> dict[str, Any]:
    """The board of the picture, and below it room enough to satisfy the check."""
    columns = [len(rows[0]), len(rows[1]) if len(rows) > 1 else len(rows[0])]
    more = 4 * (prey + 1) // min(columns) + 3
    below = [f"{LETTERS[column]}{row}" for row in range(len(rows) + 1, len(rows) + more + 1) for column in range(2)]
    return {
        "players": [2, 4],
        "rows": len(rows) + more,
        "columns": columns,
        "prey": prey,
        "prey_points": [1] * prey,
        "fixed_obstacles": [],
        "movable_obstacles": movable,
        "corners": {str(n): below[:n] for n in (2, 3, 4)},
    }


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position.push(move)
    return position


def steps(position: Position) -> set[str]:
    """The steps that are legal, without other moves."""
    return {move for move in position.legal() if move[0] in "P12345678"}


def placings(position: Position, obstacle: str) -> list[str]:
    return [move.removeprefix(f"{obstacle} ") for move in position.legal() if move.startswith(f"{obstacle} ")]
