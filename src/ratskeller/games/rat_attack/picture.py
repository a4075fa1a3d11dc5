"""The picture of a Rat Attack position: one ``<svg>`` element, seen from above and a little from the south.

Coordinates: a space is 40 user units wide and high. The space (x, y) of the move texts begins at (40x, 40y); what lies
on it at height h is drawn 5(h - 1) units further up. ``data-box`` of the root tells what holds the tiles and three
spaces around them (left, top, width, height); above that is the panel with scores, hand and stock, so that the
``viewBox`` is higher than the box.

Ids begin with the picture's own (here ``board``) and stay the same from move to move: ``board-3_-1`` is the space
(3, -1), with its height in ``data-height``; ``board-last`` outlines the tiles placed last; ``board-hand`` holds the
tiles in hand, with their numbers in ``data-tile`` and their faces in ``data-faces``; ``board-face-1`` … are the faces,
``board-rats-1`` and ``board-rats-2`` tell the visible rats, ``board-stock`` the tiles left. The spaces lie side by side
in ``board-spaces``, in reading order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from html import escape
from itertools import islice
from operator import or_
from typing import Any, ParamSpec
from unicodedata import east_asian_width

from ratskeller.games.kernel import OVER, State
from ratskeller.games.rat_attack.notation import placed, spaces
from ratskeller.games.rat_attack.rules import (
    FACES_A_COLOUR,
    FIRST_PLACING,
    GREEN_RAT,
    MIDDLE,
    RED_RAT,
    SIZE,
    TURN_TILES,
)
from ratskeller.words import N_, _, language, ngettext

P = ParamSpec("P")


def _kept(function: Callable[P, str]) -> Callable[P, str]:
    """Keep what a part of the picture is for its arguments: most parts stay what they are from move to move."""

    def make(_speech: str, *args: P.args, **kwargs: P.kwargs) -> str:
        return function(*args, **kwargs)

    made: Any = lru_cache(4096)(make)

    def part(*args: P.args, **kwargs: P.kwargs) -> str:
        kept: str = made(language(), *args, **kwargs)
        return kept

    return part


SPACE = 40
LETTER = 0.62
"""The width of a letter, in font sizes, on average and generously."""
LIFT = 5
"""How much further up each level is drawn."""
MARGIN = 3
"""Spaces around the tiles."""
LEAST_SPACES = 11
"""The box is at least so wide and high."""
PANEL_WIDTH = 520
PANEL_HEIGHT = 122
LONGEST_NAME = 18
LONGEST_SENTENCE = 30
HIGHEST_TONE = 5
"""Higher levels are not made lighter any more."""

FACES = (
    N_("Blank"),
    N_("Red chilli"),
    N_("Red star anise"),
    N_("Red cinnamon"),
    N_("Red peppercorns"),
    N_("Red rat"),
    N_("Green chilli"),
    N_("Green star anise"),
    N_("Green cinnamon"),
    N_("Green peppercorns"),
    N_("Green rat"),
)
"""What a space shows, by the number that stands for it in a position."""

BRIGHT = "#fff6e2"
COLOURS = (
    ("#d3281c", "#8a1652", "#b8560f", "#6d0f14", "#a8181a"),
    ("#2c8a34", "#0c7078", "#6a7a12", "#0f4a2c", "#14602f"),
)
"""What each of red's faces, and each of green's, is coloured with: shades of one another within a colour."""

# Attributes, not classes: a rule of the page's stylesheet does not reach from outside into what <use> shows.
# Red's badges are round, green's are leaves with two pointed corners; a spice is bright on a dark badge, a rat dark on
# a bright one.
_BADGES = (
    '<circle cx="20" cy="20" r="14.5"/>',
    (
        '<path d="M8 5.5H21A13.5 13.5 0 0 1 34.5 19V32A2.5 2.5 0 0 1 32 34.5'
        'H19A13.5 13.5 0 0 1 5.5 21V8A2.5 2.5 0 0 1 8 5.5Z"/>'
    ),
)
_CHILLI = (
    '<path d="M11.2 14.6C11.5 23.5 18 29.6 29.6 28.6C24 26.4 20.6 22 20.2 15.6C18.6 12.6 13.4 11.8 11.2 14.6Z"/>'
    f'<path fill="none" stroke="{BRIGHT}" stroke-width="2.4" stroke-linecap="round" '
    'd="M16 13.2C16.4 11.2 18 9.6 20.6 9.4"/>'
)
_STAR_ANISE = (
    '<path d="M20 8.6L22.1 14.9L28.1 11.9L25.1 17.9L31.4 20L25.1 22.1L28.1 28.1L22.1 25.1L20 31.4'
    'L17.9 25.1L11.9 28.1L14.9 22.1L8.6 20L14.9 17.9L11.9 11.9L17.9 14.9Z"/>'
    '<circle fill="currentColor" cx="20" cy="20" r="2.7"/>'
)
_CINNAMON = (
    f'<path stroke="{BRIGHT}" stroke-width="5.2" stroke-linecap="round" d="M12.4 22.4L22.4 12.4M17.6 27.6L27.6 17.6"/>'
    '<path stroke="currentColor" stroke-width="1.1" d="M11.4 23.4L23.4 11.4M16.6 28.6L28.6 16.6"/>'
)
_PEPPERCORNS = (
    '<circle cx="20" cy="13.8" r="4.7"/><circle cx="14.4" cy="23.6" r="4.7"/><circle cx="25.6" cy="23.6" r="4.7"/>'
)
_SPICES = (_CHILLI, _STAR_ANISE, _CINNAMON, _PEPPERCORNS)
_RAT = (
    '<path fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" '
    'd="M28.4 25.6C33 26.4 33.4 19.6 29.4 18.4C27.4 17.8 27 15.6 28.8 14.6"/>'
    '<path fill="currentColor" d="M7.4 24.4C9 21.2 11 18.4 13.6 17A3.9 3.9 0 1 1 19.8 16.4C25.4 16.6 29.2 20.2 29.2 25'
    'C29.2 26.8 28.2 27.8 26.6 27.8H12C9.4 27.8 7.2 26.4 7.4 24.4Z"/>'
    '<circle cx="12.4" cy="22.4" r="1.3"/>'
    '<path fill="none" stroke="currentColor" stroke-linecap="round" d="M8.6 26L4.6 27.6M9.4 27L6.4 30"/>'
)


@dataclass(frozen=True, slots=True)
class _Table:
    """What the picture shows of a position. Read from it once: a record's fields take long to look up."""

    height: bytes
    """By number, row · SIZE + column, like the next two."""
    tile: bytes
    face: bytes
    covered: list[int]
    """For each row, a bit for each space on which a tile lies."""
    hand: list[tuple[int, tuple[int, ...]]]
    """The tiles in hand, each with its faces."""
    stock: int
    """How many tiles are left."""
    scores: list[int]
    rats: list[int]
    """How many rats each seat shows."""
    turn: int
    over: bool
    names: list[str]
    last: list[int]
    """The placings of the latest turn in which something was placed, the newest first."""


