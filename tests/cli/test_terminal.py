"""A game in the terminal can be played to its end, by keys from a file as well, and nothing typed breaks it."""

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

import ratskeller
from ratskeller.bots import bot
from ratskeller.cli import main, terminal
from ratskeller.cli.terminal import MOST_COMPLETIONS, Terminal, completions
from tests.cli.command import run, write_record

Played = Callable[..., str]


@pytest.fixture
def played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Played:
    """Play with these lines typed; return what is on the screen."""
    monkeypatch.setattr(terminal, "HINT_MS", 50)

    def play(*lines: str, options: str = "--seed 3") -> str:
        monkeypatch.setattr("sys.stdin", StringIO("".join(line + "\n" for line in lines)))
        assert main(["play", "rat-attack", *options.split()]) == 0
        return capsys.readouterr().out

    return play


def test_the_board_the_hand_and_whose_turn_it_is_are_shown(played: Played) -> None:
    screen = played()
    assert "  0 ·  ·  ·  □ ─□ ─□  ·  ·  ·" in screen
    assert "Red has in hand:   4 b─□─A   12 □─d─c" in screen
    assert "Red: your move> " in screen
    assert "The game is left after 2 moves." in screen


def test_lines_fit_in_80_columns(played: Played) -> None:
    screen = played("?", "hint", "rules", *["#1"] * 3, "hint", *["hint", "#1"] * 30)
    assert max(map(len, screen.splitlines())) <= 80


def test_a_move_can_be_typed_and_taken_back(played: Played) -> None:
    screen = played("12@-1,1e", "undo", "12@-1,-1e")
    assert screen.count("Red places tile 12") == 2
    assert screen.count("Red has in hand:   4 b─□─A   12 □─d─c") == 2


def test_nothing_is_taken_back_across_a_draw(played: Played) -> None:
    screen = played("undo", "12@-1,1e", "4@-1,-1e", "undo")
    assert screen.count("There is nothing to take back") == 2


def test_the_beginning_of_a_move_lists_what_completes_it_and_the_number_plays_it(played: Played) -> None:
    screen = played("12@-3", "#2")
    listed = [line for line in screen.splitlines() if line.startswith("  #2")]
    assert len(listed) == 1
    assert listed[0].split()[1].startswith("12@-3,")
    assert f"Red places tile 12 ({listed[0].split()[1]})." in screen


def test_the_list_tells_what_a_move_scores(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    position = ratskeller.game("rat-attack").start()
    for move in ("draw 2", "draw 23", "23@-1,1e"):
        position.push(move)
    monkeypatch.setattr("sys.stdin", StringIO("2@-1,2\n2@\n"))
    Terminal(position, {2: bot("greedy")}, np.random.default_rng(1)).play()
    few, best = capsys.readouterr().out.split("moves are possible")[1:]
    assert re.search(r"#1  2@-1,2e +Red \+1\n", few)
    assert best.count("Red +1") == 2


def test_a_hint_thinks_and_its_moves_can_be_played_by_number(played: Played) -> None:
    screen = played("hint", "#2")
    listed = re.findall(r"  #(\d)  (\S+) +worth [+-][01]\.\d\d, \d+% of the tries", screen)
    assert [number for number, _move in listed] == ["1", "2", "3", "4", "5"]
    assert f"({listed[1][1]})." in screen


@pytest.mark.parametrize("game", ["rat-attack", "sewer-rat", "cat-city", "survival"])
def test_every_game_has_hints_and_tells_what_is_expected(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("hint\n#1\n" * 8))
    monkeypatch.setattr(terminal, "HINT_MS", 50)
    assert main(["play", game, "--seed", "2", "--bots", "greedy"]) == 0
    screen = " ".join(capsys.readouterr().out.split())
    assert screen.count("The search prefers these moves.") >= 4
    assert "After the first, it expects: " in screen


def test_the_draws_of_a_seeded_game_do_not_depend_on_hints(played: Played) -> None:
    moves = ["12@-1,1e", "4@-1,-1e"]
    plain = played(*moves, options="--seed 3 --bots greedy")
    hinted = played("hint", moves[0], "hint", moves[1], options="--seed 3 --bots greedy")
    made = [re.findall(r"(?:Red|Green) (?:places|draws) .*", screen) for screen in (plain, hinted)]
    assert made[0] == made[1]


def test_the_usual_opponent_is_casual_and_every_level_can_be_chosen(played: Played) -> None:
    moves = ["12@-1,1e", "4@-1,-1e"]
    made = {}
    for options in ("", " --bots casual", " --bots beginner", " --bots expert:iters=50"):
        screen = played(*moves, options=f"--seed 3{options}")
        made[options] = re.findall(r"Green places .*", screen)
        assert len(made[options]) == 2
    assert made[""] == made[" --bots casual"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", "Type a move or its beginning"),
        ("juggle", "juggle cannot be played: a move is written like"),
        ("99@0,0e", "cannot be played: the tiles are numbered from 1 to 44"),
        ("17@0,1e", "cannot be played: tile 17 is not in hand"),
        ("4@9,9e", "cannot be played: one of the three spaces must touch"),
        ("#1", "There is no #1 in a list"),
        ("#0", "There is no #0 in a list"),
        ("#²", "There is no #² in a list"),
        ("save", "save game.json"),
        ("save /nowhere/game.json", "/nowhere/game.json cannot be written"),
        ("?", "TAB completes"),
        ("rules", "What it is about"),
        ("\x1b[2J\x00", "cannot be played"),
        ("4" * 5000, "cannot be played"),
    ],
)
def test_whatever_is_typed_has_an_answer(played: Played, line: str, answer: str) -> None:
    screen = played(line)
    assert answer in " ".join(screen.split())
    assert "\x1b" not in screen


