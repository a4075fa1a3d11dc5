"""The compiled part of the search: one tree for all games, two to four seats, with chance and hidden information.

Information-set Monte Carlo tree search (P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree
Search", 2012): every iteration imagines what the searching seat cannot see, and walks down one tree whose branches are
what that seat sees happen. Each seat chooses what is best for itself, among what it can do in the imagined world.
Chance's outcomes are branches taken by their probabilities.

Moves are looked at in the order of how good the position looks after each (one-ply scores), few at first and more the
more often a position is visited (progressive unpruning: G. Chaslot et al., "Progressive strategies for Monte-Carlo tree
search", 2008), by the rule of PUCT (C. Rosin, "Multi-armed bandits with episode context", 2011). Each begins with its
one-ply score as if it had been visited a few times.

Nodes live in an array of fixed size. When it is full the tree grows no more, and its leaves go on being played out.
"""

import numpy as np
import numpy.typing as npt

from ratskeller.games.compiled import compiled
from ratskeller.games.kernel import (
    OVER,
    TO_CHANCE,
    Moves,
    State,
    States,
    Weights,
    apply,
    appraise,
    conceal,
    imagine,
    legal,
    pick,
    weigh,
)

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("move", "i4"),
                ("first", "i4"),
                ("next", "i4"),
                ("visits", "i4"),
                ("offered", "i4"),
                ("offers", "i4"),
                ("mover", "i4"),
                ("prior", "f4"),
                ("guess", "f8"),
                ("value", "f8"),
            ],
            align=True,
        ),
    )
)
"""A branch and what follows it: the move as the searching seat sees it, the first of the branches that follow and the
next one beside it (0: none); how often it was taken, in which iteration and how often it could be taken; who chose it
(0: chance); how likely it is a good one before it is tried (not normalised); how the position after it looked to who
chose it, and the sum of what the iterations through it gave that seat.
"""

NO_NODE = 0
"""No branch leads to the root, so its number stands for none."""
ROOT = 0

PLAN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("exploration", "f8"),
                ("temperature", "f8"),
                ("trust", "f8"),
                ("width", "f8"),
                ("widening", "f8"),
                ("most_children", "i4"),
                ("per_visit", "i4"),
                ("plies", "i4"),
                ("sample", "i4"),
                ("events", "i4"),
            ],
            align=True,
        ),
    )
)
"""How to search; see `ratskeller.bots.search.Plan`."""

LONGEST_PATH = 400
"""An iteration goes no deeper into the tree than this."""

Nodes = npt.NDArray[np.void]
Plans = npt.NDArray[np.void]
Numbers = npt.NDArray[np.int64]


@compiled
def think(
    root: States,
    seat: int,
    hidden: bool,
    nodes: Nodes,
    counts: Numbers,
    plans: Plans,
    iterations: int,
    most_moves: int,
    rng: np.random.Generator,
) -> None:
    """Go on searching from the first state, as the seat to act there sees it.

    ``counts`` holds the nodes used and the iterations made so far; ``plans[0]`` says how to search.
    """
    work = np.empty(2, root.dtype)
    moves = np.empty(most_moves, np.int32)
    order = np.empty(most_moves, np.int32)
    values = np.empty(most_moves, np.float64)
    path = np.empty(LONGEST_PATH, np.int32)
    gains = np.empty(root[0].players, np.float64)
    plan = plans[0]
    for _ in range(iterations):
        counts[1] += 1
        work[0] = root[0]
        imagine(work[0], seat, rng)
        length = descend(work, seat, hidden, nodes, counts, plan, moves, order, values, path, rng)
        play_on(work, plan, moves, values, rng)
        for k in range(len(gains)):
            gains[k] = appraise(work[0], k + 1)
        for k in range(length):
            node = nodes[path[k]]
            node.visits += 1
            if node.mover != TO_CHANCE:
                node.value += gains[node.mover - 1]


