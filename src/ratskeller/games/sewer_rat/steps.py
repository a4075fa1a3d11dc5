"""What is pointed at on the page to make a move in Kloakråttan: card, cell and turn; a cell to run to; a side."""

from ratskeller.games.declare import Step
from ratskeller.games.kernel import State
from ratskeller.games.sewer_rat.notation import cell_name, lay_parts
from ratskeller.games.sewer_rat.picture import HALF, place
from ratskeller.games.sewer_rat.rules import EXIT, LAY, PASS, RUN, SIDES, STEP, SWAP
from ratskeller.games.sewer_rat.story import SIDE_NAMES, card_name
from ratskeller.words import _, ngettext


def steps(s: State, move: int) -> list[Step]:
    """The steps of a seat's legal move."""
    if move == PASS:
        return [Step("pass", _("Pass"), _("You can neither lay nor swap a card."), button=True)]
    if move < PASS:
        return [_swap(s, move - SWAP)]
    if move < RUN:
        return [_exit(move - EXIT)]
    if move < LAY:
        return [_run(s, move - RUN)]
    return _lay(s, *lay_parts(move))


def _in_hand(s: State, kind: int) -> str:
    """The first card of a kind in the picture of the hand."""
    before = int(s.hands[s.turn - 1, 1:kind].sum())
    return f"hand-{s.turn}-{before + 1}"


def _swap(s: State, kind: int) -> Step:
    card = _in_hand(s, kind)
    label = _("swap {card}", card=card_name(s, kind))
    return Step(card, label, _("You can lay nothing: choose a card to swap."), shape=card)


def _exit(side: int) -> Step:
    label = _("out at the {side} side", side=_(SIDE_NAMES[side]))
    return Step(f"side-{SIDES[side]}", label, _("Choose the side where the rat leaves."))


def _run(s: State, cell: int) -> Step:
    x, y = place(s, cell)
    name = cell_name(cell)
    label = _("stay on {cell}", cell=name) if cell == s.rat else _("run to {cell}", cell=name)
    return Step(name, label, _("Choose where the rat runs."), shape="rat", place=f"translate({x + HALF} {y + HALF})")


def _lay(s: State, kind: int, side: int, turn: int) -> list[Step]:
    card = _in_hand(s, kind)
    cell = int(s.rat + STEP[side])
    name = cell_name(cell)
    x, y = place(s, cell)
    rotated = f" rotate({90 * turn} {HALF} {HALF})" if turn else ""
    return [
        Step(card, card_name(s, kind), _("Choose a card of your hand."), shape=card),
        Step(
            f"cell-{name}",
            _("{cell}, {side} of the rat", cell=name, side=_(SIDE_NAMES[side])),
            _("Choose where the card goes."),
        ),
        Step(
            f"turn-{turn}",
            _turned(turn, ", ".join(_(SIDE_NAMES[way]) for way in range(4) if s.openings[kind, turn] >> way & 1)),
            _("Turn the card."),
            shape=card,
            place=f"translate({x} {y}){rotated}",
            button=True,
        ),
    ]


def _turned(turn: int, sides: str) -> str:
    if not turn:
        return _("not turned: open to {sides}", sides=sides)
    return ngettext(
        "{n} quarter turn: open to {sides}", "{n} quarter turns: open to {sides}", turn, n=turn, sides=sides
    )
