"""What every position of random games keeps: pieces, records, canonical states, an end."""

from collections.abc import Callable

import numpy as np
import pytest

from ratskeller.games import kernel
from ratskeller.games.survival.notation import covered
from ratskeller.games.survival.rules import HEXES, MOVABLE, OUTSIDE, PRINTED, SEAT
from ratskeller.play.position import Position
from tests.games.survival.boards import STANDARD

pytestmark = [pytest.mark.kernel, pytest.mark.long]

SHORT = {"max_rounds": 12}
SEATS = pytest.mark.parametrize("players", [2, 3, 4])


def random_game(players: int, seed: int, look: Callable[[Position], None]) -> Position:
    rng = np.random.default_rng(seed)
    position = STANDARD.start(players, SHORT)
    while not position.over:
        look(position)
        ids = position.legal_ids()
        steps = ids[(ids >= 42) & (ids < 96)]
        # Half of the time a step where there is one: else a double is nearly always used for an obstacle first.
        position.push(int(rng.choice(steps if len(steps) and rng.random() < 0.5 else ids)))
    look(position)
    return position


@SEATS
def test_legal_moves_are_ascending_unique_and_each_has_its_text(players: int) -> None:
    def look(position: Position) -> None:
        ids = position.legal_ids()
        assert (np.diff(ids) > 0).all()
        assert position.over == (len(ids) == 0)
        for move in ids[:: max(1, len(ids) // 10)].tolist():
            assert position.id(position.text(move)) == move

    random_game(players, 1, look)


@SEATS
def test_nothing_appears_or_vanishes_but_by_the_rules(players: int) -> None:
    """Every piece stands where its record says, and points are captured prey."""
    empty = np.array(STANDARD.start(players).state.board)
    empty[empty < SEAT * 5] = 0

    def look(position: Position) -> None:
        s = position.state
        board = empty.copy()
        for seat in range(players):
            if s.predators[seat]:
                board[s.predators[seat]] = SEAT * (seat + 1)
            for number in range(5):
                if s.prey[seat, number]:
                    board[s.prey[seat, number]] = SEAT * (seat + 1) + number + 1
            assert s.alive[seat] == np.count_nonzero(s.prey[seat])
            assert bool(s.predators[seat]) == (not s.out[seat])
        for obstacle in range(4):
            if place := int(s.obstacles[obstacle]):
                for at in covered(s, obstacle, place // HEXES, place % HEXES):
                    assert board[at] == 0
                    board[at] = MOVABLE + obstacle
        assert (board == s.board).all()
        assert np.count_nonzero(board == PRINTED) == 16
        assert np.count_nonzero(board != OUTSIDE) == 189
        if not position.over:
            assert sum(position.scores) + int(s.alive.sum()) + int(s.unplaced) == 5 * players

    end = random_game(players, 2, look)
    assert sum(end.scores) == 5 * players


@SEATS
def test_nothing_of_a_turn_is_left_over(players: int) -> None:
    def look(position: Position) -> None:
        s = position.state
        if position.to_act in ("chance", None):
            assert not any(field.any() for field in (s.dice, s.waiting, s.left, s.been))
            assert [s.assigned, s.stepping, s.obstacle_due] == [0, 0, 0]
        elif not s.stepping:
            assert not s.been.any()
        else:
            assert np.count_nonzero(s.left) == 1

    random_game(players, 3, look)


@SEATS
def test_the_order_in_which_two_prey_stepped_is_forgotten(players: int) -> None:
    def look(position: Position) -> None:
        s = position.state
        if s.stepping != 2 and s.left[1] >= 3:
            one, two = position.copy(), position.copy()
            moves = [move for move in position.legal() if move[0] in "12345"]
            first = moves[0]
            second = next((move for move in moves if move[0] != first[0]), "")
            one.push(first)
            if second and second in one.legal():
                two.push(second)
                if first in two.legal():
                    one.push(second)
                    two.push(first)
                    assert one.states.tobytes() == two.states.tobytes()

    random_game(players, 4, look)


@SEATS
def test_a_game_can_be_undone_replayed_and_recorded(players: int) -> None:
    end = random_game(players, 5, lambda position: None)
    again = end.copy()
    undone = [again.pop() for _move in end.move_ids]
    assert undone == end.move_ids[::-1]
    assert again == STANDARD.start(players, SHORT)
    for move in end.moves:
        again.push(move)
    assert again == end
    assert again.states.tobytes() == end.states.tobytes()


@SEATS
def test_legal_leaves_no_trace_in_the_position(players: int) -> None:
    def look(position: Position) -> None:
        before = position.states.tobytes()
        moves = np.empty(STANDARD.rules.most_moves, np.int32)
        n = kernel.list_moves(position.states, moves)
        values = np.empty(n)
        kernel.appraise_moves(position.states, 1, moves, min(n, 10), values)
        assert position.states.tobytes() == before
        assert (np.abs(values[: min(n, 10)]) <= 1).all()

    random_game(players, 6, look)


@SEATS
def test_every_move_and_the_end_is_told(players: int) -> None:
    end = random_game(players, 7, lambda position: None)
    assert all(end.tell(ply).endswith((".", "!")) for ply in range(1, end.ply + 1))
    assert end.ending()


@SEATS
def test_games_end_with_returns_that_sum_to_0(players: int) -> None:
    games = 50
    plies = np.zeros(games, np.int64)
    scores, returns = np.zeros((games, 4), np.int64), np.zeros((games, 4))
    moves, weights = np.empty(STANDARD.rules.most_moves, np.int32), np.empty(STANDARD.rules.most_moves)
    start = STANDARD.start(players).states
    kernel.play_random_games(start, np.random.default_rng(8), moves, weights, plies, scores, returns)
    assert np.allclose(returns.sum(axis=1), 0)
    assert (np.abs(returns) <= 1).all()
    assert (scores.sum(axis=1) == 5 * players).all()


def test_the_guides_examples_can_be_played() -> None:
    for section in STANDARD.rules.guide:
        position = STANDARD.start()
        for move in section.moves:
            position.push(move)
        assert bool(section.moves) == bool(section.caption)
