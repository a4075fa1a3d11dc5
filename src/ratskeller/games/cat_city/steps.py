"""What is pointed at on the page to make a move in Macskafogó: a rat and a field, a hole to hop to, tokens to pay."""

from ratskeller.games.cat_city.notation import field_name, moved, token_name
from ratskeller.games.cat_city.picture import middle_of
from ratskeller.games.cat_city.rules import (
    CARD,
    FIRST_HOME,
    FIRST_HOP,
    FIRST_MOVE,
    FIRST_PAY,
    FIRST_PLACE,
    PASS,
    RED,
    STAY,
    TOKEN,
    bank_count,
    is_exact,
    price,
    yield_of,
)
from ratskeller.games.cat_city.story import card_words, token_word
from ratskeller.games.declare import Step
from ratskeller.games.kernel import State
from ratskeller.words import _, ngettext


def steps(s: State, move: int) -> list[Step]:
    """The steps of a seat's legal move."""
    if move == PASS:
        return [Step("pass", _("Pass"), _("None of your rats can move."), button=True)]
    if move == STAY:
        label = _("stay on {field}", field=field_name(s, s.rats[s.turn - 1, s.rat - 1]))
        return [Step("stay", label, _ask_hop(), button=True)]
    if move >= FIRST_MOVE:
        return _move(s, *moved(move))
    if move >= FIRST_PAY:
        colour = move - FIRST_PAY
        label = _("pay a {colour} token", colour=token_word(s, colour))
        ask = _("Choose a token to pay with.")
        return [Step(f"pay-{token_name(s, colour)}", label, ask, shape=f"chip-{colour}", button=True)]
    if move >= FIRST_HOME:
        return [_go(s, int(s.rat), move - FIRST_HOME, "", _("Choose where the rat goes home to."))]
    if move >= FIRST_HOP:
        return [_go(s, int(s.rat), move - FIRST_HOP, _("hop to {field}", field=_name(s, move - FIRST_HOP)), _ask_hop())]
    rat = int(s.placed) // int(s.players) + 1
    return [_go(s, rat, move - FIRST_PLACE, "", _("Choose a ring field for rat {rat}.", rat=rat))]


def _ask_hop() -> str:
    return _("Hop to another rat-hole, or stay?")


def _name(s: State, field: int) -> str:
    return field_name(s, field)


def _go(s: State, rat: int, field: int, label: str, ask: str, badge: str = "") -> Step:
    """A rat put on a field."""
    name = _name(s, field)
    x, y = middle_of(s, field)
    return Step(
        f"field-{name}",
        label or name,
        ask,
        shape=f"rat-{s.turn}-{rat}",
        place=f"translate({x:g} {y:g})",
        badge=badge,
    )


def _move(s: State, rat: int, field: int) -> list[Step]:
    start = int(s.rats[s.turn - 1, rat - 1])
    roll = int(s.roll)
    label, badge = _outcome(s, start, field)
    here = f"rat-{s.turn}-{rat}"
    return [
        Step(
            here,
            _("rat {rat} on {field}", rat=rat, field=_name(s, start)),
            _("The die shows {roll}: choose a rat.", roll=roll),
            shape=here,
        ),
        _go(
            s,
            rat,
            field,
            label,
            ngettext(
                "Rat {rat} has {n} step: where to?",
                "Rat {rat} has {n} steps: where to?",
                roll,
                rat=rat,
                n=roll,
            ),
            badge,
        ),
    ]


def _outcome(s: State, start: int, field: int) -> tuple[str, str]:
    """A field where a move may end, and what that earns or costs: in words, and as short as can be."""
    name, colour = _name(s, field), int(s.colour[field])
    if colour == TOKEN:
        exact = bool(is_exact(s, start, field))
        n = int(min(yield_of(exact), s.heights[s.spot[field] - 1] + bank_count(s)))
        label = (
            ngettext("{field}, exact: {n} token", "{field}, exact: {n} tokens", n, field=name, n=n)
            if exact
            else ngettext("{field}, early: {n} token", "{field}, early: {n} tokens", n, field=name, n=n)
        )
        return label, f"+{n}"
    if colour == CARD:
        exact = bool(is_exact(s, start, field))
        n = int(price(exact))
        parts = {"field": name, "card": card_words(s, int(s.open_cards[s.spot[field] - 1]) - 1), "n": n}
        label = (
            ngettext("{field}, exact: {card} for {n} token", "{field}, exact: {card} for {n} tokens", n, **parts)
            if exact
            else ngettext("{field}, early: {card} for {n} token", "{field}, early: {card} for {n} tokens", n, **parts)
        )
        return label, f"−{n}"
    return (_("{field}, a rat-hole", field=name) if colour == RED else name), ""
