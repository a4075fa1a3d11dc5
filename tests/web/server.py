"""A real server in a process of its own, and guests who visit it over real sockets."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx

from ratskeller.play.game import game as find_game
from ratskeller.play.position import Position

PATIENCE = 60.0
"""Seconds for anything that may take long on a busy machine."""

FREE_LIMITS = {
    "limit_tables": "100000/minute",
    "limit_refused": "100000/minute",
    "limit_pages": "100000/minute",
    "limit_moves": "100000/minute",
    "bot_pace": "0",
}

_SERVE = "import sys; from ratskeller.web.serve import serve; serve(port=int(sys.argv[1]), workers=int(sys.argv[2]))"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A process that serves until the test has ended. Settings are those of `ratskeller.web.settings.Settings`."""

    def __init__(self, folder: Path, workers: int = 1, settings: Mapping[str, object] | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.guests: list[Guest] = []
        self.log = folder / f"server-{self.port}.log"
        variables = {
            name: str(value) for name, value in {**FREE_LIMITS, "data_dir": folder, **(settings or {})}.items()
        }
        environment = os.environ | {f"RATSKELLER_{name.upper()}": value for name, value in variables.items()}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "error", "-c", _SERVE, str(self.port), str(workers)],
                env=environment,
                stdout=log,
                stderr=log,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        for guest in self.guests:
            guest.http.close()
        self.kill()

    def kill(self) -> None:
        """kill -9."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> float:
        """Stop it as Ctrl+C does; return the seconds that took."""
        begin = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        return time.monotonic() - begin

    @property
    def output(self) -> str:
        return self.log.read_text()

    def wait_until_up(self) -> None:
        """Wait for the lobby."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self.process.poll() is None, self.output
            try:
                httpx.get(self.url, timeout=PATIENCE)
            except httpx.TransportError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"The server does not answer: {self.output}")

    def wait_until_ready(self) -> None:
        """Wait for the rules."""
        self.wait_until_up()
        until = time.monotonic() + 2 * PATIENCE
        while 'id="warming"' in httpx.get(self.url, timeout=PATIENCE).text:
            assert time.monotonic() < until, self.output
            time.sleep(0.1)

    def guest(self, name: str = "", **headers: str) -> "Guest":
        self.guests.append(Guest(self, name, **headers))
        return self.guests[-1]


class Guest:
    """A browser: keeps its cookies, and sends forms with the token that the pages carry."""

    def __init__(self, server: Server, name: str = "", **headers: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE, headers=headers)
        self.token = re.findall(r'name="form-token" content="([^"]+)"', self.get("/").text)[0]
        if name:
            assert self.send("/me", name=name).status_code == 303

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.http.get(path, headers=headers)

    def send(self, path: str, **fields: object) -> httpx.Response:
        """A plain form."""
        data = {"_csrf_token": self.token} | {name.replace("_", "-", 1): str(value) for name, value in fields.items()}
        return self.http.post(path, data=data)

    def ask(self, path: str, **fields: object) -> httpx.Response:
        """What the script sends."""
        data = {name: str(value) for name, value in fields.items()}
        headers = {"Accept": "application/json", "X-CSRFToken": self.token}
        return self.http.post(path, data=data, headers=headers)

    def new_table(self, **fields: object) -> "Seated":
        """A table of Rat Attack; by default both seats are this guest's."""
        answer = self.send(
            "/tables", **({"game": "rat-attack", "seat_1": "me", "seat_2": "me", "listed": "yes"} | fields)
        )
        assert answer.status_code == 303, answer.text
        return Seated(self, answer.headers["location"])

    def at(self, path: str) -> "Seated":
        return Seated(self, path)

    @contextmanager
    def stream(self, path: str) -> Iterator[Iterator["Event"]]:
        with self.http.stream("GET", f"{path}/stream") as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
            yield _events(answer)


class Seated:
    """A guest at a table."""

    def __init__(self, guest: Guest, path: str) -> None:
        self.guest = guest
        self.path = path

    def page(self) -> str:
        answer = self.guest.get(self.path)
        assert answer.status_code == 200
        return answer.text

    def data(self, name: str) -> str:
        return data(self.page(), name)

    @property
    def at(self) -> int:
        return int(self.data("at"))

    def record(self) -> dict[str, Any]:
        record: dict[str, Any] = self.guest.get(f"{self.path}/record.json").json()
        return record

    def position(self) -> Position:
        """The game as its record tells it."""
        record = self.record()
        position = find_game(record["game"]).start(options=record["options"])
        for move in record["moves"]:
            position.push(move)
        return position

    def legal(self, k: int = 0) -> str:
        return self.position().legal()[k]

    def move(self, text: str, at: int) -> httpx.Response:
        return self.guest.ask(f"{self.path}/move", move=text, at=at)

    def do(self, doing: str, **fields: object) -> httpx.Response:
        return self.guest.ask(f"{self.path}/{doing}", **fields)

    def play_on(self) -> int:
        """Make the first legal move; return the number of the last event."""
        answer = self.move(self.legal(), self.at)
        assert answer.status_code == 200, answer.text
        number: int = answer.json()["at"]
        return number


class Event(dict[str, str]):
    """A server-sent event: its fields."""


def _events(answer: httpx.Response) -> Iterator[Event]:
    """The events of a stream, and its comments as ``{"": text}``."""
    event = Event()
    buffer = ""
    for text in answer.iter_text():
        assert "\r" not in text
        buffer += text
        while "\n" in buffer:
            line, _newline, buffer = buffer.partition("\n")
            if line:
                name, _colon, value = line.partition(":")
                event[name] = f"{event[name]}\n{value.strip()}" if name in event else value.strip()
            elif event:
                yield event
                event = Event()


def data(html: str, name: str) -> str:
    """A data- attribute of the table."""
    return re.findall(rf'<main id="table"[^>]* data-{name}="([^"]*)"', html)[0]


def notice(html: str) -> str:
    """What the page complains of."""
    found = re.findall(r'<div id="notice" role="alert"[^>]*>\s*(?:<p>(.*?)</p>)?', html)
    return str(found[0])
