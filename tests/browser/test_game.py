"""Whole games in the browser: by mouse against a friend who sees every move, by keyboard only, by touch."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.house import COMPILING_MS, NARROW, House, Move, Person, chosen

pytestmark = pytest.mark.browser

ALL_TILES = 44


def place_by_mouse(who: Person, move: Move, *, confirm_on_board: bool) -> list[tuple[int, int, str]]:
    """Place a tile; return what its ghost has shown."""
    who.pick(move.tile, move.direction)
    x, y = who.aim(move)
    who.page.mouse.move(x, y)
    expect(who.page.locator("#ghost .ghost")).to_have_count(1)
    expect(who.page.locator("#preview")).to_contain_text(f"red +{move.gains[0]}, green +{move.gains[1]}")
    who.page.mouse.click(x, y)
    chosen(who)
    ghost = who.ghost()
    if confirm_on_board:
        # A second click that comes at once would be a double click.
        who.page.wait_for_function(
            "start => performance.now() > start + 320", arg=who.page.evaluate("performance.now()")
        )
        who.page.mouse.click(x, y)
    else:
        who.page.click("#place")
    return ghost


def test_whole_game_by_mouse_with_a_friend_and_a_watcher_who_see_every_move(house: House, invite: Invite) -> None:
    red, green, watcher = invite(), invite(), invite()
    address = red.start_table(house.url, "me", "friend")
    green.page.goto(address)
    green.page.click("#sit-2 button", timeout=COMPILING_MS)
    watcher.page.goto(address)
    chance = random.Random(7)
    for n in range(ALL_TILES):
        who, other = (red, green) if n // 2 % 2 == 0 else (green, red)
        who.wait_for_turn()
        at, scores = who.at, who.scores
        best = max(who.moves(), key=lambda move: (sum(move.gains), chance.random()))
        ghost = place_by_mouse(who, best, confirm_on_board=n % 11 == 5)
        who.wait_for_event_after(at)
        for x, y, face in ghost:
            assert who.page.get_attribute(f"#board-{x}_{y} use", "href") == face
        look = who.look()
        for each in (other, watcher):
            each.wait_for_event_after(at)
            each.sees(look)
        if n < ALL_TILES - 1:
            assert who.scores == [scores[0] + best.gains[0], scores[1] + best.gains[1]]
        assert watcher.page.locator("#stage.choosing").count() == 0
    for each in (red, green, watcher):
        expect(each.page.locator("#reason")).to_contain_text("All tiles are placed")
    assert sum(red.scores) > 0
    red.page.click("#rematch button")
    green.page.click("#rematch button")
    green.wait_for_turn()


def focus_by_tab(who: Person, selector: str) -> None:
    for _ in range(60):
        if who.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        who.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def test_whole_game_by_keyboard_only(house: House, invite: Invite) -> None:
    who = invite()
    who.page.goto(house.url)
    press = who.page.keyboard.press
    game = "details[data-game=rat-attack]"
    focus_by_tab(who, f"{game} > summary")
    press("Enter")
    focus_by_tab(who, f"{game} details.settings summary")
    press("Enter")
    focus_by_tab(who, "[name=option-rats_to_lose]")
    press("9")
    focus_by_tab(who, f"{game} button.main")
    press("Enter")
    who.page.wait_for_url("**/table/*")
    chance = random.Random(3)
    for _ in range(ALL_TILES // 2):
        who.wait_for_turn()
        focus_by_tab(who, "#stage")
        at = who.at
        if who.page.locator("#ghost .ghost").count() == 0:
            press("Enter")
        for key in chance.choices(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "r", "Shift+R", "t", "n"], k=4):
            press(key)
        press("Enter")
        chosen(who)
        press("Escape")
        expect(who.page.locator("#place")).to_be_disabled()
        press("Enter")
        chosen(who)
        press("Enter")
        who.wait_for_event_after(at)
    expect(who.page.locator("#reason")).to_contain_text("All tiles are placed", timeout=20_000)


def test_arrows_come_to_every_spot(house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    spots = {(move.x, move.y) for move in who.moves() if move.direction == 0}
    who.page.focus("#stage")
    who.page.keyboard.press("Enter")

    def here() -> str:
        return str(who.page.get_attribute("#ghost .ghost .tile", "transform"))

    reached = {here()}
    for _ in range(3):
        for way in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
            for _ in range(4):
                who.page.keyboard.press(way)
                reached.add(here())
    before = len(reached)
    assert before > 4
    for _ in spots:
        who.page.keyboard.press("n")
        reached.add(here())
    assert len(reached) == len(spots)


def test_by_touch_a_tap_chooses_and_the_button_places(house: House, invite: Invite) -> None:
    who = invite(viewport=NARROW, has_touch=True, is_mobile=True)
    who.start_table(house.url, "me", "bot:random")
    who.wait_for_turn()
    at = who.at
    move = next(move for move in who.moves() if move.direction == 0)
    who.page.tap(f".tile-button[data-tile='{move.tile}']")
    x, y = who.aim(move)
    who.page.touchscreen.tap(x, y)
    chosen(who)
    who.page.touchscreen.tap(x, y)
    assert who.at == at, "a second tap does not place"
    who.page.tap("#place")
    who.wait_for_event_after(at)
    expect(who.page.locator(f"#board-{move.x}_{move.y}")).to_have_class("space h1 newest")
    assert who.page.evaluate("getComputedStyle(document.querySelector('#stage')).touchAction") == "pan-x pan-y"


def test_board_and_controls_fit_on_one_screen_of_a_phone(house: House, invite: Invite) -> None:
    who = invite(viewport=NARROW, has_touch=True, is_mobile=True)
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    board, controls = who.page.locator("#board-frame").bounding_box(), who.page.locator("#choose").bounding_box()
    assert board is not None
    assert controls is not None
    assert board["height"] > 300
    assert board["y"] + board["height"] <= controls["y"] + 1
    assert controls["y"] + controls["height"] <= NARROW["height"] + 1


def test_nothing_sticks_out_at_360_pixels(house: House, invite: Invite) -> None:
    who = invite(viewport=NARROW)
    for path in ("/", "/how-to-play/rat-attack"):
        who.page.goto(house.url + path)
        who.fits()
    who.start_table(house.url, "me", "friend")
    who.fits()
    who.start_table(house.url, "me", "bot:greedy")
    who.wait_for_turn()
    who.fits()


def test_view_is_zoomed_and_fitted(house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    who.point(0, 0)
    whole = who.page.get_attribute("#board", "viewBox")
    who.page.click("#zoom-in")
    who.point(0, 0)
    assert who.page.get_attribute("#board", "viewBox") != whole
    assert who.page.get_attribute("#board", "viewBox") == who.page.get_attribute("#ghost", "viewBox")
    who.page.click("#zoom-fit")
    who.point(0, 0)
    assert who.page.get_attribute("#board", "viewBox") == whole


def test_dragging_moves_the_view_and_chooses_nothing(house: House, invite: Invite) -> None:
    who = invite()
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    x, y = who.point(0.5, 1.5)
    who.page.mouse.move(x, y)
    who.page.mouse.down()
    who.page.mouse.move(x + 60, y + 30, steps=4)
    who.page.mouse.up()
    moved_x, moved_y = who.point(0.5, 1.5)
    assert (round(moved_x - x), round(moved_y - y)) == (60, 30)
    expect(who.page.locator("#place")).to_be_disabled()


def test_board_does_not_keep_the_page_from_scrolling(house: House, invite: Invite) -> None:
    who = invite(viewport=NARROW)
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    who.page.mouse.move(*who.point(0, 0))
    who.page.mouse.wheel(0, 200)
    who.page.wait_for_function("() => scrollY > 100")


def test_two_fingers_zoom(house: House, invite: Invite) -> None:
    who = invite(viewport=NARROW, has_touch=True, is_mobile=True)
    who.start_table(house.url, "me", "me")
    who.wait_for_turn()
    left, right = who.point(-2, 1), who.point(2, 1)
    fingers = who.page.context.new_cdp_session(who.page)

    def touch(kind: str, *apart: float) -> None:
        points = [{"x": left[0] - apart[0], "y": left[1]}, {"x": right[0] + apart[0], "y": right[1]}] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for apart in (10, 20, 30):
        touch("touchMove", apart)
    touch("touchEnd")
    assert who.point(2, 1)[0] - who.point(-2, 1)[0] > right[0] - left[0] + 40
