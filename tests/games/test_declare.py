"""Options as they are written."""

import pytest

from ratskeller.games.declare import read_value, write_value


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("-2", -2), ("0", 0), ("true", True), ("false", False), ("all", "all"), ("", "")],
)
def test_a_value_is_read_and_written(text: str, value: object) -> None:
    read = read_value(text)
    assert read == value
    assert type(read) is type(value)
    assert write_value(read) == text


@pytest.mark.parametrize("text", ["+3", "03", "3.0", "٣", "True", "3 ", "9" * 5000, "[3]"])
def test_anything_else_is_a_text(text: str) -> None:
    assert read_value(text) == text
