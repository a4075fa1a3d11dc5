"""How many moves a second the web server makes with many tables at once, each watched by four browsers.

    python bench/tables.py [--tables 50] [--seconds 10] [--json]

The server is a real one (signed cookies, form tokens, limits on but set high, an SQLite file) in a process of its
own, pinned to one core; this process is the browsers, on another core. At every table two guests play a real game of
Rat Attack and two more watch. A move counts when its answer and the pictures of all four viewers have arrived; only
then the table's next move is sent. Which moves are legal is computed here, from a position of our own that is fed with
the tiles that the page's log says were drawn.
"""

import argparse
import asyncio
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import numpy as np

from ratskeller.play.game import game as find_game
from ratskeller.play.position import Position

HOST = "127.0.0.1"
VIEWERS = 4
NO_LIMITS = {
    "RATSKELLER_LIMIT_TABLES": "100000/minute",
    "RATSKELLER_LIMIT_PAGES": "1000000/minute",
    "RATSKELLER_LIMIT_MOVES": "1000000/minute",
    "RATSKELLER_LIMIT_STREAMS": "100000",
}
OPTIONS = {"rats_to_lose": 9}
"""So that a game played at random is a long one."""

_EVENT = re.compile(rb"id: (\d+)\nevent: table\n")
_DRAW = re.compile(rb'<li id="event-(\d+)"[^>]*>[^<]* draws tile (\d+)\.</li>')
_AT = re.compile(r'data-at="(\d+)"')


class Stream(asyncio.Protocol):
    """A viewer: reads its stream and knows the number of the last picture that arrived whole."""

    def __init__(self, request: bytes, keep: bool) -> None:
        self.request = request
        self.keep = keep
        self.number = -1
        self.picture = b""
        self.bytes = 0
        self.pictures = 0
        self._coming = -1
        self._parts: list[bytes] = []
        self._tail = b""
        self.arrived = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        # Marks can be split over two chunks: look at the end of the last one again.
        text = self._tail + data
        begin = None
        for begin in _EVENT.finditer(text):
            self._coming = int(begin[1])
        if self.keep:
            if begin is not None:
                self._parts = []
            self._parts.append(data)
        if b"</main>\n\n" in text[begin.end() if begin else 0 :] and self._coming > self.number:
            self.number = self._coming
            self.pictures += 1
            if self.keep:
                self.picture = b"".join(self._parts)
            self.arrived.set()
            self._tail = b""
        else:
            self._tail = text[-40:]

    async def reach(self, number: int) -> None:
        """Wait until a picture of this event, or a later one, has arrived."""
        while self.number < number:
            self.arrived.clear()
            await self.arrived.wait()


@dataclass
class Browser:
    """A guest with a connection of its own."""

    port: int
    cookie: str = ""
    token: str = ""
    reader: asyncio.StreamReader = field(init=False)
    writer: asyncio.StreamWriter = field(init=False)

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(HOST, self.port, limit=1 << 22)

    async def open(self) -> None:
        await self.connect()
        _status, headers, body = await self.ask("GET", "/")
        self.cookie = re.search(r"set-cookie: (ratskeller=[^;]+)", headers)[1]  # type: ignore[index]
        self.token = re.search(r'name="form-token" content="([^"]+)"', body)[1]  # type: ignore[index]

    async def ask(self, method: str, path: str, fields: Mapping[str, object] | None = None) -> tuple[int, str, str]:
        body = urlencode(fields).encode() if fields else b""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{self.port}", "Accept: application/json"]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if body:
            lines += [
                f"X-CSRFToken: {self.token}",
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            ]
        request = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
        self.writer.write(request)
        try:
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        except (asyncio.IncompleteReadError, ConnectionResetError):
            # The server closes connections that were idle for some seconds, as every browser knows.
            await self.connect()
            self.writer.write(request)
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = int(re.search(r"content-length: (\d+)", head)[1])  # type: ignore[index]
        answer = await self.reader.readexactly(length)
        return int(head[9:12]), head, answer.decode()

    async def watch(self, path: str, keep: bool = False) -> Stream:
        request = f"GET {path}/stream HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nCookie: {self.cookie}\r\n\r\n".encode()
        loop = asyncio.get_running_loop()
        _transport, stream = await loop.create_connection(lambda: Stream(request, keep), HOST, self.port)
        return stream


