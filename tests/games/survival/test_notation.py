"""Move texts: each is the text of one move, and nothing else is."""

import numpy as np
import pytest

from ratskeller import IllegalMove
from ratskeller.games.declare import BadText
from ratskeller.games.survival.notation import hex_at, hex_text
from ratskeller.games.survival.rules import LAST_MOVE, STEP
from tests.games.survival.boards import STANDARD, after

KINDS = ("roll 3 5", "place c6", "predator 5", "P ne", "3 w", "bent d9 2", "triangle c10 4")


def neighbours(name: str) -> dict[str, str]:
    at = hex_at("abcdefghijklmno".index(name[0]), int(name[1:]) - 1)
    return {d: hex_text(at + int(step)) for d, step in zip(("e", "ne", "nw", "w", "sw", "se"), STEP, strict=True)}


def test_the_neighbours_of_the_pages_example() -> None:
    assert neighbours("b3") == {"e": "c3", "w": "a3", "ne": "b2", "nw": "a2", "se": "b4", "sw": "a4"}
    assert neighbours("b2") == {"e": "c2", "w": "a2", "ne": "c1", "nw": "b1", "se": "c3", "sw": "b3"}


@pytest.mark.parametrize("text", KINDS)
def test_each_kind_of_move_has_a_text(text: str) -> None:
    assert STANDARD.text(STANDARD.parse(text)) == text


def test_every_number_with_a_text_is_named_by_it() -> None:
    named = 0
    for move in range(-1, LAST_MOVE + 2):
        try:
            text = STANDARD.text(move)
        except ValueError:
            continue
        named += 1
        assert STANDARD.parse(text) == move
    assert named == 36 + 6 + 6 * 6 + 189 + 4 * 6 * 189


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *(
            (text, "malformed")
            for text in ("", "P", "p ne", "P n", "P ne ", " P ne", "P  ne", "P NE", "03 w", "+3 w", "3w")
        ),
        *(
            (text, "malformed")
            for text in ("roll 3", "roll 3 05", "roll 3,5", "roll 0 5", "roll ٣ 5", "Roll 3 5", "draw ?")
        ),
        *(
            (text, "malformed")
            for text in ("place c06", "place C6", "place 6c", "place", "bent d9 6", "bent d9", "bent d9 02")
        ),
        *((text, "malformed") for text in ("bent d9 2\n", "-bent d9 2", "bent- d9 2", "predator -1", "predator ²")),
        *(
            (text, "unknown")
            for text in ("roll 7 1", "predator 7", "6 w", "9999999 e", "place p1", "place o2", "place a14")
        ),
        *((text, "unknown") for text in ("ring d9 2", "place a999999", "bent o2 0")),
    ],
)
def test_other_texts_are_refused(text: str, kind: str) -> None:
    with pytest.raises(BadText) as refused:
        STANDARD.parse(text)
    assert refused.value.kind == kind
    assert str(refused.value)


@pytest.mark.kernel
@pytest.mark.long
def test_texts_near_legal_ones_are_that_move_or_refused() -> None:
    rng = np.random.default_rng(5)
    position = STANDARD.start(3, {"max_rounds": 3})
    signs = list("0123456789-+ abcoPpenswrl٣１\n\x00")
    while not position.over:
        legal = position.legal()
        for _try in range(10):
            text = list(str(rng.choice(legal)))
            for _edit in range(int(rng.integers(1, 3))):
                k = int(rng.integers(0, len(text) + 1))
                text[k : k + int(rng.integers(0, 2))] = rng.choice(["", *signs])
            written = "".join(text)
            if written in legal:
                assert position.text(position.id(written)) == written
                continue
            with pytest.raises(IllegalMove) as refused:
                position.push(written)
            assert refused.value.reason
        position.push(int(rng.choice(position.legal_ids())))


@pytest.mark.kernel
def test_why_a_move_is_refused() -> None:
    position = STANDARD.start()
    assert "all prey are placed first" in position.explain("P e")
    assert "the dice are rolled when a turn begins" in position.explain("roll 1 1")
    assert "a1 is not free" in position.explain("place a1")
    while position.to_act != "chance":
        position.push(int(position.legal_ids()[-1]))
    assert "the dice must be rolled first" in position.explain("P e")
    after(position, "roll 5 1")
    assert "all prey have been placed" in position.explain("place c6")
    assert "no die shows 4" in position.explain("predator 4")
    assert "say first which die is the predator's" in position.explain("P e")
    after(position, "predator 1")
    assert "it is settled which die is the predator's: 1" in position.explain("predator 5")
    after(position, "P e")
    assert "the predator has made all its steps" in position.explain("P e")
    assert position.explain(position.legal()[0]) == ""