@compiled
def descend(
    work: States,
    seat: int,
    hidden: bool,
    nodes: Nodes,
    counts: Numbers,
    plan: State,
    moves: Moves,
    order: Moves,
    values: Weights,
    path: Moves,
    rng: np.random.Generator,
) -> int:
    """Walk down to a new branch and play the moves on the way in ``work[0]``; return how many nodes were passed."""
    node = ROOT
    path[0] = ROOT
    length = 1
    s = work[0]
    while s.to_act != OVER and length < LONGEST_PATH:
        if s.to_act == TO_CHANCE:
            n = legal(s, moves)
            weigh(s, moves, n, values)
            move = moves[pick(values, n, rng)]
            child = outcome(nodes, counts, node, conceal(s, move, seat))
            apply(s, move)
            if child == NO_NODE:
                break
            new = False
        else:
            new = nodes[node].first == NO_NODE
            if new or hidden:
                offer(work, nodes, counts, node, new, plan, moves, order, values)
            child = select(nodes, counts[1], node, hidden, plan)
            if child == NO_NODE:
                break
            apply(s, nodes[child].move)
        node = child
        path[length] = node
        length += 1
        if new:
            break
    return length


@compiled
def outcome(nodes: Nodes, counts: Numbers, node: int, seen: int) -> int:
    """The branch of what chance was seen to do, a new one if need be; none if there is no room for it."""
    last = NO_NODE
    child = nodes[node].first
    while child != NO_NODE:
        if nodes[child].move == seen:
            return child
        last = child
        child = nodes[child].next
    return add(nodes, counts, node, last, seen, TO_CHANCE)


@compiled
def add(nodes: Nodes, counts: Numbers, node: int, last: int, move: int, mover: int) -> int:
    """Add a branch behind the last one; none if there is no room."""
    child = counts[0]
    if child == len(nodes):
        return NO_NODE
    counts[0] += 1
    new = nodes[child]
    new.move = move
    new.first = NO_NODE
    new.next = NO_NODE
    new.visits = 0
    new.offered = 0
    new.offers = 0
    new.mover = mover
    new.prior = 1.0
    new.guess = 0.0
    new.value = 0.0
    if last == NO_NODE:
        nodes[node].first = child
    else:
        nodes[last].next = child
    return child


@compiled
def offer(
    work: States,
    nodes: Nodes,
    counts: Numbers,
    node: int,
    new: bool,
    plan: State,
    moves: Moves,
    order: Moves,
    values: Weights,
) -> None:
    """Mark the branches that can be taken in this world, and add those that no world had before."""
    s = work[0]
    n = legal(s, moves)
    if new and comes_too_early(nodes, node, n, plan):
        return
    last = NO_NODE
    if not new:
        for k in range(n):
            order[k] = 0
        child = nodes[node].first
        while child != NO_NODE:
            k = place_of(moves, n, nodes[child].move)
            if k < n:
                nodes[child].offered = counts[1]
                nodes[child].offers += 1
                order[k] = 1
            last = child
            child = nodes[child].next
        left = 0
        for k in range(n):
            if order[k] == 0:
                moves[left] = moves[k]
                left += 1
        n = left
    if n == 0:
        return
    mover = s.to_act
    for k in range(n):
        work[1] = work[0]
        apply(work[1], moves[k])
        values[k] = appraise(work[1], mover)
    kept = min(n, plan.most_children)
    rank(values, order, n, kept)
    for k in range(kept):
        at = order[n - 1 - k]
        child = add(nodes, counts, node, last, moves[at], mover)
        if child == NO_NODE:
            return
        nodes[child].guess = values[at]
        nodes[child].prior = np.exp(values[at] / plan.temperature)
        nodes[child].offered = counts[1]
        nodes[child].offers = 1
        last = child


@compiled
def comes_too_early(nodes: Nodes, node: int, n: int, plan: State) -> bool:
    """Whether looking at so many moves is too much work for a position that was hardly ever visited."""
    return node != ROOT and plan.per_visit > 0 and n > plan.per_visit * (nodes[node].visits + 1)


@compiled
def place_of(moves: Moves, n: int, move: int) -> int:
    """Where a move stands among the first n, which ascend; n if it does not."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if moves[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low if low < n and moves[low] == move else n


@compiled
def rank(values: Weights, order: Moves, n: int, best: int) -> None:
    """Put the indices of the best values at the end of ``order[:n]``, the best last (heap sort, stopped early)."""
    for k in range(n):
        order[k] = k
    for k in range(n // 2 - 1, -1, -1):
        sink(values, order, k, n)
    for k in range(min(best, n - 1)):
        end = n - 1 - k
        order[0], order[end] = order[end], order[0]
        sink(values, order, 0, end)


@compiled
def sink(values: Weights, order: Moves, top: int, n: int) -> None:
    """Let the index at the top of a heap's branch sink to its place; equal values stay in their order."""
    while True:
        child = 2 * top + 1
        if child >= n:
            return
        if child + 1 < n and is_less(values, order[child], order[child + 1]):
            child += 1
        if not is_less(values, order[top], order[child]):
            return
        order[top], order[child] = order[child], order[top]
        top = child


