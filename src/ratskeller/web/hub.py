"""The tables that are alive in this process: who watches, what they are shown, which bot thinks.

Everything here runs in the event loop. A change is decided on a copy, stored, and only then takes the table's place
and is told.
"""

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ratskeller.play.position import Position
from ratskeller.web import table as doings
from ratskeller.web.settings import Settings
from ratskeller.web.store import ChairRow, Change, Conflict, Event, NotStored, Store
from ratskeller.web.table import Chair, Refused, Stale, Table
from ratskeller.web.thinking import TIMED, Choice, Thinkers
from ratskeller.words import _

logger = logging.getLogger(__name__)

PING = b": ping\n\n"
_MOST_LOOKS = 64
"""Pictures kept of a table: how it looks depends on what a request says of itself, so that there is no end to them."""
_OTHER_WORKERS_PATIENCE = 5.0
"""Seconds more than a bot thinks that a worker leaves its move to the one where the table's last move was made."""


class NoHint(Refused):
    """There is no hint."""

    status = 503


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture of a table depends on, besides the table: viewers who look alike are sent the same bytes."""

    language: str
    seats: tuple[int, ...] = ()
    owner: bool = False
    base: str = ""
    """How other machines reach this server, as in ``http://host:port``."""


class Picture(NamedTuple):
    """The inner page of a table as HTML in UTF-8, on one line, in the order of these parts.

    The board and the story are long and hold no forms: those who look on in one language share these bytes.
    """

    head: bytes
    board: bytes
    choose: bytes
    story: bytes
    foot: bytes

    def whole(self, token: bytes) -> bytes:
        """All of it, with a guest's form token."""
        return b"".join(self._parts(token))

    def event(self, number: int, token: bytes) -> bytes:
        """All of it as a server-sent event, whose lines end in LF only."""
        return b"".join((b"id: %d\nevent: table\ndata: " % number, *self._parts(token), b"\n\n"))

    def _parts(self, token: bytes) -> tuple[bytes, ...]:
        return (
            self.head.replace(TOKEN, token),
            self.board,
            self.choose.replace(TOKEN, token),
            self.story,
            self.foot.replace(TOKEN, token),
        )


@dataclass(eq=False, slots=True)
class Viewer:
    """An open stream. A slow one is sent the newest picture only: every picture is the whole table."""

    guest: str
    token: bytes
    language: str
    base: str
    address: str
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    frame: bytes | None = None
    gone: bool = False

    def offer(self, frame: bytes) -> None:
        """Send this next."""
        self.frame = frame
        self.wake.set()

    async def next(self) -> bytes | None:
        """What to send next: a picture, or a ping if there is none; None when the stream is closed."""
        await self.wake.wait()
        self.wake.clear()
        if self.gone:
            return None
        frame, self.frame = self.frame, None
        return PING if frame is None else frame


@dataclass(eq=False, slots=True)
class Live:
    """A table in memory."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    pictures: dict[Look, Picture] = field(default_factory=dict)
    frames: dict[tuple[Look, bytes], bytes] = field(default_factory=dict)
    """The pictures as they are sent, also by form token."""
    boards: dict[tuple[str, int | None], bytes] = field(default_factory=dict)
    """The board's pictures, by language and by whose view they show."""
    stories: dict[tuple[str, int | None], tuple[int, bytes]] = field(default_factory=dict)
    """How many of the log's events were told already, and in which words, likewise."""
    seen: dict[str, float] = field(default_factory=dict)
    """When each guest was last connected."""
    away: frozenset[str] = frozenset()
    thinking: asyncio.Task[None] | None = None
    preparing: bool = False
    """The bot to act waits for its search to be compiled."""
    beats: dict[int, int] = field(default_factory=dict)
    """For how many paces each player's bot thought about its last choice."""
    behind: bool = False
    """Something may be stored that is not in the table yet."""
    used: float = field(default_factory=time.monotonic)


Render = Callable[[Live, Look], Picture]


