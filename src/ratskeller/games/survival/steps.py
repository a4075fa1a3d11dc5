"""What is pointed at on the page to make a move in Survival: a die, a piece and a hex, an obstacle and how it lies."""

from functools import lru_cache

from ratskeller.games.declare import Step
from ratskeller.games.kernel import State
from ratskeller.games.survival.notation import covered, hex_text, obstacle_text, placed, stepped
from ratskeller.games.survival.picture import spot
from ratskeller.games.survival.rules import (
    FIRST_CHOICE,
    FIRST_OBSTACLE,
    FIRST_PLACE,
    FIRST_STEP,
    FREE,
    PREDATOR,
    PREY,
    SEAT,
    STEP,
    turned_q,
    turned_r,
)
from ratskeller.games.survival.story import obstacle_name
from ratskeller.words import N_, _, ngettext

WAYS = (
    N_("{hex}, to the east"),
    N_("{hex}, to the north-east"),
    N_("{hex}, to the north-west"),
    N_("{hex}, to the west"),
    N_("{hex}, to the south-west"),
    N_("{hex}, to the south-east"),
)


def steps(s: State, move: int) -> list[Step]:
    """The steps of a seat's legal move."""
    if move < FIRST_STEP:
        return [_choice(s, move - FIRST_CHOICE + 1)]
    if move < FIRST_PLACE:
        return _step(s, *stepped(move))
    if move < FIRST_OBSTACLE:
        name = hex_text(move - FIRST_PLACE)
        number = int(s.alive[s.turn - 1]) + 1
        return [Step(name, name, _("Choose a hex for prey {number}.", number=number))]
    return _obstacle(s, *placed(move))


def _choice(s: State, value: int) -> Step:
    die = 1 if s.dice[0] == value else 2
    other = int(s.dice[0] + s.dice[1]) - value
    label = _("{predator} for the predator, {prey} for the prey", predator=value, prey=other)
    return Step(f"die-{die}", label, _("Which die is the predator's?"), shape=f"die-{die}")


def _ask_first(s: State) -> str:
    """What may be chosen first."""
    if s.stepping == PREDATOR + 1 or (s.left[PREDATOR] and not s.left[PREY] and not s.obstacle_due):
        n = int(s.left[PREDATOR])
        return ngettext("Predator: {n} step left.", "Predator: {n} steps left.", n, n=n)
    if s.stepping == PREY + 1 or (s.left[PREY] and not s.left[PREDATOR] and not s.obstacle_due):
        n = int(s.left[PREY])
        return ngettext(
            "Prey: {n} step left. Choose one.",
            "Prey: {n} steps left. Choose one.",
            n,
            n=n,
        )
    if not s.obstacle_due:
        return _("Predator or prey: which goes first?")
    if s.left[PREDATOR] or s.left[PREY]:
        return _("A double: move a piece, or place an obstacle.")
    return _("A double: place an obstacle.")


def _step(s: State, piece: int, direction: int) -> list[Step]:
    seat = int(s.turn)
    at = int(s.prey[seat - 1, piece - 1] if piece else s.predators[seat - 1])
    to = at + int(STEP[direction])
    n = int(s.left[PREY if piece else PREDATOR])
    if piece:
        here = f"{seat}-{piece}"
        label = _("prey {number} on {hex}", number=piece, hex=hex_text(at))
        ask = ngettext("Prey {number}: {n} step left.", "Prey {number}: {n} steps left.", n, number=piece, n=n)
    else:
        here = f"P{seat}"
        label = _("predator on {hex}", hex=hex_text(at))
        ask = ngettext("Predator: {n} step left.", "Predator: {n} steps left.", n, n=n)
    where = _(WAYS[direction], hex=hex_text(to))
    badge = ""
    if s.board[to] != FREE:
        where = _("{where}: captures a prey", where=where)
        badge = f"+{int(s.prey_points[s.board[to] % SEAT - 1])}"
    return [
        Step(here, label, _ask_first(s), shape=here),
        Step(hex_text(to), where, ask, shape=here, place=f"translate({spot(to)})", badge=badge, quick=True),
    ]


def _obstacle(s: State, obstacle: int, turns: int, anchor: int) -> list[Step]:
    shape = f"obstacle-{obstacle_text(s, obstacle)}"
    hexes = tuple((int(q), int(r)) for q, r in s.obstacle_hexes[obstacle, : s.obstacle_sizes[obstacle]])
    middle = hex_text(covered(s, obstacle, turns, anchor)[_middle(hexes, turns)])
    return [
        Step(shape, obstacle_name(s, obstacle), _ask_first(s), shape=shape),
        Step(middle, middle, _("Choose where it lies: the hex in its middle.")),
        Step(
            f"turn-{turns}",
            _("turned by {degrees}°", degrees=60 * turns) if turns else _("not turned"),
            _("Turn the obstacle."),
            shape=shape,
            place=f"translate({spot(anchor)}) rotate({60 * turns})",
            button=True,
        ),
    ]


@lru_cache(256)
def _middle(hexes: tuple[tuple[int, int], ...], turns: int) -> int:
    """Which of an obstacle's hexes is in its middle, as it lies; of several, the first in reading order."""
    lying = [(turned_q(q, r, turns), turned_r(q, r, turns)) for q, r in hexes]

    def away(k: int) -> tuple[int, int, int]:
        q, r = lying[k]
        return sum((q - a) ** 2 + (r - b) ** 2 + (q - a) * (r - b) for a, b in lying), r, q

    return min(range(len(lying)), key=away)
