"""Look for a plan of the search that plays a game better, by an optimiser that plays matches.

``python -m ratskeller.lab.tune GAME --trials 40 --deals 40 --iters 300 --seed 1``, with Optuna installed (the extra
``tune``). What it finds is written into the game's file in ``bots/tuned/`` by hand, with the command.
"""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from ratskeller.bots import Bot
from ratskeller.bots.greedy import Greedy
from ratskeller.bots.search import Plan, Search
from ratskeller.lab.arena import arena
from ratskeller.play.game import Game, game

if TYPE_CHECKING:
    import optuna


def suggest(trial: "optuna.Trial") -> Plan:
    """A plan for the optimiser to try."""
    return Plan(
        exploration=trial.suggest_float("exploration", 0.05, 3.0, log=True),
        temperature=trial.suggest_float("temperature", 0.02, 1.0, log=True),
        trust=trial.suggest_float("trust", 0.5, 16.0, log=True),
        width=trial.suggest_float("width", 2.0, 40.0, log=True),
        widening=trial.suggest_float("widening", 0.1, 0.6),
        plies=trial.suggest_int("plies", 0, 16),
        sample=trial.suggest_int("sample", 1, 8),
    )


def strength(game: Game, plan: Plan, rivals: list[Bot], iters: int, deals: int, seed: int) -> float:
    """The mean score of a plan against rivals, from 0 to 1, over the same deals for every plan."""
    bot = Search(iters=iters, **asdict(plan))
    reports = [arena(game, [bot, rival], games=2 * deals, seed=seed) for rival in rivals]
    return sum(report.pairs[0].score for report in reports) / len(rivals)


def tune(game: Game, first: Plan, iters: int, trials: int, deals: int, seed: int) -> "optuna.Study":
    """Try plans against greedy and against the first plan, which is the first to be tried itself.

    Args:
        game: what is played, by two.
        first: the plan to beat.
        iters: iterations for each choice.
        trials: plans to try.
        deals: each is played twice, with the seats changed, against each of the two rivals.
        seed: of the deals and the optimiser; the same seed finds the same.
    """
    import optuna

    rivals: list[Bot] = [Greedy(), Search(iters=iters, **asdict(first))]
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
    study.enqueue_trial({name: value for name, value in asdict(first).items() if name != "most_children"})
    study.optimize(lambda trial: strength(game, suggest(trial), rivals, iters, deals, seed), n_trials=trials)
    return study


def main() -> None:
    """Tune from the command line, and print the best plan as TOML."""
    parser = argparse.ArgumentParser(prog="python -m ratskeller.lab.tune", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--iters", type=int, default=300)
    parser.add_argument("--trials", type=int, default=40)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    study = tune(game(given.game), Plan(), given.iters, given.trials, given.deals, given.seed)
    print("[plan]")  # noqa: T201 - what it is run for
    for name, value in study.best_params.items():
        print(f"{name} = {value:.3g}")  # noqa: T201


if __name__ == "__main__":
    main()
