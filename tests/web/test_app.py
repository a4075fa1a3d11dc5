"""What runs beside the requests."""

import asyncio
import itertools
import sys
from collections.abc import Callable, Sequence

import pytest

from ratskeller.web import app


class Rules:
    """A game that notes when it is compiled."""

    def __init__(self, id: str, compiled: list[str]) -> None:
        self.id = id
        self._compiled = compiled

    def warm(self) -> None:
        self._compiled.append(self.id)
        if self.id == "broken":
            raise RuntimeError("cannot be compiled")


class Hub:
    def __init__(self, games: Sequence[str]) -> None:
        self.uncompiled = {id: asyncio.Event() for id in games}


class Restless:
    """A house whose visitors want other games each time one looks."""

    def __init__(self, *games: str, wishes: Sequence[tuple[str, ...]]) -> None:
        self.order: list[str] = []
        self.games = [Rules(id, self.order) for id in games]
        self.compiled = {id: asyncio.Event() for id in games}
        self.hub = Hub(games)
        self._wishes = itertools.cycle(wishes)

    @property
    def wanted(self) -> tuple[str, ...]:
        return next(self._wishes)


@pytest.fixture
def compile_all(monkeypatch: pytest.MonkeyPatch) -> Callable[[Restless], None]:
    def make_ready(game: Rules) -> None:
        game._compiled.append(f"search of {game.id}")
        if game.id == "broken":
            raise RuntimeError("cannot be compiled")

    monkeypatch.setattr(app, "make_ready", make_ready)

    async def compile_in_loop(house: Restless) -> None:
        app._warm(house, asyncio.get_running_loop())  # type: ignore[arg-type]
        await asyncio.sleep(0)

    return lambda house: asyncio.run(compile_in_loop(house))


def test_everything_is_compiled_whatever_visitors_want_meanwhile(compile_all: Callable[[Restless], None]) -> None:
    house, before = Restless("a", "broken", "c", wishes=[("a",), ("nothing",), ()]), sys.getswitchinterval()
    compile_all(house)
    assert house.order == ["a", "c", "broken", "search of a", "search of c", "search of broken"]
    assert all(event.is_set() for event in [*house.compiled.values(), *house.hub.uncompiled.values()])
    assert sys.getswitchinterval() == before


def test_what_somebody_waits_for_is_compiled_first_with_its_search_and_the_newest_wish_before_others(
    compile_all: Callable[[Restless], None],
) -> None:
    house = Restless("a", "b", "c", "d", wishes=[("b", "a")])
    compile_all(house)
    assert house.order[:4] == ["b", "a", "search of b", "search of a"]
    assert house.order[4:] == ["d", "c", "search of d", "search of c"]
