"""The compiled rules against the plain ones, in random games with all options and many components."""

from typing import Any

import numpy as np
import pytest

from ratskeller.games.sewer_rat import RULES
from ratskeller.play.game import Game
from tests.games.sewer_rat.by_the_book import Round
from tests.games.sewer_rat.helpers import CARDS, STANDARD, START, components

pytestmark = [pytest.mark.kernel, pytest.mark.long]

CROSSING_START = {"openings": ["n", "e", "s", "w"], "tracks": ["ns", "ew"]}
DOUBLE_WELL = {"name": "double_well", "count": 6, "openings": ["s", "n"], "tracks": []}
HALF_BLIND = {"name": "half_blind", "count": 6, "openings": ["n", "s", "e"], "tracks": ["ns"], "arrow": "n"}

SETS: dict[str, dict[str, Any]] = {
    "standard": STANDARD.components,
    "small": components(5, **{name: card["count"] for name, card in CARDS.items()}),
    "smallest": components(3, 2, straight=6, bend=4, tee=3, well=2),
    "few cards": components(9, 2, straight=3, bend=3, bend_left=3, tee=3, cross=1, well=1),
    "winding": components(9, 3, CROSSING_START, bend=30, bend_left=14, wye=10, cross=14, well=2),
    "wells": components(7, 3, well=12, straight=10, wye=12, cross=8),
    "strange": {**components(7, 1, START, bend=12, cross=6), "cards": [DOUBLE_WELL, HALF_BLIND, CARDS["bend"]]},
    "one way": components(5, 1, {"openings": ["s"], "tracks": []}, bend_right=9, bend_left=9, cross=3),
}


def play_both(game: Game, players: int, options: dict[str, Any], rng: np.random.Generator) -> int:
    position = game.start(players, options)
    plain = Round(game.components, players, **position.options)
    plies = 0
    while True:
        legal = position.legal()
        assert legal == plain.legal(), position.moves
        assert position.to_act == plain.to_act
        if position.to_act is None:
            break
        if position.to_act == "chance":
            chances = position.chances()
            for move, chance in chances.items():
                assert chance == pytest.approx(plain.stack.count(move.removeprefix("draw ")) / len(plain.stack))
            move = position.text(position.push_chance(rng))
        else:
            move = legal[int(rng.random() * len(legal))]
            position.push(move)
        plain.push(move)
        plies += 1
    assert position.scores == [int(plain.winner == seat) for seat in range(1, players + 1)]
    losing = -1 / (players - 1)
    expected = [1.0 if plain.winner == seat else losing for seat in range(1, players + 1)]
    assert position.returns == pytest.approx(expected if plain.winner else [0.0] * players)
    return plies


@pytest.mark.parametrize("name", SETS)
def test_legal_moves_chances_and_results_are_those_of_the_book(name: str) -> None:
    game = Game(RULES, SETS[name])
    rng = np.random.default_rng(len(name))
    plies = 0
    for number in range(60):
        players = 2 + number % 3
        if sum(card["count"] for card in game.components["cards"]) < players * game.components["hand"]:
            continue
        options = {
            "starter": 1 + number % players,
            "edges": ("previous", "all")[number // 3 % 2],
            "strive": number // 6 % 2 == 0,
        }
        plies += play_both(game, players, options, rng)
    assert plies > 300
