"""Survival once more, slowly and plainly: from the rules page's sentences, with every path written out.

Nothing here is shared with the rules under test, not even how hexes are numbered.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
Hex = tuple[int, int]
"""Column and row, counted from 1."""
Step = tuple[int, str]
"""Piece (0: the predator) and direction."""


def name(spot: Hex) -> str:
    return f"{LETTERS[spot[0] - 1]}{spot[1]}"


def hex_named(text: str) -> Hex:
    return LETTERS.index(text[0]) + 1, int(text[1:])


@cache
def beside(spot: Hex, direction: str) -> Hex:
    """The page's paragraph on neighbours; the hex need not exist."""
    column, row = spot
    if direction in ("e", "w"):
        return column + (1 if direction == "e" else -1), row
    north = direction[0] == "n"
    east = direction[1] == "e"
    if row % 2:
        return column if east else column - 1, row - 1 if north else row + 1
    return column + 1 if east else column, row - 1 if north else row + 1


@cache
def walked(spot: Hex, q: int, r: int, turns: int) -> Hex:
    """From a hex q steps to the east and r to the south-east, both turned clockwise."""
    clockwise = ("e", "se", "sw", "w", "nw", "ne")
    for steps, direction in ((q, clockwise[turns % 6]), (r, clockwise[(turns + 1) % 6])):
        back = clockwise[(clockwise.index(direction) + 3) % 6]
        for _step in range(abs(steps)):
            spot = beside(spot, direction if steps > 0 else back)
    return spot


