"""What a seat may not see is never rendered for it, nor sent to it."""

from typing import Any

import numpy as np
import pytest

from ratskeller.play.game import Game, games
from ratskeller.play.position import Position
from ratskeller.web import frame
from ratskeller.web import table as doings
from ratskeller.web.hub import Live, Look, Picture
from ratskeller.web.table import Table

pytestmark = pytest.mark.kernel

HIDING = [game for game in games() if game.rules.hidden]
LOOKS = {0: Look("en"), 1: Look("en", (1,)), 2: Look("en", (2,))}


def dealt(game: Game, seed: int, players: int = 2) -> Table:
    table = Table("abc")
    chairs = [{"guest": name.lower(), "name": name} for name in ("Anna", "Ben", "Cleo", "Dora")[:players]]
    setting: dict[str, Any] = {"options": {}, "rounds": 1, "listed": True, "owner": "anna", "chairs": chairs}
    table.happen("open", game=game.id, players=players, **setting)
    doings.draw(table, np.random.default_rng(seed))
    return table


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.id)
def test_pages_are_drawn_and_told_from_views_only(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int | None] = []
    draw, tell = Position.svg, Position.tell

    def drawn(position: Position, *settings: Any, **more: Any) -> str:
        used.append(position.viewer)
        return draw(position, *settings, **more)

    def told(position: Position, ply: int) -> str:
        used.append(position.viewer)
        return tell(position, ply)

    monkeypatch.setattr(Position, "svg", drawn)
    monkeypatch.setattr(Position, "tell", told)
    live = Live(dealt(game, 3))
    for viewer, look in LOOKS.items():
        used.clear()
        frame.render(live, look)
        assert used
        assert set(used) == {viewer}


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.id)
def test_what_others_hold_changes_nothing_on_my_page(game: Game) -> None:
    """Games that look the same to a viewer are the same bytes."""
    seen: dict[tuple[int, bytes, str], set[Picture]] = {}
    for seed in range(30):
        live = Live(dealt(game, seed))
        assert live.table.position is not None
        for viewer, look in LOOKS.items():
            view = live.table.position.view(viewer or None)
            seen.setdefault((viewer, view.states.tobytes(), str(view.moves)), set()).add(frame.render(live, look))
    assert all(len(pages) == 1 for pages in seen.values())
    assert len({page for (viewer, _view, _moves), pages in seen.items() if viewer == 0 for page in pages}) < 30


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.id)
def test_two_at_one_screen_are_shown_the_hand_of_who_acts_and_no_other(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: set[int | None] = set()
    draw, tell = Position.svg, Position.tell

    def drawn(position: Position, *settings: Any, **more: Any) -> str:
        used.add(position.viewer)
        return draw(position, *settings, **more)

    def told(position: Position, ply: int) -> str:
        used.add(position.viewer)
        return tell(position, ply)

    monkeypatch.setattr(Position, "svg", drawn)
    monkeypatch.setattr(Position, "tell", told)
    rng = np.random.default_rng(3)
    live = Live(dealt(game, 3, players=3))
    for _move in range(12):
        table = live.table
        assert table.position is not None
        assert table.acting is not None
        expected = table.acting if table.acting in (1, 2) else 0
        used.clear()
        live.boards.clear()
        page = frame.render(live, Look("en", (1, 2)))
        assert used == {expected}
        assert page.story == frame.render(Live(table), LOOKS[expected]).story
        legal = table.position.legal()
        doings.move(table, table.chair_of(table.acting).guest or "", legal[rng.integers(len(legal))], table.number, rng)