def test_a_move_that_decides_nothing_is_made_and_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = ratskeller.game("sewer-rat").start()
    rng = np.random.default_rng(2)
    while position.forced() is None:
        if position.to_act == "chance":
            position.push_chance(rng)
        else:
            position.push(int(rng.choice(position.legal_ids())))
        if position.over:
            position = ratskeller.game("sewer-rat").start()
    move, ply = position.text(position.forced() or 0), position.ply
    monkeypatch.setattr("sys.stdin", StringIO(""))
    Terminal(position, {}, rng).play()
    assert position.moves[ply] == move
    assert f"can only make this move: {move}." in capsys.readouterr().out


def test_resigning_ends_the_game(played: Played, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    assert "Red resigns: Green wins." in played("resign", options=f"--record {record}")
    assert json.loads(record.read_text())["resigned"] == 1


def test_bots_play_a_whole_game_that_is_kept(played: Played, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    screen = played(options=f"--seat 0 --bots greedy,random --seed 5 --names Ann,Bob --record {record}")
    end = ratskeller.load(record).replay()
    assert end.over
    assert end.names == ["Ann", "Bob"]
    assert end.ending() in " ".join(screen.split())


def test_two_people_at_one_keyboard(played: Played) -> None:
    screen = played("12@-1,1e", "4@-1,-1e", options="--seat 1,2 --seed 3")
    assert "Green: your move> " in screen


def test_what_was_saved_can_be_replayed(played: Played, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played("12@-1,1e", f"save {file}")
    assert ratskeller.load(file).replay().moves == ["draw 4", "draw 12", "12@-1,1e"]


def test_played_by_a_program() -> None:
    done = run("play", "rat-attack", "--seed", "3", keys="hint\n#1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Red places tile" in done.stdout
    assert done.stdout.endswith("The game is left after 3 moves.\n")


def test_replay_shows_the_end_of_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", write_record(tmp_path / "game.json")]) == 0
    screen = capsys.readouterr().out
    assert "   3  Red places tile 17 (17@2,0e)." in screen
    assert screen.endswith("Chance is to move.\n")


def test_completion_goes_to_the_next_sign_where_there_is_too_much() -> None:
    position = ratskeller.game("rat-attack").start()
    position.push("draw 4")
    position.push("draw 12")
    texts = position.legal()
    assert completions("", texts) == ["12@", "4@"]
    assert completions("4@", texts)[:2] == ["4@-1,", "4@-2,"]
    few = completions("4@-1,", texts)
    assert 0 < len(few) <= MOST_COMPLETIONS
    assert set(few) <= set(texts)
    assert completions("5", texts) == []
