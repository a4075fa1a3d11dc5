"""The picture of a Rat Attack position in letters: what colours tell, upper and lower case tell as well."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ratskeller.games.declare import Span, TextLine
from ratskeller.games.kernel import OVER, State
from ratskeller.games.rat_attack.notation import placed, spaces
from ratskeller.games.rat_attack.rules import (
    BLANK,
    FACES_A_COLOUR,
    FIRST_PLACING,
    MIDDLE,
    SIZE,
    rats_shown,
)
from ratskeller.words import _, ngettext

LETTERS = "□ABCDRabcdr"
"""What a space shows, by the number that stands for it in a position: red is upper case, green lower case."""
HEIGHTS = "  ²³⁴⁵⁶⁷⁸⁹"
MARGINS = (3, 1)
"""Empty spaces around the tiles: the first of these with which there are not too many spaces."""
MOST_ROWS = 24
LABEL = 4
"""Characters before a row's first space."""
CELL = 3
"""Characters of a space: what it shows, its height if it is not 1, and where its tile goes on."""


def write(s: State, *, names: Sequence[str], moves: Sequence[int], width: int) -> list[TextLine]:
    """Scores, board, legend and hand, in lines of at most ``width`` characters if the board allows it."""
    top, bottom = _reach(s.height.any(axis=1))
    left, right = _reach(s.height.any(axis=0))
    rows = _with_margin(top, bottom, MOST_ROWS)
    columns = _with_margin(left, right, (width - LABEL) // CELL)
    marked = {space for move in _last_placings(moves) for space in spaces(*placed(move)[1:])}
    return [
        *_scores(s, names),
        (),
        _column_labels(columns),
        *((Span(f"{row - MIDDLE:>3} ", "faint"), *(_space(s, row, c, marked) for c in columns)) for row in rows),
        (),
        *_legend(),
        *_hand(s, names),
    ]


def _reach(occupied: npt.NDArray[np.bool_]) -> tuple[int, int]:
    found = np.flatnonzero(occupied)
    return int(found[0]), int(found[-1])


def _with_margin(first: int, last: int, room: int) -> range:
    margin = next((margin for margin in MARGINS if last - first + 1 + 2 * margin <= room), MARGINS[-1])
    return range(max(first - margin, 0), min(last + margin, SIZE - 1) + 1)


def _last_placings(moves: Sequence[int]) -> list[int]:
    """The tiles placed last, of one turn, whether or not the next tiles are drawn already."""
    found: list[int] = []
    for move in reversed(moves):
        if move >= FIRST_PLACING:
            found.append(move)
        elif found:
            break
    return found


def _scores(s: State, names: Sequence[str]) -> list[TextLine]:
    lines: list[TextLine] = []
    for seat in (1, 2):
        points, rats = int(s.scores[seat - 1]), int(rats_shown(s, seat))
        counts = ", ".join(
            (
                ngettext("{n} point", "{n} points", points, n=points),
                ngettext("{n} visible rat", "{n} visible rats", rats, n=rats),
            )
        )
        lines.append((Span(names[seat - 1], f"seat-{seat} strong"), Span(f"  {counts}")))
    tiles = int(s.stock).bit_count()
    lines.append((Span(ngettext("{n} tile in the stock", "{n} tiles in the stock", tiles, n=tiles), "faint"),))
    return lines


def _column_labels(columns: range) -> TextLine:
    """Every second column has its number, the last figure above what the space shows."""
    labels = (f"{c - MIDDLE if c % 2 == 0 else '':>{CELL}}" for c in columns)
    return (Span("y  " + "".join(labels)[1:] + "  x", "faint"),)


def _space(s: State, row: int, column: int, marked: set[tuple[int, int]]) -> Span:
    if not s.height[row, column]:
        return Span("·" + " " * (CELL - 1), "faint")
    face = int(s.face[row, column])
    height = int(s.height[row, column])
    style = "strong" if face == BLANK else f"seat-{_colour(face)} strong"
    text = LETTERS[face] + (HEIGHTS[height] if height < len(HEIGHTS) else "⁺") + _goes_on(s, row, column)
    return Span(text, f"{style} marked" if (row, column) in marked else style)


def _goes_on(s: State, row: int, column: int) -> str:
    """Whether the tile that lies here shows on the next space to the east or to the south, too."""
    for sign, r, c in (("─", row, column + 1), ("↓", row + 1, column)):
        if r < SIZE and c < SIZE and s.height[r, c] and s.tile[r, c] == s.tile[row, column]:
            return sign
    return " "


def _colour(face: int) -> int:
    return (face - 1) // FACES_A_COLOUR + 1


def _legend() -> list[TextLine]:
    return [
        (
            Span("A B C D", "seat-1 strong"),
            Span(" " + _("red's spices") + ", "),
            Span("R", "seat-1 strong"),
            Span(" " + _("red's rat") + "   "),
            Span("a b c d", "seat-2 strong"),
            Span(" " + _("green's") + ", "),
            Span("r", "seat-2 strong"),
            Span(" " + _("green's rat") + "   "),
            Span(LETTERS[BLANK], "strong"),
            Span(" " + _("blank")),
        ),
        (Span(_("²³: how high it lies.  ─ and ↓: the same tile goes on to the east, to the south."), "faint"),),
    ]


def _hand(s: State, names: Sequence[str]) -> list[TextLine]:
    """The tiles in hand, as they lie when they run to the east."""
    if s.to_act == OVER or not s.hand.any():
        return []
    spans = [Span(_("{player} has in hand:", player=names[s.turn - 1]))]
    for tile in s.hand:
        if tile:
            spans.append(Span(f"   {tile} ", "strong"))
            for n, face in enumerate(s.tiles[tile].tolist()):
                style = "strong" if face == BLANK else f"seat-{_colour(face)} strong"
                spans.append(Span(LETTERS[face] + ("─" if n < 2 else ""), style))
    return [tuple(spans)]
