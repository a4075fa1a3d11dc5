"""The picture of a Macskafogó position: one ``<svg>`` element, the board on the left, what everybody has on the right.

The middle of the board is 0, 0. ``data-box`` of the root is the board alone. Ids begin with the picture's own (here
``board``) and stay the same from move to move: ``board-field-r3`` is a field, with its number in ``data-field``;
``board-pile-t1`` and ``board-card-c1`` lie on the fields t1 and c1; ``board-rat-1-2`` is rat 2 of seat 1, moved by its
``transform``, with its field's number in ``data-field`` (0: not placed yet), and all rats lie side by side in ``board-
rats``, each with its field in ``data-on``; ``board-tunnel-r1-h1`` is an underground passage, between the fields of its
``data-ends``, in a group that a page may show on demand by the name in ``data-on-demand``; ``board-die`` shows the roll
in ``data-roll``; ``board-last`` marks where the rat that moved last stands, and ``board-way`` which way it went, with
the rat in ``data-way-of``; ``board-bank``, ``board-deck`` and ``board-seat-1`` … show what is not on the board.
"""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from types import SimpleNamespace

import numpy as np

from ratskeller.games.cat_city.components import COLOURS, read
from ratskeller.games.cat_city.layout import PLAIN_SIZE, RADIUS, SIZES, Layout, lay_out
from ratskeller.games.cat_city.notation import field_name, moved, token_name
from ratskeller.games.cat_city.rules import (
    CARD,
    FIELD_STRIDE,
    FIRST_HOME,
    FIRST_HOP,
    FIRST_MOVE,
    FIRST_PLACE,
    HOME,
    HOP,
    LAST_MOVE,
    MOST_SUITS,
    MOVE,
    PAY,
    PLACE,
    RED,
    RING,
    ROLL,
    TOKEN,
    deck_count,
)
from ratskeller.games.cat_city.story import card_words, suit_word, token_word
from ratskeller.games.cat_city.trail import last_trail
from ratskeller.games.kernel import OVER, State
from ratskeller.words import N_, _, language, ngettext

EDGE = 700
"""The board reaches so far from its middle, its rim included."""
PANEL_LEFT = 716
PANEL_WIDTH = 470
WIDTH = EDGE + PANEL_LEFT + PANEL_WIDTH + 14
HEIGHT = 2 * EDGE
INFO_HEIGHT = 220
SEAT_HEIGHT = 282
TUNNEL_OUTSIDE = 46
"""Underground passages between holes on the circle run so far outside it."""
LONGEST_NAME = 17
LONGEST_TURN = 30
CARD_WIDTH, CARD_HEIGHT = 78, 108
SMALL_CARD = 0.74
SLAB_WIDTH, SLAB_HEIGHT = 68, 13
CHIP_STEP = 108
MIDDLE = 62
BAND = 74
RAT_SLOTS = 9
RAT_ORBIT = 76
RAT_ROUND = 44
"""Rats on a token field stand so far from its middle, around the pile; if there are many, in rounds so far apart."""
SHORTEST_LOOK_BACK = 40

KINDS = {
    "yellow": N_("yellow field"),
    "ring": N_("ring field"),
    "red": N_("rat-hole"),
    "token": N_("token field"),
    "card": N_("card field"),
}

# A seat's colour, and the form that tells its rats from the others' without it.
BRIGHT = "#fff8e4"
SEATS = ("#1f5fae", "#c8590a", "#7b3fa0", "#2a2522")
_BODIES = (
    '<circle r="20"/>',
    '<rect x="-18.5" y="-18.5" width="37" height="37" rx="5"/>',
    '<path d="M0 -25L24 17H-24Z"/>',
    '<path d="M0 -25L25 0L0 25L-25 0Z"/>',
)
_NUMBER_DROPS = (7, 7, 12, 7)

_SIGNS = (
    '<circle r="4"/>',
    '<rect x="-3.6" y="-3.6" width="7.2" height="7.2"/>',
    '<path d="M0 -4.6L4.8 3.8H-4.8Z"/>',
    '<path d="M0 -5L5 0L0 5L-5 0Z"/>',
    '<path d="M-1.6 -5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6Z"/>',
    '<path d="M-5 -1.8L5 -1.8L-3 4.6L0 -5L3 4.6Z"/>',
)
"""The signs of the token colours, in a box of 10."""
_NAMED_TOKENS = {"white": ("#f8f2e1", "#3a2a18"), "red": ("#bf3327", "#fff4e6"), "green": ("#2b7a43", "#fff4e6")}
_OTHER_TOKENS = (
    ("#f8f2e1", "#3a2a18"),
    ("#bf3327", "#fff4e6"),
    ("#2b7a43", "#fff4e6"),
    ("#2f62a8", "#fff4e6"),
    ("#e0b23a", "#3a2a18"),
    ("#6b4a8e", "#fff4e6"),
)
"""What a token and the sign on it are coloured with."""

