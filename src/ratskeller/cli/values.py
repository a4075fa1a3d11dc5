"""What people write on the command line, read strictly: whole numbers, options of a game, files."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ratskeller.words import _

if TYPE_CHECKING:
    from ratskeller.games.declare import OptionValue
    from ratskeller.play.game import Game
    from ratskeller.play.record import Record

WHOLE = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)
LONGEST_NUMBER = 19
"""Digits: what fits in 64 bits."""
MOST_SEED = 2**63 - 1


class Complaint(Exception):
    """What the user can put right; the message is one sentence."""


def whole(name: str, text: str, least: int, most: int) -> int:
    """A whole number in a range, written as in records: no plus sign, no leading zeros, no underscores."""
    if WHOLE.fullmatch(text) and len(text) <= LONGEST_NUMBER + 1 and least <= int(text) <= most:
        return int(text)
    raise Complaint(
        _(
            "{name} is a whole number from {least} to {most}, not {value}.",
            name=name,
            least=least,
            most=most,
            value=shown(text),
        )
    )


def whole_or_none(name: str, text: str | None, least: int, most: int) -> int | None:
    """`whole`, for what may be left out."""
    return None if text is None else whole(name, text, least, most)


def options(assignments: Sequence[str]) -> "dict[str, OptionValue]":
    """The options of a game, from ``name=value`` each: whole numbers, ``true``, ``false``, anything else a text."""
    from ratskeller.games.declare import read_value

    found: dict[str, OptionValue] = {}
    for assignment in assignments:
        name, sign, text = assignment.partition("=")
        if not sign or not name:
            raise Complaint(_("--option is written name=value, as in starter=2, not {value}.", value=shown(assignment)))
        if name in found:
            raise Complaint(_("--option {name} is given twice.", name=shown(name)))
        found[name] = read_value(text)
    return found


def game(id: str, components: str | None) -> "Game":
    """A game by its id, with the components of a file if one is named."""
    from ratskeller.games.declare import BadComponents, BadOption
    from ratskeller.play.game import game as find

    try:
        return find(id, components)
    except (BadOption, BadComponents) as error:
        raise Complaint(str(error)) from None


def record(file: str) -> "Record":
    """The record in a file."""
    from ratskeller.play.record import BadRecord, load

    try:
        return load(file)
    except OSError as error:
        raise Complaint(_("{file} cannot be read: {reason}.", file=file or "“”", reason=error.strerror)) from None
    except ValueError as error:
        reason = str(error) if isinstance(error, BadRecord) else _("there cannot be a file of this name")
        raise Complaint(_("{file}: {reason}", file=file or "“”", reason=reason)) from None


def write(file: str, text: str) -> None:
    """Write a text to a file."""
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Complaint(_("{file} cannot be written: {reason}.", file=file or "“”", reason=error.strerror)) from None
    except ValueError:
        raise Complaint(_("{file} cannot be the name of a file.", file=file or "“”")) from None


def shown(text: str) -> str:
    """What was written, short enough for a sentence."""
    return f"“{text[:60]}…”" if len(text) > 60 else f"“{text}”" if not text.isidentifier() else text
