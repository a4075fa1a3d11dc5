"""What the browser is sent: pages and pictures, in the language of whoever reads them."""

import hashlib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ratskeller import words
from ratskeller.games.declare import Option, write_value
from ratskeller.games.drawing import STYLESHEET
from ratskeller.play.game import Game
from ratskeller.web.opponents import levels
from ratskeller.words import _

HERE = Path(__file__).parent
STATIC = HERE / "static"

environment = Environment(
    loader=FileSystemLoader(HERE / "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
environment.globals |= {"_": words._, "ngettext": words.ngettext}


def page(template: str, **parts: Any) -> str:
    """A page from its template."""
    return environment.get_template(template).render(parts)


@cache
def asset(name: str) -> str | None:
    """An address of a built file, or of the pictures' stylesheet, that changes with the file; None if there is none."""
    path = STYLESHEET if name == "picture.css" else STATIC / name
    if not path.is_file():
        return None
    version = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={version}"


environment.globals["asset"] = asset


def known_languages() -> list[str]:
    """The languages that pages exist in."""
    return _languages()


@cache
def _languages() -> list[str]:
    return words.languages()


LANGUAGE_NAMES = {"en": "English", "sv": "Svenska", "hu": "Magyar", "lt": "Lietuvių"}
environment.globals["language_names"] = LANGUAGE_NAMES


@lru_cache(1024)
def best_language(cookie: str, accepted: str) -> str:
    """The language of a visitor: the one chosen by link, else the first of the browser's that exists."""
    return words.best_language([cookie, *_accepted(accepted)] if cookie else _accepted(accepted))


def _accepted(header: str) -> list[str]:
    """The language codes of an Accept-Language header, best first."""
    weighed: list[tuple[float, int, str]] = []
    for place, part in enumerate(header.split(",")[:20]):
        code, _semicolon, quality = part.partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if code.strip() and weight > 0:
            weighed.append((-weight, place, code.strip()))
    return [code for _weight, _place, code in sorted(weighed)]


_LONGEST_LIST = 30
"""More numbers than this are not chosen from a list, but typed."""


def setting(option: Option, game: Game) -> dict[str, Any]:
    """An option as a form shows it: every value that any number of players allows, its type still to be seen."""
    allowed = [value for n in game.players for value in option.values(n)]
    numbers = [value for value in allowed if type(value) is int]
    long = len(numbers) == len(allowed) and len(set(numbers)) > _LONGEST_LIST
    return {
        "name": option.name,
        "label": _(option.label),
        "help": _(option.help),
        "default": write_value(option.default),
        "between": (min(numbers), max(numbers)) if long else None,
        "values": []
        if long
        else list(dict.fromkeys((write_value(value), _value(option, value, game)) for value in allowed)),
    }


def _value(option: Option, value: int | bool | str, game: Game) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if option.name == "starter" and isinstance(value, int):
        return _(game.rules.seats[value - 1])
    return str(value)


def seat_kinds(game: Game) -> list[tuple[str, str]]:
    """Who may sit on a chair when a table is made: form values and what they are called."""
    people = [("me", _("me")), ("friend", _("a friend, by link"))]
    return people + [(f"bot:{name}", _("bot: {name}", name=called)) for name, called in levels(game)]


def guide(game: Game, pictures: bool = True) -> list[dict[str, Any]]:
    """The sections of "how to play"; with pictures of their positions, which need the rules compiled."""
    return [
        {
            "heading": _(section.heading),
            "paragraphs": [_(paragraph) for paragraph in section.paragraphs],
            "caption": _(section.caption) if section.caption else "",
            "picture": _example(game, section.moves, f"example-{number}") if pictures else None,
            "legend": [(f"example-{number}-{shape}", _(name)) for shape, name in section.legend],
        }
        for number, section in enumerate(game.rules.guide, 1)
    ]


def _example(game: Game, moves: Sequence[str], ident: str) -> Markup | None:
    if not moves:
        return None
    position = game.start()
    for move in moves:
        position.push(move)
    return Markup(position.svg(ident=ident))
