"""What the browser is sent: pages and pictures, in the language of whoever reads them."""

import hashlib
import json
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ratskeller import bots, words
from ratskeller.games.declare import Option
from ratskeller.games.drawing import STYLESHEET
from ratskeller.play.game import Game
from ratskeller.play.position import Position
from ratskeller.web import table as doings
from ratskeller.web.hub import TOKEN, Live, Look
from ratskeller.web.table import Table
from ratskeller.words import _

HERE = Path(__file__).parent
STATIC = HERE / "static"

_environment = Environment(
    loader=FileSystemLoader(HERE / "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_environment.globals |= {"_": words._, "ngettext": words.ngettext}

def page(template: str, **parts: Any) -> str:
    """A page from its template."""
    return _environment.get_template(template).render(parts)


@cache
def asset(name: str) -> str | None:
    """The address of a file of the built client, or of the pictures' stylesheet, that changes when the file does; None if it was not built."""
    path = STYLESHEET if name == "picture.css" else STATIC / name
    if not path.is_file():
        return None
    version = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={version}"


_environment.globals["asset"] = asset


def known_languages() -> list[str]:
    """The languages that pages exist in."""
    return _languages()


@cache
def _languages() -> list[str]:
    return words.languages()


LANGUAGE_NAMES = {"en": "English", "sv": "Svenska", "hu": "Magyar", "lt": "Lietuvių"}
_environment.globals["language_names"] = LANGUAGE_NAMES


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


def render(live: Live, look: Look) -> str:
    """The inner page of a table, as everybody who looks so sees it."""
    with words.use_language(look.language):
        return _render(live, look)


def _render(live: Live, look: Look) -> str:
    table = live.table
    view = table.view(look.seats)
    acting = table.acting
    mine = [seat for seat in look.seats if table.chair_of(seat).bot is None]
    names = table.names()
    return page(
        "frame.html",
        table=table,
        game=table.game,
        look=look,
        base=look.base,
        seats=[_seat(live, table, view, seat, names, look) for seat in range(1, len(table.chairs) + 1)],
        mine=mine,
        acting=acting,
        choose=acting is not None and acting in mine,
        acting_name=names[acting - 1] if acting is not None else "",
        board=Markup(view.svg(ident="board")) if view is not None else "",
        log=Markup("".join(_lines(live, view, look))),
        ending=doings.ending(table),
        waiting=[chair.name for chair in table.chairs if chair.bot is None and chair.player not in table.asked],
        asked=all(table.chair_of(seat).player in table.asked for seat in mine),
        token=TOKEN.decode(),
        path=f"/table/{table.id}",
    )


def _seat(live: Live, table: Table, view: Position | None, seat: int, names: Sequence[str], look: Look) -> dict[str, Any]:
    assert table.game is not None
    chair = table.chair_of(seat)
    return {
        "seat": seat,
        "colour": _(table.game.rules.seats[seat - 1]),
        "name": names[seat - 1],
        "open": chair.open,
        "you": seat in look.seats,
        "bot": chair.bot is not None,
        "stand_in": chair.bot is not None and chair.guest is not None,
        "away": chair.bot is None and chair.guest in live.away,
        "score": view.scores[seat - 1] if view is not None else 0,
        "total": table.totals[chair.player - 1],
        "acting": table.acting == seat,
    }


def _lines(live: Live, view: Position | None, look: Look) -> list[str]:
    """The log so far as list items; what was told before is not told anew."""
    table = live.table
    hidden = table.game is not None and bool(table.game.rules.hidden)
    lines = live.lines.setdefault((look.language, look.seats if hidden else ()), [])
    for event, ply in table.log[len(lines) :]:
        sentence = doings.tell(table, view, event, ply)
        seat = f' class="seat-{event.data["seat"]}"' if "seat" in event.data else ""
        lines.append(f'<li id="event-{event.number}"{seat}>{escape(sentence)}</li>' if sentence else "")
    return lines


def setting(option: Option, game: Game) -> dict[str, Any]:
    """An option as a form shows it: every value that some number of players allows, written so that its type survives."""
    values = dict.fromkeys((json.dumps(value), _value(option, value, game)) for n in game.players for value in option.values(n))
    return {
        "name": option.name,
        "label": _(option.label),
        "help": _(option.help),
        "default": json.dumps(option.default),
        "values": list(values),
    }


def _value(option: Option, value: int | bool | str, game: Game) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if option.name == "starter" and isinstance(value, int):
        return _(game.rules.seats[value - 1])
    return str(value)


def seat_kinds() -> list[tuple[str, str]]:
    """Who may sit on a chair when a table is made: form values and what they are called."""
    people = [("me", _("me")), ("friend", _("a friend, by link"))]
    return people + [(f"bot:{name}", _("bot: {name}", name=name)) for name in reversed(bots.names())]


def guide(game: Game) -> list[dict[str, Any]]:
    """The sections of "how to play", with the pictures of their positions."""
    return [
        {
            "heading": _(section.heading),
            "paragraphs": [_(paragraph) for paragraph in section.paragraphs],
            "caption": _(section.caption) if section.caption else "",
            "picture": _example(game, section.moves, f"example-{number}"),
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
