"""Survival's move texts, and why one of them is not legal now.

``roll 3 5``, ``place c6``, ``predator 5``, ``P ne``, ``3 w``, ``bent d9 2``.
"""

import re

from ratskeller.games.declare import BadText
from ratskeller.games.kernel import OVER, TO_CHANCE, State
from ratskeller.games.survival.rules import (
    BEEN,
    DIRECTIONS,
    FIRST_CHOICE,
    FIRST_OBSTACLE,
    FIRST_PLACE,
    FIRST_ROLL,
    FIRST_STEP,
    FREE,
    HEXES,
    LAST_MOVE,
    MOVABLE,
    OUTSIDE,
    PIPS,
    PREDATOR,
    PREY,
    SEAT,
    SHIFT,
    STEP,
    STRIDE,
    all_on_board,
    turned_q,
    turned_r,
)
from ratskeller.words import _, ngettext

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PREDATOR_LETTER = "P"

_HEX = r"([a-z])([1-9][0-9]*)"
_ROLL = re.compile(r"roll ([1-9][0-9]*) ([1-9][0-9]*)", re.ASCII)
_PLACE = re.compile(rf"place {_HEX}", re.ASCII)
_CHOICE = re.compile(r"predator ([1-9][0-9]*)", re.ASCII)
_STEP = re.compile(rf"({PREDATOR_LETTER}|[1-9][0-9]*) (e|ne|nw|w|sw|se)", re.ASCII)
_OBSTACLE = re.compile(rf"([a-z]+(?:-[a-z]+)*) {_HEX} ([0-5])", re.ASCII)


def hex_at(column: int, row: int) -> int:
    """The number of a hex; columns and rows are counted from 0."""
    return (row + 1) * STRIDE + column - row // 2 + SHIFT


def column_and_row(at: int) -> tuple[int, int]:
    """Column and row of a hex, counted from 0."""
    row = at // STRIDE - 1
    return at % STRIDE - SHIFT + row // 2, row


def hex_text(at: int) -> str:
    """A hex as it is called, such as ``c6``."""
    column, row = column_and_row(at)
    return f"{LETTERS[column]}{row + 1}"


def exists(s: State, at: int) -> bool:
    """Whether the board has this hex."""
    return 0 < at < HEXES and bool(s.board[at] != OUTSIDE)


def obstacle_text(s: State, obstacle: int) -> str:
    """The word for a movable obstacle in move texts, such as ``bar``."""
    return bytes(s.obstacle_names[obstacle]).rstrip(b"\0").decode("ascii")


def placing(obstacle: int, turns: int, anchor: int) -> int:
    """The number of the move that places an obstacle."""
    return FIRST_OBSTACLE + (obstacle * 6 + turns) * HEXES + anchor


def placed(move: int) -> tuple[int, int, int]:
    """Obstacle, turns and anchor of a move that places an obstacle."""
    place = move - FIRST_OBSTACLE
    return place // (6 * HEXES), place // HEXES % 6, place % HEXES


def stepped(move: int) -> tuple[int, int]:
    """Piece (0: the predator) and direction of a step."""
    return (move - FIRST_STEP) // 6, (move - FIRST_STEP) % 6


def covered(s: State, obstacle: int, turns: int, anchor: int) -> list[int]:
    """The hexes that an obstacle covers; outside of the board they mean nothing, but are still different ones."""
    return [
        anchor + turned_q(int(q), int(r), turns) + STRIDE * turned_r(int(q), int(r), turns)
        for q, r in s.obstacle_hexes[obstacle, : s.obstacle_sizes[obstacle]]
    ]


