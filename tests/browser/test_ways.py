"""Ways: bent before they are walked, gone along when something moves, and passages that are shown on demand."""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Invite
from tests.browser.house import NARROW, House, Person
from tests.browser.test_steps import WHERE, Told, still, told_to, wait_for_turn

pytestmark = pytest.mark.browser

MOST_TURNS = 400
MOST_TABLES = 8
SEND = """async text => {
  const table = document.querySelector("#table");
  const token = document.querySelector('meta[name="form-token"]').content;
  const body = new URLSearchParams({ move: text, at: table.dataset.at, _csrf_token: token });
  await fetch(`${location.pathname}/move`, { method: "POST", body, headers: { Accept: "application/json" } });
}"""
KEEP_WAYS = """
  window.ways = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...given) {
    if (this.id) window.ways.push({ id: this.id, frames: frames.map(frame => frame.transform ?? "") });
    return animate.call(this, frames, ...given);
  };
"""
APART = """([ways, id]) => {
  const line = document.querySelector(`#board [data-way-of="${id}"]`);
  const points = Array.from({ length: 2001 }, (_, k) => line.getPointAtLength(k * line.getTotalLength() / 2000));
  return Math.max(...ways.map(frame => {
    const { e, f } = new DOMMatrix(frame);
    return Math.min(...points.map(({ x, y }) => Math.hypot(x - e, y - f)));
  }));
}"""
KEEP_POSTS = """
  window.posts = [];
  const native = window.fetch;
  window.fetch = (...given) => {
    if (given[1]?.method === "POST") window.posts.push(String(given[1].body));
    return native(...given);
  };
"""


def send(who: Person, text: str) -> None:
    """Make a move without pointing at anything."""
    at = who.at
    who.page.evaluate(SEND, text)
    who.wait_for_event_after(at)


def play_until(who: Person, seed: int, found: Callable[[Told], Any], prefer: Callable[[str], bool] = bool) -> Any:
    """Make any moves for whoever is to act here until something is found in what may be chosen; None if it never is."""
    chance = random.Random(seed)
    for _ in range(MOST_TURNS):
        if not wait_for_turn(who):
            return None
        told = told_to(who)
        if result := found(told):
            return result
        texts = [move["text"] for move in told["moves"]]
        send(who, chance.choice([text for text in texts if prefer(text)] or texts))
    return None


def ids(told: Told, numbers: list[int]) -> list[str]:
    return [told["steps"][k]["id"] for k in numbers]


def long_walk(told: Told) -> tuple[Told, str, list[str], str] | None:
    """A piece, its suggested way of three steps, and a hex beside it, over which it is no longer."""
    for walk in told["walks"]:
        [piece] = ids(told, walk["steps"])
        way = ids(told, walk["ways"])
        if len(way) != 3:
            continue
        near = {ids(told, move["steps"])[1] for move in told["moves"] if ids(told, move["steps"])[0] == piece}
        for aside in sorted(near - set(way)):
            if adjacent(aside, way[0]) and adjacent(aside, way[1]):
                return told, piece, way, aside
    return None


def walk_with_more(told: Told) -> tuple[Told, str, list[str]] | None:
    """A piece, its suggested way of three steps, from the end of which it can go on."""
    walks = [(ids(told, walk["steps"])[0], ids(told, walk["ways"])) for walk in told["walks"]]
    for piece, way in walks:
        if len(way) == 3 and any(other == piece and further[:-1] == way for other, further in walks):
            return told, piece, way
    return None


def adjacent(one: str, other: str) -> bool:
    """Whether two hexes of the board touch."""
    (q, r), (a, b) = axial(one), axial(other)
    return (q - a, r - b) in {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}


def axial(name: str) -> tuple[int, int]:
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return column - row // 2, row


def choose_far(who: Person, told: Told, piece: str, goal: str, *, tap: bool = False) -> None:
    press = who.page.touchscreen.tap if tap else who.page.mouse.click
    still(who)
    while who.page.locator("#undo").is_enabled():
        who.page.locator("#undo").click()
    if len({move["steps"][0] for move in told["moves"]}) > 1:
        press(*where(who, piece))
    press(*where(who, goal))
    expect(who.page.locator("#ghost .step-trail")).to_have_count(1)


