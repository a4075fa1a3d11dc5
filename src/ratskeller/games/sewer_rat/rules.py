"""Kloakråttan (Sewer Rat): what may happen. Rule numbers (R1 …) are those of the project's rules page.

Sides are numbered clockwise from the north. A cell is ``row * WIDTH + column``, rows counted from 1 in the south and
columns from 1 in the west; around the grid lie cells that are off it. Kinds of cards are numbered from 1 as the
components list them, kind 0 is the start card. A set of sides or of kinds is a number with their bits set.
"""

from typing import Any

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
    record_type,
    register,
)

SIDES = "nesw"
NORTH, EAST, SOUTH, WEST = range(4)

MOST_GRID = 15
WIDTH = MOST_GRID + 2
CELLS = WIDTH * WIDTH
STEP = np.array([WIDTH, 1, -WIDTH, -1])
"""From a cell to its neighbour on each side."""
FREE = 0
OFF = 255
"""What ``board`` holds on cells off the grid; on a free cell ``FREE``, under a card ``1 + kind * 4 + turn``."""

MOST_KINDS = 20
KINDS = MOST_KINDS + 1
MOST_HAND = 9
LONGEST_NAME = 24

UNSEEN_DRAW = 0
"""In a view, a draw that the viewer could not see; never legal. Other numbers below ``SWAP`` are the kind drawn."""
SWAP = 32
"""``SWAP + kind``: the seat discards a card of this kind."""
PASS = 64
EXIT = 68
"""``EXIT + side``: the rat leaves there."""
RUN = 72
"""``RUN + cell``: the rat runs there."""
LAY = 512
"""``LAY + (kind * 4 + side) * 4 + turn``: a card, the side of the rat's card, its quarter turns clockwise."""
LAST_MOVE = LAY + KINDS * 16 - 1

MOST_MOVES = 512
"""At most 9 kinds in hand · 4 sides · 4 turns, or one run a cell, or one draw a kind: fewer than this."""

DEALING, REFILLING, SWAPPING, LAYING, RUNNING, TURNING, LEAVING, LEFT, NONE_OPEN, STUCK = range(10)
"""``phase``: chance deals, fills up a hand or gives a card for a swapped one; a seat lays a card or swaps one, lets the
rat run on (R8, R9), turns it round in a dead end (R11), chooses the corner's exit (R7); over, because the rat left,
because no card is open, because nobody could lay a card for a second lap."""

UNFIT, UNMANNED, FIT = range(3)
"""What a lay is: against the rules, or one after which the rat can only leave at an unmanned side (R13), or neither."""

PUT = 16
"""In ``stops``, beside the sides by which the rat comes in: the rat may stop on this card."""

STATE = record_type(
    ("grid", "u1"),
    ("hand_limit", "u1"),
    ("kinds", "u1"),  # kinds 1 … kinds exist besides the start card
    ("names", "u1", (KINDS, LONGEST_NAME)),  # their names in ASCII
    ("openings", "u1", (KINDS, 4)),  # by kind and turn: the sides with an opening
    ("entries", "u1", (KINDS, 4)),  # those that may face the rat's card: all, or only the one with the arrow
    ("exits", "u1", (KINDS, 4, 4)),  # by kind, turn and the side where the rat comes in: where it may leave
    ("looks", "u1", (KINDS,)),  # the turns that look different, the smallest of each look
    ("wells", "i4"),  # the kinds that turn the rat round
    ("edges_all", "u1"),  # option edges = "all"
    ("strive", "u1"),  # option strive
    ("starter", "u1"),
    ("side_seats", "u1", (4,)),  # the seat at each side; 0: unmanned
    ("manned", "u1"),  # the sides with a seat
    ("phase", "u1"),
    ("turn", "u1"),  # the seat whose turn it is, also while chance draws for it
    ("board", "u1", (CELLS,)),
    ("rat", "u2"),
    ("came", "u1"),  # the sides by which it may have come in; none if it was put there
    ("laid", "u2"),  # cards laid, without the start card
    ("layer", "u1"),  # the seat that laid the last one
    ("passes", "u1"),  # turns that passed since then, or since the rat turned round
    ("turned", "u1"),  # whether it turned round in a dead end since then
    ("left", "u1"),  # once the rat has left: 1 + the side
    ("layable", "i4"),  # while a seat lays or swaps: the kinds that can be laid now
    ("striving", "i4"),  # those of them that can be laid other than UNMANNED
    ("stack", "u2", (KINDS,)),  # cards of each kind; in a view, with those in other hands that were drawn from it
    ("stack_size", "u2"),
    ("discards", "u2", (KINDS,)),
    ("discards_size", "u2"),
    ("hands", "u1", (MOST_SEATS, KINDS)),  # in a view, those of others are blank
    ("hand_sizes", "u1", (MOST_SEATS,)),
    # What everybody knows of the cards in a hand, the earliest drawn first: the kinds that each may be of; how many of
    # them were there when the discards were last shuffled, and of which kinds all such cards together are.
    ("possible", "i4", (MOST_SEATS, MOST_HAND)),
    ("kept_sizes", "u1", (MOST_SEATS,)),
    ("kept", "u2", (KINDS,)),
    ("kept_hands", "u1", (MOST_SEATS, KINDS)),  # which a seat knows of its own hand; blank with the hand in a view
)