@compiled
def is_less(values: Weights, one: int, other: int) -> bool:
    """Whether one index ranks below another: by its value, then by coming later."""
    return values[one] < values[other] or (values[one] == values[other] and one > other)


@compiled
def select(nodes: Nodes, iteration: int, node: int, hidden: bool, plan: State) -> int:
    """The branch that promises most, of those looked at so far that can be taken in this world."""
    limit = plan.width * (nodes[node].visits + 1) ** plan.widening
    considered = 0
    visits = 0
    mass = 0.0
    child = nodes[node].first
    while child != NO_NODE and considered < limit:
        if not hidden or nodes[child].offered == iteration:
            considered += 1
            visits += nodes[child].offers if hidden else nodes[child].visits
            mass += nodes[child].prior
        child = nodes[child].next
    if considered == 0:
        return NO_NODE
    scale = plan.exploration / mass * np.sqrt(visits / considered if hidden else float(visits + 1))
    best = NO_NODE
    best_score = 0.0
    child = nodes[node].first
    while considered > 0:
        c = nodes[child]
        if not hidden or c.offered == iteration:
            considered -= 1
            score = promise(c, plan) + scale * c.prior / (1 + c.visits)
            if best == NO_NODE or score > best_score:
                best = child
                best_score = score
        child = c.next
    return best


@compiled
def promise(node: State, plan: State) -> float:
    """What a branch gives who chooses it: the mean of its visits, and of its first look as if that were some more."""
    return (plan.trust * node.guess + node.value) / (plan.trust + node.visits)


@compiled
def play_on(work: States, plan: State, moves: Moves, values: Weights, rng: np.random.Generator) -> None:
    """Play the first state some plies further: each seat tries a few of its moves and makes the best-looking one.

    Where turns begin with chance, ending there compares like with like: nobody is in the middle of a turn.
    """
    s = work[0]
    left = plan.plies
    events = plan.events
    while left > 0 and s.to_act != OVER:
        n = legal(s, moves)
        if s.to_act == TO_CHANCE:
            if events == 1:
                return
            events -= 1
            weigh(s, moves, n, values)
            apply(s, moves[pick(values, n, rng)])
            continue
        left -= 1
        best = moves[int(rng.random() * n)]
        if plan.sample > 1 and n > 1:
            best = best_of(work, moves, n, plan.sample, best, rng)
        apply(s, best)


@compiled
def best_of(work: States, moves: Moves, n: int, sample: int, first: int, rng: np.random.Generator) -> int:
    """The best-looking of some moves drawn at random, the first of which is drawn already."""
    mover = work[0].to_act
    best = first
    best_value = -2.0
    for k in range(sample):
        move = first if k == 0 else moves[int(rng.random() * n)]
        work[1] = work[0]
        apply(work[1], move)
        value = appraise(work[1], mover)
        if value > best_value:
            best = move
            best_value = value
    return best


@compiled
def plant(nodes: Nodes, counts: Numbers) -> None:
    """Begin a tree with nothing but a root."""
    counts[0] = 0
    counts[1] = 0
    add(nodes, counts, ROOT, ROOT, 0, TO_CHANCE)


@compiled
def follow(nodes: Nodes, node: int, move: int) -> int:
    """The branch of a move as the searching seat sees it; none if it was never looked at."""
    child = nodes[node].first
    while child != NO_NODE and nodes[child].move != move:
        child = nodes[child].next
    return child


@compiled
def regraft(nodes: Nodes, top: int, into: Nodes, places: Moves) -> int:
    """Copy a node and all that follows it into another array, as its root; return how many nodes that are.

    ``places`` is a buffer as long as ``nodes``.
    """
    into[ROOT] = nodes[top]
    into[ROOT].next = NO_NODE
    places[0] = top
    used = 1
    k = 0
    while k < used:
        child = nodes[places[k]].first
        last = NO_NODE
        into[k].first = NO_NODE
        while child != NO_NODE:
            into[used] = nodes[child]
            into[used].next = NO_NODE
            into[used].offered = 0
            places[used] = child
            if last == NO_NODE:
                into[k].first = used
            else:
                into[last].next = used
            last = used
            used += 1
            child = nodes[child].next
        k += 1
    return used
