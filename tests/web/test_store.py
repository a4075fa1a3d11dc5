"""The store keeps events in order, all or nothing, and refuses what it cannot use in one sentence."""

import asyncio
import os
import sqlite3
import time
from collections.abc import Generator
from pathlib import Path

import pytest
import sqlalchemy as sa

from ratskeller.web.store import SCHEMA, ChairRow, Change, Conflict, Event, NotStored, Store, StoreError

ANNA = ChairRow(1, "anna", "Anna", None)
FREE = ChairRow(2, None, "", None)


@pytest.fixture
def store(database: str) -> Generator[Store]:
    store = Store(database)
    yield store
    store.close()


def event(number: int, kind: str = "move", at: float = 0.0, **data: object) -> Event:
    return Event(number, kind, data, at or time.time())


def new_table(id: str, *chairs: ChairRow, state: str = "open", listed: bool = True, at: float = 0.0) -> Change:
    return Change(id, [event(1, "open", at)], state=state, chairs=chairs or (ANNA, FREE), create=("rat-attack", listed))


def write(store: Store, *changes: Change) -> list[BaseException | None]:
    async def all_at_once() -> list[BaseException | None]:
        return await asyncio.gather(*map(store.write, changes), return_exceptions=True)

    return asyncio.run(all_at_once())


def test_events_are_read_in_order_with_all_they_hold(store: Store) -> None:
    written = [event(2, move="17@2,-1e", seat=1), event(3, "chance", move="draw 4"), event(4, "sit", name="Ödön “Ž”")]
    assert write(store, new_table("a"), Change("a", written)) == [None, None]
    assert store.events("a", after=1) == written
    assert [each.number for each in store.events("a")] == [1, 2, 3, 4]
    assert store.events("b") == []


def test_of_two_who_write_the_same_number_one_wins(store: Store) -> None:
    write(store, new_table("a"))
    answers = write(store, Change("a", [event(2, move="first")]), Change("a", [event(2, move="second")]))
    assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "NoneType"]
    assert len(store.events("a")) == 2


def test_a_change_is_stored_whole_or_not_at_all(store: Store) -> None:
    write(store, new_table("a"), Change("a", [event(2)]))
    taken = Change("a", [event(3), event(2)], state="over", chairs=[ANNA])
    assert isinstance(write(store, taken)[0], Conflict)
    assert [each.number for each in store.events("a")] == [1, 2]
    assert store.open_tables()[0].chairs == (ANNA, FREE)


def test_a_change_that_fails_takes_no_other_with_it(store: Store) -> None:
    write(store, *(new_table(f"t{k}") for k in range(20)))
    changes = [Change(f"t{k}", [event(2)]) for k in range(20)]
    answers = write(store, *changes[:10], Change("t3", [event(1)]), Change("nowhere", [event(1)]), *changes[10:])
    failed = [answer for answer in answers if answer is not None]
    assert len(failed) == 2
    assert all(isinstance(answer, NotStored) for answer in failed)
    assert all(len(store.events(f"t{k}")) == 2 for k in range(20))


def test_what_was_answered_is_there_after_opening_again(database: str) -> None:
    first = Store(database)
    write(first, new_table("a"), *(Change("a", [event(number)]) for number in range(2, 50)))
    second = Store(database)
    assert len(second.events("a")) == 49
    first.close()
    second.close()


def test_open_tables_are_those_that_wait_and_may_be_shown(store: Store) -> None:
    write(
        store,
        new_table("old", at=1.0),
        new_table("new", at=2.0),
        new_table("secret", listed=False),
        new_table("running", state="playing"),
    )
    assert [row.id for row in store.open_tables()] == ["new", "old"]
    assert [row.id for row in store.open_tables(limit=1)] == ["new"]
    assert store.open_tables()[0].chairs == (ANNA, FREE)


def test_my_tables_are_those_i_sit_at(store: Store) -> None:
    ben = ChairRow(2, "ben", "Ben", None)
    write(store, new_table("a"), new_table("b", ANNA, ben, state="playing"), new_table("c", state="closed"))
    assert {row.id for row in store.tables_of("anna")} == {"a", "b"}
    assert [row.id for row in store.tables_of("ben")] == ["b"]
    assert store.tables_of("nobody") == []


