"""Several workers on PostgreSQL are one server."""

import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.web.conftest import Start
from tests.web.server import PATIENCE, Guest, Server, data

pytestmark = pytest.mark.postgres


@pytest.fixture
def pair(start: Start, postgres_database: str, tmp_path: Path) -> tuple[Server, Server]:
    """Two servers that share a database and a key."""
    settings = {"database": postgres_database, "away_after": 1.0, "ping_every": 0.6}
    return start(tmp_path, **settings), start(tmp_path, **settings)


def elsewhere(guest: Guest, server: Server) -> Guest:
    """The same guest at the other worker."""
    twin = server.guest()
    twin.http.cookies.set("ratskeller", guest.http.cookies["ratskeller"], domain="127.0.0.1", path="/")
    twin.token = guest.token
    return twin


def test_two_workers_see_each_others_moves(pair: tuple[Server, Server]) -> None:
    anna, ben = pair[0].guest("Anna"), pair[1].guest("Ben")
    hers = anna.new_table(seat_2="friend")
    his = ben.at(hers.path)
    assert his.do("sit").status_code == 200
    with anna.stream(hers.path) as a, ben.stream(his.path) as b:
        next(a), next(b)
        until = time.monotonic() + PATIENCE
        while hers.data("state") != "playing":  # her worker has not heard yet that he sat down at his
            assert time.monotonic() < until
        for _move in range(6):
            mover = hers if hers.data("choose") else his
            at = mover.play_on()
            for stream in (a, b):
                while int(next(stream).get("id", -1)) < at:
                    pass
    assert hers.record()["moves"] == his.record()["moves"]
    # The two who talk to different workers do not send each other away.
    time.sleep(0.1)
    assert "Traceback" not in pair[0].output + pair[1].output


def test_of_two_tabs_at_two_workers_one_wins(pair: tuple[Server, Server]) -> None:
    anna = pair[0].guest("Anna")
    table = anna.new_table()
    twin = elsewhere(anna, pair[1]).at(table.path)
    for _round in range(5):
        at, legal = table.at, table.position().legal()
        answers = [table.move(legal[0], at), twin.move(legal[1], at)]
        assert [answer.status_code for answer in answers] == [200, 409]
    assert table.record()["moves"] == twin.record()["moves"]


def test_a_lost_listening_connection_is_made_up_for(pair: tuple[Server, Server], postgres_database: str) -> None:
    anna = pair[0].guest("Anna")
    table = anna.new_table()
    watcher = pair[1].guest()
    engine = sa.create_engine(
        sa.make_url(postgres_database).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    with watcher.stream(table.path) as events, engine.connect() as connection:
        next(events)
        for _cut in range(3):
            cut = connection.execute(
                sa.text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND "
                    "(query LIKE 'LISTEN%' OR query = 'SELECT 1') AND pid <> pg_backend_pid()"
                )
            ).all()
            assert cut
            at = table.play_on()
            until = time.monotonic() + PATIENCE
            while int(next(events).get("id", -1)) < at:
                assert time.monotonic() < until
    engine.dispose()


def test_somebody_connected_to_the_other_worker_is_not_away(pair: tuple[Server, Server]) -> None:
    anna, ben = pair[0].guest("Anna"), pair[1].guest("Ben")
    hers = anna.new_table(seat_2="friend")
    his = ben.at(hers.path)
    his.do("sit")
    with anna.stream(hers.path) as a, ben.stream(his.path) as b:
        next(a), next(b)
        time.sleep(3)
        assert "Let a bot play" not in hers.page()
        assert hers.do("bot", seat=2).status_code == 409


def test_a_bot_moves_when_the_worker_of_its_table_is_gone(pair: tuple[Server, Server]) -> None:
    anna = pair[0].guest("Anna")
    table = anna.new_table(seat_2="bot:random", seat_1="bot:random", option_rats_to_lose=9)
    pair[0].kill()
    twin = elsewhere(anna, pair[1])
    with twin.stream(table.path) as events:
        first = int(next(events)["id"])
        while int(next(events).get("id", -1)) <= first:
            pass


def test_one_server_of_several_workers(postgres_database: str, tmp_path: Path) -> None:
    with Server(tmp_path, workers=2, settings={"database": postgres_database}) as server:
        server.wait_until_ready()
        anna = server.guest("Anna")
        until = time.monotonic() + PATIENCE
        table = anna.new_table()
        while 'data-warming="1"' in table.page():
            assert time.monotonic() < until
            time.sleep(0.2)
        assert data(table.page(), "seats") == "1,2"
        assert server.stop() < 20
