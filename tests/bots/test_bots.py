"""Bots are handed a view and a generator, choose legal moves, and greedy is no random player."""

from pathlib import Path

import numpy as np
import pytest

import ratskeller
from ratskeller import bots
from ratskeller.lab.simulate import simulate

GAMES = [game.id for game in ratskeller.games()]


def test_every_bot_has_its_name() -> None:
    assert bots.names()[:2] == ("random", "greedy")
    assert [bots.bot(name).name for name in bots.names()] == list(bots.names())


@pytest.mark.parametrize("name", ["", "clever", "Random"])
def test_an_unknown_bot_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(ratskeller.BadOption, match="there are random, greedy"):
        bots.bot(name)


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_chooses_legal_moves_and_changes_nothing(game: str, name: str) -> None:
    rng = np.random.default_rng(4)
    position = ratskeller.game(game).start(seed=4)
    for _ in range(30):
        if position.over:
            break
        if not isinstance(position.to_act, int):
            position.push_chance(rng)
            continue
        view = position.view(position.to_act)
        before = view.copy()
        move = bots.bot(name).choose(view, rng)
        assert type(move) is int
        assert view == before
        position.push(move)


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_repeats_itself_with_the_same_generator(name: str) -> None:
    position = ratskeller.game("rat-attack").start()
    position.push("draw 17")
    position.push("draw 3")
    view = position.view(1)
    first, second = (
        [bots.bot(name).choose(view, rng) for _ in range(5)]
        for rng in (np.random.default_rng(1), np.random.default_rng(1))
    )
    assert first == second
    assert len(set(first)) > 1 or name in ("club", "expert", "search")


def test_greedy_brings_equal_spices_together() -> None:
    position = ratskeller.game("rat-attack").start()
    for move in ("draw 2", "draw 23", "23@-1,1e"):
        position.push(move)
    position.push(bots.bot("greedy").choose(position.view(1), np.random.default_rng(0)))
    assert position.scores == [1, 0]


@pytest.mark.parametrize("seats", [["greedy", "random"], ["random", "greedy"]])
def test_greedy_beats_random_in_rat_attack(seats: list[str]) -> None:
    report = simulate(ratskeller.game("rat-attack"), bots=seats, games=100, seed=8)
    assert report.wins[seats.index("greedy")] > 95


OWN = """
class MyBot:
    name = "mine"

    def __init__(self, last=False):
        self.last = last

    def choose(self, view, rng):
        return int(view.legal_ids()[-1 if self.last else 0])


class NoBot:
    pass
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "my_bot.py"
    file.write_text(OWN)
    return file


@pytest.mark.parametrize(("settings", "place"), [("", 0), (":last=true", -1), (":last=false", 0)])
def test_a_bot_comes_from_a_users_own_file(own: Path, settings: str, place: int) -> None:
    position = ratskeller.game("rat-attack").start()
    position.push("draw 17")
    position.push("draw 3")
    chosen = bots.bot(f"{own}:MyBot{settings}").choose(position.view(1), np.random.default_rng(0))
    assert chosen == position.legal_ids()[place]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{own}:Other", "has no bot 'Other'"),
        ("{own}:NoBot", "it has no method choose"),
        ("{own}:MyBot:first=1", "no setting first; it has last"),
        ("{own}:MyBot:last", "'last' in .* is no setting"),
        ("missing.py:MyBot", "missing.py cannot be read"),
        ("no.such.module:MyBot", "no.such.module cannot be read"),
        ("greedy:depth=2", "has no settings; depth is given"),
    ],
)
def test_a_bot_that_cannot_be_made_is_refused_with_the_reason(own: Path, text: str, said: str) -> None:
    with pytest.raises(ratskeller.BadOption, match=said):
        bots.bot(text.format(own=own))
