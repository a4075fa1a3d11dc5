"""The picture of a Macskafogó position in letters: the fields where the drawn picture has them, and what lies where.

A rat-hole is ``(r1)``, a token field ``[t1]``, a card field ``{c1}``, other fields stand by their names alone. A rat is
the letter of its seat and its number, ``A2``, and stands in place of its field's name; which field that is, its seat's
line tells.
"""

import textwrap
from collections.abc import Iterator, Sequence

from ratskeller.games.cat_city.layout import RADIUS, lay_out
from ratskeller.games.cat_city.notation import card_name, field_name
from ratskeller.games.cat_city.picture import (
    board_key,
    cards_of,
    due_words,
    harmless,
    last_field,
    round_words,
    turn_words,
)
from ratskeller.games.cat_city.rules import CARD, RED, TOKEN
from ratskeller.games.cat_city.story import token_word
from ratskeller.games.declare import Span, TextLine
from ratskeller.games.kernel import OVER, State
from ratskeller.words import _, ngettext

SEATS = "ABCD"
MOST_COLUMNS = 88
FRAMES = {RED: ("(", ")"), TOKEN: ("[", "]"), CARD: ("{", "}")}
STREET = "·"


def write(s: State, *, names: Sequence[str], moves: Sequence[int], width: int) -> list[TextLine]:
    """The board, its piles and cards, and what each seat has, in lines of at most ``width`` characters."""
    lines: list[TextLine] = [*_map(s, moves, min(width, MOST_COLUMNS)), ()]
    for text, style in _facts(s, [harmless(name) for name in names]):
        lines += [(Span(line, style),) for line in textwrap.wrap(text, width, subsequent_indent="    ")]
    return lines


def _map(s: State, moves: Sequence[int], width: int) -> list[TextLine]:
    """The fields at their places, a character being twice as high as wide; streets are dotted."""
    _names, colours, links, tunnels = board_key(s)
    points = lay_out(colours, links, tunnels).points
    across, down = (width - 6) / 2, (width - 6) / 4
    spots = [(round(down + y / RADIUS * down), round(3 + across + x / RADIUS * across)) for x, y in points]
    cells: dict[tuple[int, int], Span] = {}
    for k, (row, column) in enumerate(spots):
        label = _label(s, k + 1, last_field(s, moves))
        _put(cells, row, column - len(label.text) // 2, label, width)
    for k, linked in enumerate(links):
        for other in linked:
            if other > k:
                _dot(cells, spots[k], spots[other])
    rows = range(min(row for row, _column in cells), max(row for row, _column in cells) + 1)
    return [tuple(_row(cells, row)) for row in rows]


def _label(s: State, field: int, last: int) -> Span:
    """A field's name in its frame, or the rat that stands on it."""
    name, colour = field_name(s, field), int(s.colour[field])
    marked = " marked" if field == last else ""
    if colour != TOKEN:
        for seat in range(1, s.players + 1):
            for rat in range(1, s.rat_count + 1):
                if s.rats[seat - 1, rat - 1] == field:
                    return Span(f"{SEATS[seat - 1]}{rat}", f"seat-{seat} strong{marked}")
    left, right = FRAMES.get(colour, ("", ""))
    return Span(f"{left}{name}{right}", marked.strip())


def _put(cells: dict[tuple[int, int], Span], row: int, column: int, label: Span, width: int) -> None:
    """Write a label here or, if another is in the way, as near as can be; every letter is a cell of its own."""
    length = len(label.text)
    tries = ((row + down, column + right) for away in range(width) for down, right in _around(away))
    row, column = next(
        (r, c)
        for r, c in tries
        if 0 <= c <= width - length and not any((r, c + k) in cells for k in range(-1, length + 1))
    )
    for k, letter in enumerate(label.text):
        cells[row, column + k] = Span(letter, label.style)


def _around(away: int) -> Iterator[tuple[int, int]]:
    """Rows and columns from here, so far away that ``away`` counts twice as much down as across."""
    for down in range(-(away // 2), away // 2 + 1):
        right = away - 2 * abs(down)
        yield down, right
        if right:
            yield down, -right


def _dot(cells: dict[tuple[int, int], Span], start: tuple[int, int], end: tuple[int, int]) -> None:
    """Dots between two places, where nothing else is."""
    steps = max(2 * abs(end[0] - start[0]), abs(end[1] - start[1])) // 2
    for k in range(1, steps):
        row = round(start[0] + (end[0] - start[0]) * k / steps)
        column = round(start[1] + (end[1] - start[1]) * k / steps)
        cells.setdefault((row, column), Span(STREET, "faint"))


def _row(cells: dict[tuple[int, int], Span], row: int) -> Iterator[Span]:
    """The spans of a row; letters of one style are one span."""
    text, style = "", ""
    for column in range(max((column for r, column in cells if r == row), default=-1) + 1):
        cell = cells.get((row, column), Span(" "))
        if cell.style != style and text:
            yield Span(text, style)
            text = ""
        text, style = text + cell.text, cell.style
    if text:
        yield Span(text, style)


def _facts(s: State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What the map does not tell, each with its style."""
    yield " ".join(filter(None, [turn_words(s, names), due_words(s), round_words(s)])), "strong"
    for pile in range(s.pile_count):
        field = int(s.pile_fields[pile])
        tokens = ", ".join(token_word(s, int(token) - 1) for token in reversed(s.piles[pile, : s.heights[pile]]))
        rats = " ".join(_rats_on(s, field))
        yield f"[{field_name(s, field)}] {tokens or '–'}{'  ' + rats if rats else ''}", ""
    cards = [
        f"{{{field_name(s, int(field))}}} {card_name(s, int(card) - 1) if card else '–'}"
        for field, card in zip(s.card_fields[: s.card_field_count], s.open_cards, strict=False)
    ]
    yield "  ".join(cards), ""
    yield _("Bank: {tokens}", tokens=_tokens(s, s.bank)), ""
    for seat in range(1, s.players + 1):
        acting = s.to_act != OVER and s.turn == seat
        yield _seat(s, seat, names[seat - 1]), f"seat-{seat} strong" if acting else f"seat-{seat}"


def _rats_on(s: State, field: int) -> Iterator[str]:
    for seat in range(1, s.players + 1):
        for rat in range(1, s.rat_count + 1):
            if s.rats[seat - 1, rat - 1] == field:
                yield f"{SEATS[seat - 1]}{rat}"


def _tokens(s: State, counts: Sequence[int]) -> str:
    words = [f"{count} {token_word(s, colour)}" for colour, count in enumerate(counts) if count]
    return ", ".join(words) or "–"


def _seat(s: State, seat: int, name: str) -> str:
    """A seat's letter, name, points, rats, tokens and cards."""
    points = int(s.scores[seat - 1])
    rats = [
        f"{rat} {field_name(s, int(field))}" for rat, field in enumerate(s.rats[seat - 1, : s.rat_count], 1) if field
    ]
    cards = [card_name(s, card) for card in cards_of(s, seat)]
    facts = ngettext(
        "{player}: {n} point; rats: {rats}; tokens: {tokens}; cards: {cards}",
        "{player}: {n} points; rats: {rats}; tokens: {tokens}; cards: {cards}",
        points,
        n=points,
        player=name,
        rats=", ".join(rats) or "–",
        tokens=_tokens(s, s.tokens[seat - 1]),
        cards=", ".join(cards) or "–",
    )
    return f"{SEATS[seat - 1]}  {facts}"
