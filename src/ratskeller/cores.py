"""How much can be done at the same time."""

import os


def cores() -> int:
    """How many threads can really run side by side."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
