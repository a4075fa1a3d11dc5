"""What the page is told of each move before it is made."""

import pytest

from ratskeller import Position
from tests.games.cat_city.tables import after, table

pytestmark = pytest.mark.kernel

EXACT, TAKES, OWES, GAINS, HOPS = range(5)


def foreseen(position: Position, move: str) -> list[int]:
    ids = position.legal_ids()
    outcomes: list[list[int]] = position.foresee(ids).tolist()
    return outcomes[ids.tolist().index(position.id(move))]


def test_tokens_by_the_exact_count() -> None:
    position = table({1: ["x1"]}, 1, piles={"t1": ["green", "red", "green"]})
    assert foreseen(position, "1>t1") == [1, 2, 0, 5, 0]


def test_a_token_early() -> None:
    position = table({1: ["x1"]}, 2, piles={"t1": ["green", "red", "green"]})
    assert foreseen(position, "1>t1") == [0, 1, 0, 3, 0]


def test_of_a_token_still_to_be_drawn_only_the_number_is_known() -> None:
    position = table({1: ["x1"]}, 1, piles={"t1": ["green"]})
    assert foreseen(position, "1>t1") == [1, 2, 0, 3, 0]
    assert foreseen(table({1: ["x1"]}, 1, piles={"t1": []}, empty_bank=True), "1>t1") == [1, 0, 0, 0, 0]


@pytest.mark.parametrize(("roll", "exact", "price"), [(1, 1, 1), (2, 0, 2)])
def test_a_card_its_worth_and_its_price(roll: int, exact: int, price: int) -> None:
    position = table({1: ["z1"]}, roll, tokens={1: ["red", "red"]}, hands={1: ["7-bat"]}, cards={"c1": "7-cat"})
    assert foreseen(position, "1>c1") == [exact, 0, price, 5 + 5, 0]


def test_a_rat_hole_to_hop_from() -> None:
    assert foreseen(table({1: ["r2"]}, 1), "1>r1") == [1, 0, 0, 0, 1]
    assert foreseen(table({1: ["r2"]}, 1), "1>r3") == [1, 0, 0, 0, 0]


def test_what_a_payment_costs() -> None:
    position = after(table({1: ["z1"]}, 1, tokens={1: ["green", "red"]}), "1>c1")
    assert foreseen(position, "pay green") == [0, 0, 0, -3, 0]


def test_chance_foretells_nothing() -> None:
    position = table({})
    assert not position.foresee(position.legal_ids()).any()