def _look(s: State, names: Sequence[str], moves: Sequence[int]) -> _Table:
    tiles = s["tiles"]
    shown = s["shown"].tolist()
    return _Table(
        height=s["height"].tobytes(),
        tile=s["tile"].tobytes(),
        face=s["face"].tobytes(),
        covered=s["covered"].tolist(),
        hand=[(tile, tuple(tiles[tile].tolist())) for tile in s["hand"].tolist() if tile],
        stock=int(s["stock"]).bit_count(),
        scores=s["scores"][:2].tolist(),
        rats=[shown[RED_RAT], shown[GREEN_RAT]],
        turn=int(s["turn"]),
        over=bool(s["to_act"] == OVER),
        names=[_harmless(name) for name in names],
        last=_last_placings(moves),
    )


def draw(s: State, *, names: Sequence[str], moves: Sequence[int], ident: str) -> str:
    """Draw the table as one ``<svg>`` element, with the classes that ``picture.css`` colours."""
    table = _look(s, names, moves)
    left, top, width, height = box = _box(table)
    scale = width / PANEL_WIDTH
    panel = round(PANEL_HEIGHT * scale)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{ident}" class="ratskeller" role="group"',
        f' viewBox="{left} {top - panel} {width} {height + panel}" data-box="{left} {top} {width} {height}"',
        f' aria-labelledby="{ident}-title" aria-describedby="{ident}-desc">',
        f'<title id="{ident}-title">{_title(*table.names)}</title>',
        f'<desc id="{ident}-desc">{_description(table)}</desc>',
        _stock_of_shapes(ident),
        _ruler(ident, box),
        f'<g id="{ident}-spaces">',
        *_rows(table, ident),
        "</g>",
        _outline(table, ident),
        f'<g id="{ident}-panel" class="panel" transform="translate({left} {top - panel}) scale({scale:.4g})">',
        *_panel(table, ident),
        "</g></svg>",
    ]
    return "".join(parts)


