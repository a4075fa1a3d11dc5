"""Many games between bots, counted."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ratskeller.bots import Bot, fresh, seated
from ratskeller.bots.random import Random
from ratskeller.cores import cores
from ratskeller.games import kernel
from ratskeller.games.declare import OptionValue
from ratskeller.lab.threads import in_order
from ratskeller.play.game import Game
from ratskeller.play.position import Position

CHUNK = 500
"""Games that share one generator where all bots are random; other bots' games have one each."""
Z95 = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations of a normal distribution."""


@dataclass(frozen=True)
class Report:
    """What came out. Lists are by seat; everything but the times follows from the setting and the seed."""

    game: str
    players: int
    bots: list[str]
    options: dict[str, OptionValue]
    """Those that differ from their default."""
    seed: int
    games: int
    plies: int
    """Moves made in all games, chance's included."""
    seconds: float
    """Of playing, after everything was compiled."""
    plies_per_second: float
    games_per_second: float
    wins: list[int]
    """Games with the highest return alone."""
    wins_95: list[tuple[float, float]]
    """Where the share of wins lies with 95 % confidence; see `wilson`."""
    shared: int
    """Games in which several seats have the highest return."""
    mean_returns: list[float]
    mean_scores: list[float]
    mean_plies: float

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return asdict(self)


@dataclass(frozen=True)
class _Chunk:
    """The sums over some games, by seat."""

    games: int
    plies: int
    wins: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]
    returns: npt.NDArray[np.float64]


def simulate(
    game: Game,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    bots: Sequence[str] = ("random",),
    games: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Let bots play many games.

    Args:
        game: what is played.
        players: how many; the fewest if left out.
        options: as in `Game.start`.
        bots: a name for each seat, or one for all of them.
        games: how many, from 1.
        seed: of all chance, the bots' too.
        threads: how many games are played at once; one a core if left out. The result does not depend on it.
        progress: called with the number of games played, and of all games.

    Raises:
        BadOption: the game cannot be played so, or there is no such bot.
    """
    start = game.start(players, options)
    seats = list(seated(bots, range(1, start.players + 1)).values())
    everything_random = all(isinstance(player, Random) for player in seats)
    size = CHUNK if everything_random else 1

    def play(number: int) -> _Chunk:
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
        n = min(size, games - number * size)
        return _play_random(start, n, rng) if everything_random else _play(start, seats, rng)

    if everything_random:
        _play_random(start, 0, np.random.default_rng(0))
    else:
        game.warm()
    done = plies = 0
    wins, scores = np.zeros((2, start.players), np.int64)
    returns = np.zeros(start.players)
    began = time.perf_counter()
    for chunk in in_order(play, range(-(-games // size)), threads or cores()):
        done += chunk.games
        plies += chunk.plies
        wins += chunk.wins
        scores += chunk.scores
        returns += chunk.returns
        progress(done, games)
    seconds = time.perf_counter() - began
    return Report(
        game=game.id,
        players=start.players,
        bots=[player.name for player in seats],
        options=start.record().options,
        seed=seed,
        games=games,
        plies=plies,
        seconds=seconds,
        plies_per_second=plies / seconds,
        games_per_second=games / seconds,
        wins=wins.tolist(),
        wins_95=[wilson(n, games) for n in wins.tolist()],
        shared=games - int(wins.sum()),
        mean_returns=(returns / games).tolist(),
        mean_scores=(scores / games).tolist(),
        mean_plies=plies / games,
    )


def wilson(successes: float, trials: float) -> tuple[float, float]:
    """The interval in which a probability lies with 95 % confidence, after so many successes.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    """
    share = successes / trials
    widening = Z95 * Z95 / trials
    middle = share + widening / 2
    half = Z95 * math.sqrt((share * (1 - share) + widening / 4) / trials)
    low, high = (middle - half) / (1 + widening), (middle + half) / (1 + widening)
    # The share itself is never outside but by rounding.
    return max(0.0, min(low, share)), min(1.0, max(high, share))


def _play_random(start: Position, games: int, rng: np.random.Generator) -> _Chunk:
    """The whole loop compiled."""
    most_moves = start.game.rules.most_moves
    plies = np.zeros(games, np.int64)
    scores = np.zeros((games, start.players), np.int64)
    returns = np.zeros((games, start.players))
    moves = np.empty(most_moves, np.int32)
    kernel.play_random_games(start.states, rng, moves, np.empty(most_moves), plies, scores, returns)
    return _Chunk(games, int(plies.sum()), _sole_winners(returns), scores.sum(axis=0), returns.sum(axis=0))


def _play(start: Position, bots: Sequence[Bot], rng: np.random.Generator) -> _Chunk:
    """One game between bots that are handed views."""
    position = start.copy()
    players = [fresh(bot) for bot in bots]
    while not position.over:
        seat = position.to_act
        if isinstance(seat, int):
            position.push(players[seat - 1].choose(position.view(seat), rng))
        else:
            position.push_chance(rng)
    returns = np.array([position.returns])
    return _Chunk(1, position.ply, _sole_winners(returns), np.array(position.scores), returns[0])


def _sole_winners(returns: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """By seat, the games in which it alone has the highest return; ``returns[game, seat]``."""
    best = returns == returns.max(axis=1, keepdims=True) if len(returns) else np.zeros(returns.shape, bool)
    alone = best.sum(axis=1, keepdims=True) == 1
    won: npt.NDArray[np.int64] = (best & alone).sum(axis=0)
    return won
