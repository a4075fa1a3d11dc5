"""The log, and how a game ended."""

import pytest

from ratskeller import Position
from ratskeller.games.cat_city.guide import GUIDE
from tests.games.cat_city.tables import GAME, after, table

pytestmark = pytest.mark.kernel


def told(position: Position, *moves: str) -> str:
    return after(position, *moves).tell(position.ply)


def test_setup_is_told() -> None:
    position = after(GAME.start(), *GUIDE[0].moves)
    assert position.tell(1) == "A white token goes on the pile on t1."
    assert position.tell(7) == "A red token goes on the pile on t2."
    assert position.tell(31) == "7 of cats is laid on c1."
    assert position.tell(36) == "Blue puts rat 1 on r3."
    assert position.tell(41) == "Orange puts rat 3 on r2."


@pytest.mark.parametrize(
    ("roll", "sentence"),
    [
        (1, "Blue moves rat 1 from x1 to t1, by the exact count. Blue takes 2 tokens: red, green."),
        (2, "Blue moves rat 1 from x1 to t1, ending early. Blue takes a green token."),
    ],
)
def test_tokens_are_told(roll: int, sentence: str) -> None:
    assert told(table({1: ["x1"]}, roll, piles={"t1": ["white", "red", "green"]}), "1>t1") == sentence


def test_a_token_taken_after_a_refill_is_told_with_it() -> None:
    position = table({1: ["x1"]}, 1, piles={"t1": ["green"]})
    assert told(position, "1>t1").endswith("by the exact count. Blue takes a green token.")
    after(position, *["token red"] * 5)
    assert told(position, "token white") == "A white token goes on the pile on t1. Blue takes a white token."


def test_a_turn_for_a_card_is_told() -> None:
    position = table({1: ["z1"]}, 0, tokens={1: ["red", "green"]}, cards={"c1": "7-cat"})
    assert told(position, "roll 2") == "Blue rolls a 2."
    assert (
        told(position, "1>c1")
        == "Blue moves rat 1 from z1 to c1, ending early. Blue takes 7 of cats and owes 2 tokens."
    )
    assert told(position, "pay green") == "Blue pays a green token."
    after(position, "pay red")
    assert told(position, "card K-mouse") == "K of mice is laid on c1."
    assert told(position, "home r20") == "Blue puts rat 1 back on r20."


def test_the_last_card_is_told() -> None:
    position = table({1: ["z1"]}, 1, tokens={1: ["red"]}, hands={1: ["2-bat", "3-bat", "4-bat", "5-bat"]})
    assert told(position, "1>c1").endswith("With so many cards the end is near: everybody else has one more turn.")


def test_hopping_staying_and_passing_are_told() -> None:
    assert told(table({1: ["r2"]}, 1), "1>r1") == "Blue moves rat 1 from r2 to r1."
    assert told(table({1: ["r2"]}, 1), "1>r1", "hop h1") == "Blue hops to h1."
    assert told(table({1: ["r2"]}, 1), "1>r1", "stay") == "Blue lets rat 1 stay."
    assert told(table({1: ["r2", "r3", "r4"], 2: ["r1", "r5", "x1"]}, 1), "pass") == "Blue cannot move."


def test_the_end_by_rounds_is_told() -> None:
    position = table({1: ["r2"], 2: ["r6"]}, 1, tokens={2: ["red"]}, max_rounds=1)
    after(position, "1>r3", "roll 1", "1>r7")
    assert position.ending() == "1 round has been played. Orange wins with 2 points."


def test_the_end_by_cards_and_a_shared_place_are_told() -> None:
    hands = {1: ["2-bat", "3-bat", "4-bat", "5-bat"], 2: ["6-bat", "7-bat", "8-bat", "9-bat"]}
    position = table({1: ["z1"], 2: ["r6"]}, 1, tokens={1: ["red"], 2: ["red"]}, hands=hands, cards={"c1": "A-rat"})
    after(position, "1>c1", "pay red", "*", "home r20", "roll 1", "1>r7")
    assert position.ending() == "Blue has collected 5 cards. Blue, Orange share the win with 10 points."
