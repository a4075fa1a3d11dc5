"""What every position keeps, over random games: nothing is lost, nothing is left over, and the moves play again."""

import numpy as np
import pytest

from ratskeller import Position
from ratskeller.games import kernel
from ratskeller.games.cat_city import RULES, rules
from tests.games.cat_city.tables import GAME, after, played, table

pytestmark = [pytest.mark.kernel, pytest.mark.long]

SHORT = 8


def random_game(players: int, seed: int, max_rounds: int = SHORT) -> Position:
    rng = np.random.default_rng(seed)
    position = GAME.start(players=players, options={"max_rounds": max_rounds})
    while not position.over:
        if position.to_act == "chance":
            position.push_chance(rng)
        else:
            position.push(int(rng.choice(position.legal_ids())))
    return position


@pytest.fixture(scope="module", params=[2, 3, 4])
def game(request: pytest.FixtureRequest) -> Position:
    return random_game(request.param, request.param)


def line(game: Position) -> list[Position]:
    """Every position of a game, the last one first."""
    going_back = game.copy()
    positions = [going_back.copy()]
    while going_back.ply:
        going_back.pop()
        positions.append(going_back.copy())
    return positions


def test_tokens_and_cards_are_conserved(game: Position) -> None:
    for position in line(game):
        s = position.state
        on_piles = np.bincount(s.piles.ravel(), minlength=7)[1:]
        assert (s.bank + s.tokens.sum(axis=0) + on_piles).tolist() == [20, 20, 20, 0, 0, 0]
        assert [int((pile > 0).sum()) for pile in s.piles] == s.heights.tolist()
        for seat in range(1, position.players + 1):
            assert (s.cards == seat).sum() == s.cards_taken[seat - 1]
        lying = sorted(int(card) - 1 for card in s.open_cards if card)
        assert lying == np.flatnonzero(s.cards == rules.OPEN).tolist()


def test_rats_stand_where_they_may(game: Position) -> None:
    for position in line(game):
        s = position.state
        standing = [int(field) for field in s.rats.ravel() if field]
        assert len(standing) == s.placed
        alone = [field for field in standing if s.colour[field] != rules.TOKEN]
        assert len(alone) == len(set(alone))
        on_cards = [field for field in alone if s.colour[field] == rules.CARD]
        assert len(on_cards) <= (s.phase in (rules.PAY, rules.HOME, rules.DEAL) and s.rat > 0)


def test_nothing_of_a_turn_is_left_over_when_the_next_begins(game: Position) -> None:
    for position in line(game):
        s = position.state
        if s.phase in (0, rules.ROLL):
            assert not any((s.roll, s.rat, s.taking, s.paying, s.hops, s.filling))


def test_undoing_everything_leads_back_to_the_start(game: Position) -> None:
    last = line(game)[-1]
    assert last == GAME.start(players=game.players, options={"max_rounds": SHORT})


def test_the_moves_play_again_to_equal_bytes(game: Position) -> None:
    again = GAME.start(players=game.players, options={"max_rounds": SHORT})
    for move in game.moves:
        again.push(move)
    assert again == game
    assert again.returns == game.returns
    assert sum(game.returns or [1]) == pytest.approx(0)


def test_a_copy_goes_its_own_way(game: Position) -> None:
    position = played()
    before = position.states.tobytes()
    position.copy().push("roll 1")
    assert position.states.tobytes() == before


def test_two_ways_to_one_position_have_equal_bytes() -> None:
    position = table({1: ["z1"]}, 2, tokens={1: ["red", "green", "white"]})
    one = after(position.copy(), "1>c1", "pay red", "pay green", "card K-cat", "home r2")
    other = after(position.copy(), "1>c1", "pay green", "pay red", "card K-cat", "home r2")
    assert one == other
    assert one != after(position, "1>c1", "pay green", "pay white", "card K-cat", "home r2")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_ends_by_the_rounds_at_the_latest(players: int) -> None:
    games = 300
    buffers = np.empty(RULES.most_moves, np.int32), np.empty(RULES.most_moves)
    plies, scores, returns = np.zeros(games, np.int64), np.zeros((games, 4), np.int64), np.zeros((games, 4))
    start = GAME.start(players=players).states
    kernel.play_random_games(start, np.random.default_rng(players), *buffers, plies, scores, returns)
    assert returns.sum(axis=1) == pytest.approx(0)
    # A turn has at most 13 events: roll, move, two fillings of six, two payments, card and home instead.
    assert plies.max() <= 35 + players * (3 + 60 * 14)
    scores, returns = scores[:, :players], returns[:, :players]
    assert ((scores == scores.max(axis=1, keepdims=True)) == (returns == returns.max(axis=1, keepdims=True))).all()


@pytest.mark.parametrize("players", [2, 4])
def test_appraisals_are_bounded_and_favour_what_scores(players: int) -> None:
    position = played(players=players)
    position.push("roll 2")
    ids = position.legal_ids()
    values = np.empty(len(ids))
    kernel.appraise_moves(position.states, 1, ids, len(ids), values)
    assert (np.abs(values) <= 1).all()
    gains = position.foresee(ids)[:, 1]
    assert values[gains > 0].min() > values[gains == 0].max()


def test_a_view_holds_everything_but_the_seed() -> None:
    position = played()
    assert position.view(2).states.tobytes() == position.states.tobytes()
    assert position.view(None).legal() == position.legal()
