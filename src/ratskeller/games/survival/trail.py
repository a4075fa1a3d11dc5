"""Where the pieces went last: what the picture draws and the board in letters marks."""

from collections.abc import Sequence

from ratskeller.games.kernel import OVER, State
from ratskeller.games.survival.notation import stepped
from ratskeller.games.survival.rules import FIRST_CHOICE, FIRST_OBSTACLE, FIRST_PLACE, FIRST_STEP, STEP

Ways = dict[int, list[int]]
"""By piece (0: the predator) the hexes of its way, the last one first."""


def last_ways(s: State, moves: Sequence[int]) -> tuple[int, Ways]:
    """The seat that stepped last, and its pieces' ways: in this turn, or before its first step in the one before."""
    steps: list[tuple[int, int]] = []
    in_turn = bool(s.dice.any())
    for move in reversed(moves):
        if FIRST_STEP <= move < FIRST_PLACE:
            steps.append(stepped(move))
        elif FIRST_PLACE <= move < FIRST_OBSTACLE:
            break
        elif move < FIRST_CHOICE:
            if steps or not in_turn:
                break
            in_turn = False
    seat = int(s.turn) if in_turn or _won_by_capture(s) else _seat_before(s)
    places = {0: int(s.predators[seat - 1]), **dict(enumerate(s.prey[seat - 1].tolist(), 1))}
    ways: Ways = {}
    for piece, direction in steps:
        at = places[piece]
        ways.setdefault(piece, [at])
        places[piece] = at - int(STEP[direction])
        ways[piece].append(places[piece])
    return seat, ways


def _won_by_capture(s: State) -> bool:
    return bool(s.to_act == OVER and (s.alive > 0).sum() == 1)


def _seat_before(s: State) -> int:
    """The seat whose turn it was before this one."""
    players, seat = int(s.players), int(s.turn)
    while True:
        seat = (seat - 2) % players + 1
        if s.alive[seat - 1] or seat == s.turn:
            return seat
