"""The command, run as a program of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

MOVES = ["draw 17", "draw 3", "17@2,0e", "3@2,1e", "draw 1"]


def start(*arguments: str, **given: Any) -> "subprocess.Popen[str]":
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = os.environ | {"LC_ALL": "C", **given.pop("environment", {})}
    return subprocess.Popen(
        [sys.executable, "-m", "ratskeller", *arguments], env=environment, encoding="utf-8", **pipes | given
    )


def run(*arguments: str, keys: str = "", **given: Any) -> "subprocess.CompletedProcess[str]":
    with start(*arguments, **given) as process:
        out, err = process.communicate(keys, timeout=120)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def answer(*arguments: str) -> Any:
    """The JSON that a command prints: one line, and nothing on stderr."""
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


def write_record(path: Path, moves: list[str] = MOVES, **other: object) -> str:
    path.write_text(json.dumps({"ratskeller": 1, "game": "rat-attack", "players": 2, "moves": moves} | other))
    return str(path)