def _box(table: _Table) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is shown of the table, in user units."""
    left, width = _reach(reduce(or_, table.covered))
    top, height = _reach(sum(1 << row for row, covered in enumerate(table.covered) if covered))
    return left, top, width, height


def _reach(lines: int) -> tuple[int, int]:
    """Start and length of what is shown, along one axis, with a bit for each line on which tiles lie."""
    first, last = (lines & -lines).bit_length() - 1 - MARGIN, lines.bit_length() - 1 + MARGIN
    missing = max(LEAST_SPACES - (last - first + 1), 0)
    first -= missing // 2
    last += missing - missing // 2
    return SPACE * (first - MIDDLE), SPACE * (last - first + 1)


@lru_cache(64)
def _stock_of_shapes(ident: str) -> str:
    """The faces, to be shown by ``<use>``, and the floor."""
    faces = []
    for face in range(1, GREEN_RAT + 1):
        seat, kind = divmod(face - 1, FACES_A_COLOUR)
        rat = face in (RED_RAT, GREEN_RAT)
        badge = (
            f'<g fill="{BRIGHT}" stroke="currentColor" stroke-width="2.6">{_BADGES[seat]}</g>'
            if rat
            else f'<g fill="currentColor" stroke="{BRIGHT}">{_BADGES[seat]}</g>'
        )
        faces.append(
            f'<symbol id="{ident}-face-{face}" color="{COLOURS[seat][kind]}" viewBox="0 0 {SPACE} {SPACE}">'
            f'{badge}<g fill="{BRIGHT}">{_RAT if rat else _SPICES[kind]}</g></symbol>'
        )
    start, side = -SPACE * MIDDLE, SPACE * SIZE
    table = f'x="{start}" y="{start}" width="{side}" height="{side}"'
    return (
        f"<defs>{''.join(faces)}"
        f'<pattern id="{ident}-squares" width="{2 * SPACE}" height="{2 * SPACE}" patternUnits="userSpaceOnUse">'
        f'<path class="square" fill-opacity=".05" d="M0 0H{SPACE}V{2 * SPACE}H{2 * SPACE}V{SPACE}H0Z"/>'
        "</pattern></defs>"
        f'<rect class="around" x="{2 * start}" y="{2 * start}" width="{2 * side}" height="{2 * side}"/>'
        f'<rect class="floor" fill="#efe2c8" {table}/><rect fill="url(#{ident}-squares)" {table}/>'
    )


@lru_cache(1024)
def _ruler(ident: str, box: tuple[int, int, int, int]) -> str:
    """The numbers of the columns along the lower edge, of the rows along the left one."""
    left, top, width, height = box
    columns = "".join(
        f'<text x="{x + SPACE // 2}" y="{top + height - 9}">{x // SPACE}</text>'
        for x in range(left + SPACE, left + width, SPACE)
    )
    rows = "".join(
        f'<text x="{left + 12}" y="{y + SPACE // 2 + 4}">{y // SPACE}</text>'
        for y in range(top, top + height - SPACE, SPACE)
    )
    style = 'class="ruler" font-size="11" text-anchor="middle" aria-hidden="true"'
    return f'<g id="{ident}-ruler" {style}>{columns}{rows}</g>'


def _rows(table: _Table, ident: str) -> list[str]:
    """The rows that hold tiles, from north to south, so that what stands in front is drawn later."""
    # A row of nothing before and behind: the table's edge has no neighbours.
    rim = bytes(SIZE)
    heights, tiles, faces = rim + table.height + rim, rim + table.tile + rim, rim + table.face + rim
    newest = placed(table.last[0])[0] if table.last else 0
    drawn = []
    for row, covered in enumerate(table.covered):
        if covered:
            start = row * SIZE
            seen = slice(start, start + 3 * SIZE)
            lain = newest if newest in tiles[start + SIZE : start + 2 * SIZE] else 0
            drawn.append(_row(ident, row, heights[seen], tiles[seen], faces[seen], lain))
    return drawn


@_kept
def _row(ident: str, row: int, heights: bytes, tiles: bytes, faces: bytes, newest: int) -> str:
    """A row's spaces that hold tiles. Heights, tiles and faces are those of the row to the north, of this row and of
    the one to the south, ``newest`` is the tile placed last if it shows here, else 0.
    """
    drawn = []
    for k, height in enumerate(heights[SIZE : 2 * SIZE], SIZE):
        if height:
            north, east, south, west = k - SIZE, k + 1, k + SIZE, k - 1
            tile = tiles[k]
            drawn.append(
                _space(
                    ident,
                    k - SIZE - MIDDLE,
                    row - MIDDLE,
                    faces[k],
                    height,
                    # The floor has the start tile's number, 0.
                    (
                        tiles[north] != tile or not heights[north],
                        tiles[east] != tile or not heights[east],
                        tiles[south] != tile or not heights[south],
                        tiles[west] != tile or not heights[west],
                    ),
                    height - heights[south],
                    heights[west] - height,
                    heights[east] == 0,
                    tile == newest > 0,
                )
            )
    return "".join(drawn)


@_kept
def _space(
    ident: str,
    x: int,
    y: int,
    face: int,
    height: int,
    edges: tuple[bool, bool, bool, bool],
    step: int,
    shade: int,
    alone: bool,
    newest: bool,
) -> str:
    """One space.

    ``edges`` tells whether the tile ends here to the north, east, south and west; ``step``, by how many levels it
    stands out above its southern neighbour; ``shade``, by how many levels its western neighbour stands out above it;
    ``alone``, whether nothing lies to the east, so that its shadow falls on the floor there; ``newest``, whether the
    tile was placed last.
    """
    left, top = SPACE * x, SPACE * y - LIFT * (height - 1)
    right, bottom = left + SPACE, top + SPACE
    tone = f"h{min(height, HIGHEST_TONE)}{' newest' if newest else ''}"
    label = escape(_label(face, height, x, y))
    parts = [
        f'<g id="{ident}-{x}_{y}" class="space {tone}" data-height="{height}" role="img" aria-label="{label}">',
    ]
    if alone:
        parts.append(_shadow(right, top + 4, 2 + 2 * min(height, 5)))
    if step > 0:
        parts.append(f'<path class="wall" fill="#8a6234" d="M{left} {bottom}h{SPACE}v{LIFT * step}h-{SPACE}Z"/>')
        if step > 1:
            parts.append(
                f'<path class="layers" d="{"".join(f"M{left} {bottom + LIFT * n}h{SPACE}" for n in range(1, step))}"/>'
            )
    parts.append(f'<path class="top" fill="#f0dfbb" d="M{left} {top}h{SPACE}v{SPACE}h-{SPACE}Z"/>')
    if shade > 0:
        parts.append(_shadow(left, top, min(4 * shade, 12)))
    parts.append(f'<path class="edge" fill="none" stroke="#5b3d1c" d="{_edges(left, top, edges)}"/>')
    if face:
        parts.append(f'<use href="#{ident}-face-{face}" x="{left}" y="{top}" width="{SPACE}" height="{SPACE}"/>')
    if height > 1:
        middle = right - 8.5
        parts.append(
            f'<circle class="chip" cx="{middle}" cy="{top + 7.5}" r="6.5"/>'
            f'<text class="level" x="{middle}" y="{top + 11.5}" font-size="11" text-anchor="middle">{height}</text>'
        )
    parts.append("</g>")
    return "".join(parts)


def _shadow(left: int, top: int, width: int) -> str:
    return f'<path class="shadow" fill-opacity=".25" d="M{left} {top}h{width}v{SPACE}h-{width}Z"/>'


def _label(face: int, height: int, x: int, y: int) -> str:
    return _("{face}, height {height}, at {x},{y}", face=_(FACES[face]), height=height, x=x, y=y)


def _edges(left: int, top: int, edges: tuple[bool, bool, bool, bool]) -> str:
    """The sides of a space at which its tile ends, as path data."""
    north, east, south, west = edges
    return (
        (f"M{left} {top}h{SPACE}" if north else "")
        + (f"M{left + SPACE} {top}v{SPACE}" if east else "")
        + (f"M{left} {top + SPACE}h{SPACE}" if south else "")
        + (f"M{left} {top}v{SPACE}" if west else "")
    )


def _last_placings(moves: Sequence[int]) -> list[int]:
    """The placings of the latest turn in which something was placed, the newest first."""
    found: list[int] = []
    for move in islice(reversed(moves), 2 * TURN_TILES):
        if move >= FIRST_PLACING:
            found.append(move)
        elif found:
            break
    return found


def _outline(table: _Table, ident: str) -> str:
    """A dashed line around the tile placed last, and a thinner one around what shows of the one before in its turn."""
    paths = []
    for n, move in enumerate(table.last):
        tile, direction, row, column = placed(move)
        heights = {
            (r, c): table.height[r * SIZE + c]
            for r, c in spaces(direction, row, column)
            if table.tile[r * SIZE + c] == tile
        }
        line = _line_around(tuple(heights.items()))
        if n == 0:
            paths.append(f'<path class="halo" d="{line}"/>')
        paths.append(f'<path class="{"mark" if n == 0 else "mark earlier"}" d="{line}"/>')
    return f'<g id="{ident}-last" class="last" fill="none" stroke="#b3261e" aria-hidden="true">{"".join(paths)}</g>'


@_kept
def _line_around(heights: tuple[tuple[tuple[int, int], int], ...]) -> str:
    """The outer sides of these spaces of a tile, each with its height, as path data."""
    among = dict(heights)
    lines = []
    for (r, c), height in heights:
        edges = ((r - 1, c) not in among, (r, c + 1) not in among, (r + 1, c) not in among, (r, c - 1) not in among)
        lines.append(_edges(SPACE * (c - MIDDLE), SPACE * (r - MIDDLE) - LIFT * (height - 1), edges))
    return "".join(lines)


def _panel(table: _Table, ident: str) -> list[str]:
    """Scores, rats, whose turn it is, the tiles in hand and the stock, in a frame of PANEL_WIDTH × PANEL_HEIGHT."""
    acting = 0 if table.over else table.turn
    return [
        f'<rect class="board" x="0" y="0" width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}"/>',
        *(
            _player(ident, seat, table.names[seat - 1], table.scores[seat - 1], table.rats[seat - 1], acting == seat)
            for seat in (1, 2)
        ),
        _turn_line(_mover(table)),
        f'<g id="{ident}-hand" class="hand">',
        *(_tile(ident, place, tile, faces) for place, (tile, faces) in enumerate(table.hand)),
        "</g>",
        _stock(ident, table.stock),
    ]


@_kept
def _player(ident: str, seat: int, player: str, points: int, seen: int, acting: bool) -> str:
    """A player's card: a badge of their form, name, visible rats, points."""
    left = 8 + 256 * (seat - 1)
    name = _line(player, LONGEST_NAME, 18, 118)
    rats = escape(ngettext("{n} rat", "{n} rats", seen, n=seen))
    pointer = f'<path class="pointer" d="M{left + 8} 30l12 9l-12 9Z"/>'
    parts = [
        f'<g class="player seat-{seat}{" acting" if acting else ""}">',
        f'<rect class="card" x="{left}" y="8" width="248" height="62" rx="8"/>',
        pointer if acting else "",
        f'<use href="#{ident}-face-{seat * FACES_A_COLOUR}" x="{left + 24}" y="18" width="42" height="42"/>',
        f'<text class="name" x="{left + 74}" y="35" {name}</text>',
        f'<text id="{ident}-rats-{seat}" class="note" x="{left + 74}" y="57" font-size="15">{rats}</text>',
        f'<text class="score" x="{left + 236}" y="51" font-size="34" text-anchor="end">{points}</text>',
        "</g>",
    ]
    return "".join(parts)


