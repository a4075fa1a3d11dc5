"""Matches: several games, with the seats going round."""

import json
from pathlib import Path

import numpy as np
import pytest

import ratskeller
from ratskeller import BadOption, BadRecord, Match


def finish(match: Match, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    while not match.position.over:
        ids = match.position.legal_ids()
        match.position.push(int(ids[int(rng.integers(len(ids)))]))


@pytest.fixture
def match() -> Match:
    return Match(ratskeller.game("rat-attack"), rounds=3, options={"rats_to_lose": 2}, names=["Ann", "Bo"])


def test_seats_go_round(match: Match) -> None:
    assert match.position.names == ["Ann", "Bo"]
    assert (match.player(1), match.seat(1)) == (1, 1)
    finish(match)
    match.next()
    assert match.position.names == ["Bo", "Ann"]
    assert (match.player(1), match.player(2), match.seat(1)) == (2, 1, 2)
    finish(match)
    match.next()
    assert match.position.names == ["Ann", "Bo"]
    assert match.player(1) == 1


def test_the_score_adds_up_what_the_games_gave_each_player(match: Match) -> None:
    expected = [0.0, 0.0]
    for number in range(3):
        finish(match, number)
        returns = match.position.returns
        assert returns is not None
        expected[0] += returns[number % 2]
        expected[1] += returns[1 - number % 2]
        assert match.scores == expected
        assert match.over == (number == 2)
        if not match.over:
            match.next()
    assert match.returns == [float(np.sign(expected[0] - expected[1])), float(np.sign(expected[1] - expected[0]))]


def test_the_next_game_waits_for_the_end_of_this_one(match: Match) -> None:
    with pytest.raises(ValueError, match="not over yet"):
        match.next()
    for _game in range(2):
        finish(match)
        match.next()
    finish(match)
    with pytest.raises(ValueError, match="The match is over"):
        match.next()


def test_a_match_is_recorded_with_its_games(match: Match, tmp_path: Path) -> None:
    finish(match)
    match.next()
    match.position.push("draw 5")
    match.dump(tmp_path / "match.json")
    again = ratskeller.load_match(tmp_path / "match.json")
    assert again.to_json() == match.to_json()
    assert again.position == match.position
    assert again.scores == match.scores
    assert again.position.names == ["Bo", "Ann"]


def test_a_match_that_is_none_is_refused(match: Match) -> None:
    good = match.to_json()
    changes: list[dict[str, object]] = [
        {"games": []},
        {"games": [good["games"][0]] * 2},
        {"rounds": 0},
        {"rounds": "3"},
        {"game": "chess"},
        {"names": ["Ann"]},
        {"ratskeller": 2},
        {"players": 3},
        {"players": None},
        {"rounds": None},
        {"names": ["Bo", "Ann"]},
        {"options": {"starter": 2}},
    ]
    for change in changes:
        with pytest.raises(BadRecord):
            Match.from_json(json.loads(json.dumps(good | change)))


def test_all_games_of_a_match_are_played_with_the_same_things(match: Match) -> None:
    finish(match)
    match.next()
    good = match.to_json()
    assert Match.from_json(good | {"place": "cellar"}).to_json() == good | {"place": "cellar"}
    tiles = {"start": [".", ".", "."], "tiles": [["ra", ".", "."]] * 2}
    changes: list[dict[str, object]] = [
        {"names": ["Ann", "Bo"]},
        {"options": {}},
        {"game": "cat-city"},
        {"components": tiles, "moves": []},
    ]
    for change in changes:
        with pytest.raises(BadRecord):
            Match.from_json(good | {"games": [good["games"][0], good["games"][1] | change]})


@pytest.mark.parametrize("rounds", [0, -1, 1001, True, "3"])
def test_rounds_are_a_whole_number(rounds: object) -> None:
    with pytest.raises(BadOption, match="rounds"):
        Match(ratskeller.game("rat-attack"), rounds=rounds)  # type: ignore[arg-type]
