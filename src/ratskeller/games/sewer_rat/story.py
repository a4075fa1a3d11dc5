"""Kloakråttan told in sentences: the log, and how a round ended."""

from collections.abc import Sequence

from ratskeller.games.kernel import State
from ratskeller.games.sewer_rat.notation import cell_name, kind_name, lay_parts, text
from ratskeller.games.sewer_rat.rules import (
    EXIT,
    LAY,
    LAYING,
    LEFT,
    PASS,
    RUN,
    STUCK,
    SWAP,
    SWAPPING,
    TURNING,
    UNSEEN_DRAW,
)
from ratskeller.words import N_, _

CARDS = {
    "straight": N_("a straight pipe"),
    "bend": N_("a bend"),
    "bend_right": N_("a bend to the right"),
    "bend_left": N_("a bend to the left"),
    "branch_right": N_("a branch to the right"),
    "branch_left": N_("a branch to the left"),
    "cross": N_("a crossing"),
    "tee": N_("a T-pipe"),
    "wye": N_("a Y-pipe"),
    "well": N_("a well"),
}
"""What the cards of the book are called in a sentence, by their names in the components."""

SIDE_NAMES = (N_("north"), N_("east"), N_("south"), N_("west"))


def card_name(s: State, kind: int) -> str:
    """What a card is called in a sentence."""
    name = kind_name(s, kind)
    return _(CARDS[name]) if name in CARDS else name.replace("_", " ")


def tell(before: State, move: int, after: State, names: Sequence[str]) -> str:
    """The log's sentence for a move."""
    player = names[before.turn - 1]
    if move < SWAP:
        sentence = _tell_draw(before, move, after, player)
    elif move < PASS:
        card = card_name(before, move - SWAP)
        sentence = _("{player} can lay nothing and discards {card}.", player=player, card=card)
    elif move < EXIT:
        sentence = _("{player} can lay nothing, and there is nothing to swap: the turn passes.", player=player)
    elif move < RUN:
        side = _(SIDE_NAMES[move - EXIT])
        sentence = _("{player} lets the rat leave at the {side} side.", player=player, side=side)
    elif move < LAY:
        sentence = _tell_run(before, move - RUN, player)
    else:
        kind, side_number, _turn = lay_parts(move)
        sentence = _(
            "{player} lays {card} at the {side} opening ({move}).",
            player=player,
            card=card_name(before, kind),
            side=_(SIDE_NAMES[side_number]),
            move=text(before, move),
        )
    if after.phase == TURNING and before.phase != TURNING:
        last = names[after.turn - 1]
        sentence = " ".join(
            (sentence, _("Nobody could lay a card: a dead end. {player} turns the rat round.", player=last))
        )
    return sentence


def _tell_draw(before: State, kind: int, after: State, player: str) -> str:
    card = _("a card") if kind == UNSEEN_DRAW else card_name(before, kind)
    if before.phase != SWAPPING:
        return _("{player} draws {card}.", player=player, card=card)
    if after.phase == LAYING and after.turn == before.turn:
        return _("{player} draws {card} for it, which must be laid at once.", player=player, card=card)
    return _("{player} draws {card} for it, which cannot be laid either: the turn passes.", player=player, card=card)


def _tell_run(before: State, cell: int, player: str) -> str:
    place = cell_name(cell)
    if before.phase == TURNING:
        return _("{player} sends the rat back to {cell}.", player=player, cell=place)
    if cell == before.rat:
        return _("{player} lets the rat stay on {cell}.", player=player, cell=place)
    return _("{player} lets the rat run to {cell}.", player=player, cell=place)


def ending(s: State, names: Sequence[str]) -> str:
    """Why the round is over, and who won."""
    if s.phase == STUCK and s.laid == 0:
        return _("Nobody could lay a first card: the round is a draw.")
    if s.phase == STUCK:
        return _("For a second lap nobody could lay a card: the round is a draw.")
    if s.phase != LEFT:
        return _("No open card is left for the rat: the round is a draw.")
    side = int(s.left) - 1
    winner = int(s.side_seats[side])
    if winner:
        return _(
            "The rat leaves at the {side} side: {winner} wins the round.",
            side=_(SIDE_NAMES[side]),
            winner=names[winner - 1],
        )
    return _("The rat leaves at the {side} side, where nobody sits: the round is a draw.", side=_(SIDE_NAMES[side]))
