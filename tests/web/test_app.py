"""What runs beside the requests."""

import asyncio
import itertools
import sys
from collections.abc import Iterator

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


class Restless:
    """A house whose visitors want another game each time one looks."""

    def __init__(self, *games: str) -> None:
        self.order: list[str] = []
        self.games = [Rules(id, self.order) for id in games]
        self.compiled = {id: asyncio.Event() for id in games}
        self._wishes: Iterator[str] = itertools.cycle([games[0], "nothing", ""])

    @property
    def wanted(self) -> str:
        return next(self._wishes)


def test_all_rules_are_compiled_whatever_visitors_want_meanwhile() -> None:
    async def compile_all(house: Restless) -> None:
        app._warm(house, asyncio.get_running_loop())  # type: ignore[arg-type]
        await asyncio.sleep(0)

    house, before = Restless("a", "broken", "c"), sys.getswitchinterval()
    asyncio.run(compile_all(house))
    assert house.order == ["a", "c", "broken"]
    assert all(event.is_set() for event in house.compiled.values())
    assert sys.getswitchinterval() == before