@dataclass
class Tally:
    """What was measured since the last reset."""

    times: list[float] = field(default_factory=list)
    games: int = 0


async def play(port: int, tally: Tally, stop: asyncio.Event, streams: list[Stream], pause: float = 0.0) -> None:
    """One table: two who play, two who watch, game after game, with a pause before each move (seconds on average)."""
    async with _doors:
        browsers, path, at, viewers = await sit_down(port)
    streams += viewers
    await _play(tally, stop, browsers, path, at, viewers, pause)


_doors = asyncio.Semaphore(4)


async def sit_down(port: int) -> tuple[list[Browser], str, int, list[Stream]]:
    """Open a table: its browsers, path, last event, and streams."""
    browsers = [Browser(port) for _viewer in range(VIEWERS)]
    for browser in browsers:
        await browser.open()
    options = {f"option-{name}": json.dumps(value) for name, value in OPTIONS.items()}
    fields = {"game": "rat-attack", "seat-1": "me", "seat-2": "friend", **options}
    status, _head, answer = await browsers[0].ask("POST", "/tables", fields)
    assert status == 200, answer
    path = f"/table/{json.loads(answer)['table']}"
    status, _head, answer = await browsers[1].ask("POST", f"{path}/sit", {"seat": 2})
    assert status == 200, answer
    viewers = [await browser.watch(path, keep=browser is browsers[0]) for browser in browsers]
    return browsers, path, json.loads(answer)["at"], viewers


async def _play(
    tally: Tally,
    stop: asyncio.Event,
    browsers: list[Browser],
    path: str,
    at: int,
    viewers: list[Stream],
    pause: float,
) -> None:
    rng = np.random.default_rng(secrets.randbits(64))
    game = find_game("rat-attack")
    turn = 0  # who of the two browsers holds seat 1
    while not stop.is_set():
        position = game.start(options=OPTIONS)
        await asyncio.gather(*(viewer.reach(at) for viewer in viewers))
        while not stop.is_set():
            _draw(position, viewers[0].picture)
            if position.over:
                break
            ids = position.legal_ids()
            move = position.text(int(ids[rng.integers(len(ids))]))
            seat = position.to_act
            assert isinstance(seat, int)
            if pause:
                await asyncio.sleep(rng.exponential(pause))
            begin = time.perf_counter()
            mover = browsers[(seat - 1 + turn) % 2]
            status, _head, answer = await mover.ask("POST", f"{path}/move", {"move": move, "at": at})
            assert status == 200, (answer, move, position)
            at = json.loads(answer)["at"]
            for viewer in viewers:
                if viewer.number < at:
                    await viewer.reach(at)
            tally.times.append(time.perf_counter() - begin)
            position.push(move)
        if position.over:
            tally.games += 1
            for browser in browsers[:2]:
                status, _head, answer = await browser.ask("POST", f"{path}/rematch", {"at": at})
                assert status == 200, answer
                at = json.loads(answer)["at"]
            turn = 1 - turn


def _draw(position: Position, picture: bytes) -> None:
    """Make the draws that the log tells of and the position has not made yet."""
    if position.to_act != "chance":
        return
    newest = picture[picture.rfind(b"event: table") :]
    draws = [tile.decode() for _event, tile in _DRAW.findall(newest)]
    made = sum(move.startswith("draw") for move in position.moves)
    for tile in draws[made:]:
        position.push(f"draw {tile}")


def start_server(
    port: int, folder: str, core: int | None, settings: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """The real server in a process of its own, on one core unless that is None."""
    code = f"from ratskeller.web.serve import serve; serve(port={port}, database={folder + '/tables.db'!r})"
    environment = os.environ | NO_LIMITS | {"RATSKELLER_DATA_DIR": folder, **(settings or {})}

    def pin() -> None:
        if core is not None:
            os.sched_setaffinity(0, {core})

    return subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.DEVNULL, preexec_fn=pin)


