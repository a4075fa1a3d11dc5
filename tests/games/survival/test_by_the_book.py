"""The rules under test against the slow, plain ones."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from ratskeller.games.declare import BadComponents
from ratskeller.games.survival import RULES
from ratskeller.play.game import Game
from tests.games.survival.by_the_book import DIRECTIONS, LETTERS, Plain, beside

pytestmark = [pytest.mark.kernel, pytest.mark.long]

SHAPES = {
    "bar": [[0, 0], [1, 0], [2, 0]],
    "bent": [[0, 0], [1, 0], [1, 1]],
    "triangle": [[0, 0], [1, 0], [0, 1]],
    "stone": [[0, 0]],
    "pair": [[0, 0], [0, -1]],
    "gap": [[-1, 0], [0, 0], [1, 0]],
}


def cramped(rng: np.random.Generator) -> dict[str, Any] | None:
    """A small board with many obstacles, where pieces are often blocked; None if they do not find room."""
    rows, odd, even = (int(n) for n in rng.integers(3, 7, 3))
    hexes = [f"{LETTERS[column]}{row}" for row in range(1, rows + 1) for column in range(odd if row % 2 else even)]
    shuffled = [hexes[k] for k in rng.permutation(len(hexes))]
    prey = int(rng.integers(1, 4))
    printed = int(rng.integers(0, len(hexes) // 2))
    if len(hexes) - printed < 4 * (prey + 1):
        return None
    corners = shuffled[printed : printed + 4]
    words = list(rng.permutation(list(SHAPES))[: rng.integers(0, 4)])
    return {
        "players": [2, 4],
        "rows": rows,
        "columns": [odd, even],
        "prey": prey,
        "prey_points": [int(n) for n in rng.integers(1, 4, prey)],
        "fixed_obstacles": [[spot] for spot in shuffled[:printed]],
        "movable_obstacles": {str(word): SHAPES[word] for word in words},
        "corners": {str(n): corners[:n] for n in (2, 3, 4)},
    }


def boards(seed: int) -> Iterator[Game]:
    rng = np.random.default_rng(seed)
    while True:
        components = cramped(rng)
        with suppress(BadComponents):
            if components:
                yield Game(RULES, components)


def can_be_written_out(plain: Plain, roll: str, most: int = 3000) -> bool:
    """Whether the plain rules have at most about so many paths to write out after this roll."""
    own = [piece for piece in plain.pieces if piece[0] == plain.turn]
    open_sides = {
        piece: sum(
            plain.moved(plain.pieces, piece[1], beside(plain.pieces[piece], direction), plain.walls()) is not None
            for direction in DIRECTIONS
        )
        for piece in own
    }
    predator = open_sides.pop((plain.turn, 0))
    highest = max(int(roll[5]), int(roll[7]))
    return max(predator, sum(open_sides.values())) ** highest <= most


def compare(game: Game, rng: np.random.Generator, most: int, options: Mapping[str, int]) -> int:
    """Play at random, and hold everything against the plain rules; return how many positions were compared."""
    players = int(rng.integers(2, 5))
    position = game.start(players, {"starter": int(rng.integers(1, players + 1)), **options})
    plain = Plain(game.components, players, int(position.options["starter"]), int(position.options["max_rounds"]))
    for number in range(most):
        legal = position.legal()
        assert legal == plain.legal(), position.record().dumps()
        assert position.scores == list(plain.scores.values()), position.record().dumps()
        assert position.returns == plain.returns, position.record().dumps()
        if position.over:
            return number
        assert position.to_act == ("chance" if plain.phase == "roll" else plain.turn), position.record().dumps()
        if position.to_act == "chance":
            legal = [roll for roll in legal if can_be_written_out(plain, roll)]
        elif len(legal) > 20 and rng.random() < 0.5:
            legal = [text for text in legal if text[0] in "P12345678"] or legal
        move = str(rng.choice(legal))
        position.push(move)
        plain.push(move)
    return most


def test_cramped_boards_by_the_book() -> None:
    """R1 to R12 on small boards of every kind, where groups are stuck, walled in and freed."""
    rng = np.random.default_rng(1)
    compared = 0
    for game in boards(2):
        compared += compare(game, rng, 150, {"max_rounds": int(rng.integers(1, 12))})
        if compared > 3000:
            return


def test_the_board_of_the_box_by_the_book() -> None:
    """The same on the standard board; low dice, for the plain rules write every path out."""
    rng = np.random.default_rng(3)
    compared = 0
    while compared < 200:
        compared += compare(Game(RULES), rng, 75, {})
