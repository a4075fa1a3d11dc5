"""The picture of a Survival position in letters: predators are capitals, prey small letters with their number."""

from collections.abc import Sequence

from ratskeller.games.declare import Span, TextLine
from ratskeller.games.kernel import State
from ratskeller.games.survival.notation import LETTERS, hex_at, obstacle_text, placed
from ratskeller.games.survival.rules import FIRST_OBSTACLE, FIRST_PLACE, FREE, MOVABLE, PREDATOR, PREY, PRINTED, SEAT
from ratskeller.games.survival.trail import last_ways
from ratskeller.words import _, ngettext

CELL = 4
"""Characters of a hex; every other row begins half of it farther right."""
LABEL = 4
SEATS = "ABCD"


def write(s: State, *, names: Sequence[str], moves: Sequence[int], width: int) -> list[TextLine]:
    """Points, dice, board, legend; the standard board is 64 characters wide."""
    rows, columns = int(s.rows), s.columns.tolist()
    marked = _marked(s, moves)
    lines = [*_players(s, names), _dice(s), (), _letters(columns[0], 0)]
    for row in range(rows):
        label = f"{row + 1:>{LABEL - 1}} " + " " * (CELL // 2 * (row % 2))
        spots = (_hex(s, hex_at(column, row), marked) for column in range(columns[row % 2]))
        lines.append((Span(label, "faint"), *spots))
    return [*lines, _letters(columns[1], CELL // 2), (), *_legend(s)]


def _marked(s: State, moves: Sequence[int]) -> set[int]:
    """The hexes of the last moves: a prey or an obstacle placed, else ways."""
    if moves and FIRST_PLACE <= moves[-1] < FIRST_OBSTACLE:
        return {moves[-1] - FIRST_PLACE}
    if moves and moves[-1] >= FIRST_OBSTACLE:
        what = MOVABLE + placed(moves[-1])[0]
        return {at for at, lying in enumerate(s.board.tolist()) if lying == what}
    return {at for way in last_ways(s, moves)[1].values() for at in way}


def _letters(columns: int, indent: int) -> TextLine:
    return (Span(" " * (LABEL + indent) + "".join(f"{LETTERS[k]:<{CELL}}" for k in range(columns)).rstrip(), "faint"),)


def _players(s: State, names: Sequence[str]) -> list[TextLine]:
    lines: list[TextLine] = []
    for seat, name in enumerate(names, 1):
        points, alive = int(s.scores[seat - 1]), int(s.alive[seat - 1])
        counts = ", ".join(
            (
                ngettext("{n} point", "{n} points", points, n=points),
                _("out") if s.out[seat - 1] else ngettext("{n} prey", "{n} prey", alive, n=alive),
            )
        )
        lines.append((Span(f"{SEATS[seat - 1]} {name}", f"seat-{seat} strong"), Span(f"  {counts}")))
    return lines


def _dice(s: State) -> TextLine:
    first, second = s.dice.tolist()
    if not first:
        return ()
    if not s.assigned:
        return (Span(_("Dice: {first} and {second}", first=first, second=second)),)
    left = [int(s.left[group]) if s.stepping == group + 1 else int(s.waiting[group]) for group in (PREDATOR, PREY)]
    return (
        Span(
            _(
                "Dice: predator {predator} ({predator_left} left), prey {prey} ({prey_left} left)",
                predator=first,
                predator_left=left[PREDATOR],
                prey=second,
                prey_left=left[PREY],
            )
        ),
    )


def _hex(s: State, at: int, marked: set[int]) -> Span:
    text, style = _sign(s, int(s.board[at]))
    return Span(f"{text:<{CELL}}", f"{style} marked" if at in marked else style)


def _sign(s: State, what: int) -> tuple[str, str]:
    """What shows on a hex, and its style."""
    if what == FREE:
        return "·", "faint"
    if what == PRINTED:
        return "##", ""
    if what >= MOVABLE:
        return obstacle_text(s, what - MOVABLE)[:2], ""
    seat, number = divmod(what, SEAT)
    sign = SEATS[seat - 1]
    return (f"{sign.lower()}{number}" if number else sign), f"seat-{seat} strong"


def _legend(s: State) -> list[TextLine]:
    lying = [obstacle_text(s, k) for k in range(int(s.obstacle_count)) if s.obstacles[k]]
    beside = [obstacle_text(s, k) for k in range(int(s.obstacle_count)) if not s.obstacles[k]]
    lines: list[TextLine] = [
        (Span(_("A: a predator.  a1: its seat's prey 1.  ##: a printed obstacle."), "faint"),),
    ]
    if lying:
        shown = ", ".join(f"{word[:2]}: {word}" for word in lying)
        lines.append((Span(_("Obstacles on the board: {obstacles}", obstacles=shown), "faint"),))
    if beside:
        lines.append((Span(_("Obstacles beside the board: {obstacles}", obstacles=", ".join(beside)), "faint"),))
    return lines
