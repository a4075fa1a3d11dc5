"""Survival of the Fittest: what may happen. Rule numbers (R1 …) are those of the project's rules page.

A hex is one number: ``(row + 1) * STRIDE + q + SHIFT`` with axial coordinates, rows and columns counted from 0 and
``q = column - row // 2``. So the way to a neighbour is the same number everywhere, and what lies around the board in
the array is never entered. Number 0 is no hex.
Groups are the predator (0) and the prey of a seat (1); pieces of a seat are its predator (0) and its prey (1 …).
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ratskeller.games.compiled import compiled
from ratskeller.games.kernel import (
    MOST_SEATS,
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

MOST_ROWS = 19
MOST_COLUMNS = 19
MOST_PREY = 8
MOST_OBSTACLES = 6
MOST_OBSTACLE_HEXES = 7
LONGEST_NAME = 16
"""Letters in an obstacle's name."""
PIPS = 6

STRIDE = 32
SHIFT = 10
"""Column of the array that holds q = 0; q begins at ``-(MOST_ROWS // 2)``."""
ARRAY_ROWS = MOST_ROWS + 2
HEXES = ARRAY_ROWS * STRIDE

DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
STEP = np.array([1, 1 - STRIDE, -STRIDE, -1, STRIDE - 1, STRIDE])
"""What a step in each direction adds to a hex."""

FREE = 0
"""What lies on a hex: nothing; or a predator, ``SEAT * seat``; or a prey, that plus its number; or one of these."""
SEAT = 16
MOVABLE = 128
"""The first movable obstacle; the others follow."""
PRINTED = 253
BEEN = 254
"""In scratch copies only: where the predator has been in this turn."""
OUTSIDE = 255

PREDATOR, PREY = range(2)

FIRST_ROLL = 0
"""Chance's rolls, ``6 * (first die - 1) + second die - 1``."""
FIRST_CHOICE = FIRST_ROLL + PIPS * PIPS
"""Which die is the predator's: plus its value less 1."""
FIRST_STEP = FIRST_CHOICE + PIPS
"""Steps, by piece and direction."""
FIRST_PLACE = FIRST_STEP + (1 + MOST_PREY) * len(DIRECTIONS)
"""A prey placed on a hex."""
FIRST_OBSTACLE = FIRST_PLACE + HEXES
"""An obstacle placed, by obstacle, turns and hex of its anchor."""
LAST_MOVE = FIRST_OBSTACLE + MOST_OBSTACLES * 6 * HEXES - 1

MOST_MOVES = 13312
"""Every obstacle, turned every way, on every hex of the largest board, besides the steps of every piece."""

STATE = record_type(
    ("rows", "u1"),
    ("columns", "u1", (2,)),  # hexes in rows 1, 3, … and in rows 2, 4, …
    ("prey_count", "u1"),  # prey a seat begins with
    ("prey_points", "u1", (MOST_PREY,)),
    ("obstacle_count", "u1"),
    ("obstacle_names", "u1", (MOST_OBSTACLES, LONGEST_NAME)),  # ASCII, filled up with zeros
    ("obstacle_sizes", "u1", (MOST_OBSTACLES,)),
    ("obstacle_hexes", "i1", (MOST_OBSTACLES, MOST_OBSTACLE_HEXES, 2)),  # steps q, r from the anchor, not turned
    # Bit b of [obstacle, turns, row]: with its anchor there, no hex of the obstacle is outside, and no other
    # text for the same hexes comes first.
    ("places", "u4", (MOST_OBSTACLES, 6, ARRAY_ROWS)),
    ("max_rounds", "u2"),
    ("starter", "u1"),
    ("rounds", "u2"),  # complete ones
    ("board", "u1", (HEXES,)),  # what lies on each hex
    ("predators", "u2", (MOST_SEATS,)),  # where each seat's predator is; 0: it left, or there is no such seat
    ("prey", "u2", (MOST_SEATS, MOST_PREY)),  # where each prey is; 0: not placed yet, or captured
    ("alive", "u1", (MOST_SEATS,)),  # prey on the board, of each seat
    ("unplaced", "u1"),  # prey still to be placed, of all seats
    ("out", "u1", (MOST_SEATS,)),  # 1 for the seat that was out first, 2 for the next
    ("obstacles", "u2", (MOST_OBSTACLES,)),  # turns * HEXES + anchor; 0: not on the board
    ("turn", "u1"),  # the seat whose turn it is, also while chance rolls for it
    ("dice", "u1", (2,)),  # as rolled, the lower one first; once assigned: the predator's, the prey's
    ("assigned", "u1"),  # 1: it is settled which die is whose
    ("stepping", "u1"),  # the group that has begun to step and goes on, plus 1
    ("waiting", "u1", (2,)),  # the die of each group that has not begun
    ("left", "u1", (2,)),  # steps that the group must still make; 0 if it cannot step now, or another group steps
    ("obstacle_due", "u1"),  # 1: a double was rolled, and no obstacle has been placed for it
    ("been", "u2", (1 + MOST_PREY, PIPS)),  # where each piece of the stepping group has been before, descending
)


