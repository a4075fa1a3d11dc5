"""The tables in memory: what viewers are sent when something happens, also behind this process's back."""

import asyncio
import re
import time
from typing import Any

import numpy as np
import pytest

from ratskeller.web import frame, reading
from ratskeller.web import table as doings
from ratskeller.web.guests import nickname
from ratskeller.web.hub import TOKEN, Hub, Live, Look, Picture, Viewer
from ratskeller.web.store import Change
from ratskeller.web.table import Table

pytestmark = pytest.mark.kernel

ANNA, BEN = "anna", "ben"
LOOK = Look("en", (1,))


def drawn_round() -> Table:
    """A round of Kloakråttan that nobody won."""
    table = Table("abc")
    chairs = [{"guest": name, "name": name.capitalize()} for name in (ANNA, BEN)]
    setting: dict[str, Any] = {
        "options": {"strive": False},
        "rounds": 5,
        "listed": False,
        "owner": ANNA,
        "chairs": chairs,
    }
    table.happen("open", game="sewer-rat", players=2, **setting)
    rng = np.random.default_rng(9)
    doings.draw(table, rng)
    while not table.over:
        assert table.acting is not None
        assert table.position is not None
        mover = table.chair_of(table.acting).guest
        assert mover is not None
        legal = table.position.legal()
        doings.move(table, mover, legal[int(rng.integers(len(legal)))], table.number, rng)
    return table


def test_a_drawn_round_played_again_has_a_log_of_its_own(hub: Hub) -> None:
    live = Live(drawn_round())
    frame.render(live, LOOK)
    table = live.table.copy()
    for guest in (ANNA, BEN):
        doings.rematch(table, guest, table.number, hub.rng)
    assert (table.round, len(table.finished)) == (0, 1)
    hub._show(live, table)
    told = [int(number) for number in re.findall(rb'<li id="event-(\d+)"', frame.render(live, LOOK).story)]
    assert told
    assert set(told) <= {event.number for event, _ply in table.log}


def viewer(guest: str = ANNA) -> Viewer:
    return Viewer(guest, b"token", "en", "", "127.0.0.1")


async def opened(hub: Hub, id: str = "abc") -> Live:
    """A table of Rat Attack that waits for a second player."""
    chairs = [{"guest": ANNA, "name": "Anna"}, {"name": ""}]
    setting: dict[str, Any] = {"options": {}, "rounds": 1, "listed": True, "owner": ANNA, "chairs": chairs}
    await hub.create(id, {"game": "rat-attack", "players": 2, **setting})
    live = await hub.find(id)
    assert live is not None
    return live


def shown(viewer: Viewer) -> str:
    assert viewer.frame is not None
    return re.findall(rb'data-state="([a-z]+)"', viewer.frame)[0].decode()


def test_viewers_are_told_what_was_stored_without_an_answer(hub: Hub) -> None:
    """A cancelled request may have been stored all the same."""

    async def watch() -> None:
        live, anna = await opened(hub), viewer()
        hub.join(live, anna)
        event = live.table.copy().happen("sit", player=2, guest=BEN, name="Ben")
        await hub.store.write(Change("abc", [event]))
        live.behind = True
        assert shown(anna) == "open"
        await hub.tick()
        assert shown(anna) == "playing"
        await hub.close()

    asyncio.run(watch())


def test_viewers_are_told_that_their_table_was_swept(hub: Hub) -> None:
    async def watch() -> None:
        live, anna = await opened(hub), viewer()
        hub.join(live, anna)
        hub.fall_behind([*await hub.store.sweep(time.time() + 1), "another"])
        await hub.tick()
        assert shown(anna) == "closed"
        await hub.close()

    asyncio.run(watch())


def test_pictures_for_odd_hosts_are_not_kept_without_end(hub: Hub) -> None:
    async def visit() -> None:
        live = await opened(hub)
        for number in range(200):
            watching = Viewer(ANNA, b"token", "en", f"http://host-{number}", "127.0.0.1")
            assert f"http://host-{number}/table".encode() in hub.frame(live, watching)
        assert len(live.pictures) <= 64
        assert len(live.frames) <= 64
        await hub.close()

    asyncio.run(visit())


def test_streams_are_counted_for_as_long_as_they_last(hub: Hub) -> None:
    with hub.streaming("a"):
        with hub.streaming("a"):
            assert hub.streams("a") == 2
        assert hub.streams("a") == 1
    assert hub.streams("a") == 0


class House:
    """The part of a house that a stream needs."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.find = hub.find

    async def is_compiled(self, id: str) -> bool:
        return True


def test_a_stream_whose_first_picture_fails_leaves_no_viewer_behind(hub: Hub) -> None:
    async def nobody(_message: object) -> None:
        raise AssertionError("nothing is to be sent")

    def broken(_live: Live, _look: Look) -> Picture:
        raise RuntimeError("this picture cannot be drawn")

    async def watch() -> None:
        live = await opened(hub)
        hub._render = broken
        with pytest.raises(RuntimeError, match="cannot be drawn"):
            await reading._tell(House(hub), "abc", viewer(), nobody)  # type: ignore[arg-type]
        assert not live.viewers
        await hub.close()

    asyncio.run(watch())


def test_no_name_can_spell_what_is_replaced(hub: Hub) -> None:
    for placeholder in (TOKEN, frame._AT):
        assert placeholder.decode() not in nickname(f"a{placeholder.decode()}b")
