"""The bot that thinks ahead: how it is set, and what it thought."""

import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ratskeller.bots import tree
from ratskeller.games import kernel
from ratskeller.play.position import Position
from ratskeller.words import _

ITERATIONS = 1000
"""Where neither iterations nor time are given."""
NODES = 200_000
"""Of each thread's tree; a node is 56 bytes."""
FIRST_ITERATIONS = 16
"""With a time limit, so many are made before the clock is read for the first time."""
CHUNK_SECONDS = 0.01
"""With a time limit, about this passes between two looks at the clock."""
LONGEST_LINE = 8
"""So many moves of what is expected to follow are told."""


@dataclass(frozen=True)
class Plan:
    """How to search. Values are those of `kernel.appraise` and of the returns: from -1 to 1."""

    exploration: float = 0.5
    """How much a move that was rarely tried is worth trying (the constant of PUCT)."""
    temperature: float = 0.1
    """Differences in one-ply scores of this size make a move e times as likely to be tried."""
    trust: float = 2.0
    """So many visits a move's one-ply score counts for."""
    width: float = 8.0
    """So many moves are looked at where a position is visited for the first time …"""
    widening: float = 0.35
    """… and after n visits n to this power times as many."""
    most_children: int = 64
    """Never more moves than these, the best-looking ones, are looked at."""
    per_visit: int = 0
    """A position below the first is played out, and none of its moves looked at, as long as it has more than so many
    moves for each of its visits; 0: all are looked at in its first visit.
    """
    plies: int = 8
    """So many moves of seats are played out below the tree before the position is appraised."""
    sample: int = 4
    """In playing out, the best-looking of so many moves drawn at random is made; 1: any."""
    events: int = 0
    """Playing out ends before chance acts for the time of this number, too; 0: only after the plies."""

    def to_array(self) -> npt.NDArray[np.void]:
        """The plan as the compiled search takes it; ValueError if it is none."""
        low = {
            "most_children": 1,
            "plies": 0,
            "per_visit": 0,
            "sample": 1,
            "events": 0,
            "widening": 0.0,
            "exploration": 0.0,
        }
        for field in fields(self):
            value = getattr(self, field.name)
            least = low.get(field.name, 1e-6)
            if not isinstance(value, int | float) or not least <= value < 1e9:
                raise ValueError(_("{name} cannot be {value}.", name=field.name, value=repr(value)))
        plans = np.zeros(1, tree.PLAN)
        for field in fields(self):
            plans[0][field.name] = getattr(self, field.name)
        return plans


