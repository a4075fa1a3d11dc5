"""Kloakråttan once more, slowly and plainly: cells and sides as letters, cards as sets, runs by walking."""

from collections.abc import Iterator, Mapping
from typing import Any

CLOCKWISE = "nesw"
ACROSS = {"n": "s", "e": "w", "s": "n", "w": "e"}
AWAY = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
SIDES = {2: "sn", 3: "swn", 4: "swne"}

Cell = tuple[int, int]


class Card:
    """A card in one turn: its name, openings, tracks as pairs of sides, and the sides that may face the rat's card."""

    def __init__(self, name: str, data: Mapping[str, Any], turn: int) -> None:
        def turned(sides: str) -> str:
            return "".join(CLOCKWISE[(CLOCKWISE.index(side) + turn) % 4] for side in sides)

        self.name = name
        self.turn = turn
        self.openings = frozenset(turned(side) for side in data["openings"])
        self.tracks = frozenset(frozenset(turned(track)) for track in data["tracks"])
        self.entries = frozenset(turned(data["arrow"])) if "arrow" in data else self.openings
        self.well = not data["tracks"]

    def look(self) -> object:
        return self.openings, self.tracks, self.entries

    def ways(self, entry: str) -> set[str]:
        """R10: where the rat may leave that came in at this side."""
        if self.well:
            return {entry}
        return {side for track in self.tracks if entry in track for side in track - {entry}}


