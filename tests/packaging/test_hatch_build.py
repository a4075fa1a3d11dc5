"""How the client and the catalogues are built, with a toy client and toy programs."""

import os
from pathlib import Path
from typing import Any

import pytest
from hatchling.metadata.core import ProjectMetadata

import hatch_build
from hatch_build import NODE_WHEEL, BuildFailed, CustomBuildHook

BUILDS = """[ "$1" = ci ] || cat source.ts > ../static/client.js"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with a client of one file."""
    client = tmp_path / hatch_build.WEB / "client"
    client.mkdir(parents=True)
    (client / "source.ts").write_text("first")
    return tmp_path


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder before /bin on an otherwise empty PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "cat").symlink_to("/bin/cat")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{tools}")
    return folder


def program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def node(folder: Path, version: str = "v22.1.0", npm: str = BUILDS) -> None:
    program(folder, "node", f"echo {version}")
    program(folder, "npm", npm)


def built(tree: Path) -> str:
    return (tree / hatch_build.WEB / "static" / "client.js").read_text()


def needs(tree: Path) -> list[str]:
    metadata: ProjectMetadata[Any] = ProjectMetadata(str(tree), None, {"project": {"name": "toy", "version": "1"}})
    return CustomBuildHook(str(tree), {}, None, metadata, str(tree), "wheel").dependencies()


@pytest.fixture
def no_node_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "wheels_npm", lambda: None)


def test_client_is_built_again_only_when_its_sources_have_changed(tree: Path, programs: Path) -> None:
    node(programs)
    hatch_build.build(tree)
    assert built(tree) == "first"

    node(programs, npm="exit 1")
    (tree / hatch_build.WEB / "client" / "node_modules").mkdir()
    (tree / hatch_build.WEB / "client" / "node_modules" / "anything.js").write_text("")
    hatch_build.build(tree)

    node(programs)
    (tree / hatch_build.WEB / "client" / "source.ts").write_text("second")
    hatch_build.build(tree)
    assert built(tree) == "second"


@pytest.mark.parametrize("fails", ["ci", "run"])
def test_failed_build_of_the_client_fails_the_build_and_says_what_npm_said(
    tree: Path, programs: Path, fails: str
) -> None:
    node(programs, npm=f'if [ "$1" = {fails} ]; then echo no such thing; exit 3; fi; {BUILDS}')
    with pytest.raises(BuildFailed, match=rf"npm {fails} failed in .* \(exit 3\)\nno such thing"):
        hatch_build.build(tree)


def test_half_built_client_is_not_taken_for_a_built_one(tree: Path, programs: Path) -> None:
    node(programs)
    hatch_build.build(tree)
    source = tree / hatch_build.WEB / "client" / "source.ts"
    source.write_text("second")
    node(programs, npm=f"{BUILDS}; exit 1")
    with pytest.raises(BuildFailed):
        hatch_build.build(tree)
    source.write_text("first")
    node(programs)
    hatch_build.build(tree)
    assert built(tree) == "first"


def test_build_that_leaves_no_script_has_failed(tree: Path, programs: Path) -> None:
    node(programs, npm="exit 0")
    with pytest.raises(BuildFailed, match="left no script"):
        hatch_build.build(tree)


@pytest.mark.usefixtures("programs", "no_node_wheel")
def test_without_any_npm_the_build_says_what_to_install(tree: Path) -> None:
    with pytest.raises(BuildFailed, match="install Node"):
        hatch_build.build(tree)


def test_node_wheel_is_asked_for_only_where_it_is_needed(tree: Path, programs: Path) -> None:
    assert needs(tree) == [NODE_WHEEL]
    node(programs, version="v12.22.9")
    assert needs(tree) == [NODE_WHEEL]
    node(programs)
    assert needs(tree) == []
    hatch_build.build(tree)
    (programs / "npm").unlink()
    assert needs(tree) == []


def test_broken_catalogue_fails_the_build(tmp_path: Path) -> None:
    po = tmp_path / "sv" / "LC_MESSAGES" / "ratskeller.po"
    po.parent.mkdir(parents=True)
    po.write_text('msgid "Red"\n"Röd"\nmsgtext "Röd"\n', encoding="utf-8")
    with pytest.raises(BuildFailed, match=r"ratskeller\.po cannot be read"):
        hatch_build.build_catalogues(tmp_path)
