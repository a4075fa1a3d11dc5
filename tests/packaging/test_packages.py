"""A package holds everything that a user needs, built, and nothing else."""

import configparser
import os
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from tests.packaging.tree import LANGUAGE, ROOT, Packages, committed

CLIENT = Path("src/ratskeller/web/client")


@pytest.fixture(scope="module")
def names(packages: Packages) -> set[str]:
    return set(zipfile.ZipFile(packages.wheel).namelist())


def test_wheel_has_every_file_of_the_package_but_the_sources_of_what_is_built(names: set[str]) -> None:
    source = [file for file in committed() if file.is_relative_to("src/ratskeller") and not file.is_relative_to(CLIENT)]
    expected = {str(file.relative_to("src")) for file in source if file.suffix not in {".po", ".pot"}}
    assert expected <= names


def test_wheel_has_the_built_client(names: set[str]) -> None:
    built = {Path(name).suffix for name in names if name.startswith("ratskeller/web/static/")}
    assert {".js", ".css"} <= built


def test_wheel_has_the_compiled_sentences(names: set[str]) -> None:
    assert f"ratskeller/locale/{LANGUAGE}/LC_MESSAGES/ratskeller.mo" in names


def test_wheel_has_nothing_that_is_only_for_building(names: set[str]) -> None:
    unwanted = [name for name in names if "node_modules" in name or Path(name).suffix in {".ts", ".po", ".pot", ".tsx"}]
    assert unwanted == []
    assert {name.split("/")[0].split("-")[0] for name in names} == {"ratskeller"}


def test_wheel_built_from_the_sdist_is_the_same_and_needs_no_node(packages: Packages, names: set[str]) -> None:
    again = zipfile.ZipFile(packages.wheel_from_sdist)
    assert set(again.namelist()) == names


def test_version_is_said_once(packages: Packages) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = f"ratskeller-{project['version']}.dist-info"
    wheel = zipfile.ZipFile(packages.wheel)
    assert Parser().parsestr(wheel.read(f"{folder}/METADATA").decode())["Version"] == project["version"]
    scripts = configparser.ConfigParser()
    scripts.read_string(wheel.read(f"{folder}/entry_points.txt").decode())
    assert scripts["console_scripts"]["ratskeller"] == project["scripts"]["ratskeller"]


def test_a_new_language_is_spoken_without_any_code(packages: Packages, tmp_path: Path) -> None:
    zipfile.ZipFile(packages.wheel).extractall(tmp_path)
    code = (
        "from ratskeller.words import _, languages, use_language\n"
        f"with use_language({LANGUAGE!r}): print({LANGUAGE!r} in languages(), _('Rat Attack'))"
    )
    # PYTHONPATH goes before an editable install.
    said = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == ["True", "yIHmey"]
