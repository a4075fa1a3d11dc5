"""The games that are played step by step: by mouse, by keyboard, by touch, against bots, until the game is over."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.house import COMPILING_MS, NARROW, House, Person

pytestmark = pytest.mark.browser

STEP_GAMES = ("sewer-rat", "cat-city", "survival")
SHORT = {"cat-city": {"max_rounds": 2}, "survival": {"max_rounds": 1}}
MOST_MOVES = 90
WHERE = """id => {
  const found = document.getElementById("board-" + id);
  const shown = found.tagName === "g" ? found.firstElementChild : found;
  const box = shown.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""

Told = dict[str, Any]
Choose = Callable[[Person, list[Told]], None]


def wait_for_turn(who: Person) -> bool:
    """Wait for one's turn, or for the end of the game; whether it is one's turn."""
    who.page.wait_for_function(
        """() => document.querySelector("#table").dataset.state === "over"
          || document.querySelector("#table[data-choose='1'] #stage.choosing")""",
        timeout=COMPILING_MS,
    )
    return who.page.get_attribute("#table", "data-state") != "over"


def told_to(who: Person) -> Told:
    told: Told = who.page.evaluate("async () => (await fetch(location.pathname + '/choices')).json()")
    return told


def ways(who: Person) -> list[list[Told]]:
    """The steps of every legal move, asked of the server as the page does."""
    told = told_to(who)
    return [[told["steps"][k] for k in move["steps"]] for move in told["moves"]]


def still(who: Person) -> None:
    """Wait until nothing moves on the board."""
    who.page.evaluate(
        """async () => {
          const board = document.querySelector("#board");
          let before;
          do {
            before = board.getAttribute("viewBox");
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
          } while (board.getAttribute("viewBox") !== before || board.getAnimations({ subtree: true }).length);
        }"""
    )


def from_the_first(who: Person) -> None:
    """Take back what is chosen already, as a piece is that goes on."""
    still(who)
    while who.page.locator("#undo").is_enabled():
        who.page.locator("#undo").click()


def point_at(who: Person, step: Told, *, tap: bool = False) -> None:
    """Click a thing on the board, or its button where nothing stands for it."""
    if step.get("button"):
        who.page.click(f"#options [data-step='{step['id']}']")
        return
    x, y = who.page.evaluate(WHERE, step["id"])
    if tap:
        who.page.touchscreen.tap(x, y)
    else:
        who.page.mouse.click(x, y)


def by_mouse(who: Person, move: list[Told], moves: list[list[Told]]) -> None:
    from_the_first(who)
    for k, step in enumerate(move):
        others = {each[k]["id"] for each in moves if [s["id"] for s in each[:k]] == [s["id"] for s in move[:k]]}
        if len(others) > 1:
            point_at(who, step)
    if not move[-1].get("quick") or len(moves) == 1:
        expect(who.page.locator("#place")).to_be_enabled()
        who.page.click("#place")


def play(who: Person, chance: random.Random, make: Callable[[Person, list[Told], list[list[Told]]], None]) -> set[str]:
    """Play until the game is over; return the first words of the moves made."""
    made: set[str] = set()
    for _ in range(MOST_MOVES):
        if not wait_for_turn(who):
            break
        at = who.at
        moves = ways(who)
        move = chance.choice(moves)
        made.add(move[0]["id"].split("-")[0] if len(moves) > 1 else "forced")
        make(who, move, moves)
        who.wait_for_event_after(at)
    return made


@pytest.mark.parametrize("game", STEP_GAMES)
def test_whole_game_by_mouse(house: House, invite: Invite, game: str) -> None:
    who = invite()
    who.start_game(house.url, game, "me", "bot:random", **SHORT.get(game, {}))
    play(who, random.Random(5), by_mouse)
    expect(who.page.locator("#reason")).not_to_be_empty()


def by_keys(who: Person, _move: list[Told], _moves: list[list[Told]]) -> None:
    """Go somewhere with the arrows, choose it, and confirm, until the move is made."""
    at = who.at
    who.page.focus("#stage")
    keys = random.Random(at)
    for _ in range(8):
        for key in keys.choices(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "n", "r"], k=2):
            who.page.keyboard.press(key)
        who.page.keyboard.press("Enter")
        who.page.wait_for_timeout(30)
        if who.at != at or who.page.locator("#stage.choosing").count() == 0:
            return
        if who.page.locator("#place").is_enabled():
            who.page.keyboard.press("Enter")
            return


