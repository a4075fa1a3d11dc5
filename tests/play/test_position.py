"""Positions: pushing, refusing, viewing."""

import pickle

import numpy as np
import pytest

import ratskeller
from ratskeller import IllegalMove, Position


@pytest.fixture
def position() -> Position:
    """Red is to place tiles 4 and 17."""
    position = ratskeller.game("rat-attack").start(names=["Ann", "Bo"], seed=7)
    position.push("draw 17")
    position.push("draw 4")
    return position


class TestMovesAreRefused:
    @pytest.mark.parametrize(
        "text",
        [
            *("", " ", "17", "17@2", "17@2,0", "17@2,0x", "17@2,0E", "17@2,0ee", "17@2;0e", "17 @2,0e", " 17@2,0e"),
            *("17@2,0e ", "17@2,0e\n", "017@2,0e", "17@02,0e", "17@+2,0e", "17@-0,0e", "17@2,-0e", "17@2.0,0e"),
            *("１7@2,0e", "17@٢,0e", "draw", "draw  17", "draw 017", "draw +17", "DRAW 17", "draw ?", "17@2,0e" * 100),
        ],
    )
    def test_malformed(self, position: Position, text: str) -> None:
        with pytest.raises(IllegalMove) as refused:
            position.push(text)
        assert refused.value.kind == "malformed"

    @pytest.mark.parametrize(
        "move",
        ["draw 45", "45@2,0e", "17@32,0e", "17@30,0e", "17@0,-33s", "draw 99999999999999", 0, 45, 1023, 2**40, -1],
    )
    def test_unknown(self, position: Position, move: str | int) -> None:
        with pytest.raises(IllegalMove) as refused:
            position.push(move)
        assert refused.value.kind == "unknown"

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            ("draw 5", "no tile is drawn before the tiles in hand are placed"),
            ("5@2,0e", "tile 5 is not in hand"),
            ("17@5,5e", "one of the three spaces must touch, side to side, a tile that lies there"),
            ("17@1,0e", "a tile lies flat: its three spaces must be equally high"),
            ("17@-1,0e", "a tile must rest on two or three tiles, not on one alone"),
        ],
    )
    def test_illegal_and_why(self, position: Position, move: str, reason: str) -> None:
        with pytest.raises(IllegalMove) as refused:
            position.push(move)
        assert (refused.value.kind, refused.value.reason) == ("illegal", reason)
        assert str(refused.value) == f"Move 3, “{move}”, is illegal: {reason}."
        with pytest.raises(IllegalMove, match=reason):
            position.push(ratskeller.game("rat-attack").parse(move))

    def test_illegal_for_chance_and_after_the_end(self) -> None:
        position = ratskeller.game("rat-attack").start(options={"rats_to_lose": 1})
        assert position.explain("5@2,0e").endswith("a tile must be drawn first.")
        position.push("draw 5")
        assert position.explain("draw 5").endswith("tile 5 is no longer in the stock.")
        for move in ("draw 1", "5@2,0e", "1@2,1e"):
            position.push(move)
        assert position.over
        assert position.explain("draw 2").endswith("the game is over.")
        assert position.legal() == []
        assert position.chances() == {}

    @pytest.mark.parametrize("move", [None, True, 2.0, b"17@2,0e", ["17@2,0e"]])
    def test_neither_text_nor_number(self, position: Position, move: object) -> None:
        with pytest.raises(IllegalMove, match="a move is a text or a whole number"):
            position.push(move)  # type: ignore[arg-type]

    def test_a_refused_move_changes_nothing(self, position: Position) -> None:
        before = position.copy()
        assert position.explain("17@5,5e")
        with pytest.raises(IllegalMove):
            position.push("17@5,5e")
        assert position == before
        assert position.moves == before.moves

    def test_the_error_tells_ply_and_move_and_can_be_sent_to_another_process(self, position: Position) -> None:
        with pytest.raises(IllegalMove) as refused:
            position.push("17@5,5e")
        again = pickle.loads(pickle.dumps(refused.value))
        assert (again.ply, again.move, again.kind, str(again)) == (2, "17@5,5e", "illegal", str(refused.value))

    def test_a_strange_text_is_shown_short_and_safe(self, position: Position) -> None:
        assert len(position.explain("x" * 10_000)) < 200
        position.explain("\ud800").encode()