async def ready(port: int) -> None:
    """Wait until the rules are compiled."""
    for _attempt in range(1200):
        try:
            browser = Browser(port)
            await browser.open()
            _status, _head, body = await browser.ask("GET", "/")
            browser.writer.close()
            if 'id="warming"' not in body:
                return
        except OSError:
            pass
        await asyncio.sleep(0.1)
    raise SystemExit("The server does not answer.")


def cpu_seconds(process: int | None) -> float:
    """The processor time that a process and its threads have used so far; 0 if that cannot be known."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(port: int, tables: int, seconds: float, server: int | None) -> dict[str, float]:
    """Run all tables and measure after two seconds of warming up."""
    await ready(port)
    tally, stop = Tally(), asyncio.Event()
    streams: list[Stream] = []
    players = [asyncio.create_task(play(port, tally, stop, streams)) for _table in range(tables)]
    while len(streams) < tables * VIEWERS:
        done = [task for task in players if task.done()]
        for task in done:
            task.result()
        await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    print(f"{tables} tables are being played; measuring for {seconds:g} s …", file=sys.stderr, flush=True)
    tally.times.clear()
    tally.games = 0
    bytes_before, pictures_before = sum(s.bytes for s in streams), sum(s.pictures for s in streams)
    begin, cpu, server_cpu = time.perf_counter(), time.process_time(), cpu_seconds(server)
    await asyncio.sleep(seconds)
    took, used, server_used = time.perf_counter() - begin, time.process_time() - cpu, cpu_seconds(server) - server_cpu
    times = np.array(tally.times) * 1000
    pictures = sum(s.pictures for s in streams) - pictures_before
    result = {
        "tables": tables,
        "viewers_each": VIEWERS,
        "seconds": round(took, 2),
        "moves_per_second": round(len(times) / took, 1),
        "p50_ms": round(float(np.percentile(times, 50)), 2),
        "p99_ms": round(float(np.percentile(times, 99)), 2),
        "games_ended": tally.games,
        "pictures_per_second": round(pictures / took, 1),
        "kilobytes_per_picture": round((sum(s.bytes for s in streams) - bytes_before) / max(pictures, 1) / 1000, 1),
        "server_core_busy": round(server_used / took, 2),
        "moves_per_server_cpu_second": round(len(times) / server_used, 1) if server_used else 0.0,
        "load_core_busy": round(used / took, 2),
    }
    stop.set()
    await asyncio.wait(players, timeout=10)
    for task in players:
        if task.done() and not task.cancelled() and (problem := task.exception()):
            raise problem
        task.cancel()
    return result


def main() -> None:
    """Start the server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--port", type=int, default=8790)
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    parser.add_argument("--running", type=int, metavar="PID", help="use the server that already listens on the port")
    arguments = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    pinned = len(cores) > 1
    if pinned:
        os.sched_setaffinity(0, {cores[-1]})
    with tempfile.TemporaryDirectory() as folder:
        server = None if arguments.running else start_server(arguments.port, folder, cores[0] if pinned else None)
        try:
            result = asyncio.run(
                measure(
                    arguments.port, arguments.tables, arguments.seconds, server.pid if server else arguments.running
                )
            )
            result["store_kilobytes"] = sum(file.stat().st_size for file in Path(folder).glob("tables.db*")) // 1000
        finally:
            if server is not None:
                server.send_signal(signal.SIGTERM)
                server.wait(10)
    if arguments.json:
        print(json.dumps(result))
        return
    print(
        f"{arguments.tables} tables, {VIEWERS} viewers each, every move stored first, "
        f"server on {'one core' if pinned else 'no core of its own'}"
    )
    for name, value in result.items():
        print(f"{name:>24} {value}")


if __name__ == "__main__":
    main()
