"""Kloakråttan's move texts: ``draw bend`` for chance; for a seat ``branch_left e 3`` (a lay: the card, the side of the
rat's card, quarter turns clockwise), ``run c5``, ``exit n``, ``swap bend`` or ``pass``.

``draw ?`` stands in a view for a draw that the viewer could not see.
"""

import re

from ratskeller.games.declare import BadText
from ratskeller.games.kernel import OVER, TO_CHANCE, State
from ratskeller.games.sewer_rat.rules import (
    EXIT,
    FREE,
    LAST_MOVE,
    LAY,
    LAYING,
    LEAVING,
    OFF,
    PASS,
    RUN,
    RUNNING,
    SIDES,
    STEP,
    SWAP,
    UNSEEN_DRAW,
    WIDTH,
    judge,
    look_around,
    openings_at,
    opposite,
)
from ratskeller.words import _

_DRAW = re.compile(r"draw ([a-z][a-z0-9_]*|\?)", re.ASCII)
_SWAP = re.compile(r"swap ([a-z][a-z0-9_]*)", re.ASCII)
_RUN = re.compile(r"run ([a-z])([1-9][0-9]?)", re.ASCII)
_EXIT = re.compile(r"exit ([nesw])", re.ASCII)
_LAY = re.compile(r"([a-z][a-z0-9_]*) ([nesw]) ([0-3])", re.ASCII)


def kind_name(s: State, kind: int) -> str:
    """The name of a kind of card, as the components give it."""
    return bytes(s.names[kind]).rstrip(b"\0").decode()


def cell_name(cell: int) -> str:
    """A cell as column letter and row number, such as ``e5``."""
    return f"{chr(ord('a') + cell % WIDTH - 1)}{cell // WIDTH}"


def lay_parts(move: int) -> tuple[int, int, int]:
    """Kind, side and turn of a lay."""
    return (move - LAY) // 16, (move - LAY) // 4 % 4, (move - LAY) % 4


def text(s: State, move: int) -> str:
    """The text of a move number, legal here or not."""
    if move == UNSEEN_DRAW:
        return "draw ?"
    if 1 <= move <= s.kinds:
        return f"draw {kind_name(s, move)}"
    if SWAP < move <= SWAP + s.kinds:
        return f"swap {kind_name(s, move - SWAP)}"
    if move == PASS:
        return "pass"
    if EXIT <= move < RUN:
        return f"exit {SIDES[move - EXIT]}"
    if RUN <= move < LAY and _on_grid(s, move - RUN):
        return f"run {cell_name(move - RUN)}"
    if LAY <= move <= LAST_MOVE:
        kind, side, turn = lay_parts(move)
        if 1 <= kind <= s.kinds and s.looks[kind] >> turn & 1:
            return f"{kind_name(s, kind)} {SIDES[side]} {turn}"
    raise ValueError(_("{move} is not the number of a move.", move=move))


def parse(s: State, text: str) -> int:
    """The number of a move text, legal here or not.

    Raises:
        BadText: malformed (not written like a move), or unknown (a card, a cell or a turn that does not exist).
    """
    if drawing := _DRAW.fullmatch(text):
        return UNSEEN_DRAW if drawing[1] == "?" else _kind(s, drawing[1])
    if swapping := _SWAP.fullmatch(text):
        return SWAP + _kind(s, swapping[1])
    if text == "pass":
        return PASS
    if leaving := _EXIT.fullmatch(text):
        return EXIT + SIDES.index(leaving[1])
    if running := _RUN.fullmatch(text):
        cell = int(running[2]) * WIDTH + ord(running[1]) - ord("a") + 1
        if int(running[2]) > s.grid or ord(running[1]) - ord("a") >= s.grid:
            last = cell_name(int(s.grid) * (WIDTH + 1))
            raise BadText("unknown", _("the cells of the grid are a1 to {last}", last=last))
        return RUN + cell
    if laying := _LAY.fullmatch(text):
        kind = _kind(s, laying[1])
        turn = int(laying[3])
        if not s.looks[kind] >> turn & 1:
            raise BadText(
                "unknown",
                _(
                    "{card} looks the same after fewer quarter turns than {turn}, and these are written",
                    card=laying[1],
                    turn=turn,
                ),
            )
        return LAY + (kind * 4 + SIDES.index(laying[2])) * 4 + turn
    raise BadText(
        "malformed",
        _("a move is written like bend e 3 (card, side, quarter turns), run c5, exit n, swap bend or pass"),
    )


