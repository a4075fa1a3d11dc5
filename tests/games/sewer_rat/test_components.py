"""Grids and cards as data: others can be played, and unplayable ones are refused with a sentence."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from ratskeller.games.declare import BadComponents, BadOption
from ratskeller.games.sewer_rat import RULES
from ratskeller.play.game import Game
from tests.games.sewer_rat.helpers import CARDS, STANDARD, components, random_game


def changed(path: str, value: Any) -> dict[str, Any]:
    """The standard components with one thing changed; ``cards.1.openings`` is that of the second kind."""
    data = deepcopy(STANDARD.components)
    *way, last = path.split(".")
    part: Any = data
    for key in way:
        part = part[int(key)] if key.isdigit() else part[key]
    if value is None:
        del part[last]
    else:
        part[int(last) if last.isdigit() else last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("grid", 8, "grid is an odd number, so that the start card can lie in the middle, not 8."),
        ("grid", 1, "grid is a whole number from 3 to 15, not 1."),
        ("grid", 17, "grid is a whole number from 3 to 15, not 17."),
        ("grid", "9", "grid is a whole number from 3 to 15, not '9'."),
        ("grid", True, "grid is a whole number from 3 to 15, not True."),
        ("grid", None, "grid is a whole number from 3 to 15, not None."),
        ("hand", 0, "hand is a whole number from 1 to 9, not 0."),
        ("rounds", 0, "rounds is a whole number from 1 to 1000, not 0."),
        ("players", [2, 5], "players is [2, 4]: Kloakråttan is played by two to four players."),
        ("start", None, "start is a card: a table with openings and tracks."),
        ("start", "n", "start is a card: a table with openings and tracks."),
        ("start.openings", [], "start.openings is a list of one or more of the sides n e s w, each once, not []."),
        ("cards", [], "cards is a list of 1 to 20 kinds of cards."),
        ("cards", "bend", "cards is a list of 1 to 20 kinds of cards."),
        (
            "cards.1.openings",
            [],
            "cards[2].openings is a list of one or more of the sides n e s w, each once, not [].",
        ),
        (
            "cards.1.openings",
            ["n", "n"],
            "cards[2].openings is a list of one or more of the sides n e s w, each once, not ['n', 'n'].",
        ),
        (
            "cards.1.openings",
            ["up"],
            "cards[2].openings is a list of one or more of the sides n e s w, each once, not ['up'].",
        ),
        ("cards.1.tracks", None, "cards[2].tracks is a list of tracks; a well has an empty one."),
        (
            "cards.1.tracks",
            ["ne"],
            "cards[2].tracks: a track joins two of the card's openings s e, such as \"ns\", which 'ne' does not.",
        ),
        (
            "cards.1.tracks",
            ["ss"],
            "cards[2].tracks: a track joins two of the card's openings s e, such as \"ns\", which 'ss' does not.",
        ),
        ("cards.2.arrow", "n", "cards[3].arrow is one of the card's openings s e, not 'n'."),
        ("cards.1.count", 0, "cards[2].count is a whole number from 1 to 999, not 0."),
        ("cards.1.count", 1.5, "cards[2].count is a whole number from 1 to 999, not 1.5."),
        (
            "cards.1.name",
            "Bend",
            "cards[2].name is a word of at most 24 small letters a to z, digits and _, not 'Bend'.",
        ),
        ("cards.1.name", "straight", "Two kinds of cards cannot have the same name straight."),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(path: str, value: Any, sentence: str) -> None:
    with pytest.raises(BadComponents) as refused:
        Game(RULES, changed(path, value))
    assert str(refused.value) == sentence


def test_too_few_cards_for_two_hands() -> None:
    with pytest.raises(BadComponents, match=r"^5 cards are too few: 2 hands of 3 have to be dealt\.$"):
        Game(RULES, components(bend=5))


def test_too_few_cards_for_more_players() -> None:
    game = Game(RULES, components(bend=8))
    game.start(2)
    with pytest.raises(BadOption, match=r"^These components have 8 cards, too few to deal 3 hands of 3\.$"):
        game.start(3)


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize("grid", [3, 5, 7, 9, 11, 13, 15])
def test_every_grid_is_playable(grid: int) -> None:
    counts = {name: card["count"] * 5 for name, card in CARDS.items()}
    game = Game(RULES, components(grid, **counts))
    position = random_game(game.start(4), np.random.default_rng(grid))
    assert position.over
    middle = "abcdefgh"[(grid - 1) // 2]
    assert f'id="board-{middle}{(grid + 1) // 2}"' in position.svg()


def test_the_rounds_of_a_match_are_the_components() -> None:
    assert RULES.rounds(STANDARD.components) == 5
    assert RULES.rounds({**STANDARD.components, "rounds": 7}) == 7


def test_many_cards_of_a_kind() -> None:
    position = Game(RULES, components(bend=999, well=600)).start()
    assert position.chances() == {"draw bend": 999 / 1599, "draw well": 600 / 1599}
