"""Look for a plan of the search that plays a game better than the plan in use, by an optimiser that plays matches.

``python -m ratskeller.lab.tune GAME --trials 40 --deals 40 --ms 20 --seed 1``, with Optuna and SciPy installed (the
extra ``tune``). What it finds is written into the game's file in ``bots/tuned/`` by hand, with the command.
"""

import argparse
import warnings
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING

from ratskeller.bots import Bot
from ratskeller.bots.greedy import Greedy
from ratskeller.bots.search import Plan, Search, tuned
from ratskeller.cores import cores
from ratskeller.lab.arena import played, prepare
from ratskeller.play.game import Game, game
from ratskeller.play.position import Position
from ratskeller.words import _

if TYPE_CHECKING:
    import optuna


LIKELY_WORSE = 0.1
"""A plan that would be so far behind by chance with less than this probability is given up."""
FEWEST_DEALS = 8
"""Every plan plays these."""


def suggest(trial: "optuna.Trial", first: Plan) -> Plan:
    """A plan for the optimiser to try, which can be the first one."""
    return Plan(
        exploration=trial.suggest_float("exploration", 0.05, 3.0, log=True),
        temperature=trial.suggest_float("temperature", 0.02, 1.0, log=True),
        trust=trial.suggest_float("trust", 0.5, 16.0, log=True),
        width=trial.suggest_float("width", 2.0, 40.0, log=True),
        widening=trial.suggest_float("widening", 0.1, 0.6),
        per_visit=trial.suggest_categorical("per_visit", sorted({0, 10, 30, 100, first.per_visit})),
        plies=trial.suggest_int("plies", 0, 32),
        sample=trial.suggest_int("sample", 1, 8),
        events=trial.suggest_int("events", 0, 4),
    )


def scores(start: Position, bot: Bot, rivals: Sequence[Bot], deals: int, seed: int, threads: int) -> Generator[float]:
    """What a bot scores in each deal, from 0 to 1: against every rival, once from each of two seats."""
    bots = [bot, *rivals]
    tasks = [(deal, (0, k), rotation) for deal in range(deals) for k in range(1, len(bots)) for rotation in range(2)]
    of_deal: list[float] = []
    with closing(played(start, bots, [one.name for one in bots], seed, tasks, threads)) as results:
        for result in results:
            of_deal.append(result.score(0))
            if len(of_deal) == 2 * len(rivals):
                yield sum(of_deal) / len(of_deal)
                of_deal.clear()


def tune(
    game: Game,
    first: Plan,
    trials: int,
    deals: int,
    seed: int,
    iters: int | None = None,
    ms: float | None = None,
    threads: int | None = None,
) -> "optuna.Study":
    """Try plans against greedy and against the first plan, which is the first to be tried itself.

    All plans play the same deals. One that is worse than the best so far in these deals, by the signed-rank test of
    F. Wilcoxon, is given up; what it had scored until then counts.

    Args:
        game: what is played, by two.
        first: the plan to beat.
        trials: plans to try.
        deals: each is played twice, with the seats changed, against each of the two rivals.
        seed: of the deals and the optimiser; with iterations the same seed finds the same, with time hardly ever.
        iters: iterations for each choice.
        ms: milliseconds for each choice, instead; fairer, as iterations cost more or less by the plan.
        threads: how many games are played at once; one a core if left out.

    Returns:
        What was tried. Ctrl-C ends it early, with the trials that were finished.

    Raises:
        ValueError: a number makes no sense.
    """
    import optuna

    for name, number in (("trials", trials), ("deals", deals), ("threads", threads)):
        if number is not None and number < 1:
            raise ValueError(_("{name} cannot be {value}.", name=name, value=number))

    def searching(plan: Plan) -> Bot:
        return Search(iters, ms, **asdict(plan))

    rivals: list[Bot] = [Greedy(), searching(first)]
    start = game.start(2)
    prepare(start, rivals)

    def strength(trial: optuna.Trial) -> float:
        found: list[float] = []
        try:
            tried = searching(suggest(trial, first))
            with closing(scores(start, tried, rivals, deals, seed, threads or cores())) as coming:
                for score in coming:
                    trial.report(score, len(found))
                    found.append(score)
                    if trial.should_prune():
                        break
        except KeyboardInterrupt:  # Optuna would log it as a failure, with a traceback
            study.stop()
            raise optuna.TrialPruned from None
        trial.set_user_attr("deals", len(found))
        return sum(found) / len(found)

    with warnings.catch_warnings(action="ignore", category=optuna.exceptions.ExperimentalWarning):
        pruner = optuna.pruners.WilcoxonPruner(p_threshold=LIKELY_WORSE, n_startup_steps=FEWEST_DEALS)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed), pruner=pruner)
    study.enqueue_trial({name: value for name, value in asdict(first).items() if name != "most_children"})
    with suppress(KeyboardInterrupt):
        study.optimize(strength, n_trials=trials)
    return study


def main() -> None:
    """Tune from the command line, and print the best plan as TOML."""
    parser = argparse.ArgumentParser(prog="python -m ratskeller.lab.tune", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--iters", type=int)
    parser.add_argument("--ms", type=float)
    parser.add_argument("--trials", type=int, default=40)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=cores())
    given = parser.parse_args()
    try:
        chosen = game(given.game)
        first = Plan(**tuned(chosen.id)["plan"])
        study = tune(chosen, first, given.trials, given.deals, given.seed, given.iters, given.ms, given.threads)
    except ValueError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    if not any(trial.state.name == "COMPLETE" for trial in study.trials):
        return
    print("[plan]")  # noqa: T201 - what it is run for
    for name, value in study.best_params.items():
        print(f"{name} = {value:.3g}")  # noqa: T201


if __name__ == "__main__":
    main()
