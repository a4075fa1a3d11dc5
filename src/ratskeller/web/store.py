"""Where tables are kept: numbered events in SQLite or PostgreSQL, written by one thread that commits what is queued.

A table is its events; the rows about tables and chairs are an index over them for the lobby, written in the same
transaction. ``(table, number)`` is unique, so that of two writers who both saw event 7 only one can write event 8.
"""

import asyncio
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, OperationalError

from ratskeller.words import _

SCHEMA = 1
CHANNEL = "ratskeller"
"""The PostgreSQL channel that carries ``worker table number`` for every stored change."""

_BATCH = 256
_PATIENCE = 4
"""Seconds that a change waits for another process to let go of an SQLite file."""
_metadata = sa.MetaData()

_version = sa.Table("ratskeller", _metadata, sa.Column("schema", sa.Integer, primary_key=True))

_tables = sa.Table(
    "tables",
    _metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("state", sa.String(8), nullable=False),  # open, playing, over, closed
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float(53), nullable=False),
    sa.Index("tables_by_state", "state", "created"),
)

_chairs = sa.Table(
    "chairs",
    _metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True),
    sa.Column("guest", sa.String(32), nullable=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(32), nullable=True),
    sa.Column("seen", sa.Float(53), nullable=False),  # when the guest's browser was last connected
    sa.Index("chairs_by_guest", "guest"),
)

_events = sa.Table(
    "events",
    _metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float(53), nullable=False),
)

_INSERT_EVENT = sa.insert(_events)


class StoreError(ValueError):
    """The store cannot be used; the message is one sentence for whoever started the server."""


class NotStored(Exception):
    """The database refused this change; nothing of it was stored."""


class Conflict(NotStored):
    """Somebody else has written the next event of this table first."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at a table. ``number`` counts from 1; ``at`` is seconds since 1970."""

    number: int
    kind: str
    data: dict[str, Any]
    at: float


@dataclass(frozen=True, slots=True)
class ChairRow:
    """A chair as the lobby sees it: a guest with a name, a bot, or (both None) open to whoever comes."""

    player: int
    guest: str | None
    name: str
    bot: str | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as the lobby sees it."""

    id: str
    game: str
    state: str
    chairs: tuple[ChairRow, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What is stored at once or not at all: the next events of a table, and what they change in the lobby's index."""

    table: str
    events: Sequence[Event]
    state: str | None = None
    chairs: Sequence[ChairRow] | None = None
    create: tuple[str, bool] | None = None
    """``(game id, listed)`` for the change that creates the table."""


@dataclass(slots=True)
class _Job:
    work: Change | Callable[[sa.Connection], None]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]
    failure: Exception | None = field(default=None)


def _create_everything(connection: sa.Connection) -> None:
    _metadata.create_all(connection)


_MIGRATIONS: dict[int, Callable[[sa.Connection], None]] = {1: _create_everything}
"""What brings a database from schema ``n - 1`` to ``n``."""