class Round:
    def __init__(self, components: Mapping[str, Any], players: int, *, starter: Any, edges: Any, strive: Any) -> None:
        self.players, self.starter, self.edges, self.strive = players, starter, edges, strive
        self.grid = components["grid"]
        self.limit = components["hand"]
        self.turns: dict[str, list[Card]] = {}
        for data in components["cards"]:
            looks: dict[object, Card] = {}
            for turn in (3, 2, 1, 0):
                card = Card(data["name"], data, turn)
                looks[card.look()] = card
            self.turns[data["name"]] = sorted(looks.values(), key=lambda card: card.turn)
        self.stack = [data["name"] for data in components["cards"] for _copy in range(data["count"])]
        self.discards: list[str] = []
        self.hands: list[list[str]] = [[] for _seat in range(players)]
        middle = (self.grid + 1) // 2
        self.rat: Cell = (middle, middle)
        self.cards: dict[Cell, Card] = {self.rat: Card("start", components["start"], 0)}
        self.came: set[str] = set()
        self.turn = starter
        self.waiting = "deal"
        self.layer = 0
        self.passes = 0
        self.turned = False
        self.winner: int | None = None

    def seat_at(self, side: str) -> int:
        return SIDES[self.players].find(side) + 1

    def on_grid(self, cell: Cell) -> bool:
        return all(1 <= part <= self.grid for part in cell)

    def free(self, cell: Cell) -> bool:
        return self.on_grid(cell) and cell not in self.cards

    def open_cards(self) -> set[Cell]:
        return {
            cell for cell, card in self.cards.items() if any(self.free(beyond(cell, side)) for side in card.openings)
        }

    def lays(self, name: str) -> Iterator[tuple[str, str, Card]]:
        """Every lay of a card that R2 to R4 allow: its text, the side, the card in its turn."""
        for side in CLOCKWISE:
            cell = beyond(self.rat, side)
            if side not in self.cards[self.rat].openings or not self.free(cell):
                continue
            if len(self.cards) == 1 and self.turn == self.starter and self.seat_at(side) == self.turn:
                continue
            for card in self.turns[name]:
                if ACROSS[side] in card.entries and self.matches(card, cell) and self.develops(card, cell, side):
                    yield f"{name} {side} {card.turn}", side, card

    def matches(self, card: Card, cell: Cell) -> bool:
        """Option edges."""
        for side in CLOCKWISE:
            other = self.cards.get(beyond(cell, side))
            if self.edges == "all" and other and (side in card.openings) != (ACROSS[side] in other.openings):
                return False
        return True

    def develops(self, card: Card, cell: Cell, side: str) -> bool:
        """R4."""
        if card.well:
            return True
        if any(not self.on_grid(beyond(cell, way)) or self.free(beyond(cell, way)) for way in card.openings):
            return True
        self.cards[cell] = card
        stops = {where for where, _entry in self.runs({(cell, ACROSS[side])})} & self.open_cards()
        del self.cards[cell]
        return bool(stops)

    def unmanned(self, card: Card, side: str) -> bool:
        """R13: whether the rat can then only leave, and only where nobody sits."""
        cell = beyond(self.rat, side)
        off = [way for way in card.openings if not self.on_grid(beyond(cell, way))]
        return bool(off) and not any(self.seat_at(way) for way in off)

    def runs(self, starts: set[tuple[Cell, str]]) -> dict[tuple[Cell, str], int]:
        """R10: every card and side where the rat can come in, with the cards run until then, by waves."""
        reached = dict.fromkeys(starts, 0)
        wave = set(starts)
        steps = 0
        while wave:
            steps += 1
            following = {
                (beyond(cell, way), ACROSS[way])
                for cell, entry in wave
                for way in self.cards[cell].ways(entry)
                if beyond(cell, way) in self.cards and ACROSS[way] in self.cards[beyond(cell, way)].openings
            }
            wave = following - set(reached)
            reached |= dict.fromkeys(wave, steps)
        return reached

    def stops(self) -> dict[Cell, set[str]]:
        """R8, R9, R11: where the rat may stop, and by which sides it then came in."""
        open_cards = self.open_cards()
        best: dict[Cell, tuple[int, set[str]]] = {}
        if self.waiting == "run":
            trips = [self.runs({(self.rat, entry) for entry in self.came})]
        else:
            open_cards -= {self.rat}
            trips = []
            for entry in self.came:
                trip = self.runs({(beyond(self.rat, entry), ACROSS[entry])})
                trip = {at: steps for at, steps in trip.items() if at[0] in open_cards}
                trips.append({at: steps for at, steps in trip.items() if steps == min(trip.values())})
        for trip in trips:
            for (cell, entry), steps in trip.items():
                if cell in open_cards:
                    known = best.get(cell, (999, set()))
                    if steps < known[0]:
                        best[cell] = (steps, {entry})
                    elif steps == known[0]:
                        known[1].add(entry)
        if best:
            return {cell: entries for cell, (_steps, entries) in best.items()}
        away = {cell: abs(cell[0] - self.rat[0]) + abs(cell[1] - self.rat[1]) for cell in open_cards - {self.rat}}
        return {cell: set() for cell, steps in away.items() if steps == min(away.values())}

    def all_lays(self) -> dict[str, tuple[str, Card]]:
        """R13 and R6: the lays among which the seat chooses."""
        lays = {text: (side, card) for name in set(self.hands[self.turn - 1]) for text, side, card in self.lays(name)}
        striving = {text: lay for text, lay in lays.items() if not self.unmanned(lay[1], lay[0])}
        return striving if self.strive and striving else lays

    def legal(self) -> list[str]:
        if self.waiting == "over":
            return []
        if self.waiting in ("deal", "refill", "swap"):
            return sorted({f"draw {name}" for name in self.stack})
        if self.waiting == "exit":
            off = [side for side in self.cards[self.rat].openings if not self.on_grid(beyond(self.rat, side))]
            manned = [side for side in off if self.seat_at(side)]
            return sorted(f"exit {side}" for side in (manned if self.strive and manned else off))
        if self.waiting in ("run", "turn round"):
            return sorted(f"run {written(cell)}" for cell in self.stops())
        lays = self.all_lays()
        if lays:
            return sorted(lays)
        if self.hands[self.turn - 1] and self.stack + self.discards:
            return sorted({f"swap {name}" for name in self.hands[self.turn - 1]})
        return ["pass"]

    def push(self, text: str) -> None:
        words = text.split()
        hand = self.hands[self.turn - 1]
        if words[0] == "draw":
            self.draw(words[1])
        elif words[0] == "swap":
            hand.remove(words[1])
            self.discards.append(words[1])
            self.wait_for_card("swap")
        elif words[0] == "pass":
            self.pass_on()
        elif words[0] == "exit":
            self.leave(words[1])
        elif words[0] == "run":
            cell = (ord(words[1][0]) - ord("a") + 1, int(words[1][1:]))
            self.came = self.stops()[cell]
            self.rat = cell
            if self.waiting == "run":
                self.refill()
            else:
                self.next_turn()
        else:
            side, card = self.all_lays()[text]
            hand.remove(words[0])
            self.lay(side, card)

    def draw(self, name: str) -> None:
        self.stack.remove(name)
        self.hands[self.turn - 1].append(name)
        if self.waiting == "deal":
            self.turn = self.turn % self.players + 1
            if all(len(hand) == self.limit for hand in self.hands):
                self.waiting = "lay"
        elif self.waiting == "refill":
            self.refill()
        elif any(self.lays(name)):
            self.waiting = "lay"
        else:
            self.pass_on()

    def lay(self, side: str, card: Card) -> None:
        self.rat = beyond(self.rat, side)
        self.cards[self.rat] = card
        self.came = {ACROSS[side]}
        self.layer, self.passes, self.turned = self.turn, 0, False
        off = [way for way in card.openings if not self.on_grid(beyond(self.rat, way))]
        links = [
            way
            for way in card.openings - self.came
            if beyond(self.rat, way) in self.cards and ACROSS[way] in self.cards[beyond(self.rat, way)].openings
        ]
        if len(off) == 1:
            self.leave(off[0])
        elif off:
            self.waiting = "exit"
        elif card.well and not self.open_cards():
            self.end(0)
        elif card.well or links:
            self.waiting = "run"
        else:
            self.refill()

    def refill(self) -> None:
        if len(self.hands[self.turn - 1]) < self.limit and self.stack + self.discards:
            self.wait_for_card("refill")
        else:
            self.next_turn()

    def wait_for_card(self, why: str) -> None:
        self.waiting = why
        if not self.stack:
            self.stack, self.discards = self.discards, []

    def next_turn(self) -> None:
        self.turn = self.turn % self.players + 1
        self.waiting = "lay"

    def pass_on(self) -> None:
        self.passes += 1
        if self.passes < self.players:
            self.next_turn()
        elif self.turned or not self.layer or not self.open_cards() - {self.rat}:
            self.end(0)
        else:
            self.passes, self.turned, self.turn, self.waiting = 0, True, self.layer, "turn round"

    def leave(self, side: str) -> None:
        self.end(self.seat_at(side))

    def end(self, winner: int) -> None:
        self.winner = winner
        self.waiting = "over"

    @property
    def to_act(self) -> int | str | None:
        if self.waiting == "over":
            return None
        return "chance" if self.waiting in ("deal", "refill", "swap") else self.turn


def beyond(cell: Cell, side: str) -> Cell:
    return cell[0] + AWAY[side][0], cell[1] + AWAY[side][1]


def written(cell: Cell) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[cell[0] - 1]}{cell[1]}"
