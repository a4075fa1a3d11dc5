"""What programs outside rely on: the commands' JSON, exit codes, and that errors are one line on stderr."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import ratskeller
from tests.cli.command import MOVES, answer, run, start, write_record


def test_perft_counts_the_sequences_from_the_start() -> None:
    assert answer("perft", "rat-attack", "--depth", "3", "--json") == {
        "depth": 3,
        "nodes": [1, 44, 44 * 43, 44 * 43 * 96],
    }


def test_perft_counts_from_a_record(tmp_path: Path) -> None:
    record = write_record(tmp_path / "game.json", MOVES[:3])
    end = ratskeller.load(record).replay()
    found = answer("perft", "rat-attack", "--from", record, "--depth", "2", "--json")
    second = len(end.legal())
    assert found == {"depth": 2, "nodes": [1, second, second * 42]}


def test_perft_takes_options_and_players() -> None:
    given = ["--players", "2", "--option", "starter=2", "--option", "rats_to_lose=1"]
    assert answer("perft", "rat-attack", *given, "--depth", "1", "--json") == {"depth": 1, "nodes": [1, 44]}


def test_perft_takes_components(tmp_path: Path) -> None:
    tiles = tmp_path / "tiles.toml"
    tiles.write_text('start = [".", ".", "."]\ntiles = [["ra", ".", "."], ["gb", "gb", "gR"]]\n')
    found = answer("perft", "rat-attack", "--components", str(tiles), "--depth", "6", "--json")
    assert found["nodes"][:4] == [1, 2, 2, 2 * 96]
    assert found["nodes"][4] > 0
    assert found["nodes"][5:] == [0, 0]


def test_replay_tells_the_position(tmp_path: Path) -> None:
    record = write_record(tmp_path / "game.json")
    end = ratskeller.load(record).replay()
    assert answer("replay", record, "--json") == {
        "game": "rat-attack",
        "players": 2,
        "ply": 5,
        "to_act": "chance",
        "legal": end.legal(),
        "scores": end.scores,
        "returns": None,
        "over": False,
    }


def test_replay_stops_after_n_moves(tmp_path: Path) -> None:
    found = answer("replay", write_record(tmp_path / "game.json"), "--json", "--at", "2")
    assert (found["ply"], found["to_act"], len(found["legal"])) == (2, 1, 96)


def test_replay_draws_a_picture_that_stands_alone(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    answer("replay", write_record(tmp_path / "game.json"), "--json", "--svg", str(picture))
    root = ET.fromstring(picture.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.find("{http://www.w3.org/2000/svg}style") is not None


def test_replay_tells_the_game_in_words(tmp_path: Path) -> None:
    done = run("replay", write_record(tmp_path / "game.json", names=["Ann\u001b[2J", "Bö"]))
    assert done.returncode == 0
    assert "Ann\ufffd[2J places tile 17 (17@2,0e)." in done.stdout
    assert "Bö draws tile 1." in done.stdout


def test_simulate_tells_what_came_out() -> None:
    found = answer("simulate", "rat-attack", "--games", "300", "--seed", "7", "--option", "rats_to_lose=4", "--json")
    assert found["game"] == "rat-attack"
    assert found["players"] == 2
    assert found["bots"] == ["random", "random"]
    assert found["options"] == {"rats_to_lose": 4}
    assert found["seed"] == 7
    assert sum(found["wins"]) + found["shared"] == found["games"] == 300
    assert found["mean_plies"] == found["plies"] / 300
    assert found["plies_per_second"] == pytest.approx(found["plies"] / found["seconds"])
    assert found["games_per_second"] == pytest.approx(300 / found["seconds"])
    assert sum(found["mean_returns"]) == pytest.approx(0)
    assert len(found["mean_scores"]) == 2


def test_simulate_does_not_depend_on_the_number_of_threads() -> None:
    given = ["simulate", "rat-attack", "--games", "2000", "--seed", "5", "--json", "--threads"]
    times = {"seconds", "plies_per_second", "games_per_second"}
    one, three = ({k: v for k, v in answer(*given, n).items() if k not in times} for n in ("1", "3"))
    assert one == three


def test_simulate_prints_the_seed_it_chose() -> None:
    seeds = {answer("simulate", "rat-attack", "--games", "1", "--json")["seed"] for _ in range(2)}
    assert len(seeds) == 2
    assert "seed 11" in run("simulate", "rat-attack", "--games", "2", "--seed", "11").stdout


ARENA = ["arena", "rat-attack", "--option", "rats_to_lose=1"]


def test_arena_tells_who_is_how_strong() -> None:
    found = answer(*ARENA, "--bots", "random,greedy,random", "--games", "5", "--seed", "7", "--json")
    assert {key: found[key] for key in ("game", "players", "bots", "options", "seed", "games", "deals")} == {
        "game": "rat-attack",
        "players": 2,
        "bots": ["random", "greedy", "random#2"],
        "options": {"rats_to_lose": 1},
        "seed": 7,
        "games": 6,
        "deals": 3,
    }
    assert [pair["bots"] for pair in found["pairs"]] == [
        ["random", "greedy"],
        ["random", "random#2"],
        ["greedy", "random#2"],
    ]
    for pair in found["pairs"]:
        assert pair["wins"] + pair["losses"] + pair["draws"] == pair["games"] == 6
        assert pair["score_95"][0] <= pair["score"] <= pair["score_95"][1]
    for standing in found["standings"]:
        assert standing["games"] == 12
        assert standing["score_95"][0] <= standing["score"] <= standing["score_95"][1]
        assert standing["rating_95"][0] <= standing["rating"] <= standing["rating_95"][1]
        assert standing["seconds_per_move"] > 0
    assert found["mean_plies"] > 0


def test_arena_has_a_table_for_people() -> None:
    shown = run(*ARENA, "--bots", "random,greedy", "--games", "3", "--seed", "7", environment={"COLUMNS": "60"}).stdout
    assert "Rat Attack: 4 games for each line-up, seed 7" in shown
    assert "3 games are rounded up" in shown
    assert "1 greedy" in shown
    assert "random – greedy" in shown
    assert "Elo" in shown
    assert max(map(len, shown.splitlines())) <= 60


def test_arena_goes_on_with_its_own_seed_after_ctrl_c(tmp_path: Path) -> None:
    bots = tmp_path / "slow.py"
    bots.write_text(
        "import time\n"
        "class Slow:\n"
        "    def choose(self, view, rng):\n"
        "        time.sleep(0.01)\n"
        "        return int(view.legal_ids()[0])\n"
    )
    file = tmp_path / "games.jsonl"
    given = [*ARENA, "--bots", f"random,{bots}:Slow", "--games", "100", "--save", str(file)]
    with start(*given) as process:
        while not file.exists() or file.read_text().count("\n") < 4:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert f"{file} keeps " in err
    assert err.endswith("games; the same command goes on.\nStopped.\n")
    kept = file.read_text().splitlines()[:4]
    given[given.index("100")] = "4"
    found = answer(*given, "--json")
    assert f'"seed": {found["seed"]}' in kept[0]
    assert file.read_text().splitlines()[:4] == kept


def test_arena_names_a_bot_that_fails(tmp_path: Path) -> None:
    bots = tmp_path / "bad.py"
    bots.write_text("class Bad:\n    def choose(self, view, rng):\n        raise RuntimeError('no\\nidea')\n")
    done = run(*ARENA, "--bots", f"{bots}:Bad,random", "--games", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: The bot {bots}:Bad fails in deal 0, rotation 0, at ply ")
    assert done.stderr.endswith(": RuntimeError: no\\nidea.\n")


def test_help_teaches_by_examples() -> None:
    for arguments in (["--help"], ["play", "-h"], ["simulate", "--help"], ["arena", "-h"]):
        done = run(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert "ratskeller play rat-attack" in done.stdout or f"ratskeller {arguments[0]} rat-attack" in done.stdout


def test_version() -> None:
    assert run("--version").stdout.startswith("ratskeller ")


@pytest.mark.parametrize(
    "arguments",
    ["juggle", "--juggle", "perft rat-attack", "simulate rat-attack --games 0", "replay nowhere.json"],
)
def test_an_error_is_one_line_on_stderr(arguments: str) -> None:
    done = run(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_a_long_count() -> None:
    import pty

    terminal, stderr = pty.openpty()
    with start("perft", "rat-attack", "--depth", "9", stderr=stderr) as process:
        os.close(stderr)
        shown = os.read(terminal, 4096)
        os.kill(process.pid, signal.SIGINT)
        with contextlib.suppress(OSError):
            while more := os.read(terminal, 4096):
                shown += more
        out, _err = process.communicate(timeout=20)
    os.close(terminal)
    assert (process.returncode, out) == (130, "")
    assert shown.endswith(b"Stopped.\r\n")
    assert b"Traceback" not in shown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = run("replay", write_record(tmp_path / "game.json"), "--json", stdout=full)
    assert done.returncode == 2
    assert done.stderr == "Error: The output cannot be written: No space left on device.\n"


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    with start("replay", write_record(tmp_path / "game.json"), "--json", stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