def test_whoever_sits_down_keeps_when_others_were_seen(store: Store) -> None:
    write(store, new_table("a", at=1.0))
    asyncio.run(store.see([("a", "anna")], 7.0))
    write(
        store, Change("a", [event(2, "sit", at=9.0)], state="playing", chairs=[ANNA, ChairRow(2, "ben", "Ben", None)])
    )
    assert store.seen(["a", "b"]) == {("a", "anna"): 7.0, ("a", "ben"): 9.0}


def test_tables_that_never_started_are_swept_up(store: Store) -> None:
    write(store, new_table("stale", at=1.0), new_table("fresh"), new_table("played", state="playing", at=1.0))
    assert asyncio.run(store.sweep(unstarted_before=100.0)) == ["stale"]
    assert [row.id for row in store.open_tables()] == ["fresh"]
    assert store.events("stale")[-1].kind == "close"
    assert asyncio.run(store.sweep(unstarted_before=100.0)) == []


def test_a_newer_schema_is_refused(database: str) -> None:
    store = Store(database)
    store.close()
    engine = sa.create_engine(store.url)
    with engine.begin() as connection:
        connection.execute(sa.text(f"INSERT INTO ratskeller (schema) VALUES ({SCHEMA + 1})"))
    engine.dispose()
    with pytest.raises(StoreError, match=f"newer version.*schema {SCHEMA + 1}"):
        Store(database)


def test_many_that_open_an_empty_store_at_once_all_can(database: str) -> None:
    async def open_all() -> list[Store]:
        return await asyncio.gather(*(asyncio.to_thread(Store, database) for _each in range(4)))

    for store in asyncio.run(open_all()):
        store.close()


def refusal(database: str | Path) -> str:
    with pytest.raises(StoreError) as refused:
        Store(database)
    sentence = str(refused.value)
    assert "\n" not in sentence
    return sentence


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Dear diary, " * 100)
    assert refusal(file) == f"{file} is not a database, or a damaged one: choose another file for the tables."
    assert file.read_text() == "Dear diary, " * 100


def test_a_truncated_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    store = Store(file)
    write(store, *(new_table(f"t{k}") for k in range(200)))
    store.close()
    file.write_bytes(file.read_bytes()[:6000])
    assert "not a database, or a damaged one" in refusal(file)


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "music.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE songs (title)")
    connection.close()
    assert "belongs to another program" in refusal(file)


def test_a_database_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    Store(file).close()
    assert "cannot be written" in refusal(f"sqlite:///file:{file}?mode=ro&uri=true")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="whoever may write everything is not refused")
def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    Store(file).close()
    file.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        assert "cannot be written" in refusal(file)
    finally:
        tmp_path.chmod(0o700)


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    assert f"The folder {tmp_path / 'nowhere'} does not exist" in refusal(tmp_path / "nowhere" / "tables.db")
    assert "cannot be opened" in refusal(tmp_path)


@pytest.mark.parametrize("url", ["mysql://a/b", "oracle://", "redis://localhost"])
def test_other_databases_are_refused(url: str) -> None:
    backend = url.partition(":")[0]
    assert refusal(url) == f"Tables can be kept in SQLite or PostgreSQL, not in {backend}."


def test_an_address_that_is_none_is_refused() -> None:
    assert refusal("://").startswith(":// is not a database: give the path of a file")


def test_a_server_that_is_not_there_is_said_without_its_password() -> None:
    sentence = refusal("postgresql://me:secret@127.0.0.1:1/tables")
    assert "cannot be used" in sentence
    assert "secret" not in sentence


def test_changes_fail_soon_while_another_process_holds_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ratskeller.web.store._PATIENCE", 0.2)
    store = Store(tmp_path / "tables.db")
    write(store, new_table("a"), new_table("b"))
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    answers = write(store, Change("a", [event(2)]), Change("b", [event(2)]))
    assert all(isinstance(answer, NotStored) for answer in answers)
    assert time.monotonic() - began < 2
    other.execute("ROLLBACK")
    other.close()
    assert [len(store.events(table)) for table in "ab"] == [1, 1], "what was refused is not made up for later"
    assert write(store, Change("a", [event(2)])) == [None]
    store.close()
