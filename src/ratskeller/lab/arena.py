"""Bots against each other: who is how strong, in as few games as the luck of the deals allows."""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from contextvars import copy_context
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ratskeller.bots import Bot, bot, fresh
from ratskeller.bots.search import tuned
from ratskeller.cores import cores
from ratskeller.games.declare import BadOption, OptionValue
from ratskeller.lab.chance import BOTS, Luck
from ratskeller.lab.ledger import BadLedger, Ledger, read_setting
from ratskeller.lab.rating import mean_interval, rate
from ratskeller.lab.threads import in_order
from ratskeller.play.game import Game
from ratskeller.play.position import IllegalMove, Position
from ratskeller.words import _

__all__ = [
    "BadLedger",
    "BotFailed",
    "Pair",
    "Report",
    "Result",
    "Standing",
    "arena",
    "line_ups",
    "play_deal",
    "played",
    "read_setting",
]

LineUp: TypeAlias = tuple[int, ...]
"""Who sits at a table, clockwise: numbers of bots, from 0."""
Task: TypeAlias = tuple[int, LineUp, int]
"""A game: deal, line-up, and rotation."""


class BotFailed(Exception):
    """A bot that raised an exception or chose no legal move.

    Attributes:
        bot: its number among those who play.
        name: what it is called.
        deal, rotation: in which game, as `play_deal` takes them.
        ply: the moves made before it.
        reason: what went wrong.
    """

    def __init__(self, bot: int, name: str, deal: int, rotation: int, ply: int, reason: str) -> None:
        super().__init__(bot, name, deal, rotation, ply, reason)
        self.bot = bot
        self.name = name
        self.deal = deal
        self.rotation = rotation
        self.ply = ply
        self.reason = reason

    def __str__(self) -> str:
        return _(
            "The bot {bot} fails in deal {deal}, rotation {rotation}, at ply {ply}: {reason}.",
            bot=self.name,
            deal=self.deal,
            rotation=self.rotation,
            ply=self.ply,
            reason=self.reason.rstrip("."),
        )


@dataclass(frozen=True)
class Result:
    """One finished game. Lists are by seat."""

    deal: int
    rotation: int
    bots: LineUp
    """Which bot sat there."""
    returns: tuple[float, ...]
    plies: int
    """Moves made, chance's included."""
    moves: tuple[int, ...]
    """Moves that the bot chose."""
    seconds: tuple[float, ...]
    """How long it thought, by the clock on the wall. All else follows from setting and seed."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Result":
        """Undo ``asdict``; ValueError if the data are something else."""
        match data:
            case {
                "deal": int(deal),
                "rotation": int(rotation),
                "bots": [*bots],
                "returns": [*returns],
                "plies": int(plies),
                "moves": [*moves],
                "seconds": [*seconds],
            } if len(bots) == len(returns) == len(moves) == len(seconds) and all(
                isinstance(number, int | float) for number in (*bots, *returns, *moves, *seconds)
            ):
                return cls(deal, rotation, tuple(bots), tuple(returns), plies, tuple(moves), tuple(seconds))
        raise ValueError(data)

    @property
    def task(self) -> "Task":
        """Which game it was."""
        n = len(self.bots)
        return self.deal, tuple(self.bots[(k - self.rotation) % n] for k in range(n)), self.rotation

    def encounters(self) -> Iterator[tuple[int, int, float]]:
        """Each seat against each other seat: the two bots, and what the first scored: 1, 0.5 or 0, by the returns."""
        for a, mine in zip(self.bots, self.returns, strict=True):
            for b, other in zip(self.bots, self.returns, strict=True):
                if a != b:
                    yield a, b, (1 + (mine > other) - (mine < other)) / 2

    def score(self, bot: int) -> float:
        """The mean of what a bot scored against every other bot's seat."""
        scores = [score for a, _b, score in self.encounters() if a == bot]
        return sum(scores) / len(scores)


