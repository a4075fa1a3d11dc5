"""How a game says what it is: its id and title, seats, options, what is random, what is hidden, and its functions."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ratskeller.games.kernel import Moves, State, States
from ratskeller.words import N_, _

OptionValue: TypeAlias = int | bool | str


_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)
_MOST_DIGITS = 100
LONGEST_SHOWN = 60
"""So much of a wrong value is repeated in the sentence about it."""


def read_value(text: str) -> OptionValue:
    """What is written for an option's value: a whole number, ``true``, ``false``, anything else a text."""
    if len(text) <= _MOST_DIGITS and _WHOLE.fullmatch(text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def write_value(value: OptionValue) -> str:
    """An option's value as `read_value` reads it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class BadOption(ValueError):
    """An option, a number of players or a name that this game does not have."""


class BadComponents(ValueError):
    """Components that no game can be played with; the sentence says which part, and what would be right."""


class BadText(ValueError):
    """A text that names no move: ``kind`` is ``malformed`` or ``unknown``; the sentence says why."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


@dataclass(frozen=True)
class Option:
    """A setting of the rules. ``values(players)`` lists what is allowed; values of another type are refused."""

    name: str
    default: OptionValue
    values: Callable[[int], Sequence[OptionValue]]
    label: str
    help: str

    def check(self, value: object, players: int) -> OptionValue:
        """Return the value if it is allowed.

        Raises:
            BadOption: it is not, also when only its type differs (``True``, ``1`` and ``"1"`` are three values).
        """
        allowed = self.values(players)
        for candidate in allowed:
            if type(candidate) is type(value) and candidate == value:
                return candidate
        raise BadOption(
            _(
                "Option {name} cannot be {value}; it can be {allowed}.",
                name=self.name,
                value=_shown(value),
                allowed=_listed(allowed),
            )
        )


STARTER = Option(
    "starter",
    1,
    lambda players: range(1, players + 1),
    N_("Who begins"),
    N_("The seat that takes the first turn."),
)


@dataclass(frozen=True)
class Section:
    """A part of the page "how to play": a heading, paragraphs, and moves that lead to the position shown beside it."""

    heading: str
    paragraphs: tuple[str, ...]
    moves: tuple[str, ...] = ()
    caption: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    """Symbols of the picture, by their ids without the picture's own prefix, and what they show."""


class Draw(Protocol):
    """Draws a state as one ``<svg>`` element; see `Rules.draw`."""

    def __call__(self, s: State, *, names: Sequence[str], moves: Sequence[int], ident: str) -> str: ...


@dataclass(frozen=True)
class Span:
    """A piece of a line of text.

    ``style`` is made of words: ``seat-1`` … for what is a seat's, ``faint``, ``strong``, and ``marked`` for the last
    moves. What it tells about the position can be read without it.
    """

    text: str
    style: str = ""


TextLine: TypeAlias = tuple[Span, ...]


class Write(Protocol):
    """Writes a state for a terminal; see `Rules.write`."""

    def __call__(self, s: State, *, names: Sequence[str], moves: Sequence[int], width: int) -> list[TextLine]: ...


@dataclass(frozen=True, slots=True)
class Step:
    """One of the things that are pointed at, one after the other, to make a move on the page."""

    id: str
    """The id of an element of the picture without the picture's own prefix, such as ``rat-1-2``; or a button's."""
    label: str
    """What it is called on a button, and by those who listen to the page."""
    ask: str
    """What is to be chosen where this step is one of the choices: one sentence."""
    shape: str = ""
    """The id, without the prefix, of what the picture is to show as if the step were made; empty if nothing."""
    place: str = ""
    """Where it is shown: an SVG transform, instead of the element's own; empty if only on the button."""
    badge: str = ""
    """What it earns or costs at once, as short as can be, such as ``+2``: written on the board."""
    button: bool = False
    """Whether nothing in the picture stands for it."""
    quick: bool = False
    """Of a last step: whether its move is a small part of a turn, so that a click is enough to make it."""


@dataclass(frozen=True, eq=False)
class Rules:
    """One game, declared. Its ``rules.py`` registers the compiled functions over ``state`` with the kernel.

    Sentences (``title``, ``seats``, ``random``, ``hidden``) are marked for translation and translated where shown.
    """

    id: str
    title: str
    summary: str
    seats: tuple[str, ...]
    colours: tuple[str, ...]
    """The colour of each seat in the pictures: red, green, blue, yellow, orange, purple or black."""
    fewest: int
    most: int
    options: tuple[Option, ...]
    random: str
    hidden: str
    """What is hidden from some seats; empty if nothing is."""
    state: np.dtype[Any]
    """The record type of a position."""
    most_moves: int
    """No position has more legal moves or chance outcomes than this."""
    components: str
    """The standard components, as TOML text."""
    check: Callable[[Mapping[str, Any]], None]
    """Raise BadComponents unless a game can be played with these components."""
    setup: Callable[[States, Mapping[str, Any], int, Mapping[str, OptionValue]], None]
    """Write the position before the first event into ``states[0]``: ``setup(states, components, players, options)``."""
    text: Callable[[State, int], str]
    """The text of a move number, legal here or not; ValueError if the number names no move."""
    parse: Callable[[State, str], int]
    """The number of a move text, legal here or not; BadText if the text names no move."""
    explain: Callable[[State, int], str]
    """Why a move that is not legal here is not: one sentence."""
    tell: Callable[[State, int, State, Sequence[str]], str]
    """The log's sentence for a move: ``tell(before, move, after, seat_names)``."""
    ending: Callable[[State, Sequence[str]], str]
    """Why the game is over, and who won: one or two sentences."""
    draw: Draw
    """The picture: ``draw(s, names=..., moves=..., ident=...)``; of the ``moves`` made so far, the last are marked."""
    write: Write
    """The picture in letters: ``write(s, names=..., moves=..., width=...)``; lines of ``width`` where it can."""
    guide: tuple[Section, ...]
    """How to play, in our words."""
    foresee: Callable[[States, Moves], npt.NDArray[np.int8]]
    """What the page shows of each move before it is made: ``foresee(states[1], moves[n]) -> int8[n, k]``."""
    rounds: Callable[[Mapping[str, Any]], int] = lambda components: 1
    """How many games a match has, by the components."""
    steps: Callable[[State, int], Sequence[Step]] | None = None
    """What is pointed at to make a legal move: ``steps(state, move)``. No two moves of a position have the same steps,
    and none has those that another begins with. None: the page has a chooser made for this game."""
    forced: Callable[[int], bool] = lambda move: False
    """Whether this is a move that decides nothing where it is the only legal one: interfaces make it themselves."""
    counts_wins: bool = False
    """Whether a match counts games won and plays a drawn game again; else it adds up ``returns``."""

    def changed(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Those of all the options that differ from their default, as a record holds them."""
        return {option.name: options[option.name] for option in self.options if options[option.name] != option.default}

    def settle(self, players: object, options: object) -> tuple[int, dict[str, OptionValue]]:
        """Check a number of players and options; return them with every option that was not given at its default.

        Raises:
            BadOption: the game cannot be played so; the sentence says what can.
        """
        if players is None:
            players = self.fewest
        if type(players) is not int or not self.fewest <= players <= self.most:
            raise BadOption(
                _(
                    "{title} is played by {fewest} to {most} players, not by {players}.",
                    title=_(self.title),
                    fewest=self.fewest,
                    most=self.most,
                    players=_shown(players),
                )
                if self.fewest < self.most
                else _(
                    "{title} is played by {fewest} players, not by {players}.",
                    title=_(self.title),
                    fewest=self.fewest,
                    players=_shown(players),
                )
            )
        if not isinstance(options, Mapping):
            raise BadOption(_("Options are a mapping from names to values, not {value}.", value=_shown(options)))
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(
                    _(
                        "{title} has no option {name}; it has {known}.",
                        title=_(self.title),
                        name=_shown(name),
                        known=_listed(list(known)),
                    )
                )
        return players, {
            option.name: option.check(options.get(option.name, option.default), players) for option in self.options
        }


def _shown(value: object) -> str:
    shown = value if isinstance(value, str) and value.isidentifier() else repr(value)
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"


def _listed(values: Sequence[object]) -> str:
    if isinstance(values, range) and len(values) > 3:
        return _("{first} to {last}", first=values[0], last=values[-1])
    return ", ".join(_shown(value) for value in values)