@cache
def tuned(game: str) -> dict[str, dict[str, Any]]:
    """What was found for a game: its file in ``tuned/``."""
    return tomllib.loads(files(__package__).joinpath(f"tuned/{game}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Thought:
    """What the search thinks of one move."""

    move: int
    visits: int
    value: float
    """What it expects for the seat to act, from -1 to 1."""
    guess: float
    """How the position looks to that seat right after the move."""


@dataclass(frozen=True)
class Thoughts:
    """What the search thinks of a position."""

    moves: list[Thought]
    """The moves that were looked at, the most visited first."""
    line: list[int]
    """The moves that it expects, from the best one to the next event of chance, at most eight."""
    iterations: int
    seconds: float

    @property
    def best(self) -> int:
        """The number of the move that it would make."""
        return self.moves[0].move


class Search:
    """Information-set Monte Carlo tree search, which plays any game.

    It remembers its tree from one choice to the next of the same game: see `fresh`.
    """

    def __init__(
        self,
        iters: int | None = None,
        ms: float | None = None,
        threads: int = 1,
        nodes: int = NODES,
        reuse: bool = True,
        name: str = "search",
        **settings: float,
    ) -> None:
        """
        Args:
            iters: iterations for a choice, over all threads together; with these alone the same seed gives the same
                choices.
            ms: milliseconds for a choice. With both, what is reached first ends it; with neither, 1000 iterations.
            threads: trees that grow side by side, each on a thread of its own; their visits are added up.
            nodes: so many nodes each tree has.
            reuse: whether a tree is kept for the next choice.
            name: what it is called.
            settings: fields of `Plan` that replace those found for the game.

        Raises:
            ValueError: a setting cannot be so.
        """
        for what, value, least in (
            ("iters", iters, 1),
            ("ms", ms, 0.001),
            ("threads", threads, 1),
            ("nodes", nodes, 2),
        ):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or value < least):
                raise ValueError(_("{name} cannot be {value}.", name=what, value=repr(value)))
        self.name = name
        self.iters = ITERATIONS if iters is None and ms is None else iters
        self.ms = ms
        self.threads = int(threads)
        self.nodes = int(nodes)
        self.reuse = reuse
        self.settings = settings
        known = [field.name for field in fields(Plan)]
        for setting in settings:
            if setting not in known:
                raise ValueError(_("there is no setting {name}, but {known}.", name=setting, known=", ".join(known)))
        self._plan(Plan()).to_array()
        self._trees: list[_Tree] = []
        self._last: tuple[Position, list[int]] | None = None

    def fresh(self) -> "Search":
        """The same bot, for another game."""
        return Search(self.iters, self.ms, self.threads, self.nodes, self.reuse, self.name, **self.settings)

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        """Choose one of the view's legal moves."""
        legal = view.legal_ids()
        return int(legal[0]) if len(legal) == 1 else self.think(view, rng).best

    def think(self, view: Position, rng: np.random.Generator) -> Thoughts:
        """Search from a position in which a seat is to act, as that seat sees it.

        Raises:
            ValueError: no seat is to act.
        """
        seat = view.to_act
        if not isinstance(seat, int):
            raise ValueError(_("Nobody is to act; there is nothing to think about."))
        if view.viewer != seat:
            view = view.view(seat)
        began = time.perf_counter()
        if not self._trees:
            self._trees = [_Tree(self.nodes) for _k in range(self.threads)]
        self._go_on(view)
        plans = self._plan(Plan(**tuned(view.game.id)["plan"])).to_array()
        rngs = [np.random.Generator(np.random.PCG64(seed)) for seed in rng.integers(2**63, size=self.threads).tolist()]

        def think(k: int) -> int:
            iterations = None if self.iters is None else -(-int(self.iters) // self.threads)
            return _grow(view, seat, self._trees[k], plans, rngs[k], iterations, self.ms)

        if self.threads == 1:
            made = think(0)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                made = sum(pool.map(think, range(self.threads)))
        return _thoughts(self._trees, made, time.perf_counter() - began)

    def _plan(self, found: Plan) -> Plan:
        changed: dict[str, Any] = self.settings
        return replace(found, **changed)

    def _go_on(self, view: Position) -> None:
        """Let the trees be those of this position, with what the last search found out about it."""
        ids = view.move_ids
        last, self._last = self._last, (view, ids)
        for grown in self._trees:
            if self.reuse and last is not None and _is_before(*last, view, ids):
                grown.follow(ids[len(last[1]) :])
            else:
                grown.clear()


class _Tree:
    """One tree; ``counts`` holds its nodes and the iterations made.

    Arrays are made once and written as far as they are used: filling them with zeros takes longer than a quick choice.
    """

    def __init__(self, nodes: int) -> None:
        self.nodes, self._spare = np.empty((2, nodes), tree.NODE)
        self._places = np.empty(nodes, np.int32)
        self.counts = np.zeros(2, np.int64)
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        tree.plant(self.nodes, self.counts)

    def follow(self, moves: list[int]) -> None:
        """Keep only what follows these moves; nothing if it was never thought of."""
        node = tree.ROOT
        for move in moves:
            node = tree.follow(self.nodes, node, move)
            if node == tree.NO_NODE:
                self.clear()
                return
        self.counts[0] = tree.regraft(self.nodes, node, self._spare, self._places)
        self.nodes, self._spare = self._spare, self.nodes


def _is_before(view: Position, ids: list[int], later: Position, later_ids: list[int]) -> bool:
    """Whether play has led from one view to a later one of the same seat, in the same game."""
    return (
        later.game is view.game
        and later.viewer == view.viewer
        and later.options == view.options
        and len(later_ids) > len(ids)
        and later_ids[: len(ids)] == ids
    )


def _grow(
    view: Position,
    seat: int,
    grown: _Tree,
    plans: npt.NDArray[np.void],
    rng: np.random.Generator,
    iterations: int | None,
    ms: float | None,
) -> int:
    """Search in one tree until it is time to stop; return the iterations made."""
    rules = view.game.rules

    def think(n: int) -> None:
        tree.think(view.states, seat, bool(rules.hidden), grown.nodes, grown.counts, plans, n, rules.most_moves, rng)

    if ms is None:
        assert iterations is not None
        think(iterations)
        return iterations
    return _until(think, time.perf_counter() + ms / 1000, iterations)


def _until(think: Callable[[int], None], end: float, most: int | None) -> int:
    """Think in chunks until a time, at least for one; return the iterations made."""
    made = 0
    chunk = FIRST_ITERATIONS
    now = time.perf_counter()
    while made == 0 or (now < end and (most is None or made < most)):
        n = chunk if most is None else min(chunk, most - made)
        think(n)
        made += n
        before, now = now, time.perf_counter()
        pace = n / max(now - before, 1e-6)
        chunk = max(1, int(pace * min(CHUNK_SECONDS, end - now)))
    return made


def _thoughts(trees: list[_Tree], iterations: int, seconds: float) -> Thoughts:
    """What all trees together hold of the moves at their roots."""
    visits: dict[int, int] = {}
    sums: dict[int, float] = {}
    guesses: dict[int, float] = {}
    for grown in trees:
        child = grown.nodes[tree.ROOT]["first"]
        while child != tree.NO_NODE:
            node = grown.nodes[child]
            move = int(node["move"])
            visits[move] = visits.get(move, 0) + int(node["visits"])
            sums[move] = sums.get(move, 0.0) + float(node["value"])
            guesses[move] = float(node["guess"])
            child = node["next"]
    moves = [Thought(move, n, sums[move] / n if n else guesses[move], guesses[move]) for move, n in visits.items()]
    moves.sort(key=lambda thought: (-thought.visits, -thought.value, thought.move))
    return Thoughts(moves, _line(trees[0], moves[0].move), iterations, seconds)


def _line(grown: _Tree, first: int) -> list[int]:
    """The most visited moves from the first on, as far as seats make them."""
    line = [first]
    node = tree.follow(grown.nodes, tree.ROOT, first)
    while node != tree.NO_NODE and len(line) < LONGEST_LINE:
        best, most = tree.NO_NODE, 0
        child = grown.nodes[node]["first"]
        while child != tree.NO_NODE:
            if grown.nodes[child]["mover"] != kernel.TO_CHANCE and grown.nodes[child]["visits"] > most:
                best, most = child, grown.nodes[child]["visits"]
            child = grown.nodes[child]["next"]
        if best == tree.NO_NODE:
            break
        line.append(int(grown.nodes[best]["move"]))
        node = best
    return line
