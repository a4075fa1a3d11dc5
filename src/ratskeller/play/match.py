"""Several games in a row, with the seats going round."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ratskeller.games.declare import BadOption, OptionValue
from ratskeller.play.game import Game, check_names, check_seed
from ratskeller.play.position import Position
from ratskeller.play.record import VERSION, BadRecord, Record, check_object, read_json
from ratskeller.words import _

MOST_TIMES = 5
"""A match of n rounds stops after five times n, however many of them were drawn."""


class Match:
    """A match: in its game g, counted from 0, seat s is held by player ((s - 1 + g) mod n) + 1.

    A match's score is the sum of what its games gave: rounds won where the game counts these (a drawn round is then
    played again from the same seats), else ``returns``.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        rounds: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        names: list[str] | None = None,
        seed: int | None = None,
    ) -> None:
        """
        Args:
            game: what is played.
            players: how many; the fewest if left out.
            rounds: how many games; what the game's book says if left out.
            options: as in `Game.start`.
            names: by player, not by seat.
            seed: noted in the records.

        Raises:
            BadOption: such a match cannot be played.
        """
        self.game = game
        self.players, self._options = game.rules.settle(players, {} if options is None else options)
        check_names(names, self.players)
        check_seed(seed)
        self.names = None if names is None else list(names)
        self.seed = seed
        self.rounds = game.rules.rounds(game.components) if rounds is None else rounds
        if type(self.rounds) is not int or not 1 <= self.rounds <= 1000:
            raise BadOption(_("rounds is a whole number from 1 to 1000, not {value}.", value=repr(rounds)))
        self.extra: dict[str, Any] = {}
        """Keys of a record that are not known, kept."""
        self.positions: list[Position] = []
        """Every game so far; the last one is being played."""
        self._begin()

    @property
    def position(self) -> Position:
        """The game being played, or the last one."""
        return self.positions[-1]

    @property
    def number(self) -> int:
        """Which game this is, counted from 0; a drawn round that is played again keeps its number."""
        return sum(self._counts(position) for position in self.positions[:-1])

    def player(self, seat: int) -> int:
        """The player who holds a seat in the game being played."""
        return (seat - 1 + self.number) % self.players + 1

    def seat(self, player: int) -> int:
        """The seat that a player holds in the game being played."""
        return (player - 1 - self.number) % self.players + 1

    @property
    def scores(self) -> list[float]:
        """What each player has, from the games that are over."""
        totals = [0.0] * self.players
        number = 0
        for position in self.positions:
            gains = (position.scores if self.game.rules.counts_wins else position.returns) if position.over else None
            for seat, gain in enumerate(gains or []):
                totals[(seat + number) % self.players] += gain
            number += self._counts(position)
        return totals

    @property
    def over(self) -> bool:
        """Whether the last game of the match has ended."""
        played = sum(self._counts(position) for position in self.positions)
        return self.position.over and (played >= self.rounds or len(self.positions) >= MOST_TIMES * self.rounds)

    @property
    def returns(self) -> list[float] | None:
        """By player, as a game's returns follow from its ranking; None until the match is over."""
        if not self.over:
            return None
        scores = self.scores
        return [sum((score > other) - (score < other) for other in scores) / (self.players - 1) for score in scores]

    def next(self) -> Position:
        """Begin the next game of the match.

        Raises:
            ValueError: the game being played, or the match, is not at that point.
        """
        if not self.position.over:
            raise ValueError(_("The game being played is not over yet."))
        if self.over:
            raise ValueError(_("The match is over."))
        return self._begin()

    def to_json(self) -> dict[str, Any]:
        """The record of the match: its setting, and the records of its games."""
        return {
            "ratskeller": VERSION,
            "game": self.game.id,
            "players": self.players,
            "rounds": self.rounds,
            "options": self.game.rules.changed(self._options),
            **({} if self.names is None else {"names": self.names}),
            **({} if self.seed is None else {"seed": self.seed}),
            "games": [position.record().to_json() for position in self.positions],
            **self.extra,
        }

    def dump(self, path: str | Path) -> None:
        """Write the record of the match to a file."""
        Path(path).write_text(json.dumps(self.to_json(), ensure_ascii=False) + "\n", encoding="utf-8")

    @classmethod
    def from_json(cls, data: object) -> "Match":
        """Play a match again from its record.

        Raises:
            BadRecord: it is not the record of a match.
            IllegalMove: one of its games has a move that cannot be made.
        """
        match check_object(data):
            case {"game": str(id), "players": int(players), "rounds": int(rounds), "games": [first, *rest], **other}:
                pass
            case _other:
                raise BadRecord(_("The record of a match needs the keys game, players, rounds and games."))
        records = [Record.from_json(record) for record in [first, *rest]]
        if any(record.game != id for record in records):
            raise BadRecord(_("All games of a match are the same game."))
        options = other.pop("options", records[0].options)
        try:
            match_ = cls(
                records[0].game_played(), players, rounds, options, other.pop("names", None), other.pop("seed", None)
            )
        except BadOption as error:
            raise BadRecord(str(error)) from None
        match_.extra = {key: value for key, value in other.items() if key != "ratskeller"}
        match_.positions = []
        for number, record in enumerate(records, 1):
            if match_.positions and (not match_.position.over or match_.over):
                raise BadRecord(
                    _(
                        "Game {number} of the match cannot begin: the one before it is not over, or the match is.",
                        number=number,
                    )
                )
            expected = match_._begin().record()
            if (record.setting, record.names) != (expected.setting, expected.names):
                raise BadRecord(
                    _("Game {number} of the match has another setting or other names than the match.", number=number)
                )
            match_.positions[-1] = record.replay()
        return match_

    def _begin(self) -> Position:
        number = sum(self._counts(position) for position in self.positions)
        names = (
            None if self.names is None else [self.names[(seat + number) % self.players] for seat in range(self.players)]
        )
        self.positions.append(self.game.start(self.players, self._options, names, self.seed))
        return self.position

    def _counts(self, position: Position) -> bool:
        """Whether a game counts as one of the rounds: over, and not to be played again."""
        return position.over and not (self.game.rules.counts_wins and not any(position.scores))

    def __repr__(self) -> str:
        return f"<Match {self.game.id}, game {len(self.positions)} of {self.rounds}, scores={self.scores}>"


def load_match(path: str | Path) -> Match:
    """Read the record of a match from a file and play it again; raises what `Match.from_json` raises, and OSError."""
    return Match.from_json(read_json(Path(path).read_bytes()))
