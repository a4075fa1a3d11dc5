"""What every game promises, in random rounds with all seats and options."""

import json

import numpy as np
import pytest

import ratskeller.play.game
from ratskeller.games import kernel
from ratskeller.games.sewer_rat import RULES
from ratskeller.play.match import Match
from ratskeller.play.record import Record
from tests.games.sewer_rat.helpers import STANDARD, random_game

pytestmark = [pytest.mark.kernel, pytest.mark.long]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratskeller.play.game, "ALL", (RULES,))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"edges": "all"}, {"strive": False}, {"starter": 2}])
def test_a_round_can_be_recorded_and_undone(players: int, options: dict[str, int | bool | str]) -> None:
    rng = np.random.default_rng(players)
    start = STANDARD.start(players, options)
    for _game in range(4):
        position = random_game(start.copy(), rng)
        assert sum(position.returns or [1.0]) == pytest.approx(0)
        assert position.ending()
        record = Record.from_json(json.loads(position.record().dumps()))
        assert record.options == options
        assert record.replay() == position
        while position.ply:
            ids = position.legal_ids()
            assert (np.diff(ids) > 0).all()
            assert position.legal() == sorted(set(position.legal()))
            values = np.empty(len(ids))
            for seat in range(1, players + 1):
                kernel.appraise_moves(position.states, seat, ids, len(ids), values)
                assert (np.abs(values) <= 1).all()
            foreseen = position.foresee(ids)
            assert foreseen.shape == (len(ids), 4)
            move = position.pop()
            again = position.copy()
            again.push(move)
            again.pop()
            assert again == position
        assert position == start


def test_a_match_can_be_recorded() -> None:
    rng = np.random.default_rng(2)
    match = Match(STANDARD, 3, rounds=2, names=["Ann", "Bo", "Cy"])
    while not match.over:
        random_game(match.position, rng)
        if not match.over:
            match.next()
    again = Match.from_json(json.loads(json.dumps(match.to_json())))
    assert again.scores == match.scores
    assert sum(match.scores) == 2
    assert again.over


def test_sequences_from_the_start_are_counted() -> None:
    nodes = np.zeros(4, np.int64)
    nodes[0] = 1
    kernel.count_sequences(STANDARD.start().states, 3, RULES.most_moves, nodes)
    assert nodes.tolist() == [1, 10, 100, 1000]
