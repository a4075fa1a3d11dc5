"""Rat Attack a second time, slow and plain, written from the rules page alone; the tests hold the kernel against it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

Space = tuple[int, int]
STEPS = {"e": (1, 0), "s": (0, 1), "w": (-1, 0), "n": (0, -1)}


def neighbours(space: Space) -> list[Space]:
    return [(space[0] + dx, space[1] + dy) for dx, dy in STEPS.values()]


class Table:
    """Every space holds the list of what lies on it, bottom first: (tile number, face)."""

    def __init__(self, components: dict[str, Any], rats_to_lose: int = 3, starter: int = 1) -> None:
        self.faces = dict(enumerate([components["start"], *components["tiles"]]))
        self.stacks: dict[Space, list[tuple[int, str]]] = {(x, 0): [(0, self.faces[0][x + 1])] for x in (-1, 0, 1)}
        self.stock = set(self.faces) - {0}
        self.hand: list[int] = []
        self.seat = starter
        self.rats_to_lose = rats_to_lose
        self.scores = [0, 0]
        self.drawing = True
        self.returns: list[float] | None = None

    def height(self, space: Space) -> int:
        return len(self.stacks.get(space, []))

    def face(self, space: Space) -> str:
        return self.stacks[space][-1][1] if space in self.stacks else ""

    def may_lie(self, spaces: list[Space]) -> bool:
        if any(not -32 <= coordinate <= 31 for space in spaces for coordinate in space):
            return False
        if all(self.height(space) == 0 for space in spaces):
            return any(self.height(beside) for space in spaces for beside in neighbours(space))
        level = {self.height(space) for space in spaces}
        return len(level) == 1 and len({self.stacks[space][-1][0] for space in spaces}) > 1

    def spaces(self, x: int, y: int, direction: str) -> list[Space]:
        dx, dy = STEPS[direction]
        return [(x + k * dx, y + k * dy) for k in range(3)]

    def legal(self) -> Iterator[str]:
        if self.returns is not None:
            return
        if self.drawing:
            yield from (f"draw {tile}" for tile in self.stock)
            return
        xs = [x for x, _y in self.stacks]
        ys = [y for _x, y in self.stacks]
        around = product(range(min(xs) - 3, max(xs) + 4), range(min(ys) - 3, max(ys) + 4), STEPS)
        fitting = [(x, y, direction) for x, y, direction in around if self.may_lie(self.spaces(x, y, direction))]
        yield from (f"{tile}@{x},{y}{direction}" for tile in self.hand for x, y, direction in fitting)

    def make(self, move: str) -> None:
        if move.startswith("draw "):
            tile = int(move.removeprefix("draw "))
            self.stock.remove(tile)
            self.hand.append(tile)
            self.drawing = len(self.hand) < 2
            return
        number, _at, place = move.partition("@")
        x, y = map(int, place[:-1].split(","))
        tile = int(number)
        self.hand.remove(tile)
        spaces = self.spaces(x, y, place[-1])
        for space, face in zip(spaces, self.faces[tile], strict=True):
            self.stacks.setdefault(space, []).append((tile, face))
        self.score(spaces)
        if not self.hand:
            self.end_turn()

    def group(self, space: Space) -> frozenset[Space]:
        found = {space}
        while True:
            more = {n for s in found for n in neighbours(s) if self.face(n) == self.face(space)} - found
            if not more:
                return frozenset(found)
            found |= more

    def score(self, spaces: list[Space]) -> None:
        scoring = [space for space in spaces if self.face(space) not in (".", "rR", "gR")]
        for group in {self.group(space) for space in scoring}:
            colour = self.face(next(iter(group)))[0]
            self.scores["rg".index(colour)] += {1: 0, 2: 1}.get(len(group), 2)

    def shown(self, faces: set[str]) -> int:
        return sum(self.face(space) in faces for space in self.stacks)

    def end_turn(self) -> None:
        colour = "rg"[self.seat - 1]
        if self.shown({colour + "R"}) >= self.rats_to_lose:
            self.returns = [-1.0, 1.0] if self.seat == 1 else [1.0, -1.0]
            return
        self.seat = 3 - self.seat
        self.drawing = True
        if self.stock:
            return
        self.score(list(self.stacks))
        spices = [self.shown({c + s for s in "abcd"}) for c in "rg"]
        red, green = zip(self.scores, spices, strict=True)
        self.returns = [float((red > green) - (red < green)), float((green > red) - (green < red))]