@_kept
def _turn_line(mover: str | None) -> str:
    return f'<text class="say" x="14" y="102" {_line(_turn(mover), LONGEST_SENTENCE, 16, 190)}</text>'


@_kept
def _tile(ident: str, place: int, tile: int, faces: tuple[int, ...]) -> str:
    """A tile drawn and not yet placed."""
    left = 212 + 82 * place
    shown = "".join(
        f'<use href="#{ident}-face-{face}" x="{left + 25 * k}" y="83" width="25" height="25"/>'
        for k, face in enumerate(faces)
        if face
    )
    data = f'data-tile="{tile}" data-faces="{" ".join(map(str, faces))}"'
    return (
        f'<g class="tile" {data} role="img" aria-label="{escape(_tile_label(tile, faces))}">'
        f'<rect class="top" x="{left}" y="83" width="75" height="25" rx="2"/>{shown}'
        f'<rect class="edge" x="{left}" y="83" width="75" height="25" rx="2" fill="none"/></g>'
    )


@_kept
def _stock(ident: str, tiles: int) -> str:
    left = escape(ngettext("{n} left", "{n} left", tiles, n=tiles))
    return (
        f'<g id="{ident}-stock"><rect class="back" x="384" y="85" width="30" height="18" rx="3"/>'
        '<rect class="back" x="388" y="89" width="30" height="18" rx="3"/>'
        f'<text class="say" x="426" y="102" font-size="16">{left}</text></g>'
    )


