"""The project's files, and what is built of them."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# A language that nobody speaks: what it takes to add one is this file.
LANGUAGE = "tlh"
CATALOGUE = """\
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "Rat Attack"
msgstr "yIHmey"
"""


@dataclass(frozen=True)
class Packages:
    tree: Path
    wheel: Path
    wheel_from_sdist: Path


def committed(root: Path = ROOT) -> list[Path]:
    """The files of the project, relative to `root`: what git has, and what it would take."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a git checkout")
    return [Path(name) for name in sorted(set(listed.stdout.split("\0"))) if name and (root / name).is_file()]


def hatchling(tree: Path, target: str, out: Path, path: str) -> Path:
    """Build one package of the tree with nothing but `path` to find programs on."""
    out.mkdir()
    result = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)],
        cwd=tree,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    [package] = out.iterdir()
    return package
