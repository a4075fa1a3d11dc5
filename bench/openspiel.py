"""Iterations a second of OpenSpiel's tree searches and of ours, on our games, in turn in one run on one core.

python bench/openspiel.py [--ms 1000] [--rounds 5] [--seed 0] [--json]

Each searches the same positions with two seats for the same time: the first in which a seat has a choice, and one from
the middle of a game between greedy bots. OpenSpiel's are set as its own example sets them (UCT with c = 2, one random
game an iteration): its MCTS with its Python tree and our compiled random games, which is what plays in the arena; with
its compiled tree and its own random games; with all of its own in Python; and its IS-MCTS where cards are hidden. Ours
is the bot `search` as tuned, which does more in an iteration than play a random game, with a new tree for each search.
What is printed is the median over the rounds, and how many times as many iterations ours makes; by CPU time, so that a
busy machine disturbs less. Needs the extra ``openspiel``.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from open_spiel.python.algorithms import mcts

import ratskeller
from ratskeller.bots.greedy import Greedy
from ratskeller.bots.search import Search
from ratskeller.envs import openspiel
from ratskeller.play.position import Position

OURS = "search"
ARENA = "OpenSpiel"
COMPILED_TREE = "its tree in C++"
ALL_PYTHON = "all its Python"

Rate = Callable[[Position, np.random.Generator], float]
"""Iterations a second of CPU time of a search from a view."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--ms", type=float, default=1000.0)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    rows = []
    for game in ratskeller.games():
        game.warm()
        for where, view in views(game.start(), given.seed).items():
            rates = measure(searches(game.rules.hidden != "", given.ms), view, given.rounds, given.seed)
            rows.append({"game": game.id, "where": where, "ply": view.ply, "legal": len(view.legal()), **rates})
            print(told(rows[-1]), file=sys.stderr if given.json else sys.stdout, flush=True)
    if given.json:
        machine = {"python": platform.python_version(), "machine": platform.machine(), "cpus": os.cpu_count()}
        print(json.dumps({"ms": given.ms, "rounds": given.rounds, "seed": given.seed, **machine, "rows": rows}))


def views(start: Position, seed: int) -> dict[str, Position]:
    """Views of the seat to act where it has a choice: at the start, and half-way through a game of greedy bots."""
    line = [start.copy()]
    rng = np.random.default_rng(seed)
    while not line[-1].over:
        after = line[-1].copy()
        seat = after.to_act
        if isinstance(seat, int):
            after.push(Greedy().choose(after.view(seat), rng))
        else:
            after.push_chance(rng)
        line.append(after)
    choices = [
        position.view(position.to_act)
        for position in line
        if isinstance(position.to_act, int) and len(position.legal_ids()) > 1
    ]
    return {"start": choices[0], "middle": choices[len(choices) // 2]}


def searches(hidden: bool, ms: float) -> dict[str, Rate]:
    """All that can search the game, ours first."""
    if hidden:
        return {OURS: ours(ms), ARENA: theirs(openspiel.ISMCTS(ms=ms))}
    return {
        OURS: ours(ms),
        ARENA: theirs(openspiel.MCTS(ms=ms)),
        COMPILED_TREE: theirs(openspiel.MCTS(ms=ms, tree="cpp")),
        ALL_PYTHON: theirs(AllPython(ms=ms)),
    }


class AllPython(openspiel.MCTS):
    """OpenSpiel's Python MCTS with OpenSpiel's own evaluator."""

    def _python(self, owner: openspiel.SpielGame, rng: np.random.Generator) -> Any:
        bot = super()._python(owner, rng)
        bot.evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(int(rng.integers(2**31))))
        return bot


def ours(ms: float) -> Rate:
    def rate(view: Position, rng: np.random.Generator) -> float:
        before = time.process_time()
        iterations = Search(ms=ms, reuse=False).think(view, rng).iterations
        return iterations / (time.process_time() - before)

    return rate


def theirs(bot: openspiel.MCTS | openspiel.ISMCTS) -> Rate:
    def rate(view: Position, rng: np.random.Generator) -> float:
        before = time.process_time()
        _move, iterations = bot.search(view, rng)
        return iterations / (time.process_time() - before)

    return rate


def measure(searches: dict[str, Rate], view: Position, rounds: int, seed: int) -> dict[str, float]:
    """The median rate of each, and beside each of theirs the median ratio of ours to it, round by round."""
    for rate in searches.values():
        rate(view, np.random.default_rng(seed))
    rates: dict[str, list[float]] = {name: [] for name in searches}
    for number in range(rounds):
        for name, rate in searches.items():
            rates[name].append(rate(view, np.random.default_rng((seed, number))))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    ratios = {
        f"{OURS} / {name}": statistics.median(mine / other for mine, other in zip(rates[OURS], found, strict=True))
        for name, found in rates.items()
        if name != OURS
    }
    return medians | ratios


def told(row: dict[str, Any]) -> str:
    rates = "; ".join(
        f"{name} {value:,.1f}" if "/" in name else f"{name} {value:,.0f}/s"
        for name, value in row.items()
        if isinstance(value, float)
    )
    return f"{row['game']}, {row['where']} (ply {row['ply']}, {row['legal']} moves): {rates}"


if __name__ == "__main__":
    main()
