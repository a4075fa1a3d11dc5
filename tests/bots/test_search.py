"""The search: what it promises about moves, seeds, time, memory, and what it may know."""

import time
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ratskeller
from ratskeller import bots
from ratskeller.bots import tree
from ratskeller.bots.search import Plan, Search, Thoughts, tuned
from ratskeller.games import kernel
from ratskeller.games.declare import BadOption
from ratskeller.play.position import Position

GAMES = [game.id for game in ratskeller.games()]


def advanced(game: str, choices: int, players: int = 2, seed: int = 3) -> Position:
    """A position in which a seat can choose, after so many choices of greedy ones."""
    rng = np.random.default_rng(seed)
    position = ratskeller.game(game).start(players=players)
    while choices or position.to_act == "chance" or len(position.legal_ids()) < 2:
        seat = position.to_act
        if isinstance(seat, int):
            choices -= choices > 0
            position.push(bots.bot("greedy").choose(position.view(seat), rng))
        else:
            position.push_chance(rng)
    return position


def thoughts(position: Position, iters: int = 60) -> Thoughts:
    return Search(iters).think(position, np.random.default_rng(1))


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_thoughts(game: str, threads: int) -> None:
    position = advanced(game, 4)

    def found(seed: int) -> Thoughts:
        return Search(60, threads=threads, plies=4, sample=2).think(position, np.random.default_rng(seed))

    one, other = found(1), found(1)
    assert (one.moves, one.line, one.iterations) == (other.moves, other.line, other.iterations)
    assert one.moves != found(2).moves


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("sewer-rat", 4),
        *(pytest.param(game, 2, marks=pytest.mark.long) for game in GAMES),
        pytest.param("survival", 3, marks=pytest.mark.long),
    ],
)
def test_every_iteration_tries_one_legal_move(game: str, players: int) -> None:
    position = advanced(game, 1, players)
    thought = thoughts(position, iters=25)
    assert sum(move.visits for move in thought.moves) == thought.iterations == 25
    assert {move.move for move in thought.moves} <= set(position.legal_ids().tolist())
    assert all(-1.0 <= move.value <= 1.0 and -1.0 <= move.guess <= 1.0 for move in thought.moves)
    assert thought.best == thought.moves[0].move == thought.line[0]


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_expected_line_can_be_played(game: str) -> None:
    position = advanced(game, 6)
    for move in thoughts(position, iters=400).line:
        assert position.is_legal(move)
        position.push(move)


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize(("events", "turns"), [(1, 0), (2, 1), (3, 2)])
def test_playing_out_ends_where_chance_acts_for_the_time_of_this_number(events: int, turns: int) -> None:
    position = advanced("survival", 24)
    work = np.concatenate([position.states, position.states])
    moves, values = np.empty(position.game.rules.most_moves, np.int32), np.empty(position.game.rules.most_moves)
    plans = Plan(plies=200, sample=1, events=events).to_array()
    before = int(work[0]["turn"])
    tree.play_on(work, plans[0], moves, values, np.random.default_rng(1))
    assert work[0]["to_act"] == kernel.TO_CHANCE
    assert work[0]["turn"] == 1 + (before + turns) % 2


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize(("per_visit", "looked_further"), [(0, True), (60, True), (1, False)])
def test_a_position_with_many_moves_is_looked_at_once_it_was_visited_often(
    per_visit: int, looked_further: bool
) -> None:
    position = ratskeller.game("survival").start()
    search = Search(iters=150, reuse=False, per_visit=per_visit)
    search.think(position, np.random.default_rng(1))
    grown = search._trees[0]
    below = grown.nodes[grown.nodes[tree.ROOT]["first"] : grown.counts[0]]
    assert (below["first"] != tree.NO_NODE).any() == looked_further


@pytest.mark.kernel
@pytest.mark.parametrize("nodes", [2, pytest.param(3, marks=pytest.mark.long), 40])
def test_a_tree_that_is_full_goes_on_being_used(nodes: int) -> None:
    position = advanced("sewer-rat", 2)
    search = Search(iters=100, nodes=nodes)
    thought = search.think(position, np.random.default_rng(1))
    assert thought.iterations == 100
    assert len(thought.moves) <= nodes - 1
    assert position.is_legal(thought.best)


