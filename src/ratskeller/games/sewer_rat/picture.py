"""The picture of a Kloakråttan position: one ``<svg>`` element, seen from above, north up.

Coordinates: a cell is 60 user units wide and high; column c (1 in the west) and row r (1 in the south) of a grid of g
begin at (60(c - 1), 60(g - r)). Around the grid are the sides with the names of those who sit there; below it are the
stack, the discards and the hands that this position holds.

Ids begin with the picture's own (here ``board``) and stay the same from move to move: ``board-e5`` is the card on e5,
with ``data-kind`` and ``data-turn``; ``board-cell-e4`` a free cell where the next card may go; ``board-rat`` the rat;
``board-end-e6-s`` … mark the free cells that an opening leads to, those of the rat's card with the class ``next``;
``board-hand-1-2`` is the second card of seat 1, with its name in ``data-card`` and in ``data-same`` the first one of
its kind, if that is another; ``board-side-n`` … are the sides. Cards lie side by side in ``board-cards``. In ``board-
last`` is the way that the rat went last, with ``data-way-of``.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from ratskeller.games.kernel import OVER, State
from ratskeller.games.sewer_rat.notation import cell_name, kind_name
from ratskeller.games.sewer_rat.rules import (
    EAST,
    FREE,
    LEAVING,
    LEFT,
    NORTH,
    RUNNING,
    SIDES,
    SOUTH,
    STEP,
    TURNING,
    WEST,
    WIDTH,
)
from ratskeller.games.sewer_rat.story import SIDE_NAMES, card_name, ending
from ratskeller.games.sewer_rat.trail import Run, Straight, last_trail
from ratskeller.words import _, ngettext

CELL = 60
HALF = CELL // 2
MARGIN = 60
"""What is around the grid on each side: the side's name, columns and rows."""
EDGING = 56
"""What of it is shown in ``data-box``: the board without what is below it."""
ROW = 70
"""The height of a row of cards below the grid."""
LEAST_ROOM = 540
"""The width of what is below the grid, at least."""
HAND = 240
"""Where the cards of a hand begin."""
LONGEST_NAME = 20
LONGEST_OWNER = 11

_EDGE = ((HALF, 0), (CELL, HALF), (HALF, CELL), (0, HALF))
"""Where a pipe ends at each side of a card."""
_INWARD = ((0, 1), (-1, 0), (0, -1), (1, 0))

_RAT = (
    '<path class="tail" fill="none" stroke="#3d3531" stroke-width="2.6" stroke-linecap="round" '
    'd="M15 5C23 8 25 -1 19 -4C15 -6 17 -11 21 -12"/>'
    '<path class="fur" fill="#5a4f49" stroke="#fff" stroke-width="1.2" d="M-20 6C-18 0 -14 -5 -9 -7'
    "A6 6 0 1 1 0 -8C9 -8 16 -2 16 6C16 9 14 11 11 11H-13C-17 11 -21 9 -20 6Z"
    '"/>'
    '<circle class="ear" fill="#e3a9a0" cx="-5" cy="-10.5" r="3"/><circle fill="#fff" cx="-12.5" cy="1.5" r="2"/>'
    '<circle fill="#1c1006" cx="-12.8" cy="1.5" r="1.1"/><circle class="nose" fill="#e3a9a0" cx="-20" cy="5.5" r="2"/>'
    '<path fill="none" stroke="#3d3531" stroke-linecap="round" d="M-17 8L-25 10M-17 9L-23 14M-8 11V14M6 11V14"/>'
)


