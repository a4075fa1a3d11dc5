"""Limits stop who does too much, say for how long, and do not fill the memory."""

import time
from dataclasses import Field, fields

import pytest

from ratskeller.web import limiter as module
from ratskeller.web.limiter import Limiter, TooMany, address_key
from ratskeller.web.settings import BadSetting, Settings
from tests.packaging.tree import ROOT


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def test_one_too_many_is_refused_until_the_window_is_over(clock: list[float]) -> None:
    limiter = Limiter(Settings(limit_tables="3/minute"))
    for _each in range(3):
        limiter.count("tables", "a")
    with pytest.raises(TooMany) as refused:
        limiter.count("tables", "a")
    assert refused.value.wait == 60
    limiter.count("tables", "b")
    limiter.count("moves", "a")
    clock[0] += 61
    limiter.count("tables", "a")


def test_checking_counts_nothing(clock: list[float]) -> None:
    limiter = Limiter(Settings(limit_refused="1/minute"))
    for _each in range(5):
        limiter.check("refused", "a")
    limiter.count("refused", "a")
    with pytest.raises(TooMany):
        limiter.check("refused", "a")


def test_counters_do_not_fill_the_memory(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_COUNTERS", 100)
    counters = module._Counters()
    for number in range(1000):
        counters.incr(str(number), 60)
        clock[0] += 0.001
    assert len(counters._counts) <= 100
    assert counters.get("999") == 1


def test_an_address_is_a_household() -> None:
    assert address_key("192.0.2.7") == "192.0.2.7"
    assert address_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_key("2001:db8:1:2:aaaa::1") == address_key("2001:db8:1:2:bbbb::2") != address_key("2001:db8:1:3::1")
    assert address_key("") == ""
    assert address_key("not:an:address") == "not:an:address"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("RATSKELLER_LIMIT_TABLES", "many"),
        ("RATSKELLER_BOT_PACE", "-1"),
        ("RATSKELLER_BOT_PACE", "nan"),
        ("RATSKELLER_BOT_PACE", "inf"),
        ("RATSKELLER_LIMIT_STREAMS", "1.5"),
        ("RATSKELLER_PING_EVERY", "0"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"{variable} cannot be {value}"):
        Settings.from_environment({variable: value})


def test_settings_come_from_the_environment() -> None:
    settings = Settings.from_environment({"RATSKELLER_BOT_PACE": "0", "RATSKELLER_LIMIT_STREAMS": "3"}, database="x.db")
    assert (settings.bot_pace, settings.limit_streams, settings.tables) == (0.0, 3, "x.db")


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda setting: setting.name)
def test_every_setting_is_told_to_who_serves(setting: Field[object]) -> None:
    told = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    row = next(line for line in told.splitlines() if line.startswith(f"| `RATSKELLER_{setting.name.upper()}` |"))
    if setting.default:
        assert f"`{setting.default if isinstance(setting.default, str) else f'{setting.default:g}'}`" in row