_EYES = "#fbf5e8"
_CAT = '<path d="M-11 -12L-5 -7Q0 -8.5 5 -7L11 -12V2Q10 11 0 12Q-10 11 -11 2Z"/>'
_SUITS = {
    "cat": (
        f'{_CAT}<path fill="{_EYES}" '
        'd="M-6.4 0Q-4 -3 -1.6 0Q-4 2.4 -6.4 0ZM1.6 0Q4 -3 6.4 0Q4 2.4 1.6 0ZM-1.6 5H1.6L0 7.2Z"/>'
    ),
    "mouse": (
        '<circle cx="-7.5" cy="-6" r="5.6"/><circle cx="7.5" cy="-6" r="5.6"/>'
        '<path d="M-9 0Q-8 -7 0 -7Q8 -7 9 0Q8 8 0 12Q-8 8 -9 0Z"/>'
        f'<path fill="{_EYES}" '
        'd="M-5.1 0a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0M2.1 0a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0"/>'
    ),
    "rat": (
        '<path d="M-13 7C-11 2 -9 -2 -6 -4A3.6 3.6 0 1 1 0 -5C7 -5 10 0 10 7Z"/>'
        '<path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" '
        'd="M9 6C15 7 15 -2 10.5 -3C8 -4 8 -8 11 -9"/>'
        f'<circle fill="{_EYES}" cx="-7.6" cy="1.4" r="1.4"/>'
    ),
    "bat": (
        '<path d="M0 -3L2.2 -8L3.4 -4Q9 -11 14 -6Q13 0 11 5Q8.4 2 6 5Q3 4 0 9'
        'Q-3 4 -6 5Q-8.4 2 -11 5Q-13 0 -14 -6Q-9 -11 -3.4 -4L-2.2 -8Z"/>'
    ),
}
"""The book's suits, in a box of 24."""

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

Point = tuple[float, float]


def draw(s: State, *, names: Sequence[str], moves: Sequence[int], ident: str) -> str:
    """Draw the board and what everybody has as one ``<svg>`` element, with the classes that ``picture.css`` colours."""
    s = _looked_up(s)
    names = [harmless(name) for name in names]
    layout = _layout(s)
    ground, fields = _board(board_key(s), ident, language())
    box = f"{-EDGE} {-EDGE} {WIDTH} {HEIGHT}"
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{ident}" class="ratskeller cat-city" role="group"',
            f' viewBox="{box}" data-box="{-EDGE} {-EDGE} {HEIGHT} {HEIGHT}"',
            f' aria-labelledby="{ident}-title" aria-describedby="{ident}-desc">',
            f'<title id="{ident}-title">{escape(_title(names))}</title>',
            f'<desc id="{ident}-desc">{escape(_description(s, names))}</desc>',
            _stock(s, ident),
            ground,
            _way(s, moves, layout, ident),
            fields,
            f'<g id="{ident}-piles">',
            *(_pile(s, pile, layout, ident) for pile in range(s.pile_count)),
            f'</g><g id="{ident}-cards">',
            *(_open_card(s, spot, layout, ident) for spot in range(s.card_field_count)),
            "</g>",
            _die(int(s.roll), ident),
            _last(s, moves, layout, ident),
            _info(s, names, ident),
            *(_seat(s, seat, names[seat - 1], ident) for seat in range(1, s.players + 1)),
            f'<g id="{ident}-rats" text-anchor="middle">',
            *_rats(s, names, layout, ident),
            "</g></svg>",
        ]
    )


def _looked_up(s: State) -> State:
    """The position's fields, each looked up once, which takes a record long; and ``deck``, how many cards are left."""
    return SimpleNamespace(**{name: s[name] for name in s.dtype.names}, deck=int(deck_count(s)))


Key = tuple[tuple[str, ...], tuple[int, ...], tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]


def board_key(s: State) -> Key:
    """A board's names, colours, links and underground passages, all numbered from 0."""
    return _read_board(
        int(s.field_count), s.field_names.tobytes(), s.colour.tobytes(), s.steps.tobytes(), s.underground.tobytes()
    )


@lru_cache(64)
def _read_board(count: int, names: bytes, colours: bytes, steps: bytes, underground: bytes) -> Key:
    fields = range(1, count + 1)
    letters, most_steps = len(names) // FIELD_STRIDE, len(steps) // FIELD_STRIDE
    ahead = {k: [step - 1 for step in steps[k * most_steps : (k + 1) * most_steps] if step] for k in fields}
    joined = {k: int.from_bytes(underground[2 * k : 2 * k + 2], "little") for k in fields}
    return (
        tuple(names[k * letters : (k + 1) * letters].rstrip(b"\0").decode("ascii") for k in fields),
        tuple(colours[k] for k in fields),
        tuple(tuple(step for bit, step in enumerate(ahead[k]) if not joined[k] >> bit & 1) for k in fields),
        tuple(tuple(step for bit, step in enumerate(ahead[k]) if joined[k] >> bit & 1) for k in fields),
    )