def test_what_was_thought_is_kept_for_the_next_choice() -> None:
    rng = np.random.default_rng(7)
    position = advanced("rat-attack", 4)
    seat = position.to_act
    search, forgetful = Search(iters=2000), Search(iters=2000, reuse=False)
    position.push(search.think(position, rng).best)
    forgetful.think(position, rng)
    assert position.to_act == seat  # its second tile
    kept = search.think(position, np.random.default_rng(8))
    assert kept.iterations == 2000
    assert sum(move.visits for move in kept.moves) > 2500
    assert sum(move.visits for move in forgetful.think(position, np.random.default_rng(8)).moves) == 2000


def test_a_tree_is_not_kept_for_another_game_or_another_way() -> None:
    search = Search(iters=50)
    for position in (advanced("rat-attack", 4), advanced("rat-attack", 4, seed=5), advanced("survival", 12)):
        thought = search.think(position, np.random.default_rng(1))
        assert sum(move.visits for move in thought.moves) == 50


@pytest.mark.kernel
@pytest.mark.long
def test_it_knows_no_more_than_its_seat_sees() -> None:
    """The same seed gives the same thoughts, whatever the others hold and are about to draw."""
    rng = np.random.default_rng(2)
    position = advanced("sewer-rat", 3, players=4)
    seat = position.to_act
    assert isinstance(seat, int)
    seen = position.view(seat)
    imagined = position.copy()
    for _ in range(3):
        kernel.imagine_for(imagined.states, seat, rng)
        assert imagined.view(seat) == seen
        assert thoughts(imagined).moves == thoughts(position).moves == thoughts(seen).moves


@pytest.mark.parametrize("threads", [1, 2])
def test_time_ends_it(threads: int) -> None:
    position = advanced("rat-attack", 6)
    bots.bot("search:iters=1").choose(position, np.random.default_rng(1))
    began = time.perf_counter()
    thought = Search(ms=80, threads=threads).think(position, np.random.default_rng(1))
    assert 0.07 < time.perf_counter() - began < 2.0
    assert thought.iterations > 20
    assert Search(ms=10_000, iters=30, threads=threads).think(position, np.random.default_rng(1)).iterations == 30


def test_a_forced_move_is_made_without_thinking() -> None:
    position = ratskeller.game("sewer-rat").start()
    rng = np.random.default_rng(11)
    while position.to_act == "chance" or len(position.legal_ids()) > 1:
        position.push(int(rng.choice(position.legal_ids())))
    search = Search(iters=10**9)
    assert search.choose(position, rng) == position.legal_ids()[0]


def test_nothing_is_thought_where_nobody_is_to_act() -> None:
    with pytest.raises(ValueError, match="Nobody is to act"):
        Search().think(ratskeller.game("rat-attack").start(), np.random.default_rng(1))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("iters=0", "iters cannot be 0"),
        ("iters=many", "iters cannot be 'many'"),
        ("ms=-1", "ms cannot be -1"),
        ("threads=0", "threads cannot be 0"),
        ("nodes=1", "nodes cannot be 1"),
        ("plies=-1", "plies cannot be -1"),
        ("events=-1", "events cannot be -1"),
        ("temperature=0", "temperature cannot be 0"),
        ("exploration=nan", "exploration cannot be nan"),
        ("depth=3", "there is no setting depth, but exploration, "),
    ],
)
def test_a_setting_that_cannot_be_is_refused(settings: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        bots.bot(f"search:{settings}")


@pytest.mark.parametrize("game", GAMES)
def test_what_was_found_for_a_game_can_be_used(game: str) -> None:
    found = tuned(game)
    Plan(**found["plan"]).to_array()
    assert set(found["levels"]) <= set(bots.LEVELS)


@pytest.mark.kernel
@pytest.mark.long
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=40), st.integers(1, 40))
def test_moves_are_ranked_by_their_looks_and_equal_ones_by_their_order(values: Sequence[float], best: int) -> None:
    n = len(values)
    order = np.empty(n, np.int32)
    best = min(best, n)
    tree.rank(np.array(values), order, n, best)
    assert sorted(order.tolist()) == list(range(n))
    assert order[::-1][:best].tolist() == sorted(range(n), key=lambda k: (-values[k], k))[:best]


@pytest.mark.kernel
@pytest.mark.long
@given(st.lists(st.integers(0, 50), unique=True, max_size=20).map(sorted), st.integers(0, 50))
def test_a_move_is_found_among_ascending_ones(moves: list[int], move: int) -> None:
    found = tree.place_of(np.array([*moves, 0], np.int32), len(moves), move)
    assert found == (moves.index(move) if move in moves else len(moves))