def _kind(s: State, name: str) -> int:
    names = [kind_name(s, kind) for kind in range(1, s.kinds + 1)]
    if name not in names:
        raise BadText("unknown", _("the cards are {cards}", cards=", ".join(names)))
    return names.index(name) + 1


def _on_grid(s: State, cell: int) -> bool:
    return 1 <= cell // WIDTH <= s.grid and 1 <= cell % WIDTH <= s.grid


def explain(s: State, move: int) -> str:
    """Why a move that is not legal here is not. Of a position that is a view, it says no more than the view."""
    if s.to_act == OVER:
        return _("the round is over")
    if move == UNSEEN_DRAW:
        return _("it stands for a card that was hidden from whoever kept this record, so it cannot be played again")
    if s.to_act == TO_CHANCE:
        if move < SWAP:
            return _("no card of this kind is left to draw")
        return _("a card must be drawn first")
    if move < SWAP:
        return _("no card is drawn now")
    if s.phase == LEAVING:
        return _explain_leaving(s, move)
    if s.phase != LAYING:
        return _explain_running(s, move)
    if EXIT <= move < RUN:
        return _("the rat's card has no opening off the grid")
    if RUN <= move < LAY:
        return _("the rat runs only when the card just laid links two cards, is a well, or in a dead end")
    hand = s.hands[s.turn - 1]
    if s.hand_sizes[s.turn - 1] > hand.sum():
        return _("only the seat to move sees what it can lay")
    return _explain_turn(s, move)


def _explain_leaving(s: State, move: int) -> str:
    if not EXIT <= move < RUN:
        return _("first choose the side where the rat leaves")
    side = move - EXIT
    if s.board[s.rat + STEP[side]] != OFF or not openings_at(s, s.board, s.rat) >> side & 1:
        return _("the rat's card has no opening off the grid on this side")
    return _("the rat must be led to a side where somebody sits, if it can be")


def _explain_running(s: State, move: int) -> str:
    if not RUN <= move < LAY:
        return _("first choose where the rat runs")
    if s.board[move - RUN] == FREE:
        return _("no card lies there")
    if s.phase == RUNNING:
        return _("the rat cannot run there along the tracks and stop on an open card")
    return _("in a dead end the rat goes back to the nearest open card")


def _explain_turn(s: State, move: int) -> str:
    """R2 to R6 and R13, for a swap, a pass or a lay of the seat whose hand is known."""
    hand = s.hands[s.turn - 1]
    can_lay = any(hand[kind] and s.layable >> kind & 1 for kind in range(1, s.kinds + 1))
    if SWAP < move < PASS:
        if not hand[move - SWAP]:
            return _("this card is not in the hand")
        if can_lay:
            return _("a card in the hand can be laid, so one must be")
        return _("there is no card left to swap for")
    if move == PASS:
        if can_lay:
            return _("a card in the hand can be laid, so one must be")
        return _("a seat that can lay nothing swaps a card")
    return _explain_lay(s, *lay_parts(move))


def _explain_lay(s: State, kind: int, side: int, turn: int) -> str:
    """R2 to R4 and R13."""
    if not s.hands[s.turn - 1, kind]:
        return _("this card is not in the hand")
    if not openings_at(s, s.board, s.rat) >> side & 1:
        return _("the rat's card has no opening on this side")
    if s.board[s.rat + STEP[side]] != FREE:
        return _("the cell on this side is not free")
    around = look_around(s, side)
    if around < 0:
        return _("the first card may not lie at the opening towards the own side")
    back = 1 << opposite(side)
    openings = int(s.openings[kind, turn])
    if not openings & back:
        return _("an opening of the card must face the rat's card")
    if not s.entries[kind, turn] & back:
        return _("the opening with the arrow must face the rat's card")
    if s.edges_all and (openings & around >> 12 or around >> 8 & 15 & ~openings):
        return _("an opening may not meet a wall")
    if judge(s, around, side, kind, turn):
        return _("the rat must be led to a side where somebody sits, if it can be")
    return _("the card leaves the rat no way on")
