"""Positions for the tests, written as what lies where."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ratskeller import Game, Position
from ratskeller.games import kernel
from ratskeller.games.cat_city import RULES, rules

GAME = Game(RULES)
STANDARD: dict[str, Any] = tomllib.loads(RULES.components)


def changed(**parts: Any) -> dict[str, Any]:
    """The standard components with some parts replaced."""
    return {**STANDARD, **parts}


def field(name: str, colour: str, *links: str) -> dict[str, Any]:
    return {"name": name, "colour": colour, "links": list(links)}


def graph(*lines: str) -> list[dict[str, Any]]:
    """Fields written as ``name colour link link …``."""
    return [field(name, colour, *links) for name, colour, *links in map(str.split, lines)]


def after(position: Position, *moves: str) -> Position:
    """Make the moves; ``*`` is the first legal one."""
    for move in moves:
        position.push(position.legal()[0] if move == "*" else move)
    return position


def played(game: Game = GAME, *, rng: np.random.Generator | None = None, players: int = 2, **options: Any) -> Position:
    """A game whose rats are placed, its tokens and cards drawn by chance."""
    rng = rng or np.random.default_rng(1)
    position = game.start(players=players, options=options)
    while position.state.phase < rules.ROLL:
        if position.to_act == "chance":
            position.push_chance(rng)
        else:
            position.push(position.legal()[0])
    return position


def table(
    rats: Mapping[int, Sequence[str]],
    roll: int = 0,
    *,
    turn: int = 1,
    piles: Mapping[str, Sequence[str]] | None = None,
    tokens: Mapping[int, Sequence[str]] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    cards: Mapping[str, str] | None = None,
    empty_bank: bool = False,
    empty_deck: bool = False,
    players: int = 2,
    game: Game = GAME,
    **options: Any,
) -> Position:
    """A position after all rats are placed: the first turn of seat ``turn``, the die showing ``roll`` (0: not rolled).

    Rats that are not named stand on t5. Piles that are not named hold some tokens, card
    fields the cards of the deck in order. Bank and deck hold the rest; when emptied, the tokens are gone and the cards
    the next seat's.
    """
    start = game.start(players=players, options=options)
    s = kernel.copied(start.states)[0]

    def number(name: str) -> int:
        return game.parse(f"1>{name}") - rules.FIRST_MOVE

    def colour(name: str) -> int:
        return game.parse(f"token {name}")

    def card(name: str) -> int:
        return game.parse(f"card {name}") - rules.FIRST_CARD

    s.placed = s.rat_count * players
    for seat in range(1, players + 1):
        for rat in range(s.rat_count):
            given = rats.get(seat, ())
            s.rats[seat - 1, rat] = number(given[rat] if rat < len(given) else "t5")
    for seat, names in (tokens or {}).items():
        for name in names:
            s.bank[colour(name)] -= 1
            s.tokens[seat - 1, colour(name)] += 1
    for pile in range(s.pile_count):
        name = game.text(rules.FIRST_MOVE + int(s.pile_fields[pile])).partition(">")[2]
        lying = (piles or {}).get(name, ["white", "red", "green", "red"])
        for height, token in enumerate(lying):
            s.piles[pile, height] = colour(token) + 1
            s.bank[colour(token)] -= 1
        s.heights[pile] = len(lying)
    for seat, names in (hands or {}).items():
        for name in names:
            s.cards[card(name)] = seat
            s.cards_taken[seat - 1] += 1
    lying_open = {name: card(text) for name, text in (cards or {}).items()}
    for number_ in lying_open.values():
        s.cards[number_] = rules.OPEN
    for spot in range(s.card_field_count):
        name = game.text(rules.FIRST_MOVE + int(s.card_fields[spot])).partition(">")[2]
        if name not in lying_open:
            lying_open[name] = next(c for c in range(len(s.cards)) if c % 8 < s.suit_count and not s.cards[c])
        s.cards[lying_open[name]] = rules.OPEN
        s.open_cards[spot] = lying_open[name] + 1
    if empty_bank:
        s.bank[:] = 0
    if empty_deck:
        for c in range(s.rank_count * 8):
            if c % 8 < s.suit_count and s.cards[c] == rules.IN_DECK:
                s.cards[c] = turn % players + 1
                s.cards_taken[turn % players] += 1
    for seat in range(1, players + 1):
        s.scores[seat - 1] = _points(s, seat)
    s.filling = 0
    s.first = s.turn = turn
    s.roll = roll
    s.phase = rules.MOVE if roll else rules.ROLL
    s.to_act = turn if roll else kernel.TO_CHANCE
    states = np.zeros(1, game.rules.state)
    states[0] = s
    return Position(game, start.options, None, None, [states], [])


def _points(s: Any, seat: int) -> int:
    ranks = [sum(1 for suit in range(8) if s.cards[rank * 8 + suit] == seat) for rank in range(16)]
    suits = sum(int(s.suit_points[c % 8]) for c in range(len(s.cards)) if s.cards[c] == seat)
    held = sum(int(n) * int(points) for n, points in zip(s.tokens[seat - 1], s.token_points, strict=True))
    return held + suits + sum(int(s.set_points[n]) for n in ranks)


def pile(position: Position, name: str) -> list[str]:
    """The tokens of a pile, bottom first."""
    s = position.state
    spot = s.spot[position.game.parse(f"1>{name}") - rules.FIRST_MOVE] - 1
    return [position.game.text(int(token) - 1).removeprefix("token ") for token in s.piles[spot] if token]


def held(position: Position, seat: int) -> dict[str, int]:
    """The tokens of a seat, by colour."""
    s = position.state
    return {position.game.text(k).removeprefix("token "): int(n) for k, n in enumerate(s.tokens[seat - 1]) if n}


def bank(position: Position) -> dict[str, int]:
    s = position.state
    return {position.game.text(k).removeprefix("token "): int(n) for k, n in enumerate(s.bank) if n}


def hand(position: Position, seat: int) -> set[str]:
    """The cards of a seat."""
    return {position.game.text(rules.FIRST_CARD + c)[5:] for c in np.flatnonzero(position.state.cards == seat).tolist()}


def card_on(position: Position, name: str) -> str | None:
    """The card on a card field."""
    s = position.state
    card = int(s.open_cards[s.spot[position.game.parse(f"1>{name}") - rules.FIRST_MOVE] - 1])
    return position.game.text(rules.FIRST_CARD + card - 1)[5:] if card else None


def rats(position: Position, seat: int) -> list[str]:
    """Where the rats of a seat stand."""
    s = position.state
    fields = s.rats[seat - 1, : s.rat_count].tolist()
    return [position.game.text(rules.FIRST_MOVE + f).partition(">")[2] for f in fields if f]
