"""Kloakråttan's grid and cards: checked, and written into a position."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ratskeller.games.declare import BadComponents, BadOption, OptionValue
from ratskeller.games.kernel import States
from ratskeller.games.sewer_rat.rules import (
    EAST,
    LONGEST_NAME,
    MOST_GRID,
    MOST_HAND,
    MOST_KINDS,
    NORTH,
    SIDES,
    SOUTH,
    WEST,
    begin,
)
from ratskeller.words import _

FEWEST_PLAYERS = 2
MOST_PLAYERS = 4
LEAST_GRID = 3
MOST_CARDS = 999
MOST_ROUNDS = 1000

SEAT_SIDES = {2: (SOUTH, NORTH), 3: (SOUTH, WEST, NORTH), 4: (SOUTH, WEST, NORTH, EAST)}
"""The sides of the seats, by the number of players."""

_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)


def check(components: Mapping[str, Any]) -> None:
    """Raise BadComponents unless Kloakråttan can be played with this grid and these cards."""
    if components.get("players", [FEWEST_PLAYERS, MOST_PLAYERS]) != [FEWEST_PLAYERS, MOST_PLAYERS]:
        raise BadComponents(_("players is [2, 4]: Kloakråttan is played by two to four players."))
    grid = _number(components.get("grid"), "grid", LEAST_GRID, MOST_GRID)
    if grid % 2 == 0:
        raise BadComponents(
            _("grid is an odd number, so that the start card can lie in the middle, not {grid}.", grid=grid)
        )
    hand = _number(components.get("hand"), "hand", 1, MOST_HAND)
    _number(components.get("rounds", 1), "rounds", 1, MOST_ROUNDS)
    _check_card(components.get("start"), "start")
    cards = components.get("cards")
    if not isinstance(cards, Sequence) or isinstance(cards, str) or not 1 <= len(cards) <= MOST_KINDS:
        raise BadComponents(_("cards is a list of 1 to {most} kinds of cards.", most=MOST_KINDS))
    names = []
    for number, card in enumerate(cards, 1):
        where = f"cards[{number}]"
        _check_card(card, where)
        names.append(_name(card.get("name"), where))
        _number(card.get("count"), f"{where}.count", 1, MOST_CARDS)
        arrow = card.get("arrow")
        if arrow is not None and arrow not in card["openings"]:
            raise BadComponents(
                _(
                    "{where}.arrow is one of the card's openings {openings}, not {arrow}.",
                    where=where,
                    openings=" ".join(card["openings"]),
                    arrow=repr(arrow),
                )
            )
    for name in names:
        if names.count(name) > 1:
            raise BadComponents(_("Two kinds of cards cannot have the same name {name}.", name=name))
    if _total(components) < FEWEST_PLAYERS * hand:
        raise BadComponents(
            _(
                "{cards} cards are too few: {players} hands of {hand} have to be dealt.",
                cards=_total(components),
                players=FEWEST_PLAYERS,
                hand=hand,
            )
        )


def _total(components: Mapping[str, Any]) -> int:
    return sum(int(card["count"]) for card in components["cards"])


def _number(value: object, where: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadComponents(
            _(
                "{where} is a whole number from {least} to {most}, not {value}.",
                where=where,
                least=least,
                most=most,
                value=repr(value),
            )
        )
    return value


def _name(name: object, where: str) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise BadComponents(
            _(
                "{where}.name is a word of at most {most} small letters a to z, digits and _, not {name}.",
                where=where,
                most=LONGEST_NAME,
                name=repr(name),
            )
        )
    return name


def _check_card(card: object, where: str) -> None:
    if not isinstance(card, Mapping):
        raise BadComponents(_("{where} is a card: a table with openings and tracks.", where=where))
    openings = card.get("openings")
    if (
        not isinstance(openings, list)
        or not openings
        or any(side not in list(SIDES) for side in openings)
        or len(set(openings)) < len(openings)
    ):
        raise BadComponents(
            _(
                "{where}.openings is a list of one or more of the sides n e s w, each once, not {openings}.",
                where=where,
                openings=repr(openings),
            )
        )
    tracks = card.get("tracks")
    if not isinstance(tracks, list):
        raise BadComponents(_("{where}.tracks is a list of tracks; a well has an empty one.", where=where))
    for track in tracks:
        if not isinstance(track, str) or len(track) != 2 or track[0] == track[1] or not set(track) <= set(openings):
            raise BadComponents(
                _(
                    "{where}.tracks: a track joins two of the card's openings {openings}, such as {example}, "
                    "which {track} does not.",
                    where=where,
                    openings=" ".join(openings),
                    example='"ns"',
                    track=repr(track),
                )
            )


def setup(states: States, components: Mapping[str, Any], players: int, options: Mapping[str, OptionValue]) -> None:
    """R1: write the position before the first draw into a zeroed record."""
    s = states[0]
    hand = components["hand"]
    if _total(components) < players * hand:
        raise BadOption(
            _(
                "These components have {cards} cards, too few to deal {players} hands of {hand}.",
                cards=_total(components),
                players=players,
                hand=hand,
            )
        )
    s.players = players
    s.grid = components["grid"]
    s.hand_limit = hand
    s.starter = options["starter"]
    s.edges_all = options["edges"] == "all"
    s.strive = options["strive"]
    for seat, side in enumerate(SEAT_SIDES[players], 1):
        s.side_seats[side] = seat
        s.manned |= 1 << side
    s.kinds = len(components["cards"])
    _write_card(states, 0, components["start"])
    for kind, card in enumerate(components["cards"], 1):
        _write_card(states, kind, card)
        s.names[kind, : len(card["name"])] = list(card["name"].encode())
        s.stack[kind] = card["count"]
    begin(states)


def _write_card(states: States, kind: int, card: Mapping[str, Any]) -> None:
    """Write what a card looks like in each of its four turns; of turns that look the same, only the smallest counts."""
    s = states[0]
    if not card["tracks"]:
        s.wells |= 1 << kind
    looks = []
    for turn in range(4):
        openings, entry, exits = _turned(card, turn)
        s.openings[kind, turn] = openings
        s.entries[kind, turn] = entry
        s.exits[kind, turn] = exits
        if (openings, entry, exits) not in looks:
            looks.append((openings, entry, exits))
            s.looks[kind] |= 1 << turn


def _turned(card: Mapping[str, Any], turn: int) -> tuple[int, int, list[int]]:
    """Sets of sides of a card turned so many quarters: its openings, its entries, and its exits by entry."""

    def side(letter: str) -> int:
        return (SIDES.index(letter) + turn) % 4

    openings = sum(1 << side(letter) for letter in card["openings"])
    entries = openings if card.get("arrow") is None else 1 << side(card["arrow"])
    exits = [0, 0, 0, 0]
    for first, second in card["tracks"]:
        exits[side(first)] |= 1 << side(second)
        exits[side(second)] |= 1 << side(first)
    if not card["tracks"]:
        for letter in card["openings"]:
            exits[side(letter)] = 1 << side(letter)
    return openings, entries, exits
