"""A game with its components: where positions start."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ratskeller.games import ALL, kernel
from ratskeller.games.declare import BadComponents, BadOption, Option, OptionValue, Rules
from ratskeller.words import _

if TYPE_CHECKING:
    from ratskeller.play.position import Position


class Game:
    """Rules and the components they are played with. Get one by `ratskeller.game`."""

    def __init__(self, rules: Rules, components: Mapping[str, Any] | None = None) -> None:
        """
        Args:
            rules: the game's declaration.
            components: boards, tiles, cards as a TOML file holds them; the game's own if left out.

        Raises:
            BadComponents: the game cannot be played with them.
        """
        standard = tomllib.loads(rules.components)
        self.rules = rules
        self.components: dict[str, Any] = standard if components is None else dict(components)
        self.digest = _digest(self.components)
        self.standard = self.digest == _digest(standard)
        """Whether these are the game's own components."""
        rules.check(self.components)
        self._texts: dict[int, str] = {}
        self._firsts: dict[tuple[int, tuple[tuple[str, OptionValue], ...]], kernel.States] = {}

    @property
    def id(self) -> str:
        """The name used in records and on the command line, such as ``rat-attack``."""
        return self.rules.id

    @property
    def title(self) -> str:
        """The name as people say it, in the language spoken now."""
        return _(self.rules.title)

    @property
    def players(self) -> range:
        """The numbers of players that can play."""
        return range(self.rules.fewest, self.rules.most + 1)

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be set, with defaults and allowed values."""
        return self.rules.options

    def start(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        names: list[str] | None = None,
        seed: int | None = None,
    ) -> "Position":
        """The position before the first event.

        Args:
            players: how many; the fewest if left out.
            options: only those that differ from their default need to be given.
            names: one for each seat.
            seed: noted in the record for those who draw chance from it; the rules never use it.

        Raises:
            BadOption: the game cannot be played so; the sentence says what can.
        """
        from ratskeller.play.position import Position

        players, settled = self.rules.settle(players, {} if options is None else options)
        check_names(names, players)
        check_seed(seed)
        return Position(
            self,
            settled,
            None if names is None else list(names),
            seed,
            [kernel.copied(self._first(players, tuple(settled.items())))],
            [],
        )

    def text(self, move: int) -> str:
        """The text of a move number; ValueError if there is no such move in this game."""
        text = self._texts.get(move)
        if text is None:
            text = self._texts[move] = self.rules.text(self._any_state[0], move)
        return text

    def parse(self, text: str) -> int:
        """The number of a move text; BadText (malformed or unknown) if there is no such move in this game."""
        return self.rules.parse(self._any_state[0], text)

    def warm(self) -> None:
        """Compile all of the game's functions: seconds the first time on a machine, then fetched from the disk."""
        start = self._any_state
        states = kernel.copied(start)
        rng = np.random.default_rng(0)
        moves = np.empty(self.rules.most_moves, np.int32)
        weights = np.empty(self.rules.most_moves)
        while states[0].to_act != kernel.OVER:
            n = kernel.list_moves(states, moves)
            if states[0].to_act == kernel.TO_CHANCE:
                kernel.weigh_moves(states, moves, n, weights)
                kernel.pick(weights, n, rng)
            else:
                kernel.appraise_moves(states, 1, moves, 1, weights)
                self.rules.foresee(states, moves[:1])
            kernel.make_move(states, int(moves[0]))
        kernel.hide_from(states, 1)
        kernel.imagine_for(states, 1, rng)
        kernel.play_out(kernel.copied(start), moves, weights, rng)

    @cached_property
    def _any_state(self) -> kernel.States:
        return self._first(*self._fewest)

    @cached_property
    def _fewest(self) -> tuple[int, tuple[tuple[str, OptionValue], ...]]:
        players, options = self.rules.settle(None, {})
        return players, tuple(options.items())

    def _first(self, players: int, options: tuple[tuple[str, OptionValue], ...]) -> kernel.States:
        states = self._firsts.get((players, options))
        if states is None:
            states = self._firsts[players, options] = np.zeros(1, self.rules.state)
            self.rules.setup(states, self.components, players, dict(options))
        return states

    def __reduce__(self) -> tuple[Any, tuple[str, dict[str, Any] | None]]:
        return game, (self.id, None if self.standard else self.components)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.rules is other.rules and self.digest == other.digest

    def __hash__(self) -> int:
        return hash((self.id, self.digest))

    def __repr__(self) -> str:
        own = "" if self.standard else f", components={self.digest[:8]}…"
        return f"<Game {self.id}{own}>"


def games() -> list[Game]:
    """All games, with their own components."""
    return [game(rules.id) for rules in ALL]


def game(id: str, components: str | Path | Mapping[str, Any] | None = None) -> Game:
    """A game by its id.

    Args:
        id: such as ``rat-attack``.
        components: a TOML file of other components, or what such a file holds.

    Raises:
        BadOption: there is no such game.
        BadComponents: the file cannot be read, or the game cannot be played with it.
    """
    rules = {rules.id: rules for rules in ALL}.get(id) if isinstance(id, str) else None
    if rules is None:
        raise BadOption(
            _("There is no game {game}; there are {known}.", game=repr(id), known=", ".join(rules.id for rules in ALL))
        )
    if components is None:
        return _standard(rules)
    if not isinstance(components, Mapping | str | Path):
        raise BadComponents(
            _("components is a file's name or what such a file holds, not {value}.", value=repr(components))
        )
    return Game(rules, components if isinstance(components, Mapping) else read_components(components))


def read_components(path: str | Path) -> dict[str, Any]:
    """What a TOML file of components holds; BadComponents if it cannot be read."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadComponents(_("{file} cannot be read: {reason}.", file=path, reason=error.strerror)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadComponents(
            _("{file} is not a TOML file: {reason}.", file=path, reason=str(error).rstrip("."))
        ) from None


def check_names(names: object, players: int) -> None:
    """Raise BadOption unless there is one name a seat, or none at all."""
    if names is None:
        return
    if not isinstance(names, list) or len(names) != players or not all(isinstance(name, str) for name in names):
        raise BadOption(_("names is a list of {players} texts, one for each seat.", players=players))


def check_seed(seed: object) -> None:
    """Raise BadOption unless the seed is a whole number from 0, or none."""
    if seed is not None and (type(seed) is not int or seed < 0):
        raise BadOption(_("A seed is a whole number from 0, not {seed}.", seed=repr(seed)))


@cache
def _standard(rules: Rules) -> Game:
    return Game(rules)


def _digest(components: Mapping[str, Any]) -> str:
    try:
        plain = json.dumps(components, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise BadComponents(
            _("Components are made of numbers, texts, true and false, lists and tables only.")
        ) from None
    return hashlib.sha256(plain.encode()).hexdigest()
