"""The web application, and what runs beside its requests."""

import asyncio
import contextlib
import gc
import logging
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, ControllerRouterHandler, Message, Receive, Scope, Send

from ratskeller.bots.ready import make_ready
from ratskeller.play.game import Game
from ratskeller.web.answers import on_bug, on_http, on_not_stored, on_refused, on_too_many
from ratskeller.web.bus import listen
from ratskeller.web.doing import bot, close, hint, make_table, me, move, rematch, resign, sit, takeback, undo
from ratskeller.web.limiter import TooMany
from ratskeller.web.reading import choices, how_to_play, language, lobby, moves_page, record, static, stream, table_page
from ratskeller.web.settings import Settings
from ratskeller.web.store import NotStored
from ratskeller.web.table import Refused
from ratskeller.web.thumbs import picture
from ratskeller.web.visit import House

logger = logging.getLogger(__name__)

_RULES, _SEARCH = 0, 1
"""What is compiled of a game."""
_GREETING = 1.0
"""Seconds that compiling waits for a first visitor."""
_COMPILING_TURN = 0.0005
"""Seconds of a thread's turn while one compiles: with Python's own value requests would wait ten times as long."""
_GARBAGE = 10_000
"""New objects after which Python looks for garbage among them: some moves at many tables."""
LARGEST_BODY = 64 * 1024

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

HANDLERS: list[ControllerRouterHandler] = [
    lobby,
    table_page,
    moves_page,
    choices,
    record,
    how_to_play,
    picture,
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
    hint,
    undo,
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
            Refused: on_refused,
            TooMany: on_too_many,
            NotStored: on_not_stored,
            HTTPException: on_http,
            Exception: on_bug,
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
    work = [loop.create_task(job(house)) for job in (_warm_up, _clock, _sweeper)]
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


async def _warm_up(house: House) -> None:
    """Compile the rules beside the requests. That leaves little time to others: the lobby's first answer goes first."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(house.greeted.wait(), _GREETING)
    loop = asyncio.get_running_loop()
    threading.Thread(target=_warm, args=(house, loop), name="ratskeller-warm", daemon=True).start()


def _warm(house: House, loop: asyncio.AbstractEventLoop) -> None:
    started, interval = time.perf_counter(), sys.getswitchinterval()
    sys.setswitchinterval(_COMPILING_TURN)
    # The last game's rules take least, so that something can be played soon.
    left = [(kind, game) for kind in (_RULES, _SEARCH) for game in reversed(house.games)]
    try:
        while left:
            kind, game = min(left, key=partial(_place, house.wanted))
            left.remove((kind, game))
            try:
                game.warm() if kind == _RULES else make_ready(game)
            except Exception:
                logger.exception("What %s needs could not be compiled", game.id)
            done = house.compiled if kind == _RULES else house.hub.uncompiled
            with contextlib.suppress(RuntimeError):  # the server was stopped meanwhile
                loop.call_soon_threadsafe(done[game.id].set)
    finally:
        sys.setswitchinterval(interval)
    _spare_the_collector()
    logger.info("Rules and bots are ready after %.1f s", time.perf_counter() - started)


def _place(wanted: tuple[str, ...], job: tuple[int, Game]) -> tuple[bool, int, int]:
    """When something is compiled: first what somebody waits for, the rules before the bots' search.

    A person thinks about the first move while the search is compiled, and other games' rules are not missed meanwhile;
    but who waits for rules waits before a page that says so.
    """
    kind, game = job
    return game.id not in wanted, kind, wanted.index(game.id) if game.id in wanted else 0


def _spare_the_collector() -> None:
    """Compiling leaves a million objects that stay: looking through them again and again took a fifth of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE, 20, 20)


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
            house.hub.fall_behind(await house.store.sweep(time.time() - house.settings.close_after))
        except Exception:
            logger.exception("Sweeping failed")
        await asyncio.sleep(3600)
