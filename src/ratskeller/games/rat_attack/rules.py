"""Rat Attack: what may happen. Rule numbers (R1 …) are those of the project's rules page.

Spaces are ``[row, column]`` of a 64 × 64 table; the move texts' x is ``column - MIDDLE`` and y is ``row - MIDDLE``.
Faces are what a space shows: 0 blank, then per colour four spices and its rat.
"""

from typing import Any, TypeAlias

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
    hide_nothing,
    imagine_nothing,
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

ONE = np.uint64(1)
TWO = np.uint64(2)
FIRST_OF_THREE = ~np.uint64(0) >> TWO
"""The columns from which three spaces reach to the east."""

FIRST_PLACING = 1024
"""Placings are numbered from here, by tile, direction, row, column; a number below it is the tile that chance draws."""
ROW_STRIDE = SIZE
DIRECTION_STRIDE = SIZE * ROW_STRIDE
TILE_STRIDE = 4 * DIRECTION_STRIDE
LAST_PLACING = FIRST_PLACING + (MOST_TILES + 1) * TILE_STRIDE - 1

MOST_MOVES = 16384
"""On the ground at most 63 tiles · 8 neighbours · 6 lines of three, stacked at most 63 · 3 · 2; all that two ways
round, for two tiles: fewer than this."""

MOST_CELLS = 3 * (MOST_TILES + 1)
"""No more spaces than these can be covered."""
Cells: TypeAlias = npt.NDArray[np.int32]
"""Spaces by number: row · SIZE + column."""

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
    # A bit for each space of a row, [line, row]: the space and the next one to the east (line 0) or the south (line 1)
    ("level", "u8", (2, SIZE)),  # are equally high
    ("joined", "u8", (2, SIZE)),  # show the same tile
    ("spots", "u8", (2, SIZE)),  # and the one after them are three spaces where a tile fits
    ("covered", "u8", (SIZE,)),  # a bit for each space of a row on which a tile lies
)


@compiled
def begin(states: States) -> None:
    """R1: the start tile lies in the middle, all others are in the stock; tiles and options are written before."""
    s = states[0]
    s.to_act = TO_CHANCE
    for row in range(SIZE):
        s.level[0, row] = ~np.uint64(0) >> ONE
        s.level[1, row] = ~np.uint64(0) if row < SIZE - 1 else np.uint64(0)
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
        left &= left - ONE
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
            left &= left - ONE
    return n


@compiled
def repeat(moves: Moves, start: int, stop: int, offset: int, n: int) -> int:
    """Append ``moves[start:stop]``, moved by a constant."""
    source = moves[start:stop]
    target = moves[n:]
    for k in range(len(source)):
        target[k] = source[k] + offset
    return n + len(source)


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
    s.stock ^= ONE << np.uint64(tile)
    if s.hand[1] == 0:
        s.hand[1] = tile
        return
    s.hand[0] = min(s.hand[1], tile)
    s.hand[1] = max(s.hand[1], tile)
    s.to_act = s.turn


@compiled
def ground_spots(s: State, line: int, row: int, flat: np.uint64) -> np.uint64:
    """R3: where three empty spaces begin of which one touches, side to side, a space that holds a tile."""
    if line == 0:
        near = touching(s, row)
        near |= near >> ONE | near >> TWO
    else:
        near = touching(s, row) | touching(s, row + 1) | touching(s, row + 2)
    return flat & ~s.covered[row] & near


@compiled
def touching(s: State, row: int) -> np.uint64:
    """The spaces of a row beside which, on any side, a tile lies."""
    near = s.covered[row] << ONE | s.covered[row] >> ONE
    if row > 0:
        near |= s.covered[row - 1]
    if row < SIZE - 1:
        near |= s.covered[row + 1]
    return near


@compiled
def stack_spots(s: State, line: int, row: int, flat: np.uint64) -> np.uint64:
    """R4: where three spaces begin that hold tiles and are equally high, not all three being one tile's."""
    if line == 0:
        one_tile = s.joined[0, row] & s.joined[0, row] >> ONE
    else:
        one_tile = s.joined[1, row] & s.joined[1, row + 1]
    return flat & s.covered[row] & ~one_tile


@compiled
def renew_spots(s: State, top: int, bottom: int) -> None:
    """Look again where a tile fits, on every three spaces that hold or touch a space of these rows."""
    for row in range(max(top - 1, 0), min(bottom + 1, SIZE - 1) + 1):
        flat = s.level[0, row] & s.level[0, row] >> ONE & FIRST_OF_THREE
        s.spots[0, row] = ground_spots(s, 0, row, flat) | stack_spots(s, 0, row, flat)
    for row in range(max(top - 3, 0), min(bottom + 1, SIZE - 3) + 1):
        flat = s.level[1, row] & s.level[1, row + 1]
        s.spots[1, row] = ground_spots(s, 1, row, flat) | stack_spots(s, 1, row, flat)


@compiled
def compare(s: State, line: int, row: int, column: int) -> None:
    """Note whether a space and the next one to the east or the south are equally high, and show the same tile."""
    if row < 0 or column < 0 or row + line >= SIZE or column + 1 - line >= SIZE:
        return
    bit = ONE << np.uint64(column)
    s.level[line, row] &= ~bit
    s.joined[line, row] &= ~bit
    if s.height[row, column] == s.height[row + line, column + 1 - line]:
        s.level[line, row] |= bit
        if s.tile[row, column] == s.tile[row + line, column + 1 - line]:
            s.joined[line, row] |= bit


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
        s.covered[r] |= ONE << np.uint64(c)
    for k in range(3):
        r = row + k * ROW_STEP[direction]
        c = column + k * COLUMN_STEP[direction]
        compare(s, 0, r, c)
        compare(s, 0, r, c - 1)
        compare(s, 1, r, c)
        compare(s, 1, r - 1, c)
    last_row = row + 2 * ROW_STEP[direction]
    renew_spots(s, min(row, last_row), max(row, last_row))


