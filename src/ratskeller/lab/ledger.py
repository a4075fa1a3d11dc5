"""Finished games kept in a file, so that a long run can be stopped and gone on with.

The file is JSON lines: first the setting, then one line a game.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Generic, Self, TypeVar

from ratskeller.words import _

Game = TypeVar("Game")

KIND = "ratskeller arena"
FORMAT = 1


class BadLedger(ValueError):
    """Not a file that this run can go on with; the sentence says why."""


class Ledger(Generic[Game]):
    """An open file of finished games. A last line that was cut off is dropped when it is opened."""

    def __init__(self, path: str | Path, setting: Mapping[str, Any], read: Callable[[dict[str, Any]], Game]) -> None:
        """Open the file, or begin it.

        Args:
            path: of the file.
            setting: plain JSON; everything that the games follow from.
            read: makes a game of a line's JSON object; ValueError if it is none.

        Raises:
            BadLedger: it is another file, or its games were played in another setting.
            OSError: it cannot be read and written.
        """
        self.path = str(path)
        self.games: list[Game] = []
        """Those that the file held when it was opened."""
        head = _line({KIND: FORMAT, **setting})
        content = Path(path).read_bytes() if Path(path).exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        if whole:
            self._check(_read_setting(self.path, whole), setting)
            self.games = [self._game(line, n, read) for n, line in enumerate(whole.split(b"\n")[1:-1], 2)]
        elif not head.startswith(content):
            raise _not_a_ledger(self.path)
        self._file: BinaryIO = Path(path).open("r+b" if content else "wb")  # noqa: SIM115  (closed by __exit__)
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not whole:
            self._write(head)

    def add(self, game: Mapping[str, Any]) -> None:
        """Keep a finished game."""
        self._write(_line(game))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def _check(self, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        for name, value in wanted.items():
            if _line(found.get(name)) != _line(value):
                raise BadLedger(
                    _(
                        "{file} holds games with {name} {found}, not {wanted}: go on as it was begun, or name another "
                        "file.",
                        file=self.path,
                        name=name,
                        found=json.dumps(found.get(name), ensure_ascii=False),
                        wanted=json.dumps(value, ensure_ascii=False),
                    )
                )

    def _game(self, line: bytes, number: int, read: Callable[[dict[str, Any]], Game]) -> Game:
        with suppress(ValueError):
            if (game := _parsed(line)) is not None:
                return read(game)
        raise BadLedger(_("{file}: line {number} is no game.", file=self.path, number=number))


def read_setting(path: str | Path) -> dict[str, Any] | None:
    """The setting of the games in a file; None if there is no such file, or nothing whole in it yet.

    Raises:
        BadLedger: it is another file.
    """
    content = Path(path).read_bytes() if Path(path).exists() else b""
    return _read_setting(str(path), content) if b"\n" in content else None


def _read_setting(path: str, content: bytes) -> dict[str, Any]:
    found = _parsed(content.partition(b"\n")[0])
    if found is None or KIND not in found:
        raise _not_a_ledger(path)
    if found.pop(KIND) != FORMAT:
        raise BadLedger(_("{file} was written by another version of this program.", file=path))
    return found


def _not_a_ledger(path: str) -> BadLedger:
    return BadLedger(_("{file} is another file, which is left as it is: name one that does not exist.", file=path))


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _line(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"
