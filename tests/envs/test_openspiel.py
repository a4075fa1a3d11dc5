"""OpenSpiel's view of the games, and its bots at our tables."""

import pickle
import subprocess
import sys
import time

import numpy as np
import pytest

import ratskeller
from ratskeller.bots import bot
from ratskeller.games.declare import BadOption
from ratskeller.play.position import Position

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel (the extra openspiel) is not installed")

from ratskeller.envs import openspiel  # noqa: E402

TABLES = [(game.id, players) for game in ratskeller.games() for players in game.players]
CHOICES = {"cat-city": "max_rounds=5", "survival": "max_rounds=5"}
"""Games are kept short: their length is no matter of these tests."""


def load(id: str, players: int):  # type: ignore[no-untyped-def]
    options = f",{CHOICES[id]}" if id in CHOICES else ""
    return pyspiel.load_game(f"ratskeller_{id.replace('-', '_')}(players={players}{options})")


def start(id: str, players: int) -> Position:
    return ratskeller.game(id).start(players, {"max_rounds": 5} if id in CHOICES else {})


def play(position: Position, rng: np.random.Generator, moves: int) -> Position:
    """Random moves, chance's included; stops where a seat has a choice, or at the end."""
    while not position.over and (moves > 0 or position.to_act == "chance" or len(position.legal_ids()) == 1):
        if position.to_act == "chance":
            position.push_chance(rng)
        else:
            position.push(int(rng.choice(position.legal_ids())))
        moves -= 1
    return position


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_passes_the_random_simulation_test_of_openspiel(id: str, players: int) -> None:
    pyspiel.random_sim_test(load(id, players), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("id", [game.id for game in ratskeller.games()])
def test_whole_games_with_default_options_pass_it_too(id: str) -> None:
    game = pyspiel.load_game(f"ratskeller_{id.replace('-', '_')}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False, mask_test=False)


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_agrees_with_the_position_at_every_move(id: str, players: int) -> None:
    rng = np.random.default_rng(players)
    position, state = start(id, players), load(id, players).new_initial_state()
    while not position.over:
        assert not state.is_terminal()
        assert state.legal_actions() == position.legal_ids().tolist()
        if position.to_act == "chance":
            assert state.is_chance_node()
            outcomes = {state.action_to_string(move): p for move, p in state.chance_outcomes()}
            assert outcomes == position.chances()
            move = position.push_chance(rng)
        else:
            assert state.current_player() + 1 == position.to_act
            move = position.push(int(rng.choice(position.legal_ids())))
        assert state.returns() == [0.0] * players
        state.apply_action(move)
    assert state.is_terminal()
    assert state.returns() == position.returns
    assert state.history() == position.move_ids
    assert state.core.states.tobytes() == position.states.tobytes()


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_actions_and_lengths_stay_within_what_the_game_declares(id: str, players: int) -> None:
    game = load(id, players)
    position = play(start(id, players), np.random.default_rng(3), 10**6)
    state = openspiel.spiel_game(position).state_of(position)
    by_seats = [move for player, move in ((step.player, step.action) for step in state.full_history()) if player >= 0]
    by_chance = [move for player, move in ((step.player, step.action) for step in state.full_history()) if player < 0]
    assert max(by_seats) < game.num_distinct_actions()
    assert max(by_chance) < game.max_chance_outcomes()
    assert len(by_seats) <= game.max_game_length()


def test_declares_what_kind_of_game_each_is() -> None:
    for game in ratskeller.games():
        kind = openspiel.game_type(game.rules)
        assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        hidden = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        assert hidden == (game.id == "sewer-rat")


def test_options_are_parameters() -> None:
    state = pyspiel.load_game("ratskeller_sewer_rat(players=3,starter=2,edges=all,strive=False)").new_initial_state()
    position = ratskeller.game("sewer-rat").start(3, {"starter": 2, "edges": "all", "strive": False})
    assert state.core.states.tobytes() == position.states.tobytes()


def test_a_wrong_option_is_refused_with_our_sentence() -> None:
    with pytest.raises(BadOption, match="Rat Attack is played by 2 players, not by 3"):
        pyspiel.load_game("ratskeller_rat_attack(players=3)")


def test_components_of_ones_own_are_a_parameter(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "mine.toml"
    path.write_text(ratskeller.game("rat-attack").rules.components, encoding="utf-8")
    game = pyspiel.load_game("ratskeller_rat_attack", {"components": str(path)})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=False)


def test_a_copy_goes_on_independently_and_keeps_the_history() -> None:
    state = load("rat-attack", 2).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    before = str(state)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)
    assert twin.history()[:1] == state.history()


@pytest.mark.parametrize("moves", [0, 3, 8, 20])
def test_what_a_player_cannot_see_changes_nothing_in_their_strings(moves: int) -> None:
    position = play(ratskeller.game("sewer-rat").start(3), np.random.default_rng(moves), 9 + moves)
    state = openspiel.spiel_game(position).state_of(position)
    for player in range(3):
        others = [state.imagined(player, np.random.default_rng(k)) for k in range(20)]
        assert len({str(other) for other in others}) > 1
        assert {other.information_state_string(player) for other in others} == {state.information_state_string(player)}
        assert {other.observation_string(player) for other in others} == {state.observation_string(player)}


def test_a_player_reads_their_own_draws_and_not_those_of_others() -> None:
    state = load("sewer-rat", 2).new_initial_state()
    for kind in ("bend", "straight"):
        state.apply_action(state.string_to_action(f"draw {kind}"))
    assert state.information_state_string(0).startswith("draw bend, draw ?; ")
    assert state.information_state_string(1).startswith("draw ?, draw straight; ")


def test_an_imagined_state_does_not_tell_the_true_draws() -> None:
    position = play(ratskeller.game("sewer-rat").start(2), np.random.default_rng(1), 14)
    state = openspiel.spiel_game(position).state_of(position)
    for player in range(2):
        imagined = state.imagined(player, np.random.default_rng(2))
        assert imagined.history() == position.view(player + 1).move_ids
        other = 1 - player
        assert imagined.information_state_string(other).split(";")[0] == ", ".join(position.view(None).moves)
        assert imagined.legal_actions() or imagined.is_terminal()


def test_openspiels_own_way_to_resample_works() -> None:
    position = play(ratskeller.game("sewer-rat").start(2), np.random.default_rng(5), 14)
    state = openspiel.spiel_game(position).state_of(position)
    player = state.current_player()
    other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(1, 0.0, 1.0))
    assert other.information_state_string() == state.information_state_string()


