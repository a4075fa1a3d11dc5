"""Macskafogó's move texts, and why one of them is not legal now.

Chance: ``token white``, ``card 7-cat``, ``roll 4``. A seat: ``place r3``, ``2>t3`` (its rat 2 to field t3), ``hop h2``,
``stay``, ``pay white``, ``home r7``, ``pass``.
"""

import re
from functools import lru_cache

from ratskeller.games.cat_city.components import read
from ratskeller.games.cat_city.rules import (
    CARD,
    DEAL,
    FIELD_STRIDE,
    FILL,
    FIRST_CARD,
    FIRST_HOME,
    FIRST_HOP,
    FIRST_MOVE,
    FIRST_PAY,
    FIRST_PLACE,
    FIRST_ROLL,
    FIRST_TOKEN,
    HOME,
    HOP,
    LAST_MOVE,
    MOST_CARDS,
    MOST_SUITS,
    MOVE,
    PASS,
    PAY,
    PLACE,
    RED,
    RING,
    ROLL,
    STAY,
    TOKEN,
    occupied_fields,
    price,
    reach,
    token_count,
)
from ratskeller.games.declare import BadText
from ratskeller.games.kernel import State
from ratskeller.words import _, ngettext

_ROLL = re.compile(r"roll ([1-9][0-9]*)", re.ASCII)
_CARD = re.compile(r"card ([0-9A-Za-z]+)-([a-z]+)", re.ASCII)
_COLOUR = re.compile(r"(token|pay) ([a-z]+)", re.ASCII)
_FIELD = re.compile(r"(place|hop|home) ([a-z][a-z0-9]*)", re.ASCII)
_MOVE = re.compile(r"([1-9][0-9]*)>([a-z][a-z0-9]*)", re.ASCII)
_FIRST_COLOUR = {"token": FIRST_TOKEN, "pay": FIRST_PAY}
_FIRST_FIELD = {"place": FIRST_PLACE, "hop": FIRST_HOP, "home": FIRST_HOME}


def moved(move: int) -> tuple[int, int]:
    """Rat and field of a rat's move."""
    return (move - FIRST_MOVE) // FIELD_STRIDE + 1, (move - FIRST_MOVE) % FIELD_STRIDE


def field_name(s: State, field: int) -> str:
    """The name of a field on the board."""
    return read(s.field_names[field])


def token_name(s: State, colour: int) -> str:
    """The name of a token colour in move texts."""
    return read(s.token_names[colour])


def card_name(s: State, card: int) -> str:
    """A card in move texts, such as ``7-cat``."""
    return f"{read(s.rank_names[card // MOST_SUITS])}-{read(s.suit_names[card % MOST_SUITS])}"


def text(s: State, move: int) -> str:
    """The text of a move number, legal here or not."""
    if move == STAY:
        return "stay"
    if move == PASS:
        return "pass"
    if 0 < move - FIRST_ROLL <= s.die:
        return f"roll {move - FIRST_ROLL}"
    if 0 <= move - FIRST_CARD < MOST_CARDS and _is_card(s, move - FIRST_CARD):
        return f"card {card_name(s, move - FIRST_CARD)}"
    for word, first in _FIRST_COLOUR.items():
        if 0 <= move - first < s.token_colour_count:
            return f"{word} {token_name(s, move - first)}"
    for word, first in _FIRST_FIELD.items():
        if 0 < move - first <= s.field_count:
            return f"{word} {field_name(s, move - first)}"
    if FIRST_MOVE <= move <= LAST_MOVE:
        rat, field = moved(move)
        if rat <= s.rat_count and 1 <= field <= s.field_count:
            return f"{rat}>{field_name(s, field)}"
    raise ValueError(_("{move} is not the number of a move.", move=move))


def parse(s: State, text: str) -> int:
    """The number of a move text, legal here or not.

    Raises:
        BadText: malformed (not written like a move), or unknown (a field, a card, a colour … that does not exist).
    """
    if text in ("stay", "pass"):
        return STAY if text == "stay" else PASS
    if match := _ROLL.fullmatch(text):
        return FIRST_ROLL + _number(match[1], int(s.die), _("the die shows 1 to {last}", last=int(s.die)))
    if match := _CARD.fullmatch(text):
        return FIRST_CARD + _card(s, match[1], match[2])
    if match := _COLOUR.fullmatch(text):
        return _FIRST_COLOUR[match[1]] + _colour(s, match[2])
    if match := _FIELD.fullmatch(text):
        return _FIRST_FIELD[match[1]] + _field(s, match[2])
    if match := _MOVE.fullmatch(text):
        last = int(s.rat_count)
        rat = _number(match[1], last, _("the rats of a seat are numbered from 1 to {last}", last=last))
        return FIRST_MOVE + (rat - 1) * FIELD_STRIDE + _field(s, match[2])
    raise BadText(
        "malformed",
        _(
            "a move is written like place r3, 2>t3, hop h2, stay, pay white, home r7 or pass, "
            "what chance does like token white, card 7-cat or roll 4"
        ),
    )


