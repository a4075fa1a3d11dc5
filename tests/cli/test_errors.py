"""Whatever is wrong on the command line or in a file is said in one sentence that tells what would be right."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ratskeller.cli import main
from tests.cli.command import MOVES, write_record

Refusal = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refusal:
    """Run a command that must be refused; return what it says."""

    def run(*arguments: str) -> str:
        assert main(arguments) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("Error: ")
        assert err.count("\n") == 1
        return err.removeprefix("Error: ").rstrip("\n")

    return run


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("juggle", "There is no command juggle; there are serve, play, replay, simulate, arena, perft."),
        ("--juggle", "no option --juggle"),
        ("perft", "GAME is missing"),
        ("perft rat-attack", "--depth is missing"),
        ("perft rat-attack --depth", "--depth needs a value"),
        ("perft rat-attack --dept 1", "did you mean --depth"),
        ("perft rat-attack --depth 1 2", "(2)"),
        ("perft chess --depth 1", "no game 'chess'; there are "),
        ("perft rat-attack --depth -1", "--depth is a whole number from 0 to 1000, not “-1”."),
        ("perft rat-attack --depth +1", "not “+1”"),
        ("perft rat-attack --depth 01", "not “01”"),
        ("perft rat-attack --depth 1_0", "not “1_0”"),
        ("perft rat-attack --depth ٣", "not “٣”"),
        ("perft rat-attack --depth 1001", "not “1001”"),
        ("perft rat-attack --depth 1 --players 7", "is played by 2 players, not by 7"),
        ("perft rat-attack --depth 1 --players -7", "--players is a whole number from 1"),
        ("perft rat-attack --depth 1 --option luck=1", "no option luck; it has starter, rats_to_lose"),
        ("perft rat-attack --depth 1 --option starter", "name=value"),
        ("perft rat-attack --depth 1 --option =1", "name=value"),
        ("perft rat-attack --depth 1 --option starter=true", "Option starter cannot be True"),
        ("perft rat-attack --depth 1 --option starter=01", "Option starter cannot be '01'"),
        ("perft rat-attack --depth 1 --option starter=3", "it can be 1, 2"),
        ("perft rat-attack --depth 1 --option starter=" + "9" * 9999, "Option starter cannot be"),
        ("perft rat-attack --depth 1 --option starter=1 --option starter=1", "--option starter is given twice"),
        ("perft rat-attack --depth 1 --components nowhere.toml", "nowhere.toml cannot be read"),
        ("simulate rat-attack --games 0", "--games is a whole number from 1"),
        ("simulate rat-attack --games 10000000000000", "--games is a whole number from 1"),
        ("simulate rat-attack --seed -1", "--seed is a whole number from 0"),
        ("simulate rat-attack --seed " + "9" * 9999, "--seed is a whole number from 0"),
        ("simulate rat-attack --threads 0", "--threads is a whole number from 1"),
        ("simulate rat-attack --bots clever", "no bot 'clever'; there are random, greedy"),
        (
            "simulate rat-attack --bots random,random,random",
            "hold 2 of the seats: name so many, or one for all of them, not 3",
        ),
        ("simulate rat-attack --json=1", "--json"),
        ("arena rat-attack", "--bots is missing"),
        ("arena rat-attack --bots greedy", "An arena needs two bots or more"),
        ("arena rat-attack --bots greedy,clever", "no bot 'clever'; there are random, greedy"),
        ("arena rat-attack --bots greedy,random:luck=1", "has no settings; luck is given"),
        ("arena rat-attack --bots greedy,random --games 0", "--games is a whole number from 1 to 1000000, not “0”."),
        ("arena rat-attack --bots greedy,random --seed -1", "--seed is a whole number from 0"),
        ("arena rat-attack --bots greedy,random --threads 0", "--threads is a whole number from 1"),
        ("arena rat-attack --bots greedy,random --players 3", "is played by 2 players, not by 3"),
        ("arena rat-attack --bots greedy,random --save .", "cannot be used: Is a directory"),
        ("arena rat-attack --bots greedy,random --save /nowhere/a.jsonl", "/nowhere/a.jsonl cannot be used"),
        ("play rat-attack --seat 3", "--seat is a whole number from 0 to 2"),
        ("play rat-attack --bots greedy,greedy", "hold 1 of the seats"),
        ("play rat-attack --names Ann", "names is a list of 2 texts"),
        ("play rat-attack --record /nowhere/game.json", "/nowhere/game.json cannot be written"),
        ("serve --port 70000", "--port is a whole number from 0 to 65535"),
        ("serve --workers 0", "--workers is a whole number from 1"),
        ("replay", "FILE is missing"),
        ("replay nowhere.json", "cannot be read: No such file or directory"),
        ("replay ", "“” cannot be read"),
        ("replay .", "cannot be read: Is a directory"),
        ("replay a\0b", "a\\x00b"),
    ],
    ids=lambda text: text[:60].replace("\0", "NUL") if text else "",
)
def test_what_is_wrong_is_said(refused: Refusal, arguments: str, part: str) -> None:
    assert part in refused(*arguments.split(" "))


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "not JSON at line 1, column 1"),
        (b"\x89PNG\r\n\x1a\n\xff", "not UTF-8"),
        (b"[]", "one JSON object"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"ratskeller": 1}', "needs the keys game, players and moves"),
        (b'{"ratskeller": 2, "game": "rat-attack", "players": 2, "moves": []}', "this one has 2"),
        (b'{"ratskeller": 1, "game": "chess", "players": 2, "moves": []}', "no game 'chess'"),
        (b'{"ratskeller": 1, "game": "rat-attack", "players": 3, "moves": []}', "played by 2 players, not by 3"),
        (b'{"ratskeller": 1, "game": "rat-attack", "players": 2, "names": ["Ann"], "moves": []}', "names"),
        (b'{"ratskeller": 1, "game": "rat-attack", "players": 2, "moves": ["draw 1", "draw 1"]}', "Move 2"),
        (b'{"ratskeller": 1, "game": "rat-attack", "players": 2, "moves": ["draw 1\\n"]}', "malformed"),
        (b'{"ratskeller": 1, "game": "rat-attack", "players": 2, "moves": ["draw 45"]}', "unknown"),
        (b'{"ratskeller": 1, "game": "rat-attack", "players": 2, "moves": [1]}', "Move 1 must be a text"),
    ],
    ids=lambda value: value[:70].decode(errors="replace") if isinstance(value, bytes) else "",
)
def test_a_record_that_is_none_is_refused(refused: Refusal, tmp_path: Path, content: bytes, part: str) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    for arguments in (["replay", str(file), "--json"], ["perft", "rat-attack", "--from", str(file), "--depth", "1"]):
        sentence = refused(*arguments)
        assert part in sentence
        assert "game.json" in sentence


def test_a_truncated_record_is_refused_wherever_it_breaks_off(refused: Refusal, tmp_path: Path) -> None:
    whole = Path(write_record(tmp_path / "whole.json")).read_text()
    file = tmp_path / "game.json"
    for length in range(0, len(whole) - 1, 5):
        file.write_text(whole[:length])
        assert "damaged or cut off" in refused("replay", str(file))


def test_at_beyond_the_end_is_refused(refused: Refusal, tmp_path: Path) -> None:
    record = write_record(tmp_path / "game.json")
    assert "has 5 moves; 6 of them cannot be made" in refused("replay", record, "--json", "--at", "6")
    assert "--at is a whole number from 0" in refused("replay", record, "--at", "-1")


def test_an_illegal_move_after_at_is_refused(refused: Refusal, tmp_path: Path) -> None:
    record = write_record(tmp_path / "game.json", [*MOVES, "draw 17"])
    assert "Move 6" in refused("replay", record, "--json", "--at", "1")


def test_a_picture_that_cannot_be_written_is_said(refused: Refusal, tmp_path: Path) -> None:
    record = write_record(tmp_path / "game.json")
    assert "cannot be written: Is a directory" in refused("replay", record, "--json", "--svg", str(tmp_path))


def test_a_record_says_by_itself_how_it_is_played(refused: Refusal, tmp_path: Path) -> None:
    given = ["perft", "rat-attack", "--from", write_record(tmp_path / "game.json"), "--depth", "1"]
    for excluded in (["--players", "2"], ["--option", "starter=1"], ["--components", "tiles.toml"]):
        assert f"--from and {excluded[0]} exclude each other" in refused(*given, *excluded)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("tiles = [", "is not a TOML file"),
        ("tiles = 1", "start is a list"),
        ('start = [".", ".", "."]\ntiles = []', "tiles is a list"),
    ],
)
def test_components_that_are_none_are_refused(refused: Refusal, tmp_path: Path, content: str, part: str) -> None:
    file = tmp_path / "tiles.toml"
    file.write_text(content)
    assert part in refused("simulate", "rat-attack", "--components", str(file))


def test_options_are_typed_as_they_are_written() -> None:
    from ratskeller.cli.values import options

    assert json.dumps(options(["a=1", "b=-2", "c=true", "d=false", "e=1.0", "f=", "g=x=y", "h=True", "i=007"])) == (
        '{"a": 1, "b": -2, "c": true, "d": false, "e": "1.0", "f": "", "g": "x=y", "h": "True", "i": "007"}'
    )
