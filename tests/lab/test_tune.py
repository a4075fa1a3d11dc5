"""The optimiser repeats itself, and begins with the plan that is to be beaten."""

import pytest

import ratskeller
from ratskeller.bots.search import Plan
from ratskeller.lab import tune as module
from ratskeller.lab.tune import main, tune


@pytest.mark.kernel
@pytest.mark.long
def test_the_same_seed_finds_the_same_plan() -> None:
    game = ratskeller.game("sewer-rat")
    first = Plan(plies=2, per_visit=32)
    one, other = (tune(game, first, trials=3, deals=1, seed=5, iters=4) for _ in range(2))
    assert (one.trials[0].params["plies"], one.trials[0].params["per_visit"]) == (2, 32)
    assert [trial.value for trial in one.trials] == [trial.value for trial in other.trials]
    assert one.best_params == other.best_params
    assert all(0.0 <= (trial.value or 0.0) <= 1.0 for trial in one.trials)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["nosuch"], "There is no game 'nosuch'"),
        (["sewer-rat", "--trials", "0"], "trials cannot be 0."),
        (["sewer-rat", "--ms", "-3"], "ms cannot be -3.0."),
    ],
)
def test_what_cannot_be_tuned_is_said(
    given: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tune", *given])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_stopped_it_keeps_what_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(trial: object, first: Plan) -> Plan:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "suggest", stop)
    assert [trial.value for trial in tune(ratskeller.game("sewer-rat"), Plan(), 2, 1, 1, iters=1).trials] == [None]
