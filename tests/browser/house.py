"""A real server, and somebody in front of a browser at one of its tables."""

import base64
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

SPACE = 40
"""User units a space, see games/rat_attack/picture.py."""
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 360, "height": 740}
MOVE_IDS_FROM = 1024
STARTING_SECONDS = 90
COMPILING_MS = 120_000
LOOK = """() => [...document.querySelectorAll("#board-spaces *")].map(element =>
  [element.tagName, ...[...element.attributes].map(each => each.name + each.value).sort()].join()).join(" ")"""

SEAT = """(field, kind) => {
  if (![...field.options].some(option => option.value === kind)) field.append(new Option(kind, kind));
  field.value = kind;
}"""
"""People are not offered the simple bots, which are quick and of which some can be beaten by anybody."""


class House:
    """``ratskeller serve`` in a process of its own."""

    def __init__(self, folder: Path, pace: float = 0.0) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.pace = pace
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        """Start the server and wait until its lobby answers."""
        plenty = "100000/minute"
        limits = {f"RATSKELLER_LIMIT_{name}": plenty for name in ("TABLES", "REFUSED", "PAGES", "MOVES", "HINTS")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ratskeller", "serve", "--port", str(self.port)],
            env={
                **os.environ,
                **limits,
                "RATSKELLER_DATA_DIR": str(self.folder),
                "RATSKELLER_BOT_PACE": f"{self.pace}",
            },
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(self.url, timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                assert self.process.poll() is None, "the server has stopped"
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End the server as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@dataclass(frozen=True)
class Move:
    """A legal placing, and what it gives red and green."""

    tile: int
    direction: int
    x: int
    y: int
    gains: tuple[int, int]

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its three spaces."""
        right, down = ((1, 0), (0, 1), (-1, 0), (0, -1))[self.direction]
        return self.x + right + 0.5, self.y + down + 0.5


@dataclass
class Person:
    """Somebody with a browser window; what their console complained about is kept."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(20_000)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    @property
    def at(self) -> int:
        """The number of the table's last event that this window shows."""
        return int(self.page.get_attribute("#table", "data-at") or 0)

    @property
    def scores(self) -> list[int]:
        return [int(self.page.inner_text(f"#score-{seat}").split()[0]) for seat in (1, 2)]

    def start_table(self, url: str, *kinds: str, rats_to_lose: int = 9) -> str:
        """Start a table for Rat Attack from the lobby and return its address."""
        return self.start_game(url, "rat-attack", *kinds, rats_to_lose=rats_to_lose)

    def start_game(self, url: str, game: str, *kinds: str, **options: int) -> str:
        """Start a table from the lobby and return its address."""
        self.page.goto(url)
        card = self.page.locator(f"details[data-game={game}]")
        card.locator("> summary").click()
        if card.locator("select[name=players]").count():
            card.locator("select[name=players]").select_option(str(len(kinds)))
        for seat, kind in enumerate(kinds, 1):
            card.locator(f"[name=seat-{seat}]").evaluate(SEAT, kind)
        card.locator("details.settings summary").click()
        for name, value in options.items():
            field = card.locator(f"[name=option-{name}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        card.locator("button.main").click()
        self.page.wait_for_url("**/table/*")
        return self.page.url

    def wait_for_turn(self) -> None:
        """Wait until the page lets this person choose."""
        self.page.wait_for_selector("#table[data-choose='1'] #stage.choosing", timeout=COMPILING_MS)

    def wait_for_event_after(self, at: int) -> None:
        self.page.wait_for_function("at => Number(document.querySelector('#table').dataset.at) > at", arg=at)

    def moves(self) -> list[Move]:
        """The legal placings, asked of the server as the page does."""
        told = self.page.evaluate("async () => (await fetch(location.pathname + '/choices')).json()")
        ids = base64.b64decode(told["ids"])
        gains = struct.unpack(f"{len(ids)}b", base64.b64decode(told["gains"]))
        moves = []
        for k, (number,) in enumerate(struct.iter_unpack("<i", ids)):
            place = number - MOVE_IDS_FROM
            tile, direction = place // 16384, place // 4096 % 4
            moves.append(
                Move(tile, direction, place % 64 - 32, place // 64 % 64 - 32, (gains[4 * k], gains[4 * k + 1]))
            )
        return moves

    def pick(self, tile: int, direction: int) -> None:
        """Take a tile and turn it, by the buttons."""
        self.page.click(f".tile-button[data-tile='{tile}']")
        for _ in range((direction - self.heading()) % 4):
            self.page.click("#rotate")
        assert self.heading() == direction

    def heading(self) -> int:
        """The direction that the tile in hand runs in."""
        return "eswn".index(self.page.get_attribute("#tiles", "data-direction") or "?")

    def ghost(self) -> list[tuple[int, int, str]]:
        """Column, row and face of what the ghost would show."""
        found = self.page.evaluate(
            """() => {
              const tile = document.querySelector("#ghost .ghost .tile");
              const [left, top] = tile.getAttribute("transform").match(/-?[0-9.]+/g).map(Number);
              return [...tile.querySelectorAll("use")].map(use =>
                [left + +use.getAttribute("x"), top + +use.getAttribute("y"), use.getAttribute("href")]);
            }"""
        )
        # What lies higher is drawn further up, by less than a space.
        return [(round(x) // SPACE, -(round(-y) // SPACE), face) for x, y, face in found]

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the board, in spaces, is on the screen."""
        found = self.page.evaluate(
            """async ([x, y]) => {
              const svg = document.querySelector("#board");
              let before;
              do {
                before = svg.getAttribute("viewBox");
                await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
              } while (svg.getAttribute("viewBox") !== before);
              const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
              return [at.x, at.y];
            }""",
            [x * SPACE, y * SPACE],
        )
        return found[0], found[1]

    def lift(self, move: Move) -> float:
        """How much further up, in spaces, a stack's top is drawn than the ground."""
        height = self.page.evaluate(
            "id => Number(document.getElementById(id)?.dataset.height ?? 0)", f"board-{move.x}_{move.y}"
        )
        return float(height) / 8

    def aim(self, move: Move) -> tuple[float, float]:
        """Where to point for a placing."""
        x, y = move.middle
        return self.point(x, y - self.lift(move))

    def look(self) -> str:
        """What lies on the board in this window, whatever the order of the attributes."""
        return str(self.page.evaluate(LOOK))

    def sees(self, look: str) -> None:
        """Wait until this window shows the same board."""
        self.page.wait_for_function(f"look => ({LOOK})() === look", arg=look)

    def fits(self) -> None:
        """Nothing sticks out to the right."""
        assert self.page.evaluate("document.documentElement.scrollWidth") <= self.page.evaluate("innerWidth")


def person(context: BrowserContext) -> Person:
    return Person(context.new_page())


def at_ease(browser: Browser, **settings: object) -> Person:
    """Somebody in a browser of their own."""
    return person(browser.new_context(**{"viewport": WIDE, **settings}))  # type: ignore[arg-type]


def chosen(who: Person) -> None:
    """Wait until a spot is chosen."""
    expect(who.page.locator("#place")).to_be_enabled()
