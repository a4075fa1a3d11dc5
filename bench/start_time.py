"""How long from `ratskeller serve` to the lobby and to a bot's first move: on the very first run, and later.

    python bench/start_time.py [--json]

The first run has an empty cache for compiled rules and a new data directory; the second finds both. A table of two
bots (without their pause for people) is made as soon as the lobby answers; the first move is there when the rules and
the bots' search are compiled, chance has drawn, and a bot has thought. Meanwhile somebody else reloads the lobby again
and again: the last column is the longest that it took.
"""

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

PATIENCE = 300
_SERVE = ["-m", "ratskeller", "serve"]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def read(browser: OpenerDirector, url: str, fields: dict[str, str] | None = None) -> str:
    """A page, or the answer to a form."""
    body = urlencode(fields).encode() if fields else None
    with browser.open(Request(url, body), timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
        return text


def reload(address: str, slowest: list[float], done: threading.Event) -> None:
    """Load the lobby until told to stop; keep how long the slowest load took."""
    browser = build_opener(HTTPCookieProcessor())
    while not done.wait(0.1):
        begin = time.perf_counter()
        read(browser, address)
        slowest[0] = max(slowest[0], time.perf_counter() - begin)


def measure(environment: dict[str, str]) -> dict[str, float]:
    """Start a server and measure; seconds since the start."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    browser = build_opener(HTTPCookieProcessor())
    begin = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, *_SERVE, "--port", str(port)], env=os.environ | environment, stdout=subprocess.DEVNULL
    )
    try:
        while True:
            try:
                lobby = read(browser, address)
                break
            except (URLError, ConnectionError) as problem:
                if server.poll() is not None or time.perf_counter() - begin > PATIENCE:
                    raise SystemExit(f"The server does not answer: {problem}") from problem
                time.sleep(0.005)
        times = {"lobby": time.perf_counter() - begin}
        token = re.findall(r'name="form-token" content="([^"]+)"', lobby)[0]
        fields = {"_csrf_token": token, "game": "rat-attack", "seat-1": "bot:casual", "seat-2": "bot:casual"}
        table = read(browser, f"{address}/tables", fields)
        path = re.findall(r'data-table="([^"]+)"', table)[0]
        slowest, done = [0.0], threading.Event()
        other = threading.Thread(target=reload, args=(address, slowest, done))
        other.start()
        with browser.open(f"{address}/table/{path}/stream", timeout=PATIENCE) as stream:
            for line in stream:
                if b"data: <main" in line and b'data-warming="1"' not in line:
                    times.setdefault("rules", time.perf_counter() - begin)
                    if b"places tile" in line:
                        times["bot"] = time.perf_counter() - begin
                        break
        done.set()
        other.join()
        times["slowest"] = slowest[0]
        return {name: round(seconds, 2) for name, seconds in times.items()}
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()


def main() -> None:
    """Measure the first run and two later ones, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    arguments = parser.parse_args()
    runs: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "RATSKELLER_DATA_DIR": f"{folder}/data",
            "RATSKELLER_BOT_PACE": "0",
            "RATSKELLER_CACHE_DIR": f"{folder}/cache",
        }
        for run in ("first run", "second run", "third run"):
            runs[run] = measure(environment)
    if arguments.json:
        print(json.dumps(runs))
        return
    print("seconds since the start        lobby answers   table is live   a bot has moved   slowest lobby meanwhile")
    for run, times in runs.items():
        print(f"{run:>25} {times['lobby']:18} {times['rules']:15} {times['bot']:17} {times['slowest']:25}")


if __name__ == "__main__":
    main()
