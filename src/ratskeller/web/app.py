"""The web application: routes, and what every request has in common (guest, language, limits, errors in words)."""

import asyncio
import base64
import contextlib
import json
import logging
import mimetypes
import secrets
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar, Request, get, post
from litestar.datastructures import Cookie, State
from litestar.enums import MediaType, ScopeType
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.response import Response
from litestar.types import ASGIApp, ControllerRouterHandler, Message, Receive, Scope, Send
from markupsafe import Markup

from ratskeller import bots
from ratskeller.games.declare import BadOption
from ratskeller.games.drawing import STYLESHEET
from ratskeller.play.game import Game, games
from ratskeller.play.game import game as find_game
from ratskeller.web import frame, pages
from ratskeller.web import table as doings
from ratskeller.web.bus import listen
from ratskeller.web.guests import COOKIE, LONGEST_NAME, YEAR, Guest, Guests, key_file, nickname
from ratskeller.web.hub import TOKEN, Hub, Live, Viewer
from ratskeller.web.limiter import Limiter, TooMany, address_key
from ratskeller.web.settings import Settings
from ratskeller.web.store import Event, NotStored, Store, TableRow
from ratskeller.web.table import LONGEST_SERIES, NotPossible, NotYours, Refused, Table
from ratskeller.words import _, ngettext, use_language

logger = logging.getLogger(__name__)

LARGEST_BODY = 64 * 1024
_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 12

_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", _POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
"""Sent with every answer."""


class NotReady(Refused):
    """The rules are not compiled yet."""

    status = 503


class Missing(Refused):
    """There is no such thing."""

    status = 404


class House:
    """What all requests share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.guests = Guests(key_file(settings.folder))
        self.store = Store(settings.tables)
        self.hub = Hub(self.store, settings, frame.render)
        self.limiter = Limiter(settings)
        self.games = games()
        self.ready = asyncio.Event()

    async def find(self, id: str) -> Live:
        """A table that is alive; Missing or NotReady if there is none."""
        if not self.ready.is_set():
            raise NotReady(_("The rules are still being made ready. Try again in a moment."))
        live = await self.hub.find(id)
        if live is None:
            raise Missing(_("There is no such table. Perhaps the address was not copied whole."))
        return live


@dataclass(slots=True)
class Visit:
    """One request, seen from here: who asks, from where, in which language."""

    request: Request[Any, Any, State]
    house: House
    guest: Guest
    language: str
    address: str

    @property
    def token(self) -> str:
        """The token for this guest's forms."""
        return self.house.guests.token(self.guest.id)

    @property
    def base(self) -> str:
        """The address under which friends reach this server, as far as this request can tell."""
        host = self.request.headers.get("host", "")
        known = self.house.settings.addresses.split()
        name = urlsplit(f"//{host}").hostname or ""
        if known and (name == "localhost" or name == "::1" or name.startswith("127.")):
            return known[0]
        return f"{self.request.scope['scheme']}://{host}"

    @property
    def wants_json(self) -> bool:
        """Whether a script asks."""
        return "application/json" in self.request.headers.get("accept", "")


def _visit(request: Request[Any, Any, State]) -> Visit:
    house: House = request.app.state.house
    cookies = request.cookies
    language = pages.best_language(cookies.get("language", ""), request.headers.get("accept-language", ""))
    guest = house.guests.read(cookies.get(COOKIE))
    if guest is None:
        with use_language(language):
            guest = house.guests.newcomer()
    client = request.scope.get("client")
    return Visit(request, house, guest, language, address_key(client[0] if client else ""))


# Answers


def _html(visit: Visit, content: str, status: int = 200, headers: dict[str, str] | None = None) -> Response[str]:
    cookies = []
    if not visit.guest.known or visit.guest.renew:
        cookies.append(_guest_cookie(visit, visit.guest))
    return Response(
        content,
        status_code=status,
        media_type=MediaType.HTML,
        headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"} | (headers or {}),
        cookies=cookies,
    )


def _guest_cookie(visit: Visit, guest: Guest) -> Cookie:
    secure = visit.request.scope["scheme"] == "https"
    return Cookie(
        COOKIE, value=visit.house.guests.cookie(guest), max_age=YEAR, httponly=True, samesite="lax", secure=secure
    )


