"""The picture, in SVG and in letters: all that matters is there, and nothing that is hidden."""

from xml.etree import ElementTree

import numpy as np
import pytest

from ratskeller.games.sewer_rat import RULES
from ratskeller.games.sewer_rat.textboard import glyph
from tests.games.sewer_rat.helpers import CARDS, STANDARD, dealt, random_game

pytestmark = pytest.mark.kernel


def elements(svg: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    assert not any(element.get("style") for element in root.iter())
    found = [(element.get("id"), element) for element in root.iter() if element.get("id")]
    assert len(found) == len(dict(found))
    return {str(ident): element for ident, element in found}


def test_cards_rat_and_open_ends_have_their_places() -> None:
    parts = elements(dealt("cross bend", "bend bend", then="cross n 0, draw bend").svg())
    assert parts["board-e6"].get("transform") == "translate(240 180)"
    assert parts["board-rat"].get("transform") == "translate(270 210)"
    assert {ident for ident in parts if "-end-" in ident} == {
        *("board-end-e5-e", "board-end-e5-s", "board-end-e5-w"),
        *("board-end-e6-n", "board-end-e6-e", "board-end-e6-w"),
    }
    assert "next" in parts["board-end-e6-n"].get("class", "")
    assert "next" not in parts["board-end-e5-s"].get("class", "")


def test_only_known_hands_are_drawn() -> None:
    position = dealt("cross bend", "well tee")
    for viewer, hands in ((1, ["board-hand-1"]), (2, ["board-hand-2"])):
        parts = elements(position.svg(seat=viewer))
        assert [ident for ident in parts if ident.startswith("board-hand-") and ident.count("-") == 2] == hands
    assert "board-hand-1-2" in elements(position.svg())
    assert not any("hand" in ident for ident in elements(position.view(None).svg()))


def test_sides_bear_the_names_of_those_who_sit_there() -> None:
    position = STANDARD.start(3, names=["Ann <&>", "Bo", "Cy"])
    parts = elements(position.svg(ident="table"))
    texts = {side: "".join(parts[f"table-side-{side}"].itertext()) for side in "nesw"}
    assert texts == {"s": "▸ Ann <&>: 0 cards", "w": "Bo: 0 cards", "n": "Cy: 0 cards", "e": "nobody"}


def test_every_card_is_told_apart_without_colour() -> None:
    s = STANDARD.start().state
    looks = {(glyph(s, kind, 0), bool(s.entries[kind, 0] != s.openings[kind, 0])) for kind in range(11)}
    assert len(looks) == 11
    shown = elements(dealt(" ".join(list(CARDS)[:9]), " ".join(list(CARDS)[1:])).svg())
    drawings = {
        str(element.get("data-card")): "".join(
            f"{part.tag}{part.get('d')}{part.get('r')}" for part in element.iter() if part is not element
        )
        for ident, element in shown.items()
        if element.get("data-card")
    }
    assert len(drawings) == len(set(drawings.values())) == 10


@pytest.mark.long
def test_every_position_of_a_round_can_be_drawn_and_written() -> None:
    for players in (2, 3, 4):
        position = random_game(STANDARD.start(players), np.random.default_rng(players))
        while position.ply:
            for viewer in (None, 1):
                view = position.view(viewer)
                elements(view.svg())
                assert view.tell(view.ply)
                lines = RULES.write(view.state, names=view.seat_names(), moves=view.move_ids, width=80)
                assert len(lines) > 9
            position.pop()
