"""Rat Attack: what may happen. Rule numbers (R1 …) are those of the project's rules page.

Spaces are ``[row, column]`` of a 64 × 64 table; the move texts' x is ``column - MIDDLE`` and y is ``row - MIDDLE``.
Faces are what a space shows: 0 blank, then per colour four spices and its rat.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ratskeller.games.compiled import compiled
from ratskeller.games.kernel import (
    OVER,
    TO_CHANCE,
    Functions,
    Moves,
    State,
    States,
    Weights,
    apply,
    lowest_bit,
    record_type,
    register,
)

SIZE = 64
"""Spaces along a side of the table."""
MIDDLE = 32
"""Row and column of the middle of the start tile."""
MOST_TILES = 62
TURN_TILES = 2

BLANK = 0
FACES_A_COLOUR = 5
RED_RAT = 5
GREEN_RAT = 10
FACES = 11

DIRECTIONS = "eswn"
EAST, SOUTH, WEST, NORTH = range(4)
ROW_STEP = np.array([0, 1, 0, -1])
COLUMN_STEP = np.array([1, 0, -1, 0])

FIRST_PLACING = 1024
"""Placings are numbered from here, by tile, direction, row, column; a number below it is the tile that chance draws."""
ROW_STRIDE = SIZE
DIRECTION_STRIDE = SIZE * ROW_STRIDE
TILE_STRIDE = 4 * DIRECTION_STRIDE
LAST_PLACING = FIRST_PLACING + (MOST_TILES + 1) * TILE_STRIDE - 1

MOST_MOVES = 16384
"""On the ground at most 63 tiles · 8 neighbours · 6 lines of three, stacked at most 63 · 3 · 2; all that two ways
round, for two tiles: fewer than this."""

STATE = record_type(
    ("tile_count", "u1"),  # tiles 1 … tile_count exist besides the start tile
    ("tiles", "u1", (MOST_TILES + 1, 3)),  # the faces of each tile; row 0 is the start tile
    ("rats_to_lose", "u1"),
    ("turn", "u1"),  # the seat whose turn it is, also while chance draws for it
    ("hand", "u1", (TURN_TILES,)),  # the tiles drawn and not yet placed, ascending; 0: none
    ("stock", "u8"),  # bit t: tile t has not been drawn
    ("height", "u1", (SIZE, SIZE)),  # how many tiles lie on a space
    ("tile", "u1", (SIZE, SIZE)),  # the topmost of them
    ("face", "u1", (SIZE, SIZE)),  # what it shows
    ("shown", "i2", (FACES,)),  # how often each face is visible
    (
        "spots",
        "u8",
        (2, SIZE),
    ),  # bit c of [d, r]: a tile fits on the three spaces from [r, c] to the east (d = 0) or the south (1)
)


@compiled
def begin(states: States) -> None:
    """R1: the start tile lies in the middle, all others are in the stock; tiles and options are written before."""
    s = states[0]
    s.to_act = TO_CHANCE
    s.stock = (np.uint64(2) << np.uint64(s.tile_count)) - np.uint64(2)
    lay(s, 0, EAST, MIDDLE, MIDDLE - 1)


@compiled
def legal(s: State, moves: Moves) -> int:
    """R2: chance draws a tile of the stock, the seat places a tile of its hand."""
    if s.to_act == OVER:
        return 0
    if s.to_act == TO_CHANCE:
        return list_stock(s, moves)
    return list_placings(s, moves)


@compiled
def list_stock(s: State, moves: Moves) -> int:
    """The tiles that chance can draw."""
    n = 0
    left = s.stock
    while left:
        moves[n] = lowest_bit(left)
        n += 1
        left &= left - np.uint64(1)
    return n


@compiled
def list_placings(s: State, moves: Moves) -> int:
    """Every tile in hand in every direction on every spot where a tile fits.

    Which tile it is makes no difference to where it fits, nor does the way round: so the spots are listed once a line
    (to the east, to the south), and the other lists are these, moved by a constant.
    """
    low: Any = np.int64(s.hand[0])
    high: Any = np.int64(s.hand[1])
    tile = low if low else high
    first = FIRST_PLACING + tile * TILE_STRIDE
    east = list_spots(s, 0, first + EAST * DIRECTION_STRIDE, moves, 0)
    south = list_spots(s, 1, first + SOUTH * DIRECTION_STRIDE, moves, east)
    n = repeat(moves, 0, east, (WEST - EAST) * DIRECTION_STRIDE + 2, south)
    n = repeat(moves, east, south, (NORTH - SOUTH) * DIRECTION_STRIDE + 2 * ROW_STRIDE, n)
    if low:
        n = repeat(moves, 0, n, (high - low) * TILE_STRIDE, n)
    return n


@compiled
def list_spots(s: State, line: int, first: int, moves: Moves, n: int) -> int:
    """Append the spots of a line, counted from ``first``."""
    for row in range(SIZE):
        left = s.spots[line, row]
        while left:
            moves[n] = first + row * ROW_STRIDE + lowest_bit(left)
            n += 1
            left &= left - np.uint64(1)
    return n


@compiled
def repeat(moves: Moves, start: int, stop: int, offset: int, n: int) -> int:
    """Append ``moves[start:stop]``, moved by a constant."""
    for k in range(stop - start):
        moves[n + k] = moves[start + k] + offset
    return n + stop - start


@compiled
def weigh(s: State, moves: Moves, n: int, weights: Weights) -> None:
    """Every tile of the stock is equally likely."""
    for k in range(n):
        weights[k] = 1.0 / n


@compiled
def make(s: State, move: int) -> None:
    """R2: a tile is drawn, or placed and scored; after the second one the turn ends."""
    if move < FIRST_PLACING:
        draw(s, move)
        return
    place = move - FIRST_PLACING
    tile = place // TILE_STRIDE
    direction = place // DIRECTION_STRIDE % 4
    row = place // ROW_STRIDE % SIZE
    column = place % SIZE
    lay(s, tile, direction, row, column)
    score_tile(s, direction, row, column)
    if s.hand[0] == tile:
        s.hand[0] = 0
    else:
        s.hand[1] = s.hand[0]
        s.hand[0] = 0
    if s.hand[1] == 0:
        end_turn(s)


@compiled
def draw(s: State, tile: int) -> None:
    """R2: the seat in turn draws two tiles."""
    s.stock ^= np.uint64(1) << np.uint64(tile)
    if s.hand[1] == 0:
        s.hand[1] = tile
        return
    s.hand[0] = min(s.hand[1], tile)
    s.hand[1] = max(s.hand[1], tile)
    s.to_act = s.turn


@compiled
def fits(s: State, line: int, row: int, column: int) -> bool:
    """R3, R4: whether a tile may lie on the three spaces from here to the east (line 0) or to the south (line 1)."""
    down = line
    right = 1 - line
    height = s.height[row, column]
    if s.height[row + down, column + right] != height or s.height[row + 2 * down, column + 2 * right] != height:
        return False
    if height:
        return rests_on_several(s, line, row, column)
    return (
        touches(s, row, column)
        or touches(s, row + down, column + right)
        or touches(s, row + 2 * down, column + 2 * right)
    )


@compiled
def rests_on_several(s: State, line: int, row: int, column: int) -> bool:
    """R4: a tile never lies on just one other tile."""
    below = s.tile[row, column]
    return s.tile[row + line, column + 1 - line] != below or s.tile[row + 2 * line, column + 2 - 2 * line] != below


@compiled
def touches(s: State, row: int, column: int) -> bool:
    """R3: whether a space holding a tile lies side to side with this one."""
    return (
        (row > 0 and s.height[row - 1, column] > 0)
        or (row < SIZE - 1 and s.height[row + 1, column] > 0)
        or (column > 0 and s.height[row, column - 1] > 0)
        or (column < SIZE - 1 and s.height[row, column + 1] > 0)
    )


@compiled
def lay(s: State, tile: int, direction: int, row: int, column: int) -> None:
    """R5, R6: the tile covers three spaces for good, and only it shows there from now on."""
    for k in range(3):
        r = row + k * ROW_STEP[direction]
        c = column + k * COLUMN_STEP[direction]
        if s.height[r, c]:
            s.shown[s.face[r, c]] -= 1
        s.height[r, c] += 1
        s.tile[r, c] = tile
        s.face[r, c] = s.tiles[tile, k]
        s.shown[s.face[r, c]] += 1
    last_row = row + 2 * ROW_STEP[direction]
    last_column = column + 2 * COLUMN_STEP[direction]
    renew_spots(s, min(row, last_row), max(row, last_row), min(column, last_column), max(column, last_column))


@compiled
def renew_spots(s: State, top: int, bottom: int, left: int, right: int) -> None:
    """Look again where a tile fits, on every three spaces that hold or touch a space of this box."""
    for line in range(2):
        for row in range(max(top - 1 - 2 * line, 0), min(bottom + 1, SIZE - 1 - 2 * line) + 1):
            bits = s.spots[line, row]
            for column in range(max(left - 3 + 2 * line, 0), min(right + 1, SIZE - 3 + 2 * line) + 1):
                bit = np.uint64(1) << np.uint64(column)
                if fits(s, line, row, column):
                    bits |= bit
                else:
                    bits &= ~bit
            s.spots[line, row] = bits


@compiled
def is_spice(face: int) -> bool:
    """R8: blanks and rats never score."""
    return face not in (BLANK, RED_RAT, GREEN_RAT)


@compiled
def group_size(s: State, row: int, column: int, seen: npt.NDArray[np.uint64], cells: npt.NDArray[np.int32]) -> int:
    """R7: the number of spaces in this space's group. They are marked in ``seen``; ``cells`` is a buffer."""
    face = s.face[row, column]
    cells[0] = row * SIZE + column
    seen[row] |= np.uint64(1) << np.uint64(column)
    n = 1
    k = 0
    while k < n:
        r = cells[k] // SIZE
        c = cells[k] % SIZE
        k += 1
        for direction in range(4):
            nr = r + ROW_STEP[direction]
            nc = c + COLUMN_STEP[direction]
            if nr < 0 or nr >= SIZE or nc < 0 or nc >= SIZE or s.face[nr, nc] != face:
                continue
            bit = np.uint64(1) << np.uint64(nc)
            if not seen[nr] & bit:
                seen[nr] |= bit
                cells[n] = nr * SIZE + nc
                n += 1
    return n