def _json(content: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(
        body, status_code=status, media_type=MediaType.JSON, headers={"Cache-Control": "no-store"} | (headers or {})
    )


def _see_other(path: str, cookies: list[Cookie] | None = None) -> Response[bytes]:
    return Response(b"", status_code=303, headers={"Location": path}, cookies=cookies, media_type=MediaType.TEXT)


def _page(visit: Visit, template: str, **parts: Any) -> str:
    query = visit.request.scope["query_string"].decode("latin-1")
    path = visit.request.scope["path"] + (f"?{query}" if query else "")
    return pages.page(
        template,
        language=visit.language,
        languages=pages.known_languages(),
        token=visit.token,
        guest_name=visit.guest.name,
        games=[_game_entry(game) for game in visit.house.games],
        here=path if visit.request.method == "GET" else "/",
        ready=visit.house.ready.is_set(),
        **({"notice": ""} | parts),
    )


def _game_entry(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "summary": _(game.rules.summary),
        "players": list(game.players),
        "seats": [_(seat) for seat in game.rules.seats],
        "settings": [pages.setting(option, game) for option in game.options],
        "rounds": game.rules.rounds(game.components),
    }


async def _lobby_page(visit: Visit, notice: str = "") -> str:
    store = visit.house.store
    mine = await asyncio.to_thread(store.tables_of, visit.guest.id) if visit.guest.known else []
    open_ = [row for row in await asyncio.to_thread(store.open_tables) if row.id not in {each.id for each in mine}]
    return _page(
        visit,
        "lobby.html",
        notice=notice,
        kinds=pages.seat_kinds(),
        mine=[_row(visit, row) for row in mine],
        open=[_row(visit, row) for row in open_],
    )


def _row(visit: Visit, row: TableRow) -> dict[str, str]:
    titles = {game.id: game.title for game in visit.house.games}
    names = ", ".join(chair.name or _("free seat") for chair in row.chairs)
    said = {"open": _("waiting for a player"), "playing": _("being played"), "over": _("over")}.get(
        row.state, row.state
    )
    title = _("{game}: {players}", game=titles.get(row.game, row.game), players=names)
    return {"id": row.id, "title": title, "state": row.state, "said": said}


def _table_page(visit: Visit, live: Live, notice: str = "") -> str:
    hub = visit.house.hub
    picture = hub.picture(live, hub.look(live, visit.guest.id, visit.language, visit.base))
    inner = picture.replace(TOKEN, visit.token.encode()).decode()
    assert live.table.game is not None
    return _page(visit, "table.html", notice=notice, title=live.table.game.title, frame=Markup(inner))


def _problem(visit: Visit, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response[Any]:
    if visit.wants_json:
        return _json({"ok": False, "error": sentence}, status, headers)
    headings = {
        403: _("Not allowed"),
        404: _("Not found"),
        405: _("Not possible"),
        413: _("Too much"),
        422: _("Not understood"),
        429: _("Too fast"),
        503: _("One moment"),
    }
    heading = headings.get(status, _("Something went wrong") if status >= 500 else _("Not understood"))
    return _html(visit, _page(visit, "problem.html", heading=heading, sentence=sentence), status, headers)


# Errors that no handler has answered


def _on_refused(request: Request[Any, Any, State], problem: Refused) -> Response[Any]:
    visit = _visit(request)
    with use_language(visit.language):
        return _problem(visit, problem.status, str(problem))


def _on_too_many(request: Request[Any, Any, State], problem: TooMany) -> Response[Any]:
    visit = _visit(request)
    with use_language(visit.language):
        return _problem(visit, 429, _too_many(problem), {"Retry-After": str(problem.wait)})


def _too_many(problem: TooMany) -> str:
    return ngettext(
        "That was too much at once. Try again in {n} second.",
        "That was too much at once. Try again in {n} seconds.",
        problem.wait,
        n=problem.wait,
    )


def _not_stored() -> str:
    return _("This could not be stored, so nothing has changed. Try again in a moment.")


def _on_not_stored(request: Request[Any, Any, State], problem: NotStored) -> Response[Any]:
    visit = _visit(request)
    logger.error("Not stored: %s", problem)
    with use_language(visit.language):
        return _problem(visit, 503, _not_stored())


def _on_http(request: Request[Any, Any, State], problem: HTTPException) -> Response[Any]:
    visit = _visit(request)
    with use_language(visit.language):
        sentences = {
            404: _("There is no such page."),
            405: _("This address cannot be used that way."),
            413: _("That was more than this server reads."),
        }
        status = problem.status_code if problem.status_code < 500 else 500
        sentence = sentences.get(status, _("What your browser sent could not be understood."))
        headers = {
            name: value for name, value in (problem.headers or {}).items() if name.lower() in ("allow", "retry-after")
        }
        return _problem(visit, status, sentence, headers) if status < 500 else _on_bug(request, problem)


def _on_bug(request: Request[Any, Any, State], problem: Exception) -> Response[Any]:
    logger.error("Error in %s %s", request.method, request.scope["path"], exc_info=problem)
    visit = _visit(request)
    with use_language(visit.language):
        return _problem(visit, 500, _("Something went wrong here. It was noted; nothing was changed."))


# Pages


@get("/")
async def lobby(request: Request[Any, Any, State]) -> Response[str]:
    """Start a table, open tables, my tables."""
    visit = _visit(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        return _html(visit, await _lobby_page(visit))


@get("/table/{id:str}")
async def table_page(request: Request[Any, Any, State], id: FromPath[str]) -> Response[str]:
    """A table."""
    visit = _visit(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        if not visit.house.ready.is_set():
            if not await asyncio.to_thread(visit.house.store.events, id):
                raise Missing(_("There is no such table. Perhaps the address was not copied whole."))
            inner = Markup(pages.page("warming.html", id=id))
            return _html(visit, _page(visit, "table.html", title=_("Your table"), frame=inner))
        return _html(visit, _table_page(visit, await visit.house.find(id)))


@get("/table/{id:str}/moves")
async def moves_page(request: Request[Any, Any, State], id: FromPath[str]) -> Response[str]:
    """All legal moves as a plain list, for browsers without script."""
    visit = _visit(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        table = (await visit.house.find(id)).table
        view = table.view([table.acting]) if _may_choose(table, visit.guest.id) and table.acting is not None else None
        moves = view.legal() if view is not None else []
        return _html(visit, _page(visit, "moves.html", path=f"/table/{id}", at=table.number, moves=moves))


@get("/table/{id:str}/choices")
async def choices(request: Request[Any, Any, State], id: FromPath[str]) -> Response[bytes]:
    """What whoever is to act may choose from, for the script that helps to choose."""
    visit = _visit(request)
    visit.house.limiter.count("moves", visit.guest.id if visit.guest.known else visit.address)
    with use_language(visit.language):
        table = (await visit.house.find(id)).table
        if not _may_choose(table, visit.guest.id) or table.acting is None:
            raise NotYours(_("It is not your turn."))
        view = table.view([table.acting])
        assert view is not None
        ids = view.legal_ids()
        gains = view.foresee(ids)
        return _json(
            {
                "at": table.number,
                "game": view.game.id,
                "you": table.acting,
                "ids": base64.b64encode(ids.astype("<i4").tobytes()).decode(),
                "columns": int(gains.shape[1]),
                "gains": base64.b64encode(gains.astype("i1").tobytes()).decode(),
            }
        )


def _may_choose(table: Table, guest: str) -> bool:
    return (
        table.acting is not None
        and table.chair_of(table.acting).guest == guest
        and table.chair_of(table.acting).bot is None
    )


@get("/table/{id:str}/record.json")
async def record(request: Request[Any, Any, State], id: FromPath[str]) -> Response[bytes]:
    """The record of the game being played, or of an earlier one of the series (``?game=1``)."""
    visit = _visit(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        table = (await visit.house.find(id)).table
        wanted = request.query_params.get("game", str(len(table.finished) + 1))
        if table.position is None or not wanted.isdecimal() or not 1 <= int(wanted) <= len(table.finished) + 1:
            raise Missing(_("There is no record of such a game yet."))
        number = int(wanted)
        if number <= len(table.finished):
            kept = table.finished[number - 1]
        else:
            view = table.position if table.position.over else table.view(table.seats_of(visit.guest.id))
            assert view is not None
            kept = view.record()
        name = f"{kept.game}-{id}-{number}.json"
        return Response(
            (kept.dumps() + "\n").encode(),
            media_type=MediaType.JSON,
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
        )


@get("/how-to-play/{id:str}")
async def how_to_play(request: Request[Any, Any, State], id: FromPath[str]) -> Response[str]:
    """A game in our words, with pictures."""
    visit = _visit(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        for game in visit.house.games:
            if game.id == id:
                await visit.house.ready.wait()
                return _html(visit, _page(visit, "guide.html", game=game, sections=pages.guide(game)))
        raise Missing(_("There is no such game."))


@get("/language/{code:str}")
async def language(request: Request[Any, Any, State], code: FromPath[str]) -> Response[bytes]:
    """Choose a language, and go back to where one was."""
    visit = _visit(request)
    with use_language(visit.language):
        if code not in pages.known_languages():
            raise Missing(_("There is no such language here."))
    cookie = Cookie("language", value=code, max_age=YEAR, httponly=True, samesite="lax")
    return _see_other(_local(request.query_params.get("back", "/")), [cookie])


def _local(path: str) -> str:
    """A path on this server, so that no link of ours leads a visitor elsewhere."""
    parts = urlsplit(path)
    if (
        not path.startswith("/")
        or path.startswith(("//", "/\\"))
        or parts.netloc
        or any(ord(c) < 33 or c == "\\" for c in path)
    ):
        return "/"
    return path


@get("/static/{name:str}")
async def static(request: Request[Any, Any, State], name: FromPath[str]) -> Response[bytes]:
    """A file of the built client, or the pictures' stylesheet."""
    content = _file(name)
    if content is None:
        visit = _visit(request)
        with use_language(visit.language):
            raise Missing(_("There is no such page."))
    lasting = "public, max-age=31536000, immutable" if request.query_params.get("v") else "no-cache"
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(
        content,
        media_type=f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
        headers={"Cache-Control": lasting},
    )


@cache
def _file(name: str) -> bytes | None:
    if name == "picture.css":
        return STYLESHEET.read_bytes()
    known = {path.name: path for path in pages.STATIC.iterdir() if path.is_file()} if pages.STATIC.is_dir() else {}
    return known[name].read_bytes() if name in known else None


# Streams


@get("/table/{id:str}/stream")
async def stream(request: Request[Any, Any, State], id: FromPath[str]) -> ASGIApp:
    """A table as server-sent events: at once, and whenever it changes."""
    visit = _visit(request)
    house = visit.house
    house.limiter.count("pages", visit.address)
    if house.hub.streams(visit.address) >= house.settings.limit_streams:
        raise TooMany(30)
    with use_language(visit.language):
        if house.ready.is_set():
            await house.find(id)
        elif not await asyncio.to_thread(house.store.events, id):
            raise Missing(_("There is no such table. Perhaps the address was not copied whole."))
    viewer = Viewer(visit.guest.id, visit.token.encode(), visit.language, visit.base, visit.address)

    async def answer(_scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _STREAM_HEADERS})
        watcher = asyncio.create_task(_until_gone(receive, viewer))
        try:
            await _tell(house, id, viewer, send)
        finally:
            watcher.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return answer


_STREAM__POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def _until_gone(receive: Receive, viewer: Viewer) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.gone = True
    viewer.wake.set()


async def _tell(house: House, id: str, viewer: Viewer, send: Send) -> None:
    if not house.ready.is_set():
        with use_language(viewer.language):
            page = pages.page("warming.html", id=id).strip().encode().replace(b"\n", b"\ndata: ")
        await send(
            {"type": "http.response.body", "body": b"id: 0\nevent: table\ndata: %b\n\n" % page, "more_body": True}
        )
        while not house.ready.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(house.ready.wait(), 1)
            if viewer.gone or house.hub.closing:
                return
    live = await house.find(id)
    house.hub.join(live, viewer)
    try:
        while (picture := await viewer.next()) is not None:
            await send({"type": "http.response.body", "body": picture, "more_body": True})
    finally:
        house.hub.leave(live, viewer)


# Doings


async def _form(visit: Visit) -> dict[str, str]:
    """A form's fields, after its sender was found to be who they say they are."""
    house = visit.house
    house.limiter.check("refused", visit.address)
    fields = {name: value for name, value in (await visit.request.form()).items() if isinstance(value, str)}
    if not visit.guest.known:
        raise NotYours(_("Your browser sent no valid cookie. Load the page again; if this stays, allow cookies here."))
    token = visit.request.headers.get("x-csrftoken") or fields.get("_csrf_token", "")
    if not house.guests.token_is_right(visit.guest.id, token):
        raise NotYours(_("This form is too old, or was not sent from this site. Load the page again."))
    return fields


async def _answered(
    visit: Visit, work: Callable[[], Any], page: Callable[[str], Any], done: Callable[[Any], Response[Any]]
) -> Response[Any]:
    """Do the work and answer: done, or the page it was asked from, with the reason why not."""
    headers: dict[str, str] = {}
    with use_language(visit.language):
        try:
            return done(await work())
        except Refused as problem:
            status, sentence = problem.status, str(problem)
        except TooMany as problem:
            status, sentence = 429, _too_many(problem)
            headers["Retry-After"] = str(problem.wait)
        except NotStored as problem:
            logger.error("Not stored: %s", problem)
            status, sentence = 503, _not_stored()
        if status != 429:
            with contextlib.suppress(TooMany):
                visit.house.limiter.count("refused", visit.address)
        if visit.wants_json:
            return _json({"ok": False, "error": sentence}, status, headers)
        if status in (404, 429, 503):
            return _problem(visit, status, sentence, headers)
        return _html(visit, await page(sentence), status, headers)


@post("/me", status_code=200)
async def me(request: Request[Any, Any, State]) -> Response[Any]:
    """Take a nickname. Seats keep the name they were taken with."""
    visit = _visit(request)

    async def work() -> tuple[Guest, str]:
        fields = await _form(visit)
        visit.house.limiter.count("tables", visit.address)
        name = nickname(fields.get("name", ""))
        if not name:
            raise NotPossible(_("A name has 1 to {most} letters.", most=LONGEST_NAME))
        return Guest(visit.guest.id, name), _local(fields.get("back", "/"))

    def done(result: tuple[Guest, str]) -> Response[Any]:
        guest, back = result
        cookie = _guest_cookie(visit, guest)
        if visit.wants_json:
            answer = _json({"ok": True, "name": guest.name})
            answer.set_cookie(cookie)
            return answer
        return _see_other(back, [cookie])

    return await _answered(visit, work, partial(_lobby_page, visit), done)


@post("/tables", status_code=200)
async def make_table(request: Request[Any, Any, State]) -> Response[Any]:
    """Start a table."""
    visit = _visit(request)

    async def work() -> str:
        fields = await _form(visit)
        visit.house.limiter.count("tables", visit.address)
        data = _new_table(visit, fields)
        id = "".join(secrets.choice(_ID_LETTERS) for _place in range(_ID_LENGTH))
        await visit.house.hub.create(id, data)
        return id

    def done(id: str) -> Response[Any]:
        return _json({"ok": True, "table": id}) if visit.wants_json else _see_other(f"/table/{id}")

    return await _answered(visit, work, partial(_lobby_page, visit), done)


def _new_table(visit: Visit, fields: dict[str, str]) -> dict[str, Any]:
    """What a form says about a new table, checked; NotPossible with a sentence if it cannot be."""
    try:
        game = find_game(fields.get("game", ""))
        options = {
            name.removeprefix("option-"): _option_value(value)
            for name, value in fields.items()
            if name.startswith("option-")
        }
        players, options_ = game.rules.settle(_whole(fields, "players", game.players[0]), options)
    except BadOption as problem:
        raise NotPossible(str(problem)) from problem
    rounds = _whole(fields, "rounds", 1)
    if not 1 <= rounds <= LONGEST_SERIES:
        raise NotPossible(_("A series has 1 to {most} games.", most=LONGEST_SERIES))
    kinds = [fields.get(f"seat-{seat}", "me" if seat == 1 else "bot:greedy") for seat in range(1, players + 1)]
    return {
        "game": game.id,
        "players": players,
        "options": {
            option.name: options_[option.name] for option in game.options if options_[option.name] != option.default
        },
        "rounds": rounds,
        "listed": fields.get("listed") == "yes",
        "owner": visit.guest.id,
        "chairs": [_new_chair(visit, kind) for kind in kinds],
    }


def _new_chair(visit: Visit, kind: str) -> dict[str, str]:
    if kind == "me":
        return {"guest": visit.guest.id, "name": visit.guest.name}
    if kind == "friend":
        return {"name": ""}
    bot = kind.removeprefix("bot:")
    if kind.startswith("bot:") and bot in bots.names():
        return {"bot": bot, "name": bot.capitalize()}
    raise NotPossible(_("Nobody of the kind {kind} can sit at a table.", kind=repr(kind[:40])))


def _option_value(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, str | int | bool) else text


def _whole(fields: dict[str, str], name: str, default: int) -> int:
    text = fields.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise NotPossible(_("{name} is a whole number, not {value}.", name=name, value=repr(text[:40])))
    return int(text)


Decide = Callable[[Table, dict[str, str]], list[Event]]


async def _act(
    request: Request[Any, Any, State],
    id: str,
    decide: Callable[[Visit, Live, dict[str, str]], Callable[[Table], list[Event]]],
    *,
    limit: str = "moves",
) -> Response[Any]:
    visit = _visit(request)

    async def work() -> int:
        fields = await _form(visit)
        if limit == "tables":
            visit.house.limiter.count("tables", visit.address)
        else:
            visit.house.limiter.count("moves", visit.guest.id)
        live = await visit.house.find(id)
        await visit.house.hub.act(live, decide(visit, live, fields))
        return live.table.number

    async def page(notice: str) -> str:
        return _table_page(visit, await visit.house.find(id), notice)

    def done(number: int) -> Response[Any]:
        return _json({"ok": True, "at": number}) if visit.wants_json else _see_other(f"/table/{id}")

    return await _answered(visit, work, page, done)


@post("/table/{id:str}/move", status_code=200)
async def move(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Make a move, by its text."""

    def decide(visit: Visit, live: Live, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        at = _at(fields)
        return lambda table: doings.move(table, visit.guest.id, fields.get("move", ""), at, visit.house.hub.rng)

    return await _act(request, id, decide)


@post("/table/{id:str}/sit", status_code=200)
async def sit(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Take a free seat."""

    def decide(visit: Visit, live: Live, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        seat = _whole(fields, "seat", 0) or None
        return lambda table: [
            *doings.sit(table, visit.guest.id, visit.guest.name, seat),
            *doings.draw(table, visit.house.hub.rng),
        ]

    return await _act(request, id, decide, limit="tables")


@post("/table/{id:str}/resign", status_code=200)
async def resign(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Give up."""

    def decide(visit: Visit, live: Live, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        seat, at = _whole(fields, "seat", 0), _at(fields)
        return lambda table: doings.resign(table, visit.guest.id, seat, at)

    return await _act(request, id, decide)


@post("/table/{id:str}/bot", status_code=200)
async def bot(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Let a bot play for somebody who is away."""

    def decide(visit: Visit, live: Live, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        seat = _whole(fields, "seat", 0)

        def work(table: Table) -> list[Event]:
            guest = table.chair_of(seat).guest if 1 <= seat <= len(table.chairs) else None
            away = guest is not None and visit.house.hub.is_away(live, guest)
            return [*doings.give_to_bot(table, visit.guest.id, seat, away), *doings.draw(table, visit.house.hub.rng)]

        return work

    return await _act(request, id, decide)


@post("/table/{id:str}/takeback", status_code=200)
async def takeback(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Play one's own seat again."""

    def decide(visit: Visit, live: Live, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        seat = _whole(fields, "seat", 0)
        return lambda table: doings.take_back(table, visit.guest.id, seat)

    return await _act(request, id, decide)


@post("/table/{id:str}/rematch", status_code=200)
async def rematch(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Ask for the next game."""

    def decide(visit: Visit, live: Live, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        at = _at(fields)
        return lambda table: doings.rematch(table, visit.guest.id, at, visit.house.hub.rng)

    return await _act(request, id, decide)


@post("/table/{id:str}/close", status_code=200)
async def close(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Close a table that has not started."""

    def decide(visit: Visit, live: Live, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        return lambda table: doings.close(table, visit.guest.id)

    return await _act(request, id, decide)


def _at(fields: dict[str, str]) -> int:
    at = _whole(fields, "at", -1)
    if at < 0:
        raise NotPossible(_("The field {name} is missing.", name="at"))
    return at


# The application


HANDLERS: list[ControllerRouterHandler] = [
    lobby,
    table_page,
    moves_page,
    choices,
    record,
    how_to_play,
    language,
    static,
    stream,
    me,
    make_table,
    move,
    sit,
    resign,
    bot,
    takeback,
    rematch,
    close,
]


def create(settings: Settings | None = None) -> ASGIApp:
    """The application, with settings from the environment if none are given.

    Raises:
        BadSetting, BadKey, StoreError: it cannot be; the message is one sentence.
    """
    settings = settings or Settings.from_environment()
    house = House(settings)

    @contextlib.asynccontextmanager
    async def life(_app: Litestar) -> AsyncIterator[None]:
        async with _living(house):
            yield

    app = Litestar(
        HANDLERS,
        state=State({"house": house}),
        lifespan=[life],
        openapi_config=None,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        exception_handlers={
            Refused: _on_refused,
            TooMany: _on_too_many,
            NotStored: _on_not_stored,
            HTTPException: _on_http,
            Exception: _on_bug,
        },
    )
    return _with_headers(app)


def _with_headers(app: ASGIApp) -> ASGIApp:
    """Send `HEADERS` with whatever the application answers, its errors too."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        await app(scope, receive, send_with_headers if scope["type"] == ScopeType.HTTP else send)

    return wrapped


@contextlib.asynccontextmanager
async def _living(house: House) -> AsyncIterator[None]:
    """What runs beside the requests: compiling, the bus, the clock."""
    loop = asyncio.get_running_loop()
    threading.Thread(target=_warm, args=(house, loop), name="ratskeller-warm", daemon=True).start()
    work = [loop.create_task(_clock(house)), loop.create_task(_sweeper(house))]
    if house.store.shared:
        work.append(loop.create_task(listen(house.store, house.hub)))
    _close_streams_on_signals(house, loop)
    try:
        yield
    finally:
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await house.hub.close()
        await asyncio.to_thread(house.store.close)


def _warm(house: House, loop: asyncio.AbstractEventLoop) -> None:
    started = time.perf_counter()
    try:
        for game in house.games:
            game.warm()
    except Exception:
        logger.exception("The rules could not be compiled")
    logger.info("The rules are ready after %.1f s", time.perf_counter() - started)
    with contextlib.suppress(RuntimeError):  # the server was stopped meanwhile
        loop.call_soon_threadsafe(house.ready.set)


def _close_streams_on_signals(house: House, loop: asyncio.AbstractEventLoop) -> None:
    """Open streams would keep the server from stopping: end them as soon as it is told to."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        def handle(signum: int, frame: Any, before: Any = before) -> None:
            loop.call_soon_threadsafe(house.hub.close_streams)
            if callable(before):
                before(signum, frame)

        signal.signal(number, handle)


async def _clock(house: House) -> None:
    beat = 0
    while True:
        await asyncio.sleep(house.settings.ping_every / 3)
        beat += 1
        try:
            await (house.hub.tick() if beat % 3 == 0 else house.hub.look_around())
        except Exception:
            logger.exception("The clock stumbled")


async def _sweeper(house: House) -> None:
    while True:
        try:
            await house.store.sweep(time.time() - house.settings.close_after)
        except Exception:
            logger.exception("Sweeping failed")
        await asyncio.sleep(3600)
