"""Bots as people see them: who thinks is said and shown, and a hint is chosen on the board before it is played."""

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.house import NARROW, House, Person

PACE = 1.5


@pytest.fixture
def slow_house(chromium: str, tmp_path: Path) -> Generator[House]:
    """A server whose bots take their time."""
    house = House(tmp_path, PACE)
    house.open()
    yield house
    house.kill()


@pytest.mark.parametrize(("motion", "animation"), [("no-preference", "thinking"), ("reduce", "none")])
def test_the_page_says_who_thinks_and_moves_only_where_motion_is_wanted(
    slow_house: House, invite: Invite, motion: str, animation: str
) -> None:
    who = invite(viewport=NARROW, reduced_motion=motion)
    who.start_game(slow_house.url, "sewer-rat", "bot:casual", "me")
    turn, dots = who.page.locator("#turn"), who.page.locator("#turn .thinking i")
    expect(turn).to_have_text("Casual is thinking.", timeout=120_000)
    assert turn.get_attribute("role") == "status"
    assert dots.count() == 3
    assert dots.first.evaluate("dot => getComputedStyle(dot).animationName") == animation
    who.fits()
    expect(turn).to_have_text("It is your turn.", timeout=30_000)
    assert dots.count() == 0


@pytest.mark.parametrize("game", ["rat-attack", "sewer-rat", "cat-city", "survival"])
def test_a_hint_is_said_and_chosen_and_can_be_played(house: House, invite: Invite, game: str) -> None:
    who = invite()
    who.start_game(house.url, game, "me", "bot:random")
    who.wait_for_turn()
    sentence = hint(who)
    at = who.at
    who.page.click("#place")
    who.wait_for_event_after(at)
    expect(who.page.locator("#log")).to_contain_text(sentence)


def test_a_hint_is_forgotten_with_the_move(house: House, invite: Invite) -> None:
    who = invite(viewport=NARROW, has_touch=True, is_mobile=True)
    who.start_game(house.url, "survival", "me", "bot:random")
    who.wait_for_turn()
    hint(who)
    who.fits()
    who.page.tap("#place")
    expect(who.page.locator("#hint-said")).to_be_empty()


def hint(who: Person) -> str:
    """Ask for a hint, and return what would happen."""
    expect(who.page.locator("#place")).to_be_disabled()
    who.page.click("#hint button")
    said = who.page.locator("#hint-said")
    expect(said).to_contain_text("Hint: Guest")
    expect(who.page.locator("#place")).to_be_enabled()
    return said.inner_text().removeprefix("Hint: ")
