"""Everybody plays everybody with the same luck; the result follows from the setting; it can be stopped and gone on."""

import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ratskeller
from ratskeller.bots import bot
from ratskeller.bots.search import tuned
from ratskeller.lab import rating
from ratskeller.lab.arena import BadLedger, BotFailed, Report, Result, arena, line_ups, play_deal
from ratskeller.lab.rating import mean_interval
from ratskeller.play.position import Position

GAME = ratskeller.game("rat-attack")
SHORT = {"rats_to_lose": 1}


@pytest.fixture(autouse=True)
def quick_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "RESAMPLES", 100)


def timeless(report: Report) -> Report:
    return replace(report, standings=[replace(one, seconds_per_move=None) for one in report.standings])


class First:
    """Always makes the first legal move, and notes where it sat."""

    def __init__(self, name: str = "first") -> None:
        self.name = name
        self.views: list[int | None] = []

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        self.views.append(view.viewer)
        return int(view.legal_ids()[0])


class Failing(First):
    """Does something impossible at a ply."""

    def __init__(self, ply: int, move: int | None) -> None:
        super().__init__("failing")
        self.ply = ply
        self.move = move

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        if view.ply < self.ply:
            return super().choose(view, rng)
        if self.move is None:
            raise RuntimeError("out of ideas")
        return self.move


@pytest.mark.long
@pytest.mark.parametrize("game", ratskeller.games(), ids=lambda game: game.id)
def test_it_adds_up_for_every_game_and_number_of_players(game: ratskeller.Game) -> None:
    for players in game.players:
        report = arena(game, ["random", "greedy", "random"], players, games=1, seed=3)
        tables = line_ups(3, players)
        assert report.bots == ["random", "greedy", "random#2"]
        assert (report.players, report.games, report.deals) == (players, players, 1)
        assert sorted(standing.bot for standing in report.standings) == sorted(report.bots)
        assert sum(one.games for one in report.standings) == players * sum(len(set(table[0])) for table in tables)
        for pair in report.pairs:
            assert pair.wins + pair.losses + pair.draws == pair.games > 0
            assert pair.score == pytest.approx((pair.wins + pair.draws / 2) / pair.games)
            assert pair.score_95[0] <= pair.score <= pair.score_95[1]
        scores = [one.score for one in report.standings]
        assert scores == sorted(scores, reverse=True)
        assert all(one.moves > 0 and one.seconds_per_move for one in report.standings)
        assert sum(one.rating or 0 for one in report.standings) == pytest.approx(0)
        assert report.mean_plies > 0


@pytest.mark.parametrize(
    ("bots", "seats", "tables"),
    [
        (2, 2, [(0, 1)]),
        (3, 2, [(0, 1), (0, 2), (1, 2)]),
        (3, 3, [(0, 1, 2)]),
        (2, 3, [(0, 0, 1), (0, 1, 1)]),
        (2, 4, [(0, 0, 1, 1)]),
        (3, 4, [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]),
    ],
)
def test_who_plays_with_whom(bots: int, seats: int, tables: list[tuple[int, ...]]) -> None:
    assert [orders[0] for orders in line_ups(bots, seats)] == tables


def test_every_order_around_the_table_comes_up() -> None:
    assert line_ups(3, 3) == [[(0, 1, 2), (0, 2, 1)]]
    assert line_ups(2, 4) == [[(0, 0, 1, 1), (0, 1, 0, 1)]]
    assert len(line_ups(4, 4)[0]) == 6


def test_each_bot_has_each_seat_of_a_deal_once() -> None:
    game = ratskeller.game("sewer-rat")
    bots = [First(name) for name in "abc"]
    for rotation in range(3):
        result = play_deal(game.start(3), bots, 1, 0, rotation)
        assert result.bots == tuple((seat + rotation) % 3 for seat in range(3))
        assert sum(result.returns) == pytest.approx(0)
        assert all(set(one.views) == {result.bots.index(k) + 1} for k, one in enumerate(bots))
        assert result.moves == tuple(len(bots[k].views) for k in result.bots)
        for one in bots:
            one.views.clear()


def test_a_deal_has_the_same_luck_in_all_rotations_and_for_all_bots() -> None:
    """Bots that play alike play the same game, whoever they are."""
    games = {
        (result.returns, result.plies, result.moves)
        for names in ("ab", "ca")
        for rotation in (0, 1)
        for result in [play_deal(GAME.start(), [First(name) for name in names], 1, 5, rotation)]
    }
    assert len(games) == 1


