"""Bots think here: in threads of their own, so that no table waits for another one's bot."""

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from ratskeller import bots
from ratskeller.bots.search import Search
from ratskeller.cores import cores
from ratskeller.play.position import Position

TIMED = frozenset((*bots.LEVELS, "search"))
"""The bots that can be told how long they may think."""
PATIENCE = 5.0
"""Times the thinking time, and seconds at least, that a bot may take: one that was given no time may be slow."""
LEAST_PATIENCE = 10.0
HINT_MS = 1000.0
"""Milliseconds of thinking for a hint."""
NICENESS = 10
"""How far bots stand back behind whatever else wants the processor."""


class Overdue(Exception):
    """A bot has not chosen in the time that any bot may take."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot chose."""

    move: str
    seconds: float
    """How long it thought."""
    free: bool
    """Whether there was more than one move to choose from."""


class Thinkers:
    """The threads of the bots, never more than there are cores.

    Python cannot end a thread. One whose bot is overdue is given up: its place is free for another, and nobody waits
    for it when the server stops.
    """

    def __init__(self, ms: float) -> None:
        """
        Args:
            ms: milliseconds that bots think for a move at most.
        """
        self.ms = max(ms, 1.0)
        self.patience = max(PATIENCE * self.ms / 1000, LEAST_PATIENCE)
        self._places = asyncio.Semaphore(cores())
        self._running: set[Future[Choice]] = set()

    async def ask(self, name: str, view: Position, rng: np.random.Generator) -> Choice:
        """Let a bot choose a move.

        Raises:
            Overdue: it takes too long.
            Exception: whatever the bot raises.
        """
        text = f"{name}:ms={self.ms:g}" if name in TIMED else name
        return await self._run(name, lambda: _choose(bots.bot(text), view, rng))

    async def hint(self, view: Position, rng: np.random.Generator) -> Choice:
        """What the search would do in a person's place."""
        search = Search(ms=min(self.ms, HINT_MS))
        return await self._run("hint", lambda: _choose(search, view, rng))

    async def _run(self, name: str, think: Callable[[], Choice]) -> Choice:
        async with self._places:
            thought: Future[Choice] = Future()
            thought.set_running_or_notify_cancel()  # from now on it cannot be cancelled
            self._running.add(thought)
            thought.add_done_callback(self._running.discard)
            threading.Thread(target=_run, args=(thought, think), name=f"ratskeller-bot-{name}", daemon=True).start()
            try:
                return await asyncio.wait_for(asyncio.wrap_future(thought), self.patience)
            except TimeoutError:
                if thought.done():
                    raise
                self._running.discard(thought)
                raise Overdue(f"{name} has not chosen after {self.patience:g} s") from None

    async def close(self) -> None:
        """Let the bots that still think come to their end."""
        running = [asyncio.wrap_future(thought) for thought in self._running]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*running, return_exceptions=True), self.ms / 1000 + 1)


def _choose(bot: bots.Bot, view: Position, rng: np.random.Generator) -> Choice:
    begin = time.perf_counter()
    move = view.text(bot.choose(view, rng))
    return Choice(move, time.perf_counter() - begin, len(view.legal_ids()) > 1)


def _run(thought: Future[Choice], think: Callable[[], Choice]) -> None:
    stand_back()
    try:
        thought.set_result(think())
    except BaseException as problem:  # noqa: BLE001  (also that of a bot that wants to end the program)
        thought.set_exception(problem if isinstance(problem, Exception) else RuntimeError(repr(problem)))


def stand_back() -> None:
    """Let this thread run only where nothing else wants to, as far as the system has that for threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