@pytest.mark.parametrize("game", STEP_GAMES)
def test_whole_game_by_keys_only(house: House, invite: Invite, game: str) -> None:
    who = invite()
    who.start_game(house.url, game, "me", "bot:random", **dict.fromkeys(SHORT.get(game, {}), 1))
    play(who, random.Random(6), by_keys)
    expect(who.page.locator("#reason")).not_to_be_empty()


def tap_listed(who: Person, steps: list[Told], at: int) -> None:
    """Tap the buttons of these steps, as far as they are shown and nothing has happened since."""
    for step in steps:
        listed = who.page.locator(f"#options [data-step='{step['id']}']")
        if who.at == at and listed.count() and listed.is_visible():
            assert (listed.bounding_box() or {"height": 0})["height"] >= 44
            listed.tap()


def by_touch(who: Person, move: list[Told]) -> None:
    """Tap the buttons; where there are too many choices for buttons, the board."""
    at = who.at
    from_the_first(who)
    tap_listed(who, move, at)
    drawn = [step for step in move if not step.get("button")]
    if who.at == at and who.page.locator("#options button").count() == 0 and drawn:
        point_at(who, drawn[-1], tap=True)
        tap_listed(who, [step for step in move if step.get("button")], at)
    if who.at == at and who.page.locator("#place").is_enabled():
        who.page.locator("#place").tap()


@pytest.mark.parametrize("game", STEP_GAMES)
def test_on_a_phone_by_touch_and_nothing_sticks_out(house: House, invite: Invite, game: str) -> None:
    who = invite(viewport=NARROW, has_touch=True, is_mobile=True)
    who.start_game(house.url, game, "me", "bot:random", "bot:random", **SHORT.get(game, {}))
    chance = random.Random(7)
    for _ in range(8):
        if not wait_for_turn(who):
            break
        who.fits()
        at = who.at
        by_touch(who, chance.choice(ways(who)))
        who.wait_for_event_after(at)


def test_a_choice_can_be_taken_back_and_outlasts_a_push(house: House, invite: Invite) -> None:
    who, watcher = invite(), invite()
    address = who.start_game(house.url, "sewer-rat", "me", "bot:random")
    wait_for_turn(who)
    still(who)
    move = next(move for move in ways(who) if len(move) == 3)
    point_at(who, move[0])
    expect(who.page.locator("#ask")).to_have_text("Choose where the card goes.")
    point_at(who, move[1])
    expect(who.page.locator("#place")).to_be_enabled()
    expect(who.page.locator("#ghost .step-ghost")).to_have_count(1)
    watcher.page.goto(address)
    watcher.page.wait_for_selector("#board")
    expect(who.page.locator("#place")).to_be_enabled()
    who.page.keyboard.press("Escape")
    expect(who.page.locator("#place")).to_be_disabled()
    who.page.click("#undo")
    expect(who.page.locator("#ask")).to_have_text("Choose a card of your hand.")
    expect(who.page.locator("#undo")).to_be_disabled()


def test_in_survival_a_far_hex_is_walked_to_and_a_near_one_is_stepped_on_by_one_click(
    house: House, invite: Invite
) -> None:
    who = invite()
    who.start_game(house.url, "survival", "me", "bot:random", max_rounds=5)
    while wait_for_turn(who) and not (told := told_to(who))["walks"]:
        at, moves = who.at, ways(who)
        by_mouse(who, random.Random(at).choice(moves), moves)
        who.wait_for_event_after(at)
    walk = max(told["walks"], key=lambda walk: len(walk["moves"]))
    piece, goal = told["steps"][walk["steps"][0]], told["steps"][walk["ways"][-1]]
    from_the_first(who)
    if len({move[0]["id"] for move in ways(who)}) > 1:
        point_at(who, piece)
    point_at(who, goal)
    expect(who.page.locator("#ghost .step-trail")).to_have_count(1)
    at = who.at
    who.page.click("#place")
    for _ in walk["moves"]:
        who.wait_for_event_after(at)
        at += 1
    expect(who.page.locator("#log")).to_contain_text(f" to {goal['id']}")
    while wait_for_turn(who) and not (moves := ways(who))[0][-1].get("quick"):
        at = who.at
        by_mouse(who, moves[0], moves)
        who.wait_for_event_after(at)
    from_the_first(who)
    near, at = moves[0], who.at
    if len({move[0]["id"] for move in moves}) > 1:
        point_at(who, near[0])
    point_at(who, near[1])
    who.wait_for_event_after(at)
