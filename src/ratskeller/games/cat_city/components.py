"""Macskafogó's board, tokens and cards: checked, and written into a position."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ratskeller.games.cat_city.rules import (
    CARD,
    FIELD_LETTERS,
    MOST_CARD_FIELDS,
    MOST_DIE,
    MOST_FIELDS,
    MOST_HEIGHT,
    MOST_PILES,
    MOST_RANKS,
    MOST_RATS,
    MOST_STEPS,
    MOST_SUITS,
    MOST_TOKEN_COLOURS,
    RANK_LETTERS,
    RED,
    RING,
    SUIT_LETTERS,
    TOKEN,
    TOKEN_LETTERS,
    YELLOW,
    begin,
)
from ratskeller.games.declare import BadComponents, OptionValue
from ratskeller.games.kernel import States
from ratskeller.words import _

COLOURS = ("yellow", "ring", "red", "token", "card")
"""The colours of fields, by the number that stands for them in a position."""
PLAYERS = [2, 4]
MOST_TOKENS = 255
MOST_POINTS = 200
MOST_PATHS = 20_000
"""A die's longest move can go so many ways at most from any field: all of them are walked at every roll."""
OTHER = "other"

_FIELD = re.compile(rf"[a-z][a-z0-9]{{0,{FIELD_LETTERS - 1}}}", re.ASCII)
_RANK = re.compile(rf"[0-9A-Za-z]{{1,{RANK_LETTERS}}}", re.ASCII)
_WORD = re.compile(rf"[a-z]{{1,{TOKEN_LETTERS}}}", re.ASCII)


@dataclass(frozen=True)
class Board:
    """The graph of the fields, by their index in the components' list."""

    names: tuple[str, ...]
    colours: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]
    """The fields linked to each, above ground."""
    tunnels: tuple[tuple[int, ...], ...]
    """The red fields joined to each red field underground and not linked to it."""

    @property
    def steps(self) -> list[list[int]]:
        """The fields one step from each, above and under the ground, ascending."""
        return [sorted([*linked, *joined]) for linked, joined in zip(self.links, self.tunnels, strict=True)]


def board(components: Mapping[str, Any]) -> Board:
    """The board of components that were checked; a link is written at one of its ends, or at both."""
    fields = components["fields"]
    names = tuple(field["name"] for field in fields)
    number = {name: k for k, name in enumerate(names)}
    links: list[set[int]] = [set() for _field in fields]
    for k, field in enumerate(fields):
        for name in field["links"]:
            links[k].add(number[name])
            links[number[name]].add(k)
    colours = tuple(COLOURS.index(field["colour"]) for field in fields)
    return Board(
        names,
        colours,
        tuple(tuple(sorted(linked)) for linked in links),
        tuple(_tunnels(k, colours, links) for k in range(len(fields))),
    )


def _tunnels(start: int, colours: Sequence[int], links: Sequence[set[int]]) -> tuple[int, ...]:
    """R4: the red fields that an unbroken line of yellow or ring fields joins to a red field."""
    if colours[start] != RED:
        return ()
    found: set[int] = set()
    seen = {start}
    ahead = [start]
    while ahead:
        for field in links[ahead.pop()] - seen:
            seen.add(field)
            if colours[field] == RED:
                found.add(field)
            elif colours[field] in (YELLOW, RING):
                ahead.append(field)
    return tuple(sorted(found - links[start]))


def check(components: Mapping[str, Any]) -> None:
    """Raise BadComponents unless Macskafogó can be played with this board, these tokens and these cards."""
    if components.get("players", PLAYERS) != PLAYERS:
        raise BadComponents(_("players is {players}: Macskafogó is played by two to four.", players=PLAYERS))
    _check_number(components.get("rats"), "rats", 1, MOST_RATS)
    _check_number(components.get("die"), "die", 1, MOST_DIE)
    _check_number(components.get("pile"), "pile", 1, MOST_HEIGHT)
    _check_tokens(components)
    _check_cards(components)
    _check_fields(components.get("fields"))
    _check_links(components["fields"])
    _check_board(board(components), components)


def _check_number(value: object, where: str, least: int, most: int) -> None:
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


def _check_tokens(components: Mapping[str, Any]) -> None:
    tokens = components.get("tokens")
    if not isinstance(tokens, Mapping) or not 1 <= len(tokens) <= MOST_TOKEN_COLOURS:
        raise BadComponents(
            _("tokens is a table of 1 to {most} colours, each with its number of tokens.", most=MOST_TOKEN_COLOURS)
        )
    points = components.get("token_points")
    if not isinstance(points, Mapping) or set(points) != set(tokens):
        raise BadComponents(_("token_points is a table with the same colours as tokens."))
    for colour, count in tokens.items():
        _check_name(colour, "tokens", _WORD, _("1 to {most} small letters", most=TOKEN_LETTERS))
        _check_number(count, f"tokens.{colour}", 0, MOST_TOKENS)
        _check_number(points[colour], f"token_points.{colour}", 0, MOST_POINTS)