def where(who: Person, id: str) -> tuple[float, float]:
    x, y = who.page.evaluate(WHERE, id)
    return x, y


def bend_by_dragging(who: Person, way: list[str], aside: str) -> None:
    """Drag the middle of the line's first part to the hex beside it."""
    (x, y), (u, v) = where(who, way[0]), where(who, way[1])
    who.page.mouse.move((x + u) / 2, (y + v) / 2)
    who.page.mouse.down()
    who.page.mouse.move(*where(who, aside), steps=5)
    expect(who.page.locator("#ghost .step-bend")).to_have_count(1)
    who.page.mouse.up()


def bend_by_finger(who: Person, way: list[str], aside: str) -> None:
    (x, y), (u, v) = where(who, way[0]), where(who, way[1])
    finger = who.page.context.new_cdp_session(who.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    to = where(who, aside)
    touch("touchStart", ((x + u) / 2, (y + v) / 2))
    touch("touchMove", ((x + to[0]) / 2, (y + to[1]) / 2))
    touch("touchMove", to)
    expect(who.page.locator("#ghost .step-bend")).to_have_count(1)
    touch("touchEnd")


@pytest.mark.parametrize("bend", [bend_by_dragging, bend_by_finger])
def test_a_suggested_way_is_bent_and_walked_as_one(
    house: House, invite: Invite, bend: Callable[[Person, list[str], str], None]
) -> None:
    finger = bend is bend_by_finger
    who = invite(**({"viewport": NARROW, "has_touch": True, "is_mobile": True} if finger else {}))
    who.start_game(house.url, "survival", "me", "me")
    told, piece, way, aside = play_until(who, 4, long_walk)
    choose_far(who, told, piece, way[-1], tap=finger)
    bend(who, way, aside)
    expect(who.page.locator("#told")).to_contain_text(way[-1])
    assert who.page.inner_text("#told").index(f"{aside},") < who.page.inner_text("#told").index(f"{way[-1]},")
    at = who.at
    who.page.click("#place")
    expect(who.page.locator(f"#board-{piece}")).to_have_attribute("data-hex", way[-1])
    assert who.at - at > len(way) - 1
    assert f"to {aside}." in who.page.inner_text("#log")


def test_a_way_is_led_through_places_by_a_button_and_goes_on_from_there(house: House, invite: Invite) -> None:
    who = invite(viewport=NARROW, has_touch=True, is_mobile=True)
    who.start_game(house.url, "survival", "me", "me")
    told, piece, way = play_until(who, 5, walk_with_more)
    choose_far(who, told, piece, way[-1], tap=True)
    at = who.at
    who.page.locator("#bend").tap()
    expect(who.page.locator("#ghost .step-bend")).to_have_count(1)
    onward = who.page.locator("#options button").first
    goal = onward.get_attribute("data-step")
    onward.tap()
    expect(who.page.locator("#told")).to_contain_text(f"{goal},")
    assert who.at == at, "nothing is walked before it is confirmed"
    who.page.locator("#place").tap()
    expect(who.page.locator(f"#board-{piece}")).to_have_attribute("data-hex", str(goal))


def test_a_way_is_bent_by_keys_only_and_unbent_again(house: House, invite: Invite) -> None:
    who = invite()
    who.start_game(house.url, "survival", "me", "me")
    _told, piece, way, aside = play_until(who, 6, long_walk)
    still(who)
    press = who.page.keyboard.press
    who.page.focus("#stage")
    while who.page.locator("#undo").is_enabled():
        press("Escape")
    if who.page.locator(f"#options [data-step='{piece}']").count():
        aim(who, piece)
        press("Enter")
    aim(who, aside)
    press("v")
    expect(who.page.locator("#ghost .step-bend")).to_have_count(1)
    aim(who, way[0])
    press("v")
    expect(who.page.locator("#ghost .step-bend")).to_have_count(2)
    press("Escape")
    press("Escape")
    expect(who.page.locator("#ghost .step-bend")).to_have_count(1)
    aim(who, way[0])
    at = who.at
    press("Enter")
    assert who.at == at
    press("Enter")
    expect(who.page.locator(f"#board-{piece}")).to_have_attribute("data-hex", way[0])
    assert who.at >= at + 2


def aim(who: Person, id: str) -> None:
    """Go from choice to choice until this one is aimed at."""
    label = who.page.locator(f"#options [data-step='{id}']").inner_text()
    for _ in range(70):
        if label.lower() in who.page.inner_text("#told").lower().rstrip(".").split(" · ")[-1].split(" → "):
            return
        who.page.keyboard.press("n")
    raise AssertionError(f"never came to {id}")


def test_an_obstacle_is_dragged_to_its_place_and_on(house: House, invite: Invite) -> None:
    def obstacle(told: Told) -> tuple[str, list[str]] | None:
        found = [ids(told, move["steps"]) for move in told["moves"]]
        places = [steps[1] for steps in found if steps[0] == "obstacle-bar"]
        return ("obstacle-bar", sorted(set(places))) if places else None

    who = invite()
    who.start_game(house.url, "survival", "me", "me")
    thing, places = play_until(who, 7, obstacle)
    still(who)
    at = who.at
    for place in (places[len(places) // 2], places[0]):
        start = where(who, thing) if who.page.locator("#ghost .step-ghost").count() == 0 else ghost(who)
        who.page.mouse.move(*start)
        who.page.mouse.down()
        who.page.mouse.move(*where(who, place), steps=6)
        who.page.mouse.up()
        expect(who.page.locator("#told")).to_contain_text(place)
        expect(who.page.locator("#ghost .step-ghost")).to_have_count(1)
    turned = who.page.get_attribute("#ghost .step-ghost", "transform")
    who.page.click("#place")
    who.wait_for_event_after(at)
    expect(who.page.locator(f"#board-{thing}")).to_have_attribute("transform", str(turned))


def ghost(who: Person) -> tuple[float, float]:
    box = who.page.locator("#ghost .step-ghost").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_passages_are_shown_on_demand_and_at_holes(house: House, invite: Invite) -> None:
    who = invite()
    who.start_game(house.url, "cat-city", "me", "me")
    wait_for_turn(who)
    toggle = who.page.get_by_role("button", name="Underground passages")
    passages = who.page.locator("#board-tunnels > path:visible")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    expect(passages).to_have_count(0)
    who.page.mouse.move(*where(who, "field-r1"))
    expect(passages).to_have_count(3)
    who.page.mouse.move(*where(who, "field-t1"))
    expect(passages).to_have_count(0)
    toggle.focus()
    who.page.keyboard.press("Enter")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    expect(passages).to_have_count(10)
    send(who, "place r2")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    expect(passages).to_have_count(10)
    toggle.click()
    expect(passages).to_have_count(0)

    def on_a_hole(told: Told) -> str | None:
        for move in told["moves"]:
            rat = ids(told, move["steps"])[0]
            on = who.page.get_attribute(f"#board-{rat}", "data-on") if rat.startswith("rat-") else None
            if on and who.page.locator(f"#board-tunnels [data-ends~='{on}']").count():
                return rat
        return None

    rat = play_until(who, 3, on_a_hole)
    who.page.mouse.move(0, 0)
    still(who)
    who.page.locator(f"#options [data-step='{rat}']").click()
    on = who.page.get_attribute(f"#board-{rat}", "data-on")
    for passage in who.page.locator(f"#board-tunnels [data-ends~='{on}']").all():
        expect(passage).to_be_visible()
    assert passages.count() < 10


def test_without_script_passages_are_always_shown(house: House, invite: Invite) -> None:
    who = invite(java_script_enabled=False)
    who.start_game(house.url, "cat-city", "me", "me")
    expect(who.page.locator("#board-tunnels > path:visible")).to_have_count(10)


@pytest.mark.parametrize(("game", "mover"), [("sewer-rat", "rat"), ("cat-city", "rat-"), ("survival", "P")])
def test_what_moves_goes_along_its_way_for_those_who_watch_too(
    house: House, invite: Invite, game: str, mover: str
) -> None:
    who, watcher, still_one = invite(), invite(), invite(reduced_motion="reduce")
    for each in (watcher, still_one):
        each.page.context.add_init_script(KEEP_WAYS)
    address = who.start_game(house.url, game, "me", "me")
    wait_for_turn(who)
    for each in (watcher, still_one):
        each.page.goto(address)
        each.page.wait_for_selector("#board")

    def along() -> bool:
        ways = watcher.page.evaluate("ways.filter(({ id, frames }) => frames.length > 3)")
        return any(way["id"].startswith(f"board-{mover}") for way in ways)

    def gone(_told: Told) -> bool:
        return bool(along())

    assert play_until(who, 2, gone)
    way = watcher.page.evaluate("ways.findLast(({ frames }) => frames.length > 3)")
    watcher.wait_for_event_after(who.at - 1)
    id = way["id"].removeprefix("board-")
    if watcher.page.locator(f"#board [data-way-of='{id}']").count():
        assert watcher.page.evaluate(APART, [way["frames"], id]) < 100
    assert still_one.page.evaluate("ways.filter(({ frames }) => frames.length > 3)") == []


def forced(told: Told) -> str | None:
    return told["moves"][0]["text"] if told["forced"] else None


def come_to_a_forced_run(who: Person, house: House) -> str:
    for seed in range(MOST_TABLES):
        who.start_game(house.url, "sewer-rat", "me", "me")
        text = play_until(who, seed, forced, lambda text: text.startswith("well"))
        if text:
            return str(text)
    raise AssertionError("no run was ever forced")


def test_a_forced_run_is_announced_and_made_by_the_page_once(house: House, invite: Invite) -> None:
    who, watcher = invite(), invite()
    for each in (who, watcher):
        each.page.context.add_init_script(KEEP_POSTS)
    text = come_to_a_forced_run(who, house)
    at = who.at
    watcher.page.goto(who.page.url)
    expect(who.page.locator("#told")).to_contain_text("happens by itself")
    who.page.evaluate("posts.length = 0")
    tab = Person(who.page.context.new_page())
    tab.page.goto(who.page.url)
    who.wait_for_event_after(at)
    who.page.wait_for_timeout(2500)
    made = who.page.evaluate("posts") + tab.page.evaluate("posts")
    assert made
    assert len([post for post in made if f"at={at}&" in f"{post}&"]) <= 2
    assert len(who.page.evaluate("posts")) <= 1
    assert watcher.page.evaluate("posts") == []
    assert text.split()[0] in ("run", "exit", "pass")
    for each in (who, tab):
        expect(each.page.locator("#notice")).to_be_empty()
    who.complaints = [text for text in who.complaints if "409" not in text]


def test_a_forced_run_that_cannot_be_sent_is_told_and_left_to_the_button(house: House, invite: Invite) -> None:
    who = invite()

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503, json={"ok": False, "error": "One moment."})

    refused: list[str] = []
    come_to_a_forced_run(who, house)
    at = who.at
    who.page.route("**/move", refuse)
    expect(who.page.locator("#notice")).to_contain_text("One moment.")
    who.page.wait_for_timeout(2500)
    assert (len(refused), who.at) == (1, at)
    who.page.unroute("**/move")
    who.page.click("#place")
    who.wait_for_event_after(at)
    assert all("503" in complaint for complaint in who.complaints)
    who.complaints.clear()


@pytest.mark.parametrize("game", ["sewer-rat", "cat-city", "survival"])
def test_on_a_phone_the_buttons_cover_nothing_of_the_board(house: House, invite: Invite, game: str) -> None:
    who = invite(viewport=NARROW, has_touch=True, is_mobile=True)
    who.start_game(house.url, game, "me", "bot:random", "bot:random")
    wait_for_turn(who)
    still(who)
    stage = who.page.locator("#stage").bounding_box()
    controls = who.page.locator("#choose").bounding_box()
    assert stage is not None
    assert controls is not None
    for each in who.page.locator("#camera button, #shown button").all():
        box = each.bounding_box()
        assert box is not None
        assert box["y"] >= stage["y"] + stage["height"]
        assert box["y"] + box["height"] <= controls["y"] + 1
    boxes = [each.bounding_box() for each in who.page.locator("#shown button, #camera button").all()]
    for one, other in pairwise(boxes):
        assert one is not None
        assert other is not None
        assert one["x"] + one["width"] <= other["x"]
