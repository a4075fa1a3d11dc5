"""The routes that change something: names, tables, seats, moves."""

import contextlib
import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from litestar import Request, post
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Response

from ratskeller.games.declare import BadOption, read_value
from ratskeller.play.game import Game
from ratskeller.play.game import game as find_game
from ratskeller.web import opponents
from ratskeller.web import table as doings
from ratskeller.web.answers import (
    guest_cookie,
    html,
    json_answer,
    lobby_page,
    local_path,
    not_stored,
    page_of_table,
    problem_page,
    see_other,
    too_many,
)
from ratskeller.web.guests import LONGEST_NAME, Guest, nickname
from ratskeller.web.hub import Live
from ratskeller.web.limiter import TooMany
from ratskeller.web.store import Event, NotStored
from ratskeller.web.table import LONGEST_SERIES, NotPossible, NotYours, Refused, Table
from ratskeller.web.visit import Visit, visit_of
from ratskeller.words import _, use_language

logger = logging.getLogger(__name__)

_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 12


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
            status, sentence = 429, too_many(problem)
            headers["Retry-After"] = str(problem.wait)
        except NotStored as problem:
            logger.error("Not stored: %s", problem)
            status, sentence = 503, not_stored()
        if status != 429:
            with contextlib.suppress(TooMany):
                visit.house.limiter.count("refused", visit.address)
        if visit.wants_json:
            return json_answer({"ok": False, "error": sentence}, status, headers)
        if status in (404, 429, 503):
            return problem_page(visit, status, sentence, headers)
        return html(visit, await page(sentence), status, headers)


@post("/me", status_code=200)
async def me(request: Request[Any, Any, State]) -> Response[Any]:
    """Take a nickname. Seats keep the name they were taken with."""
    visit = visit_of(request)

    async def work() -> tuple[Guest, str]:
        fields = await _form(visit)
        visit.house.limiter.count("tables", visit.address)
        name = nickname(fields.get("name", ""))
        if not name:
            raise NotPossible(_("A name has 1 to {most} letters.", most=LONGEST_NAME))
        return Guest(visit.guest.id, name), local_path(fields.get("back", "/"))

    def done(result: tuple[Guest, str]) -> Response[Any]:
        guest, back = result
        cookie = guest_cookie(visit, guest)
        if visit.wants_json:
            answer = json_answer({"ok": True, "name": guest.name})
            answer.set_cookie(cookie)
            return answer
        return see_other(back, [cookie])

    return await _answered(visit, work, partial(lobby_page, visit), done)


@post("/tables", status_code=200)
async def make_table(request: Request[Any, Any, State]) -> Response[Any]:
    """Start a table."""
    visit = visit_of(request)

    async def work() -> str:
        fields = await _form(visit)
        visit.house.limiter.count("tables", visit.address)
        data = _new_table(visit, fields)
        visit.house.want(data["game"])
        id = "".join(secrets.choice(_ID_LETTERS) for _place in range(_ID_LENGTH))
        await visit.house.hub.create(id, data)
        return id

    def done(id: str) -> Response[Any]:
        return json_answer({"ok": True, "table": id}) if visit.wants_json else see_other(f"/table/{id}")

    return await _answered(visit, work, partial(lobby_page, visit), done)


def _new_table(visit: Visit, fields: dict[str, str]) -> dict[str, Any]:
    """What a form says about a new table, checked; NotPossible with a sentence if it cannot be."""
    try:
        game = find_game(fields.get("game", ""))
        options = {
            name.removeprefix("option-"): read_value(value)
            for name, value in fields.items()
            if name.startswith("option-")
        }
        players, options_ = game.rules.settle(_whole(fields, "players", game.players[0]), options)
    except BadOption as problem:
        raise NotPossible(str(problem)) from problem
    rounds = _whole(fields, "rounds", 1)
    if not 1 <= rounds <= LONGEST_SERIES:
        raise NotPossible(_("A series has 1 to {most} games.", most=LONGEST_SERIES))
    opponent = f"bot:{opponents.usual(game)}"
    kinds = [fields.get(f"seat-{seat}", "me" if seat == 1 else opponent) for seat in range(1, players + 1)]
    return {
        "game": game.id,
        "players": players,
        "options": {
            option.name: options_[option.name] for option in game.options if options_[option.name] != option.default
        },
        "rounds": rounds,
        "listed": fields.get("listed") == "yes",
        "owner": visit.guest.id,
        "chairs": [_new_chair(visit, game, kind) for kind in kinds],
    }


def _new_chair(visit: Visit, game: Game, kind: str) -> dict[str, str]:
    if kind == "me":
        return {"guest": visit.guest.id, "name": visit.guest.name}
    if kind == "friend":
        return {"name": ""}
    bot = kind.removeprefix("bot:")
    if kind.startswith("bot:") and opponents.known(game, bot):
        return {"bot": bot, "name": opponents.title(bot)}
    raise NotPossible(_("Nobody of the kind {kind} can sit at a table.", kind=repr(kind[:40])))


def _whole(fields: dict[str, str], name: str, default: int) -> int:
    text = fields.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise NotPossible(_("{name} is a whole number, not {value}.", name=name, value=repr(text[:40])))
    return int(text)