def test_a_view_gives_the_same_information_as_the_full_position() -> None:
    position = play(ratskeller.game("sewer-rat").start(3), np.random.default_rng(7), 20)
    assert isinstance(position.to_act, int)
    game = openspiel.spiel_game(position)
    whole, seen = game.state_of(position), game.state_of(position.view(position.to_act))
    assert seen.information_state_string() == whole.information_state_string()
    assert seen.legal_actions() == whole.legal_actions()
    assert [step.player for step in seen.full_history()] == [step.player for step in whole.full_history()]


def test_states_can_be_pickled_by_openspiel() -> None:
    state = load("sewer-rat", 2).new_initial_state()
    for _ in range(8):
        state.apply_action(state.legal_actions()[0])
    twin = pickle.loads(pickle.dumps(state))
    assert str(twin) == str(state)
    assert twin.information_state_string(0) == state.information_state_string(0)


BOTS = [
    ("sewer-rat", 2, "openspiel-ismcts:iters=30"),
    ("sewer-rat", 4, "openspiel-ismcts:iters=30"),
    ("cat-city", 3, "openspiel-mcts:iters=30"),
    ("survival", 2, "openspiel-mcts:iters=20"),
    ("rat-attack", 2, "openspiel-mcts:iters=150"),
    ("rat-attack", 2, "openspiel-mcts:iters=150:tree=cpp"),
    ("rat-attack", 2, "openspiel-mcts:iters=30:rollouts=3:c=0.7"),
]


@pytest.mark.parametrize(("id", "players", "name"), BOTS)
def test_bots_choose_legal_moves_and_the_same_again(id: str, players: int, name: str) -> None:
    for moves in (12, 40):
        position = play(start(id, players), np.random.default_rng(moves), moves)
        if position.over:
            continue
        assert isinstance(position.to_act, int)
        view = position.view(position.to_act)
        chosen = [bot(name).choose(view, np.random.default_rng(1)) for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert view.is_legal(chosen[0])
        assert view.ply == position.ply


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("sewer-rat", "openspiel-ismcts:ms=150"),
        ("rat-attack", "openspiel-mcts:ms=150"),
        ("rat-attack", "openspiel-mcts:ms=150:tree=cpp"),
    ],
)
def test_a_time_is_kept(id: str, name: str) -> None:
    position = play(start(id, 2), np.random.default_rng(2), 8)
    assert isinstance(position.to_act, int)
    view = position.view(position.to_act)
    mine = bot(name)
    mine.choose(view, np.random.default_rng(0))
    before = time.perf_counter()
    assert view.is_legal(mine.choose(view, np.random.default_rng(0)))
    assert 0.149 < time.perf_counter() - before < 1.0


def test_a_search_avoids_moves_that_lose_at_once() -> None:
    rng = np.random.default_rng(3)
    position = start("rat-attack", 2)
    while not (bad := losing(position)):
        play(position, rng, 1)
    assert len(position.legal_ids()) - len(bad) == 10
    assert bot("openspiel-mcts:iters=1500").choose(position, rng) not in bad


def losing(position: Position) -> set[int]:
    """The moves with which the seat to act loses at once."""
    seat = position.to_act
    lost = set[int]()
    if not isinstance(seat, int):
        return lost
    for move in position.legal_ids().tolist():
        position.push(move)
        if position.returns is not None and position.returns[seat - 1] < 0:
            lost.add(move)
        position.pop()
    return lost


def test_each_bot_says_which_games_are_the_other_ones() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(BadOption, match="openspiel-ismcts can"):
        bot("openspiel-mcts").choose(play(start("sewer-rat", 2), rng, 6).view(1), rng)
    with pytest.raises(BadOption, match="openspiel-mcts can"):
        bot("openspiel-ismcts").choose(play(start("rat-attack", 2), rng, 2), rng)


@pytest.mark.parametrize(
    "settings", ["iters=5:ms=5", "iters=1", "iters=-1", "ms=-1", "rollouts=0", "tree=oak", "iters=1.5", "c=much"]
)
def test_settings_that_make_no_sense_are_refused(settings: str) -> None:
    with pytest.raises(BadOption, match="cannot be made"):
        bot(f"openspiel-mcts:{settings}")


def test_a_process_that_loaded_the_games_ends_well() -> None:
    code = "import pyspiel, ratskeller.envs.openspiel; pyspiel.load_game('ratskeller_survival').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
