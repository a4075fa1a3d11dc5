"""How far a long run is: on stderr, a bar on a terminal, else a line now and then."""

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from ratskeller.words import _

if TYPE_CHECKING:
    import rich.progress

Result = TypeVar("Result")

PATIENCE = 0.5
"""Seconds before a bar appears: what is done sooner needs none."""
NOTE_AFTER = 1.0
"""Seconds before a note about compiling."""
LINE_EVERY = 10.0
"""Seconds between lines where there is no terminal."""


class Progress:
    """Call it with what is done and what there is to do; nothing is shown for a short run."""

    def __init__(self, what: str) -> None:
        """
        Args:
            what: is being done, in a word or two.
        """
        self.what = what
        self._on_terminal = sys.stderr.isatty()
        self._next: float | None = None
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None

    def __call__(self, done: int, total: int) -> None:
        """Show how far the run is."""
        now = time.monotonic()
        if self._next is None:
            self._next = now + (PATIENCE if self._on_terminal else LINE_EVERY)
        if self._bar is not None and self._task is not None:
            if now >= self._next:
                self._bar.update(self._task, completed=done)
                self._next = now + 0.1
        elif now >= self._next and done < total:
            if self._on_terminal:
                self._start(done, total)
            else:
                sys.stderr.write(_("{what}: {done} of {total}", what=self.what, done=done, total=total) + "\n")
                sys.stderr.flush()
                self._next = now + LINE_EVERY

    def _start(self, done: int, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self.what, total=total, completed=done)
        self._bar.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def patiently(work: Callable[[], Result]) -> Result:
    """Do what may have to compile rules first; on a terminal, say so if it takes long.

    It is done in another thread. In this one, Ctrl-C would break off the compiler at any point of its own doings.
    """
    timer = threading.Timer(NOTE_AFTER, copy_context().run, [_note])
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        return in_background(work)
    finally:
        timer.cancel()


@cache
def _note() -> None:
    """Said once at most."""
    sys.stderr.write(_("Preparing the rules; this takes a while the first time on a machine …") + "\n")


def in_background(work: Callable[[], Result]) -> Result:
    """Do work in another thread and wait for it; Ctrl-C ends the waiting at once."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  (raised again below)
            future.set_exception(error)

    threading.Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return future.result()
