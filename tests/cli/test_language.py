"""The language is the one the environment asks for, as far as there is one."""

import pytest

from ratskeller.cli import wanted_languages


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, []),
        ({"LANG": "sv_SE.UTF-8"}, ["sv_SE"]),
        ({"LANG": "sv_SE.UTF-8", "LC_MESSAGES": "hu_HU"}, ["hu_HU"]),
        ({"LANG": "sv_SE", "LC_MESSAGES": "hu_HU", "LC_ALL": "lt_LT@euro"}, ["lt_LT"]),
        ({"LANG": "sv_SE", "LANGUAGE": "lt:hu"}, ["lt", "hu", "sv_SE"]),
        ({"LANG": "C.UTF-8", "LANGUAGE": "lt"}, []),
        ({"LC_ALL": "POSIX", "LANG": "sv_SE"}, []),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], wanted: list[str]) -> None:
    assert wanted_languages(environment) == wanted
