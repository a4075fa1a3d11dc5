"""Move texts: as the rules page writes them, no others, and why one is refused."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratskeller import IllegalMove, Position
from ratskeller.games.cat_city import rules
from ratskeller.games.declare import BadText
from tests.games.cat_city.tables import GAME, STANDARD, after, played, table

TEXT = re.compile(
    r"(token|pay) (white|red|green)|card ([2-9]|10|[JQKA])-(mouse|cat|rat|bat)|roll [1-6]|stay|pass"
    r"|[1-3]>[a-z][a-z0-9]*|(place|home|hop) [a-z][a-z0-9]*"
)


def test_every_number_of_a_move_has_a_text_of_its_own() -> None:
    texts = {}
    for move in range(-5, rules.LAST_MOVE + 100):
        try:
            texts[GAME.text(move)] = move
        except ValueError:
            continue
        assert TEXT.fullmatch(GAME.text(move))
        assert GAME.parse(GAME.text(move)) == move
    assert len(texts) == 3 + 3 + 52 + 6 + 2 + 3 * 65 + 3 * 65


@pytest.mark.parametrize(
    "text",
    ["token white", "card 7-cat", "roll 4", "place r3", "2>t3", "hop h2", "stay", "pay white", "home r7", "pass"],
)
def test_the_texts_of_the_rules_page(text: str) -> None:
    assert GAME.text(GAME.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "malformed"),
        ("token  white", "malformed"),
        ("Token white", "malformed"),
        ("token white ", "malformed"),
        ("token white\n", "malformed"),
        ("token", "malformed"),
        ("roll 0", "malformed"),
        ("roll 04", "malformed"),
        ("roll +4", "malformed"),
        ("roll ٤", "malformed"),
        ("roll 7", "unknown"),
        ("roll 99999999999999999999", "unknown"),
        ("card 7_cat", "malformed"),
        ("card 7-dog", "unknown"),
        ("card 1-cat", "unknown"),
        ("token blue", "unknown"),
        ("pay gold", "unknown"),
        ("place r21", "unknown"),
        ("0>t1", "malformed"),
        ("01>t1", "malformed"),
        ("4>t1", "unknown"),
        ("1>t9", "unknown"),
        ("1 > t1", "malformed"),
        ("1>T1", "malformed"),
        ("1>t１", "malformed"),
        ("stay ", "malformed"),
        ("PASS", "malformed"),
    ],
)
def test_other_texts_are_malformed_or_unknown(text: str, kind: str) -> None:
    with pytest.raises(BadText) as caught:
        GAME.parse(text)
    assert caught.value.kind == kind
    assert str(caught.value)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=12),
        st.from_regex(r"(token|pay|card|roll|place|hop|home|stay|pass)? ?[0-9a-zA-Z>-]{0,6}", fullmatch=True),
    )
)
def test_a_text_is_read_only_if_it_is_just_what_would_be_written(text: str) -> None:
    try:
        move = GAME.parse(text)
    except BadText:
        return
    assert GAME.text(move) == text


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (GAME.start(), "roll 1", "a token must be drawn from the bank first"),
        (after(GAME.start(), *["token red"] * 20), "token red", "the bank has no red token"),
        (table({}), "1>t1", "the die must be rolled first"),
        (table({}, 3), "roll 1", "a rat must be moved by the die, which shows 3"),
        (table({1: ["r2"]}, 1), "1>r4", "rat 1 cannot reach r4 in exactly 1 step"),
        (table({1: ["r2"]}, 3), "1>r3", "rat 1 cannot reach r3 in exactly 3 steps"),
        (table({1: ["r2"]}, 1), "1>t1", "rat 1 cannot reach t1 in 1 step"),
        (table({1: ["r2"]}, 2), "1>t1", "rat 1 cannot reach t1 in 2 steps or fewer"),
        (table({1: ["r2"], 2: ["r3"]}, 1), "1>r3", "a rat stands on r3"),
        (table({1: ["z1"]}, 1), "1>c1", "the card costs 1 token, and there are 0"),
        (table({1: ["z1"]}, 2, tokens={1: ["red"]}), "1>c1", "the card costs 2 tokens, and there are 1"),
        (table({1: ["r2"]}, 1), "pass", "a seat that can move moves"),
        (after(table({1: ["r2"]}, 1), "1>r1"), "roll 1", "the rat must hop or stay first"),
        (after(table({1: ["r2"]}, 1), "1>r1"), "hop r2", "a rat hops to a rat-hole, and r2 is none"),
        (after(table({1: ["r2"]}, 1), "1>r1"), "hop h2", "h2 is no neighbour of r1"),
        (after(table({1: ["r2"], 2: ["r5"]}, 1), "1>r1"), "hop r5", "a rat stands on r5"),
        (after(table({1: ["s1a"]}, 3), "1>r1"), "hop h1", "the move has touched h1"),
        (
            after(table({1: ["z1"]}, 1, tokens={1: ["red"]}), "1>c1"),
            "home r3",
            "the card must be paid for first",
        ),
        (
            after(table({1: ["z1"]}, 1, tokens={1: ["red"]}), "1>c1"),
            "pay white",
            "there is no white token to pay with",
        ),
        (
            after(table({1: ["z1"]}, 1, tokens={1: ["red"]}), "1>c1", "pay red"),
            "home r3",
            "a card must be drawn from the deck first",
        ),
        (
            after(table({1: ["z1"]}, 1, tokens={1: ["red"]}, cards={"c1": "7-cat"}), "1>c1", "pay red"),
            "card 7-cat",
            "7-cat is no longer in the deck",
        ),
        (
            after(table({1: ["z1"], 2: ["r3"]}, 1, tokens={1: ["red"]}), "1>c1", "pay red", "*"),
            "home r3",
            "a rat stands on r3",
        ),
        (
            after(table({1: ["z1"]}, 1, tokens={1: ["red"]}), "1>c1", "pay red", "*"),
            "home r1",
            "r1 is not one of the outer, golden ring fields",
        ),
        (
            after(table({1: ["z1"]}, 1, tokens={1: ["red"]}), "1>c1", "pay red", "*"),
            "stay",
            "the rat that took the card must go home first",
        ),
    ],
)
def test_an_illegal_move_is_explained(position: Position, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        position.push(move)
    assert caught.value.kind == "illegal"
    assert caught.value.reason == reason


@pytest.mark.kernel
def test_placing_is_explained() -> None:
    position = played()
    while position.moves[-1].startswith("place"):
        position.pop()
    assert position.explain("stay").endswith("a rat must be placed on an empty ring field.")
    assert position.explain("place s1a").endswith("s1a is not one of the outer, golden ring fields.")
    assert after(position, "place r3").explain("place r3").endswith("a rat stands on r3.")


@pytest.mark.kernel
def test_a_game_that_is_over_says_so() -> None:
    position = after(table({1: ["r2"], 2: ["r6"]}, 1, max_rounds=1), "1>r3", "roll 1", "1>r7")
    assert position.explain("roll 1").endswith("the game is over.")


@pytest.mark.kernel
@pytest.mark.long
def test_every_move_that_is_not_legal_is_explained_in_a_sentence() -> None:
    position = played()
    moves = [f"{rat}>{entry['name']}" for rat in (1, 2, 3) for entry in STANDARD["fields"]]
    for roll in range(1, 7):
        after(position, f"roll {roll}")
        legal = set(position.legal())
        for move in moves:
            assert (position.explain(move) == "") == (move in legal)
        position.pop()
