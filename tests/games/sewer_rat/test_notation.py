"""Move texts: what is accepted, and how everything else is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratskeller.games.sewer_rat.rules import LAST_MOVE
from ratskeller.play.position import IllegalMove
from tests.games.sewer_rat.helpers import CARDS, STANDARD, dealt, random_game

pytestmark = pytest.mark.kernel


def test_every_number_and_its_text_name_the_same_move() -> None:
    texts = set()
    for move in range(LAST_MOVE + 2):
        try:
            text = STANDARD.text(move)
        except ValueError:
            continue
        assert STANDARD.parse(text) == move
        texts.add(text)
    # Draws with "?", swaps, the pass, exits, runs; lays: straight 2, cross 1, the others 4 turns on 4 sides.
    assert len(texts) == 11 + 10 + 1 + 4 + 81 + 4 * (2 + 1 + 8 * 4)


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("bend n", "malformed", "written like"),
        ("bend n 4", "malformed", "written like"),
        ("bend n +1", "malformed", "written like"),
        ("bend  n 1", "malformed", "written like"),
        ("Bend n 1", "malformed", "written like"),
        ("run e05", "malformed", "written like"),
        ("run e٥", "malformed", "written like"),
        ("exit up", "malformed", "written like"),
        ("pass ", "malformed", "written like"),
        ("", "malformed", "written like"),
        ("pipe n 1", "unknown", "the cards are straight, bend"),
        ("swap pipe", "unknown", "the cards are straight, bend"),
        ("draw pipe", "unknown", "the cards are straight, bend"),
        ("straight n 2", "unknown", "looks the same after fewer quarter turns than 2"),
        ("cross n 1", "unknown", "looks the same after fewer quarter turns than 1"),
        ("run j1", "unknown", "the cells of the grid are a1 to i9"),
        ("run a10", "unknown", "the cells of the grid are a1 to i9"),
        ("exit n", "illegal", "no opening off the grid"),
        ("run e6", "illegal", "the rat runs only when"),
        ("draw bend", "illegal", "no card is drawn now"),
        ("draw ?", "illegal", "hidden from whoever kept this record"),
        ("wye n 0", "illegal", "not in the hand"),
    ],
)
def test_refusals_say_why(text: str, kind: str, reason: str) -> None:
    position = dealt("straight bend well", "bend bend bend")
    with pytest.raises(IllegalMove, match=reason) as refused:
        position.push(text)
    assert refused.value.kind == kind


def test_nothing_else_while_chance_is_to_act_or_when_the_round_is_over() -> None:
    with pytest.raises(IllegalMove, match="a card must be drawn first"):
        STANDARD.start().push("bend n 0")
    over = dealt("straight", "straight", grid=3, then="straight n 0")
    with pytest.raises(IllegalMove, match="the round is over"):
        over.push("pass")
    last = dealt("straight", "straight", extra={"straight": 3, "bend": 1}, then="straight n 0, draw bend")
    last.push("straight n 0")
    with pytest.raises(IllegalMove, match="no card of this kind is left to draw"):
        last.push("draw bend")


@pytest.mark.long
def test_every_legal_move_of_random_rounds_is_accepted_and_every_other_one_explained() -> None:
    rng = np.random.default_rng(8)
    for players in (2, 3, 4):
        position = random_game(STANDARD.start(players), rng)
        while position.ply:
            position.pop()
            for move in position.legal_ids().tolist():
                assert position.id(position.text(move)) == move
            for move in rng.integers(0, LAST_MOVE, 5).tolist():
                if not position.is_legal(move):
                    assert position.explain(move)


@settings(max_examples=300, deadline=None)
@given(st.text("abdenrstuwlipx_0123 ?é", max_size=14) | st.sampled_from(["run e5", "bend e 1", "well n", *CARDS]))
def test_no_text_parses_as_another_move(text: str) -> None:
    position = dealt("straight bend well", "bend bend bend")
    if text in position.legal():
        assert position.text(position.id(text)) == text
        return
    with pytest.raises(IllegalMove) as refused:
        position.id(text)
    assert refused.value.reason
