"""What every game is to the rest of the house: one record type, and a handful of functions over it.

A position is one NumPy record whose first fields are `HEADER`. A game registers its record type with the functions of
`Functions`; the generic functions here (`legal`, `weigh`, `apply`, `hide`, `imagine`, `conceal`, `appraise`) find the
right one by the record's type, at compile time where Numba compiles and at run time where it does not
(``NUMBA_DISABLE_JIT=1``). Code that is written over them (playouts, perft, search) is thereby written once for all
games, and compiles to direct calls.

Compiled functions called from Python take arrays of records, of which they use the first: passing a record costs ten
times as much.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from numba.core import types
from numba.extending import intrinsic, overload

from ratskeller.games.compiled import compiled

MOST_SEATS = 4

TO_CHANCE = 0
"""``to_act`` of a position that waits for chance; a seat's own number where a seat is to act."""
OVER = -1
"""``to_act`` of a position that is over."""

HEADER: list[Any] = [
    ("to_act", "i1"),
    ("players", "i1"),
    ("ply", "i4"),
    ("scores", "i4", (MOST_SEATS,)),
    ("returns", "f8", (MOST_SEATS,)),
]
"""The first fields of every game's record: who acts, how many seats, moves made (chance's too), points, returns."""

State: TypeAlias = Any
"""A record of a game's own type: a NumPy record in plain Python, a reference into an array in compiled code."""
States: TypeAlias = npt.NDArray[Any]
Moves: TypeAlias = npt.NDArray[np.int32]
Weights: TypeAlias = npt.NDArray[np.float64]


def record_type(*fields: Any) -> np.dtype[Any]:
    """The record type of a game: `HEADER`, then its own fields, each aligned, which makes play a tenth faster."""
    return np.dtype((np.record, np.dtype([*HEADER, *fields], align=True)))


@compiled
def hide_nothing(s: State, seat: int) -> None:
    """`hide` of a game in which everything lies open."""


@compiled
def imagine_nothing(s: State, seat: int, rng: np.random.Generator) -> None:
    """`imagine` of a game in which everything lies open."""


@compiled
def conceal_nothing(s: State, move: int, seat: int) -> int:
    """`conceal` of a game in which everything lies open."""
    return move


@dataclass(frozen=True)
class Functions:
    """A game's compiled functions. Moves are numbers that name the same move in every position."""

    legal: Callable[[State, Moves], int]
    """Fill the buffer with the legal moves or chance outcomes, ascending; return how many. None when over."""
    weigh: Callable[[State, Moves, int, Weights], None]
    """The probabilities of the first n outcomes, when chance is to act."""
    apply: Callable[[State, int], None]
    """Make one legal move, a seat's or chance's. ``ply`` is counted by the kernel."""
    hide: Callable[[State, int], None]
    """Blank what a seat may not see (seat 0: what no spectator may see)."""
    imagine: Callable[[State, int, np.random.Generator], None]
    """Fill the blanks at random, consistently with what the seat has seen."""
    appraise: Callable[[State, int], float]
    """How good the position looks to a seat, in [-1, 1]."""
    conceal: Callable[[State, int, int], int] = conceal_nothing
    """What a seat (0: a spectator) sees of a legal move: the move, or one that stands in a view for what it may not
    see; ``conceal(s before it, move, seat)``. Only chance's outcomes may be concealed: what a seat does, all see."""


_functions: dict[np.dtype[Any], Functions] = {}
_functions_by_numba_type: dict[types.Type, Functions] = {}


def register(state: np.dtype[Any], functions: Functions) -> None:
    """Make a game known by its record type."""
    numba_type = numba.from_dtype(state)
    if numba_type in _functions_by_numba_type:
        raise ValueError("two games cannot have the same record type")
    _functions[state] = functions
    _functions_by_numba_type[numba_type] = functions


def legal(s: State, moves: Moves) -> int:
    """Fill the buffer with the legal moves, ascending; return how many."""
    return _functions[s.dtype].legal(s, moves)


def weigh(s: State, moves: Moves, n: int, weights: Weights) -> None:
    """Fill in the probabilities of the n chance outcomes in the buffer."""
    _functions[s.dtype].weigh(s, moves, n, weights)


def apply(s: State, move: int) -> None:
    """Make one legal move and count it."""
    s.ply += 1
    _functions[s.dtype].apply(s, move)


def hide(s: State, seat: int) -> None:
    """Blank what a seat may not see."""
    _functions[s.dtype].hide(s, seat)


def imagine(s: State, seat: int, rng: np.random.Generator) -> None:
    """Fill the blanks at random, consistently with what the seat has seen."""
    _functions[s.dtype].imagine(s, seat, rng)


def conceal(s: State, move: int, seat: int) -> int:
    """What a seat sees of a legal move."""
    return _functions[s.dtype].conceal(s, move, seat)


def appraise(s: State, seat: int) -> float:
    """How good the position looks to a seat, in [-1, 1]; its return when the game is over."""
    if s.to_act == OVER:
        return float(s.returns[seat - 1])
    return _functions[s.dtype].appraise(s, seat)


# Numba compares an implementation's parameters with those of the function that gives it, annotations included:
# hence none here.


@overload(legal)
def _legal(s, moves):  # type: ignore[no-untyped-def]
    function = _functions_by_numba_type[s].legal
    return lambda s, moves: function(s, moves)


@overload(weigh)
def _weigh(s, moves, n, weights):  # type: ignore[no-untyped-def]
    function = _functions_by_numba_type[s].weigh
    return lambda s, moves, n, weights: function(s, moves, n, weights)


@overload(apply)
def _apply(s, move):  # type: ignore[no-untyped-def]
    function = _functions_by_numba_type[s].apply

    def make(s, move):  # type: ignore[no-untyped-def]
        s.ply += 1
        function(s, move)

    return make


