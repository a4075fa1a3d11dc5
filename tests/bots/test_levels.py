"""Levels: each stronger than the one before, each with mistakes that have a reason, all within their time."""

import time

import numpy as np
import pytest

import ratskeller
from ratskeller import bots
from ratskeller.bots import levels, search
from ratskeller.bots.levels import Level, choice
from ratskeller.bots.search import Thought, Thoughts
from ratskeller.lab.arena import arena

GAMES = [game.id for game in ratskeller.games()]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_levels_that_think_more_and_doubt_less(game: str) -> None:
    characters = [Level(name).character(game) for name in bots.LEVELS]
    assert [one.iters for one in characters[1:]] == sorted(one.iters for one in characters[1:])
    assert [one.doubt for one in characters] == sorted((one.doubt for one in characters), reverse=True)
    assert characters[-1].doubt == 0.0
    assert not characters[-1].plan


@pytest.mark.long
@pytest.mark.parametrize(("stronger", "weaker"), [("casual", "beginner"), ("club", "casual"), ("expert", "beginner")])
def test_a_level_beats_the_one_before(stronger: str, weaker: str) -> None:
    """A small sample of the ladder in docs/bots.md, where games are shortest."""
    games = 120 if stronger != "expert" else 40
    pair = arena(ratskeller.game("sewer-rat"), [stronger, weaker], games=games, seed=2).pairs[0]
    assert pair.score > 0.5


def thoughts(*visits: int) -> Thoughts:
    return Thoughts([Thought(k, n, 0.0, 0.0) for k, n in enumerate(visits)], [0], sum(visits), 0.0)


@pytest.mark.parametrize("doubt", [0.2, 0.5, 1.0, 2.0])
def test_the_less_a_move_convinced_the_less_likely_it_is_made(doubt: float) -> None:
    rng = np.random.default_rng(5)
    made = np.bincount([choice(thoughts(40, 20, 5, 0), doubt, rng) for _ in range(3000)], minlength=4) / 3000
    expected = np.array([40.0, 20.0, 5.0, 0.0]) ** (1 / doubt)
    assert made == pytest.approx(expected / expected.sum(), abs=0.04)
    assert made[3] == 0.0


def test_without_doubt_the_most_visited_move_is_made() -> None:
    rng = np.random.default_rng(5)
    assert {choice(thoughts(40, 39), 0.0, rng) for _ in range(50)} == {0}


def test_time_is_kept() -> None:
    position = ratskeller.game("rat-attack").start()
    for move in ("draw 1", "draw 2"):
        position.push(move)
    slow = bots.bot("expert:iters=1000000:ms=60")
    slow.choose(position, np.random.default_rng(1))
    began = time.perf_counter()
    assert position.is_legal(slow.choose(position, np.random.default_rng(1)))
    assert time.perf_counter() - began < 2.0


def test_a_level_that_a_game_does_not_have_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "tuned", lambda game: search.tuned(game) | {"levels": {"casual": {"iters": 5}}})
    with pytest.raises(ratskeller.BadOption, match="no level expert for rat-attack; there are casual"):
        Level("expert").character("rat-attack")


@pytest.mark.parametrize("settings", ["ms=0", "iters=0", "doubt=-1", "ms=soon"])
def test_a_setting_that_cannot_be_is_refused(settings: str) -> None:
    with pytest.raises(ratskeller.BadOption, match="cannot be"):
        bots.bot(f"casual:{settings}")


def test_no_time_is_still_enough_for_a_move() -> None:
    position = ratskeller.game("sewer-rat").start()
    rng = np.random.default_rng(1)
    while position.to_act == "chance":
        position.push_chance(rng)
    for name in (*bots.LEVELS, "search"):
        assert position.is_legal(bots.bot(f"{name}:ms=0.001").choose(position.view(1), rng))
