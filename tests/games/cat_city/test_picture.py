"""The picture: complete, well-formed, the same ids from move to move, nothing told by colour alone, no script."""

import re
import xml.etree.ElementTree as ET
from math import atan2, dist, hypot, pi

import numpy as np
import pytest

from ratskeller import Game, Position
from ratskeller.games.cat_city import RULES, rules
from ratskeller.games.cat_city.components import board
from ratskeller.games.cat_city.layout import PLAIN_SIZE, RADIUS, SIZES, Layout, lay_out
from ratskeller.games.cat_city.rules import CARD, RING
from tests.games.cat_city.tables import GAME, STANDARD, after, changed, graph, played, table
from tests.games.cat_city.test_by_the_book import SCARCE
from tests.games.cat_city.test_components import CITY

pytestmark = pytest.mark.kernel

HUB = graph(
    *(f"w{k} ring hub{k % 3}" for k in range(14)),
    "hub0 yellow hub1 hub2 t",
    "hub1 red hub2",
    "hub2 red c",
    "t token m",
    "m yellow",
    "c card",
)
BOARDS = {"standard": STANDARD, "scarce": SCARCE, "city": changed(fields=CITY, rats=6), "hub": changed(fields=HUB)}


def drawn(position: Position, *, standalone: bool = False) -> ET.Element:
    return ET.fromstring(position.svg(standalone=standalone))


def by_id(svg: ET.Element) -> dict[str, ET.Element]:
    return {element.attrib["id"].removeprefix("board-"): element for element in svg.iter() if "id" in element.attrib}


def label(position: Position, name: str) -> str:
    return by_id(drawn(position))[name].attrib["aria-label"]


def layout(components: dict[str, object]) -> Layout:
    graph = board(components)
    return lay_out(graph.colours, graph.links, graph.tunnels)


def place(element: ET.Element) -> tuple[float, float]:
    x, y = map(float, re.findall(r"-?[0-9.]+", element.attrib["transform"]))
    return x, y


class TestLayout:
    def test_the_ring_runs_clockwise_round_the_circle_from_the_top(self) -> None:
        points = layout(STANDARD).points
        names = [entry["name"] for entry in STANDARD["fields"]]
        ring = [points[names.index(f"r{k}")] for k in range(1, 21)]
        assert ring[0] == pytest.approx((0, -RADIUS))
        for k, (x, y) in enumerate(ring):
            assert hypot(x, y) == pytest.approx(RADIUS, abs=0.2)
            assert (atan2(y, x) + pi / 2) % (2 * pi) == pytest.approx(k * pi / 10, abs=1e-3)

    def test_the_five_sectors_are_the_same_but_for_their_turn(self) -> None:
        points = layout(STANDARD).points
        names = [entry["name"] for entry in STANDARD["fields"]]
        for kind in ("s{}a", "s{}b", "h{}", "p{}", "t{}", "q{}", "x{}", "z{}", "c{}"):
            first, *others = (points[names.index(kind.format(sector))] for sector in range(1, 6))
            for turn, (x, y) in enumerate(others, 1):
                assert hypot(x, y) == pytest.approx(hypot(*first), abs=0.3)
                turned = (atan2(y, x) - atan2(first[1], first[0])) % (2 * pi)
                assert turned == pytest.approx(turn * 2 * pi / 5, abs=0.01)

    @pytest.mark.parametrize("components", BOARDS.values(), ids=BOARDS)
    def test_no_two_fields_overlap(self, components: dict[str, object]) -> None:
        colours = board(components).colours
        sizes = [SIZES.get(colour, PLAIN_SIZE) for colour in colours]
        points = layout(components).points
        for k, point in enumerate(points):
            assert hypot(*point) <= RADIUS + 1
            for other in range(k):
                if RING not in (colours[k], colours[other]) or CARD in (colours[k], colours[other]):
                    assert dist(point, points[other]) > 0.8 * (sizes[k] + sizes[other])