class Plain:
    """A position. `legal` gives move texts, `push` makes one."""

    def __init__(self, components: Mapping[str, Any], players: int, starter: int = 1, max_rounds: int = 200) -> None:
        self.players, self.starter, self.max_rounds = players, starter, max_rounds
        self.hexes = {
            (column, row)
            for row in range(1, components["rows"] + 1)
            for column in range(1, components["columns"][1 - row % 2] + 1)
        }
        self.printed = {hex_named(text) for obstacle in components["fixed_obstacles"] for text in obstacle}
        self.shapes: dict[str, list[list[int]]] = components["movable_obstacles"]
        self.lying: dict[str, set[Hex]] = {}
        self.points = components["prey_points"]
        self.prey_each = components["prey"]
        corners = components["corners"][str(players)]
        self.pieces: dict[tuple[int, int], Hex] = {(seat, 0): hex_named(text) for seat, text in enumerate(corners, 1)}
        self.placed = dict.fromkeys(range(1, players + 1), 0)
        self.scores = dict.fromkeys(range(1, players + 1), 0)
        self.gone: list[int] = []
        self.turn = starter
        self.rounds = 0
        self.phase = "place"
        self.dice: tuple[int, int] | None = None
        self.pips: dict[str, int] = {}
        """By group that has not begun."""
        self.stepping = ""
        self.made: list[Step] = []
        self.pieces_before: dict[tuple[int, int], Hex] = {}
        self.pips_before = 0
        """Where the pieces were when the stepping group began, and its die."""
        self.due = False
        self.returns: list[float] | None = None

    def walls(self) -> set[Hex]:
        return self.printed.union(*self.lying.values())

    # R7: every way that a group can go, from its start

    def ways(self, group: str, pips: int) -> list[tuple[Step, ...]]:
        """Every sequence of steps of a group, at most ``pips`` long, that cannot be or need not be longer."""
        seat = self.turn
        own = [number for number in range(1, self.prey_each + 1) if (seat, number) in self.pieces]
        movers = [0] if group == "predator" else own
        been = {(mover, self.pieces[seat, mover]) for mover in movers}
        return list(self._ways(movers, pips, self.pieces, been))

    def _ways(
        self,
        movers: list[int],
        pips: int,
        pieces: dict[tuple[int, int], Hex],
        been: set[tuple[int, Hex]],
    ) -> Iterator[tuple[Step, ...]]:
        stuck = True
        if pips:
            walls = self.walls()
            for mover in movers:
                for direction in DIRECTIONS:
                    to = beside(pieces[self.turn, mover], direction)
                    after = self.moved(pieces, mover, to, walls)
                    if after is None or (mover, to) in been:
                        continue
                    stuck = False
                    for way in self._ways(movers, pips - 1, after, been | {(mover, to)}):
                        yield (mover, direction), *way
        if stuck:
            yield ()

    def moved(
        self, pieces: dict[tuple[int, int], Hex], mover: int, to: Hex, walls: set[Hex]
    ) -> dict[tuple[int, int], Hex] | None:
        """The pieces after a step, or None if it is blocked (R7); R8 and R9 included."""
        if to not in self.hexes or to in walls:
            return None
        after = dict(pieces)
        for piece, spot in pieces.items():
            if spot == to:
                other, number = piece
                if mover or not number or other == self.turn:
                    return None
                del after[piece]
                if not any(seat == other and n for seat, n in after):
                    del after[other, 0]
        after[self.turn, mover] = to
        return after

    def longest(self, group: str, pips: int) -> set[tuple[Step, ...]]:
        ways = self.ways(group, pips)
        most = max(len(way) for way in ways)
        return {way for way in ways if len(way) == most}

    # What can be done

    def legal(self) -> list[str]:
        match self.phase:
            case "over":
                return []
            case "roll":
                return sorted(f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7))
            case "place":
                free = self.hexes - self.walls() - set(self.pieces.values())
                return sorted(f"place {name(spot)}" for spot in free)
            case "assign":
                assert self.dice
                return sorted(f"predator {die}" for die in set(self.dice))
        return sorted({*self.steps(), *self.placings()})

    def steps(self) -> set[str]:
        ways: set[tuple[Step, ...]] = set()
        if self.stepping:
            now = self.pieces
            self.pieces = self.pieces_before
            made = tuple(self.made)
            longest = self.longest(self.stepping, self.pips_before)
            ways = {way[len(made) :] for way in longest if way[: len(made)] == made}
            self.pieces = now
        else:
            for group, pips in self.pips.items():
                ways |= self.longest(group, pips)
        return {f"{way[0][0] or 'P'} {way[0][1]}" for way in ways if way}

    def placings(self) -> set[str]:
        if self.stepping or not self.due:
            return set()
        beside_the_board = [word for word in self.shapes if word not in self.lying]
        first: dict[tuple[str, frozenset[Hex]], str] = {}
        for word in beside_the_board or self.shapes:
            others = [hexes for other, hexes in self.lying.items() if other != word]
            free = (self.hexes - self.printed - set(self.pieces.values())).difference(*others)
            for anchor in self.hexes:
                for turns in range(6):
                    hexes = frozenset(walked(anchor, q, r, turns) for q, r in self.shapes[word])
                    if hexes <= free and hexes != self.lying.get(word):
                        text = f"{word} {name(anchor)} {turns}"
                        first[word, hexes] = min(text, first.get((word, hexes), text))
        return set(first.values())

    # What it does

    def push(self, move: str) -> None:
        words = move.split(" ")
        match words[0]:
            case "place":
                self.placed[self.turn] += 1
                self.pieces[self.turn, self.placed[self.turn]] = hex_named(words[1])
                self.turn = self.turn % self.players + 1
                if set(self.placed.values()) == {self.prey_each}:
                    self.phase = "roll"
            case "roll":
                self.dice = int(words[1]), int(words[2])
                self.phase = "assign"
                if words[1] == words[2]:
                    self.due = True
                    self.assign(self.dice[0])
            case "predator":
                self.assign(int(words[1]))
            case "P" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8":
                self.step(0 if words[0] == "P" else int(words[0]), words[1])
            case word:
                anchor = hex_named(words[1])
                self.lying[word] = {walked(anchor, q, r, int(words[2])) for q, r in self.shapes[word]}
                self.due = False
                self.go_on()

    def assign(self, predator: int) -> None:
        assert self.dice
        self.pips = {"predator": predator, "prey": sum(self.dice) - predator}
        self.phase = "act"
        self.go_on()

    def step(self, piece: int, direction: str) -> None:
        group = "prey" if piece else "predator"
        if not self.stepping:
            self.stepping = group
            self.pieces_before, self.pips_before = self.pieces, self.pips.pop(group)
            self.made = []
        seats = {seat for seat, number in self.pieces if number}
        after = self.moved(self.pieces, piece, beside(self.pieces[self.turn, piece], direction), self.walls())
        assert after is not None
        for other, number in self.pieces:
            if number and (other, number) not in after:
                self.scores[self.turn] += self.points[number - 1]
        self.pieces = after
        self.made.append((piece, direction))
        self.gone += seats - {seat for seat, number in after if number}
        if len({seat for seat, number in after if number}) == 1:
            self.finish()
            return
        if not self.steps():
            self.stepping = ""
            self.go_on()

    def go_on(self) -> None:
        if self.steps() or self.placings():
            return
        self.pips = {}
        self.due = False
        self.phase = "roll"
        self.turn = self.turn % self.players + 1
        self.rounds += self.turn == self.starter
        while self.turn in self.gone:
            self.turn = self.turn % self.players + 1
            self.rounds += self.turn == self.starter
        if self.rounds == self.max_rounds:
            self.finish()

    def finish(self) -> None:
        self.phase = "over"
        for seat, number in self.pieces:
            if number:
                self.scores[seat] += self.points[number - 1]
        alone = len(self.gone) == self.players - 1

        def rank(seat: int) -> tuple[int, int]:
            lasted = self.gone.index(seat) if seat in self.gone else self.players
            return self.scores[seat], lasted if alone else 0

        seats = range(1, self.players + 1)
        self.returns = [
            float(
                Fraction(
                    sum((rank(seat) > rank(other)) - (rank(seat) < rank(other)) for other in seats), self.players - 1
                )
            )
            for seat in seats
        ]