def test_common_luck_lowers_the_variance_of_the_score() -> None:
    """A deal that favours a seat favours each bot once."""
    game = ratskeller.game("sewer-rat")
    start, bots = game.start(), [bot("greedy"), bot("greedy")]

    def variance(other_luck: int) -> float:
        deals = range(120)
        scores = [
            [play_deal(start, bots, 1, deal + other_luck * rotation, rotation).score(0) for rotation in (0, 1)]
            for deal in deals
        ]
        return float(np.var(np.mean(scores, axis=1)))

    assert variance(0) < 0.7 * variance(1000)


def test_a_bots_generator_is_its_own() -> None:
    class Noting(First):
        drawn: dict[tuple[str, int | None], list[float]]

        def choose(self, view: Position, rng: np.random.Generator) -> int:
            self.drawn.setdefault((self.name, view.viewer), []).append(float(rng.random()))
            return super().choose(view, rng)

    def drawn(seed: int, deal: int, rotation: int) -> dict[tuple[str, int | None], list[float]]:
        found: dict[tuple[str, int | None], list[float]] = {}
        bots = [Noting("a"), Noting("b")]
        for one in bots:
            one.drawn = found
        play_deal(GAME.start(), bots, seed, deal, rotation)
        return found

    firsts = Counter(
        numbers[0] for where in ((1, 0, 0), (1, 0, 1), (1, 1, 0), (2, 0, 0)) for numbers in drawn(*where).values()
    )
    assert len(firsts) == 8
    assert drawn(1, 0, 1) == drawn(1, 0, 1)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_do_not_matter(threads: int) -> None:
    given = {"bots": ["random", "greedy", "random"], "options": SHORT, "games": 12, "seed": 3}
    two = arena(GAME, **given, threads=2)  # type: ignore[arg-type]
    assert timeless(arena(GAME, **given, threads=threads)) == timeless(two)  # type: ignore[arg-type]


def test_more_bots_do_not_change_what_the_first_ones_did() -> None:
    two, three = (
        arena(GAME, bots, options=SHORT, games=10) for bots in (["greedy", "random"], ["greedy", "random"] * 2)
    )
    assert two.pairs[0] == three.pairs[0]


def test_games_are_rounded_up_to_full_rotations() -> None:
    report = arena(ratskeller.game("sewer-rat"), ["random", "random"], 3, games=4)
    assert (report.games, report.deals) == (6, 2)


def test_two_equal_bots_are_told_apart_and_come_out_equal() -> None:
    report = arena(GAME, ["random", "random", "random"], options=SHORT, games=200, seed=5)
    assert report.bots == ["random", "random#2", "random#3"]
    assert all(pair.score_95[0] < 0.5 < pair.score_95[1] for pair in report.pairs)
    for one in report.standings:
        assert one.rating_95 is not None
        assert one.rating_95[0] < 0 < one.rating_95[1]


def test_scores_are_by_deal() -> None:
    report = arena(GAME, ["greedy", "random"], options=SHORT, games=40, seed=5)
    start, bots = GAME.start(options=SHORT), [bot("greedy"), bot("random")]
    means = np.array(
        [np.mean([play_deal(start, bots, 5, deal, rotation).score(0) for rotation in (0, 1)]) for deal in range(20)]
    )
    assert report.pairs[0].score == pytest.approx(means.mean())
    assert report.pairs[0].score_95 == pytest.approx(mean_interval(means))
    assert report.standings[0].score_95 == pytest.approx(mean_interval(means))


