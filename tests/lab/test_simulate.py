"""A simulation adds up, and follows from its setting and its seed alone."""

from dataclasses import replace

import pytest

import ratskeller
from ratskeller.lab import simulate as lab
from ratskeller.lab.simulate import Report, simulate, wilson

GAME = ratskeller.game("rat-attack")


def timeless(report: Report) -> Report:
    return replace(report, seconds=0, plies_per_second=0, games_per_second=0)


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize("game", ratskeller.games(), ids=lambda game: game.id)
@pytest.mark.parametrize("bots", [["random"], ["greedy"]])
def test_it_adds_up_for_every_game(game: ratskeller.Game, bots: list[str]) -> None:
    for players in game.players:
        report = simulate(game, players, bots=bots, games=5, seed=3)
        assert sum(report.wins) + report.shared == report.games == 5
        assert report.players == len(report.bots) == len(report.wins) == len(report.mean_scores) == players
        assert sum(report.mean_returns) == pytest.approx(0)
        assert report.mean_plies == report.plies / 5 > 0
        assert report.seconds > 0


@pytest.mark.parametrize("bots", [["random"], ["greedy", "random"]])
def test_threads_do_not_matter(monkeypatch: pytest.MonkeyPatch, bots: list[str]) -> None:
    monkeypatch.setattr(lab, "CHUNK", 4)
    one, three = (timeless(simulate(GAME, bots=bots, games=15, seed=3, threads=threads)) for threads in (1, 3))
    assert one == three


def test_the_seed_matters() -> None:
    one, other = (timeless(simulate(GAME, games=50, seed=seed)) for seed in (1, 2))
    assert one.plies != other.plies


def test_options_that_differ_from_their_default_are_told() -> None:
    assert simulate(GAME, options={"starter": 1, "rats_to_lose": 5}, games=1).options == {"rats_to_lose": 5}


def test_it_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "CHUNK", 4)
    told: list[tuple[int, int]] = []
    simulate(GAME, games=10, threads=2, progress=lambda done, total: told.append((done, total)))
    assert told == [(4, 10), (8, 10), (10, 10)]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"players": 3}, "played by 2 players"),
        ({"bots": ["clever"]}, "no bot 'clever'"),
        ({"bots": ["random"] * 3}, "name so many"),
        ({"bots": []}, "name so many"),
        ({"options": {"starter": "1"}}, "Option starter cannot be '1'"),
    ],
)
def test_what_cannot_be_played_is_refused(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(ratskeller.BadOption, match=sentence):
        simulate(GAME, games=1, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("successes", "trials", "interval"),
    [(0, 10, (0.0, 0.2775)), (5, 10, (0.2366, 0.7634)), (10, 10, (0.7225, 1.0)), (520, 1000, (0.4890, 0.5508))],
)
def test_wilsons_interval(successes: int, trials: int, interval: tuple[float, float]) -> None:
    assert wilson(successes, trials) == pytest.approx(interval, abs=1e-4)
