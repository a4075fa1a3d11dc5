"""What a bot is, and which ones there are."""

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias

import numpy as np

from ratskeller.bots.greedy import Greedy
from ratskeller.bots.levels import LEVELS, Level
from ratskeller.bots.random import Random
from ratskeller.bots.search import Search
from ratskeller.games.declare import BadOption
from ratskeller.play.position import Position
from ratskeller.words import _


class Bot(Protocol):
    """A player that is a program. One that has no `fresh` keeps nothing between two choices and can play many games at
    once.
    """

    @property
    def name(self) -> str:
        """How people and programs ask for it."""
        ...

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        """Choose one of the view's legal moves.

        Args:
            view: the position as the seat to act sees it; not changed.
            rng: the only source of chance.

        Returns:
            The number of a legal move.
        """
        ...


Maker: TypeAlias = Callable[..., Bot]
Setting: TypeAlias = int | float | bool | str

_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)

PLUGINS = "ratskeller.bots"
"""The group of entry points by which installed packages give bots short names."""

_MAKERS: dict[str, Maker] = {
    "random": Random,
    "greedy": Greedy,
    **{level: partial(Level, level) for level in LEVELS},
    "search": Search,
}


def names() -> tuple[str, ...]:
    """The names of the house's own bots: two simple ones, the levels from the weakest on, and the search itself."""
    return tuple(_MAKERS)


def fresh(bot: Bot) -> Bot:
    """The bot for one game of its own: one that remembers what it thought has a ``fresh()`` that gives a new one."""
    make = getattr(bot, "fresh", None)
    return bot if make is None else make()


def seated(given: Sequence[str], seats: Sequence[int]) -> dict[int, Bot]:
    """The bots that hold these seats, from a name for each of them or one for all.

    Raises:
        BadOption: there are more or fewer names, or no bot of such a name.
    """
    found = [bot(name) for name in given]
    if len(found) == 1:
        found *= len(seats)
    if len(found) != len(seats):
        raise BadOption(
            _(
                "Bots hold {seats} of the seats: name so many, or one for all of them, not {bots}.",
                seats=len(seats),
                bots=len(given),
            )
        )
    return dict(zip(seats, found, strict=True))


def bot(text: str) -> Bot:
    """A bot by its name and settings, such as ``greedy``, ``search:iters=2000`` or ``my_bot.py:MyBot:depth=3``.

    The name is that of one of the house's own bots or of an installed package's (an entry point of the group
    ``ratskeller.bots``), or a file or module with a class: ``my_bot.py:MyBot``, ``package.module:MyBot``. Files
    are run.

    Raises:
        BadOption: there is none of this name, or it cannot be made so; the sentence says what there is.
    """
    name, *rest = text.split(":")
    if name in _MAKERS:
        make = _MAKERS[name]
    elif rest and rest[0] and "=" not in rest[0]:
        make = _class(name, rest.pop(0))
    else:
        make = _plugin(name)
    return _made(text, make, dict(_setting(text, part) for part in rest))


@cache
def _plugin(name: str) -> Maker:
    for found in entry_points(group=PLUGINS, name=name):
        try:
            make: Maker = found.load()
        except ImportError as error:
            raise BadOption(
                _("The bot {bot} cannot be loaded: {reason}.", bot=repr(name), reason=str(error))
            ) from error
        return make
    raise BadOption(_("There is no bot {bot}; there are {known}.", bot=repr(name), known=", ".join(_MAKERS)))


@cache
def _class(home: str, name: str) -> Maker:
    """The class of this name in a file or module."""
    make = getattr(_module(home), name, None)
    if not callable(make):
        raise BadOption(_("{file} has no bot {bot}.", file=home, bot=repr(name)))
    found: Maker = make
    return found


def _module(home: str) -> ModuleType:
    """A file or module of the user's own; whatever goes wrong in it is said in one sentence."""
    try:
        if not home.endswith(".py"):
            return importlib.import_module(home)
        spec = importlib.util.spec_from_file_location(Path(home).stem, home)
        if spec is None or spec.loader is None:
            raise ImportError(home)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except Exception as error:  # a stranger's file may raise anything
        reason = f"{type(error).__name__}: {error}"
        raise BadOption(_("The bot file {file} cannot be read: {reason}.", file=home, reason=reason)) from error
    return module


def _setting(text: str, part: str) -> tuple[str, Setting]:
    key, sign, value = part.partition("=")
    if not sign or not key.isidentifier():
        raise BadOption(_("{part} in {bot} is no setting; one is written name=value.", part=repr(part), bot=repr(text)))
    return key, _value(value)


def _value(text: str) -> Setting:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text, text)


def _made(text: str, make: Maker, settings: dict[str, Setting]) -> Bot:
    parameters = inspect.signature(make).parameters
    known = [name for name, parameter in parameters.items() if parameter.kind in _NAMED]
    takes_any = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values())
    for name in settings:
        if name not in known and not takes_any:
            raise BadOption(
                _(
                    "The bot {bot} has no setting {name}; it has {known}.",
                    bot=repr(text),
                    name=name,
                    known=", ".join(known),
                )
                if known
                else _("The bot {bot} has no settings; {name} is given.", bot=repr(text), name=name)
            )
    try:
        made: Any = make(**settings)
    except (TypeError, ValueError) as error:
        raise BadOption(_("The bot {bot} cannot be made: {reason}", bot=repr(text), reason=str(error))) from error
    if not callable(getattr(made, "choose", None)):
        raise BadOption(_("{bot} is no bot: it has no method choose(view, rng).", bot=repr(text)))
    bot: Bot = made
    return bot