def _check_cards(components: Mapping[str, Any]) -> None:
    ranks = components.get("ranks")
    suits = components.get("suits")
    _check_names(ranks, "ranks", MOST_RANKS, _RANK, _("1 to {most} letters and digits", most=RANK_LETTERS))
    _check_names(suits, "suits", MOST_SUITS, _WORD, _("1 to {most} small letters", most=SUIT_LETTERS))
    assert isinstance(ranks, list)
    assert isinstance(suits, list)
    points = components.get("card_points")
    named = set(points) if isinstance(points, Mapping) else set()
    if not isinstance(points, Mapping) or named - {*suits, OTHER} or (OTHER not in named and named != {*suits}):
        raise BadComponents(
            _("card_points is a table of points by suit; the key other stands for all suits not named there.")
        )
    for suit, value in points.items():
        _check_number(value, f"card_points.{suit}", 0, MOST_POINTS)
    sets = components.get("set_points")
    allowed = [str(n) for n in range(2, MOST_SUITS + 1)]
    if not isinstance(sets, Mapping) or not set(sets) <= set(allowed):
        raise BadComponents(
            _("set_points is a table of points by the number of cards of one rank, 2 to {most}.", most=MOST_SUITS)
        )
    for count, value in sets.items():
        _check_number(value, f"set_points.{count}", 0, MOST_POINTS)
    _check_number(components.get("cards_to_end"), "cards_to_end", 1, len(ranks) * len(suits))


def _check_names(names: object, where: str, most: int, pattern: re.Pattern[str], form: str) -> None:
    if not isinstance(names, list) or not 1 <= len(names) <= most:
        raise BadComponents(_("{where} is a list of 1 to {most} names.", where=where, most=most))
    for k, name in enumerate(names, 1):
        _check_name(name, f"{where}[{k}]", pattern, form)
        if name in names[: k - 1]:
            raise BadComponents(_("{where} has {name} twice.", where=where, name=name))


def _check_name(name: object, where: str, pattern: re.Pattern[str], form: str) -> None:
    if not isinstance(name, str) or not pattern.fullmatch(name):
        raise BadComponents(
            _("{where}: a name here is made of {form}, not {name}.", where=where, form=form, name=repr(name))
        )


def _check_fields(fields: object) -> None:
    if not isinstance(fields, list) or not 1 <= len(fields) <= MOST_FIELDS:
        raise BadComponents(_("fields is a list of 1 to {most} fields.", most=MOST_FIELDS))
    names: set[str] = set()
    for k, field in enumerate(fields, 1):
        if not isinstance(field, Mapping) or not {"name", "colour", "links"} <= field.keys():
            raise BadComponents(_("fields[{number}] is a table with name, colour and links.", number=k))
        name = field["name"]
        _check_name(
            name, f"fields[{k}]", _FIELD, _("a small letter and up to {most} letters or digits", most=FIELD_LETTERS - 1)
        )
        if name in names:
            raise BadComponents(_("{where} has {name} twice.", where="fields", name=name))
        names.add(name)
        if field["colour"] not in COLOURS:
            raise BadComponents(
                _(
                    "The colour of field {name} is one of {colours}, not {colour}.",
                    name=name,
                    colours=", ".join(COLOURS),
                    colour=repr(field["colour"]),
                )
            )
        if not isinstance(field["links"], list):
            raise BadComponents(_("The links of field {name} are a list of names.", name=name))


def _check_links(fields: Sequence[Mapping[str, Any]]) -> None:
    """Every link leads to another field, and either all of them are written at one end, or all at both."""
    names = {field["name"] for field in fields}
    written: set[tuple[str, str]] = set()
    for field in fields:
        name = field["name"]
        for other in field["links"]:
            if not isinstance(other, str) or other not in names:
                raise BadComponents(
                    _("Field {name} is linked to {other}, which is no field.", name=name, other=repr(other))
                )
            if other == name:
                raise BadComponents(_("Field {name} is linked to itself.", name=name))
            if (name, other) in written:
                raise BadComponents(_("Field {name} is linked to {other} twice.", name=name, other=other))
            written.add((name, other))
    one_way = [(name, other) for name, other in written if (other, name) not in written]
    if one_way and len(one_way) < len(written):
        name, other = min(one_way)
        raise BadComponents(
            _(
                "The link from {name} to {other} is one-way: "
                "write all links at both of their fields, or each at one of them only.",
                name=name,
                other=other,
            )
        )


