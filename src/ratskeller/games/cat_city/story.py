"""Macskafogó told in sentences: the log, and how a game ended."""

from collections.abc import Sequence

import numpy as np

from ratskeller.games.cat_city.components import read
from ratskeller.games.cat_city.notation import field_name, moved, token_name
from ratskeller.games.cat_city.rules import (
    CARD,
    DEAL,
    FILL,
    FIRST_CARD,
    FIRST_HOME,
    FIRST_HOP,
    FIRST_PAY,
    FIRST_PLACE,
    FIRST_ROLL,
    FIRST_TOKEN,
    HOME,
    HOP,
    MOST_SUITS,
    PASS,
    PAY,
    PLACE,
    ROLL,
    STAY,
    TOKEN,
    card_field_to_fill,
    is_exact,
)
from ratskeller.games.kernel import State
from ratskeller.words import N_, _, ngettext

SUITS = {"mouse": N_("mice"), "cat": N_("cats"), "rat": N_("rats"), "bat": N_("bats")}
TOKENS = {"white": N_("white"), "red": N_("red"), "green": N_("green")}


def suit_word(s: State, suit: int) -> str:
    """A suit as people say it; its name in move texts if it is none of the book's."""
    name = read(s.suit_names[suit])
    return _(SUITS[name]) if name in SUITS else name


def token_word(s: State, colour: int) -> str:
    """A token colour as people say it; its name in move texts if it is none of the book's."""
    name = token_name(s, colour)
    return _(TOKENS[name]) if name in TOKENS else name


def card_words(s: State, card: int) -> str:
    """A card as people say it, such as ``7 of cats``."""
    return _("{rank} of {suit}", rank=read(s.rank_names[card // MOST_SUITS]), suit=suit_word(s, card % MOST_SUITS))


def tell(before: State, move: int, after: State, names: Sequence[str]) -> str:
    """The log's sentences for a move."""
    player = names[before.turn - 1]
    sentences = [_event(before, move, player), _taken_tokens(before, after, player), _taken_card(before, after, player)]
    return " ".join(filter(None, sentences))


def _event(s: State, move: int, player: str) -> str:
    if s.phase == FILL:
        return _(
            "A {colour} token goes on the pile on {field}.",
            colour=token_word(s, move - FIRST_TOKEN),
            field=field_name(s, s.pile_fields[s.filling - 1]),
        )
    if s.phase == DEAL:
        field = s.card_fields[card_field_to_fill(s) - 1]
        return _("{card} is laid on {field}.", card=card_words(s, move - FIRST_CARD), field=field_name(s, field))
    if s.phase == ROLL:
        return _("{player} rolls a {roll}.", player=player, roll=move - FIRST_ROLL)
    if s.phase == PLACE:
        rat = int(s.placed) // int(s.players) + 1
        return _("{player} puts rat {rat} on {field}.", player=player, rat=rat, field=field_name(s, move - FIRST_PLACE))
    if s.phase == PAY:
        return _("{player} pays a {colour} token.", player=player, colour=token_word(s, move - FIRST_PAY))
    if s.phase == HOME:
        return _(
            "{player} puts rat {rat} back on {field}.",
            player=player,
            rat=int(s.rat),
            field=field_name(s, move - FIRST_HOME),
        )
    if s.phase == HOP:
        if move == STAY:
            return _("{player} lets rat {rat} stay.", player=player, rat=int(s.rat))
        return _("{player} hops to {field}.", player=player, field=field_name(s, move - FIRST_HOP))
    if move == PASS:
        return _("{player} cannot move.", player=player)
    rat, field = moved(move)
    return _moved(s, player, rat, field)


def _moved(s: State, player: str, rat: int, field: int) -> str:
    start = s.rats[s.turn - 1, rat - 1]
    parts = {"player": player, "rat": rat, "start": field_name(s, start), "field": field_name(s, field)}
    if s.colour[field] not in (TOKEN, CARD):
        return _("{player} moves rat {rat} from {start} to {field}.", **parts)
    if is_exact(s, start, field):
        return _("{player} moves rat {rat} from {start} to {field}, by the exact count.", **parts)
    return _("{player} moves rat {rat} from {start} to {field}, ending early.", **parts)


def _taken_tokens(before: State, after: State, player: str) -> str:
    gains = after.tokens[before.turn - 1].astype(int) - before.tokens[before.turn - 1]
    taken = [token_word(before, colour) for colour, gain in enumerate(gains) for _token in range(gain)]
    if not taken:
        return ""
    return ngettext(
        "{player} takes a {tokens} token.",
        "{player} takes {n} tokens: {tokens}.",
        len(taken),
        n=len(taken),
        player=player,
        tokens=", ".join(taken),
    )


def _taken_card(before: State, after: State, player: str) -> str:
    [cards] = np.nonzero((after.cards == before.turn) & (before.cards != before.turn))
    if not len(cards):
        return ""
    sentence = ngettext(
        "{player} takes {card} and owes {n} token.",
        "{player} takes {card} and owes {n} tokens.",
        int(after.paying),
        n=int(after.paying),
        player=player,
        card=card_words(before, int(cards[0])),
    )
    if before.ender or not after.ender:
        return sentence
    return " ".join(
        [
            sentence,
            _("With so many cards the end is near: everybody else has one more turn."),
        ]
    )


def ending(s: State, names: Sequence[str]) -> str:
    """Why the game is over, and who won."""
    if s.ender:
        reason = _("{player} has collected {n} cards.", player=names[s.ender - 1], n=int(s.cards_to_end))
    else:
        rounds = int(s.turns) // int(s.players)
        reason = ngettext("{n} round has been played.", "{n} rounds have been played.", rounds, n=rounds)
    scores = [int(score) for score in s.scores[: s.players]]
    best = max(scores)
    winners = [name for name, score in zip(names, scores, strict=True) if score == best]
    if len(winners) == 1:
        result = ngettext(
            "{winner} wins with {n} point.", "{winner} wins with {n} points.", best, n=best, winner=winners[0]
        )
    else:
        result = ngettext(
            "{winners} share the win with {n} point.",
            "{winners} share the win with {n} points.",
            best,
            n=best,
            winners=", ".join(winners),
        )
    return f"{reason} {result}"
