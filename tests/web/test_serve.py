"""Starting: ports, addresses, and what cannot be."""

import socket
from pathlib import Path

import httpx
import pytest

from ratskeller.web.serve import CannotServe, _listen, addresses, serve
from ratskeller.web.store import StoreError
from tests.web.conftest import Start
from tests.web.server import PATIENCE


def test_a_taken_port_is_said_and_the_next_free_one_used() -> None:
    said: list[str] = []
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with _listen("127.0.0.1", taken, said.append) as listener:
            port = listener.getsockname()[1]
    assert port > taken
    assert said == [f"Port {taken} is taken; using {port} instead."]


def test_port_0_is_any_free_port_and_nothing_is_said() -> None:
    said: list[str] = []
    with _listen("127.0.0.1", 0, said.append) as listener:
        assert listener.getsockname()[1] > 0
    assert said == []


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_a_port_that_is_none_is_refused(port: int) -> None:
    with pytest.raises(CannotServe, match="A port is a number from 0 to 65535"):
        serve(port=port)


def test_a_host_that_is_not_this_machine_is_refused() -> None:
    with pytest.raises(CannotServe, match=r"cannot listen on 192\.0\.2\.1|is not an address"):
        serve(host="192.0.2.1", port=0)
    with pytest.raises(CannotServe, match="is not an address of this machine"):
        serve(host="no such host", port=0)


def test_addresses_to_share() -> None:
    assert addresses("127.0.0.1", 8000) == ("http://127.0.0.1:8000", [])
    assert addresses("localhost", 80) == ("http://localhost", [])
    assert addresses("192.0.2.1", 81) == ("http://192.0.2.1:81", ["http://192.0.2.1:81"])
    assert addresses("2001:db8::1", 81)[0] == "http://[2001:db8::1]:81"
    here, elsewhere = addresses("0.0.0.0", 8000)
    assert here == "http://localhost:8000"
    assert all(address.startswith("http://") and "127." not in address for address in elsewhere)


def test_several_workers_need_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RATSKELLER_DATA_DIR", str(tmp_path))
    with pytest.raises(CannotServe, match="2 workers need PostgreSQL"):
        serve(port=0, workers=2)
    with pytest.raises(CannotServe, match="At least one worker"):
        serve(port=0, workers=0)


def test_a_store_that_cannot_be_used_is_said_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RATSKELLER_DATA_DIR", str(tmp_path))
    (tmp_path / "x.db").write_text("no database" * 100)
    said: list[str] = []
    with pytest.raises(StoreError, match="is not a database"):
        serve(port=0, database=str(tmp_path / "x.db"), say=said.append)
    assert said == []


def test_what_is_said_is_true(start: Start) -> None:
    server = start(ready=False)
    server.wait_until_up()
    assert f"Ratskeller is open at http://127.0.0.1:{server.port}\n" in server.output
    assert httpx.get(server.url, timeout=PATIENCE).status_code == 200
    assert (server.folder / "tables.db").is_file()
    assert (server.folder / "cookie.key").stat().st_mode & 0o777 == 0o600
