"""Luck draws every outcome by its probability, whatever was drawn before, and is the same for whoever plays."""

from collections import Counter

import numpy as np
import pytest

import ratskeller
from ratskeller.lab.chance import Luck

DEALS = 1000


def drawn(game: str, seed: int, deal: int, choices: int) -> list[str]:
    """What chance does in a random game, of whose players only the choices depend on ``choices``."""
    position = ratskeller.game(game).start()
    luck = Luck(seed, deal)
    rng = np.random.default_rng(choices)
    found = []
    while not position.over and position.ply < 120:
        if position.to_act == "chance":
            found.append(position.text(position.push(luck.draw(position))))
        else:
            position.push(int(rng.choice(position.legal_ids())))
    return found


def far_off(found: Counter[str], chances: dict[str, float]) -> float:
    """The largest distance from what is expected, in standard deviations."""
    n = found.total()
    assert found.keys() <= chances.keys()
    return max(abs(found[text] - n * p) / np.sqrt(n * p * (1 - p)) for text, p in chances.items())


@pytest.mark.parametrize("before", [0, 6, 25])
def test_every_outcome_has_its_probability_whatever_was_drawn_before(before: int) -> None:
    """The tokens of Cat City are drawn from a bank that holds different numbers of them."""
    found: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    rng = np.random.default_rng(before)
    for deal in range(DEALS):
        position = ratskeller.game("cat-city").start()
        luck = Luck(1, deal)
        draws = 0
        while position.to_act != "chance" or draws < before or len(set(position.chances().values())) == 1:
            if position.to_act == "chance":
                position.push(luck.draw(position))
                draws += 1
            else:
                position.push(int(rng.choice(position.legal_ids())))
        expected.update(position.chances())
        found[position.text(luck.draw(position))] += 1
    chances = {text: p / (DEALS) for text, p in expected.items()}
    assert far_off(found, chances) < 4


def test_a_roll_says_nothing_about_the_next_one() -> None:
    position = ratskeller.game("cat-city").start()
    rng = np.random.default_rng(0)
    while position.to_act != "chance" or "roll 1" not in position.chances():
        position.push(int(rng.choice(position.legal_ids())))
    chances = position.chances()
    pairs: Counter[str] = Counter()
    for deal in range(DEALS):
        luck = Luck(2, deal)
        first, second, third = (position.text(luck.draw(position)) for _ in range(3))
        pairs[f"{first} then {second}"] += 1
        pairs[f"{second} then {third}"] += 1
    assert far_off(pairs, {f"{a} then {b}": p * q for a, p in chances.items() for b, q in chances.items()}) < 4.5


@pytest.mark.parametrize("game", [game.id for game in ratskeller.games()])
def test_the_luck_of_a_deal_does_not_depend_on_the_players(game: str) -> None:
    one, other = (drawn(game, 3, 5, choices) for choices in (1, 2))
    alike = sum((Counter(one) & Counter(other)).values())
    assert one[0] == other[0]
    assert alike >= 0.6 * min(len(one), len(other))


def test_a_stock_is_drawn_in_the_same_order() -> None:
    one, other = (drawn("rat-attack", 3, 5, choices) for choices in (1, 2))
    assert one != other
    shorter = min(len(one), len(other))
    assert one[:shorter] == other[:shorter]


@pytest.mark.parametrize(("seed", "deal"), [(3, 6), (4, 5)])
def test_another_deal_has_other_luck(seed: int, deal: int) -> None:
    assert drawn("rat-attack", seed, deal, 1) != drawn("rat-attack", 3, 5, 1)
