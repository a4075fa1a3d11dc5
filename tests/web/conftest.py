"""Stores, servers and guests for the tests of the web."""

import contextlib
import secrets
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from ratskeller.web import frame
from ratskeller.web.hub import Hub
from ratskeller.web.settings import Settings
from ratskeller.web.store import Store
from tests.web.server import Server


@contextlib.contextmanager
def new_database(url: str) -> Iterator[str]:
    """An empty PostgreSQL database beside the given one."""
    name = f"ratskeller_{secrets.token_hex(6)}"
    engine = sa.create_engine(sa.make_url(url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f'CREATE DATABASE "{name}"'))
    try:
        yield sa.make_url(url).set(drivername="postgresql", database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(sa.text(f'DROP DATABASE "{name}" WITH (FORCE)'))
        engine.dispose()


@pytest.fixture
def store(tmp_path: Path) -> Generator[Store]:
    """An empty store; tests of each kind of database have their own."""
    store = Store(tmp_path / "tables.db")
    yield store
    store.close()


@pytest.fixture
def hub(store: Store) -> Hub:
    """Tables at which bots do not wait."""
    return Hub(store, Settings(bot_pace=0.0), frame.render)


@pytest.fixture
def postgres_database(postgres: str) -> Generator[str]:
    with new_database(postgres) as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for a store, of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    url: str = request.getfixturevalue("postgres_database")
    return url


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server that most tests share; its limits are too high to be met."""
    with Server(tmp_path_factory.mktemp("server")) as server:
        server.wait_until_ready()
        yield server


Start = Callable[..., Server]


@pytest.fixture
def start(tmp_path: Path) -> Generator[Start]:
    """Starts servers of a test's own, with settings: ``start(limit_tables="3/minute")``."""
    with contextlib.ExitStack() as stack:

        def start_one(folder: Path = tmp_path, ready: bool = True, **settings: object) -> Server:
            server = stack.enter_context(Server(folder, settings=settings))
            if ready:
                server.wait_until_ready()
            return server

        yield start_one