def _layout(s: State) -> Layout:
    _names, colours, links, tunnels = board_key(s)
    return lay_out(colours, links, tunnels)


def middle_of(s: State, field: int) -> Point:
    """The middle of a field, in user units."""
    x, y = _layout(s).points[field - 1]
    return x, y


@lru_cache(32)
def _board(key: Key, ident: str, speech: str) -> tuple[str, str]:
    """What never changes: the ground, streets and underground passages; and the fields, labelled in ``speech``."""
    names, colours, links, tunnels = key
    layout = lay_out(colours, links, tunnels)
    points = layout.points
    streets = "".join(
        f"M{_at(points[k])}L{_at(points[other])}" for k, linked in enumerate(links) for other in linked if other > k
    )
    passages = [
        f'<path id="{ident}-tunnel-{names[k]}-{names[other]}" data-ends="field-{names[k]} field-{names[other]}"'
        f' d="M{_at(points[k])}{_passage(points[k], points[other], layout)}"/>'
        for k, joined in enumerate(tunnels)
        for other in joined
        if other > k
    ]
    parts = [
        f'<rect class="cat-table" fill="#e9dcc0" x="{-EDGE}" y="{-EDGE}" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<circle class="cat-ground" fill="#f4ead2" stroke="#b99b66" stroke-width="5" r="{EDGE - 8}"/>',
        f'<circle class="cat-square" fill="#e7d6b0" r="{MIDDLE}"/>',
        f'<circle class="cat-band" fill="none" stroke="#e7d6b0" stroke-width="{BAND}" r="{RADIUS:g}"/>',
        f'<g id="{ident}-streets" fill="none" stroke-linecap="round" aria-hidden="true">',
        f'<path class="cat-kerb" stroke="#b99b66" stroke-width="17" d="{streets}"/>',
        f'<path class="cat-street" stroke="#fffaf0" stroke-width="12" d="{streets}"/></g>',
        f'<g id="{ident}-tunnels" class="cat-tunnel" fill="none" stroke="#8c1c13" stroke-width="5"',
        f' stroke-dasharray="14 9" aria-hidden="true" data-on-demand="{escape(_("Underground passages"))}">',
        "".join(passages),
        "</g>",
    ]
    drawn = [f'<g id="{ident}-fields" font-size="17" text-anchor="middle">']
    for number, (name, colour, point) in enumerate(zip(names, colours, points, strict=True), 1):
        aside = _name_place(layout, links[number - 1], number)
        label = escape(_("{field}, {kind}", field=name, kind=_(KINDS[COLOURS[colour]])))
        drawn.append(
            f'<g id="{ident}-field-{name}" class="cat-field cat-{COLOURS[colour]}" data-field="{number}"'
            f' transform="translate({_at(point)})" role="img" aria-label="{label}">'
            f"{_field(colour, name, aside, ident)}</g>"
        )
    drawn.append("</g>")
    return "".join(parts), "".join(drawn)


def _at(point: Point) -> str:
    return f"{point[0]:g} {point[1]:g}"


def _around(radius: float, angle: float) -> str:
    return f"{radius * cos(angle):.1f} {radius * sin(angle):.1f}"


def _passage(start: Point, end: Point, layout: Layout) -> str:
    """An arc from one rat-hole to another, beside the way above ground; the same one in both directions."""
    (x, y), (u, v) = start, end
    first, second = hypot(x, y), hypot(u, v)
    on_circle = {layout.points[field - 1] for field in layout.circle}
    if start in on_circle and end in on_circle:
        out = RADIUS + TUNNEL_OUTSIDE
        turn = (atan2(v, u) - atan2(y, x)) % (2 * pi)
        sweep = 1 if turn < pi else 0
        lean = 0.08 if sweep else -0.08
        a, b = atan2(y, x), atan2(v, u)
        return (
            f"Q{_around(out, a)} {_around(out, a + lean)}"
            f"A{out:g} {out:g} 0 0 {sweep} {_around(out, b - lean)}Q{_around(out, b)} {_at(end)}"
        )
    bulge = 0.32 if (first, start) >= (second, end) else -0.32
    return f"Q{(x + u) / 2 - bulge * (v - y):.1f} {(y + v) / 2 + bulge * (u - x):.1f} {_at(end)}"