Decide = Callable[[Visit, dict[str, str]], Callable[[Table], list[Event]]]
"""Reads a form, and returns what is to happen at the table."""


async def _act(
    request: Request[Any, Any, State],
    id: str,
    decide: Decide,
    *,
    limit: str = "moves",
) -> Response[Any]:
    visit = visit_of(request)

    async def work() -> int:
        fields = await _form(visit)
        if limit == "tables":
            visit.house.limiter.count("tables", visit.address)
        else:
            visit.house.limiter.count("moves", visit.guest.id)
        live = await visit.house.find(id)
        await visit.house.hub.act(live, decide(visit, fields))
        visit.house.hub.notice(live, visit.guest.id)
        return live.table.number

    async def page(notice: str) -> str:
        return page_of_table(visit, await visit.house.find(id), notice)

    def done(number: int) -> Response[Any]:
        return json_answer({"ok": True, "at": number}) if visit.wants_json else see_other(f"/table/{id}")

    return await _answered(visit, work, page, done)


@post("/table/{id:str}/move", status_code=200)
async def move(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Make a move, by its text."""

    def decide(visit: Visit, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        at = _at(fields)
        return lambda table: doings.move(table, visit.guest.id, fields.get("move", ""), at, visit.house.hub.rng)

    return await _act(request, id, decide)


@post("/table/{id:str}/sit", status_code=200)
async def sit(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Take a free seat."""

    def decide(visit: Visit, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        seat = _whole(fields, "seat", 0) or None
        return lambda table: [
            *doings.sit(table, visit.guest.id, visit.guest.name, seat),
            *doings.draw(table, visit.house.hub.rng),
        ]

    return await _act(request, id, decide, limit="tables")


@post("/table/{id:str}/resign", status_code=200)
async def resign(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Give up."""

    def decide(visit: Visit, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        seat, at = _whole(fields, "seat", 0), _at(fields)
        return lambda table: doings.resign(table, visit.guest.id, seat, at)

    return await _act(request, id, decide)


@post("/table/{id:str}/bot", status_code=200)
async def bot(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Let a bot play for somebody who is away."""

    def decide(visit: Visit, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        seat, name = _whole(fields, "seat", 0), fields.get("bot", "")

        def work(table: Table) -> list[Event]:
            guest = table.chair_of(seat).guest if 1 <= seat <= len(table.chairs) else None
            away = guest is not None and visit.house.hub.is_away(table.id, guest)
            return [
                *doings.give_to_bot(table, visit.guest.id, seat, away, name),
                *doings.draw(table, visit.house.hub.rng),
            ]

        return work

    return await _act(request, id, decide)


@post("/table/{id:str}/takeback", status_code=200)
async def takeback(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Play one's own seat again."""

    def decide(visit: Visit, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        seat = _whole(fields, "seat", 0)
        return lambda table: doings.take_back(table, visit.guest.id, seat)

    return await _act(request, id, decide)


@post("/table/{id:str}/undo", status_code=200)
async def undo(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Take back the last step of one's turn."""

    def decide(visit: Visit, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        at = _at(fields)
        return lambda table: doings.undo(table, visit.guest.id, at)

    return await _act(request, id, decide)


@post("/table/{id:str}/hint", status_code=200)
async def hint(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Say what the search would do. Nothing happens at the table."""
    visit = visit_of(request)
    house = visit.house

    async def work() -> tuple[Live, str, str]:
        fields = await _form(visit)
        house.limiter.count("hints", visit.guest.id)
        live = await house.find(id)
        house.hub.notice(live, visit.guest.id)
        view = doings.view_for_hint(live.table, visit.guest.id, _at(fields))
        move = await house.hub.hint(view)
        after = view.copy()
        after.push(move)
        return live, move, _("Hint: {move}", move=after.tell(after.ply))

    async def page(notice: str) -> str:
        return page_of_table(visit, await house.find(id), notice)

    def done(found: tuple[Live, str, str]) -> Response[Any]:
        live, move, said = found
        if visit.wants_json:
            return json_answer({"ok": True, "at": live.table.number, "move": move, "said": said})
        return html(visit, page_of_table(visit, live, said))

    return await _answered(visit, work, page, done)


@post("/table/{id:str}/rematch", status_code=200)
async def rematch(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Ask for the next game."""

    def decide(visit: Visit, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        at, name = _at(fields), fields.get("bot", "")
        return lambda table: doings.rematch(table, visit.guest.id, at, visit.house.hub.rng, name)

    return await _act(request, id, decide)


@post("/table/{id:str}/close", status_code=200)
async def close(request: Request[Any, Any, State], id: FromPath[str]) -> Response[Any]:
    """Close a table that has not started."""

    def decide(visit: Visit, fields: dict[str, str]) -> Callable[[Table], list[Event]]:
        return lambda table: doings.close(table, visit.guest.id)

    return await _act(request, id, decide)


def _at(fields: dict[str, str]) -> int:
    at = _whole(fields, "at", -1)
    if at < 0:
        raise NotPossible(_("The field {name} is missing.", name="at"))
    return at