def draw(s: State, *, names: Sequence[str], moves: Sequence[int], ident: str) -> str:
    """Draw grid, cards and hands as one ``<svg>`` element, with the classes that ``picture.css`` colours."""
    side = CELL * int(s.grid)
    hands = [seat for seat in range(1, int(s.players) + 1) if s.hands[seat - 1].any()]
    room = max(side, LEAST_ROOM)
    left, top = (side - room) // 2 - MARGIN, -MARGIN
    width, height = room + 2 * MARGIN, side + 2 * MARGIN + ROW * (1 + len(hands))
    boxed = side + 2 * EDGING
    names = [_harmless(name) for name in names]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{ident}" class="ratskeller sewer-rat" role="group"',
        f' viewBox="{left} {top} {width} {height}" data-box="{-EDGING} {-EDGING} {boxed} {boxed}"',
        f' aria-labelledby="{ident}-title" aria-describedby="{ident}-desc">',
        f'<title id="{ident}-title">{escape(_title(s))}</title>',
        f'<desc id="{ident}-desc">{escape(_description(s, names))}</desc>',
        f'<rect class="floor" fill="#efe2c8" x="{left}" y="{top}" width="{width}" height="{height}"/>',
        _grid(int(s.grid), ident),
        *(_side(s, number, names, ident) for number in range(4)),
        f'<g id="{ident}-cards">',
        *(_card_on(s, cell, ident) for cell in _cells(s)),
        "</g>",
        f'<g id="{ident}-ends">',
        *_ends(s, ident),
        "</g>",
        _last(s, moves, ident),
        _rat(s, ident),
        f'<g id="{ident}-panel" class="panel" transform="translate({left + MARGIN} {side + MARGIN})">',
        *_panel(s, names, hands, room, ident),
        "</g></svg>",
    ]
    return "".join(parts)