def _field(colour: int, name: str, aside: Point, ident: str) -> str:
    """A field's form, its middle being 0, 0; the name stands beside what is to lie there, a token field's ``aside``."""
    form = f'<use href="#{ident}-form-{COLOURS[colour]}"/>'
    if colour == TOKEN:
        x, y = aside
        return f'{form}<text class="cat-name" x="{x:.1f}" y="{y + 6:.1f}">{name}</text>'
    if colour == CARD:
        x, y = CARD_WIDTH / 2 + 20, -CARD_HEIGHT / 2 + 9
        return f'{form}<text class="cat-name" x="{x:g}" y="{y:g}">{name}</text>'
    if colour == RED:
        return f'{form}<text class="cat-hole-name" fill="#ffe9d6" y="9">{name}</text>'
    return f'{form}<text class="cat-name" y="6">{name}</text>'


def _forms(ident: str) -> str:
    """The forms of the fields and of the seats' rats, to be shown by ``<use>``: attributes, no classes reach there."""
    ring, red, token = SIZES[RING], SIZES[RED], SIZES[TOKEN]
    width, height = CARD_WIDTH + 12, CARD_HEIGHT + 12
    forms = {
        "yellow": f'<circle fill="#fbe79a" stroke="#7a5c12" stroke-width="2" r="{PLAIN_SIZE:g}"/>',
        "ring": (
            f'<circle fill="#e8b62c" stroke="#7a5c12" stroke-width="3" r="{ring:g}"/>'
            f'<circle fill="none" stroke="#7a5c12" stroke-width="2" r="{ring - 5:g}"/>'
        ),
        "red": (
            f'<circle fill="#c8372b" stroke="#6e130c" stroke-width="3" r="{red:g}"/>'
            f'<ellipse fill="#2b0d09" cy="3" rx="{red * 0.66:g}" ry="{red * 0.56:g}"/>'
        ),
        "token": (
            f'<circle fill="#cfe0ea" stroke="#41647a" stroke-width="3" r="{token:g}"/>'
            f'<circle fill="none" stroke="#41647a" stroke-width="2" stroke-dasharray="3 6" r="{token - 7:g}"/>'
        ),
        "card": (
            '<rect fill="#d9c79f" stroke="#7a5c33" stroke-width="2" rx="10" '
            f'x="{-width / 2:g}" y="{-height / 2:g}" width="{width}" height="{height}"/>'
        ),
    }
    tail = 'fill="none" d="M14 14Q34 20 30 0"'
    heads = [
        f'<g id="{ident}-head-{seat}" transform="scale(1.12)" fill="{colour}" stroke="{BRIGHT}" stroke-width="2.6" '
        f'stroke-linejoin="round"><path stroke-width="6" {tail}/><path stroke="{colour}" {tail}/>'
        f'<circle cx="-14" cy="-16" r="8"/><circle cx="14" cy="-16" r="8"/>{body}</g>'
        for seat, (colour, body) in enumerate(zip(SEATS, _BODIES, strict=True), 1)
    ]
    return "".join([f'<g id="{ident}-form-{kind}">{form}</g>' for kind, form in forms.items()] + heads)


def _stock(s: State, ident: str) -> str:
    """Everything that is shown more than once."""
    tokens = tuple(token_name(s, colour) for colour in range(s.token_colour_count))
    words = tuple(token_word(s, colour) for colour in range(s.token_colour_count))
    suits = tuple(read(s.suit_names[suit]) for suit in range(s.suit_count))
    suit_words = tuple(suit_word(s, suit) for suit in range(s.suit_count))
    points = s.suit_points[: s.suit_count]
    best = tuple(bool(value == points.max() > points.min()) for value in points)
    return _pieces(ident, tokens, words, suits, suit_words, best)


@lru_cache(64)
def _pieces(
    ident: str,
    tokens: tuple[str, ...],
    words: tuple[str, ...],
    suits: tuple[str, ...],
    suit_words: tuple[str, ...],
    best: tuple[bool, ...],
) -> str:
    parts = [_forms(ident)]
    parts += [_token_forms(ident, colour, *token) for colour, token in enumerate(zip(tokens, words, strict=True))]
    parts += [_suit_form(ident, suit, *form) for suit, form in enumerate(zip(suits, suit_words, best, strict=True))]
    return f"<defs>{''.join(parts)}</defs>"


def _token_forms(ident: str, colour: int, name: str, word: str) -> str:
    """A token from the side, its sign on the left and its letter on the right; the top of one; and one from above."""
    fill, ink = _NAMED_TOKENS.get(name, _OTHER_TOKENS[colour])
    sign, letter = _SIGNS[colour], escape(word[:1].upper())
    edge = f'fill="{fill}" stroke="#2f2013" stroke-width="1.6"'
    bold = 'font-weight="700" text-anchor="middle"'
    left = -SLAB_WIDTH / 2
    return (
        f'<g id="{ident}-slab-{colour}"><rect {edge} rx="5" x="{left:g}" width="{SLAB_WIDTH}" height="{SLAB_HEIGHT}"/>'
        f'<g fill="{ink}"><g transform="translate(-15 6.5)">{sign}</g>'
        f'<text font-size="12" {bold} x="15" y="11">{letter}</text></g></g>'
        f'<g id="{ident}-top-{colour}"><ellipse {edge} rx="{-left:g}" ry="9"/>'
        f'<g fill="{ink}" transform="scale(1.5 1)">{sign}</g></g>'
        f'<g id="{ident}-chip-{colour}"><circle {edge} r="19"/><g fill="{ink}">'
        f'<g transform="translate(0 -7) scale(1.15)">{sign}</g>'
        f'<text font-size="14" {bold} y="13">{letter}</text></g></g>'
    )


