"""What must not stand in any file of the project."""

import json
import re

import pytest

import hatch_build
from tests.packaging.tree import ROOT, committed

# Where packages come from is each machine's own matter, and so are its paths.
REGISTRY = re.compile(
    r"pypi\.org|pythonhosted\.org|registry\.npmjs|deb\.debian\.org|npmmirror\.com|unpkg\.com|jsdelivr\.net"
)
MACHINE_PATH = re.compile(r"(?<![\w.~$)}\]-])/(?:root|home/[a-z]\w*|Users/\w+|work)/\w")
CLIENT = hatch_build.WEB / "client"
LOCKS = [file for file in committed() if file.name == "package-lock.json"]


@pytest.mark.parametrize("unwanted", [REGISTRY, MACHINE_PATH], ids=["registry", "machine path"])
def test_no_file_names_a_registry_or_a_path_of_one_machine(unwanted: re.Pattern[str]) -> None:
    found = []
    for file in committed():
        text = (ROOT / file).read_text(encoding="utf-8", errors="replace")
        found += [f"{file}: {match.group()}" for match in unwanted.finditer(text)]
    assert found == []


def test_client_has_a_lock() -> None:
    assert LOCKS


@pytest.mark.parametrize("lock", LOCKS, ids=str)
def test_lock_says_what_but_not_from_where(lock: object) -> None:
    packages = json.loads((ROOT / str(lock)).read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []


def test_lock_has_the_compilers_of_other_machines_too() -> None:
    names = {
        name.rpartition("node_modules/")[2]
        for lock in LOCKS
        for name in json.loads((ROOT / lock).read_text())["packages"]
    }
    assert {"@esbuild/linux-x64", "@esbuild/linux-arm64", "@esbuild/darwin-arm64", "@esbuild/win32-x64"} <= names


def test_clients_scripts_do_not_call_npm() -> None:
    # The npm that comes with the Node from PyPI cannot be called by its name.
    scripts = json.loads((ROOT / CLIENT / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert [name for name, script in scripts.items() if re.search(r"\bnp[mx]\b", script)] == []
