"""The tables in memory: what viewers are sent when something happens, also behind this process's back."""

import re
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest

from ratskeller.web import frame
from ratskeller.web import table as doings
from ratskeller.web.hub import Hub, Live, Look
from ratskeller.web.settings import Settings
from ratskeller.web.store import Store
from ratskeller.web.table import Table

pytestmark = pytest.mark.kernel

ANNA, BEN = "anna", "ben"
LOOK = Look("en", (1,))


@pytest.fixture
def store(tmp_path: Path) -> Generator[Store]:
    store = Store(tmp_path / "tables.db")
    yield store
    store.close()


@pytest.fixture
def hub(store: Store) -> Hub:
    return Hub(store, Settings(bot_pace=0.0), frame.render)


def drawn_round() -> Table:
    """A round of Kloakråttan that nobody won."""
    table = Table("abc")
    chairs = [{"guest": name, "name": name.capitalize()} for name in (ANNA, BEN)]
    setting = {"options": {"strive": False}, "rounds": 5, "listed": False, "owner": ANNA, "chairs": chairs}
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
    told = [int(number) for number in re.findall(rb'<li id="event-(\d+)"', frame.render(live, LOOK))]
    assert told
    assert set(told) <= {event.number for event, _ply in table.log}
