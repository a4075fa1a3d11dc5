"""The picture of a Kloakråttan position in letters: pipes as lines, the rat in brackets.

A T-pipe is all double lines; a branch's arm and a Y-pipe's arms are single lines, its stem is double. A well is a
circle, an arrow stands before a card's line in a hand.
"""

from collections.abc import Iterator, Sequence

from ratskeller.games.declare import Span, TextLine
from ratskeller.games.kernel import OVER, State
from ratskeller.games.sewer_rat.notation import kind_name
from ratskeller.games.sewer_rat.rules import FREE, LAYING, SIDES, STEP, WIDTH
from ratskeller.games.sewer_rat.story import SIDE_NAMES, card_name
from ratskeller.words import _, ngettext

PIPES = {
    "ns": "║",
    "ew": "═",
    "es": "╔",
    "sw": "╗",
    "ne": "╚",
    "nw": "╝",
    "nes": "╠",
    "nsw": "╣",
    "esw": "╦",
    "new": "╩",
    "nesw": "╬",
}
"""A card on which the rat may run from any opening to any other, by its openings; the crossing, too."""
STEMS = {"n": "╨", "e": "╞", "s": "╥", "w": "╡"}
"""A Y-pipe, by its stem."""
ARMS = {"n": "╧", "e": "╟", "s": "╤", "w": "╢"}
"""A branch, by its arm."""
WELL = "◎"
START = "╋"
OTHER = "▒"
"""A card of other components that is none of these."""


def write(s: State, *, names: Sequence[str], moves: Sequence[int], width: int) -> list[TextLine]:
    """Who sits where, the grid, stack and discards, and the hands that this position holds."""
    grid = int(s.grid)
    return [
        *_seats(s, names),
        (),
        *((Span(f"{row:>2} ", "faint"), *_row(s, row)) for row in range(grid, 0, -1)),
        (Span("   " + "".join(f" {chr(ord('a') + column)} " for column in range(grid)), "faint"),),
        (),
        (Span(_piles(s)),),
        *_hands(s, names),
    ]


def glyph(s: State, kind: int, turn: int) -> str:
    """One character for a card, by its openings and tracks."""
    openings = "".join(side for k, side in enumerate(SIDES) if s.openings[kind, turn] >> k & 1)
    ways = {
        side: "".join(way for n, way in enumerate(SIDES) if s.exits[kind, turn, k] >> n & 1)
        for k, side in enumerate(SIDES)
    }
    if kind == 0:
        return START
    if s.wells >> kind & 1:
        return WELL
    if len(openings) == 3:
        ends = [side for side in openings if len(ways[side]) == 1]
        if len(ends) == 2:
            stem = next(side for side in openings if side not in ends)
            across = SIDES[(SIDES.index(stem) + 2) % 4]
            if across not in openings:
                return STEMS[stem]
            return ARMS[next(side for side in ends if side != across)]
    return PIPES.get(openings, OTHER)


def _seats(s: State, names: Sequence[str]) -> Iterator[TextLine]:
    for seat in range(1, int(s.players) + 1):
        side = s.side_seats.tolist().index(seat)
        cards = int(s.hand_sizes[seat - 1])
        acting = s.to_act != OVER and s.turn == seat
        text = ngettext(
            "{player} ({side} side): {n} card",
            "{player} ({side} side): {n} cards",
            cards,
            n=cards,
            player=names[seat - 1],
            side=_(SIDE_NAMES[side]),
        )
        yield (Span("▸ " if acting else "  "), Span(text, f"seat-{seat} strong" if acting else f"seat-{seat}"))


def _row(s: State, row: int) -> Iterator[Span]:
    ways_on = set()
    if s.phase == LAYING:
        card = int(s.board[s.rat]) - 1
        ways_on = {int(s.rat + STEP[side]) for side in range(4) if s.openings[card // 4, card % 4] >> side & 1}
    for column in range(1, int(s.grid) + 1):
        cell = row * WIDTH + column
        if s.board[cell] == FREE:
            yield Span(" + ", "strong") if cell in ways_on else Span(" · ", "faint")
            continue
        kind, turn = divmod(int(s.board[cell]) - 1, 4)
        shown = glyph(s, kind, turn)
        openings = int(s.openings[kind, turn])
        if cell == s.rat:
            yield Span(f"({shown})", "marked")
        else:
            yield Span(f"{'═' if openings & 8 else ' '}{shown}{'═' if openings & 2 else ' '}")


def _piles(s: State) -> str:
    stack = int(s.stack_size)
    sentences = [ngettext("{n} card is left in the stack.", "{n} cards are left in the stack.", stack, n=stack)]
    discards = ", ".join(
        _("{n} × {card}", n=int(s.discards[kind]), card=card_name(s, kind))
        for kind in range(1, int(s.kinds) + 1)
        if s.discards[kind]
    )
    if discards:
        sentences.append(_("Discarded: {cards}.", cards=discards))
    return " ".join(sentences)


def _hands(s: State, names: Sequence[str]) -> Iterator[TextLine]:
    """The hands that are known, each card with its name in the moves."""
    for seat in range(1, int(s.players) + 1):
        cards = [kind for kind in range(1, int(s.kinds) + 1) for _copy in range(s.hands[seat - 1, kind])]
        if cards:
            yield (Span(_("{player}'s hand", player=names[seat - 1]) + ":", f"seat-{seat}"),)
        for kind in cards:
            arrow = "↓" if s.entries[kind, 0] != s.openings[kind, 0] else " "
            yield (Span(f"  {arrow}{glyph(s, kind, 0)}  "), Span(kind_name(s, kind)))