def _check_board(board: Board, components: Mapping[str, Any]) -> None:
    for colour, least, most in (
        (RING, components["rats"] * PLAYERS[1], MOST_FIELDS),
        (TOKEN, 1, MOST_PILES),
        (CARD, 1, MOST_CARD_FIELDS),
    ):
        count = board.colours.count(colour)
        if not least <= count <= most:
            raise BadComponents(
                _(
                    "The board needs {least} to {most} fields of the colour {colour}, not {count}.",
                    least=least,
                    most=most,
                    colour=COLOURS[colour],
                    count=count,
                )
            )
    tokens, needed = sum(components["tokens"].values()), board.colours.count(TOKEN) * components["pile"]
    if tokens < needed:
        raise BadComponents(
            _("The piles take {needed} tokens, and there are only {there}.", needed=needed, there=tokens)
        )
    cards, needed = len(components["ranks"]) * len(components["suits"]), board.colours.count(CARD)
    if cards < needed:
        raise BadComponents(_("There are {needed} card fields, but only {there} cards.", needed=needed, there=cards))
    _check_steps(board, components["die"])


def _check_steps(board: Board, die: int) -> None:
    steps = board.steps
    for name, ahead in zip(board.names, steps, strict=True):
        if len(ahead) > MOST_STEPS:
            raise BadComponents(
                _(
                    "Field {name} has {count} neighbours, underground ones included; {most} are the most.",
                    name=name,
                    count=len(ahead),
                    most=MOST_STEPS,
                )
            )
    reached = {k for k, colour in enumerate(board.colours) if colour == RING}
    queue = list(reached)
    while queue:
        field = queue.pop()
        if board.colours[field] != CARD:
            queue += [ahead for ahead in steps[field] if ahead not in reached]
            reached.update(steps[field])
    for k, name in enumerate(board.names):
        if k not in reached:
            raise BadComponents(_("Field {name} cannot be reached from the ring fields.", name=name))
        if _paths(board.colours, steps, k, die, MOST_PATHS) > MOST_PATHS:
            raise BadComponents(
                _(
                    "From field {name} there are more than {most} ways to make {steps} steps: "
                    "a smaller die or fewer links are needed.",
                    name=name,
                    most=MOST_PATHS,
                    steps=die,
                )
            )


def _paths(colours: Sequence[int], steps: Sequence[Sequence[int]], start: int, length: int, enough: int) -> int:
    """How many ways there are to make up to ``length`` steps; counting stops after ``enough``."""
    n = 0
    paths: list[tuple[int, ...]] = [(start,)]
    while paths and n <= enough:
        path = paths.pop()
        for ahead in steps[path[-1]]:
            if ahead not in path:
                n += 1
                if len(path) < length and colours[ahead] != CARD:
                    paths.append((*path, ahead))
    return n


def setup(states: States, components: Mapping[str, Any], players: int, options: Mapping[str, OptionValue]) -> None:
    """Write the position before the first token is drawn into a zeroed record."""
    s = states[0]
    s.players = players
    s.first = options["starter"]
    s.last_turn = int(options["max_rounds"]) * players
    _write_board(states, board(components))
    s.rat_count = components["rats"]
    s.die = components["die"]
    s.pile_size = components["pile"]
    s.token_colour_count = len(components["tokens"])
    for k, (colour, count) in enumerate(components["tokens"].items()):
        write(s.token_names[k], colour)
        s.token_points[k] = components["token_points"][colour]
        s.bank[k] = count
    s.rank_count = len(components["ranks"])
    for k, rank in enumerate(components["ranks"]):
        write(s.rank_names[k], rank)
    s.suit_count = len(components["suits"])
    points = components["card_points"]
    for k, suit in enumerate(components["suits"]):
        write(s.suit_names[k], suit)
        s.suit_points[k] = points[suit] if suit in points else points[OTHER]
    for count in range(2, MOST_SUITS + 1):
        s.set_points[count] = components["set_points"].get(str(count), s.set_points[count - 1])
    s.cards_to_end = components["cards_to_end"]
    begin(states)


def _write_board(states: States, board: Board) -> None:
    s = states[0]
    s.field_count = len(board.names)
    for k, (name, colour, steps) in enumerate(zip(board.names, board.colours, board.steps, strict=True), 1):
        write(s.field_names[k], name)
        s.colour[k] = colour
        s.step_count[k] = len(steps)
        s.steps[k, : len(steps)] = np.array(steps) + 1
        s.underground[k] = sum(1 << bit for bit, ahead in enumerate(steps) if ahead in board.tunnels[k - 1])
        if colour == TOKEN:
            s.pile_fields[s.pile_count] = k
            s.pile_count += 1
            s.spot[k] = s.pile_count
        if colour == CARD:
            s.card_fields[s.card_field_count] = k
            s.card_field_count += 1
            s.spot[k] = s.card_field_count


def write(letters: npt.NDArray[np.uint8], name: str) -> None:
    """Write a name into a position."""
    letters[: len(name)] = np.frombuffer(name.encode("ascii"), np.uint8)


def read(letters: npt.NDArray[np.uint8]) -> str:
    """A name in a position."""
    return letters.tobytes().rstrip(b"\0").decode("ascii")