@compiled
def score_group(s: State, row: int, column: int, seen: npt.NDArray[np.uint64], cells: npt.NDArray[np.int32]) -> None:
    """R8, R10: a group not yet seen gives its colour 1 point for 2 spaces, 2 points for 3 or more."""
    face = s.face[row, column]
    if is_spice(face) and not seen[row] >> np.uint64(column) & np.uint64(1):
        size = group_size(s, row, column, seen, cells)
        s.scores[(face - 1) // FACES_A_COLOUR] += min(size - 1, 2)


@compiled
def score_tile(s: State, direction: int, row: int, column: int) -> None:
    """R8: every group with a spice of the tile just placed scores, once."""
    seen = np.zeros(SIZE, np.uint64)
    cells = np.empty(3 * (MOST_TILES + 1), np.int32)
    for k in range(3):
        score_group(s, row + k * ROW_STEP[direction], column + k * COLUMN_STEP[direction], seen, cells)


@compiled
def score_table(s: State) -> None:
    """R10: every visible group scores once more."""
    seen = np.zeros(SIZE, np.uint64)
    cells = np.empty(3 * (MOST_TILES + 1), np.int32)
    for row in range(SIZE):
        for column in range(SIZE):
            if s.face[row, column]:
                score_group(s, row, column, seen, cells)


@compiled
def rats_shown(s: State, seat: int) -> int:
    """How many rats of a seat's colour are visible."""
    return s.shown[seat * FACES_A_COLOUR]


@compiled
def spices_shown(s: State, seat: int) -> int:
    """How many spices of a seat's colour are visible."""
    n = 0
    for face in range((seat - 1) * FACES_A_COLOUR + 1, seat * FACES_A_COLOUR):
        n += s.shown[face]
    return n


@compiled
def end_turn(s: State) -> None:
    """R2, R9, R10: the seat may have lost by its rats, the stock may be used up, or the other seat draws."""
    if rats_shown(s, s.turn) >= s.rats_to_lose:
        finish(s, 3 - s.turn)
    elif s.stock:
        s.turn = 3 - s.turn
        s.to_act = TO_CHANCE
    else:
        score_table(s)
        finish(s, leader(s))


@compiled
def leader(s: State) -> int:
    """R10: the seat with more points, else with more visible spices, else 0."""
    lead = s.scores[0] - s.scores[1]
    if lead == 0:
        lead = spices_shown(s, 1) - spices_shown(s, 2)
    if lead == 0:
        return 0
    return 1 if lead > 0 else 2


@compiled
def finish(s: State, winner: int) -> None:
    """The game is over; without a winner it is a draw."""
    s.to_act = OVER
    if winner:
        s.returns[winner - 1] = 1.0
        s.returns[2 - winner] = -1.0


@compiled
def hide(s: State, seat: int) -> None:
    """Nothing is hidden: the stock's order is not part of a position."""


@compiled
def imagine(s: State, seat: int, rng: np.random.Generator) -> None:
    """Nothing is hidden."""


POINTS_TO_BE_SURE = 24.0
"""A lead of so many points, rats counted in, looks as good as won."""
RAT_POINTS = 6.0
"""What the last rat but one to lose by weighs, in points."""


@compiled
def danger(s: State, seat: int) -> float:
    """What a seat's visible rats weigh against it, in points: the nearer to losing by them, the more each one does."""
    share = rats_shown(s, seat) / max(s.rats_to_lose - 1, 1)
    return RAT_POINTS * share * share


@compiled
def appraise(s: State, seat: int) -> float:
    """The lead in points, each side's danger from its rats counted in."""
    other = 3 - seat
    lead = s.scores[seat - 1] - s.scores[other - 1] + danger(s, other) - danger(s, seat)
    return max(-1.0, min(1.0, lead / POINTS_TO_BE_SURE))


register(STATE, Functions(legal, weigh, make, hide, imagine, appraise))


@compiled
def foresee_placings(states: States, moves: Moves, outcomes: npt.NDArray[np.int8]) -> None:
    """Fill ``outcomes[k]`` with what move k gives red and green, and how many red and green rats then show."""
    after = np.empty_like(states)
    for k in range(len(moves)):
        after[0] = states[0]
        apply(after[0], moves[k])
        for seat in range(1, 3):
            outcomes[k, seat - 1] = after[0].scores[seat - 1] - states[0].scores[seat - 1]
            outcomes[k, seat + 1] = rats_shown(after[0], seat)


def foresee(states: npt.NDArray[Any], moves: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """What each placing would do: ``int8[n, 4]``, points for red and for green, red and green rats visible after it."""
    outcomes = np.zeros((len(moves), 4), np.int8)
    foresee_placings(states, moves, outcomes)
    return outcomes