def test_a_score_is_the_mean_over_the_opponents() -> None:
    result = Result(0, 0, (0, 1, 2, 2), (0.5, 0.5, -0.2, -0.8), 9, (1, 1, 1, 1), (0.0,) * 4)
    assert result.score(0) == pytest.approx((0.5 + 1 + 1) / 3)
    assert result.score(2) == 0
    counted = Counter((a, b) for a, b, _score in result.encounters())
    assert counted == {(0, 1): 1, (1, 0): 1, (0, 2): 2, (2, 0): 2, (1, 2): 2, (2, 1): 2}


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    def run(games: int, save: Path | None = None, stop: int | None = None) -> Report:
        def progress(done: int, total: int) -> None:
            if done == stop:
                raise KeyboardInterrupt

        bots = ["greedy", "random", "random"]
        return timeless(arena(GAME, bots, options=SHORT, games=games, seed=2, save=save, progress=progress))

    file = tmp_path / "games.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(8, file, stop=7)
    assert len(file.read_text().splitlines()) == 8
    file.write_bytes(file.read_bytes()[:-5])
    assert run(8, file) == run(8)
    assert run(12, file) == run(12)
    assert len(file.read_text().splitlines()) == 1 + 3 * 12
    assert run(4, file) == run(4)
    assert len(file.read_text().splitlines()) == 1 + 3 * 12


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    bots = [First("a"), First("b")]
    told = []
    for _ in range(2):
        arena(GAME, bots, games=4, save=tmp_path / "games", progress=lambda done, total: told.append((done, total)))
        bots[0].choose = None  # type: ignore[assignment,method-assign]
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4), (4, 4)]


def test_a_changed_file_with_a_bot_is_another_bot(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("class Mine:\n    def choose(self, view, rng):\n        return int(view.legal_ids()[0])\n")
    given = [f"{mine}:Mine", "random"]
    arena(GAME, given, options=SHORT, games=2, save=tmp_path / "games")
    mine.write_text(mine.read_text().replace("[0]", "[-1]"))
    with pytest.raises(BadLedger, match="holds games with files"):
        arena(GAME, given, options=SHORT, games=2, save=tmp_path / "games")


def test_games_of_another_plan_of_the_search_are_not_mixed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arena(GAME, ["random", "random"], options=SHORT, games=2, save=tmp_path / "games")
    plan = {**tuned("rat-attack"), "plan": {"plies": 3}}
    monkeypatch.setattr("ratskeller.lab.arena.tuned", lambda game: plan)
    with pytest.raises(BadLedger, match="holds games with plans"):
        arena(GAME, ["random", "random"], options=SHORT, games=2, save=tmp_path / "games")


@pytest.mark.parametrize("key", ["bots", "returns", "moves", "seconds"])
def test_a_damaged_game_is_said(tmp_path: Path, key: str) -> None:
    file = tmp_path / "games"
    arena(GAME, ["random", "random"], options=SHORT, games=2, save=file)
    file.write_text(file.read_text().replace(f'"{key}": [', f'"{key}": ["x", ').replace('"x", "random"', '"random"'))
    with pytest.raises(BadLedger, match="line 2 is no game"):
        arena(GAME, ["random", "random"], options=SHORT, games=2, save=file)


@pytest.mark.parametrize(
    ("move", "reason"),
    [(None, "RuntimeError: out of ideas"), (-5, "no move has this number"), (17, "illegal: ")],
)
def test_a_bot_that_fails_is_named_with_the_game_and_the_ply(tmp_path: Path, move: int | None, reason: str) -> None:
    file = tmp_path / "games"
    bots = [First(), Failing(3, move)]
    with pytest.raises(BotFailed, match=r"The bot failing fails in deal 0, rotation 0, at ply ") as caught:
        arena(GAME, bots, games=4, save=file, threads=2)
    assert reason in str(caught.value)
    assert str(caught.value).count("\n") == 0
    assert (caught.value.bot, caught.value.ply >= 3) == (1, True)
    assert len(file.read_text().splitlines()) == 1


def test_after_a_failure_no_other_game_goes_on() -> None:
    class Endless(First):
        def choose(self, view: Position, rng: np.random.Generator) -> int:
            if view.ply > 4:
                waiting.wait(0.05)
            return super().choose(view, rng)

    waiting = threading.Event()
    before = threading.active_count()
    with pytest.raises(BotFailed):
        arena(ratskeller.game("survival"), [Failing(6, None), Endless()], games=8, threads=2)
    for thread in threading.enumerate():
        if thread.name.startswith("ThreadPoolExecutor"):
            thread.join(2)
    assert threading.active_count() <= before


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"bots": []}, "two bots or more"),
        ({"bots": ["greedy"]}, "two bots or more"),
        ({"bots": ["greedy", "clever"]}, "no bot 'clever'"),
        ({"players": 3}, "played by 2 players"),
        ({"options": {"starter": "1"}}, "Option starter cannot be '1'"),
    ],
)
def test_what_cannot_be_played_is_refused(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(ratskeller.BadOption, match=sentence):
        arena(GAME, **{"bots": ["random", "random"], "games": 2} | given)  # type: ignore[arg-type]
