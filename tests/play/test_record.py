"""Records: what is kept, and what is refused."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ratskeller
from ratskeller import BadRecord, IllegalMove, Record

GOOD: dict[str, Any] = {
    "ratskeller": 1,
    "game": "rat-attack",
    "players": 2,
    "options": {"rats_to_lose": 4},
    "names": ["Röd", "Зелёный"],
    "seed": 7,
    "moves": ["draw 17", "draw 3", "17@2,0e"],
    "played_at": {"place": "cellar"},
}


def test_a_record_is_kept_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    record = ratskeller.load(path)
    assert record.to_json() == GOOD
    record.dump(path)
    assert json.loads(path.read_text(encoding="utf-8")) == GOOD
    assert ratskeller.load(path) == record
    position = record.replay()
    assert position.names == GOOD["names"]
    assert position.seed == 7
    assert position.options["rats_to_lose"] == 4
    assert position.to_act == 1


def test_options_at_their_default_are_not_kept() -> None:
    record = ratskeller.loads(json.dumps(GOOD | {"options": {"starter": 1, "rats_to_lose": 4}}))
    assert record.options == {"rats_to_lose": 4}


def test_names_seed_and_options_may_be_missing() -> None:
    record = ratskeller.loads('{"ratskeller": 1, "game": "rat-attack", "players": 2, "moves": []}')
    assert (record.names, record.seed, record.options) == (None, None, {})
    assert record.replay() == ratskeller.game("rat-attack").start()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ratskeller": 2}, "“ratskeller”: 1; this one has 2"),
        ({"ratskeller": "1"}, "this one has '1'"),
        ({"ratskeller": True}, "this one has True"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": 5}, "game must be a text"),
        ({"players": 3}, "is played by 2 players"),
        ({"players": "2"}, "is played by 2 players"),
        ({"players": 2.0}, "is played by 2 players"),
        ({"options": {"rats_to_lose": 10}}, "rats_to_lose cannot be 10; it can be 1 to 9"),
        ({"options": {"rats_to_lose": True}}, "rats_to_lose cannot be True"),
        ({"options": {"rats": 3}}, "no option rats"),
        ({"options": []}, "Options are a mapping"),
        ({"names": ["Ann"]}, "names is a list of 2 texts"),
        ({"names": "AB"}, "names is a list of 2 texts"),
        ({"seed": -1}, "A seed is a whole number"),
        ({"moves": "draw 17"}, "moves a list of texts"),
        ({"moves": ["draw 17", 3]}, "Move 2 must be a text"),
        ({"components": 5}, "components must be"),
        ({"components": {"tiles": []}}, "start is a list"),
        ({"games": []}, "record of a match"),
        ({"players": None}, "players must be a whole number"),
        ({"names": None}, "names must not be null"),
        ({"seed": None}, "seed must not be null"),
        ({"options": None}, "options must not be null"),
    ],
)
def test_a_wrong_record_is_refused_on_load(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        ratskeller.loads(json.dumps(GOOD | change))


@pytest.mark.parametrize("key", ["ratskeller", "game", "players", "moves"])
def test_a_record_without_a_needed_key_is_refused(key: str) -> None:
    with pytest.raises(BadRecord):
        ratskeller.loads(json.dumps({name: value for name, value in GOOD.items() if name != key}))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "damaged or cut off"),
        (json.dumps(GOOD)[:100].encode(), "not JSON at line 1, column"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[1, 2]", "one JSON object"),
        (b"null", "one JSON object"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"ratskeller": 1, "seed": ' + b"9" * 5000 + b"}", "a number that cannot be read"),
        (b'{"ratskeller": 1, "seed": NaN}', "a number that cannot be read: NaN"),
        (rb'{"ratskeller": 1, "names": ["\ud800", ""]}', "not UTF-8"),
    ],
)
def test_what_is_no_record_is_refused(text: bytes, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        ratskeller.loads(text)


@settings(max_examples=150, deadline=None)
@given(at=st.integers(0, 200), byte=st.binary(max_size=2))
def test_a_damaged_record_is_refused_or_read_but_never_crashes(at: int, byte: bytes) -> None:
    text = json.dumps(GOOD).encode()
    damaged = text[:at] + byte + text[at + 1 :]
    with contextlib.suppress(BadRecord, IllegalMove):
        ratskeller.loads(damaged).replay()


class TestReplay:
    @pytest.mark.parametrize("at", [0, 1, 2, 3])
    def test_it_may_stop_anywhere(self, at: int) -> None:
        assert ratskeller.loads(json.dumps(GOOD)).replay(at).moves == GOOD["moves"][:at]

    @pytest.mark.parametrize("at", [-1, 4, True, "2"])
    def test_it_cannot_stop_beyond_the_end(self, at: object) -> None:
        with pytest.raises(BadRecord, match="has 3 moves"):
            ratskeller.loads(json.dumps(GOOD)).replay(at)  # type: ignore[arg-type]

    def test_an_illegal_move_is_found_also_after_the_stop(self) -> None:
        record = Record("rat-attack", 2, [*GOOD["moves"], "3@9,9e"])
        with pytest.raises(IllegalMove, match="Move 4, “3@9,9e”, is illegal") as refused:
            record.replay(at=1)
        assert refused.value.ply == 3

    def test_the_digest_of_other_components_is_refused(self) -> None:
        record = ratskeller.loads(json.dumps(GOOD | {"components": "0" * 64}))
        with pytest.raises(BadRecord, match="other components"):
            record.replay()
        own = ratskeller.game("rat-attack").digest
        assert ratskeller.loads(json.dumps(GOOD | {"components": own})).replay().ply == 3