def _tile_label(tile: int, faces: Sequence[int]) -> str:
    first, second, third = (_(FACES[face]) for face in faces)
    return _("Tile {tile}: {first}, {second}, {third}", tile=tile, first=first, second=second, third=third)


@_kept
def _title(red: str, green: str) -> str:
    return escape(_("Rat Attack: {red} plays red, {green} plays green", red=red, green=green))


def _mover(table: _Table) -> str | None:
    """Whose turn it is; None when the game is over."""
    return None if table.over else table.names[table.turn - 1]


def _turn(mover: str | None) -> str:
    return _("The game is over.") if mover is None else _("It is {player}'s turn.", player=mover)


def _description(table: _Table) -> str:
    """What the panel shows, in sentences."""
    newest = placed(table.last[0])[0] if table.last else None
    return " ".join(
        (
            _say_turn(_mover(table)),
            *map(_say_player, table.names, table.scores, table.rats),
            *(_say_tile(tile, faces) for tile, faces in table.hand),
            _say_stock(table.stock, newest),
        )
    )


@_kept
def _say_turn(mover: str | None) -> str:
    return escape(_turn(mover))


@_kept
def _say_player(player: str, points: int, rats: int) -> str:
    scored = ngettext("{player} has {n} point.", "{player} has {n} points.", points, n=points, player=player)
    shown = ngettext("{player} shows {n} rat.", "{player} shows {n} rats.", rats, n=rats, player=player)
    return escape(f"{scored} {shown}")


@_kept
def _say_tile(tile: int, faces: tuple[int, ...]) -> str:
    return escape(f"{_tile_label(tile, faces)}.")


@_kept
def _say_stock(tiles: int, newest: int | None) -> str:
    left = ngettext("{n} tile is left in the stock.", "{n} tiles are left in the stock.", tiles, n=tiles)
    last = "" if newest is None else _("Tile {tile} was placed last.", tile=newest)
    return escape(f"{left} {last}".strip())


@_kept
def _harmless(name: str) -> str:
    """A name without what XML cannot hold."""
    return "".join(letter if letter.isprintable() else " " for letter in name)


def _line(text: str, longest: int, size: float, room: float) -> str:
    """The end of a ``<text>`` tag and what it holds, cut off and set smaller to fit a room of so many units."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    letters = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in shown)
    return f'font-size="{min(size, room / (LETTER * max(letters, 1))):.3g}">{escape(shown)}'
