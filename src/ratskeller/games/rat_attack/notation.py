"""Rat Attack's move texts: ``draw 17`` for chance, ``17@2,-1e`` for a placing, and why one of them is not legal now."""

import re

from ratskeller.games.declare import BadText
from ratskeller.games.kernel import OVER, TO_CHANCE, State
from ratskeller.games.rat_attack.rules import (
    DIRECTION_STRIDE,
    DIRECTIONS,
    FIRST_PLACING,
    LAST_PLACING,
    MIDDLE,
    ROW_STRIDE,
    SIZE,
    TILE_STRIDE,
)
from ratskeller.words import _

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""By how many rows and columns each direction goes on."""

_DRAW = re.compile(r"draw ([1-9][0-9]*)", re.ASCII)
_PLACING = re.compile(r"([1-9][0-9]*)@(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)([eswn])", re.ASCII)


def placing(tile: int, direction: int, row: int, column: int) -> int:
    """The number of a placing: the tile's first space and the direction in which it runs."""
    return FIRST_PLACING + tile * TILE_STRIDE + direction * DIRECTION_STRIDE + row * ROW_STRIDE + column


def placed(move: int) -> tuple[int, int, int, int]:
    """Tile, direction, row and column of a placing."""
    place = move - FIRST_PLACING
    return place // TILE_STRIDE, place // DIRECTION_STRIDE % 4, place // ROW_STRIDE % SIZE, place % SIZE


def spaces(direction: int, row: int, column: int) -> list[tuple[int, int]]:
    """The rows and columns of the three spaces of a tile, first to last."""
    down, right = _STEPS[direction]
    return [(row, column), (row + down, column + right), (row + 2 * down, column + 2 * right)]


def text(s: State, move: int) -> str:
    """The text of a move number, legal here or not."""
    tile_count = int(s["tile_count"])
    if 1 <= move <= tile_count:
        return f"draw {move}"
    if FIRST_PLACING <= move <= LAST_PLACING:
        tile, direction, row, column = placed(move)
        if 1 <= tile <= tile_count and _on_table(direction, row, column):
            return f"{tile}@{column - MIDDLE},{row - MIDDLE}{DIRECTIONS[direction]}"
    raise ValueError(_("{move} is not the number of a move.", move=move))


def parse(s: State, text: str) -> int:
    """The number of a move text, legal here or not.

    Raises:
        BadText: malformed (not written like a move), or unknown (a tile or a space that does not exist).
    """
    if drawing := _DRAW.fullmatch(text):
        return _tile(s, drawing[1])
    placing_text = _PLACING.fullmatch(text)
    if not placing_text:
        raise BadText("malformed", _("a move is written like 17@2,-1e (tile, x, y, direction), a draw like draw 17"))
    tile = _tile(s, placing_text[1])
    column = int(placing_text[2]) + MIDDLE
    row = int(placing_text[3]) + MIDDLE
    direction = DIRECTIONS.index(placing_text[4])
    if not _on_table(direction, row, column):
        raise BadText(
            "unknown",
            _(
                "the table reaches from {least} to {most} both ways, and a tile lies wholly on it",
                least=-MIDDLE,
                most=SIZE - MIDDLE - 1,
            ),
        )
    return placing(tile, direction, row, column)


def _tile(s: State, digits: str) -> int:
    last = int(s["tile_count"])
    if int(digits) > last:
        raise BadText("unknown", _("the tiles are numbered from 1 to {last}", last=last))
    return int(digits)


def _on_table(direction: int, row: int, column: int) -> bool:
    return all(0 <= r < SIZE and 0 <= c < SIZE for r, c in spaces(direction, row, column))


def explain(s: State, move: int) -> str:
    """Why a move that is not legal here is not."""
    if s.to_act == OVER:
        return _("the game is over")
    if move < FIRST_PLACING:
        if s.to_act != TO_CHANCE:
            return _("no tile is drawn before the tiles in hand are placed")
        return _("tile {tile} is no longer in the stock", tile=move)
    if s.to_act == TO_CHANCE:
        return _("a tile must be drawn first")
    tile, direction, row, column = placed(move)
    if tile not in s.hand:
        return _("tile {tile} is not in hand", tile=tile)
    return _explain_spot(s, direction, row, column)


def _explain_spot(s: State, direction: int, row: int, column: int) -> str:
    """R3 and R4, for three spaces where no tile fits."""
    heights = {int(s.height[r, c]) for r, c in spaces(direction, row, column)}
    if heights == {0}:
        return _("one of the three spaces must touch, side to side, a tile that lies there")
    if len(heights) > 1:
        return _("a tile lies flat: its three spaces must be equally high")
    return _("a tile must rest on two or three tiles, not on one alone")