@dataclass(frozen=True)
class Pair:
    """What two bots did against each other."""

    bots: tuple[str, str]
    games: int
    """In which they met; a game in which one of them has several seats counts for each of these."""
    wins: int
    """Of the first."""
    losses: int
    draws: int
    score: float
    """The mean of 1 for a win, 0.5 for a draw and 0 for a loss of the first."""
    score_95: tuple[float, float]
    """Where the score lies with 95 % confidence; see `mean_interval`."""


@dataclass(frozen=True)
class Standing:
    """What one bot did against all others."""

    bot: str
    games: int
    score: float
    """The mean of its scores against every opponent of every game."""
    score_95: tuple[float, float]
    rating: float | None
    """In Elo points; the mean of all bots is 0. None if choix is not installed; see `rate`."""
    rating_95: tuple[float, float] | None
    moves: int
    seconds_per_move: float | None
    """By the clock on the wall, while other games were being played; None if it never had to move."""


@dataclass(frozen=True)
class Report:
    """What came out. Everything but the times follows from the setting and the seed."""

    game: str
    players: int
    bots: list[str]
    options: dict[str, OptionValue]
    """Those that differ from their default."""
    seed: int
    games: int
    """Of every line-up; of every pair of bots, if two play."""
    deals: int
    """Of every line-up; each is played once in every rotation of the seats."""
    pairs: list[Pair]
    standings: list[Standing]
    """The best score first."""
    mean_plies: float
    """Moves in a game, chance's included."""

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return asdict(self)


