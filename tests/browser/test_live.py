"""What lives in the browser outlasts what the server sends, and the server's end; refusals are said."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Invite
from tests.browser.house import COMPILING_MS, House, Person, chosen

pytestmark = pytest.mark.browser

COUNT_ANIMATIONS = """
  window.animations = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.animations += 1; return animate.apply(this, given); };
"""

KEEP_STREAMS = """
  window.streams = [];
  const Native = EventSource;
  window.EventSource = class extends Native { constructor(...given) { super(...given); window.streams.push(this); } };
  window.away = false;
  Object.defineProperty(document, "hidden", { get: () => window.away });
"""


def place(who: Person) -> None:
    """Place a tile at the first spot that offers itself."""
    who.wait_for_turn()
    at = who.at
    who.page.focus("#stage")
    who.page.keyboard.press("n")
    who.page.keyboard.press("Enter")
    chosen(who)
    who.page.click("#place")
    who.wait_for_event_after(at)


def second_tab(who: Person) -> Person:
    """Another tab of the same browser at the same table."""
    tab = Person(who.page.context.new_page())
    tab.page.goto(who.page.url)
    tab.wait_for_turn()
    return tab


def test_reload_shows_the_same_state(house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(house.url, "me", "me")
    for _ in range(3):
        place(who)
    look, at = who.look(), who.at
    who.page.reload()
    who.wait_for_turn()
    assert who.at == at
    assert who.look() == look


def test_killed_server_comes_back_with_every_move_and_the_page_by_itself(own_house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(own_house.url, "me", "me")
    for _ in range(3):
        place(who)
    look, at = who.look(), who.at
    who.page.keyboard.press("r")
    own_house.kill()
    expect(who.page.locator("#offline")).not_to_be_empty()
    place_button = who.page.locator("#place")
    who.page.focus("#stage")
    who.page.keyboard.press("Enter")
    who.page.keyboard.press("Enter")
    chosen(who)
    place_button.click()
    expect(who.page.locator("#notice")).to_contain_text("cannot be reached")
    chosen(who)
    own_house.open()
    expect(who.page.locator("#offline")).to_be_empty(timeout=COMPILING_MS)
    assert who.look() == look
    assert who.at == at
    place_button.click()
    who.wait_for_event_after(at)
    expect(who.page.locator("#notice")).to_be_empty()
    who.complaints = [text for text in who.complaints if "net::ERR_" not in text]


def test_choice_of_tile_and_direction_outlasts_another_tabs_move(house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    tab = second_tab(who)
    kept, other = who.page.locator(".tile-button").evaluate_all("all => all.map(each => each.dataset.tile)")[::-1]
    who.pick(int(kept), 1)
    at = who.at
    tab.page.click(f".tile-button[data-tile='{other}']")
    place(tab)
    who.wait_for_event_after(at)
    who.wait_for_turn()
    expect(who.page.locator(".tile-button[aria-pressed=true]")).to_have_attribute("data-tile", kept)
    assert who.heading() == 1
    assert tab.complaints == []


def test_focus_and_half_typed_text_outlast_another_tabs_move(house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    tab = second_tab(who)
    at = who.at
    who.page.focus("#move-text")
    who.page.keyboard.type("17@")
    place(tab)
    who.wait_for_event_after(at)
    expect(who.page.locator("#move-text")).to_be_focused()
    who.page.keyboard.type("2,0e")
    expect(who.page.locator("#move-text")).to_have_value("17@2,0e")


def test_of_two_tabs_that_place_at_once_one_is_told_why_not(house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    tab = second_tab(who)
    at = who.at
    for each, presses in ((who, 1), (tab, 3)):
        each.page.focus("#stage")
        for _ in range(presses):
            each.page.keyboard.press("n")
        each.page.keyboard.press("Enter")
        chosen(each)
    for each in (who, tab):
        each.page.evaluate(
            "() => { document.querySelector('#place').click(); document.querySelector('#place').click() }"
        )
    for each in (who, tab):
        each.wait_for_event_after(at)
        each.page.wait_for_function("() => document.querySelector('#preview').textContent !== 'Sending …'")
    told = [each.page.inner_text("#notice").strip() for each in (who, tab)]
    assert sorted(map(bool, told)) == [False, True]
    assert who.page.locator("#log li", has_text="places tile").count() == 1
    who.complaints = [text for text in who.complaints if "409" not in text]


def test_refused_move_is_said_with_its_reason(house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    who.page.fill("#move-text", "1@20,20e")
    who.page.click("#move-send")
    expect(who.page.locator("#notice")).to_contain_text("1@20,20e")
    who.page.click("#notice button")
    expect(who.page.locator("#notice")).to_be_empty()
    who.complaints = [text for text in who.complaints if "422" not in text]


def test_resigning_asks_first(house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(house.url, "me", "bot:random")
    who.wait_for_turn()
    who.page.click(".resign button")
    expect(who.page.locator(".resign button")).to_contain_text("Really")
    assert who.page.locator("#end").count() == 0
    who.page.click(".resign button")
    expect(who.page.locator("#reason")).not_to_be_empty()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_tile_comes_down_unless_motion_is_unwanted(house: House, invite: Invite, motion: str) -> None:
    who = invite(reduced_motion=motion)
    who.page.context.add_init_script(COUNT_ANIMATIONS)
    who.start_table(house.url, "me", "me")
    place(who)
    assert (who.page.evaluate("animations") > 0) == (motion == "no-preference")


def test_address_of_an_open_table_is_copied(house: House, invite: Invite) -> None:
    who = invite(permissions=["clipboard-read", "clipboard-write"])
    address = who.start_table(house.url, "me", "friend")
    who.page.click("#copy")
    expect(who.page.locator("#copy")).to_have_text("Copied")
    assert who.page.evaluate("navigator.clipboard.readText()") == address


def test_colours_are_chosen_and_kept(house: House, invite: Invite) -> None:
    who = invite(color_scheme="light")
    who.page.goto(house.url)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = who.page.evaluate(ground)
    who.page.click("#theme")
    assert who.page.evaluate(ground) == light
    who.page.click("#theme")
    dark = who.page.evaluate(ground)
    assert dark != light
    who.page.reload()
    assert who.page.evaluate(ground) == dark


def test_without_script_a_move_is_typed(house: House, invite: Invite) -> None:
    who = invite(java_script_enabled=False)
    who.start_table(house.url, "me", "me")
    who.page.wait_for_selector("#move-form", timeout=COMPILING_MS)
    tile = who.page.get_attribute("#board-hand .tile", "data-tile")
    who.page.fill("#move-text", f"{tile}@-1,1e")
    who.page.click("#move-send")
    who.page.wait_for_selector("#board--1_1")


def test_hidden_tab_gives_its_stream_back_and_returns_to_the_state(house: House, invite: Invite) -> None:
    who = invite()
    who.page.context.add_init_script(KEEP_STREAMS)
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    tab = second_tab(who)
    who.page.clock.install()
    show = "away => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }"
    who.page.evaluate(show, True)
    who.page.clock.fast_forward(20_000)
    who.page.wait_for_function("() => streams.at(-1).readyState === EventSource.CLOSED")
    at = who.at
    place(tab)
    assert who.at == at
    who.page.evaluate(show, False)
    who.wait_for_event_after(at)
    who.sees(tab.look())


@pytest.mark.parametrize("game", ["rat-attack", "cat-city"])
def test_choices_that_the_server_could_not_tell_are_asked_for_again(house: House, invite: Invite, game: str) -> None:
    who = invite()
    asked: list[str] = []

    def refuse_twice(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) <= 2:
            route.fulfill(status=503, json={"ok": False, "error": "One moment."})
        else:
            route.continue_()

    who.page.route("**/choices", refuse_twice)
    who.start_game(house.url, game, "me", "me")
    who.wait_for_turn()
    expect(who.page.locator("#chooser")).to_be_visible()
    assert len(asked) == 3
    assert all("503" in complaint for complaint in who.complaints)
    who.complaints.clear()
