"""A file of finished games is gone on with only where that is right, and another file is never touched."""

import json
from pathlib import Path
from typing import Any

import pytest

from ratskeller.lab.ledger import BadLedger, Ledger, read_setting

SETTING = {"game": "rat-attack", "seed": 7, "options": {"starter": 2}}


def game(data: dict[str, Any]) -> int:
    if "number" not in data:
        raise ValueError(data)
    return int(data["number"])


def kept(file: Path, *numbers: int, setting: dict[str, Any] = SETTING) -> list[int]:
    """What the file held; the numbers are added."""
    with Ledger(file, setting, game) as ledger:
        for number in numbers:
            ledger.add({"number": number})
        return ledger.games


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def test_what_was_added_is_there_again(file: Path) -> None:
    assert kept(file, 1, 2) == []
    assert kept(file, 3) == [1, 2]
    assert kept(file) == [1, 2, 3]
    assert [json.loads(line).get("number") for line in file.read_text().splitlines()] == [None, 1, 2, 3]


def test_a_game_is_in_the_file_at_once(file: Path) -> None:
    with Ledger(file, SETTING, game) as ledger:
        ledger.add({"number": 1})
        assert file.read_text().endswith('{"number": 1}\n')


def test_wherever_it_was_cut_off_it_is_gone_on_with(file: Path) -> None:
    kept(file, 1, 22)
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        found = kept(file, 22)
        assert found == [1, 22][: max(0, whole[:length].count(b"\n") - 1)]
        assert kept(file) == [*found, 22]


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"seed": 8}, "holds games with seed 7, not 8"),
        ({"options": {}}, r'holds games with options {"starter": 2}, not {}'),
        ({"options": {"starter": 2.0}}, "holds games with options"),
        ({"bots": ["a"]}, "holds games with bots null, not"),
    ],
)
def test_another_setting_is_refused(file: Path, other: dict[str, Any], sentence: str) -> None:
    kept(file, 1)
    before = file.read_bytes()
    with pytest.raises(BadLedger, match=sentence):
        kept(file, setting=SETTING | other)
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"dear diary\n", b"dear diary", b'{"ratskeller": 1}\n', b"[1]\n", b"\xff\xfe\n"])
def test_another_file_is_left_as_it_is(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(BadLedger, match="is another file"):
        kept(file)
    assert file.read_bytes() == content


def test_a_file_of_a_later_version_is_refused(file: Path) -> None:
    file.write_text('{"ratskeller arena": 2}\n')
    with pytest.raises(BadLedger, match="another version"):
        kept(file)


@pytest.mark.parametrize("line", ["", "{", "[]", '{"numb": 1}', '{"number": "x"}'])
def test_a_line_that_is_no_game_is_said(file: Path, line: str) -> None:
    kept(file, 1)
    with file.open("a") as end:
        end.write(f'{line}\n{{"number": 3}}\n')
    with pytest.raises(BadLedger, match=r"games\.jsonl: line 3 is no game"):
        kept(file)


def test_the_setting_can_be_read_alone(file: Path) -> None:
    assert read_setting(file) is None
    file.write_bytes(b"")
    assert read_setting(file) is None
    kept(file, 1)
    assert read_setting(file) == SETTING