Rows: TypeAlias = npt.NDArray[np.uint32]
"""By row: bit b stands for the hex ``row * STRIDE + b``."""

Flight: TypeAlias = tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.int64]]
"""What a seat's prey find, to try steps on.

Bit p of the first array, by hex: prey p (from 0) cannot enter it, since something lies there or the prey has been
there. The second array, by prey: what the first one would be where that prey stands, were it not there. The third:
where that prey stands.
"""


@compiled
def begin(states: States) -> None:
    """R1: the predators stand in their corners, the first prey is to be placed.

    Components and options are written before.
    """
    s = states[0]
    for seat in range(1, s.players + 1):
        s.board[s.predators[seat - 1]] = SEAT * seat
    s.unplaced = s.players * s.prey_count
    s.turn = s.starter
    s.to_act = s.starter


@compiled
def legal(s: State, moves: Moves) -> int:
    """R1, R2, R5, R10: what chance or the seat in turn can do."""
    if s.to_act == OVER:
        return 0
    if s.to_act == TO_CHANCE:
        return list_rolls(moves)
    if s.unplaced:
        return list_free_hexes(s, moves)
    if not s.assigned:
        return list_choices(s, moves)
    n = 0
    if s.left[PREDATOR]:
        n = list_predator_steps(s, moves)
    if s.left[PREY]:
        n = list_prey_steps(s, moves, n)
    if s.obstacle_due and not s.stepping:
        n = list_obstacles(s, moves, n)
    return n


@compiled
def list_rolls(moves: Moves) -> int:
    """R2: two dice."""
    for k in range(PIPS * PIPS):
        moves[k] = FIRST_ROLL + k
    return PIPS * PIPS


@compiled
def list_free_hexes(s: State, moves: Moves) -> int:
    """R1: a prey is placed on any free hex."""
    n = 0
    for at in range(STRIDE, (int(s.rows) + 1) * STRIDE):
        if s.board[at] == FREE:
            moves[n] = FIRST_PLACE + at
            n += 1
    return n


@compiled
def list_choices(s: State, moves: Moves) -> int:
    """R2: either die can be the predator's."""
    moves[0] = FIRST_CHOICE + s.dice[0] - 1
    moves[1] = FIRST_CHOICE + s.dice[1] - 1
    return 2


@compiled
def weigh(s: State, moves: Moves, n: int, weights: Weights) -> None:
    """R2: every roll is equally likely."""
    for k in range(n):
        weights[k] = 1.0 / n


