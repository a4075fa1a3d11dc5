"""Compiling with Numba, and where the compiled code is kept.

Numba's cache does not notice a changed callee in another file, a changed constant or a changed compiler setting. So the
cache directory's name is a hash of everything that decides the code: the sources of the kernel and of all rules (which
import nothing else of the house), Numba's version, and the settings that change what it emits. Numba is pointed there
for each function that is compiled here, and no longer, so that a user's own compiled functions are not redirected.
Compiled functions elsewhere in the house may call those of their own file, of whose changes Numba takes note itself,
and those of the kernel.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs

F = TypeVar("F", bound=Callable[..., Any])

settings: Any = numba.config

GAMES = Path(__file__).parent
DECIDING_SETTINGS = (
    "DISABLE_JIT",
    "BOUNDSCHECK",
    "OPT",
    "CPU_NAME",
    "CPU_FEATURES",
    "DEBUG",
    "LOOP_VECTORIZE",
    "SLP_VECTORIZE",
)
CACHES_KEPT = 3


def fingerprint() -> str:
    """A hash of everything that decides what the compiled code does."""
    digest = hashlib.sha256(numba.__version__.encode())
    for setting in DECIDING_SETTINGS:
        digest.update(f"{setting}={getattr(settings, setting, None)}\n".encode())
    for path in [GAMES / "compiled.py", GAMES / "kernel.py", *sorted(GAMES.glob("*/rules.py"))]:
        digest.update(str(path.relative_to(GAMES)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def _home() -> str:
    """The directory for this code, made if need be; Numba's own setting where none can be made."""
    before: str = settings.CACHE_DIR
    chosen = before or os.environ.get("RATSKELLER_CACHE_DIR") or platformdirs.user_cache_dir("ratskeller")
    root = Path(chosen) / "ratskeller-compiled"
    mine = root / fingerprint()
    try:
        mine.mkdir(parents=True, exist_ok=True)
        os.utime(mine)
        newest_first = sorted(root.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in newest_first[CACHES_KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return before
    return str(mine)


_HOME = _home()


def compiled(function: F) -> F:
    """Compile a function by Numba on its first call, keep the code on disk, and run it without Python's lock."""
    before: str = settings.CACHE_DIR
    settings.CACHE_DIR = _HOME
    try:
        return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
    finally:
        settings.CACHE_DIR = before
