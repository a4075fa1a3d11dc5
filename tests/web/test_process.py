"""A server that is killed, stopped, flooded, or not ready yet."""

import os
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.web.conftest import Start
from tests.web.server import PATIENCE, Server, data


def test_kill_9_loses_no_move_that_was_answered(start: Start) -> None:
    server = start()
    anna = server.guest("Anna")
    tables = [anna.new_table(option_rats_to_lose=9) for _table in range(3)]
    answered: dict[str, list[str]] = {table.path: table.record()["moves"] for table in tables}
    playing = threading.Event()

    def play(k: int) -> None:
        table = server.guest().at(tables[k].path)
        table.guest.http.cookies = anna.http.cookies
        table.guest.token = anna.token
        try:
            while True:
                text, at = table.legal(), table.at
                if table.move(text, at).status_code != 200:
                    return
                answered[table.path].append(text)
                playing.set()
        except (httpx.TransportError, IndexError):
            return

    with ThreadPoolExecutor(3) as pool:
        games = [pool.submit(play, k) for k in range(3)]
        assert playing.wait(PATIENCE)
        time.sleep(0.5)
        server.kill()
        for game in games:
            game.result()
    assert sum(map(len, answered.values())) > 9
    again = start()
    for table in tables:
        stored = httpx.get(f"{again.url}{table.path}/record.json", timeout=PATIENCE).json()["moves"]
        placed = [move for move in stored if not move.startswith("draw")]
        sent = [move for move in answered[table.path] if not move.startswith("draw")]
        # One more move may have been stored without its answer having been sent.
        assert placed[: len(sent)] == sent
        assert len(placed) <= len(sent) + 1
        # Chance was stored with the move that led to it: somebody is to act.
        page = httpx.get(again.url + table.path, timeout=PATIENCE).text
        assert data(page, "acting") in ("1", "2")


def test_seats_survive_a_restart(start: Start) -> None:
    server = start()
    anna = server.guest("Anna")
    table = anna.new_table(seat_2="bot:random")
    server.stop()
    again = start()
    cookies = {"Cookie": f"ratskeller={anna.http.cookies['ratskeller']}"}
    page = httpx.get(again.url + table.path, headers=cookies, timeout=PATIENCE)
    assert data(page.text, "seats") == "1"
    assert "set-cookie" not in page.headers


def test_a_server_with_open_streams_stops_at_once(start: Start) -> None:
    server = start()
    anna = server.guest()
    table = anna.new_table()
    with anna.stream(table.path) as events:
        next(events)
        assert server.stop() < 10
        assert list(events) == []
    assert server.process.returncode in (0, -2, 130)
    assert "Traceback" not in server.output


def test_a_flood_from_one_address_is_stopped_in_words_and_others_are_served(start: Start) -> None:
    server = start(limit_pages="50/minute", limit_tables="5/minute", limit_refused="20/minute")
    anna = server.guest()
    before = _memory(server)
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as flood:
        answers = [flood.get("/") for _request in range(1500)]
        codes = [answer.status_code for answer in answers]
        assert codes[0] == 200
        assert codes[-1000:] == [429] * 1000
        assert re.search(r"Try again in \d+ seconds?\.", answers[-1].text)
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        script = flood.get("/", headers={"Accept": "application/json"})
        assert script.json()["ok"] is False
        made = [anna.ask("/tables", game="rat-attack").status_code for _table in range(10)]
        assert made == [200] * 5 + [429] * 5
        refused = [flood.post("/tables", data={"game": "x"}).status_code for _request in range(300)]
        assert refused[0] == 403
        assert refused[-200:] == [429] * 200
    assert _memory(server) < before + 50_000
    assert "Traceback" not in server.output


