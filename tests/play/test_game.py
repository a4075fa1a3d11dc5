"""Games and their components."""

from pathlib import Path
from typing import Any

import pytest

import ratskeller
from ratskeller import BadComponents, BadOption
from ratskeller.games import ALL


def test_games_are_found_by_id() -> None:
    assert [game.id for game in ratskeller.games()] == [rules.id for rules in ALL]
    assert ratskeller.game("rat-attack") is ratskeller.game("rat-attack")


@pytest.mark.parametrize("name", ["chess", "", "Rat-Attack", None, 3])
def test_an_unknown_game_is_refused_with_the_known_ones(name: object) -> None:
    with pytest.raises(BadOption, match="rat-attack"):
        ratskeller.game(name)  # type: ignore[arg-type]


def test_other_components_are_data(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('start = ["ra", ".", "."]\ntiles = [["ra", ".", "."], ["gb", "gR", "."]]\n')
    game = ratskeller.game("rat-attack", components=mine)
    assert not game.standard
    assert game.start().legal() == ["draw 1", "draw 2"]
    assert game == ratskeller.game("rat-attack", components=str(mine))
    assert game != ratskeller.game("rat-attack")


def test_a_record_carries_other_components() -> None:
    components = {"start": [".", ".", "."], "tiles": [["ra", ".", "."], ["gb", "gR", "."]]}
    position = ratskeller.game("rat-attack", components).start()
    position.push("draw 2")
    again = ratskeller.loads(position.record().dumps()).replay()
    assert again == position
    assert again.game == position.game
    assert "components" not in ratskeller.game("rat-attack").start().record().to_json()


GOOD: dict[str, Any] = {"table": 64, "players": [2, 2], "start": [".", ".", "."], "tiles": [[".", "ra", "."]] * 4}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"table": 32}, "table is 64"),
        ({"players": [2, 4]}, "players is"),
        ({"start": [".", "."]}, "start is a list of three faces"),
        ({"start": None}, "start is a list of three faces"),
        ({"tiles": []}, "tiles is a list of 2 to 62 tiles, an even number"),
        ({"tiles": [[".", "ra", "."]] * 3}, "an even number"),
        ({"tiles": [[".", "ra", "."]] * 64}, "2 to 62"),
        ({"tiles": "rats"}, "tiles is a list"),
        ({"tiles": [[".", "ra", "."], [".", "re", "."]]}, r"tiles\[2\] is a list of three faces out of"),
        ({"tiles": [[".", "ra", "."], [".", ["ra"], "."]]}, r"tiles\[2\]"),
        ({"tiles": [[".", "ra", "."], 5]}, r"tiles\[2\]"),
    ],
)
def test_components_that_cannot_be_played_with_are_refused(change: dict[str, Any], sentence: str) -> None:
    ratskeller.game("rat-attack", GOOD)
    with pytest.raises(BadComponents, match=sentence):
        ratskeller.game("rat-attack", GOOD | change)


def test_a_file_that_is_no_components_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match="cannot be read"):
        ratskeller.game("rat-attack", tmp_path / "missing.toml")
    with pytest.raises(BadComponents, match="cannot be read"):
        ratskeller.game("rat-attack", tmp_path)
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b"\xff\xfe tiles")
    with pytest.raises(BadComponents, match="is not a TOML file"):
        ratskeller.game("rat-attack", broken)
    dated = tmp_path / "dated.toml"
    dated.write_text('start = [".", ".", "."]\nprinted = 2020-01-01\ntiles = [["ra", ".", "."], [".", ".", "."]]\n')
    with pytest.raises(BadComponents, match="numbers, texts"):
        ratskeller.game("rat-attack", dated)


@pytest.mark.parametrize("components", [5, [], b"mine.toml"])
def test_components_are_a_file_or_its_contents(components: object) -> None:
    with pytest.raises(BadComponents, match="components is a file's name"):
        ratskeller.game("rat-attack", components)  # type: ignore[arg-type]