def arena(
    game: Game,
    bots: Sequence[str | Bot],
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    games: int = 100,
    seed: int = 0,
    threads: int | None = None,
    save: str | Path | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Let every bot play against every other.

    Args:
        game: what is played.
        bots: who plays: names with their settings as `ratskeller.bots.bot` takes them, or bots; two or more. One that
            is named twice plays against itself.
        players: how many sit at a table; the fewest if left out. See `line_ups` for who they are.
        options: as in `Game.start`.
        games: how many each line-up plays; rounded up, so that each deal is played in every rotation of the seats.
        seed: of all chance, the bots' too.
        threads: how many games are played at once; one a core if left out. The result does not depend on it.
        save: a file to keep finished games in. Games that it already holds are not played again.
        progress: called with the number of games finished, and of all games.

    Raises:
        BadOption: the game cannot be played so, there is no such bot, or only one.
        BadLedger: the file to keep games in is another, or is that of another setting.
        BotFailed: a bot raised an exception or chose no legal move.
    """
    start = game.start(players, options)
    if len(bots) < 2:
        raise BadOption(_("An arena needs two bots or more; one that is named twice plays against itself."))
    given = [bot(one) if isinstance(one, str) else one for one in bots]
    called = _distinct([one if isinstance(one, str) else _name(one) for one in bots])
    deals = -(-games // start.players)
    tally = _Tally(called, line_ups(len(bots), start.players), start.players, deals)
    with nullcontext() if save is None else Ledger(save, _setting(start, bots, seed), Result.from_json) as ledger:
        kept = {} if ledger is None else {result.task: result for result in ledger.games}
        left: list[Task] = []
        for task in tally.tasks():
            if task in kept:
                tally.add(kept[task])
            else:
                left.append(task)
        if left:
            prepare(start, given)
        progress(tally.done, tally.games)
        for result in played(start, given, called, seed, left, threads or cores()):
            tally.add(result)
            if ledger is not None:
                ledger.add(asdict(result))
            progress(tally.done, tally.games)
    return tally.report(start, seed)


def line_ups(bots: int, seats: int) -> list[list[LineUp]]:
    """Who plays with whom.

    Every combination of as many bots as there are seats. If there are fewer bots than seats, all play, and each
    combination of them has one seat more than the others where the seats cannot be shared out evenly.

    Returns:
        For each combination, the orders in which it can sit around a table; deal d is played in order d modulo their
        number.
    """
    everybody = tuple(range(bots)) * (seats // bots)
    return [_orders(everybody + more) for more in combinations(range(bots), seats % bots)]


def _orders(combination: LineUp) -> list[LineUp]:
    """The different orders around a table: those that are rotations of each other count once."""
    n = len(combination)
    return sorted({min(order[k:] + order[:k] for k in range(n)) for order in permutations(combination)})


def play_deal(start: Position, bots: Sequence[Bot], seed: int, deal: int, rotation: int = 0) -> Result:
    """Play one game of a deal.

    The chance of a deal is the same in all its rotations, whoever plays; see `Luck`. Each bot has a generator of its
    own, which follows from the seed, the deal, the rotation, its number among the bots and its seat.

    Args:
        start: where the game begins; not changed.
        bots: clockwise; seat s of n is held by ``bots[(s − 1 + rotation) % n]``, as in a `Match`.
        seed: of all deals.
        deal: from 0.
        rotation: from 0 to n − 1.

    Returns:
        The result; its ``bots`` are numbers in ``bots``.

    Raises:
        BotFailed: a bot raised an exception or chose no legal move.
    """
    return _play(start, bots, seed, (deal, tuple(range(len(bots))), rotation), threading.Event())


def _play(start: Position, bots: Sequence[Bot], seed: int, task: Task, stopped: threading.Event) -> Result:
    """One game between the bots of the task's line-up; broken off, without a result, once it is stopped."""
    deal, line_up, rotation = task
    n = len(line_up)
    held = tuple(line_up[(seat + rotation) % n] for seat in range(n))
    players = [fresh(bots[k]) for k in held]
    keys = [np.random.SeedSequence(seed, spawn_key=(BOTS, deal, rotation, k, seat)) for seat, k in enumerate(held)]
    rngs = [np.random.default_rng(key) for key in keys]
    luck = Luck(seed, deal)
    moves = [0] * n
    seconds = [0.0] * n
    position = start.copy()
    while not position.over and not stopped.is_set():
        acting = position.to_act
        if not isinstance(acting, int):
            position.push(luck.draw(position))
            continue
        seat = acting - 1
        view = position.view(acting)
        try:
            began = time.perf_counter()
            move = players[seat].choose(view, rngs[seat])
            seconds[seat] += time.perf_counter() - began
            position.push(move)
        except Exception as error:  # a stranger's bot may raise anything
            reason = str(error) if isinstance(error, IllegalMove) else f"{type(error).__name__}: {error}"
            raise BotFailed(held[seat], _name(players[seat]), deal, rotation, position.ply, reason) from error
        moves[seat] += 1
    returns = tuple(position.returns or [0.0] * n)
    return Result(deal, rotation, held, returns, position.ply - start.ply, tuple(moves), tuple(seconds))


def played(
    start: Position, bots: Sequence[Bot], called: Sequence[str], seed: int, tasks: Sequence[Task], threads: int
) -> Generator[Result]:
    """The results of these games, in order. When one fails, or nobody wants more, those that have begun are broken off.

    Args:
        start: where the games begin; not changed.
        bots: those whose numbers the tasks name.
        called: what they are called.
        seed: of all deals.
        tasks: the games.
        threads: how many are played at once.

    Raises:
        BotFailed: a bot raised an exception or chose no legal move.
    """
    stopped = threading.Event()
    language = copy_context()

    def play(task: Task) -> Result:
        return language.copy().run(_play, start, bots, seed, task, stopped)

    try:
        yield from in_order(play, tasks, threads)
    except BotFailed as error:
        name = called[error.bot]
        raise BotFailed(error.bot, name, error.deal, error.rotation, error.ply, error.reason) from error
    finally:
        stopped.set()


class _Tally:
    """Who has scored what against whom so far."""

    def __init__(self, called: Sequence[str], tables: Sequence[Sequence[LineUp]], seats: int, deals: int) -> None:
        n = len(called)
        self.called = called
        self.tables = tables
        self.seats = seats
        self.deals = deals
        self.games = deals * len(tables) * seats
        self.done = 0
        self.plies = 0
        self.scores = np.zeros((deals, n, n))
        """By deal, bot and opponent."""
        self.outcomes = np.zeros((3, n, n), np.int64)
        """Losses, draws and wins, by bot and opponent."""
        self.sat, self.moves = np.zeros((2, n), np.int64)
        self.seconds = np.zeros(n)

    def tasks(self) -> Iterator[Task]:
        """All games, deal by deal, so that a run that is stopped early has played all line-ups alike."""
        for deal in range(self.deals):
            for orders in self.tables:
                for rotation in range(self.seats):
                    yield deal, orders[deal % len(orders)], rotation

    def add(self, result: Result) -> None:
        self.done += 1
        self.plies += result.plies
        for a, b, score in result.encounters():
            self.scores[result.deal, a, b] += score
            self.outcomes[int(2 * score), a, b] += 1
        for a in set(result.bots):
            self.sat[a] += 1
        for a, moves, seconds in zip(result.bots, result.moves, result.seconds, strict=True):
            self.moves[a] += moves
            self.seconds[a] += seconds

    def report(self, start: Position, seed: int) -> Report:
        meetings = self.outcomes.sum(axis=0) / self.deals
        ratings = rate(self.scores, meetings, seed)
        standings = []
        for a, name in enumerate(self.called):
            means = self.scores[:, a].sum(axis=1) / meetings[a].sum()
            standings.append(
                Standing(
                    bot=name,
                    games=int(self.sat[a]),
                    score=float(means.mean()),
                    score_95=mean_interval(means),
                    rating=None if ratings is None else ratings.points[a],
                    rating_95=None if ratings is None else ratings.points_95[a],
                    moves=int(self.moves[a]),
                    seconds_per_move=float(self.seconds[a] / self.moves[a]) if self.moves[a] else None,
                )
            )
        return Report(
            game=start.game.id,
            players=start.players,
            bots=list(self.called),
            options=start.record().options,
            seed=seed,
            games=self.deals * self.seats,
            deals=self.deals,
            pairs=[self.pair(a, b) for a, b in combinations(range(len(self.called)), 2)],
            standings=sorted(standings, key=lambda standing: -standing.score),
            mean_plies=self.plies / self.games,
        )

    def pair(self, a: int, b: int) -> Pair:
        losses, draws, wins = self.outcomes[:, a, b].tolist()
        games = losses + draws + wins
        means = self.scores[:, a, b] * self.deals / games
        return Pair(
            (self.called[a], self.called[b]), games, wins, losses, draws, float(means.mean()), mean_interval(means)
        )


def _setting(start: Position, bots: Sequence[str | Bot], seed: int) -> dict[str, Any]:
    """All that the games of an arena follow from; plans of the search and a bot's own file count by what is in them."""
    names = [one if isinstance(one, str) else _name(one) for one in bots]
    files = {name.split(":")[0] for name in names}
    return {
        "version": _version(),
        "game": start.game.id,
        "components": start.game.digest,
        "players": start.players,
        "options": start.record().options,
        "bots": names,
        "plans": hashlib.sha256(json.dumps(tuned(start.game.id), sort_keys=True).encode()).hexdigest(),
        "files": {
            file: hashlib.sha256(Path(file).read_bytes()).hexdigest()
            for file in sorted(files)
            if file.endswith(".py") and Path(file).is_file()
        },
        "seed": seed,
    }


def prepare(start: Position, bots: Sequence[Bot]) -> None:
    """Let everything be compiled, so that nobody's first move takes long."""
    start.game.warm()
    position = start.copy()
    luck = Luck(0, 0)
    while position.to_act == "chance":
        position.push(luck.draw(position))
    if isinstance(position.to_act, int):
        for one in bots:
            with suppress(Exception):  # said when it happens in a game
                fresh(one).choose(position.view(position.to_act), np.random.default_rng(0))


def _version() -> str | None:
    try:
        return version("ratskeller")
    except PackageNotFoundError:
        return None


def _name(bot: Bot) -> str:
    return str(getattr(bot, "name", type(bot).__name__))


def _distinct(names: Sequence[str]) -> list[str]:
    """A name that comes again gets a number."""
    return [name if (n := names[:k].count(name)) == 0 else f"{name}#{n + 1}" for k, name in enumerate(names)]