def text(s: State, move: int) -> str:
    """The text of a move number, legal here or not."""
    if FIRST_ROLL <= move < FIRST_CHOICE:
        return f"roll {(move - FIRST_ROLL) // PIPS + 1} {(move - FIRST_ROLL) % PIPS + 1}"
    if FIRST_CHOICE <= move < FIRST_STEP:
        return f"predator {move - FIRST_CHOICE + 1}"
    if FIRST_STEP <= move < FIRST_PLACE:
        piece, direction = stepped(move)
        if piece <= s.prey_count:
            return f"{piece or PREDATOR_LETTER} {DIRECTIONS[direction]}"
    if FIRST_PLACE <= move < FIRST_OBSTACLE and exists(s, move - FIRST_PLACE):
        return f"place {hex_text(move - FIRST_PLACE)}"
    if FIRST_OBSTACLE <= move <= LAST_MOVE:
        obstacle, turns, anchor = placed(move)
        if obstacle < s.obstacle_count and exists(s, anchor):
            return f"{obstacle_text(s, obstacle)} {hex_text(anchor)} {turns}"
    raise ValueError(_("{move} is not the number of a move.", move=move))


def parse(s: State, text: str) -> int:
    """The number of a move text, legal here or not.

    Raises:
        BadText: malformed (not written like a move), or unknown (a die, hex, prey or obstacle that does not exist).
    """
    if match := _ROLL.fullmatch(text):
        return FIRST_ROLL + PIPS * (_pips(match[1]) - 1) + _pips(match[2]) - 1
    if match := _CHOICE.fullmatch(text):
        return FIRST_CHOICE + _pips(match[1]) - 1
    if match := _STEP.fullmatch(text):
        piece = 0 if match[1] == PREDATOR_LETTER else int(match[1])
        if piece > s.prey_count:
            raise BadText("unknown", _("prey are numbered from 1 to {last}", last=int(s.prey_count)))
        return FIRST_STEP + 6 * piece + DIRECTIONS.index(match[2])
    if match := _PLACE.fullmatch(text):
        return FIRST_PLACE + _hex(s, match[1], match[2])
    if match := _OBSTACLE.fullmatch(text):
        names = [obstacle_text(s, obstacle) for obstacle in range(s.obstacle_count)]
        if match[1] not in names:
            raise BadText("unknown", _("the obstacles are {names}", names=", ".join(names)))
        return placing(names.index(match[1]), int(match[4]), _hex(s, match[2], match[3]))
    raise BadText(
        "malformed",
        _("a move is written like roll 3 5, place c6, predator 5, P ne, 3 w, or bent d9 2 (obstacle, hex, turns)"),
    )


def _pips(digits: str) -> int:
    if int(digits) > PIPS:
        raise BadText("unknown", _("a die shows 1 to {most}", most=PIPS))
    return int(digits)


def _hex(s: State, letter: str, digits: str) -> int:
    column, row = LETTERS.index(letter), int(digits) - 1
    if row >= s.rows or column >= s.columns[row % 2]:
        raise BadText("unknown", _("the board has no hex {hex}", hex=letter + digits))
    return hex_at(column, row)


def explain(s: State, move: int) -> str:
    """Why a move that is not legal here is not."""
    if s.to_act == OVER:
        return _("the game is over")
    if move < FIRST_CHOICE:
        return _("the dice are rolled when a turn begins, not now")
    if s.to_act == TO_CHANCE:
        return _("the dice must be rolled first")
    if FIRST_PLACE <= move < FIRST_OBSTACLE:
        return _explain_place(s, move - FIRST_PLACE)
    if s.unplaced:
        return _("all prey are placed first")
    if move < FIRST_STEP:
        return _explain_choice(s, move - FIRST_CHOICE + 1)
    if not s.assigned:
        return _("say first which die is the predator's")
    if move < FIRST_PLACE:
        return _explain_step(s, *stepped(move))
    return _explain_obstacle(s, *placed(move))


def _explain_place(s: State, at: int) -> str:
    """R1."""
    if not s.unplaced:
        return _("all prey have been placed")
    return _("{hex} is not free", hex=hex_text(at))


