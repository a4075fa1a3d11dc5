"""Work shared out to threads. Compiled rules run without Python's lock, so threads use all cores."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 4
"""So many tasks a thread are handed out before their turn, so that none waits and endless tasks need no memory."""


def in_order(work: Callable[[Task], Result], tasks: Iterable[Task], threads: int) -> Iterator[Result]:
    """Yield the work's results in the order of the tasks, while threads work ahead."""
    left = iter(tasks)
    pool = ThreadPoolExecutor(threads)
    try:
        running: deque[Future[Result]] = deque(pool.submit(work, task) for task in islice(left, AHEAD * threads))
        while running:
            result = running.popleft().result()
            running.extend(pool.submit(work, task) for task in islice(left, 1))
            yield result
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