@compiled
def hunts(what: int, seat: int) -> bool:
    """R7, R8: whether a seat's predator may step on a hex where this lies: nothing, or a prey of another seat."""
    return what == FREE or (what < MOVABLE and what % SEAT != 0 and what // SEAT != seat)


@compiled
def hunting_ground(s: State) -> npt.NDArray[np.uint8]:
    """The board as the predator in turn finds it: also the hexes that it has been on are marked."""
    board = s.board.copy()
    for k in range(PIPS):
        if s.been[0, k]:
            board[s.been[0, k]] = BEEN
    return board


@compiled
def take(board: npt.NDArray[np.uint8], alive: npt.NDArray[np.uint8], predators: npt.NDArray[np.uint16], at: int) -> int:
    """R8, R9: in scratch copies, a predator steps on a hex; return what lay there."""
    what = int(board[at])
    board[at] = BEEN
    if what != FREE:
        other = what // SEAT - 1
        alive[other] -= 1
        if alive[other] == 0:
            board[predators[other]] = FREE
    return what


@compiled
def untake(
    board: npt.NDArray[np.uint8], alive: npt.NDArray[np.uint8], predators: npt.NDArray[np.uint16], at: int, what: int
) -> None:
    """Undo `take`."""
    board[at] = what
    if what != FREE:
        other = what // SEAT - 1
        if alive[other] == 0:
            board[predators[other]] = SEAT * (other + 1)
        alive[other] += 1


@compiled
def longest_hunt(
    board: npt.NDArray[np.uint8],
    alive: npt.NDArray[np.uint8],
    predators: npt.NDArray[np.uint16],
    seat: int,
    start: int,
    n: int,
    path: npt.NDArray[np.int64],
) -> int:
    """R7: the most steps, up to n, that a seat's predator can make from a hex, looked for depth first.

    The scratch copies are left as they were. ``path`` is a buffer: on each depth the hex, what lay there, the
    directions tried.
    """
    if n == 0:
        return 0
    most = 0
    depth = 0
    path[0, 0] = start
    path[0, 2] = 0
    while depth >= 0:
        direction = path[depth, 2]
        if direction == 6:
            if depth:
                untake(board, alive, predators, path[depth, 0], path[depth, 1])
            depth -= 1
            continue
        path[depth, 2] += 1
        to = path[depth, 0] + STEP[direction]
        if not hunts(board[to], seat):
            continue
        most = max(most, depth + 1)
        if most == n:
            break
        depth += 1
        path[depth, 0] = to
        path[depth, 1] = take(board, alive, predators, to)
        path[depth, 2] = 0
    while depth > 0:
        untake(board, alive, predators, path[depth, 0], path[depth, 1])
        depth -= 1
    return most


@compiled
def predator_reach(s: State) -> int:
    """R3, R7: how many steps the predator in turn is to make, when it has not begun."""
    seat = int(s.turn)
    return longest_hunt(
        s.board.copy(),
        s.alive.copy(),
        s.predators,
        seat,
        int(s.predators[seat - 1]),
        int(s.waiting[PREDATOR]),
        np.empty((PIPS + 1, 3), np.int64),
    )


@compiled
def list_predator_steps(s: State, moves: Moves) -> int:
    """R3, R6, R7, R8: the steps after which the predator can still make all the steps it has to."""
    seat = int(s.turn)
    at = int(s.predators[seat - 1])
    more = int(s.left[PREDATOR]) - 1
    board = hunting_ground(s)
    alive = s.alive.copy()
    path = np.empty((PIPS + 1, 3), np.int64)
    n = 0
    for direction in range(6):
        to = at + STEP[direction]
        if hunts(board[to], seat):
            what = take(board, alive, s.predators, to)
            if longest_hunt(board, alive, s.predators, seat, to, more, path) == more:
                moves[n] = FIRST_STEP + direction
                n += 1
            untake(board, alive, s.predators, to, what)
    return n


@compiled
def flee(flight: Flight, p: int, to: int) -> int:
    """R7: in a scratch copy, prey p (from 0) steps to a hex and frees its own; return that one."""
    shut, under, at = flight
    here = at[p]
    shut[here] = under[p] | 1 << p
    under[p] = shut[to]
    shut[to] = 255
    at[p] = to
    return here


@compiled
def unflee(flight: Flight, p: int, back: int) -> None:
    """Undo `flee`."""
    shut, under, at = flight
    shut[at[p]] = under[p]
    under[p] = shut[back] & (255 - (1 << p))
    shut[back] = 255
    at[p] = back


@compiled
def flight_of(s: State) -> Flight:
    """R6, R7: what the prey in turn find."""
    shut = np.empty(HEXES, np.uint8)
    under = np.zeros(MOST_PREY, np.uint8)
    at = np.zeros(MOST_PREY, np.int64)
    for k in range(HEXES):
        shut[k] = 255 if s.board[k] else 0
    for p in range(s.prey_count):
        at[p] = s.prey[s.turn - 1, p]
        for k in range(PIPS):
            spot = s.been[p + 1, k]
            if not spot:
                break
            if s.board[spot] == FREE:
                shut[spot] |= 1 << p
            else:
                under[s.board[spot] % SEAT - 1] |= 1 << p
    return shut, under, at


@compiled
def longest_flight(flight: Flight, count: int, n: int, path: npt.NDArray[np.int64]) -> int:
    """R4, R7: the most steps, up to n, that a seat's prey can make together, looked for depth first.

    The scratch copies are left as they were. ``path`` is a buffer: on each depth the prey, where it came from, the
    steps tried.
    """
    if n == 0:
        return 0
    shut, _under, at = flight
    most = 0
    depth = 0
    path[0, 2] = 0
    while depth >= 0:
        tried = path[depth, 2]
        if tried == 6 * count:
            if depth:
                unflee(flight, path[depth, 0], path[depth, 1])
            depth -= 1
            continue
        p = tried // 6
        if at[p] == 0:
            path[depth, 2] += 6
            continue
        path[depth, 2] += 1
        to = at[p] + STEP[tried % 6]
        if shut[to] >> p & 1:
            continue
        # The other way round, these last two steps lead to the same position, and are tried in that order.
        if depth and p < path[depth, 0] and to != path[depth, 1]:
            continue
        most = max(most, depth + 1)
        if most == n:
            break
        depth += 1
        path[depth, 0] = p
        path[depth, 1] = flee(flight, p, to)
        path[depth, 2] = 0
    while depth > 0:
        unflee(flight, path[depth, 0], path[depth, 1])
        depth -= 1
    return most


@compiled
def prey_reach(s: State) -> int:
    """R4, R7: how many steps the prey in turn are to make together, when they have not begun."""
    return longest_flight(flight_of(s), int(s.prey_count), int(s.waiting[PREY]), np.empty((PIPS + 1, 3), np.int64))


@compiled
def list_prey_steps(s: State, moves: Moves, n: int) -> int:
    """R4, R6, R7: the steps after which the prey can still make all the steps they have to."""
    count = int(s.prey_count)
    more = int(s.left[PREY]) - 1
    flight = flight_of(s)
    shut, _under, at = flight
    path = np.empty((PIPS + 1, 3), np.int64)
    for p in range(count):
        if at[p] == 0:
            continue
        for direction in range(6):
            to = at[p] + STEP[direction]
            if shut[to] >> p & 1:
                continue
            here = flee(flight, p, to)
            if longest_flight(flight, count, more, path) == more:
                moves[n] = FIRST_STEP + 6 * (p + 1) + direction
                n += 1
            unflee(flight, p, here)
    return n


@compiled
def free_rows(s: State, lifted: int, rows: Rows) -> None:
    """R11: bit b of each row: that hex exists and nothing lies on it, the lifted obstacle (-1: none) left out."""
    free = np.empty(HEXES, np.uint8)
    for at in range(HEXES):
        what = s.board[at]
        free[at] = what == FREE or what == MOVABLE + lifted
    # Eight hexes at once: their bits are moved together, those of one, two and four neighbours at a time.
    eights = free.view(np.uint64)
    for row in range(ARRAY_ROWS):
        bits = np.uint64(0)
        for k in range(STRIDE // 8):
            eight = eights[row * (STRIDE // 8) + k]
            eight |= eight >> np.uint64(7)
            eight |= eight >> np.uint64(14)
            eight |= eight >> np.uint64(28)
            bits |= (eight & np.uint64(0xFF)) << np.uint64(8 * k)
        rows[row] = bits


@compiled
def turned_q(q: int, r: int, turns: int) -> int:
    """The q of a step (q, r), turned by 60° clockwise several times."""
    for _turn in range(turns):
        q, r = -r, q + r
    return q


@compiled
def turned_r(q: int, r: int, turns: int) -> int:
    """The r of a step (q, r), turned by 60° clockwise several times."""
    for _turn in range(turns):
        q, r = -r, q + r
    return r


@compiled
def anchors(s: State, obstacle: int, turns: int, row: int, rows: Rows) -> np.uint64:
    """R11: bit b: with its anchor there in this row, and turned so, the obstacle covers free hexes only."""
    bits = np.uint64(s.places[obstacle, turns, row])
    for k in range(s.obstacle_sizes[obstacle]):
        if not bits:
            return bits
        q = int(s.obstacle_hexes[obstacle, k, 0])
        r = int(s.obstacle_hexes[obstacle, k, 1])
        right = turned_q(q, r, turns)
        free = rows[row + turned_r(q, r, turns)]
        bits &= free >> np.uint64(right) if right >= 0 else free << np.uint64(-right)
    return bits


@compiled
def all_on_board(s: State) -> bool:
    """R10: whether no movable obstacle is off the board."""
    return np.count_nonzero(s.obstacles) == s.obstacle_count


@compiled
def list_obstacles(s: State, moves: Moves, n: int) -> int:
    """R10, R11: an obstacle from beside the board is placed; when there is none, one is lifted and put elsewhere."""
    lifting = all_on_board(s)
    rows = np.empty(ARRAY_ROWS, np.uint32)
    if not lifting:
        free_rows(s, -1, rows)
    for obstacle in range(s.obstacle_count):
        if lifting:
            free_rows(s, obstacle, rows)
        elif s.obstacles[obstacle]:
            continue
        for turns in range(6):
            for row in range(1, s.rows + 1):
                left = anchors(s, obstacle, turns, row, rows)
                while left:
                    place = turns * HEXES + row * STRIDE + lowest_bit(left)
                    left &= left - np.uint64(1)
                    if place != s.obstacles[obstacle]:
                        moves[n] = FIRST_OBSTACLE + obstacle * 6 * HEXES + place
                        n += 1
    return n


@compiled
def can_place(s: State) -> bool:
    """R10: whether an obstacle can be placed anywhere."""
    lifting = all_on_board(s)
    rows = np.empty(ARRAY_ROWS, np.uint32)
    for obstacle in range(s.obstacle_count):
        if not lifting and s.obstacles[obstacle]:
            continue
        free_rows(s, obstacle if lifting else -1, rows)
        for turns in range(6):
            for row in range(1, s.rows + 1):
                left = anchors(s, obstacle, turns, row, rows)
                while left:
                    if turns * HEXES + row * STRIDE + lowest_bit(left) != s.obstacles[obstacle]:
                        return True
                    left &= left - np.uint64(1)
    return False


@compiled
def make(s: State, move: int) -> None:
    """Make a legal move of any kind."""
    if move < FIRST_CHOICE:
        roll(s, (move - FIRST_ROLL) // PIPS + 1, (move - FIRST_ROLL) % PIPS + 1)
    elif move < FIRST_STEP:
        assign(s, move - FIRST_CHOICE + 1)
    elif move < FIRST_PLACE:
        step(s, (move - FIRST_STEP) // 6, (move - FIRST_STEP) % 6)
    elif move < FIRST_OBSTACLE:
        place_prey(s, move - FIRST_PLACE)
    else:
        place = move - FIRST_OBSTACLE
        place_obstacle(s, place // (6 * HEXES), place % (6 * HEXES))


@compiled
def place_prey(s: State, at: int) -> None:
    """R1: the seat in turn places its next prey; after the last one, the seat that begins rolls."""
    seat = s.turn - 1
    s.prey[seat, s.alive[seat]] = at
    s.alive[seat] += 1
    s.board[at] = SEAT * s.turn + s.alive[seat]
    s.unplaced -= 1
    s.turn = s.turn % s.players + 1
    s.to_act = s.turn if s.unplaced else TO_CHANCE


@compiled
def roll(s: State, first: int, second: int) -> None:
    """R2, R10: the dice lie on the table; a double needs no assigning, and asks for an obstacle."""
    s.dice[0] = min(first, second)
    s.dice[1] = max(first, second)
    s.to_act = s.turn
    if first == second:
        s.obstacle_due = 1
        assign(s, first)


@compiled
def assign(s: State, predator: int) -> None:
    """R2: this die is the predator's, the other one is the prey's."""
    if s.dice[0] != predator:
        s.dice[1] = s.dice[0]
        s.dice[0] = predator
    s.assigned = 1
    for group in range(2):
        s.waiting[group] = s.dice[group]
    go_on(s)


@compiled
def go_on(s: State) -> None:
    """R5, R7, R10: between groups, and before and after them.

    A group that has not begun must step if it can, an obstacle that is due must be placed if it can. Else the turn
    ends.
    """
    s.left[PREDATOR] = predator_reach(s) if s.waiting[PREDATOR] else 0
    s.left[PREY] = prey_reach(s) if s.waiting[PREY] else 0
    if not s.left[PREDATOR] and not s.left[PREY] and not (s.obstacle_due and can_place(s)):
        end_turn(s)


@compiled
def step(s: State, piece: int, direction: int) -> None:
    """R3, R4, R5: a piece of the seat in turn steps; when its group is done, the rest of the turn follows."""
    group = PREDATOR if piece == 0 else PREY
    if not s.stepping:
        s.stepping = group + 1
        s.waiting[group] = 0
        s.left[1 - group] = 0
    s.left[group] -= 1
    seat = s.turn - 1
    at = int(s.predators[seat] if piece == 0 else s.prey[seat, piece - 1])
    to = at + STEP[direction]
    leave(s, piece, at)
    if piece == 0:
        s.predators[seat] = to
        if s.board[to] != FREE:
            capture(s, to)
    else:
        s.prey[seat, piece - 1] = to
    s.board[to] = SEAT * s.turn + piece
    if s.to_act != OVER and not s.left[group]:
        s.stepping = 0
        s.been[:] = 0
        go_on(s)


@compiled
def leave(s: State, piece: int, at: int) -> None:
    """R6: the hex is free, and the piece has been on it."""
    s.board[at] = FREE
    k = 0
    while s.been[piece, k] > at:
        k += 1
    for later in range(PIPS - 1, k, -1):
        s.been[piece, later] = s.been[piece, later - 1]
    s.been[piece, k] = at


@compiled
def capture(s: State, at: int) -> None:
    """R8, R9, R12: the seat in turn takes the prey on this hex and its points.

    Who has no prey is out; if only one seat has some, the game ends.
    """
    other = s.board[at] // SEAT - 1
    number = s.board[at] % SEAT
    s.scores[s.turn - 1] += s.prey_points[number - 1]
    s.prey[other, number - 1] = 0
    s.alive[other] -= 1
    if s.alive[other]:
        return
    s.board[s.predators[other]] = FREE
    s.predators[other] = 0
    s.out[other] = 1 + np.count_nonzero(s.out)
    if np.count_nonzero(s.alive) == 1:
        finish(s)


@compiled
def place_obstacle(s: State, obstacle: int, place: int) -> None:
    """R10: the obstacle is lifted if it lies on the board, and placed."""
    if s.obstacles[obstacle]:
        cover(s, obstacle, int(s.obstacles[obstacle]), FREE)
    s.obstacles[obstacle] = place
    cover(s, obstacle, place, MOVABLE + obstacle)
    s.obstacle_due = 0
    go_on(s)


@compiled
def cover(s: State, obstacle: int, place: int, what: int) -> None:
    """R11: write what lies on the hexes of an obstacle's place."""
    turns = place // HEXES
    for k in range(s.obstacle_sizes[obstacle]):
        q = int(s.obstacle_hexes[obstacle, k, 0])
        r = int(s.obstacle_hexes[obstacle, k, 1])
        s.board[place % HEXES + turned_q(q, r, turns) + STRIDE * turned_r(q, r, turns)] = what


@compiled
def clear_turn(s: State) -> None:
    """Nothing of a turn is left over."""
    s.dice[:] = 0
    s.assigned = 0
    s.stepping = 0
    s.waiting[:] = 0
    s.left[:] = 0
    s.obstacle_due = 0
    s.been[:] = 0


@compiled
def end_turn(s: State) -> None:
    """R2, R9: the next seat that is not out rolls.

    Passing the place of the seat that began ends a round, and the last round the game.
    """
    clear_turn(s)
    while True:
        s.turn = s.turn % s.players + 1
        if s.turn == s.starter:
            s.rounds += 1
        if s.alive[s.turn - 1]:
            break
    s.to_act = TO_CHANCE
    if s.rounds == s.max_rounds:
        finish(s)


@compiled
def finish(s: State) -> None:
    """R12: who has prey adds their points; most points win."""
    clear_turn(s)
    s.to_act = OVER
    for seat in range(s.players):
        for number in range(s.prey_count):
            if s.prey[seat, number]:
                s.scores[seat] += s.prey_points[number]
    for seat in range(s.players):
        value = 0
        for other in range(s.players):
            value += compare(s, seat, other)
        s.returns[seat] = value / (s.players - 1)


@compiled
def compare(s: State, seat: int, other: int) -> int:
    """R12: 1 if the first of two seats (from 0) ranks higher, -1 if the second does, 0 if they share a place."""
    lead = s.scores[seat] - s.scores[other]
    if lead == 0 and np.count_nonzero(s.alive) == 1:
        lead = lasted(s, seat) - lasted(s, other)
    return int(lead > 0) - int(lead < 0)


@compiled
def lasted(s: State, seat: int) -> int:
    """R12: a number that is the greater, the longer the seat's prey lasted."""
    return int(s.out[seat]) if s.out[seat] else MOST_SEATS + 1


KEPT = 0.4
"""What a prey on the board is worth to its seat, in shares of its points: most often another seat gets them."""
NEAR = 0.42
"""What a prey one step before a predator is worth to that predator's seat, and costs its own, in shares of its points;
less farther away, divided by the steps.
"""
CROWD = 0.8
"""How much less each prey counts if another one is nearer: a predator hunts one after the other."""
PACE = 0.07
"""What each step costs two seats, in points, that a predator must still make to capture all prey of others: their hunt
is a race. With more seats others do a share of it, and to capture the rest is only a part of winning.
"""
FARTHEST = 24
"""Prey that are more steps away are not looked for."""
LOST = 26
"""How far away those are thought to be, and those that cannot be reached."""

QUARRY = MOST_SEATS * MOST_PREY
"""Prey of all seats; that of a seat (from 0) with a number (from 0) is ``seat * MOST_PREY + number``."""


@compiled
def threaten(
    s: State, seat: int, free: Rows, buffer: Rows, away: npt.NDArray[np.int64], values: npt.NDArray[np.float64]
) -> None:
    """Add to each seat's value what it gains or fears by how near a seat's predator is to the prey of others.

    ``free`` is what `free_rows` finds; the buffer is four times as long. The predator's steps are taken all at once.
    How far away each prey of the others is, by `QUARRY`, is written into ``away``. A predator that left is far away.
    """
    quarry, ground, reached, further = buffer
    quarry[:] = 0
    left = 0
    for other in range(s.players):
        if other != seat - 1:
            for number in range(s.prey_count):
                at = int(s.prey[other, number])
                if at:
                    quarry[at // STRIDE] |= np.uint32(1) << np.uint32(at % STRIDE)
                    away[other * MOST_PREY + number] = LOST
                    left += 1
    ground[:] = free | quarry
    reached[:] = 0
    further[:] = 0
    start = int(s.predators[seat - 1])
    if not start:
        return
    reached[start // STRIDE] = np.uint32(1) << np.uint32(start % STRIDE)
    worth = NEAR
    for steps in range(1, FARTHEST + 1):
        if left == 0:
            return
        if spread(reached, ground, quarry, further):
            found = reckon(s, seat, reached, further, steps, worth / steps, away, values)
            left -= found
            worth *= CROWD**found
        reached, further = further, reached


@compiled
def spread(reached: Rows, ground: Rows, quarry: Rows, further: Rows) -> int:
    """Write down what is reached with one step more; return whether some quarry is new among it.

    Numbers without a sign make this run four rows at a time: nothing is counted from the end then.
    """
    one = np.uint64(1)
    found = np.uint32(0)
    for row in range(one, np.uint64(ARRAY_ROWS - 1)):
        above = reached[row - one]
        here = reached[row]
        below = reached[row + one]
        steps = here << one | here >> one | below << one | below | above >> one | above
        further[row] = here | steps & ground[row]
        found |= steps & quarry[row] & ~here
    return int(found)


@compiled
def reckon(
    s: State,
    seat: int,
    reached: Rows,
    further: Rows,
    steps: int,
    share: float,
    away: npt.NDArray[np.int64],
    values: npt.NDArray[np.float64],
) -> int:
    """Add to the values a share of the points of other seats' prey that are newly reached, and write down how far away
    these are; return how many they are.
    """
    found = 0
    for other in range(s.players):
        if other == seat - 1:
            continue
        for number in range(s.prey_count):
            at = int(s.prey[other, number])
            row = at // STRIDE
            if at and (further[row] & ~reached[row]) >> np.uint32(at % STRIDE) & np.uint32(1):
                values[seat - 1] += share * s.prey_points[number]
                values[other] -= share * s.prey_points[number]
                away[other * MOST_PREY + number] = steps
                found += 1
    return found


@compiled
def hunt_length(s: State, seat: int, away: npt.NDArray[np.int64]) -> int:
    """Steps in which a seat's predator could capture all prey of others, if these stood still.

    It goes to the nearest one, and from each to the one that is nearest then, as if nothing lay between them.
    ``away`` is what `threaten` wrote; it is overwritten.
    """
    left = 0
    todo = np.empty(QUARRY, np.int64)
    for other in range(s.players):
        if other != seat - 1:
            for number in range(s.prey_count):
                if s.prey[other, number]:
                    todo[left] = other * MOST_PREY + number
                    left += 1
    length = 0
    while left:
        nearest = 0
        for k in range(1, left):
            if away[todo[k]] < away[todo[nearest]]:
                nearest = k
        next_one = todo[nearest]
        length += away[next_one]
        left -= 1
        todo[nearest] = todo[left]
        at = int(s.prey[next_one // MOST_PREY, next_one % MOST_PREY])
        for k in range(left):
            away[todo[k]] = distance(at, int(s.prey[todo[k] // MOST_PREY, todo[k] % MOST_PREY]))
    return length


@compiled
def distance(one: int, other: int) -> int:
    """Steps from one hex to another if nothing lies between them."""
    q = one % STRIDE - other % STRIDE
    r = one // STRIDE - other // STRIDE
    return max(abs(q), abs(r), abs(q + r))


@compiled
def appraise(s: State, seat: int) -> float:
    """The lead in points over the other seats' average.

    Points are those captured, in part those of prey alive, what is near to being captured, and how long the hunt for
    all the rest still is.
    """
    values = np.zeros(MOST_SEATS)
    free = np.empty(ARRAY_ROWS, np.uint32)
    free_rows(s, -1, free)
    buffer = np.empty((4, ARRAY_ROWS), np.uint32)
    away = np.empty(QUARRY, np.int64)
    all_points = 0
    for number in range(s.prey_count):
        all_points += s.players * s.prey_points[number]
    for k in range(s.players):
        values[k] += s.scores[k]
        for number in range(s.prey_count):
            if s.prey[k, number]:
                values[k] += KEPT * s.prey_points[number]
        threaten(s, k + 1, free, buffer, away, values)
        values[k] -= PACE / (s.players - 1) ** 2 * hunt_length(s, k + 1, away)
    others = 0.0
    for k in range(s.players):
        if k != seat - 1:
            others += values[k] / (s.players - 1)
    return max(-1.0, min(1.0, (values[seat - 1] - others) / all_points))


register(STATE, Functions(legal, weigh, make, hide_nothing, imagine_nothing, appraise))


@compiled
def foresee_moves(states: States, moves: Moves, outcomes: npt.NDArray[np.int8]) -> None:
    """Fill in `foresee`'s columns."""
    before = states[0]
    after = np.empty_like(states)
    for k in range(len(moves)):
        after[0] = states[0]
        apply(after[0], moves[k])
        s = after[0]
        captured = 0
        for seat in range(s.players):
            for number in range(s.prey_count):
                if before.prey[seat, number] and not s.prey[seat, number]:
                    captured += s.prey_points[number]
            if before.alive[seat] and not s.alive[seat]:
                outcomes[k, 1] = seat + 1
        outcomes[k, 0] = captured
        outcomes[k, 2] = max(s.left[PREDATOR], s.left[PREY]) if s.stepping else 0
        outcomes[k, 3] = before.dice[0] and not s.dice[0]


def foresee(states: npt.NDArray[Any], moves: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """What each move would do: ``int8[n, 4]``.

    Columns: points captured; the seat that it puts out, or 0; steps that its group must still make; 1 if it completes
    the turn.
    """
    outcomes = np.zeros((len(moves), 4), np.int8)
    foresee_moves(states, moves, outcomes)
    return outcomes