def _memory(server: Server) -> int:
    """Kilobytes of the server's memory; 0 where that cannot be known."""
    status = Path(f"/proc/{server.process.pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) if found else 0


def test_streams_of_one_address_are_counted(start: Start) -> None:
    server = start(limit_streams=2)
    anna = server.guest()
    path = anna.new_table().path
    with anna.stream(path) as first, anna.stream(path) as second:
        next(first)
        next(second)
        assert anna.get(f"{path}/stream").status_code == 429
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with anna.http.stream("GET", f"{path}/stream") as answer:
            if answer.status_code == 200:
                return
        time.sleep(0.1)
    raise AssertionError("The streams that were closed are still counted.")


def test_who_is_away_can_be_replaced_and_comes_back(start: Start) -> None:
    server = start(away_after=0.5, ping_every=0.6)
    anna, ben = server.guest("Anna"), server.guest("Ben")
    hers = anna.new_table(seat_2="friend")
    his = ben.at(hers.path)
    with anna.stream(hers.path) as events:
        with ben.stream(hers.path) as others:
            assert his.do("sit").status_code == 200
            next(others)
            time.sleep(1)
            answer = hers.do("bot", seat=2)
            assert (answer.status_code, answer.json()["error"]) == (409, "Ben is still here.")
        for event in events:
            if "Let a bot play for Ben" in event.get("data", ""):
                break
        assert hers.do("bot", seat=2).status_code == 200
        for event in events:
            if "a bot plays" in event.get("data", ""):
                break
        hers.play_on()
        hers.play_on()
        for event in events:
            if event.get("data") and data(event["data"], "acting") == "1":
                break
        assert his.do("takeback", seat=2).status_code == 200
        assert his.do("takeback", seat=2).status_code == 409
    assert "Traceback" not in server.output


def test_who_plays_by_plain_pages_is_here_without_a_stream(start: Start) -> None:
    server = start()
    anna, ben = server.guest("Anna"), server.guest("Ben")
    hers = anna.new_table(seat_2="friend")
    assert ben.at(hers.path).do("sit").status_code == 200
    answer = hers.do("bot", seat=2)
    assert (answer.status_code, answer.json()["error"]) == (409, "Ben is still here.")


def test_an_idle_stream_is_kept_open_by_comments(start: Start) -> None:
    server = start(ping_every=0.3)
    anna = server.guest()
    with anna.stream(anna.new_table().path) as events:
        assert next(events)["event"] == "table"
        assert next(events) == {"": "ping"}


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="there is nothing to compile")
def test_while_the_rules_compile_the_table_says_so_and_then_opens_by_itself(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RATSKELLER_CACHE_DIR", str(tmp_path / "empty"))
    server = start(ready=False)
    server.wait_until_up()
    anna = server.guest()
    table = anna.new_table(seat_1="bot:casual", seat_2="me")
    page = anna.get(table.path).text
    if 'data-warming="1"' not in page:
        pytest.skip("the rules were compiled before the first page was asked for")
    assert "The rules are being made ready" in page
    answer = anna.ask(f"{table.path}/move", move="x", at=1)
    assert (answer.status_code, answer.json()["ok"]) == (503, False)
    with anna.stream(table.path) as events:
        assert 'data-warming="1"' in next(events)["data"]
        told = []
        for event in events:
            told.append(event.get("data", ""))
            if 'data-choose="1"' in told[-1]:
                break
    assert any("Casual gets ready, once on this machine." in each for each in told)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can become somebody else")
def test_a_database_that_its_user_cannot_write_is_refused_in_one_sentence(tmp_path: Path) -> None:
    from ratskeller.web.store import Store

    file = tmp_path / "tables.db"
    Store(file).close()
    for path in [file, *tmp_path.parents][:4]:
        path.chmod(0o755 if path.is_dir() else 0o444)
    nobody = 65534
    keys = tmp_path / "keys"
    keys.mkdir()
    os.chown(keys, nobody, nobody)
    code = (
        "from ratskeller.web.serve import serve\n"
        "try: serve(port=0, database=%r)\n"
        "except ValueError as problem: print(problem)"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code % str(file)],
            env=os.environ | {"RATSKELLER_DATA_DIR": str(keys), "NUMBA_CACHE_DIR": str(keys)},
            user=nobody,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except PermissionError:
        pytest.skip("nobody may run this Python")
    if "PermissionError" in done.stderr or "ModuleNotFoundError" in done.stderr:
        pytest.skip("nobody may read this Python")
    assert done.stdout.strip() == f"{file} cannot be written: make it writable, or choose another file for the tables."
