"""How long moves at other tables take while bots think: without bots and with them, in one run, for each game.

    python -m bench.thinking [--bot expert] [--thinking 4] [--tables 8] [--seconds 20] [--game GAME] [--json]

The server is a real one in a process of its own, on all cores. At some tables bots play each other without the pause
that people need, so that as many of them think all the time as the server lets. At the others two guests play a game of
Rat Attack and two more watch, as in `tables.py`, with a pause before each move. A move counts from when it is sent to
when its answer and the pictures of all four viewers have arrived. These browsers and their server share the cores.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
import time

import numpy as np

from bench.tables import Browser, Stream, Tally, cpu_seconds, play, ready, start_server
from ratskeller.play.game import games

PAUSE = 0.25
"""Seconds before each move at a table of people, on average: as if eight times as many played."""
SETTLE = 2.0
"""Seconds before each measurement."""
SETTINGS = {"RATSKELLER_BOT_PACE": "0"}


async def let_bots_play(port: int, game: str, bot: str, seen: list[Stream]) -> None:
    """A table of two bots, and a new one when their game is over; the streams tell how many moves they made."""
    while True:
        browser = Browser(port)
        await browser.open()
        fields = {"game": game, "seat-1": f"bot:{bot}", "seat-2": f"bot:{bot}"}
        status, _head, answer = await browser.ask("POST", "/tables", fields)
        assert status == 200, answer
        stream = await browser.watch(f"/table/{json.loads(answer)['table']}", keep=True)
        seen.append(stream)
        while b'data-state="over"' not in stream.picture:
            await asyncio.sleep(0.1)


async def sample(tally: Tally, seconds: float, server: int, seen: list[Stream]) -> dict[str, float]:
    """What the moves at the tables of people take now."""
    await asyncio.sleep(SETTLE)
    tally.times.clear()
    pictures, begin, cpu = sum(stream.pictures for stream in seen), time.perf_counter(), cpu_seconds(server)
    await asyncio.sleep(seconds)
    took = time.perf_counter() - begin
    times = np.array(tally.times) * 1000
    return {
        "moves": len(times),
        "p50_ms": round(float(np.percentile(times, 50)), 1),
        "p99_ms": round(float(np.percentile(times, 99)), 1),
        "worst_ms": round(float(times.max()), 1),
        "bot_moves_per_second": round((sum(stream.pictures for stream in seen) - pictures) / took, 1),
        "server_cores_busy": round((cpu_seconds(server) - cpu) / took, 2),
    }


async def measure(arguments: argparse.Namespace, game: str, server: int) -> dict[str, dict[str, float]]:
    """Other tables without bots, then with bots that play this game."""
    port = arguments.port
    await ready(port)
    await warm(port, game, arguments.bot)
    tally, stop = Tally(), asyncio.Event()
    tasks = [asyncio.create_task(play(port, tally, stop, [], PAUSE)) for _table in range(arguments.tables)]
    seen: list[Stream] = []
    result = {"quiet": await sample(tally, arguments.seconds, server, seen)}
    tasks += [
        asyncio.create_task(let_bots_play(port, game, arguments.bot, seen)) for _table in range(arguments.thinking)
    ]
    result["thinking"] = await sample(tally, arguments.seconds, server, seen)
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.wait(tasks)
    return result


async def warm(port: int, game: str, bot: str) -> None:
    """Wait until the bots' search is compiled: until a bot has moved."""
    browser = Browser(port)
    await browser.open()
    fields = {"game": game, "seat-1": f"bot:{bot}", "seat-2": "me"}
    _status, _head, answer = await browser.ask("POST", "/tables", fields)
    stream = await browser.watch(f"/table/{json.loads(answer)['table']}", keep=True)
    while b'data-choose="1"' not in stream.picture and b'data-state="over"' not in stream.picture:
        await asyncio.sleep(0.1)


async def measure_all(arguments: argparse.Namespace) -> dict[str, dict[str, dict[str, float]]]:
    """Every game, each with a new server."""
    results = {}
    for game in [arguments.game] if arguments.game else [game.id for game in games()]:
        print(f"{arguments.thinking} tables of {arguments.bot}: {game} …", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            server = start_server(arguments.port, folder, None, SETTINGS)
            try:
                results[game] = await measure(arguments, game, server.pid)
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait(20)
    return results


def main() -> None:
    """Start a server for each game, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--thinking", type=int, default=4, help="tables of bots")
    parser.add_argument("--tables", type=int, default=8, help="tables of people")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", help="this one only")
    parser.add_argument("--port", type=int, default=8795)
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    arguments = parser.parse_args()
    results = asyncio.run(measure_all(arguments))
    if arguments.json:
        print(json.dumps(results))
        return
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(
        f"{arguments.tables} tables of people, {arguments.thinking} of {arguments.bot}, {os.cpu_count()} cores, {load}"
    )
    print(f"{'':28}{'moves':>8}{'p50 ms':>9}{'p99 ms':>9}{'worst':>9}{'bot moves/s':>13}{'cores busy':>12}")
    for game, phases in results.items():
        for phase, found in phases.items():
            print(
                f"{game:>16} {phase:>10} {found['moves']:8}{found['p50_ms']:9}{found['p99_ms']:9}{found['worst_ms']:9}"
                f"{found['bot_moves_per_second']:13}{found['server_cores_busy']:12}"
            )


if __name__ == "__main__":
    main()