def test_a_move_may_be_given_as_text_or_number(position: Position) -> None:
    move = position.id("17@2,0e")
    assert position.text(move) == "17@2,0e"
    assert position.push(np.int32(move)) == move  # type: ignore[arg-type]
    assert position.pop() == move
    assert position.push("17@2,0e") == move


def test_undoing_nothing_is_an_error() -> None:
    with pytest.raises(IndexError, match="No move"):
        ratskeller.game("rat-attack").start().pop()


def test_chance_is_drawn_by_its_probability_and_reproducibly() -> None:
    def draws(seed: int) -> list[str]:
        rng = np.random.default_rng(seed)
        drawn = []
        for _game in range(440):
            position = ratskeller.game("rat-attack").start()
            position.push_chance(rng)
            drawn += position.moves
        return drawn

    assert draws(1) == draws(1) != draws(2)
    assert len(set(draws(1))) == 44


def test_chance_does_not_draw_for_a_seat(position: Position) -> None:
    with pytest.raises(IllegalMove, match="not chance's turn"):
        position.push_chance(np.random.default_rng(1))


def test_what_is_handed_out_is_a_copy(position: Position) -> None:
    position.legal_ids()[:] = 0
    position.scores.append(5)
    position.options["rats_to_lose"] = 9
    assert position.names is not None
    position.names.append("Eve")
    position.moves.clear()
    assert position.legal_ids()[0] > 0
    assert position.scores == [0, 0]
    assert position.options["rats_to_lose"] == 3
    assert position.names == ["Ann", "Bo"]
    assert position.ply == 2


def test_equality_is_about_the_position_not_about_the_way_there(position: Position) -> None:
    other = ratskeller.game("rat-attack").start()
    other.push("draw 4")
    other.push("draw 17")
    assert other == position
    assert position != position.view(1)
    assert position != ratskeller.game("rat-attack").start(options={"rats_to_lose": 4})
    assert position != "position"


def test_short_reprs(position: Position) -> None:
    assert repr(position) == "<Position rat-attack, ply=2, to_act=1, scores=[0, 0]>"
    assert repr(position.view(2)) == "<Position rat-attack, ply=2, to_act=1, scores=[0, 0], viewer=2>"
    assert repr(position.game) == "<Game rat-attack>"
    assert repr(position.record()) == "<Record rat-attack, 2 moves>"


@pytest.mark.parametrize("seat", [0, 3, -1, True, "1", 1.0])
def test_there_is_no_view_of_a_seat_that_does_not_exist(position: Position, seat: object) -> None:
    with pytest.raises(ValueError, match="no seat"):
        position.view(seat)  # type: ignore[arg-type]


def test_the_picture_marks_itself_as_standalone_only_when_asked(position: Position) -> None:
    assert "<style" not in position.svg()
    assert "<style" in position.svg(standalone=True)
    assert position._repr_svg_() == position.svg(standalone=True)


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Bo", "Cy"], "AB", ["Ann", 2], ("Ann", "Bo")])
def test_names_are_one_for_each_seat(names: object) -> None:
    with pytest.raises(ratskeller.BadOption, match="names"):
        ratskeller.game("rat-attack").start(names=names)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, "7", 1.5, True])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(ratskeller.BadOption, match="seed"):
        ratskeller.game("rat-attack").start(seed=seed)  # type: ignore[arg-type]


def test_foresight_tells_what_a_placing_does(position: Position) -> None:
    ids = position.legal_ids()
    foreseen = position.foresee(ids)
    assert foreseen.shape == (96, 4)
    for move, (red, green, red_rats, green_rats) in zip(ids.tolist(), foreseen.tolist(), strict=True):
        position.push(move)
        assert position.scores == [red, green]
        assert (position.state.shown[5], position.state.shown[10]) == (red_rats, green_rats)
        position.pop()


def test_a_position_can_be_sent_to_another_process(position: Position) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.game is position.game
    assert again.pop() == position.pop()


def test_the_callers_list_of_names_is_not_kept() -> None:
    names = ["Ann", "Bo"]
    position = ratskeller.game("rat-attack").start(names=names)
    names.append("Cy")
    assert position.names == ["Ann", "Bo"]


def test_a_refusal_is_one_line(position: Position) -> None:
    assert position.explain("17@2,0e\n").startswith("Move 3, “17@2,0e\\n”, is malformed")


def test_a_view_is_not_drawn_for_another_seat(position: Position) -> None:
    assert position.view(1).svg(seat=1) == position.svg(seat=1)
    with pytest.raises(ValueError, match="cannot become another's"):
        position.view(1).svg(seat=2)
