"""Macskafogó a second time, slow and plain, written from the rules page alone; the tests hold the kernel against it."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

Components = dict[str, Any]


def linked(components: Components) -> dict[str, set[str]]:
    links: dict[str, set[str]] = {field["name"]: set() for field in components["fields"]}
    for field in components["fields"]:
        for other in field["links"]:
            links[field["name"]].add(other)
            links[other].add(field["name"])
    return links


def joined(components: Components) -> dict[str, set[str]]:
    """The red fields that lines of yellow and ring fields join: each such line is walked field by field."""
    links = linked(components)
    colour = {field["name"]: field["colour"] for field in components["fields"]}

    def lines(line: list[str]) -> Iterator[str]:
        for ahead in links[line[-1]] - set(line):
            if colour[ahead] == "red":
                yield ahead
            elif colour[ahead] in ("yellow", "ring"):
                yield from lines([*line, ahead])

    return {name: set(lines([name])) if colour[name] == "red" else set() for name in colour}


class Table:
    """Everything is called by its name; what is to come is a list of jobs, the next one last."""

    def __init__(self, components: Components, players: int, starter: int = 1, max_rounds: int = 60) -> None:
        self.components = components
        self.colour = {field["name"]: field["colour"] for field in components["fields"]}
        links, tunnels = linked(components), joined(components)
        self.steps = {name: links[name] | tunnels[name] for name in links}
        self.order = [(starter - 1 + k) % players + 1 for k in range(players)]
        self.max_rounds = max_rounds
        self.bank: Counter[str] = Counter(components["tokens"])
        self.deck = {f"{rank}-{suit}" for rank in components["ranks"] for suit in components["suits"]}
        self.piles: dict[str, list[str]] = {name: [] for name, colour in self.colour.items() if colour == "token"}
        self.cards: dict[str, str | None] = {name: None for name, colour in self.colour.items() if colour == "card"}
        self.tokens: dict[int, Counter[str]] = {seat: Counter() for seat in self.order}
        self.hand: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.rats: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.turns = 0
        self.turns_in_all = max_rounds * players
        self.somebody_has_enough = False
        self.die = 0
        self.mover = 0
        self.over = False
        self.jobs: list[tuple[str, Any]] = [
            *(("place", seat) for _rat in range(components["rats"]) for seat in reversed(self.order)),
            *(("card", name) for name in reversed(self.cards)),
            *(("fill", name) for name in reversed(self.piles)),
        ]
        self.settle()

    @property
    def seat(self) -> int:
        return self.order[self.turns % len(self.order)]

    @property
    def to_act(self) -> int | str | None:
        if self.over:
            return None
        job, of_whom = self.jobs[-1]
        if job == "place":
            return int(of_whom)
        return "chance" if job in ("fill", "card", "roll") else self.seat

    def score(self, seat: int) -> int:
        suit_points = self.components["card_points"]
        points = sum(self.components["token_points"][colour] * n for colour, n in self.tokens[seat].items())
        for card in self.hand[seat]:
            _rank, _dash, suit = card.partition("-")
            points += suit_points.get(suit, suit_points["other"])
        ranks = Counter(card.partition("-")[0] for card in self.hand[seat])
        return points + sum(self.components["set_points"][str(n)] for n in ranks.values() if n > 1)

    @property
    def scores(self) -> list[int]:
        return [self.score(seat) for seat in sorted(self.order)]

    @property
    def returns(self) -> list[float]:
        gains = [0.0] * len(self.order)
        for a, b in combinations(range(len(self.order)), 2):
            won = (self.scores[a] > self.scores[b]) - (self.scores[a] < self.scores[b])
            gains[a] += won / (len(self.order) - 1)
            gains[b] -= won / (len(self.order) - 1)
        return gains

    def occupied(self) -> set[str]:
        return {field for rats in self.rats.values() for field in rats}

    def walks(self, walk: list[str]) -> Iterator[list[str]]:
        """Every walk that begins like this one, as far as the die reaches."""
        for ahead in self.steps[walk[-1]] - set(walk):
            longer = [*walk, ahead]
            yield longer
            if len(longer) <= self.die and self.colour[ahead] != "card":
                yield from self.walks(longer)

    def ends(self, rat: str) -> dict[str, bool]:
        """Where this rat can end its move, and whether that is exact."""
        ends: dict[str, bool] = {}
        for walk in self.walks([rat]):
            end, exact = walk[-1], len(walk) - 1 == self.die
            if exact or self.colour[end] in ("token", "card"):
                ends[end] = ends.get(end, False) or exact
        free = {end: exact for end, exact in ends.items() if self.colour[end] == "token" or end not in self.occupied()}
        purse = self.tokens[self.seat].total()
        return {
            end: exact
            for end, exact in free.items()
            if self.colour[end] != "card" or (self.cards[end] and purse >= (1 if exact else 2))
        }

    def hops(self, start: str, end: str) -> set[str]:
        walks = [walk for walk in self.walks([start]) if len(walk) - 1 == self.die and walk[-1] == end]
        red = {field for field in self.steps[end] if self.colour[field] == "red"}
        return {field for field in red - self.occupied() if any(field not in walk for walk in walks)}

    def legal(self) -> list[str]:
        return sorted(self._legal()) if not self.over else []

    def _legal(self) -> Iterator[str]:
        job, what = self.jobs[-1]
        ring = {name for name, colour in self.colour.items() if colour == "ring"} - self.occupied()
        if job == "fill":
            yield from (f"token {colour}" for colour, n in self.bank.items() if n)
        elif job == "card":
            yield from (f"card {card}" for card in self.deck)
        elif job == "roll":
            yield from (f"roll {n + 1}" for n in range(self.components["die"]))
        elif job in ("place", "home"):
            yield from (f"{job} {name}" for name in ring)
        elif job == "pay":
            yield from (f"pay {colour}" for colour, n in self.tokens[self.seat].items() if n)
        elif job == "hop":
            yield "stay"
            yield from (f"hop {name}" for name in what)
        else:
            moves = [f"{number}>{end}" for number, rat in enumerate(self.rats[self.seat], 1) for end in self.ends(rat)]
            yield from moves or ["pass"]

    def chances(self) -> dict[str, float]:
        if self.to_act != "chance":
            return {}
        if self.jobs[-1][0] == "fill":
            return {f"token {colour}": n / self.bank.total() for colour, n in self.bank.items() if n}
        outcomes = self.legal()
        return dict.fromkeys(outcomes, 1 / len(outcomes))

    def make(self, move: str) -> None:
        job, what = self.jobs.pop()
        word = move.rpartition(" ")[2]
        if job == "fill":
            self.bank[word] -= 1
            self.piles[what].append(word)
            if len(self.piles[what]) < self.components["pile"]:
                self.jobs.append((job, what))
        elif job == "card":
            self.deck.remove(word)
            self.cards[what] = word
        elif job == "place":
            self.rats[what].append(word)
        elif job == "roll":
            self.die = int(word)
            self.jobs.append(("move", None))
        elif job == "pay":
            self.tokens[self.seat][word] -= 1
            self.bank[word] += 1
        elif job == "home":
            self.rats[self.seat][self.mover] = word
        elif job == "hop":
            if move != "stay":
                self.rats[self.seat][self.mover] = word
        elif move != "pass":
            self.move(move)
        self.settle()

    def move(self, move: str) -> None:
        number, _arrow, end = move.partition(">")
        self.mover = int(number) - 1
        start = self.rats[self.seat][self.mover]
        exact = self.ends(start)[end]
        self.rats[self.seat][self.mover] = end
        if self.colour[end] == "token":
            self.jobs += [("take", end)] * (2 if exact else 1)
        if self.colour[end] == "card":
            card = self.cards[end]
            assert card
            self.hand[self.seat].append(card)
            self.cards[end] = None
            if len(self.hand[self.seat]) >= self.components["cards_to_end"] and not self.somebody_has_enough:
                self.somebody_has_enough = True
                self.turns_in_all = min(self.turns_in_all, self.turns + len(self.order))
            self.jobs += [("home", None), ("card", end), *([("pay", None)] * (1 if exact else 2))]
        if self.colour[end] == "red" and (targets := self.hops(start, end)):
            self.jobs.append(("hop", targets))

    def settle(self) -> None:
        """Do all that needs neither a seat nor chance."""
        while not self.over:
            empty = [name for name, pile in self.piles.items() if not pile]
            if empty and self.bank.total() and ("fill", empty[0]) not in self.jobs:
                self.jobs.append(("fill", empty[0]))
            if not self.jobs:
                self.turns += bool(self.die)
                self.die = 0
                if self.turns == self.turns_in_all:
                    self.over = True
                else:
                    self.jobs.append(("roll", None))
            job, what = self.jobs[-1] if self.jobs else ("", "")
            if job == "take":
                self.jobs.pop()
                if self.piles[what]:
                    self.tokens[self.seat][self.piles[what].pop()] += 1
            elif (job == "fill" and not self.bank.total()) or (job == "card" and not self.deck):
                self.jobs.pop()
            elif job:
                return