@overload(hide)
def _hide(s, seat):  # type: ignore[no-untyped-def]
    function = _functions_by_numba_type[s].hide
    return lambda s, seat: function(s, seat)


@overload(imagine)
def _imagine(s, seat, rng):  # type: ignore[no-untyped-def]
    function = _functions_by_numba_type[s].imagine
    return lambda s, seat, rng: function(s, seat, rng)


@overload(conceal)
def _conceal(s, move, seat):  # type: ignore[no-untyped-def]
    function = _functions_by_numba_type[s].conceal
    return lambda s, move, seat: function(s, move, seat)


@overload(appraise)
def _appraise(s, seat):  # type: ignore[no-untyped-def]
    function = _functions_by_numba_type[s].appraise

    def look(s, seat):  # type: ignore[no-untyped-def]
        if s.to_act == OVER:
            return s.returns[seat - 1]
        return function(s, seat)

    return look


def lowest_bit(bits: np.uint64) -> int:
    """The index of the lowest bit that is set; the bits are not all zero."""
    return (int(bits) & -int(bits)).bit_length() - 1


@intrinsic
def _count_trailing_zeros(_typing: Any, bits: types.Type) -> Any:  # the first is given by Numba
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero_is_undefined = context.get_constant(types.boolean, True)
        return builder.cttz(args[0], zero_is_undefined)

    return types.int64(types.uint64), emit


@overload(lowest_bit)
def _lowest_bit(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _count_trailing_zeros(bits)  # type: ignore[call-arg]


def copied(states: States) -> States:
    """A copy of all bytes: NumPy copies a record field by field, which takes long and leaves the gaps unset."""
    return states.view(np.uint8).copy().view(states.dtype)


def choose(weights: Weights | Sequence[float], n: int, rng: np.random.Generator) -> int:
    """Draw an index below n by its weight; the weights sum to 1."""
    left = rng.random()
    for k in range(n - 1):
        left -= weights[k]
        if left < 0.0:
            return k
    return n - 1


pick = compiled(choose)
"""`choose` for compiled code. From Python it takes longer: a generator is costly to hand over."""


@compiled
def list_moves(states: States, moves: Moves) -> int:
    """`legal` of the first state."""
    return legal(states[0], moves)


@compiled
def weigh_moves(states: States, moves: Moves, n: int, weights: Weights) -> None:
    """`weigh` of the first state."""
    weigh(states[0], moves, n, weights)


@compiled
def make_move(states: States, move: int) -> None:
    """`apply` to the first state."""
    apply(states[0], move)


@compiled
def hide_from(states: States, seat: int) -> None:
    """`hide` in the first state."""
    hide(states[0], seat)


@compiled
def conceal_from(states: States, move: int, seat: int) -> int:
    """`conceal` in the first state."""
    return conceal(states[0], move, seat)


@compiled
def imagine_for(states: States, seat: int, rng: np.random.Generator) -> None:
    """`imagine` in the first state."""
    imagine(states[0], seat, rng)


@compiled
def appraise_moves(states: States, seat: int, moves: Moves, n: int, values: Weights) -> None:
    """Fill in how good the first state looks to the seat after each of the n moves."""
    after = np.empty_like(states)
    for k in range(n):
        after[0] = states[0]
        apply(after[0], moves[k])
        values[k] = appraise(after[0], seat)


@compiled
def play_out(states: States, moves: Moves, weights: Weights, rng: np.random.Generator) -> int:
    """Play the first state to its end by uniformly random moves; return the number of plies, chance's included.

    The legal list is built at every ply. ``moves`` and ``weights`` are buffers of the game's ``most_moves``.
    """
    s = states[0]
    before = s.ply
    while s.to_act != OVER:
        n = legal(s, moves)
        if s.to_act == TO_CHANCE:
            weigh(s, moves, n, weights)
            k = pick(weights, n, rng)
        else:
            k = int(rng.random() * n)
        apply(s, moves[k])
    return s.ply - before


@compiled
def play_random_games(
    start: States,
    rng: np.random.Generator,
    moves: Moves,
    weights: Weights,
    plies: npt.NDArray[np.int64],
    scores: npt.NDArray[np.int64],
    returns: npt.NDArray[np.float64],
) -> None:
    """Play a random game from the first state for each entry of ``plies``.

    ``plies[g]``, ``scores[g, seat]`` and ``returns[g, seat]`` are filled in; ``moves`` and ``weights`` are buffers.
    """
    states = np.empty_like(start)
    for g in range(len(plies)):
        states[0] = start[0]
        plies[g] = play_out(states, moves, weights, rng)
        for seat in range(states[0].players):
            scores[g, seat] = states[0].scores[seat]
            returns[g, seat] = states[0].returns[seat]


@compiled
def count_sequences(states: States, depth: int, most_moves: int, nodes: npt.NDArray[np.int64]) -> None:
    """Add to ``nodes[d]`` the number of move sequences of length d from the first state, for d = 1 … depth (perft)."""
    line = np.empty(depth + 1, states.dtype)
    moves = np.empty((depth + 1, most_moves), np.int32)
    count = np.zeros(depth + 1, np.int64)
    tried = np.zeros(depth + 1, np.int64)
    line[0] = states[0]
    count[0] = legal(line[0], moves[0])
    nodes[1] += count[0]
    d = 0
    while d >= 0:
        if d + 1 == depth or tried[d] == count[d]:
            d -= 1
            continue
        line[d + 1] = line[d]
        apply(line[d + 1], moves[d, tried[d]])
        tried[d] += 1
        d += 1
        count[d] = legal(line[d], moves[d])
        tried[d] = 0
        nodes[d + 1] += count[d]