class Store:
    """The events of all tables.

    Args:
        database: a path of an SQLite file (made if missing), or a URL of SQLite or PostgreSQL.

    Raises:
        StoreError: it cannot be opened, written or understood.
    """

    def __init__(self, database: str | Path) -> None:
        self.url = _url(database)
        self.shared = self.url.get_backend_name() == "postgresql"
        """Whether several processes may use this store and hear of one another's changes."""
        self.worker = format(time.time_ns() & 0xFFFFFFFFFF, "x")
        """Names this process in notifications, so that it can leave out its own."""
        try:
            self._engine = _engine(self.url)
        except (NoSuchModuleError, ModuleNotFoundError) as problem:
            raise StoreError(
                _('PostgreSQL needs one more package: install it with pip install "ratskeller[postgres]".')
            ) from problem
        try:
            _prepare(self._engine, self.where)
        except BaseException:
            self._engine.dispose()
            raise
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_forever, name="ratskeller-writer", daemon=True)
        self._writer.start()

    @property
    def where(self) -> str:
        """The database as a person would write it, without its password."""
        if self.url.get_backend_name() == "sqlite":
            return self.url.database or ":memory:"
        return self.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Write what has queued up, then let go of the database."""
        self._jobs.put(None)
        self._writer.join(timeout=10)
        self._engine.dispose()

    async def write(self, change: Change) -> None:
        """Store a change. When this returns, it is committed.

        Raises:
            Conflict: an event of that number exists already.
            NotStored: the database failed.
        """
        await self._submit(change)

    async def see(self, seen: Iterable[tuple[str, str]], at: float) -> None:
        """Note that these ``(table, guest)`` are connected at this time."""
        rows = [{"t": table, "g": guest, "at": at} for table, guest in seen]
        if rows:
            statement = (
                sa.update(_chairs)
                .where(_chairs.c.table_id == sa.bindparam("t"), _chairs.c.guest == sa.bindparam("g"))
                .values(seen=sa.bindparam("at"))
            )
            await self._submit(lambda connection: _run(connection, statement, rows))

    async def sweep(self, unstarted_before: float) -> list[str]:
        """Close the tables that were made before this time and never started; return their ids."""
        closed = []
        for table, number in await asyncio.to_thread(self._unstarted, unstarted_before):
            event = Event(number + 1, "close", {}, time.time())
            try:
                await self.write(Change(table, [event], state="closed"))
            except NotStored:  # somebody has just sat down, or it is tried again at the next sweep
                continue
            closed.append(table)
        return closed

    def _unstarted(self, before: float) -> list[tuple[str, int]]:
        with self._engine.connect() as connection:
            rows = connection.execute(
                sa.select(_tables.c.id, sa.func.max(_events.c.number))
                .join(_events, _events.c.table_id == _tables.c.id)
                .where(_tables.c.state == "open", _tables.c.created < before)
                .group_by(_tables.c.id)
            )
            return [(row[0], row[1]) for row in rows]

    def events(self, table: str, after: int = 0) -> list[Event]:
        """The events of a table, in order, from number ``after + 1`` on; none if there is no such table. Blocks."""
        with self._engine.connect() as connection:
            rows = connection.execute(
                sa.select(_events.c.number, _events.c.kind, _events.c.data, _events.c.at)
                .where(_events.c.table_id == table, _events.c.number > after)
                .order_by(_events.c.number)
            )
            return [Event(number, kind, json.loads(data), at) for number, kind, data, at in rows]

    def game_of(self, table: str) -> str | None:
        """The id of the game that is played at a table; None if there is no such table. Blocks."""
        with self._engine.connect() as connection:
            game: str | None = connection.scalar(sa.select(_tables.c.game).where(_tables.c.id == table))
            return game

    def seen(self, tables: Sequence[str]) -> dict[tuple[str, str], float]:
        """When each guest who sits at these tables was last connected, by ``(table, guest)``. Blocks."""
        with self._engine.connect() as connection:
            rows = connection.execute(
                sa.select(_chairs.c.table_id, _chairs.c.guest, _chairs.c.seen).where(
                    _chairs.c.table_id.in_(tables), _chairs.c.guest.is_not(None)
                )
            )
            return {(table, guest): seen for table, guest, seen in rows}

    def open_tables(self, limit: int = 30) -> list[TableRow]:
        """Tables that wait for a guest and may be shown to everybody, newest first. Blocks."""
        return self._list(sa.and_(_tables.c.state == "open", _tables.c.listed), limit)

    def tables_of(self, guest: str, limit: int = 30) -> list[TableRow]:
        """Tables that a guest sits at and that are not closed, newest first. Blocks."""
        mine = sa.select(_chairs.c.table_id).where(_chairs.c.guest == guest)
        return self._list(sa.and_(_tables.c.id.in_(mine), _tables.c.state != "closed"), limit)

    def _list(self, condition: sa.ColumnElement[bool], limit: int) -> list[TableRow]:
        with self._engine.connect() as connection:
            rows = connection.execute(
                sa.select(_tables.c.id, _tables.c.game, _tables.c.state)
                .where(condition)
                .order_by(_tables.c.created.desc())
                .limit(limit)
            ).all()
            seats: dict[str, list[ChairRow]] = {row.id: [] for row in rows}
            for chair in connection.execute(
                sa.select(_chairs).where(_chairs.c.table_id.in_(list(seats))).order_by(_chairs.c.player)
            ):
                seats[chair.table_id].append(ChairRow(chair.player, chair.guest, chair.name, chair.bot))
        return [TableRow(row.id, row.game, row.state, tuple(seats[row.id])) for row in rows]

    async def _submit(self, work: Change | Callable[[sa.Connection], None]) -> None:
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        await job.done

    def _write_forever(self) -> None:
        stopping = False
        while not stopping:
            batch: list[_Job] = []
            job = self._jobs.get()
            while True:
                if job is None:
                    stopping = True
                    break
                batch.append(job)
                if len(batch) == _BATCH:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if batch:
                self._commit(batch)
                _tell(batch)

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with self._engine.begin() as connection:
                self._apply(connection, [job.work for job in batch])
        except Exception as problem:  # noqa: BLE001  (the writer must outlive whatever one change does)
            if len(batch) > 1 and not isinstance(problem, OperationalError):  # it is one change's fault
                for job in batch:
                    self._commit([job])
                return
            for job in batch:
                job.failure = Conflict() if isinstance(problem, IntegrityError) else NotStored(_reason(problem))

    def _apply(self, connection: sa.Connection, work: list[Change | Callable[[sa.Connection], None]]) -> None:
        events: list[dict[str, Any]] = []
        told: list[str] = []
        for item in work:
            if not isinstance(item, Change):
                item(connection)
                continue
            if item.create is not None:
                game, listed = item.create
                row = {"id": item.table, "game": game, "state": item.state or "open", "listed": listed}
                connection.execute(sa.insert(_tables).values(**row, created=item.events[0].at))
            elif item.state is not None:
                connection.execute(sa.update(_tables).where(_tables.c.id == item.table).values(state=item.state))
            if item.chairs is not None:
                _seat(connection, item.table, item.chairs, item.events[-1].at)
            for event in item.events:
                data = json.dumps(event.data, separators=(",", ":"), ensure_ascii=False)
                events.append(
                    {"table_id": item.table, "number": event.number, "kind": event.kind, "data": data, "at": event.at}
                )
            told.append(f"{self.worker} {item.table} {item.events[-1].number}")
        if events:
            connection.execute(_INSERT_EVENT, events)
        if told and self.shared:
            connection.execute(
                sa.text("SELECT pg_notify(:channel, told) FROM unnest(CAST(:told AS text[])) AS told"),
                {"channel": CHANNEL, "told": told},
            )


def _run(connection: sa.Connection, statement: sa.Update, rows: list[dict[str, Any]]) -> None:
    connection.execute(statement, rows)


def _seat(connection: sa.Connection, table: str, chairs: Sequence[ChairRow], at: float) -> None:
    """Rewrite the chairs of a table, keeping when a guest who stays was last seen."""
    seen: dict[str, float] = {
        row.guest: row.seen
        for row in connection.execute(
            sa.select(_chairs.c.guest, _chairs.c.seen).where(_chairs.c.table_id == table, _chairs.c.guest.is_not(None))
        )
    }
    connection.execute(sa.delete(_chairs).where(_chairs.c.table_id == table))
    connection.execute(
        sa.insert(_chairs),
        [
            {
                "table_id": table,
                "player": chair.player,
                "guest": chair.guest,
                "name": chair.name,
                "bot": chair.bot,
                "seen": seen.get(chair.guest or "", at),
            }
            for chair in chairs
        ],
    )


def _tell(batch: list[_Job]) -> None:
    """Wake everybody whose change was committed, once a loop instead of once a change."""
    for loop in {job.loop for job in batch}:
        jobs = [job for job in batch if job.loop is loop]
        try:
            loop.call_soon_threadsafe(_settle, jobs)
        except RuntimeError:
            continue  # that loop is closed: nobody waits any more


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.done.cancelled():
            continue
        if job.failure is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(job.failure)


def _url(database: str | Path) -> sa.URL:
    text = str(database)
    if "://" not in text:
        return sa.URL.create("sqlite", database=text)
    try:
        url = sa.make_url(text)
    except ArgumentError as problem:
        raise StoreError(
            _(
                "{database} is not a database: give the path of a file, or a URL such as {example}.",
                database=text,
                example="postgresql://name:password@host/database",
            )
        ) from problem
    backend = {"postgres": "postgresql"}.get(url.get_backend_name(), url.get_backend_name())
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if backend == "sqlite":
        return url
    raise StoreError(_("Tables can be kept in SQLite or PostgreSQL, not in {backend}.", backend=backend))


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == "postgresql":
        return sa.create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 10})
    engine = sa.create_engine(url, connect_args={"timeout": _PATIENCE})

    @sa.event.listens_for(engine, "connect")
    def _configure(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        # A commit returns when the log is on the disk: safe against kill -9, and against a crash of the machine.
        connection.execute("PRAGMA synchronous = FULL")

    return engine


def _prepare(engine: sa.Engine, where: str) -> None:
    """Bring the database to this program's schema, or say in one sentence why it cannot be used."""
    sqlite = engine.dialect.name == "sqlite"
    if sqlite and (folder := Path(where).parent) and not where.startswith((":", "file:")) and not folder.is_dir():
        raise StoreError(_("The folder {folder} does not exist: the tables cannot be kept there.", folder=folder))
    try:
        with engine.connect() as connection:
            if sqlite:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            _migrate(connection, where)
    except DBAPIError as problem:
        raise StoreError(_sentence(problem, where)) from problem


