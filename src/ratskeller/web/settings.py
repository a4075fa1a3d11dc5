"""What the owner of a server can set. Every limit can be changed by an environment variable (see `Settings`)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

import limits
import platformdirs

from ratskeller.words import _


class BadSetting(ValueError):
    """A setting from the environment that cannot be used."""


@dataclass(frozen=True)
class Settings:
    """Each can be set from the environment: ``RATSKELLER_`` and its name in capitals, as in ``RATSKELLER_BOT_PACE=0``.

    Limits are written as ``30/10 minutes``; those on addresses count a whole IPv6 /64 as one address.
    """

    data_dir: str = ""
    """Where the key and the default database are kept; empty: the user's data directory."""
    database: str = ""
    """A path or a URL; empty: ``tables.db`` in the data directory."""
    addresses: str = ""
    """Addresses (``http://host:port``, separated by spaces) under which other machines reach this server."""
    bot_pace: float = 0.6
    """Seconds before a bot's move, so that people can follow; it thinks meanwhile."""
    bot_ms: float = 2000.0
    """Milliseconds that a bot thinks for a move at most."""
    away_after: float = 30.0
    """Seconds without a connection after which a seat may be given to a bot."""
    ping_every: float = 15.0
    """Seconds between the lines that keep an idle stream open."""
    forget_after: float = 60.0
    """Seconds after which a table without viewers leaves memory (it stays in the store)."""
    close_after: float = 7 * 86400.0
    """Seconds after which a table that never started is closed."""
    limit_tables: str = "30/10 minutes"
    """Making tables, sitting down, changing names: by address."""
    limit_refused: str = "120/minute"
    """Requests that were refused: by address."""
    limit_pages: str = "1200/minute"
    """Pages and streams: by address."""
    limit_moves: str = "600/minute"
    """Moves and other doings at a table: by guest."""
    limit_hints: str = "20/minute"
    """Hints: by guest."""
    limit_streams: int = 100
    """Streams open at once: by address."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, **given: Any) -> Self:
        """The settings of the environment, then those given here.

        Raises:
            BadSetting: a variable has a value that cannot be used.
        """
        found: dict[str, Any] = {}
        for setting in fields(cls):
            variable = f"RATSKELLER_{setting.name.upper()}"
            if variable in environment:
                found[setting.name] = _read(variable, environment[variable], setting.default)
        return replace(cls(), **(found | given))

    @property
    def folder(self) -> Path:
        """The data directory."""
        return Path(self.data_dir) if self.data_dir else platformdirs.user_data_path("ratskeller", appauthor=False)

    @property
    def tables(self) -> str:
        """The database, as a path or a URL."""
        return self.database or str(self.folder / "tables.db")


def _read(variable: str, text: str, default: object) -> str | int | float:
    try:
        if isinstance(default, int | float):
            value = type(default)(text)
            if not 0 <= value < float("inf") or (value == 0 and variable.endswith("_EVERY")):
                raise ValueError
            return value
        if "LIMIT" in variable:
            limits.parse(text)
        return text
    except ValueError as problem:
        right = default if isinstance(default, str) and default else 1
        raise BadSetting(
            _(
                "{variable} cannot be {value}; right would be, for example, {right}.",
                variable=variable,
                value=text,
                right=right,
            )
        ) from problem