@compiled
def begin(states: States) -> None:
    """R1: the start card and the rat in the middle, all cards in the stack; components and options are written before.

    ``stack`` holds the cards' counts already.
    """
    s = states[0]
    for row in range(WIDTH):
        for column in range(WIDTH):
            on_grid = 1 <= row <= s.grid and 1 <= column <= s.grid
            s.board[row * WIDTH + column] = FREE if on_grid else OFF
    s.rat = (np.int64(s.grid) + 1) // 2 * (WIDTH + 1)
    s.board[s.rat] = 1
    for kind in range(1, s.kinds + 1):
        s.stack_size += s.stack[kind]
    s.phase = DEALING
    s.turn = s.starter
    s.to_act = TO_CHANCE


@compiled
def legal(s: State, moves: Moves) -> int:
    """What the seat to act may do, or which cards chance may give. None where a view does not hold the seat's hand."""
    if s.to_act == OVER:
        return 0
    if s.to_act == TO_CHANCE:
        return list_draws(s, moves)
    if s.phase == LEAVING:
        return list_exits(s, moves)
    if s.phase == LAYING:
        return list_turn(s, moves)
    return list_runs(s, moves)


@compiled
def list_draws(s: State, moves: Moves) -> int:
    """The kinds that are in the stack, as far as is known."""
    n = 0
    for kind in range(1, s.kinds + 1):
        if s.stack[kind]:
            moves[n] = kind
            n += 1
    return n


@compiled
def weigh(s: State, moves: Moves, n: int, weights: Weights) -> None:
    """Every card of the stack is equally likely to lie on top; in a view, every card that the viewer cannot see."""
    cards = 0
    for kind in range(1, s.kinds + 1):
        cards += s.stack[kind]
    for k in range(n):
        weights[k] = s.stack[moves[k]] / cards


@compiled
def list_turn(s: State, moves: Moves) -> int:
    """R2, R6: the lays; without any, the swaps; with nothing to swap, the pass."""
    seat = s.to_act
    held = kinds_held(s, seat)
    if held == 0 and s.hand_sizes[seat - 1] > 0:
        return 0
    if held & s.layable:
        return list_lays(s, held, moves)
    if held == 0 or s.stack_size + s.discards_size == 0:
        moves[0] = PASS
        return 1
    n = 0
    for kind in range(1, s.kinds + 1):
        if held >> kind & 1:
            moves[n] = SWAP + kind
            n += 1
    return n


@compiled
def kinds_held(s: State, seat: int) -> int:
    """The kinds in a seat's hand."""
    held = 0
    for kind in range(1, s.kinds + 1):
        if s.hands[seat - 1, kind]:
            held |= 1 << kind
    return held


@compiled
def list_lays(s: State, held: int, moves: Moves) -> int:
    """R2 to R4: every card in hand, at every opening, in every turn that fits. R13: the unmanned sides come last."""
    least = UNMANNED
    if s.strive and held & s.striving:
        least = FIT
    around = np.empty(4, np.int64)
    for side in range(4):
        around[side] = look_around(s, side)
    n = 0
    for kind in range(1, s.kinds + 1):
        if not held & s.layable & 1 << kind:
            continue
        for side in range(4):
            for turn in range(4):
                if judge(s, around[side], side, kind, turn) >= least:
                    moves[n] = LAY + (kind * 4 + side) * 4 + turn
                    n += 1
    return n


@compiled
def look_around(s: State, side: int) -> int:
    """What a card laid at this side of the rat's card would have on its own sides; -1 if none may be laid there.

    Four sets of sides, four bits each: those to free cells, off the grid, to an opening and to a wall of another card.
    """
    cell = s.rat + STEP[side]
    if not openings_at(s, s.board, s.rat) >> side & 1 or s.board[cell] != FREE:
        return -1
    if s.laid == 0 and s.turn == s.starter and s.side_seats[side] == s.starter:  # R3
        return -1
    around = 0
    for own_side in range(4):
        beyond = cell + STEP[own_side]
        if s.board[beyond] == FREE:
            around |= 1 << own_side
        elif s.board[beyond] == OFF:
            around |= 16 << own_side
        elif openings_at(s, s.board, beyond) >> opposite(own_side) & 1:
            around |= 256 << own_side
        else:
            around |= 4096 << own_side
    return around