def _explain_choice(s: State, die: int) -> str:
    """R2."""
    if s.assigned:
        return _("it is settled which die is the predator's: {die}", die=int(s.dice[PREDATOR]))
    return _("no die shows {die}", die=die)


def _explain_step(s: State, piece: int, direction: int) -> str:
    """R3 to R7, for a step that cannot be made."""
    group = PREDATOR if piece == 0 else PREY
    at = int(s.predators[s.turn - 1] if piece == 0 else s.prey[s.turn - 1, piece - 1])
    if not at:
        return _("prey {number} has been captured", number=piece)
    if s.stepping != group + 1 and not s.waiting[group]:
        if group == PREDATOR:
            return _("the predator has made all its steps of this turn")
        return _("the prey have made all their steps of this turn")
    if s.stepping and s.stepping != group + 1:
        if group == PREDATOR:
            return _("the prey must make all their steps first, for the two groups do not mix")
        return _("the predator must make all its steps first, for the two groups do not mix")
    to = at + int(STEP[direction])
    what = BEEN if to in s.been[piece] else int(s.board[to])
    return _explain_hex(s, piece, to, what) or _explain_dead_end(group, int(s.left[group]))


def _explain_dead_end(group: int, left: int) -> str:
    if group == PREDATOR:
        return ngettext(
            "this way leads into a dead end: the predator could still make its last step",
            "this way leads into a dead end: the predator could still make all of its {left} steps",
            left,
            left=left,
        )
    return ngettext(
        "this way leads into a dead end: the prey could still make their last step",
        "this way leads into a dead end: the prey could still make all of their {left} steps",
        left,
        left=left,
    )


def _explain_hex(s: State, piece: int, to: int, what: int) -> str:
    """R6, R7: what keeps a piece from a hex; empty if nothing does."""
    if what == OUTSIDE:
        return _("the board ends there")
    if what == BEEN:
        return _("the piece has been on {hex} in this turn", hex=hex_text(to))
    if what >= MOVABLE:
        return _("an obstacle lies on {hex}", hex=hex_text(to))
    if what == FREE:
        return ""
    if piece:
        return _("prey cannot step on {hex}, where another piece stands", hex=hex_text(to))
    if what % SEAT == 0:
        return _("another predator stands on {hex}", hex=hex_text(to))
    if what // SEAT == s.turn:
        return _("a prey of the same seat stands on {hex}", hex=hex_text(to))
    return ""


def _explain_obstacle(s: State, obstacle: int, turns: int, anchor: int) -> str:
    """R10, R11."""
    if s.stepping:
        return _("an obstacle is placed before, between or after the two groups of steps, not within one")
    if not s.obstacle_due:
        if s.dice[0] == s.dice[1]:
            return _("the obstacle of this double has been placed")
        return _("an obstacle is placed only after a double")
    if s.obstacles[obstacle] and not all_on_board(s):
        return _("the obstacles that are not on the board are placed first")
    hexes = covered(s, obstacle, turns, anchor)
    if not all(exists(s, at) for at in hexes):
        return _("the obstacle would stick out over the edge of the board")
    for at in hexes:
        if s.board[at] not in (FREE, MOVABLE + obstacle):
            return _("{hex} is not free", hex=hex_text(at))
    lying = int(s.obstacles[obstacle])
    if lying and set(hexes) == set(covered(s, obstacle, lying // HEXES, lying % HEXES)):
        return _("the obstacle must be put somewhere else")
    return _("the same hexes are written {move}", move=first_text(s, obstacle, hexes))


def first_text(s: State, obstacle: int, hexes: list[int]) -> str:
    """Of all texts that place an obstacle on these hexes, the first in plain character order."""
    return min(
        f"{obstacle_text(s, obstacle)} {hex_text(anchor)} {turns}"
        for anchor in hexes
        for turns in range(6)
        if set(covered(s, obstacle, turns, anchor)) == set(hexes)
    )
