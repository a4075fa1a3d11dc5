"""Games kept as JSON: the setting and the texts of all moves, chance's included."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ratskeller.games.declare import BadComponents, BadOption, OptionValue
from ratskeller.play.game import Game, check_names, check_seed, game
from ratskeller.play.position import Position
from ratskeller.words import _

VERSION = 1


class BadRecord(ValueError):
    """Not a record that this version can read; the sentence says where, and what would be right."""


@dataclass
class Record:
    """One game. It may stop anywhere; keys that are not known are kept in ``extra``."""

    game: str
    players: int
    moves: list[str] = field(default_factory=list)
    options: dict[str, OptionValue] = field(default_factory=dict)
    """Only those that differ from their default."""
    names: list[str] | None = None
    seed: int | None = None
    components: dict[str, Any] | str | None = None
    """Those of the game, if they are not its own: all of them, or their digest."""
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: object) -> "Record":
        """Check what a JSON text held.

        Raises:
            BadRecord: it is no record of a known game.
        """
        match check_object(data):
            case {"games": _games}:
                raise BadRecord(
                    _("This is the record of a match; one of the records in its games is the record of a game.")
                )
            case {"game": str(id), "players": players, "moves": list(moves), **rest}:
                pass
            case {"game": _game, "players": _players, "moves": _moves}:
                raise BadRecord(_("game must be a text and moves a list of texts."))
            case _other:
                raise BadRecord(_("A record needs the keys game, players and moves."))
        for key in ("options", "names", "seed", "components"):
            if key in rest and rest[key] is None:
                raise BadRecord(_("{key} must not be null; it may be left out.", key=key))
        record = cls(
            id,
            players,
            moves,
            rest.pop("options", {}),
            rest.pop("names", None),
            rest.pop("seed", None),
            rest.pop("components", None),
            {key: value for key, value in rest.items() if key != "ratskeller"},
        )
        record.check()
        return record

    def check(self) -> None:
        """Raise BadRecord unless a game can start from this setting; whether the moves are legal, `replay` tells.

        Options that have their default are left out from now on.
        """
        for number, move in enumerate(self.moves, 1):
            if not isinstance(move, str):
                raise BadRecord(_("Move {number} must be a text, not {value}.", number=number, value=repr(move)[:60]))
        if self.components is not None and not isinstance(self.components, dict | str):
            raise BadRecord(_("components must be an object or a digest."))
        try:
            rules = (self.game_played() if not isinstance(self.components, str) else game(self.game)).rules
            if self.players is None:
                raise BadRecord(_("players must be a whole number."))
            players, options = rules.settle(self.players, self.options)
            check_names(self.names, players)
            check_seed(self.seed)
            self.options = rules.changed(options)
        except (BadOption, BadComponents) as error:
            raise BadRecord(str(error)) from None

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON object; `from_json` undoes it."""
        optional = {"names": self.names, "seed": self.seed, "components": self.components}
        return {
            "ratskeller": VERSION,
            "game": self.game,
            "players": self.players,
            "options": self.options,
            **{key: value for key, value in optional.items() if value is not None},
            "moves": self.moves,
            **self.extra,
        }

    @property
    def setting(self) -> tuple[str, int, dict[str, OptionValue], dict[str, Any] | str | None]:
        """What a game is played with: the game, the number of players, options and components."""
        return self.game, self.players, self.options, self.components

    def dumps(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.to_json(), ensure_ascii=False)

    def dump(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.dumps() + "\n", encoding="utf-8")

    def replay(self, at: int | None = None) -> Position:
        """Make the moves.

        Args:
            at: stop after so many moves; all by default. The moves after it are checked all the same.

        Raises:
            BadRecord: there are not so many moves, or the components are not here.
            IllegalMove: a move cannot be made; it tells which and why.
        """
        if at is not None and (isinstance(at, bool) or not isinstance(at, int) or not 0 <= at <= len(self.moves)):
            raise BadRecord(
                _("The record has {moves} moves; {at} of them cannot be made.", moves=len(self.moves), at=repr(at))
            )
        position = self.game_played().start(self.players, self.options, self.names, self.seed)
        reached = position
        for number, move in enumerate(self.moves):
            if number == at:
                reached, position = position, position.copy()
            position.push(move)
        return position if at is None or at == len(self.moves) else reached

    def game_played(self) -> Game:
        """The game with this record's components; BadRecord if they are not here."""
        if isinstance(self.components, str):
            if game(self.game).digest != self.components:
                raise BadRecord(_("The record was played with other components, of which it holds only the digest."))
            return game(self.game)
        return game(self.game, self.components)

    def __repr__(self) -> str:
        return f"<Record {self.game}, {len(self.moves)} moves>"


def load(path: str | Path) -> Record:
    """Read a record from a file.

    Raises:
        BadRecord: it is not one; the sentence says where, and what would be right.
        OSError: the file cannot be read.
    """
    return Record.from_json(read_json(Path(path).read_bytes()))


def loads(text: str | bytes) -> Record:
    """Read a record from a text; see `load`."""
    return Record.from_json(read_json(text))


def read_json(text: str | bytes) -> object:
    """Parse JSON; BadRecord tells where it breaks off."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        data: object = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise BadRecord(
            _(
                "The record is not JSON at line {line}, column {column}: it is damaged or cut off.",
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except UnicodeError:
        raise BadRecord(_("The record is not UTF-8 text.")) from None
    except RecursionError:
        raise BadRecord(_("The record is nested too deeply.")) from None
    except ValueError as error:
        raise BadRecord(
            _("The record holds a number that cannot be read: {reason}.", reason=str(error).split(";")[0])
        ) from None
    return data


def check_object(data: object) -> Mapping[str, Any]:
    """The JSON object of a record of this version, else BadRecord."""
    if not isinstance(data, dict):
        raise BadRecord(_("A record is one JSON object."))
    version = data.get("ratskeller")
    if type(version) is not int or version != VERSION:
        raise BadRecord(
            _(
                "A record says “ratskeller”: {version}; this one has {found}.",
                version=VERSION,
                found=repr(version)[:40] if "ratskeller" in data else _("none"),
            )
        )
    return data


def _refuse_constant(name: str) -> object:
    raise ValueError(name)