def _is_card(s: State, card: int) -> bool:
    return bool(card // MOST_SUITS < s.rank_count and card % MOST_SUITS < s.suit_count)


def _number(digits: str, last: int, reason: str) -> int:
    if len(digits) > 2 or int(digits) > last:
        raise BadText("unknown", reason)
    return int(digits)


@lru_cache(maxsize=64)
def _numbers(letters: bytes, width: int) -> dict[str, int]:
    """The numbers of names, by what a position holds of them."""
    names = (letters[k : k + width].rstrip(b"\0").decode("ascii") for k in range(0, len(letters), width))
    return {name: k for k, name in enumerate(names) if name}


def _field(s: State, name: str) -> int:
    field = _numbers(s.field_names.tobytes(), s.field_names.shape[1]).get(name)
    if field is None:
        raise BadText("unknown", _("the board has no field {field}", field=name))
    return field


def _colour(s: State, name: str) -> int:
    colours = _numbers(s.token_names.tobytes(), s.token_names.shape[1])
    if name not in colours:
        raise BadText("unknown", _("the colours of tokens are {colours}", colours=", ".join(colours)))
    return colours[name]


def _card(s: State, rank: str, suit: str) -> int:
    ranks = _numbers(s.rank_names.tobytes(), s.rank_names.shape[1])
    suits = _numbers(s.suit_names.tobytes(), s.suit_names.shape[1])
    if rank not in ranks or suit not in suits:
        raise BadText(
            "unknown",
            _("the ranks are {ranks}, the suits {suits}", ranks=", ".join(ranks), suits=", ".join(suits)),
        )
    return ranks[rank] * MOST_SUITS + suits[suit]


def explain(s: State, move: int) -> str:
    """Why a move that is not legal here is not."""
    due = _due(s)
    if due is None:
        return _("the game is over")
    if phase_of(move) != s.phase:
        return due
    if s.phase == FILL:
        return _("the bank has no {colour} token", colour=token_name(s, move - FIRST_TOKEN))
    if s.phase == DEAL:
        return _("{card} is no longer in the deck", card=card_name(s, move - FIRST_CARD))
    if s.phase == PAY:
        return _("there is no {colour} token to pay with", colour=token_name(s, move - FIRST_PAY))
    if s.phase == PLACE:
        return _explain_ring(s, move - FIRST_PLACE)
    if s.phase == HOME:
        return _explain_ring(s, move - FIRST_HOME)
    if s.phase == HOP:
        return _explain_hop(s, move - FIRST_HOP)
    if move == PASS:
        return _("a seat that can move moves")
    return _explain_move(s, *moved(move))


def phase_of(move: int) -> int:
    """What a position waits for when a move with this number can be made."""
    if move in (STAY, PASS):
        return HOP if move == STAY else MOVE
    for first, phase in (
        (FIRST_MOVE, MOVE),
        (FIRST_PAY, PAY),
        (FIRST_HOME, HOME),
        (FIRST_HOP, HOP),
        (FIRST_PLACE, PLACE),
        (FIRST_CARD, DEAL),
        (FIRST_ROLL, ROLL),
    ):
        if move >= first:
            return phase
    return FILL


def _due(s: State) -> str | None:
    """What has to happen now, if anything."""
    return {
        FILL: _("a token must be drawn from the bank first"),
        DEAL: _("a card must be drawn from the deck first"),
        ROLL: _("the die must be rolled first"),
        PLACE: _("a rat must be placed on an empty ring field"),
        MOVE: _("a rat must be moved by the die, which shows {roll}", roll=int(s.roll)),
        HOP: _("the rat must hop or stay first"),
        PAY: _("the card must be paid for first"),
        HOME: _("the rat that took the card must go home first"),
    }.get(int(s.phase))


def _explain_ring(s: State, field: int) -> str:
    """R2 and R8, for a field where a rat can neither be placed nor come home."""
    if s.colour[field] != RING:
        return _("{field} is not one of the outer, golden ring fields", field=field_name(s, field))
    return _taken(s, field)


def _taken(s: State, field: int) -> str:
    return _("a rat stands on {field}", field=field_name(s, field))


def _explain_hop(s: State, target: int) -> str:
    here = s.rats[s.turn - 1, s.rat - 1]
    if s.colour[target] != RED:
        return _("a rat hops to a rat-hole, and {field} is none", field=field_name(s, target))
    if target not in s.steps[here, : s.step_count[here]]:
        return _("{field} is no neighbour of {here}", field=field_name(s, target), here=field_name(s, here))
    if occupied_fields(s)[target]:
        return _taken(s, target)
    return _("the move has touched {field}", field=field_name(s, target))


def _explain_move(s: State, rat: int, field: int) -> str:
    """R5 and R8, for a field where the rat cannot end its move."""
    name = field_name(s, field)
    exact, early = reach(s, s.rats[s.turn - 1, rat - 1], s.roll, 0)
    if s.colour[field] == CARD and (exact[field] or early[field]):
        if not s.open_cards[s.spot[field] - 1]:
            return _("there is no card on {field}", field=name)
        due = price(bool(exact[field]))
        return ngettext(
            "the card costs {n} token, and there are {held}",
            "the card costs {n} tokens, and there are {held}",
            due,
            n=due,
            held=int(token_count(s, s.turn)),
        )
    if exact[field]:
        return _taken(s, field)
    steps = int(s.roll)
    if s.colour[field] in (TOKEN, CARD):
        return ngettext(
            "rat {rat} cannot reach {field} in {n} step",
            "rat {rat} cannot reach {field} in {n} steps or fewer",
            steps,
            n=steps,
            rat=rat,
            field=name,
        )
    return ngettext(
        "rat {rat} cannot reach {field} in exactly {n} step",
        "rat {rat} cannot reach {field} in exactly {n} steps",
        steps,
        n=steps,
        rat=rat,
        field=name,
    )
