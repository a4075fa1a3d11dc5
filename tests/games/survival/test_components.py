"""Other boards and obstacles are data, and what cannot be played is refused in one sentence."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from ratskeller.games import kernel
from ratskeller.games.declare import BadComponents
from ratskeller.games.survival import RULES
from ratskeller.play.game import Game
from tests.games.survival.boards import STANDARD


def changed(**parts: Any) -> dict[str, Any]:
    return {**deepcopy(STANDARD.components), **parts}


def corners(four: list[str]) -> dict[str, list[str]]:
    return {"2": [four[0], four[2]], "3": four[:3], "4": four}


VARIATIONS = {
    "small": changed(
        rows=5,
        columns=[6, 5],
        fixed_obstacles=[["c3"]],
        prey=2,
        prey_points=[2, 1],
        corners=corners(["a1", "f1", "f5", "a5"]),
    ),
    "rectangle": changed(
        rows=8, columns=[9, 9], fixed_obstacles=[], corners=corners(["a1", "i1", "i8", "a8"]), movable_obstacles={}
    ),
    "largest": changed(
        rows=19,
        columns=[19, 19],
        prey=8,
        prey_points=[1] * 8,
        corners=corners(["a1", "s1", "s19", "a19"]),
        movable_obstacles={
            "far": [[0, 0], [6, 6]],
            "wide": [[0, 0], [6, -6], [-6, 6]],
            "flower": [[0, 0], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]],
            "stone": [[0, 0]],
            "pair": [[0, 0], [1, 0]],
            "l-shape": [[0, 0], [1, 0], [2, 0], [0, 1]],
        },
    ),
}


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize("components", VARIATIONS.values(), ids=VARIATIONS)
def test_another_board_can_be_played(components: dict[str, Any]) -> None:
    game = Game(RULES, components)
    moves, weights = np.empty(RULES.most_moves, np.int32), np.empty(RULES.most_moves)
    for players in game.players:
        states = kernel.copied(game.start(players, {"max_rounds": 20}).states)
        kernel.play_out(states, moves, weights, np.random.default_rng(players))
        assert states[0].to_act == kernel.OVER
        assert states[0].returns.sum() == pytest.approx(0)


@pytest.mark.kernel
def test_obstacles_do_not_reach_around_the_edge() -> None:
    """The plain count of places of the widest obstacles on the largest board."""
    from tests.games.survival.by_the_book import Plain

    components = VARIATIONS["largest"]
    position = Game(RULES, components).start()
    plain = Plain(components, 2)
    while position.to_act != "chance":
        move = position.text(int(position.legal_ids()[0]))
        position.push(move)
        plain.push(move)
    position.push("roll 1 1")
    plain.push("roll 1 1")
    assert [move for move in position.legal() if " " in move[2:]] == sorted(plain.placings())


def with_obstacle(*steps: list[int], name: str = "stick") -> dict[str, Any]:
    return changed(movable_obstacles={name: list(steps)})


@pytest.mark.parametrize(
    ("components", "sentence"),
    [
        (changed(players=[2, 3]), "players is"),
        (changed(rows=20), "rows is a whole number from 2 to 19, not 20"),
        (changed(rows=True), "rows is a whole number"),
        (changed(columns=[15]), "columns is a list of two whole numbers"),
        (changed(columns=[15, 0]), "columns is a list of two whole numbers"),
        (changed(prey=9), "prey is a whole number from 1 to 8, not 9"),
        (changed(prey_points=[1, 1]), "prey_points is a list of 5 whole numbers"),
        (changed(prey_points=[1, 1, 1, 1, 0]), "prey_points is a list of 5 whole numbers"),
        (changed(fixed_obstacles=["e3"]), "fixed_obstacles is a list of lists"),
        (changed(fixed_obstacles=[["e3", "o2"]]), r"fixed_obstacles\[1\] names 'o2', which is no hex"),
        (changed(fixed_obstacles=[["e3"], [3]]), r"fixed_obstacles\[2\] names 3, which is no hex"),
        (changed(fixed_obstacles=[["e3"], ["e3"]]), "names the hex e3 twice"),
        (changed(movable_obstacles=[]), "movable_obstacles is a table"),
        (changed(movable_obstacles={name: [[0, 0]] for name in "abcdefg"}), "at most 6 obstacles"),
        (with_obstacle([0, 0], name="roll"), "'roll' is not such a name"),
        (with_obstacle([0, 0], name="Bar 1"), "'Bar 1' is not such a name"),
        (with_obstacle([1, 0]), "stick is a list of 1 to 7 different hexes"),
        (with_obstacle([0, 0], [0, 0]), "stick is a list of 1 to 7 different hexes"),
        (with_obstacle([0, 0], [7, 0]), "stick is a list of 1 to 7 different hexes"),
        (with_obstacle(), "stick is a list of 1 to 7 different hexes"),
        (
            {**VARIATIONS["small"], "movable_obstacles": {"stick": [[k, 0] for k in range(7)]}},
            "The obstacle stick fits nowhere on the board",
        ),
        (changed(corners={"2": ["a1", "o13"], "3": ["a1", "o1", "o13"]}), "corners.4 is a list of 4 hexes"),
        (changed(corners=corners(["a1", "o1", "o13", "a14"])), "corners.4 names 'a14', which is no hex"),
        (changed(corners=corners(["a1", "o1", "a1", "a13"])), "corners.2 must be different ones"),
        (changed(corners=corners(["e3", "o1", "o13", "a13"])), "without a printed obstacle"),
        (
            {**VARIATIONS["small"], "prey": 7, "prey_points": [1] * 7},
            "27 hexes without a printed obstacle; the pieces of four seats need 32",
        ),
        ({}, "rows is a whole number"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(components: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadComponents, match=sentence) as refused:
        Game(RULES, components)
    assert str(refused.value).count("\n") == 0
    assert str(refused.value).endswith((".", "]]."))
