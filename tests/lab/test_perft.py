"""Perft adds up, however the work is shared out."""

import pytest

import ratskeller
from ratskeller.lab import perft


def start(*moves: str) -> ratskeller.Position:
    position = ratskeller.game("rat-attack").start()
    for move in moves:
        position.push(move)
    return position


def test_from_the_start_of_rat_attack() -> None:
    assert perft.count(start(), 3) == [1, 44, 44 * 43, 44 * 43 * 96]


def test_depth_0_is_the_position_itself() -> None:
    assert perft.count(start(), 0) == [1]


@pytest.mark.parametrize("threads", [1, 3])
def test_units_and_threads_do_not_matter(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    position = start("draw 17", "draw 3")
    whole = perft.count(position, 3, threads=1)
    monkeypatch.setattr(perft, "UNIT", 10)
    assert perft.count(position, 3, threads=threads) == whole


def test_it_adds_up_over_the_first_moves() -> None:
    position = start("draw 17", "draw 3")
    whole = perft.count(position, 2)
    after = []
    for move in position.legal_ids().tolist():
        position.push(move)
        after.append(perft.count(position, 1)[1])
        position.pop()
    assert whole == [1, len(after), sum(after)]


def test_progress_ends_with_every_move_of_the_position() -> None:
    told: list[tuple[int, int]] = []
    perft.count(start(), 2, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (44, 44)
    assert [done for done, _total in told] == sorted(done for done, _total in told)
