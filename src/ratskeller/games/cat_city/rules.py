"""Macskafogó: what may happen. Rule numbers (R1 …) are those of the project's rules page.

Fields, piles, card fields and rats are numbered from 1, in the order of the components; 0 stands for none. Token
colours, ranks and suits are numbered from 0. A card's number is ``rank * MOST_SUITS + suit``.
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
    hide_nothing,
    imagine_nothing,
    record_type,
    register,
)

MOST_FIELDS = 127
MOST_STEPS = 12
"""So many fields at most are one step from a field, underground ones included."""
MOST_PILES = 12
MOST_HEIGHT = 8
MOST_CARD_FIELDS = 12
MOST_RATS = 6
MOST_DIE = 12
MOST_TOKEN_COLOURS = 6
MOST_RANKS = 16
MOST_SUITS = 8
MOST_CARDS = MOST_RANKS * MOST_SUITS
FIELD_LETTERS = 6
TOKEN_LETTERS = 8
RANK_LETTERS = 3
SUIT_LETTERS = 8

YELLOW, RING, RED, TOKEN, CARD = range(5)
"""The colours of fields."""

IN_DECK = 0
OPEN = MOST_SEATS + 1
"""Where a card is: in the deck, with a seat (the seat's number), or open on a card field."""

FILL, DEAL, PLACE, ROLL, MOVE, HOP, PAY, HOME = range(1, 9)
"""What the position waits for; 0 when the game is over."""

FIELD_STRIDE = MOST_FIELDS + 1
FIRST_TOKEN = 0
FIRST_ROLL = 16
FIRST_CARD = 128
FIRST_PLACE = 256
FIRST_HOP = 384
FIRST_HOME = 512
FIRST_PAY = 640
STAY = 700
PASS = 701
FIRST_MOVE = 1024
LAST_MOVE = FIRST_MOVE + MOST_RATS * FIELD_STRIDE - 1
"""Move numbers: a colour, a die's value, a card, a field, or a rat and a field are added to the first of their kind."""

MOST_MOVES = MOST_RATS * MOST_FIELDS

STATE = record_type(
    # The board.
    ("field_count", "u1"),
    ("field_names", "u1", (MOST_FIELDS + 1, FIELD_LETTERS)),  # ASCII, as all names here
    ("colour", "u1", (MOST_FIELDS + 1,)),
    ("step_count", "u1", (MOST_FIELDS + 1,)),
    ("steps", "u1", (MOST_FIELDS + 1, MOST_STEPS)),  # the fields one step away, ascending
    ("underground", "u2", (MOST_FIELDS + 1,)),  # bit k: steps[field, k] is not linked, only joined underground
    ("pile_count", "u1"),
    ("pile_fields", "u1", (MOST_PILES,)),
    ("card_field_count", "u1"),
    ("card_fields", "u1", (MOST_CARD_FIELDS,)),
    ("spot", "u1", (MOST_FIELDS + 1,)),  # the number of a token field's pile, or of a card field
    # The pieces, and what they count.
    ("rat_count", "u1"),
    ("die", "u1"),
    ("pile_size", "u1"),
    ("token_colour_count", "u1"),
    ("token_names", "u1", (MOST_TOKEN_COLOURS, TOKEN_LETTERS)),
    ("token_points", "u1", (MOST_TOKEN_COLOURS,)),
    ("rank_count", "u1"),
    ("rank_names", "u1", (MOST_RANKS, RANK_LETTERS)),
    ("suit_count", "u1"),
    ("suit_names", "u1", (MOST_SUITS, SUIT_LETTERS)),
    ("suit_points", "u1", (MOST_SUITS,)),
    ("set_points", "i2", (MOST_SUITS + 1,)),  # by the number of cards of one rank
    ("cards_to_end", "u1"),
    # The course of the game.
    ("first", "u1"),  # the seat that begins
    ("turn", "u1"),  # the seat whose turn it is, also while chance acts
    ("turns", "i4"),  # turns that have ended
    ("last_turn", "i4"),  # the game is over when so many have
    ("ender", "u1"),  # the seat that took its last needed card first; 0: none yet
    ("phase", "u1"),
    ("placed", "u1"),  # rats put on the board in the beginning
    ("filling", "u1"),  # the pile being filled
    ("roll", "u1"),  # what the die shows; 0 between turns
    ("rat", "u1"),  # the rat that has moved in this turn
    ("taking", "u1"),  # tokens still to be taken by it
    ("paying", "u1"),  # tokens still to be paid for its card
    ("hops", "u2"),  # bit k: it may hop to steps[its field, k]
    # Where everything is.
    ("rats", "u1", (MOST_SEATS, MOST_RATS)),
    ("bank", "u1", (MOST_TOKEN_COLOURS,)),
    ("tokens", "u1", (MOST_SEATS, MOST_TOKEN_COLOURS)),
    ("heights", "u1", (MOST_PILES,)),
    ("piles", "u1", (MOST_PILES, MOST_HEIGHT)),  # bottom first: 1 + the token's colour
    ("cards", "u1", (MOST_CARDS,)),
    ("open_cards", "u1", (MOST_CARD_FIELDS,)),  # 1 + the card's number
    ("cards_taken", "u1", (MOST_SEATS,)),
)


@compiled
def begin(states: States) -> None:
    """R1: the tokens are in the bank, the cards in the deck, the piles come first; all else is written before."""
    s = states[0]
    s.turn = s.first
    proceed(s)


@compiled
def proceed(s: State) -> None:
    """Let happen what needs nobody, up to the next event; the order is that of the rulings on R6 to R8."""
    while True:
        if pile_to_fill(s):
            await_event(s, FILL, TO_CHANCE)
            return
        if not s.taking:
            break
        take_token(s)
    if s.paying:
        await_event(s, PAY, s.turn)
    elif card_field_to_fill(s):
        await_event(s, DEAL, TO_CHANCE)
    elif s.placed < s.rat_count * s.players:
        s.turn = (s.first - 1 + s.placed) % s.players + 1
        await_event(s, PLACE, s.turn)
    elif s.rat and s.colour[s.rats[s.turn - 1, s.rat - 1]] == CARD:
        await_event(s, HOME, s.turn)
    elif s.hops:
        await_event(s, HOP, s.turn)
    else:
        next_turn(s)


@compiled
def await_event(s: State, phase: int, to_act: int) -> None:
    """The position waits for a seat or for chance."""
    s.phase = phase
    s.to_act = to_act


@compiled
def legal(s: State, moves: Moves) -> int:
    """What chance or the seat in turn can do."""
    if s.phase == MOVE:
        return list_moves(s, moves)
    if s.phase == ROLL:
        return list_rolls(s, moves)
    if s.phase == FILL:
        return list_tokens(s, s.bank, FIRST_TOKEN, moves)
    if s.phase == PAY:
        return list_tokens(s, s.tokens[s.turn - 1], FIRST_PAY, moves)
    if s.phase == DEAL:
        return list_cards(s, moves)
    if s.phase == PLACE:
        return list_ring(s, FIRST_PLACE, moves)
    if s.phase == HOME:
        return list_ring(s, FIRST_HOME, moves)
    if s.phase == HOP:
        return list_hops(s, moves)
    return 0


@compiled
def list_tokens(s: State, stock: npt.NDArray[np.uint8], first: int, moves: Moves) -> int:
    """R7, R8: the colours that chance can draw from the bank, or that a seat can pay with."""
    n = 0
    for colour in range(s.token_colour_count):
        if stock[colour]:
            moves[n] = first + colour
            n += 1
    return n


@compiled
def list_cards(s: State, moves: Moves) -> int:
    """R1, R8: the cards in the deck."""
    n = 0
    for rank in range(s.rank_count):
        for suit in range(s.suit_count):
            if s.cards[rank * MOST_SUITS + suit] == IN_DECK:
                moves[n] = FIRST_CARD + rank * MOST_SUITS + suit
                n += 1
    return n


@compiled
def list_rolls(s: State, moves: Moves) -> int:
    """R3: what the die can show."""
    for value in range(1, s.die + 1):
        moves[value - 1] = FIRST_ROLL + value
    return s.die


@compiled
def list_ring(s: State, first: int, moves: Moves) -> int:
    """R2, R8: the empty ring fields."""
    occupied = occupied_fields(s)
    n = 0
    for field in range(1, s.field_count + 1):
        if s.colour[field] == RING and not occupied[field]:
            moves[n] = first + field
            n += 1
    return n


@compiled
def list_hops(s: State, moves: Moves) -> int:
    """R9: the red fields that the rat may hop to, and to stay."""
    field = s.rats[s.turn - 1, s.rat - 1]
    n = 0
    for k in range(s.step_count[field]):
        if s.hops >> k & 1:
            moves[n] = FIRST_HOP + int(s.steps[field, k])
            n += 1
    moves[n] = STAY
    return n + 1


@compiled
def list_moves(s: State, moves: Moves) -> int:
    """R3, R5, R8, R10: every field where a rat of the seat can end its move; to pass if there is none."""
    occupied = occupied_fields(s)
    tokens = token_count(s, s.turn)
    n = 0
    for rat in range(1, s.rat_count + 1):
        exact, early = reach(s, s.rats[s.turn - 1, rat - 1], s.roll, 0)
        first = FIRST_MOVE + (rat - 1) * FIELD_STRIDE
        for field in range(1, s.field_count + 1):
            if (exact[field] or early[field]) and can_end(s, field, exact[field], occupied[field], tokens):
                moves[n] = first + field
                n += 1
    if n == 0:
        moves[0] = PASS
        n = 1
    return n


@compiled
def reach(s: State, start: int, length: int, avoided: int) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """R4, R5: two masks over the fields: where a move from ``start`` can end with ``length`` steps, and where early.

    Every path is walked that never touches a field twice, nor the field ``avoided`` (0: none). Who stands on the
    fields, and what a card costs, is left out.
    """
    exact = np.zeros(MOST_FIELDS + 1, np.bool_)
    early = np.zeros(MOST_FIELDS + 1, np.bool_)
    touched = np.zeros(MOST_FIELDS + 1, np.bool_)
    path = np.empty(MOST_DIE + 1, np.int64)
    tried = np.empty(MOST_DIE + 1, np.int64)
    touched[start] = True
    touched[avoided] = True
    path[0] = start
    tried[0] = 0
    depth = 0
    while depth >= 0:
        field = path[depth]
        if tried[depth] == s.step_count[field]:
            touched[field] = False
            depth -= 1
            continue
        ahead = s.steps[field, tried[depth]]
        tried[depth] += 1
        if touched[ahead]:
            continue
        if depth + 1 == length:
            exact[ahead] = True
            continue
        colour = s.colour[ahead]
        if colour >= TOKEN:
            early[ahead] = True
        if colour != CARD:
            depth += 1
            path[depth] = ahead
            tried[depth] = 0
            touched[ahead] = True
    return exact, early


@compiled
def can_end(s: State, field: int, exact: bool, occupied: bool, tokens: int) -> bool:
    """R5, R8: whether a move that reaches this field, with the exact count or early, may end there."""
    if s.colour[field] == TOKEN:
        return True
    if s.colour[field] == CARD:
        return s.open_cards[s.spot[field] - 1] > 0 and tokens >= price(exact)
    return exact and not occupied


@compiled
def price(exact: bool) -> int:
    """R8: what a card costs, in tokens."""
    return 1 if exact else 2


@compiled
def yield_of(exact: bool) -> int:
    """R6: how many tokens a token field gives."""
    return 2 if exact else 1


@compiled
def occupied_fields(s: State) -> npt.NDArray[np.bool_]:
    """The fields where a rat stands; field 0 if some have not been placed."""
    occupied = np.zeros(MOST_FIELDS + 1, np.bool_)
    for seat in range(s.players):
        for rat in range(s.rat_count):
            occupied[s.rats[seat, rat]] = True
    return occupied


@compiled
def token_count(s: State, seat: int) -> int:
    """How many tokens a seat has."""
    n = 0
    for colour in range(s.token_colour_count):
        n += int(s.tokens[seat - 1, colour])
    return n


@compiled
def bank_count(s: State) -> int:
    """How many tokens the bank has."""
    n = 0
    for colour in range(s.token_colour_count):
        n += int(s.bank[colour])
    return n


@compiled
def weigh(s: State, moves: Moves, n: int, weights: Weights) -> None:
    """Every token of the bank, every card of the deck and every side of the die is equally likely."""
    if s.phase == FILL:
        total = bank_count(s)
        for k in range(n):
            weights[k] = s.bank[moves[k] - FIRST_TOKEN] / total
    else:
        for k in range(n):
            weights[k] = 1.0 / n


@compiled
def make(s: State, move: int) -> None:
    """One event of the game, and what follows from it."""
    if s.phase == ROLL:
        s.roll = move - FIRST_ROLL
        await_event(s, MOVE, s.turn)
        return
    if s.phase == MOVE:
        if move != PASS:
            move_rat(s, (move - FIRST_MOVE) // FIELD_STRIDE + 1, (move - FIRST_MOVE) % FIELD_STRIDE)
    elif s.phase == FILL:
        fill(s, move - FIRST_TOKEN)
    elif s.phase == DEAL:
        deal(s, move - FIRST_CARD)
    elif s.phase == PLACE:
        s.rats[s.turn - 1, s.placed // s.players] = move - FIRST_PLACE
        s.placed += 1
    elif s.phase == HOP:
        hop(s, move)
    elif s.phase == PAY:
        pay(s, move - FIRST_PAY)
    else:
        s.rats[s.turn - 1, s.rat - 1] = move - FIRST_HOME
    proceed(s)


@compiled
def pile_to_fill(s: State) -> bool:
    """R1, R7: whether a pile is to get a token now, the lowest-numbered empty one first; notes it in ``filling``."""
    if s.filling:
        return True
    for pile in range(s.pile_count):
        if s.heights[pile] == 0:
            if bank_count(s):
                s.filling = pile + 1
            return s.filling > 0
    return False


@compiled
def fill(s: State, colour: int) -> None:
    """R7: a token from the bank goes on the pile, which is filled when it is full or the bank is empty."""
    pile = s.filling - 1
    s.bank[colour] -= 1
    s.piles[pile, s.heights[pile]] = colour + 1
    s.heights[pile] += 1
    if s.heights[pile] == s.pile_size or bank_count(s) == 0:
        s.filling = 0


@compiled
def card_field_to_fill(s: State) -> int:
    """R1, R8: the card field that is to get a card now, 0 if none is."""
    for spot in range(s.card_field_count):
        if s.open_cards[spot] == 0:
            return spot + 1 if deck_count(s) else 0
    return 0


@compiled
def deck_count(s: State) -> int:
    """How many cards the deck has."""
    n = int(s.rank_count) * int(s.suit_count)
    for seat in range(s.players):
        n -= s.cards_taken[seat]
    for spot in range(s.card_field_count):
        if s.open_cards[spot]:
            n -= 1
    return n


@compiled
def deal(s: State, card: int) -> None:
    """R1, R8: a card from the deck is laid on the empty card field."""
    s.open_cards[card_field_to_fill(s) - 1] = card + 1
    s.cards[card] = OPEN


@compiled
def move_rat(s: State, rat: int, field: int) -> None:
    """R5 to R9: a rat moves, and what waits on the field where it ends is its owner's to take, to pay or to choose."""
    start = s.rats[s.turn - 1, rat - 1]
    s.rats[s.turn - 1, rat - 1] = field
    s.rat = rat
    colour = s.colour[field]
    if colour == TOKEN:
        s.taking = yield_of(is_exact(s, start, field))
    elif colour == CARD:
        s.paying = price(is_exact(s, start, field))
        take_card(s, s.spot[field])
    elif colour == RED:
        s.hops = hop_targets(s, start, field)


@compiled
def is_exact(s: State, start: int, end: int) -> bool:
    """R6, R8: whether some move of exactly as many steps as the die shows leads from one field to another."""
    exact, _early = reach(s, start, s.roll, 0)
    return exact[end]


@compiled
def hop_targets(s: State, start: int, end: int) -> int:
    """R9: bit k is set if the rat may hop to ``steps[end, k]``: red, empty, and some move leads here past it."""
    occupied = occupied_fields(s)
    targets = 0
    for k in range(s.step_count[end]):
        target = s.steps[end, k]
        if s.colour[target] == RED and not occupied[target] and target != start:
            exact, _early = reach(s, start, s.roll, target)
            if exact[end]:
                targets |= 1 << k
    return targets


@compiled
def hop(s: State, move: int) -> None:
    """R9: the rat hops, or stays."""
    if move != STAY:
        s.rats[s.turn - 1, s.rat - 1] = move - FIRST_HOP
    s.hops = 0


@compiled
def take_token(s: State) -> None:
    """R6: the rat's owner takes the top token of the pile; if there is none, the rest is lost."""
    pile = s.spot[s.rats[s.turn - 1, s.rat - 1]] - 1
    if s.heights[pile] == 0:
        s.taking = 0
        return
    s.taking -= 1
    s.heights[pile] -= 1
    colour = s.piles[pile, s.heights[pile]] - 1
    s.piles[pile, s.heights[pile]] = 0
    s.tokens[s.turn - 1, colour] += 1
    s.scores[s.turn - 1] += s.token_points[colour]


@compiled
def pay(s: State, colour: int) -> None:
    """R8: a token goes to the bank."""
    s.paying -= 1
    s.tokens[s.turn - 1, colour] -= 1
    s.scores[s.turn - 1] -= s.token_points[colour]
    s.bank[colour] += 1


@compiled
def take_card(s: State, spot: int) -> None:
    """R8, R11: the seat takes a card; the first seat that has enough of them begins the last turns."""
    card = s.open_cards[spot - 1] - 1
    s.scores[s.turn - 1] += card_worth(s, s.turn, card)
    s.open_cards[spot - 1] = 0
    s.cards[card] = s.turn
    s.cards_taken[s.turn - 1] += 1
    if s.cards_taken[s.turn - 1] == s.cards_to_end and not s.ender:
        s.ender = s.turn
        s.last_turn = min(s.last_turn, s.turns + s.players)


@compiled
def card_worth(s: State, seat: int, card: int) -> int:
    """R12: what a card adds to the points of a seat that does not have it: its own points, and what its rank gains."""
    rank = card // MOST_SUITS
    same = 0
    for suit in range(s.suit_count):
        if s.cards[rank * MOST_SUITS + suit] == seat:
            same += 1
    return s.suit_points[card % MOST_SUITS] + s.set_points[same + 1] - s.set_points[same]


@compiled
def next_turn(s: State) -> None:
    """R3, R11: the turn in progress, if any, ends; the next seat rolls the die, or the game is over."""
    if s.roll:
        s.turns += 1
    s.roll = 0
    s.rat = 0
    if s.turns == s.last_turn:
        finish(s)
    else:
        s.turn = (s.first - 1 + s.turns) % s.players + 1
        await_event(s, ROLL, TO_CHANCE)


@compiled
def finish(s: State) -> None:
    """R12: the game is over, and the seats are ranked by their points."""
    await_event(s, 0, OVER)
    for seat in range(s.players):
        better = 0
        for other in range(s.players):
            if s.scores[other] < s.scores[seat]:
                better += 1
            elif s.scores[other] > s.scores[seat]:
                better -= 1
        s.returns[seat] = better / (s.players - 1)


POINTS_HALF_SURE = 25.0
"""A lead of so many points looks half as good as won."""
READY_TOKENS = 2
READY_POINTS = 1.0
"""What each of the first tokens in hand weighs besides its points: they open the way to any card."""
NEAR_POINTS = 0.8
"""What a rat weighs that is one step from a token or card field; less the farther away it is."""


@compiled
def appraise(s: State, seat: int) -> float:
    """The lead in prospects over the best of the others."""
    best = -1e9
    own = 0.0
    seen = np.zeros(MOST_FIELDS + 1, np.uint8)
    queue = np.empty(MOST_FIELDS + 1, np.uint8)
    for other in range(1, s.players + 1):
        worth = prospects(s, other, seen, queue)
        if other == seat:
            own = worth
        else:
            best = max(best, worth)
    lead = own - best
    return lead / (abs(lead) + POINTS_HALF_SURE)


@compiled
def prospects(s: State, seat: int, seen: npt.NDArray[np.uint8], queue: npt.NDArray[np.uint8]) -> float:
    """A seat's points, what it owes and will still take, and what its tokens in hand and its rats' places promise.

    For the buffers see `steps_to_prize`.
    """
    worth = float(s.scores[seat - 1])
    tokens = token_count(s, seat)
    if seat == s.turn:
        worth += 2.0 * s.taking - cheapest_payment(s, seat, s.paying)
        tokens -= s.paying
    worth += READY_POINTS * min(tokens, READY_TOKENS)
    for rat in range(s.rat_count):
        if s.rats[seat - 1, rat]:
            sign = 1 + (seat - 1) * MOST_RATS + rat
            worth += NEAR_POINTS / steps_to_prize(s, s.rats[seat - 1, rat], sign, seen, queue)
    return worth


@compiled
def cheapest_payment(s: State, seat: int, due: int) -> float:
    """The points of the least valuable tokens that a seat can pay with."""
    held = s.tokens[seat - 1].copy()
    cost = 0.0
    for _token in range(due):
        cheapest = -1
        for colour in range(len(held)):
            if held[colour] and (cheapest < 0 or s.token_points[colour] < s.token_points[cheapest]):
                cheapest = colour
        if cheapest >= 0:
            held[cheapest] -= 1
            cost += s.token_points[cheapest]
    return cost


@compiled
def steps_to_prize(s: State, start: int, sign: int, seen: npt.NDArray[np.uint8], queue: npt.NDArray[np.uint8]) -> int:
    """The fewest steps from a field to another one with tokens or a card on it; many if there is none.

    ``seen`` and ``queue`` are buffers; fields that were seen get the sign, which must not be in ``seen`` before.
    """
    seen[start] = sign
    queue[0] = start
    first = 0
    n = 1
    steps = 0
    while first < n:
        steps += 1
        last = n
        for k in range(first, last):
            field = queue[k]
            for j in range(s.step_count[field]):
                ahead = s.steps[field, j]
                if seen[ahead] == sign:
                    continue
                seen[ahead] = sign
                if has_prize(s, ahead):
                    return steps
                if s.colour[ahead] != CARD:
                    queue[n] = ahead
                    n += 1
        first = last
    return MOST_FIELDS


@compiled
def has_prize(s: State, field: int) -> bool:
    """Whether a token or a card lies on a field."""
    if s.colour[field] == TOKEN:
        return s.heights[s.spot[field] - 1] > 0
    return s.colour[field] == CARD and s.open_cards[s.spot[field] - 1] > 0


register(STATE, Functions(legal, weigh, make, hide_nothing, imagine_nothing, appraise))


OUTCOMES = 5


@compiled
def foresee_moves(states: States, moves: Moves, outcomes: npt.NDArray[np.int8]) -> None:
    """Fill ``outcomes[k]`` with what `foresee` tells of move k."""
    after = np.empty_like(states)
    s = states[0]
    t = after[0]
    for k in range(len(moves)):
        after[0] = states[0]
        apply(t, moves[k])
        if s.to_act > 0:
            gain = t.scores[s.to_act - 1] - s.scores[s.to_act - 1]
            outcomes[k, 3] = max(-127, min(127, gain))
        if s.phase == MOVE and moves[k] != PASS:
            rat = (moves[k] - FIRST_MOVE) // FIELD_STRIDE
            field = (moves[k] - FIRST_MOVE) % FIELD_STRIDE
            exact = is_exact(s, s.rats[s.turn - 1, rat], field)
            outcomes[k, 0] = exact
            if s.colour[field] == TOKEN:
                outcomes[k, 1] = min(yield_of(exact), s.heights[s.spot[field] - 1] + bank_count(s))
            if s.colour[field] == CARD:
                outcomes[k, 2] = price(exact)
            outcomes[k, 4] = t.phase == HOP


def foresee(states: npt.NDArray[Any], moves: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """What each move would do, as ``int8[n, 5]``.

    The columns: 1 if a rat's move is exact and 0 if it ends early; tokens that it takes; tokens that it will have to
    pay; points that the seat gains at once (payments, and tokens drawn from the bank only then, come after); 1 if the
    rat may then hop.
    """
    outcomes = np.zeros((len(moves), OUTCOMES), np.int8)
    foresee_moves(states, moves, outcomes)
    return outcomes
