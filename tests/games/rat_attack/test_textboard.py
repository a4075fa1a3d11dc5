"""The board in letters shows what the picture shows, without colours too."""

import numpy as np

import ratskeller
from ratskeller.games.declare import Span
from ratskeller.games.rat_attack.textboard import write


def lines(position: ratskeller.Position, width: int = 80) -> list[str]:
    found = write(position.state, names=position.seat_names(), moves=position.move_ids, width=width)
    return ["".join(span.text for span in line).rstrip() for line in found]


def after(*moves: str) -> ratskeller.Position:
    position = ratskeller.game("rat-attack").start()
    for move in moves:
        position.push(move)
    return position


def test_a_board_with_a_second_level() -> None:
    # Tile 17 is gR rb rR, tile 14 rd rR blank, tile 13 blank ga blank.
    position = after("draw 17", "draw 14", "17@2,1n", "14@3,1n", "draw 13", "draw 25", "13@1,0e")
    assert lines(position) == [
        "Red  0 points, 1 visible rat",
        "Green  0 points, 1 visible rat",
        "40 tiles in the stock",
        "",
        "y  -4    -2     0     2     4     6  x",
        " -4 ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        " -3 ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        " -2 ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        " -1 ·  ·  ·  ·  ·  ·  R  □  ·  ·  ·",
        "  0 ·  ·  ·  □ ─□  □²─a²─□² ·  ·  ·",
        "  1 ·  ·  ·  ·  ·  ·  r  D  ·  ·  ·",
        "  2 ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        "  3 ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        "  4 ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        "",
        "A B C D red's spices, R red's rat   a b c d green's, r green's rat   □ blank",
        "²³: how high it lies.  ─ and ↓: the same tile goes on to the east, to the south.",
        "Green has in hand:   25 C─b─□",
    ]


def test_colours_and_marks_are_styles() -> None:
    position = after("draw 17", "draw 14", "17@2,1n")
    board = write(position.state, names=["Ann", "Bob"], moves=position.move_ids, width=80)
    spans = [span for line in board for span in line]
    assert Span("r  ", "seat-2 strong marked") in spans
    assert Span("R ↓", "seat-1 strong marked") in spans
    assert Span("Ann", "seat-1 strong") in spans


def test_a_real_game_fits_in_80_columns() -> None:
    rng = np.random.default_rng(2)
    position = ratskeller.game("rat-attack").start(options={"rats_to_lose": 9})
    while not position.over:
        if position.to_act == "chance":
            position.push_chance(rng)
        else:
            position.push(int(rng.choice(position.legal_ids())))
        assert max(map(len, lines(position))) <= 80