class Hub:
    """All tables of this process.

    Args:
        store: where they are kept.
        settings: of this server.
        render: draws the inner page of a table for a look.
    """

    def __init__(self, store: Store, settings: Settings, render: Render) -> None:
        self.store = store
        self.settings = settings
        self._render = render
        self.rng = np.random.default_rng(secrets.randbits(128))
        self._lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._streams: dict[str, int] = {}
        self.thinkers = Thinkers(settings.bot_ms)
        self._patience = settings.bot_ms / 1000 + _OTHER_WORKERS_PATIENCE
        self.uncompiled: dict[str, asyncio.Event] = {}
        """The games whose search has to be compiled first, each with what tells that it is."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    def __len__(self) -> int:
        return len(self._lives)

    async def find(self, id: str) -> Live | None:
        """The table of this id, from memory or from the store; None if there is none."""
        live = self._lives.get(id)
        if live is None:
            task = self._loading.get(id)
            if task is None:
                task = self._loading[id] = asyncio.create_task(self._load(id))
                task.add_done_callback(lambda _task: self._loading.pop(id, None))
            live = await asyncio.shield(task)
            if live is None:
                return None
        if live.behind:
            async with live.lock:
                await self._catch_up(live)
        live.used = time.monotonic()
        return live

    async def _load(self, id: str) -> Live | None:
        events = await asyncio.to_thread(self.store.events, id)
        if not events:
            return None
        table = Table(id)
        await asyncio.to_thread(_replay, table, events)
        live = Live(table)
        live.seen = {guest: at for (_table, guest), at in (await asyncio.to_thread(self.store.seen, [id])).items()}
        self._lives[id] = live
        await self._draw(live)
        return live

    async def _draw(self, live: Live) -> None:
        """Let chance move where it was left to act, then the bots."""
        if live.table.position is not None and live.table.position.to_act == "chance" and not live.table.over:
            with contextlib.suppress(Refused, NotStored):
                await self.act(live, lambda table: doings.draw(table, self.rng))
        self._think(live, 0)

    async def create(self, id: str, data: dict[str, Any]) -> None:
        """Store a new table; ``data`` is what its first event holds. The game is set up when somebody looks at it."""
        chairs = [
            ChairRow(player, chair.get("guest"), chair["name"], chair.get("bot"))
            for player, chair in enumerate(data["chairs"], 1)
        ]
        state = "open" if any(chair.guest is None and chair.bot is None for chair in chairs) else "playing"
        event = Event(1, "open", data, time.time())
        await self.store.write(Change(id, [event], state=state, chairs=chairs, create=(data["game"], data["listed"])))

    async def act(self, live: Live, decide: Callable[[Table], list[Event]]) -> None:
        """Change a table: ``decide`` lets events happen on a copy; they are stored, and then they are told.

        Raises:
            Refused: by ``decide``; nothing has changed.
            NotStored: the store failed; nothing has been told.
        """
        async with live.lock:
            if live.behind:
                await self._catch_up(live)
            for _attempt in range(3):
                before = live.table
                table = before.copy()
                events = decide(table)
                if not events:
                    return
                live.behind = True  # until we know: also when this task is cancelled while the store writes
                try:
                    await self.store.write(
                        Change(
                            table.id,
                            events,
                            state=table.state if table.state != before.state else None,
                            chairs=table.rows() if table.chairs is not before.chairs else None,
                        )
                    )
                except Conflict:
                    await self._catch_up(live)
                    continue
                live.behind = False
                self._show(live, table)
                break
            else:
                raise NotStored("the table changes faster than it can be written")
        self._think(live, 0)

    async def _catch_up(self, live: Live) -> None:
        """Read what others have stored about a table."""
        events = await asyncio.to_thread(self.store.events, live.table.id, live.table.number)
        live.behind = False
        if events:
            table = live.table.copy()
            _replay(table, events)
            self._show(live, table)

    def _show(self, live: Live, table: Table) -> None:
        retold = (len(table.finished), table.undone) != (len(live.table.finished), live.table.undone)
        if retold or table.names() != live.table.names():
            live.stories.clear()
        live.table = table
        self.publish(live)

    def publish(self, live: Live) -> None:
        """Send every viewer of a table its picture."""
        live.pictures.clear()
        live.frames.clear()
        live.boards.clear()
        for viewer in live.viewers:
            viewer.offer(self.frame(live, viewer))

    def look(self, live: Live, guest: str, language: str, base: str) -> Look:
        """What a guest's picture of a table depends on."""
        table = live.table
        return Look(
            language,
            table.seats_of(guest),
            table.owner == guest and table.position is None,
            base if table.position is None else "",
        )

    def picture(self, live: Live, look: Look) -> Picture:
        """The inner page of a table, drawn once for all who look alike."""
        picture = live.pictures.get(look)
        if picture is None:
            if len(live.pictures) >= _MOST_LOOKS:
                live.pictures.clear()
            picture = live.pictures[look] = self._render(live, look)
        return picture

    def frame(self, live: Live, viewer: Viewer) -> bytes:
        """The picture for a viewer, as a server-sent event."""
        look = self.look(live, viewer.guest, viewer.language, viewer.base)
        # Who cannot do anything has no forms, and shares the bytes with all others who look on.
        key = look, viewer.token if look.seats or live.table.position is None else b""
        frame = live.frames.get(key)
        if frame is None:
            if len(live.frames) >= _MOST_LOOKS:
                live.frames.clear()
            frame = live.frames[key] = self.picture(live, look).event(live.table.number, key[1])
        return frame

    def join(self, live: Live, viewer: Viewer) -> None:
        """A viewer begins to watch: the first picture is the whole state."""
        live.viewers.add(viewer)
        if viewer.guest in live.away:
            self._look_around(live)
        viewer.offer(self.frame(live, viewer))
        if self.closing:
            viewer.gone = True

    def leave(self, live: Live, viewer: Viewer) -> None:
        """A viewer does not watch any more."""
        live.viewers.discard(viewer)
        live.used = time.monotonic()
        live.seen[viewer.guest] = time.time()

    @contextlib.contextmanager
    def streaming(self, address: str) -> Iterator[None]:
        """A stream is open for as long as this lasts, also one that still waits for the rules."""
        self._streams[address] = self._streams.get(address, 0) + 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]

    def streams(self, address: str) -> int:
        """How many streams an address has open."""
        return self._streams.get(address, 0)

    def is_away(self, id: str, guest: str) -> bool:
        """Whether a guest has had no stream on a table in memory for a while."""
        live = self._lives.get(id)
        if live is None or any(viewer.guest == guest for viewer in live.viewers):
            return False
        return time.time() - live.seen.get(guest, 0.0) > self.settings.away_after

    def notice(self, live: Live, guest: str) -> None:
        """A guest who sits at a table is here, with or without a stream."""
        if live.table.seats_of(guest):
            live.seen[guest] = time.time()

    def _look_around(self, live: Live) -> None:
        seated = {chair.guest for chair in live.table.chairs if chair.guest is not None}
        away = frozenset(guest for guest in seated if self.is_away(live.table.id, guest))
        if away != live.away:
            live.away = away
            self.publish(live)

    def _think(self, live: Live, patience: float) -> None:
        """Start a bot's thinking if it is a bot's turn and none thinks."""
        seat = live.table.acting
        if seat is None or live.table.chair_of(seat).bot is None or self.closing:
            return
        if live.thinking is None or live.thinking.done():
            live.thinking = self._spawn(self._bots_play(live, patience))

    async def _bots_play(self, live: Live, patience: float) -> None:
        """Let bots move until a person is to act or the game is over."""
        while True:
            await asyncio.sleep(patience)
            patience = 0.0
            table = live.table
            seat = table.acting
            if seat is None or table.position is None:
                return
            chair = table.chair_of(seat)
            if chair.bot is None:
                return
            try:
                await self._bot_plays(live, table, table.position, seat, chair)
            except Stale:
                continue
            except NotStored:
                patience = 5.0
            except Exception:
                logger.exception("The bot %s failed at table %s", chair.bot, table.id)
                other = doings.replacement(chair.bot)
                if other is None:
                    return
                with contextlib.suppress(Refused, NotStored):
                    await self.act(live, partial(doings.replace_bot, player=chair.player, bot=other))

    async def _bot_plays(self, live: Live, table: Table, position: Position, seat: int, chair: Chair) -> None:
        """Let a bot make a move, not sooner than people can follow."""
        assert chair.bot is not None
        if chair.bot in TIMED:
            await self._prepare(live, position.game.id)
        rng = np.random.default_rng(secrets.randbits(128))
        pace, begin = self.settings.bot_pace, time.monotonic()
        choice = await self.thinkers.ask(chair.bot, position.view(seat), rng)
        if pace:
            beats = self._beats(live, chair.player, choice, bool(position.game.rules.hidden))
            await asyncio.sleep(max(0.0, beats * pace - (time.monotonic() - begin)))
        await self.act(live, partial(doings.bot_move, text=choice.move, number=table.number, rng=self.rng))

    def _beats(self, live: Live, player: int, choice: Choice, hidden: bool) -> int:
        """After how many paces a bot's move is made.

        Where hands are hidden, how long a bot thinks must not tell what it holds: its moves come on the beat, and when
        it had no choice, after as many beats as when it last had one.
        """
        if not hidden:
            return 1
        if choice.free:
            live.beats[player] = max(1, math.ceil(choice.seconds / self.settings.bot_pace))
        return live.beats.get(player, 1)

    async def hint(self, view: Position) -> str:
        """The move that the search would make for the seat to act.

        Raises:
            Refused: the search is not compiled yet, or nothing comes of it.
        """
        compiled = self.uncompiled.get(view.game.id)
        if compiled is not None and not compiled.is_set():
            raise NoHint(_("Hints are still being made ready. Try again in a moment."))
        try:
            choice = await self.thinkers.hint(view, np.random.default_rng(secrets.randbits(128)))
        except Exception as problem:
            logger.exception("There is no hint")
            raise NoHint(_("There is no hint this time.")) from problem
        return choice.move

    async def _prepare(self, live: Live, game: str) -> None:
        """Wait until a game's search is compiled; the table says so meanwhile."""
        compiled = self.uncompiled.get(game)
        if compiled is None or compiled.is_set():
            return
        live.preparing = True
        self.publish(live)
        try:
            await compiled.wait()
        finally:
            live.preparing = False
            self.publish(live)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def heard(self, id: str, number: int) -> None:
        """Another worker has stored an event."""
        live = self._lives.get(id)
        if live is None or live.table.number >= number:
            return
        async with live.lock:
            if live.table.number < number:
                await self._catch_up(live)
        self._think(live, self._patience)

    async def resync(self) -> None:
        """News may have been missed: read on at every table that has viewers, and forget the others."""
        for live in list(self._lives.values()):
            if not live.viewers:
                live.behind = True
                continue
            async with live.lock:
                await self._catch_up(live)
            self._think(live, self._patience)

    async def tick(self) -> None:
        """Every few seconds: keep idle streams open, see who is away, forget tables that nobody looks at."""
        seen: list[tuple[str, str]] = []
        now = time.monotonic()
        for id, live in list(self._lives.items()):
            for viewer in live.viewers:
                viewer.wake.set()
            guests = {viewer.guest for viewer in live.viewers}
            seen += [
                (id, chair.guest) for chair in live.table.chairs if chair.guest in guests and chair.guest is not None
            ]
            busy = live.lock.locked() or (live.thinking is not None and not live.thinking.done())
            if not live.viewers and not busy and now - live.used > self.settings.forget_after:
                del self._lives[id]
        with contextlib.suppress(NotStored):
            await self.store.see(seen, time.time())
        await self.look_around()
        for live in list(self._lives.values()):
            if live.behind and live.viewers:
                async with live.lock:
                    await self._catch_up(live)
                self._think(live, 0)

    def fall_behind(self, ids: Iterable[str]) -> None:
        """These tables were changed in the store: viewers are told at the next tick, whoever comes next at once."""
        for id in ids:
            if id in self._lives:
                self._lives[id].behind = True

    async def look_around(self) -> None:
        """See who is away at the tables that have viewers; other workers' guests are seen through the store."""
        watched = {id: live for id, live in self._lives.items() if live.viewers}
        if self.store.shared and watched:
            for (id, guest), at in (await asyncio.to_thread(self.store.seen, list(watched))).items():
                seen = watched[id].seen
                seen[guest] = max(at, seen.get(guest, 0.0))
        for live in watched.values():
            self._look_around(live)

    def close_streams(self) -> None:
        """Let every stream end, and start nothing new."""
        self.closing = True
        for live in self._lives.values():
            for viewer in live.viewers:
                viewer.gone = True
                viewer.wake.set()

    async def close(self) -> None:
        """Stop the bots."""
        self.close_streams()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()


TOKEN = b"\x02form-token\x03"
"""Stands in pictures where each guest's own form token is put. No name holds such letters."""


def _replay(table: Table, events: list[Event]) -> None:
    for event in events:
        table.apply(event)
