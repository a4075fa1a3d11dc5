"""Bots think beside the tables: on time, in bounds, and whatever they do, no table stops."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import numpy as np
import pytest

from ratskeller.bots import base
from ratskeller.bots.ready import make_ready
from ratskeller.play.game import game as find_game
from ratskeller.play.position import Position
from ratskeller.web import frame, thinking
from ratskeller.web.hub import Hub, Live, Look, NoHint
from ratskeller.web.settings import Settings
from ratskeller.web.store import Store
from ratskeller.web.thinking import Choice, Overdue, Thinkers

pytestmark = pytest.mark.kernel

ANNA = "anna"
WITHIN = 30.0


class Fake:
    """A bot that makes the first move."""

    name = "fake"

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        return int(view.legal_ids()[0])


class Raises(Fake):
    def choose(self, view: Position, rng: np.random.Generator) -> int:
        raise ZeroDivisionError("a bug")


class Leaves(Fake):
    def choose(self, view: Position, rng: np.random.Generator) -> int:
        sys.exit(1)


class Cheats(Fake):
    def choose(self, view: Position, rng: np.random.Generator) -> int:
        moves = set(view.legal_ids().tolist())
        return next(move for move in range(1024, 1 << 20) if move not in moves)


class Confused(Fake):
    def choose(self, view: Position, rng: np.random.Generator) -> int:
        return -17


class Hangs(Fake):
    released = threading.Event()

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        self.released.wait(WITHIN)
        return super().choose(view, rng)


class Slow(Fake):
    """Notes how many think at once, and where."""

    at_once = most = 0
    niceness: list[int]
    lock = threading.Lock()

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        with Slow.lock:
            Slow.at_once += 1
            Slow.most = max(Slow.most, Slow.at_once)
        time.sleep(0.02)
        with Slow.lock:
            Slow.at_once -= 1
        if sys.platform == "linux":
            Slow.niceness.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return super().choose(view, rng)


@pytest.fixture
def sits(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Make a bot known by a name."""

    def seat(bot: type[Fake], name: str = "fake") -> str:
        monkeypatch.setitem(base._MAKERS, name, bot)
        return name

    return seat


async def against(hub: Hub, bot: str, game: str = "rat-attack") -> Live:
    """A table at which a bot begins."""
    chairs = [{"bot": bot, "name": "Robot"}, {"guest": ANNA, "name": "Anna"}]
    setting: dict[str, Any] = {"options": {}, "rounds": 1, "listed": False, "owner": ANNA, "chairs": chairs}
    await hub.create("abc", {"game": game, "players": 2, **setting})
    live = await hub.find("abc")
    assert live is not None
    return live


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN):
        while not true():
            await asyncio.sleep(0.005)


def run(hub: Hub, work: Coroutine[Any, Any, None]) -> None:
    async def whole() -> None:
        try:
            await work
        finally:
            await hub.close()

    asyncio.run(whole())


def position_to_move(game: str = "rat-attack") -> Position:
    position, rng = find_game(game).start(), np.random.default_rng(1)
    while position.to_act == "chance":
        position.push_chance(rng)
    assert isinstance(position.to_act, int)
    return position.view(position.to_act)


def told(live: Live) -> str:
    return frame.render(live, Look("en", (2,))).story.decode()


@pytest.mark.parametrize("bad", [Raises, Leaves, Cheats, Confused, Hangs])
def test_a_bot_that_fails_is_replaced_by_greedy_and_the_log_says_so(
    hub: Hub, sits: Callable[..., str], bad: type[Fake]
) -> None:
    async def play() -> None:
        hub.thinkers.patience = 0.3
        live = await against(hub, sits(bad))
        await until(lambda: live.table.acting == 2)
        assert live.table.chair_of(1).bot == "greedy"
        assert told(live).count("The bot of Robot failed: another one plays on.") == 1

    try:
        run(hub, play())
    finally:
        Hangs.released.set()
        Hangs.released.clear()


def test_where_greedy_fails_as_well_chance_plays_on(hub: Hub, sits: Callable[..., str]) -> None:
    async def play() -> None:
        sits(Raises, "greedy")
        live = await against(hub, "greedy")
        await until(lambda: live.table.acting == 2)
        assert live.table.chair_of(1).bot == "random"

    run(hub, play())


def test_where_every_bot_fails_the_table_waits_and_tries_no_more(hub: Hub, sits: Callable[..., str]) -> None:
    async def play() -> None:
        for name in ("fake", "greedy", "random"):
            sits(Raises, name)
        live = await against(hub, "fake")
        await until(lambda: live.thinking is not None and live.thinking.done())
        assert live.table.acting == 1
        assert told(live).count("failed") == 2

    run(hub, play())