def _suit_form(ident: str, suit: int, name: str, word: str, best: bool) -> str:
    """A card without its rank; the suit that counts most has a frame of its own."""
    ink = _ink(best)
    icon = _SUITS.get(name) or (
        f'<circle r="11"/><text fill="{_EYES}" font-size="15" font-weight="700" text-anchor="middle" y="5">'
        f"{escape(word[:1].upper())}</text>"
    )
    return (
        f'<g id="{ident}-suit-{suit}"><rect fill="#fbf5e8" stroke="{ink}" stroke-width="{3.2 if best else 1.6}" rx="8"'
        f' x="{-CARD_WIDTH / 2:g}" y="{-CARD_HEIGHT / 2:g}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}"/>'
        f'<g fill="{ink}" color="{ink}"><g transform="translate(0 12) scale(1.65)">{icon}</g>'
        f'<text font-size="15" text-anchor="middle" y="48">{escape(word)}</text></g></g>'
    )


def _ink(best: bool) -> str:
    return "#8c1c13" if best else "#2b2b33"


def _pile(s: State, pile: int, layout: Layout, ident: str) -> str:
    """A pile seen from the side, its top token a little from above."""
    field = int(s.pile_fields[pile])
    tokens = [int(token) - 1 for token in s.piles[pile, : s.heights[pile]]]
    name = field_name(s, field)
    words = ", ".join(token_word(s, colour) for colour in reversed(tokens)) or _("no token")
    label = escape(_("Pile on {field}, from the top: {tokens}", field=name, tokens=words))
    parts = [
        f'<g id="{ident}-pile-{name}" class="cat-pile" data-field="{field}" data-height="{len(tokens)}"',
        f' transform="translate({_at(layout.points[field - 1])})" role="img" aria-label="{label}">',
    ]
    base = 44 - 2 * max(len(tokens) - 6, 0)
    for height, colour in enumerate(tokens, 1):
        parts.append(f'<use href="#{ident}-slab-{colour}" y="{base - SLAB_HEIGHT * height}"/>')
    if tokens:
        parts.append(f'<use href="#{ident}-top-{tokens[-1]}" y="{base - SLAB_HEIGHT * len(tokens)}"/>')
    parts.append("</g>")
    return "".join(parts)


def _chips(counts: Sequence[int], y: int, width: int, ident: str) -> str:
    """Tokens from above in a row so wide at most, and how many there are of each colour."""
    step = min(CHIP_STEP, width / len(counts))
    scale = step / CHIP_STEP
    return "".join(
        f'<g transform="translate({20 + 20 * scale + step * colour:.1f} {y}) scale({scale:.3g})">'
        f'<use href="#{ident}-chip-{colour}"/><text class="cat-say" font-size="24" x="26" y="8">× {count}</text></g>'
        for colour, count in enumerate(counts)
    )


