"""The page "how to play": its positions can be reached, and show what is said beside them."""

import pytest

from ratskeller.games.cat_city.guide import GUIDE
from ratskeller.games.declare import Section
from tests.games.cat_city.tables import GAME, after, hand, held, rats

pytestmark = pytest.mark.kernel


def section(heading: str) -> Section:
    return next(section for section in GUIDE if section.heading == heading)


@pytest.mark.parametrize("section", GUIDE, ids=[section.heading for section in GUIDE])
def test_every_position_can_be_reached_and_has_a_caption(section: Section) -> None:
    after(GAME.start(), *section.moves)
    assert bool(section.moves) == bool(section.caption)
    assert section.paragraphs


def test_all_rats_are_placed_in_the_first_picture() -> None:
    assert after(GAME.start(), *GUIDE[0].moves).legal()[0] == "roll 1"


def test_a_hop_is_offered_where_the_caption_says_so() -> None:
    position = after(GAME.start(), *section("Rat-holes").moves)
    assert rats(position, 1)[2] == "r1"
    assert position.legal() == ["hop h1", "hop r17", "hop r5", "stay"]


def test_two_tokens_and_one_token_were_taken() -> None:
    position = after(GAME.start(), *section("Tokens").moves)
    assert [sum(held(position, seat).values()) for seat in (1, 2)] == [2, 1]


def test_the_card_costs_one_token() -> None:
    position = after(GAME.start(), *section("Cards").moves)
    assert hand(position, 1) == {"7-cat"}
    assert position.state.paying == 1