def test_no_more_bots_think_at_once_than_there_are_cores_and_they_stand_back(
    monkeypatch: pytest.MonkeyPatch, sits: Callable[..., str]
) -> None:
    monkeypatch.setattr(thinking, "cores", lambda: 3)
    Slow.most, Slow.niceness = 0, []
    name, view = sits(Slow), position_to_move()

    async def think() -> list[Choice]:
        thinkers = Thinkers(2000)
        return await asyncio.gather(*(thinkers.ask(name, view, np.random.default_rng(k)) for k in range(12)))

    choices = asyncio.run(think())
    assert {choice.move for choice in choices} == {view.text(int(view.legal_ids()[0]))}
    assert 1 <= Slow.most <= 3
    if sys.platform == "linux":
        assert set(Slow.niceness) == {min(19, os.getpriority(os.PRIO_PROCESS, 0) + thinking.NICENESS)}


def test_a_bot_that_hangs_keeps_no_place_and_no_server_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, sits: Callable[..., str]
) -> None:
    monkeypatch.setattr(thinking, "cores", lambda: 1)
    hanging, quick, view, rng = sits(Hangs, "hangs"), sits(Fake), position_to_move(), np.random.default_rng(1)

    async def think() -> None:
        thinkers = Thinkers(2000)
        thinkers.patience = 0.1
        with pytest.raises(Overdue):
            await thinkers.ask(hanging, view, rng)
        thinkers.patience = WITHIN
        assert (await thinkers.ask(quick, view, rng)).move in view.legal()
        begin = time.monotonic()
        await thinkers.close()
        assert time.monotonic() - begin < 1

    asyncio.run(think())
    Hangs.released.set()
    Hangs.released.clear()


@pytest.mark.parametrize("name", ["expert", "search"])
def test_a_level_and_the_search_stop_on_time(name: str) -> None:
    view = position_to_move()
    make_ready(view.game)

    async def think() -> Choice:
        return await Thinkers(60).ask(name, view, np.random.default_rng(1))

    choice = asyncio.run(think())
    assert choice.move in view.legal()
    assert choice.free
    assert choice.seconds < WITHIN / 2


def test_a_table_says_that_its_bot_gets_ready_and_then_that_it_thinks(hub: Hub) -> None:
    def turn(live: Live) -> str:
        return frame.render(live, Look("en", (2,))).head.decode()

    async def play() -> None:
        hub.uncompiled = {"rat-attack": asyncio.Event()}
        live = await against(hub, "casual")
        await until(lambda: live.preparing)
        assert "Robot gets ready, once on this machine." in turn(live)
        hub.uncompiled["rat-attack"].set()
        await until(lambda: not live.preparing)
        assert "Robot is thinking." in turn(live)
        await until(lambda: live.table.acting == 2)
        assert "It is your turn." in turn(live)
        assert 'class="thinking"' not in turn(live)

    run(hub, play())


def test_there_are_no_hints_before_the_search_is_compiled(hub: Hub) -> None:
    async def ask() -> None:
        hub.uncompiled = {"rat-attack": asyncio.Event()}
        with pytest.raises(NoHint, match="still being made ready"):
            await hub.hint(position_to_move())

    run(hub, ask())


def test_a_simple_bot_waits_for_no_search(hub: Hub) -> None:
    async def play() -> None:
        hub.uncompiled = {"rat-attack": asyncio.Event()}
        live = await against(hub, "greedy")
        await until(lambda: live.table.acting == 2)

    run(hub, play())


def test_a_move_comes_no_sooner_than_people_can_follow(store: Store, sits: Callable[..., str]) -> None:
    hub = Hub(store, Settings(bot_pace=0.2), frame.render)

    async def play() -> None:
        begin = time.monotonic()
        live = await against(hub, sits(Fake))
        await until(lambda: live.table.acting == 2)
        assert time.monotonic() - begin >= 0.4

    run(hub, play())


def test_where_hands_are_hidden_a_forced_move_takes_as_long_as_the_last_free_one(store: Store) -> None:
    hub = Hub(store, Settings(bot_pace=0.5), frame.render)
    live = Live(None)  # type: ignore[arg-type]
    thought, forced = Choice("x", 1.2, free=True), Choice("x", 0.001, free=False)
    assert hub._beats(live, 1, forced, hidden=True) == 1
    assert hub._beats(live, 1, thought, hidden=True) == 3
    assert hub._beats(live, 1, forced, hidden=True) == 3
    assert hub._beats(live, 2, forced, hidden=True) == 1
    assert hub._beats(live, 1, thought, hidden=False) == 1
    asyncio.run(hub.close())
