"""What the README tells a reader to do works as it stands.

Blocks of ```console and ```python are carried out in order, in one empty folder and one Python. In a console block
with ``$`` prompts the other lines are what the program answers; without, every line is a command. ``make`` is only
checked for knowing the target. A block after the line ``<!-- not run: REASON -->`` is left out.
"""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.packaging.tree import ROOT

README = ROOT / "README.md"
BLOCK = re.compile(
    r"(?P<skip><!-- not run: .+ -->\n+)?^```(?P<kind>console|python)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Block:
    line: int
    kind: str
    text: str


def blocks(markdown: str) -> Iterator[Block]:
    """The blocks that are carried out."""
    for match in BLOCK.finditer(markdown):
        if not match["skip"]:
            yield Block(markdown.count("\n", 0, match.start("text")) + 1, match["kind"], match["text"])


def commands(block: Block) -> list[str]:
    """The commands of a console block, continued lines joined."""
    lines = block.text.replace("\\\n", " ").splitlines()
    prompted = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    return prompted or [line for line in lines if line.strip() and not line.startswith("#")]


def run_console(block: Block, folder: Path) -> None:
    for command in commands(block):
        if command.startswith("make"):
            subprocess.run(["make", "--dry-run", *command.split()[1:]], cwd=ROOT, check=True, capture_output=True)
            continue
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert result.returncode == 0, f"README line {block.line}: {command}\n{result.stdout}{result.stderr}"


def run_python(block: Block, names: dict[str, Any]) -> None:
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, names, "README", str(README), block.line - 1)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, clear_globs=False)
        assert runner.summarize(verbose=False).failed == 0, f"README line {block.line}"
        names.update(test.globs)
    else:
        exec(compile("\n" * (block.line - 1) + block.text, str(README), "exec"), names)


def test_readme_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "readme"}
    for block in blocks(README.read_text(encoding="utf-8")):
        if block.kind == "console":
            run_console(block, tmp_path)
        else:
            run_python(block, names)


@pytest.mark.parametrize("command", ["make play", "make test"])
def test_readme_names_the_two_ways_in(command: str) -> None:
    assert [command] in [commands(block) for block in blocks(README.read_text(encoding="utf-8"))]


def test_block_is_left_out_only_with_a_reason() -> None:
    markdown = (
        "<!-- not run: waits for a browser -->\n```console\nratskeller\n```\n\n```console\n$ echo one\none\n```\n"
    )
    assert [commands(block) for block in blocks(markdown)] == [["echo one"]]
