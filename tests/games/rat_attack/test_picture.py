"""The picture: complete, well-formed, the same ids from move to move, and nothing of it a script."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest

import ratskeller
from ratskeller.play.position import Position

pytestmark = pytest.mark.kernel

SVG = "{http://www.w3.org/2000/svg}"
FIRST_TURN = ("draw 14", "draw 16", "14@-1,1e", "16@0,-3s")
STACK = ("draw 14", "draw 16", "14@-1,1e", "16@-1,2e", "draw 8", "draw 24", "8@-1,0s", "24@0,0s", "draw 1", "draw 2")


def position(*moves: str, names: list[str] | None = None) -> Position:
    made = ratskeller.game("rat-attack").start(names=names)
    for move in moves:
        made.push(move)
    return made


def drawn(*moves: str, names: list[str] | None = None, standalone: bool = False) -> ET.Element:
    return ET.fromstring(position(*moves, names=names).svg(standalone=standalone))


def spaces(svg: ET.Element) -> dict[str, ET.Element]:
    [group] = [element for element in svg if element.get("id") == "board-spaces"]
    return {space.attrib["id"].removeprefix("board-"): space for space in group}


def labels(svg: ET.Element) -> dict[str, str]:
    return {name: space.attrib["aria-label"] for name, space in spaces(svg).items()}


def ids(svg: ET.Element) -> list[str]:
    return [element.attrib["id"] for element in svg.iter() if "id" in element.attrib]


def text(svg: ET.Element, name: str) -> str:
    [element] = [element for element in svg.iter() if element.get("id") == name]
    return " ".join("".join(element.itertext()).split())


def test_start_shows_the_three_blank_spaces_of_the_start_tile() -> None:
    assert labels(drawn()) == {
        "-1_0": "Blank, height 1, at -1,0",
        "0_0": "Blank, height 1, at 0,0",
        "1_0": "Blank, height 1, at 1,0",
    }


def test_every_space_says_what_it_shows_how_high_and_where() -> None:
    said = labels(drawn(*STACK))
    assert said["-1_0"] == "Blank, height 2, at -1,0"
    assert said["0_1"] == "Green cinnamon, height 2, at 0,1"
    assert said["1_1"] == "Blank, height 1, at 1,1"


def test_covered_spaces_are_not_drawn() -> None:
    assert len(spaces(drawn(*STACK))) == len(spaces(drawn(*STACK[:4])))


def test_height_is_written_on_every_space_above_the_ground() -> None:
    for space in spaces(drawn(*STACK)).values():
        level = [element.text for element in space if element.get("class") == "level"]
        assert level == ([] if space.get("data-height") == "1" else [space.get("data-height")])


def test_a_space_begins_at_forty_times_its_coordinates() -> None:
    space = spaces(drawn())["1_0"]
    [top] = [element for element in space if element.get("class") == "top"]
    assert top.attrib["d"].startswith("M40 0h40v40")


def test_box_holds_the_tiles_and_three_spaces_around_them() -> None:
    svg = drawn(*FIRST_TURN, "draw 8", "draw 24", "8@2,0e", "24@5,0e", "draw 1", "draw 2", "1@8,0e", "2@11,0e")
    left, _top, width, _height = map(int, svg.attrib["data-box"].split())
    assert (left, width) == (40 * (-1 - 3), 40 * (3 + 15 + 3))


def test_faces_differ_in_shape_and_in_colour() -> None:
    symbols = list(drawn().iter(f"{SVG}symbol"))
    assert len(symbols) == 10
    assert len({symbol.attrib["color"] for symbol in symbols}) == 10
    forms = {" ".join(element.get("d", "") + element.get("cx", "") for element in symbol.iter()) for symbol in symbols}
    assert len(forms) == 10


def test_the_tile_placed_last_is_marked_and_the_earlier_one_of_the_turn_more_lightly() -> None:
    svg = drawn(*FIRST_TURN, "draw 8", "draw 24")
    [last] = [element for element in svg if element.get("id") == "board-last"]
    assert [element.get("class") for element in last] == ["halo", "mark", "mark earlier"]
    assert "Tile 16 was placed last." in text(svg, "board-desc")
    newest = [name for name, space in spaces(svg).items() if "newest" in space.attrib["class"].split()]
    assert newest == ["0_-3", "0_-2", "0_-1"]


def test_panel_tells_scores_rats_hand_stock_and_turn() -> None:
    svg = drawn(*FIRST_TURN, "draw 8", "draw 24", names=["Anna", "Béla"])
    panel = text(svg, "board-panel")
    assert "Anna" in panel
    assert "2 rats" in panel
    assert "It is Béla's turn." in panel
    assert "40 left" in panel
    tiles = [element.attrib["aria-label"] for element in svg.iter() if element.get("class") == "tile"]
    assert tiles == [
        "Tile 8: Blank, Green chilli, Green peppercorns",
        "Tile 24: Green peppercorns, Green cinnamon, Blank",
    ]


def test_picture_has_a_title_and_a_description_in_sentences() -> None:
    svg = drawn(*FIRST_TURN, names=["Anna", "Béla"])
    assert svg.attrib["aria-labelledby"] == "board-title"
    assert text(svg, "board-title") == "Rat Attack: Anna plays red, Béla plays green"
    assert "40 tiles are left in the stock." in text(drawn(*FIRST_TURN, "draw 8", "draw 24"), "board-desc")
    assert "Béla shows 0 rats." in text(svg, "board-desc")


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><svg onload="x">', "a&b{player}", "\x00\x08\ufffe\u202e"]
)
def test_a_name_from_a_stranger_stays_a_name(name: str) -> None:
    for standalone in (False, True):
        svg = drawn(*FIRST_TURN, names=[name, "Béla"], standalone=standalone)
        assert not list(svg.iter(f"{SVG}script"))
        assert not [element for element in svg.iter() if any(key.startswith("on") for key in element.attrib)]


def test_picture_obeys_a_strict_policy() -> None:
    svg = position(*STACK).svg()
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script", svg)
    assert set(re.findall(r'(?:href="|url\()([^")]*)', svg)) <= {f"#{name}" for name in ids(ET.fromstring(svg))}


def test_standalone_picture_carries_its_stylesheet() -> None:
    assert next(iter(drawn(standalone=True))).tag == f"{SVG}style"


def test_ids_are_unique_and_begin_with_the_pictures_own() -> None:
    for moves in ((), FIRST_TURN, STACK):
        found = ids(ET.fromstring(position(*moves).svg(ident="example-2")))
        assert len(found) == len(set(found))
        assert all(name == "example-2" or name.startswith("example-2-") for name in found)


def test_ids_stay_from_move_to_move() -> None:
    before: set[str] = set()
    for n in range(len(STACK) + 1):
        now = set(ids(drawn(*STACK[:n])))
        assert before <= now
        before = now


def test_every_view_of_an_open_game_is_the_same_picture() -> None:
    held = position(*STACK)
    pictures: Sequence[str] = [held.svg(), held.svg(seat=1), held.svg(seat=2), held.view(None).svg()]
    assert len(set(pictures)) == 1