def _migrate(connection: sa.Connection, where: str) -> None:
    if connection.dialect.name == "sqlite":
        # Takes the write lock at once: two servers that start together do not both create the schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(7283)"))
    names = set(sa.inspect(connection).get_table_names())
    if _version.name in names:
        have = connection.execute(sa.select(sa.func.max(_version.c.schema))).scalar_one() or 0
    elif names & {table.name for table in _metadata.sorted_tables} or (names and connection.dialect.name == "sqlite"):
        raise StoreError(
            _("{database} belongs to another program: choose another file for the tables.", database=where)
        )
    else:
        have = 0
    if have > SCHEMA:
        raise StoreError(
            _(
                "{database} was written by a newer version of Ratskeller (schema {have}; this one knows {known}): "
                "install the newer version.",
                database=where,
                have=have,
                known=SCHEMA,
            )
        )
    for step in range(have + 1, SCHEMA + 1):
        _MIGRATIONS[step](connection)
        connection.execute(sa.insert(_version).values(schema=step))
    if have == SCHEMA:
        # A file that can be read but not written must be found out now, not at somebody's first move.
        connection.execute(sa.update(_version).where(_version.c.schema == SCHEMA).values(schema=SCHEMA))
    connection.commit()


def _sentence(problem: DBAPIError, where: str) -> str:
    reason = _reason(problem)
    if "not a database" in reason or "malformed" in reason:
        return _("{database} is not a database, or a damaged one: choose another file for the tables.", database=where)
    if "readonly" in reason or "read-only" in reason:
        return _(
            "{database} cannot be written: make it writable, or choose another file for the tables.", database=where
        )
    if "unable to open" in reason:
        return _("{database} cannot be opened: check its path and who may read and write it.", database=where)
    if "locked" in reason:
        return _("{database} is in use by another program that does not let go of it.", database=where)
    return _("The database {database} cannot be used: {reason}.", database=where, reason=reason.rstrip("."))


def _reason(problem: Exception) -> str:
    cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig is not None else problem
    lines = str(cause).strip().splitlines()
    return lines[0] if lines else type(cause).__name__