@compiled
def judge(s: State, around: int, side: int, kind: int, turn: int) -> int:
    """R2, R4, R13: whether this card may be laid at that side in that turn, and whether the rat would be lost by it."""
    back = 1 << opposite(side)
    if around < 0 or not s.looks[kind] >> turn & 1 or not s.entries[kind, turn] & back:
        return UNFIT
    openings = np.int64(s.openings[kind, turn])
    free = around & 15
    off = around >> 4 & 15
    linked = around >> 8 & 15
    walls = around >> 12
    if s.edges_all and (openings & walls or linked & ~openings):
        return UNFIT
    if openings & off:
        return FIT if openings & off & s.manned else UNMANNED
    if openings & free or s.wells >> kind & 1:
        return FIT
    if openings & linked & ~back and runs_on(s, side, kind, turn):
        return FIT
    return UNFIT


@compiled
def runs_on(s: State, side: int, kind: int, turn: int) -> bool:
    """R4: whether the rat could run on to an open card from this one, which has no way on of its own."""
    board = s.board.copy()
    cell = s.rat + STEP[side]
    board[cell] = 1 + kind * 4 + turn
    far = np.full(4 * CELLS, -1, np.int16)
    queue = np.empty(4 * CELLS, np.int32)
    far[4 * cell + opposite(side)] = 0
    queue[0] = 4 * cell + opposite(side)
    n = run_along(s, board, far, queue, 1)
    k = 0
    while k < n and not is_open(s, board, queue[k] // 4):
        k += 1
    return k < n


@compiled
def renew_layable(s: State) -> None:
    """Look which kinds the seat in turn could lay, and which of them other than towards an unmanned side."""
    s.layable = 0
    s.striving = 0
    for side in range(4):
        around = look_around(s, side)
        if around < 0:
            continue
        for kind in range(1, s.kinds + 1):
            if s.striving >> kind & 1:
                continue
            for turn in range(4):
                fit = judge(s, around, side, kind, turn)
                if fit != UNFIT:
                    s.layable |= 1 << kind
                if fit == FIT:
                    s.striving |= 1 << kind
                    break


@compiled
def opposite(side: int) -> int:
    """The side across."""
    return (side + 2) & 3


@compiled
def openings_at(s: State, board: npt.NDArray[np.uint8], cell: int) -> np.int64:
    """The sides where the card on a cell has openings; the cell has a card."""
    card = board[cell] - 1
    return np.int64(s.openings[card // 4, card % 4])


@compiled
def has_card(board: npt.NDArray[np.uint8], cell: int) -> bool:
    """Whether a card lies on a cell."""
    return FREE < board[cell] < OFF


@compiled
def is_open(s: State, board: npt.NDArray[np.uint8], cell: int) -> bool:
    """R10: whether the card on a cell has an opening to a free cell."""
    openings = openings_at(s, board, cell)
    free = 0
    for side in range(4):
        if board[cell + STEP[side]] == FREE:
            free |= 1 << side
    return openings & free != 0


@compiled
def run_along(
    s: State, board: npt.NDArray[np.uint8], far: npt.NDArray[np.int16], queue: npt.NDArray[np.int32], n: int
) -> int:
    """R10: let the rat run along the tracks, wherever they lead.

    ``queue[:n]`` says where it comes in, as ``cell * 4 + side``, and ``far`` of these how many cards it has run so far,
    -1 elsewhere. Both are filled up with all that it can reach; returns how many those are.
    """
    k = 0
    while k < n:
        cell = queue[k] // 4
        card = board[cell] - 1
        ways = np.int64(s.exits[card // 4, card % 4, queue[k] % 4])
        for side in range(4):
            beyond = cell + STEP[side]
            entry = opposite(side)
            if not ways >> side & 1 or not has_card(board, beyond) or far[4 * beyond + entry] >= 0:
                continue
            if openings_at(s, board, beyond) >> entry & 1:
                far[4 * beyond + entry] = far[queue[k]] + 1
                queue[n] = 4 * beyond + entry
                n += 1
        k += 1
    return n


@compiled
def list_runs(s: State, moves: Moves) -> int:
    """R8, R9, R11: the cards to which the rat may run, or be put."""
    stops = np.zeros(CELLS, np.uint8)
    find_stops(s, stops)
    n = 0
    for cell in range(CELLS):
        if stops[cell]:
            moves[n] = RUN + cell
            n += 1
    return n


@compiled
def find_stops(s: State, stops: npt.NDArray[np.uint8]) -> None:
    """Fill in, for every card where the rat may stop, PUT and the sides by which a shortest run comes in."""
    if s.phase == RUNNING:
        found = find_run_stops(s, stops)
    else:
        found = find_turn_stops(s, stops)
    if not found:
        find_nearest(s, stops)


@compiled
def find_run_stops(s: State, stops: npt.NDArray[np.uint8]) -> bool:
    """R8, R9: every open card that the rat can reach from the card just laid, that card among them."""
    far = np.full(4 * CELLS, -1, np.int16)
    queue = np.empty(4 * CELLS, np.int32)
    n = 0
    for side in range(4):
        if s.came >> side & 1:
            far[4 * s.rat + side] = 0
            queue[n] = 4 * s.rat + side
            n += 1
    n = run_along(s, s.board, far, queue, n)
    shortest = np.full(CELLS, 4 * CELLS, np.int64)
    found = False
    for k in range(n):
        if is_open(s, s.board, queue[k] // 4):
            found = True
            note_stop(stops, shortest, queue[k], far[queue[k]])
    return found


@compiled
def find_turn_stops(s: State, stops: npt.NDArray[np.uint8]) -> bool:
    """R11: the nearest open cards but its own, for each opening by which the rat may have come in and now goes out."""
    shortest = np.full(CELLS, 4 * CELLS, np.int64)
    found = False
    for side in range(4):
        if not s.came >> side & 1:
            continue
        far = np.full(4 * CELLS, -1, np.int16)
        queue = np.empty(4 * CELLS, np.int32)
        first = 4 * (s.rat + STEP[side]) + opposite(side)
        far[first] = 1
        queue[0] = first
        n = run_along(s, s.board, far, queue, 1)
        nearest = -1
        for k in range(n):  # the queue is in order of the cards run
            cell = queue[k] // 4
            if cell == s.rat or not is_open(s, s.board, cell):
                continue
            if nearest < 0:
                nearest = far[queue[k]]
            if far[queue[k]] == nearest:
                found = True
                note_stop(stops, shortest, queue[k], nearest)
    return found


@compiled
def note_stop(stops: npt.NDArray[np.uint8], shortest: npt.NDArray[np.int64], entry: int, cards: int) -> None:
    """A run of so many cards ends on this card by this side: note the side if no run there is shorter."""
    cell = entry // 4
    side = 1 << entry % 4
    if cards < shortest[cell]:
        shortest[cell] = cards
        stops[cell] = PUT | side
    elif cards == shortest[cell]:
        stops[cell] |= side


@compiled
def find_nearest(s: State, stops: npt.NDArray[np.uint8]) -> None:
    """R9, R11: the open cards but its own that are nearest to the rat by rows plus columns."""
    nearest = np.int64(2 * WIDTH)
    rat = np.int64(s.rat)
    for cell in range(CELLS):
        if cell != rat and has_card(s.board, cell) and is_open(s, s.board, cell):
            away = abs(cell // WIDTH - rat // WIDTH) + abs(cell % WIDTH - rat % WIDTH)
            if away < nearest:
                nearest = away
                stops[:] = 0
            if away == nearest:
                stops[cell] = PUT


@compiled
def any_open(s: State, but: int) -> bool:
    """Whether a card is open, other than one on the cell ``but`` (0: no card lies there)."""
    cell = 0
    while cell < CELLS and (cell == but or not has_card(s.board, cell) or not is_open(s, s.board, cell)):
        cell += 1
    return cell < CELLS


@compiled
def list_exits(s: State, moves: Moves) -> int:
    """R7, R13: the sides where the rat may leave from the corner; the manned ones only, if the seats strive."""
    sides = sides_off(s)
    if s.strive and sides & s.manned:
        sides &= s.manned
    n = 0
    for side in range(4):
        if sides >> side & 1:
            moves[n] = EXIT + side
            n += 1
    return n


@compiled
def sides_off(s: State) -> int:
    """R7: the openings of the rat's card that lead off the grid."""
    sides = 0
    for side in range(4):
        if openings_at(s, s.board, s.rat) >> side & 1 and s.board[s.rat + STEP[side]] == OFF:
            sides |= 1 << side
    return sides


@compiled
def make(s: State, move: int) -> None:
    """Make a move: a draw, a swap, a pass, an exit, a run or a lay."""
    if move < SWAP:
        draw(s, move)
    elif move < PASS:
        swap(s, move - SWAP)
    elif move < EXIT:
        rule_out(s, s.turn, s.layable)
        end_passing(s)
    elif move < RUN:
        leave(s, move - EXIT)
    elif move < LAY:
        run(s, move - RUN)
    else:
        lay(s, (move - LAY) // 16, (move - LAY) // 4 % 4, (move - LAY) % 4)


@compiled
def lay(s: State, kind: int, side: int, turn: int) -> None:
    """R2, R5: the card is laid and the rat runs to it; then it leaves (R7), may run on (R8, R9), or stays."""
    seat = s.to_act
    take(s, seat, kind)
    if s.strive and not s.striving >> kind & 1:  # R13: no other card could be laid otherwise
        rule_out(s, seat, s.striving)
    s.layable = 0
    s.striving = 0
    s.rat += STEP[side]
    s.board[s.rat] = 1 + kind * 4 + turn
    s.came = 1 << opposite(side)
    s.laid += 1
    s.layer = seat
    s.passes = 0
    s.turned = 0
    off = sides_off(s)
    if off:
        if off & (off - 1):
            s.phase = LEAVING
        else:
            for way in range(4):
                if off >> way & 1:
                    leave(s, way)
    elif s.wells >> kind & 1:
        if any_open(s, 0):
            s.phase = RUNNING
        else:
            finish(s, NONE_OPEN, 0)
    elif is_linked(s):
        s.phase = RUNNING
    else:
        refill(s)


@compiled
def is_linked(s: State) -> bool:
    """R8: whether an opening of the rat's card, other than the one it came in by, meets another card's opening."""
    facing = 0
    for side in range(4):
        beyond = s.rat + STEP[side]
        if has_card(s.board, beyond) and openings_at(s, s.board, beyond) >> opposite(side) & 1:
            facing |= 1 << side
    return openings_at(s, s.board, s.rat) & facing & ~np.int64(s.came) != 0


@compiled
def run(s: State, cell: int) -> None:
    """R8, R9, R11: the rat runs to an open card, or is put there; the turn goes on, or the next seat plays."""
    stops = np.zeros(CELLS, np.uint8)
    find_stops(s, stops)
    s.came = stops[cell] & 15
    s.rat = cell
    if s.phase == RUNNING:
        refill(s)
    else:
        begin_turn(s, next_seat(s, s.turn))


@compiled
def refill(s: State) -> None:
    """R5: the seat draws until its hand is full or there is nothing to draw; then the next one plays."""
    if s.hand_sizes[s.turn - 1] < s.hand_limit and s.stack_size + s.discards_size > 0:
        await_card(s, REFILLING)
    else:
        begin_turn(s, next_seat(s, s.turn))


@compiled
def await_card(s: State, phase: int) -> None:
    """A card is to be drawn; if the stack is empty, the discards are shuffled into a new one."""
    s.phase = phase
    s.to_act = TO_CHANCE
    if s.stack_size == 0:
        shuffle(s)


@compiled
def shuffle(s: State) -> None:
    """The discards become the stack: everybody knows which cards that are, and so which others the hands hold."""
    for kind in range(1, s.kinds + 1):
        s.kept[kind] += drawn_or_stacked(s, kind)
        s.stack[kind] = s.discards[kind]
        s.discards[kind] = 0
    s.stack_size = s.discards_size
    s.discards_size = 0
    for seat in range(s.players):
        s.kept_sizes[seat] = s.hand_sizes[seat]
        s.kept_hands[seat] = s.hands[seat]


@compiled
def drawn_or_stacked(s: State, kind: int) -> np.int64:
    """How many cards of a kind were in the stack after the last shuffle and have not been seen by all since."""
    cards = np.int64(s.stack[kind])
    for seat in range(s.players):
        cards += np.int64(s.hands[seat, kind]) - np.int64(s.kept_hands[seat, kind])
    return cards


@compiled
def draw(s: State, kind: int) -> None:
    """R1, R5, R6: a card goes from the stack to the hand of the seat in turn."""
    seat = s.turn
    s.stack[kind] -= 1
    s.stack_size -= 1
    s.hands[seat - 1, kind] += 1
    s.possible[seat - 1, s.hand_sizes[seat - 1]] = (2 << np.int64(s.kinds)) - 2
    s.hand_sizes[seat - 1] += 1
    if s.phase == DEALING:
        s.turn = next_seat(s, seat)
        if s.hand_sizes[s.turn - 1] == s.hand_limit:
            begin_turn(s, s.turn)
    elif s.phase == REFILLING:
        refill(s)
    else:
        end_swap(s, kind)


@compiled
def swap(s: State, kind: int) -> None:
    """R6: a seat that can lay nothing discards a card, for everybody to see, and draws another."""
    rule_out(s, s.turn, s.layable)
    take(s, s.turn, kind)
    s.discards[kind] += 1
    s.discards_size += 1
    await_card(s, SWAPPING)


@compiled
def end_swap(s: State, kind: int) -> None:
    """R6: the card just drawn must be laid if it can be; otherwise the turn passes."""
    if s.layable >> kind & 1:
        s.possible[s.turn - 1, s.hand_sizes[s.turn - 1] - 1] &= s.layable
        s.phase = LAYING
        s.to_act = s.turn
    else:
        s.possible[s.turn - 1, s.hand_sizes[s.turn - 1] - 1] &= ~s.layable
        end_passing(s)


@compiled
def end_passing(s: State) -> None:
    """R6, R11: the turn has passed; after a full lap the rat is turned round, after a second one the round is over."""
    s.passes += 1
    if s.passes < s.players:
        s.to_act = s.turn = next_seat(s, s.turn)
        s.phase = LAYING
        if s.laid == 0:
            renew_layable(s)
    elif s.turned or s.laid == 0:
        finish(s, STUCK, 0)
    elif not any_open(s, s.rat):
        finish(s, NONE_OPEN, 0)
    else:
        s.layable = 0
        s.striving = 0
        s.passes = 0
        s.turned = 1
        s.phase = TURNING
        s.to_act = s.turn = s.layer


@compiled
def begin_turn(s: State, seat: int) -> None:
    """The rat has settled, and it is a seat's turn to lay a card."""
    s.phase = LAYING
    s.to_act = s.turn = seat
    renew_layable(s)


@compiled
def next_seat(s: State, seat: int) -> int:
    """The seat after this one, clockwise."""
    return seat % s.players + 1


@compiled
def leave(s: State, side: int) -> None:
    """R7: the rat leaves the grid; the seat on that side wins, and nobody if there is none."""
    s.left = 1 + side
    finish(s, LEFT, s.side_seats[side])


@compiled
def finish(s: State, phase: int, winner: int) -> None:
    """The round is over; without a winner it is a draw."""
    s.phase = phase
    s.to_act = OVER
    s.layable = 0
    s.striving = 0
    if winner:
        s.scores[winner - 1] = 1
        for seat in range(1, s.players + 1):
            s.returns[seat - 1] = 1.0 if seat == winner else -1.0 / (s.players - 1)


@compiled
def take(s: State, seat: int, kind: int) -> None:
    """A card leaves a hand, for everybody to see.

    Nobody else knows which of the seat's draws it was. What is known of a card only grows, so the later drawn may be
    any kind that an earlier one may be; taking the earliest that it can have been leaves every hand possible that is.
    """
    k = first_possible(s, seat, kind)
    s.hands[seat - 1, kind] -= 1
    s.hand_sizes[seat - 1] -= 1
    if k < s.kept_sizes[seat - 1]:
        s.kept[kind] -= 1
        s.kept_hands[seat - 1, kind] -= 1
        s.kept_sizes[seat - 1] -= 1
    while k < s.hand_sizes[seat - 1]:
        s.possible[seat - 1, k] = s.possible[seat - 1, k + 1]
        k += 1
    s.possible[seat - 1, k] = 0


@compiled
def first_possible(s: State, seat: int, kind: int) -> int:
    """The place in a hand of the earliest card that can be of this kind.

    If it may as well have been drawn before as after the last shuffle, what all hands kept then is known no longer.
    """
    kept = place_in(s, seat, kind, 0, s.kept_sizes[seat - 1] if s.kept[kind] else 0)
    drawn = place_in(s, seat, kind, s.kept_sizes[seat - 1], s.hand_sizes[seat - 1] if drawn_or_stacked(s, kind) else 0)
    if kept < 0:
        return drawn
    if drawn >= 0:
        forget_shuffle(s)
    return kept


@compiled
def place_in(s: State, seat: int, kind: int, start: int, stop: int) -> int:
    """The first of these places in a hand where a card can be of this kind, or -1."""
    for k in range(start, stop):
        if s.possible[seat - 1, k] >> kind & 1:
            return k
    return -1


@compiled
def forget_shuffle(s: State) -> None:
    """No longer tell cards drawn before and after the last shuffle apart."""
    for kind in range(1, s.kinds + 1):
        s.stack[kind] += s.kept[kind]
        s.kept[kind] = 0
        for seat in range(s.players):
            s.stack[kind] -= s.kept_hands[seat, kind]
            s.kept_hands[seat, kind] = 0
    s.kept_sizes[:] = 0


@compiled
def rule_out(s: State, seat: int, kinds: int) -> None:
    """Everybody learns that a seat holds none of these kinds."""
    for k in range(s.hand_sizes[seat - 1]):
        s.possible[seat - 1, k] &= ~kinds


@compiled
def hide(s: State, seat: int) -> None:
    """The other hands cannot be told from the stack; how many cards each has, and what it did, all have seen."""
    for other in range(s.players):
        if other == seat - 1:
            continue
        for kind in range(1, s.kinds + 1):
            s.stack[kind] += s.hands[other, kind] - s.kept_hands[other, kind]
            s.hands[other, kind] = 0
            s.kept_hands[other, kind] = 0


@compiled
def conceal(s: State, move: int, seat: int) -> int:
    """Other seats' draws are hidden."""
    return UNSEEN_DRAW if move < SWAP and s.turn != seat else move


@compiled
def imagine(s: State, seat: int, rng: np.random.Generator) -> None:
    """Deal the cards that the seat cannot see to the other hands and the stack, as it may be.

    Every hand is such that its seat could do, and had to do, what it did: who swaps or passes can lay nothing. When
    discards are shuffled, all know what they were, and so what is in the hands. All ways to give one of the unseen
    cards to each place in the other hands, so that each is possible there, are equally likely.

    This is exact until a seat plays a card that may have been one of several of its draws. Then still every hand that
    is possible can come up, but it is not weighed how many orders of drawing lead to it. If these draws were before and
    after a shuffle, what that shuffle told is forgotten, and so it is at the next shuffle: a hand may then come up that
    a perfect memory would rule out. (With the game's own cards one random round in a thousand is long enough for a
    shuffle.) To keep more, a position would have to hold its whole history.
    """
    hide(s, seat)
    unseen = np.empty((2, KINDS), np.int64)
    for kind in range(KINDS):
        unseen[0, kind] = s.stack[kind]
        unseen[1, kind] = s.kept[kind]
        if seat:
            unseen[1, kind] -= s.kept_hands[seat - 1, kind]
    places = np.empty(MOST_SEATS * MOST_HAND, np.int64)
    n = 0
    for other in range(s.players):
        if other != seat - 1:
            for k in range(s.hand_sizes[other]):
                places[n] = other * MOST_HAND + k
                n += 1
    choices = np.empty(n, np.int64)
    sort_places(s, unseen, places, n, choices)
    dealt = np.empty(n, np.int64)
    while not deal(s, unseen.copy(), places, n, choices, dealt, rng):
        pass
    for k in range(n):
        other = places[k] // MOST_HAND
        s.hands[other, dealt[k]] += 1
        if is_kept(s, places[k]):
            s.kept_hands[other, dealt[k]] += 1
        else:
            s.stack[dealt[k]] -= 1


@compiled
def is_kept(s: State, place: int) -> int:
    """1 for a place in a hand whose card was there at the last shuffle, 0 for one drawn from the stack since."""
    return 1 if place % MOST_HAND < s.kept_sizes[place // MOST_HAND] else 0


@compiled
def possible_at(s: State, place: int) -> int:
    """The kinds that the card at a place in a hand may be of."""
    return s.possible[place // MOST_HAND, place % MOST_HAND]


@compiled
def count_possible(s: State, unseen: npt.NDArray[np.int64], place: int) -> int:
    """How many of the unseen cards may be at this place."""
    cards = 0
    for kind in range(1, s.kinds + 1):
        if possible_at(s, place) >> kind & 1:
            cards += unseen[is_kept(s, place), kind]
    return cards


@compiled
def sort_places(
    s: State, unseen: npt.NDArray[np.int64], places: npt.NDArray[np.int64], n: int, choices: npt.NDArray[np.int64]
) -> None:
    """Sort the places in other hands by how many cards can be there, and note at most how many are left to each.

    An earlier place all of whose cards could be here as well leaves one card fewer.
    """
    for k in range(n):
        place = places[k]
        cards = count_possible(s, unseen, place)
        j = k
        while j > 0 and choices[j - 1] > cards:
            places[j] = places[j - 1]
            choices[j] = choices[j - 1]
            j -= 1
        places[j] = place
        choices[j] = cards
    for k in range(n):
        for j in range(k):
            all_could_be_here = not possible_at(s, places[j]) & ~possible_at(s, places[k])
            if all_could_be_here and is_kept(s, places[j]) == is_kept(s, places[k]):
                choices[k] -= 1


@compiled
def deal(
    s: State,
    unseen: npt.NDArray[np.int64],
    places: npt.NDArray[np.int64],
    n: int,
    choices: npt.NDArray[np.int64],
    dealt: npt.NDArray[np.int64],
    rng: np.random.Generator,
) -> bool:
    """Give a possible card to each place in turn; whether that deal is to be kept.

    A deal comes up the more often the fewer cards its places had to choose from, and is kept the less often for it.
    """
    for k in range(n):
        cards = count_possible(s, unseen, places[k])
        if rng.random() * choices[k] >= cards:
            return False
        card = int(rng.random() * cards)
        dealt[k] = 0
        while card >= 0:
            dealt[k] += 1
            if possible_at(s, places[k]) >> dealt[k] & 1:
                card -= unseen[is_kept(s, places[k]), dealt[k]]
        unseen[is_kept(s, places[k]), dealt[k]] -= 1
    return True


@compiled
def appraise(s: State, seat: int) -> float:
    """How near the rat is to the seat's side and to the others', and who lays the next card. Looks at the board alone.

    A seat that may let the rat run on, or choose the corner's exit, is taken to choose what is best for itself.
    """
    if s.phase == LEAVING:
        return leaving_outlook(s, seat)
    if s.phase == RUNNING or s.phase == TURNING:
        return running_outlook(s, seat)
    return outlook(s, s.rat, s.turn if s.phase == LAYING else next_seat(s, s.turn), seat)


@compiled
def leaving_outlook(s: State, seat: int) -> float:
    """`appraise` where the seat to act chooses the corner's exit."""
    manned = sides_off(s) & s.manned
    for side in range(4):
        if manned >> side & 1 and s.side_seats[side] == s.to_act:
            return 1.0 if seat == s.to_act else -1.0
    if not manned:
        return 0.0
    for side in range(4):
        if manned >> side & 1 and s.side_seats[side] == seat:
            return 0.0
    return -1.0


@compiled
def running_outlook(s: State, seat: int) -> float:
    """`appraise` where the seat to act chooses how far the rat runs."""
    stops = np.zeros(CELLS, np.uint8)
    find_stops(s, stops)
    best = -2.0
    looks = 0.0
    for cell in range(CELLS):
        if stops[cell]:
            liked = outlook(s, cell, next_seat(s, s.turn), s.to_act)
            if liked > best:
                best = liked
                looks = outlook(s, cell, next_seat(s, s.turn), seat)
    return looks


@compiled
def outlook(s: State, rat: int, next_to_lay: int, seat: int) -> float:
    """How much nearer the rat is to the seat's side than to any other's, if it waits there for the next card."""
    mine = 0.0
    best = 0.0
    for side in range(4):
        holder = np.int64(s.side_seats[side])
        if holder:
            turns = (holder - next_to_lay + s.players) % s.players
            near = 1.0 / (1.0 + 2.0 * cells_to(s, rat, side) + turns / s.players)
            if holder == seat:
                mine = near
            else:
                best = max(best, near)
    return mine - best


@compiled
def cells_to(s: State, rat: int, side: int) -> int:
    """How many cells lie between the nearest free cell at an opening of the rat's card and a side of the grid."""
    fewest = 2 * WIDTH
    openings = openings_at(s, s.board, rat)
    for way in range(4):
        cell = rat + STEP[way]
        if openings >> way & 1 and s.board[cell] == FREE:
            if side == NORTH:
                cells = s.grid - cell // WIDTH
            elif side == EAST:
                cells = s.grid - cell % WIDTH
            elif side == SOUTH:
                cells = cell // WIDTH - 1
            else:
                cells = cell % WIDTH - 1
            fewest = min(fewest, cells)
    return fewest


register(STATE, Functions(legal, weigh, make, hide, imagine, appraise, conceal))


@compiled
def foresee_moves(states: States, moves: Moves, outcomes: npt.NDArray[np.int8]) -> None:
    """Fill ``outcomes[k]`` with what move k leads to; see `foresee`."""
    after = np.empty_like(states)
    for k in range(len(moves)):
        after[0] = states[0]
        apply(after[0], moves[k])
        s = after[0]
        outcomes[k, 0] = s.rat % WIDTH
        outcomes[k, 1] = s.rat // WIDTH
        outcomes[k, 2] = s.phase
        outcomes[k, 3] = s.left


def foresee(states: npt.NDArray[Any], moves: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """What each move leads to: ``int8[n, 4]``, column (from 1 in the west) and row (from 1 in the south) of the rat
    after it, the phase (see `STATE`: whether it may run on, leaves, …), and 1 + the side where it has left, or 0.
    """
    outcomes = np.zeros((len(moves), 4), np.int8)
    foresee_moves(states, moves, outcomes)
    return outcomes
