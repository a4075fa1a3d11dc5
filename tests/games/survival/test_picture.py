"""The picture: complete, well-formed, the same ids from move to move, nothing told by colour alone."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from ratskeller.games.survival import RULES
from ratskeller.play.game import Game
from ratskeller.play.position import Position
from tests.games.survival.boards import STANDARD, after, drawn
from tests.games.survival.test_components import VARIATIONS

pytestmark = pytest.mark.kernel

HUNT = """
    A b . . c
     . . . .
    a . B . C
"""


def picture(position: Position) -> dict[str, ET.Element]:
    """Every element with an id, by what follows the picture's own."""
    root = ET.fromstring(position.svg())
    named = [element for element in root.iter() if "id" in element.attrib]
    found = {element.attrib["id"].removeprefix("board-"): element for element in named}
    assert len(found) == len(named)
    return found


def text(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_every_hex_is_there_and_the_printed_obstacles_are_told() -> None:
    found = picture(STANDARD.start())
    hexes = list(found["hexes"])
    assert len(hexes) == 189
    printed = {spot.attrib["id"].removeprefix("board-") for spot in hexes if spot.attrib["class"] == "printed"}
    assert printed == {spot for obstacle in STANDARD.components["fixed_obstacles"] for spot in obstacle}


def test_predators_and_numbered_prey_say_whose_they_are_and_where() -> None:
    position = after(STANDARD.start(names=["Ada", "Bo"]), "place c6", "place d9")
    pieces = {
        piece.attrib["id"].removeprefix("board-"): (piece.attrib["data-hex"], piece.attrib["aria-label"])
        for piece in picture(position)["pieces"]
    }
    assert pieces == {
        "1-1": ("c6", "Prey 1 of Ada, on c6"),
        "P1": ("a1", "Predator of Ada, on a1"),
        "2-1": ("d9", "Prey 1 of Bo, on d9"),
        "P2": ("o13", "Predator of Bo, on o13"),
    }


def test_each_seat_has_a_form_of_its_own_and_prey_have_numbers() -> None:
    position = STANDARD.start(4)
    while position.to_act != "chance":
        position.push(int(position.legal_ids()[0]))
    found = picture(position)
    bodies = {
        seat: [ET.tostring(element) for element in found[f"P{seat}"].iter() if element.get("class") == "body"]
        for seat in range(1, 5)
    }
    assert len({form for [form] in bodies.values()}) == 4
    assert [text(found[f"3-{number}"]) for number in range(1, 6)] == ["1", "2", "3", "4", "5"]
    assert text(found["P3"]) == ""


def test_captured_prey_and_predators_that_left_are_not_drawn() -> None:
    found = picture(after(drawn(HUNT), "roll 2 1", "predator 2", "P e"))
    assert "P2" not in found
    assert "2-1" not in found
    assert text(found["points-1"]) == "1"
    assert found["P1"].attrib["transform"] == "translate(40 0)"


def test_the_dice_tell_whose_they_are_and_what_is_left() -> None:
    position = after(drawn(HUNT), "roll 2 1")
    assert picture(position)["die-1"].attrib["aria-label"] == "Die: 1"
    found = picture(after(position, "predator 2", "P e"))
    assert found["die-1"].attrib["aria-label"] == "Die of the predator: 2"
    assert text(found["die-1"]) == "1 left"
    assert text(found["die-2"]) == "1 left"
    assert "die-1" not in picture(STANDARD.start())


def test_an_obstacle_keeps_its_id_from_the_supply_to_the_board() -> None:
    position = STANDARD.start()
    while position.to_act != "chance":
        position.push(int(position.legal_ids()[0]))
    beside = picture(position)["obstacle-bent"]
    assert beside.attrib["aria-label"] == "the bent obstacle, beside the board"
    assert "data-hex" not in beside.attrib
    lying = picture(after(position, "roll 1 1", "bent d9 2"))["obstacle-bent"]
    assert (lying.attrib["data-hex"], lying.attrib["data-turns"]) == ("d9", "2")
    assert lying.attrib["transform"].endswith("rotate(120)")
    assert len(list(beside)) == len(list(lying))


def test_a_turned_obstacle_is_drawn_on_the_hexes_that_it_covers() -> None:
    position = STANDARD.start()
    while position.to_act != "chance":
        position.push(int(position.legal_ids()[0]))
    rng = np.random.default_rng(0)
    after(position, "roll 1 1")
    for move in rng.choice([move for move in position.legal() if move[1] != " "], 40):
        lying = picture(after(position.copy(), move))[f"obstacle-{move.split()[0]}"]
        place, turn = lying.attrib["transform"].removeprefix("translate(").split(") rotate(")
        x, y = map(float, place.split())
        angle = np.radians(float(turn.removesuffix(")")))
        studs = set()
        for stud in lying:
            if stud.get("class") == "stud":
                cx, cy = float(stud.attrib["cx"]), float(stud.attrib["cy"])
                studs.add(
                    (
                        round(x + cx * np.cos(angle) - cy * np.sin(angle)),
                        round(y + cx * np.sin(angle) + cy * np.cos(angle)),
                    )
                )
        board = after(position.copy(), move).state.board
        covered = {
            (40 * (at % 32 - 10) + 20 * (at // 32 - 1), round((at // 32 - 1) * 60 / 3**0.5))
            for at in np.flatnonzero((board >= 128) & (board < 140)).tolist()
        }
        assert {(a, b) for a, b in studs if any(abs(a - c) <= 1 and abs(b - d) <= 1 for c, d in covered)} == studs
        assert len(studs) == len(covered)


def test_the_ways_of_this_turn_or_the_last_one_are_drawn() -> None:
    position = after(drawn(HUNT), "roll 2 1", "predator 2")
    assert not list(picture(position)["last"])
    after(position, "P se", "P e")
    [_halo, way, _from] = picture(position)["last"]
    assert way.attrib["d"] == "M0 0L20 34.6L60 34.6"
    after(position, "1 e", "roll 2 1")
    assert len([part for part in picture(position)["last"] if part.get("class") == "way"]) == 2
    assert "seat-1" in picture(position)["last"].attrib["class"]
    after(position, "predator 1", "1 e")
    assert "seat-2" in picture(position)["last"].attrib["class"]


@pytest.mark.parametrize("components", [STANDARD.components, *VARIATIONS.values()], ids=["standard", *VARIATIONS])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_board_is_drawn_at_every_point_of_a_game(components: dict[str, object], players: int) -> None:
    position = Game(RULES, components).start(
        players, {"max_rounds": 1}, names=["<b>&\"'", "\x00\x1b", "", "‮x"][:players]
    )
    rng = np.random.default_rng(1)
    while not position.over:
        root = ET.fromstring(position.svg())
        assert not any("style" in element.attrib for element in root.iter())
        position.push(int(rng.choice(position.legal_ids())))
    assert "<b>" not in position.svg(standalone=True)