def _card(s: State, card: int, ident: str) -> str:
    """A card's face, its middle being 0, 0."""
    rank, suit = read(s.rank_names[card // MOST_SUITS]), card % MOST_SUITS
    points = s.suit_points[: s.suit_count]
    ink = _ink(bool(points[suit] == points.max() > points.min()))
    return (
        f'<use href="#{ident}-suit-{suit}"/>'
        f'<text fill="{ink}" font-size="32" font-weight="700" x="-32" y="-20">{rank}</text>'
    )


def _open_card(s: State, spot: int, layout: Layout, ident: str) -> str:
    field, card = int(s.card_fields[spot]), int(s.open_cards[spot]) - 1
    name = field_name(s, field)
    label = (
        _("{card} on {field}", card=card_words(s, card), field=name)
        if card >= 0
        else _("no card on {field}", field=name)
    )
    return (
        f'<g id="{ident}-card-{name}" class="cat-open" data-field="{field}"'
        f' transform="translate({_at(layout.points[field - 1])})" role="img" aria-label="{escape(label)}">'
        f"{_card(s, card, ident) if card >= 0 else ''}</g>"
    )


def _die(roll: int, ident: str) -> str:
    """The die in the middle; a blank one when it is still to be rolled."""
    label = escape(_("The die shows {roll}", roll=roll) if roll else _("The die is still to be rolled"))
    if roll in _PIPS:
        face = "".join(f'<circle r="6.5" cx="{17 * x}" cy="{17 * y}"/>' for x, y in _PIPS[roll])
    else:
        face = f'<text font-size="42" font-weight="700" text-anchor="middle" y="15">{roll or ""}</text>'
    return (
        f'<g id="{ident}-die" class="die cat-die" data-roll="{roll}" role="img" aria-label="{label}">'
        '<rect fill="#fbf5e8" stroke="#2f2013" stroke-width="3" x="-33" y="-33" width="66" height="66" rx="12"/>'
        f'<g fill="#2f2013">{face}</g></g>'
    )


def last_field(s: State, moves: Sequence[int]) -> int:
    """The field where the rat that was moved last has come to, 0 if none has lately."""
    for move in reversed(moves[-SHORTEST_LOOK_BACK:]):
        if FIRST_MOVE <= move <= LAST_MOVE:
            return moved(move)[1]
        for first in (FIRST_HOP, FIRST_HOME, FIRST_PLACE):
            if 0 < move - first <= s.field_count:
                return move - first
    return 0


def _last(s: State, moves: Sequence[int], layout: Layout, ident: str) -> str:
    """A dashed ring round the field where a rat has come to last."""
    field = last_field(s, moves)
    rings = ""
    if field:
        x, y = layout.points[field - 1]
        size = SIZES.get(int(s.colour[field]), PLAIN_SIZE) + 7
        ring = f'cx="{x:g}" cy="{y:g}" r="{size:g}"'
        rings = (
            f'<circle class="halo" stroke="#fff8e4" stroke-width="6" {ring}/>'
            f'<circle class="mark" stroke="#1b4fa3" stroke-width="4" stroke-dasharray="8 5.33" {ring}/>'
        )
    return f'<g id="{ident}-last" class="cat-last" fill="none" aria-hidden="true">{rings}</g>'


def _way(s: State, moves: Sequence[int], layout: Layout, ident: str) -> str:
    """A dotted line where the rat went that was moved last, along the streets and underground."""
    _names, colours, links, tunnels = board_key(s)
    trail = last_trail(s, moves, *_graph(colours, links, tunnels))
    if trail is None:
        return f'<g id="{ident}-way"/>'
    points = layout.points
    d = f"M{_at(points[trail.fields[0] - 1])}"
    for one, other in pairwise(trail.fields):
        if other - 1 in links[one - 1]:
            d += f"L{_at(points[other - 1])}"
        else:
            d += _passage(points[one - 1], points[other - 1], layout)
    line = f'stroke-linecap="round" stroke-linejoin="round" d="{d}"'
    return (
        f'<g id="{ident}-way" fill="none" aria-hidden="true">'
        f'<path class="halo" stroke="#fff8e4" stroke-width="9" {line}/>'
        f'<path class="way" stroke="#1b4fa3" stroke-width="5" stroke-dasharray="1 10"'
        f' data-way-of="rat-{trail.seat}-{trail.rat}" {line}/></g>'
    )


@lru_cache(64)
def _graph(
    colours: tuple[int, ...], links: tuple[tuple[int, ...], ...], tunnels: tuple[tuple[int, ...], ...]
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Where steps lead and the fields' colours, numbered from 1 as in moves."""
    ahead = tuple(tuple(k + 1 for k in (*linked, *joined)) for linked, joined in zip(links, tunnels, strict=True))
    return ((), *ahead), (0, *colours)


def _rats(s: State, names: Sequence[str], layout: Layout, ident: str) -> list[str]:
    """Every rat; those on one token field stand round it, those not placed yet with their owner."""
    together: dict[int, int] = {}
    drawn = []
    for seat in range(1, s.players + 1):
        for rat in range(1, s.rat_count + 1):
            field = int(s.rats[seat - 1, rat - 1])
            x, y = layout.points[field - 1]
            if not field:
                x, y = PANEL_LEFT + 30 + 56 * rat, _seat_top(seat) + 100
                on = ""
                label = _("{player}: rat {rat}, not placed yet", player=names[seat - 1], rat=rat)
            else:
                on = f' data-on="field-{field_name(s, field)}"'
                if s.colour[field] == TOKEN:
                    round_, place = divmod(together.get(field, 0), RAT_SLOTS - 1)
                    together[field] = together.get(field, 0) + 1
                    way = _free_ways(layout, board_key(s)[2][field - 1], field)[place + 1]
                    orbit = RAT_ORBIT + RAT_ROUND * round_
                    x, y = x + orbit * cos(way), y + orbit * sin(way)
                elif s.colour[field] == CARD:
                    x, y = x + CARD_WIDTH / 2, y - CARD_HEIGHT / 2
                label = _("{player}: rat {rat} on {field}", player=names[seat - 1], rat=rat, field=field_name(s, field))
            drawn.append(
                f'<g id="{ident}-rat-{seat}-{rat}" class="cat-rat seat-{seat}" data-seat="{seat}" data-rat="{rat}"'
                f' data-field="{field}"{on} transform="translate({x:.1f} {y:.1f})" role="img"'
                f' aria-label="{escape(label)}">{_rat(seat, str(rat), ident)}</g>'
            )
    return drawn


@lru_cache(1024)
def _free_ways(layout: Layout, linked: tuple[int, ...], field: int) -> list[float]:
    """The directions round a token field, evenly spread, those farthest from its links first."""
    x, y = layout.points[field - 1]
    ways = [atan2(layout.points[k][1] - y, layout.points[k][0] - x) for k in linked] or [0.0]
    tried = [2 * pi * k / 24 for k in range(24)]
    first = max(tried, key=lambda way: (round(min(_between(way, link) for link in ways), 3), -way))
    left = [first + 2 * pi * k / RAT_SLOTS for k in range(RAT_SLOTS)]
    return sorted(left, key=lambda way: (way != first, -round(min(_between(way, link) for link in ways), 3), way))


def _name_place(layout: Layout, linked: tuple[int, ...], field: int) -> Point:
    """Where a token field's name stands, from its middle: in the freest direction; rats come after it."""
    way = _free_ways(layout, linked, field)[0]
    return (SIZES[TOKEN] + 16) * cos(way), (SIZES[TOKEN] + 14) * sin(way)


def _between(one: float, other: float) -> float:
    """The angle between two directions."""
    turn = abs(one - other) % (2 * pi)
    return min(turn, 2 * pi - turn)


def _rat(seat: int, number: str, ident: str) -> str:
    """A rat's head in the form of its seat, with its number; without a number, the seat's own sign."""
    return (
        f'<use href="#{ident}-head-{seat}"/>'
        f'<text fill="{BRIGHT}" font-size="22" font-weight="700" y="{_NUMBER_DROPS[seat - 1]}">{number}</text>'
    )


def _info(s: State, names: Sequence[str], ident: str) -> str:
    """Whose turn it is and what is due, the round, the bank and the deck."""
    left, top = PANEL_LEFT, -EDGE + 14
    bank = [int(n) for n in s.bank[: s.token_colour_count]]
    parts = [
        f'<g id="{ident}-info" class="panel" transform="translate({left} {top})">',
        '<rect class="cat-panel" fill="#fbf5e8" stroke="#c9b48d" stroke-width="2" rx="12"',
        f' width="{PANEL_WIDTH}" height="{INFO_HEIGHT}"/>',
        '<text class="cat-say" font-size="28" font-weight="700" x="20" y="40">',
        f"{escape(_shortened(turn_words(s, names), LONGEST_TURN))}</text>",
        f'<text class="cat-note" font-size="23" x="20" y="72">{escape(due_words(s))}</text>',
        f'<text class="cat-note" font-size="23" x="20" y="102">{escape(round_words(s))}</text>',
        f'<g id="{ident}-bank" role="img" aria-label="{escape(_bank_label(s))}">',
        f'<text class="cat-say" font-size="23" x="20" y="136">{escape(_("Bank"))}</text>',
        _chips(bank, 174, 330, ident),
        f'</g><g id="{ident}-deck" role="img" aria-label="{escape(_deck_label(s))}">',
        '<rect fill="#2b2b33" stroke="#fbf5e8" stroke-width="2" x="372" y="132" width="46" height="64" rx="6"/>',
        f'<g fill="#fbf5e8" transform="translate(395 164)">{_CAT}</g>',
        f'<text class="cat-say" font-size="24" x="426" y="172">{s.deck}</text></g></g>',
    ]
    return "".join(parts)


def _seat_top(seat: int) -> int:
    return -EDGE + 14 + INFO_HEIGHT + 10 + (SEAT_HEIGHT + 6) * (seat - 1)


def _seat(s: State, seat: int, name: str, ident: str) -> str:
    """What a seat has: its form, name, points, tokens and cards."""
    acting = s.to_act != OVER and s.turn == seat
    cards = cards_of(s, seat)
    counts = [int(n) for n in s.tokens[seat - 1, : s.token_colour_count]]
    unplaced = any(not s.rats[seat - 1, rat] for rat in range(s.rat_count))
    frame = 'stroke="#2f2013" stroke-width="5"' if acting else 'stroke="#c9b48d" stroke-width="2"'
    parts = [
        f'<g id="{ident}-seat-{seat}" class="panel cat-seat seat-{seat}{" acting" if acting else ""}"',
        f' transform="translate({PANEL_LEFT} {_seat_top(seat)})" role="img"',
        f' aria-label="{escape(_seat_label(s, seat, name))}">',
        f'<rect class="cat-panel" fill="#fbf5e8" {frame} rx="12" width="{PANEL_WIDTH}" height="{SEAT_HEIGHT - 6}"/>',
        f'<g transform="translate(42 46)">{_rat(seat, "", ident)}</g>',
        '<text class="cat-say cat-player" font-size="28" font-weight="700" x="84" y="52">',
        f"{escape(_shortened(name, LONGEST_NAME))}</text>",
        '<text class="cat-say cat-score" font-size="46" font-weight="700" text-anchor="end"',
        f' x="{PANEL_WIDTH - 20}" y="60">',
        f"{int(s.scores[seat - 1])}</text>",
    ]
    if acting:
        parts.append('<path class="cat-pointer" fill="#2f2013" d="M2 34l14 12l-14 12Z"/>')
    if not unplaced:
        parts.append(_chips(counts, 106, PANEL_WIDTH - 40, ident))
    if cards:
        width = CARD_WIDTH * SMALL_CARD
        step_right = min(width + 8, (PANEL_WIDTH - 40 - width) / max(len(cards) - 1, 1))
        parts += [
            f'<g transform="translate({20 + width / 2 + step_right * k:.1f} 192) scale({SMALL_CARD})">'
            f"{_card(s, card, ident)}</g>"
            for k, card in enumerate(cards)
        ]
    needed = int(s.cards_to_end)
    taken = ngettext("{n} card of {needed}", "{n} cards of {needed}", len(cards), n=len(cards), needed=needed)
    parts.append(f'<text class="cat-note" font-size="20" x="20" y="264">{escape(taken)}</text></g>')
    return "".join(parts)


def cards_of(s: State, seat: int) -> list[int]:
    """The cards that a seat has taken, by rank."""
    cards: list[int] = np.flatnonzero(s.cards == seat).tolist()
    return cards


def _title(names: Sequence[str]) -> str:
    return _("Macskafogó, played by {players}", players=", ".join(names))


def turn_words(s: State, names: Sequence[str]) -> str:
    """Whose turn it is, or that the game is over."""
    if s.to_act == OVER:
        return _("The game is over.")
    return _("It is {player}'s turn.", player=names[s.turn - 1])


def due_words(s: State) -> str:
    """What is to be done now; empty when the game is over."""
    if s.phase == PAY:
        n = int(s.paying)
        return ngettext("{n} token is still to be paid.", "{n} tokens are still to be paid.", n, n=n)
    return {
        PLACE: _("A rat is to be placed."),
        ROLL: _("The die is to be rolled."),
        MOVE: _("A rat is to move {roll}.", roll=int(s.roll)),
        HOP: _("The rat may hop or stay."),
        HOME: _("The rat is to go home."),
        0: "",
    }.get(int(s.phase), _("Chance draws."))


def round_words(s: State) -> str:
    """How far the game has come; empty when it is over."""
    if s.to_act == OVER:
        return ""
    if s.ender:
        return _("These are the last turns.")
    last = int(s.last_turn) // int(s.players)
    return _("This is round {n} of {last}.", n=min(int(s.turns) // int(s.players) + 1, last), last=last)


def _tokens_label(s: State, counts: Sequence[int]) -> str:
    return ", ".join(f"{count} {token_word(s, colour)}" for colour, count in enumerate(counts) if count) or _(
        "no token"
    )


def _bank_label(s: State) -> str:
    return _("Bank: {tokens}", tokens=_tokens_label(s, [int(n) for n in s.bank[: s.token_colour_count]]))


def _deck_label(s: State) -> str:
    return ngettext("Deck: {n} card", "Deck: {n} cards", s.deck, n=s.deck)


def _seat_label(s: State, seat: int, name: str) -> str:
    cards = ", ".join(card_words(s, card) for card in cards_of(s, seat)) or _("no card")
    points = int(s.scores[seat - 1])
    return ngettext(
        "{player}: {n} point; tokens: {tokens}; cards: {cards}",
        "{player}: {n} points; tokens: {tokens}; cards: {cards}",
        points,
        player=name,
        n=points,
        tokens=_tokens_label(s, [int(n) for n in s.tokens[seat - 1, : s.token_colour_count]]),
        cards=cards,
    )


def _description(s: State, names: Sequence[str]) -> str:
    """What the picture shows beside the fields, in sentences."""
    sentences = [turn_words(s, names), due_words(s), round_words(s)]
    sentences += [_seat_label(s, seat, names[seat - 1]) + "." for seat in range(1, s.players + 1)]
    sentences += [_bank_label(s) + ".", _deck_label(s) + "."]
    return " ".join(filter(None, sentences))


def harmless(name: str) -> str:
    """A name without what XML cannot hold."""
    return "".join(letter if letter.isprintable() else " " for letter in name)


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