def place(s: State, cell: int) -> tuple[int, int]:
    """Where a cell begins, in user units."""
    return CELL * (cell % WIDTH - 1), CELL * (int(s.grid) - cell // WIDTH)


def _cells(s: State) -> Iterator[int]:
    """The cells with cards, in reading order."""
    for row in range(int(s.grid), 0, -1):
        for column in range(1, int(s.grid) + 1):
            if s.board[row * WIDTH + column] != FREE:
                yield row * WIDTH + column


@lru_cache(64)
def _grid(grid: int, ident: str) -> str:
    """The grid, with a letter at each column and a number at each row."""
    side = CELL * grid
    lines = "".join(f"M{k} 0V{side}M0 {k}H{side}" for k in range(0, side + 1, CELL))
    columns = "".join(f'<text x="{CELL * k + HALF}" y="{side + 19}">{chr(ord("a") + k)}</text>' for k in range(grid))
    rows = "".join(f'<text x="-14" y="{CELL * k + HALF + 5}">{grid - k}</text>' for k in range(grid))
    return (
        f'<rect class="ground" fill="#e4d3b0" x="0" y="0" width="{side}" height="{side}"/>'
        f'<path class="lines" fill="none" stroke="#c9b48d" d="{lines}"/>'
        f'<g id="{ident}-ruler" class="ruler" font-size="15" text-anchor="middle" aria-hidden="true">'
        f"{columns}{rows}</g>"
    )


def _side(s: State, number: int, names: Sequence[str], ident: str) -> str:
    """A side of the grid: a thick line and the name of who sits there, or a thin dashed one where nobody does."""
    side = CELL * int(s.grid)
    seat = int(s.side_seats[number])
    x1, y1, x2, y2 = ((0, 0, side, 0), (side, 0, side, side), (0, side, side, side), (0, 0, 0, side))[number]
    x, y = ((side // 2, -24), (side + 28, side // 2), (side // 2, side + 48), (-34, side // 2))[number]
    turned = {EAST: f' transform="rotate(90 {x} {y})"', WEST: f' transform="rotate(-90 {x} {y})"'}.get(number, "")
    if not seat:
        return (
            f'<g id="{ident}-side-{SIDES[number]}" class="side unmanned">'
            f'<path stroke="#755f45" stroke-width="2" stroke-dasharray="2 6" d="M{x1} {y1}L{x2} {y2}"/>'
            f'<text class="note" font-size="20" text-anchor="middle" x="{x}" y="{y}"{turned}>'
            f"{escape(_('nobody'))}</text></g>"
        )
    cards = int(s.hand_sizes[seat - 1])
    text = ngettext(
        "{player}: {n} card", "{player}: {n} cards", cards, n=cards, player=_shortened(names[seat - 1], LONGEST_NAME)
    )
    acting = s.to_act != OVER and s.turn == seat
    if acting:
        text = f"▸ {text}"
    elif s.scores[seat - 1]:
        text = f"★ {text}"
    return (
        f'<g id="{ident}-side-{SIDES[number]}" class="side seat-{seat}{" acting" if acting else ""}">'
        f'<path stroke="#755f45" stroke-width="8" d="M{x1} {y1}L{x2} {y2}"/>'
        f'<text class="name" font-size="22" text-anchor="middle" x="{x}" y="{y}"{turned}>{escape(text)}</text></g>'
    )


def _card_on(s: State, cell: int, ident: str) -> str:
    """A card on the grid."""
    kind, turn = divmod(int(s.board[cell]) - 1, 4)
    x, y = place(s, cell)
    name = _("the start card") if kind == 0 else card_name(s, kind)
    openings = ", ".join(_(SIDE_NAMES[side]) for side in range(4) if s.openings[kind, turn] >> side & 1)
    label = _("{cell}: {card}, open to {sides}", cell=cell_name(cell), card=name, sides=openings)
    return (
        f'<g id="{ident}-{cell_name(cell)}" class="pipe-card" data-kind="{kind}" data-turn="{turn}" role="img" '
        f'aria-label="{escape(label)}" transform="translate({x} {y})">{_face(s, kind, turn)}</g>'
    )


def _face(s: State, kind: int, turn: int) -> str:
    openings = int(s.openings[kind, turn])
    entries = int(s.entries[kind, turn])
    return _drawn_face(
        openings,
        0 if entries == openings else entries,
        tuple(int(ways) for ways in s.exits[kind, turn]),
        bool(s.wells >> kind & 1),
        kind == 0,
    )


@lru_cache(256)
def _drawn_face(openings: int, arrow: int, exits: tuple[int, ...], well: bool, start: bool) -> str:
    """A card: pipes to its openings, the tracks dashed in them, an arrow where the rat must come from, the well."""
    sides = [side for side in range(4) if openings >> side & 1]
    pipes = "".join(f"M{HALF} {HALF}L{_EDGE[side][0]} {_EDGE[side][1]}" for side in sides)
    tracks = ""
    for side in sides:
        x, y = _EDGE[side]
        for way in sides:
            if exits[side] >> way & 1 and side < way:
                tracks += f"M{x} {y}Q{HALF} {HALF} {_EDGE[way][0]} {_EDGE[way][1]}"
        if well:
            tracks += f"M{x} {y}L{HALF} {HALF}"
    middle = f'cx="{HALF}" cy="{HALF}"'
    parts = [
        f'<path class="paper" fill="#fbf5e8" stroke="#5b3d1c" d="M2 2H{CELL - 2}V{CELL - 2}H2Z"/>',
        f'<path class="rim" fill="none" stroke="#4a4640" stroke-width="26" d="{pipes}"/>',
        f'<circle class="deep" fill="#4a4640" {middle} r="13"/>',
        f'<path class="water" fill="none" stroke="#a9bfc0" stroke-width="20" d="{pipes}"/>',
        f'<circle class="pool" fill="#a9bfc0" {middle} r="10"/>',
    ]
    if well:
        parts.append(
            f'<circle class="deep" fill="#4a4640" {middle} r="20"/>'
            f'<circle class="pool" fill="#a9bfc0" {middle} r="17"/>'
            f'<circle class="deep" fill="#4a4640" {middle} r="11"/>'
        )
    if start:
        parts.append(f'<circle class="grate" fill="none" stroke="#4a4640" {middle} r="23"/>')
    parts.append(
        f'<path class="track" fill="none" stroke="#2f2013" stroke-width="2" stroke-dasharray="4 3.5" d="{tracks}"/>'
    )
    for side in sides:
        if arrow >> side & 1:
            parts.append(_arrow(side))
    return "".join(parts)


def _arrow(side: int) -> str:
    """An arrow at an opening, pointing out to where the rat comes from."""
    x, y = _EDGE[side]
    dx, dy = _INWARD[side]
    tip = f"{x + 3 * dx} {y + 3 * dy}"
    base = (x + 15 * dx, y + 15 * dy)
    one = f"{base[0] + 9 * dy} {base[1] + 9 * dx}"
    two = f"{base[0] - 9 * dy} {base[1] - 9 * dx}"
    return f'<path class="arrow" fill="#2f2013" stroke="#fff" d="M{tip}L{one}L{two}Z"/>'


def _ends(s: State, ident: str) -> Iterator[str]:
    """A mark on every free cell that an opening leads to: round at other cards, pointed at the rat's card."""
    waits = s.to_act != OVER and s.phase not in (RUNNING, TURNING, LEAVING)
    for cell in _cells(s):
        card = int(s.board[cell]) - 1
        for side in range(4):
            if not s.openings[card // 4, card % 4] >> side & 1 or s.board[cell + STEP[side]] != FREE:
                continue
            x, y = place(s, cell)
            x, y = x + _EDGE[side][0], y + _EDGE[side][1]
            dx, dy = -_INWARD[side][0], -_INWARD[side][1]
            here = cell == s.rat and waits
            name = f"{ident}-end-{cell_name(cell)}-{SIDES[side]}"
            if here:
                tip = f"{x + 17 * dx} {y + 17 * dy}"
                one = f"{x + 4 * dx + 11 * dy} {y + 4 * dy + 11 * dx}"
                two = f"{x + 4 * dx - 11 * dy} {y + 4 * dy - 11 * dx}"
                to_x, to_y = place(s, cell + int(STEP[side]))
                yield (
                    f'<rect id="{ident}-cell-{cell_name(cell + int(STEP[side]))}" fill="none" x="{to_x + 2}" '
                    f'y="{to_y + 2}" width="{CELL - 4}" height="{CELL - 4}"/>'
                )
                yield f'<path id="{name}" class="end next" fill="#1b4fa3" d="M{tip}L{one}L{two}Z"/>'
            else:
                yield (
                    f'<circle id="{name}" class="end" fill="none" stroke="#755f45" stroke-width="2" '
                    f'cx="{x + 8 * dx}" cy="{y + 8 * dy}" r="4"/>'
                )


def _last(s: State, moves: Sequence[int], ident: str) -> str:
    """A dashed line around the card laid last, and a dotted one along the rat's run since; the rat's whole way."""
    trail = last_trail(s, moves)
    if trail is None:
        return ""
    x, y = place(s, trail.laid)
    mark = (
        f'<rect class="mark" fill="none" stroke="#1b4fa3" x="{x + 1}" y="{y + 1}" width="{CELL - 2}" '
        f'height="{CELL - 2}" rx="4"/>'
    )
    runs = [leg for leg in trail.legs if isinstance(leg, Run) or (leg.end != trail.laid and leg.out is None)]
    if runs:
        mark += (
            '<path class="leap" fill="none" stroke="#1b4fa3" stroke-width="3" stroke-dasharray="1 7" '
            f'stroke-linecap="round" d="{_line(s, runs)}"/>'
        )
    mark += f'<path class="way" fill="none" stroke="none" data-way-of="rat" d="{_line(s, trail.legs)}"/>'
    return f'<g id="{ident}-last" class="last" aria-hidden="true">{mark}</g>'


def _line(s: State, legs: Sequence[Run | Straight]) -> str:
    """The line of a way: straight from card to card, in the cards' tracks on a run."""
    line = f"M{_middle(s, legs[0].start)}"
    for leg in legs:
        if isinstance(leg, Run):
            line += "".join(_through(s, *crossed) for crossed in leg.crossings)
        line += f"L{_edge(s, leg.start, leg.out)}" if leg.out is not None else f"L{_middle(s, leg.end)}"
    return line


def _middle(s: State, cell: int) -> str:
    x, y = place(s, cell)
    return f"{x + HALF} {y + HALF}"


def _edge(s: State, cell: int, side: int) -> str:
    x, y = place(s, cell)
    return f"{x + _EDGE[side][0]} {y + _EDGE[side][1]}"


def _through(s: State, cell: int, entry: int | None, way: int) -> str:
    """Across a card from where the rat comes in, or from its middle, to where it leaves; a well turns it round."""
    if entry is None or entry == way:
        return f"L{_middle(s, cell)}L{_edge(s, cell, way)}"
    return f"Q{_middle(s, cell)} {_edge(s, cell, way)}"


def _rat(s: State, ident: str) -> str:
    """The rat on its card, or outside the grid when it has left."""
    x, y = place(s, int(s.rat))
    if s.phase == LEFT:
        dx, dy = _INWARD[int(s.left) - 1]
        x, y = x - HALF * dx, y - HALF * dy
    label = _("The rat, on {cell}", cell=cell_name(int(s.rat)))
    return (
        f'<g id="{ident}-rat" class="rat" role="img" aria-label="{escape(label)}" '
        f'transform="translate({x + HALF} {y + HALF})">{_RAT}</g>'
    )


def _panel(s: State, names: Sequence[str], hands: Sequence[int], room: int, ident: str) -> Iterator[str]:
    """Below the grid: the stack, the discards by kinds, and the hands."""
    stack = int(s.stack_size)
    yield (
        f'<g id="{ident}-stack"><rect class="back" fill="#9a7040" x="0" y="8" width="34" height="34" rx="4"/>'
        f'<rect class="back" fill="#9a7040" x="5" y="13" width="34" height="34" rx="4"/>'
        f'<text class="say" font-size="20" x="48" y="34">'
        f"{escape(ngettext('{n} left', '{n} left', stack, n=stack))}</text></g>"
    )
    shown = [kind for kind in range(1, int(s.kinds) + 1) if s.discards[kind]]
    if shown:
        yield f'<text class="note" font-size="18" x="136" y="33">{escape(_("Discarded:"))}</text>'
    step = min(58, (room - 236) // max(len(shown), 1))
    for n, kind in enumerate(shown):
        x = 236 + n * step
        label = _("{n} × {card}", n=int(s.discards[kind]), card=card_name(s, kind))
        yield (
            f'<g id="{ident}-discard-{kind}" role="img" aria-label="{escape(label)}" '
            f'transform="translate({x} 10) scale(.6)">{_face(s, kind, 0)}</g>'
            f'<text class="note" font-size="18" x="{x + 38}" y="34">{int(s.discards[kind])}</text>'
        )
    for n, seat in enumerate(hands, 1):
        yield from _hand(s, seat, names[seat - 1], ROW * n, room, ident)


def _hand(s: State, seat: int, name: str, top: int, room: int, ident: str) -> Iterator[str]:
    """The cards in a seat's hand, as the components draw them."""
    text = _("{player}'s hand", player=_shortened(name, LONGEST_OWNER))
    yield (
        f'<text class="say seat-{seat}" font-size="20" x="0" y="{top + 36}">{escape(text)}</text>'
        f'<g id="{ident}-hand-{seat}" class="hand">'
    )
    cards = [kind for kind in range(1, int(s.kinds) + 1) for _copy in range(s.hands[seat - 1, kind])]
    step = min(CELL + 12, (room - HAND) // max(len(cards), 1))
    for n, kind in enumerate(cards, 1):
        first = cards.index(kind) + 1
        same = "" if first == n else f' data-same="hand-{seat}-{first}"'
        yield (
            f'<g id="{ident}-hand-{seat}-{n}" class="pipe-card" data-card="{kind_name(s, kind)}"{same} role="img" '
            f'aria-label="{escape(card_name(s, kind))}" transform="translate({HAND + (n - 1) * step} {top + 2})">'
            f"{_face(s, kind, 0)}</g>"
        )
    yield "</g>"


def _title(s: State) -> str:
    return _("Kloakråttan on a grid of {n} × {n}", n=int(s.grid))


def _description(s: State, names: Sequence[str]) -> str:
    """What the picture shows, in sentences."""
    sentences = [
        ending(s, names) if s.to_act == OVER else _("It is {player}'s turn.", player=names[s.turn - 1]),
        _("The rat is on {cell}.", cell=cell_name(int(s.rat))),
    ]
    for number in (SOUTH, WEST, NORTH, EAST):
        seat = int(s.side_seats[number])
        if seat:
            sentences.append(_("{player} sits at the {side} side.", player=names[seat - 1], side=_(SIDE_NAMES[number])))
    stack = int(s.stack_size)
    sentences.append(ngettext("{n} card is left in the stack.", "{n} cards are left in the stack.", stack, n=stack))
    return " ".join(sentences)


def _harmless(name: str) -> str:
    """A name without what XML cannot hold."""
    return "".join(letter if letter.isprintable() else " " for letter in name)


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
