"""The routes that show something: lobby, tables, streams, records, how to play."""

import asyncio
import base64
import contextlib
import itertools
import mimetypes
from functools import cache
from typing import Any

from litestar import Request, get
from litestar.datastructures import Cookie, State
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.response import Response
from litestar.types import ASGIApp, Receive, Scope, Send
from markupsafe import Markup

from ratskeller.games.drawing import STYLESHEET
from ratskeller.web import pages
from ratskeller.web.answers import html, json_answer, lobby_page, local_path, page_of_table, see_other, whole_page
from ratskeller.web.guests import YEAR
from ratskeller.web.hub import PING, Viewer
from ratskeller.web.limiter import TooMany
from ratskeller.web.pointing import ahead, pointing
from ratskeller.web.table import NotYours, Table
from ratskeller.web.visit import House, Missing, visit_of
from ratskeller.words import _, use_language


@get("/")
async def lobby(request: Request[Any, Any, State]) -> Response[str]:
    """Start a table, open tables, my tables."""
    visit = visit_of(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        page = html(visit, await lobby_page(visit))
        visit.house.greeted.set()
        return page


@get("/table/{id:str}")
async def table_page(request: Request[Any, Any, State], id: FromPath[str]) -> Response[str]:
    """A table."""
    visit = visit_of(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        if not await visit.house.is_compiled(id):
            inner = Markup(pages.page("warming.html", id=id))
            return html(visit, whole_page(visit, "table.html", title=_("Your table"), frame=inner))
        live = await visit.house.find(id)
        visit.house.hub.notice(live, visit.guest.id)
        return html(visit, page_of_table(visit, live))


@get("/table/{id:str}/moves")
async def moves_page(request: Request[Any, Any, State], id: FromPath[str]) -> Response[str]:
    """All legal moves as a plain list, for browsers without script."""
    visit = visit_of(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        table = (await visit.house.find(id)).table
        view = table.view([table.acting]) if _may_choose(table, visit.guest.id) and table.acting is not None else None
        moves = view.legal() if view is not None else []
        return html(visit, whole_page(visit, "moves.html", path=f"/table/{id}", at=table.number, moves=moves))


@get("/table/{id:str}/choices")
async def choices(request: Request[Any, Any, State], id: FromPath[str]) -> Response[bytes]:
    """What whoever is to act may choose from, for the script that helps; also ``after`` steps that are not made yet."""
    visit = visit_of(request)
    visit.house.limiter.count("moves", visit.guest.id if visit.guest.known else visit.address)
    with use_language(visit.language):
        table = (await visit.house.find(id)).table
        if not _may_choose(table, visit.guest.id) or table.acting is None:
            raise NotYours(_("It is not your turn."))
        view = table.view([table.acting])
        assert view is not None
        ids = view.legal_ids()
        if view.game.rules.steps is not None:
            told = {"at": table.number, "game": view.game.id, "you": table.acting}
            after = ahead(view, request.query_params.getall("after", []))
            if after.to_act != table.acting:
                return json_answer(told | {"forced": False, "moves": [], "walks": [], "steps": []})
            return json_answer(told | await asyncio.to_thread(pointing, after))
        gains = view.foresee(ids)
        return json_answer(
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


_LONGEST_NUMBER = 4
"""Digits; Python itself refuses to read numbers of thousands of digits."""


@get("/table/{id:str}/record.json")
async def record(request: Request[Any, Any, State], id: FromPath[str]) -> Response[bytes]:
    """The record of the game being played, or of an earlier one of the series (``?game=1``)."""
    visit = visit_of(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        table = (await visit.house.find(id)).table
        wanted = request.query_params.get("game", str(len(table.finished) + 1))
        number = int(wanted) if wanted.isdecimal() and len(wanted) <= _LONGEST_NUMBER else 0
        if table.position is None or not 1 <= number <= len(table.finished) + 1:
            raise Missing(_("There is no record of such a game yet."))
        if number <= len(table.finished):
            kept = table.finished[number - 1]
        else:
            current = table.record(table.seats_of(visit.guest.id))
            assert current is not None
            kept = current
        name = f"{kept.game}-{id}-{number}.json"
        return Response(
            (kept.dumps() + "\n").encode(),
            media_type=MediaType.JSON,
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
        )


@get("/how-to-play/{id:str}")
async def how_to_play(request: Request[Any, Any, State], id: FromPath[str]) -> Response[str]:
    """A game in our words, with pictures."""
    visit = visit_of(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        for game in visit.house.games:
            if game.id == id:
                sections = pages.guide(game, pictures=visit.house.compiled[id].is_set())
                return html(visit, whole_page(visit, "guide.html", game=game, sections=sections))
        raise Missing(_("There is no such game."))


@get("/language/{code:str}")
async def language(request: Request[Any, Any, State], code: FromPath[str]) -> Response[bytes]:
    """Choose a language, and go back to where one was."""
    visit = visit_of(request)
    with use_language(visit.language):
        if code not in pages.known_languages():
            raise Missing(_("There is no such language here."))
    cookie = Cookie("language", value=code, max_age=YEAR, httponly=True, samesite="lax")
    return see_other(local_path(request.query_params.get("back", "/")), [cookie])


@get("/static/{name:str}")
async def static(request: Request[Any, Any, State], name: FromPath[str]) -> Response[bytes]:
    """A file of the built client, or the pictures' stylesheet."""
    content = _files().get(name)
    if content is None:
        visit = visit_of(request)
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
def _files() -> dict[str, bytes]:
    built = pages.STATIC.iterdir() if pages.STATIC.is_dir() else ()
    return {path.name: path.read_bytes() for path in (*built, STYLESHEET) if path.is_file()}


@get("/table/{id:str}/stream")
async def stream(request: Request[Any, Any, State], id: FromPath[str]) -> ASGIApp:
    """A table as server-sent events: at once, and whenever it changes."""
    visit = visit_of(request)
    house = visit.house
    house.limiter.count("pages", visit.address)
    if house.hub.streams(visit.address) >= house.settings.limit_streams:
        raise TooMany(30)
    with use_language(visit.language):
        if await house.is_compiled(id):
            await house.find(id)
    viewer = Viewer(visit.guest.id, visit.token.encode(), visit.language, visit.base, visit.address)

    async def answer(_scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _STREAM_HEADERS})
        watcher = asyncio.create_task(_until_gone(receive, viewer))
        try:
            with house.hub.streaming(viewer.address):
                await _tell(house, id, viewer, send)
        finally:
            watcher.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return answer


_STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


_WARMING_PING = 10
"""Seconds between the lines that keep a stream open while it waits for the rules."""


async def _until_gone(receive: Receive, viewer: Viewer) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.gone = True
    viewer.wake.set()


async def _tell(house: House, id: str, viewer: Viewer, send: Send) -> None:
    if not await house.is_compiled(id):
        with use_language(viewer.language):
            page = pages.page("warming.html", id=id).strip().encode().replace(b"\n", b"\ndata: ")
        await send(
            {"type": "http.response.body", "body": b"id: 0\nevent: table\ndata: %b\n\n" % page, "more_body": True}
        )
        compiled = house.compiled[await house.game_of(id)]
        for beat in itertools.count(1):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(compiled.wait(), 1)
            if compiled.is_set():
                break
            if viewer.gone or house.hub.closing:
                return
            if beat % _WARMING_PING == 0:
                await send({"type": "http.response.body", "body": PING, "more_body": True})
    live = await house.find(id)
    try:
        house.hub.join(live, viewer)
        while (picture := await viewer.next()) is not None:
            await send({"type": "http.response.body", "body": picture, "more_body": True})
    finally:
        house.hub.leave(live, viewer)
