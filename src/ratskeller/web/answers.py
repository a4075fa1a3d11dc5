"""Answers: pages, JSON, and errors in words."""

import asyncio
import json
import logging
from functools import cache
from typing import Any
from urllib.parse import quote

from litestar import Request
from litestar.datastructures import Cookie, State
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.response import Response
from markupsafe import Markup

from ratskeller.play.game import Game
from ratskeller.web import pages
from ratskeller.web.guests import COOKIE, YEAR, Guest
from ratskeller.web.hub import Live
from ratskeller.web.limiter import TooMany
from ratskeller.web.opponents import usual
from ratskeller.web.store import NotStored, TableRow
from ratskeller.web.table import LONGEST_SERIES, Refused
from ratskeller.web.visit import Visit, visit_of
from ratskeller.words import _, ngettext, use_language

logger = logging.getLogger(__name__)


def html(visit: Visit, content: str, status: int = 200, headers: dict[str, str] | None = None) -> Response[str]:
    cookies = []
    if not visit.guest.known or visit.guest.renew:
        cookies.append(guest_cookie(visit, visit.guest))
    return Response(
        content,
        status_code=status,
        media_type=MediaType.HTML,
        headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"} | (headers or {}),
        cookies=cookies,
    )


def guest_cookie(visit: Visit, guest: Guest) -> Cookie:
    secure = visit.request.scope["scheme"] == "https"
    return Cookie(
        COOKIE, value=visit.house.guests.cookie(guest), max_age=YEAR, httponly=True, samesite="lax", secure=secure
    )


def json_answer(content: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(
        body, status_code=status, media_type=MediaType.JSON, headers={"Cache-Control": "no-store"} | (headers or {})
    )


def see_other(path: str, cookies: list[Cookie] | None = None) -> Response[bytes]:
    return Response(b"", status_code=303, headers={"Location": path}, cookies=cookies, media_type=MediaType.TEXT)


def whole_page(visit: Visit, template: str, **parts: Any) -> str:
    query = visit.request.scope["query_string"].decode("latin-1")
    path = quote(visit.request.scope["path"]) + (f"?{query}" if query else "")
    return pages.page(
        template,
        language=visit.language,
        languages=pages.known_languages(),
        token=visit.token,
        guest_name=visit.guest.name,
        games=[_game_entry(game, visit.language) for game in visit.house.games],
        here=path if visit.request.method == "GET" else "/",
        ready=visit.house.all_compiled,
        **({"notice": ""} | parts),
    )


@cache
def _game_entry(game: Game, _language: str) -> dict[str, Any]:
    """What pages say of a game in the language spoken now, which has to be given so that no other's is used."""
    return {
        "id": game.id,
        "title": game.title,
        "summary": _(game.rules.summary),
        "players": list(game.players),
        "seats": [_(seat) for seat in game.rules.seats],
        "kinds": pages.seat_kinds(game),
        "opponent": f"bot:{usual(game)}",
        "settings": [pages.setting(option, game) for option in game.options],
        "rounds": game.rules.rounds(game.components),
    }


async def lobby_page(visit: Visit, notice: str = "") -> str:
    store = visit.house.store
    mine = await asyncio.to_thread(store.tables_of, visit.guest.id) if visit.guest.known else []
    open_ = [row for row in await asyncio.to_thread(store.open_tables) if row.id not in {each.id for each in mine}]
    return whole_page(
        visit,
        "lobby.html",
        notice=notice,
        longest_series=LONGEST_SERIES,
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


def page_of_table(visit: Visit, live: Live, notice: str = "") -> str:
    hub = visit.house.hub
    picture = hub.picture(live, hub.look(live, visit.guest.id, visit.language, visit.base))
    inner = picture.whole(visit.token.encode()).decode()
    assert live.table.game is not None
    return whole_page(visit, "table.html", notice=notice, title=live.table.game.title, frame=Markup(inner))


def problem_page(visit: Visit, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response[Any]:
    if visit.wants_json:
        return json_answer({"ok": False, "error": sentence}, status, headers)
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
    return html(visit, whole_page(visit, "problem.html", heading=heading, sentence=sentence), status, headers)


def on_refused(request: Request[Any, Any, State], problem: Refused) -> Response[Any]:
    visit = visit_of(request)
    with use_language(visit.language):
        return problem_page(visit, problem.status, str(problem))


def on_too_many(request: Request[Any, Any, State], problem: TooMany) -> Response[Any]:
    visit = visit_of(request)
    with use_language(visit.language):
        return problem_page(visit, 429, too_many(problem), {"Retry-After": str(problem.wait)})


def too_many(problem: TooMany) -> str:
    return ngettext(
        "That was too much at once. Try again in {n} second.",
        "That was too much at once. Try again in {n} seconds.",
        problem.wait,
        n=problem.wait,
    )


def not_stored() -> str:
    return _("This could not be stored, so nothing has changed. Try again in a moment.")


def on_not_stored(request: Request[Any, Any, State], problem: NotStored) -> Response[Any]:
    visit = visit_of(request)
    logger.error("Not stored: %s", problem)
    with use_language(visit.language):
        return problem_page(visit, 503, not_stored())


def on_http(request: Request[Any, Any, State], problem: HTTPException) -> Response[Any]:
    visit = visit_of(request)
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
        return problem_page(visit, status, sentence, headers) if status < 500 else on_bug(request, problem)


def on_bug(request: Request[Any, Any, State], problem: Exception) -> Response[Any]:
    logger.error("Error in %s %s", request.method, request.scope["path"], exc_info=problem)
    visit = visit_of(request)
    with use_language(visit.language):
        return problem_page(visit, 500, _("Something went wrong here. It was noted; nothing was changed."))


def local_path(path: str) -> str:
    """A path on this server, so that no link of ours leads a visitor elsewhere."""
    plain = path.isascii() and path.isprintable() and not set(path) & set(" \\")
    return path if plain and path.startswith("/") and not path.startswith("//") else "/"