@compiled
def is_spice(face: int) -> bool:
    """R8: blanks and rats never score."""
    return face not in (BLANK, RED_RAT, GREEN_RAT)


@compiled
def gather_group(s: State, row: int, column: int, cells: Cells, n: int) -> int:
    """R7: append the spaces of this space's group to the first n cells; return how many cells there are then."""
    face = s.face[row, column]
    cells[n] = row * SIZE + column
    first = n
    end = n + 1
    while n < end:
        r = cells[n] // SIZE
        c = cells[n] % SIZE
        n += 1
        for direction in range(4):
            nr = r + ROW_STEP[direction]
            nc = c + COLUMN_STEP[direction]
            if 0 <= nr < SIZE and 0 <= nc < SIZE and s.face[nr, nc] == face:
                cell = nr * SIZE + nc
                if not contains(cells, first, end, cell):
                    cells[end] = cell
                    end += 1
    return end


@compiled
def contains(cells: Cells, start: int, stop: int, cell: int) -> bool:
    """Whether a cell is among ``cells[start:stop]``."""
    for k in range(start, stop):  # noqa: SIM110  (Numba has no generators here)
        if cells[k] == cell:
            return True
    return False


@compiled
def score_group(s: State, row: int, column: int, cells: Cells, n: int) -> int:
    """R8, R10: a group not yet among the first n cells gives 1 point for 2 spaces, 2 points for 3 or more.

    Its cells are appended; how many there are then is returned.
    """
    face = s.face[row, column]
    if not is_spice(face) or contains(cells, 0, n, row * SIZE + column):
        return n
    end = gather_group(s, row, column, cells, n)
    s.scores[(face - 1) // FACES_A_COLOUR] += min(end - n - 1, 2)
    return end


@compiled
def score_tile(s: State, direction: int, row: int, column: int) -> None:
    """R8: every group with a spice of the tile just placed scores, once."""
    for k in range(3):
        if has_partner(s, row + k * ROW_STEP[direction], column + k * COLUMN_STEP[direction]):
            score_three(s, direction, row, column)
            return


@compiled
def has_partner(s: State, row: int, column: int) -> bool:
    """R7: whether a spice lies here beside its like. Most placings bring no two together, and are done with this."""
    face = s.face[row, column]
    if is_spice(face):
        for direction in range(4):
            r = row + ROW_STEP[direction]
            c = column + COLUMN_STEP[direction]
            if 0 <= r < SIZE and 0 <= c < SIZE and s.face[r, c] == face:
                return True
    return False


@compiled
def score_three(s: State, direction: int, row: int, column: int) -> None:
    """R8: the groups of these three spaces score."""
    cells = np.empty(MOST_CELLS, np.int32)
    n = 0
    for k in range(3):
        n = score_group(s, row + k * ROW_STEP[direction], column + k * COLUMN_STEP[direction], cells, n)


@compiled
def score_table(s: State) -> None:
    """R10: every visible group scores once more."""
    cells = np.empty(MOST_CELLS, np.int32)
    n = 0
    for row in range(SIZE):
        left = s.covered[row]
        while left:
            n = score_group(s, row, lowest_bit(left), cells, n)
            left &= left - ONE


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


SURE_POINTS = 24.0
"""A lead of so many points, danger counted in, looks half as good as won."""
RAT_POINTS = 6.0
"""What showing one rat less than lose the game weighs, in points."""


@compiled
def rats_to_come(s: State, seat: int) -> int:
    """R9: the rats of a seat's colour that will show at the end of its turn, if its last tile covers all it can."""
    rats = rats_shown(s, seat)
    if s.turn == seat and s.hand[1]:
        rats += rats_in_hand(s, seat)
        if rats:
            rats -= rats_to_cover(s, seat)
    return rats


@compiled
def rats_in_hand(s: State, seat: int) -> int:
    """R2: a tile in hand must be placed, and shows its rats then."""
    n = 0
    for tile in s.hand:
        if tile:
            for face in s.tiles[tile]:
                n += face == seat * FACES_A_COLOUR
    return n


@compiled
def rats_to_cover(s: State, seat: int) -> int:
    """R4: the most rats of a seat's colour that one tile can cover."""
    most = 0
    for line in range(2):
        for row in range(SIZE):
            left = s.spots[line, row]
            while left:
                column = lowest_bit(left)
                left &= left - np.uint64(1)
                n = 0
                for k in range(3):
                    n += s.face[row + k * line, column + k * (1 - line)] == seat * FACES_A_COLOUR
                most = max(most, n)
    return most


@compiled
def danger(s: State, seat: int) -> float:
    """What a seat's rats weigh against it, in points: the nearer to losing by them, the more each one does."""
    share = rats_to_come(s, seat) / max(s.rats_to_lose - 1, 1)
    return RAT_POINTS * share * share


@compiled
def appraise(s: State, seat: int) -> float:
    """The lead in points, each side's danger from its rats counted in."""
    other = 3 - seat
    lead = s.scores[seat - 1] - s.scores[other - 1] + danger(s, other) - danger(s, seat)
    return lead / (abs(lead) + SURE_POINTS)


register(STATE, Functions(legal, weigh, make, hide_nothing, imagine_nothing, appraise))


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