class TestPicture:
    @pytest.mark.parametrize("components", BOARDS.values(), ids=BOARDS)
    def test_every_field_and_every_piece_is_there_once(self, components: dict[str, object]) -> None:
        game = Game(RULES, components)
        position = played(game, players=3)
        svg = drawn(position)
        ids = [element.attrib["id"] for element in svg.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        there = by_id(svg)
        for number, entry in enumerate(game.components["fields"], 1):
            assert there[f"field-{entry['name']}"].attrib["data-field"] == str(number)
        rats = [element.attrib["id"] for element in there["rats"]]
        count = game.components["rats"]
        assert rats == [f"board-rat-{seat}-{rat}" for seat in (1, 2, 3) for rat in range(1, count + 1)]

    def test_ids_stay_the_same_through_a_game(self) -> None:
        rng = np.random.default_rng(8)
        position = GAME.start(players=2, options={"max_rounds": 6})
        first = set(by_id(drawn(position)))
        while not position.over:
            assert set(by_id(drawn(position))) == first
            if position.to_act == "chance":
                position.push_chance(rng)
            else:
                position.push(int(rng.choice(position.legal_ids())))
        assert set(by_id(drawn(position))) == first

    def test_piles_say_their_tokens_from_the_top_and_show_each_from_the_side(self) -> None:
        position = table({}, piles={"t1": ["white", "red", "green"]})
        assert label(position, "pile-t1") == "Pile on t1, from the top: green, red, white"
        shown = [element.attrib["href"] for element in by_id(drawn(position))["pile-t1"]]
        assert shown == ["#board-slab-0", "#board-slab-1", "#board-slab-2", "#board-top-2"]
        assert label(table({}, piles={"t1": []}, empty_bank=True), "pile-t1").endswith("no token")

    def test_tokens_are_told_apart_by_form_and_letter(self) -> None:
        there = by_id(drawn(table({})))
        forms = set()
        for colour in range(3):
            slab = ET.tostring(there[f"slab-{colour}"], encoding="unicode")
            forms.add(re.sub(r'fill="#\w+"|id="[^"]+"', "", slab))
        assert len(forms) == 3
        letters = ["".join(there[f"slab-{colour}"].itertext()) for colour in range(3)]
        assert letters == ["W", "R", "G"]

    def test_seats_are_told_apart_by_form(self) -> None:
        there = by_id(drawn(played(players=4)))
        heads = [ET.tostring(there[f"head-{seat}"][-1], encoding="unicode") for seat in range(1, 5)]
        assert len(set(heads)) == 4

    def test_cards_show_rank_and_suit(self) -> None:
        position = table({}, cards={"c1": "7-cat", "c2": "10-rat"}, hands={1: ["K-bat", "2-mouse"]})
        there = by_id(drawn(position))
        assert "".join(there["card-c1"].itertext()) == "7"
        assert there["card-c1"][0].attrib["href"] == "#board-suit-1"
        assert "".join(there["suit-1"].itertext()) == "cats"
        assert there["card-c2"].attrib["aria-label"] == "10 of rats on c2"
        assert label(position, "seat-1").endswith("cards: 2 of mice, K of bats")

    def test_a_card_field_without_a_card_says_so(self) -> None:
        position = after(table({1: ["z1"]}, 1, tokens={1: ["red"]}), "1>c1")
        assert label(position, "card-c1") == "no card on c1"

    def test_rats_are_numbered_and_say_where_they_stand(self) -> None:
        there = by_id(drawn(table({1: ["r2", "h1"], 2: ["r7"]})))
        assert there["rat-1-2"].attrib["aria-label"] == "Blue: rat 2 on h1"
        assert "".join(there["rat-1-2"].itertext()) == "2"
        assert place(there["rat-1-2"]) == place(there["field-h1"])
        assert there["rat-1-2"].attrib["data-field"] == there["field-h1"].attrib["data-field"]

    def test_rats_on_one_token_field_do_not_cover_each_other(self) -> None:
        there = by_id(drawn(table({seat: ["t5"] * 3 for seat in (1, 2, 3, 4)}, players=4)))
        places = [place(element) for element in there["rats"]]
        assert len(places) == 12
        assert min(dist(a, b) for k, a in enumerate(places) for b in places[:k]) > 40

    def test_rats_that_are_not_placed_wait_with_their_owner(self) -> None:
        there = by_id(drawn(GAME.start()))
        assert there["rat-2-3"].attrib["data-field"] == "0"
        assert there["rat-2-3"].attrib["aria-label"] == "Orange: rat 3, not placed yet"

    @pytest.mark.parametrize("roll", range(1, 7))
    def test_the_die_shows_its_pips(self, roll: int) -> None:
        die = by_id(drawn(table({}, roll)))["die"]
        assert die.attrib["data-roll"] == str(roll)
        assert len([element for element in die.iter() if element.tag.endswith("circle")]) == roll

    def test_a_die_of_more_sides_shows_a_number(self) -> None:
        die = by_id(drawn(table({}, 9, game=Game(RULES, changed(die=9)))))["die"]
        assert "".join(die.itertext()) == "9"

    def test_underground_passages_are_dashed(self) -> None:
        there = by_id(drawn(GAME.start()))
        assert "stroke-dasharray" in there["tunnels"].attrib
        names = {element.attrib["id"] for element in there["tunnels"]}
        assert {"board-tunnel-r1-h1", "board-tunnel-r1-r5", "board-tunnel-r1-r17"} <= names
        assert len(names) == 10

    @pytest.mark.parametrize(
        ("moves", "field"), [(("1>r3",), "r3"), (("1>r1",), "r1"), (("1>r1", "hop h1"), "h1"), (("1>r1", "stay"), "r1")]
    )
    def test_the_last_move_is_marked(self, moves: tuple[str, ...], field: str) -> None:
        there = by_id(drawn(after(table({1: ["r2"]}, 1), *moves)))
        mark = there["last"][-1]
        assert (float(mark.attrib["cx"]), float(mark.attrib["cy"])) == place(there[f"field-{field}"])

    def test_before_any_move_nothing_is_marked(self) -> None:
        assert len(by_id(drawn(GAME.start()))["last"]) == 0

    def test_names_are_escaped(self) -> None:
        names = ["<script>alert(1)</script>", 'A & "B"\x00\u202e']
        position = GAME.start(names=names)
        svg = position.svg(standalone=True)
        assert "<script" not in svg
        assert names[0] in "".join(ET.fromstring(svg).itertext())

    def test_classes_and_attributes_only(self) -> None:
        rng = np.random.default_rng(2)
        svg = drawn(played(rng=rng, players=4))
        for element in svg.iter():
            assert "style" not in element.attrib
            assert not [name for name in element.attrib if name.startswith("on")]
            assert element.tag.rpartition("}")[2] not in ("style", "script", "foreignObject", "image")

    def test_every_reference_is_to_something_in_the_picture(self) -> None:
        svg = drawn(after(table({1: ["z1"]}, 1, tokens={1: ["red"]}), "1>c1"))
        there = by_id(svg)
        for element in svg.iter():
            if "href" in element.attrib:
                assert element.attrib["href"].removeprefix("#board-") in there

    def test_two_pictures_on_one_page_share_no_ids(self) -> None:
        position = GAME.start()
        one = set(re.findall(r'id="([^"]+)"', position.svg(ident="one")))
        assert not one & set(re.findall(r'id="([^"]+)"', position.svg(ident="two")))

    def test_the_seat_that_acts_is_marked_and_the_description_tells_all(self) -> None:
        there = by_id(drawn(table({}, 3, turn=2, tokens={1: ["red", "red"]})))
        assert "acting" in there["seat-2"].attrib["class"]
        assert "acting" not in there["seat-1"].attrib["class"]
        description = there["desc"].text or ""
        assert description.startswith("It is Orange's turn. A rat is to move 3. This is round 1 of 60.")
        assert "Blue: 4 points; tokens: 2 red; cards: no card." in description

    def test_every_phase_says_what_is_due(self) -> None:
        said = set()
        rng = np.random.default_rng(4)
        position = table({1: ["z1"]}, 1, tokens={1: ["red"]})
        for start in (GAME.start(), after(position, "1>c1"), after(table({1: ["r2"]}, 1), "1>r1")):
            game = start
            while not game.over and game.ply < 60:
                said.add((int(game.state.phase), (by_id(drawn(game))["desc"].text or "").split(". ")[1]))
                if game.to_act == "chance":
                    game.push_chance(rng)
                else:
                    game.push(int(rng.choice(game.legal_ids())))
        assert {phase for phase, _due in said} == set(range(rules.FILL, rules.HOME + 1))
        assert all(due for _phase, due in said)
