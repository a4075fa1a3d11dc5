"""The packages as a user gets them, built once from a copy of the tree with one more language."""

import os
import shutil
import subprocess

import pytest

import hatch_build
from tests.packaging.tree import CATALOGUE, LANGUAGE, ROOT, Packages, committed, hatchling


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    work = tmp_path_factory.mktemp("packages")
    tree = work / "tree"
    for file in committed():
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, tree / file)
    if hatch_build.find_npm() is None:
        # The client was built when this checkout was installed; what it takes cannot be had twice without Node.
        shutil.copytree(ROOT / hatch_build.WEB / "static", tree / hatch_build.WEB / "static")
    po = tree / hatch_build.LOCALE / LANGUAGE / "LC_MESSAGES" / "ratskeller.po"
    po.parent.mkdir(parents=True)
    po.write_text(CATALOGUE, encoding="utf-8")

    wheel = hatchling(tree, "wheel", work / "wheel", os.environ["PATH"])
    sdist = hatchling(tree, "sdist", work / "sdist", os.environ["PATH"])
    (work / "unpacked").mkdir()
    subprocess.run(["tar", "-xf", sdist, "-C", work / "unpacked"], check=True)
    [unpacked] = (work / "unpacked").iterdir()
    # An sdist carries the built client, so this needs no Node.
    return Packages(tree, wheel, hatchling(unpacked, "wheel", work / "wheel-from-sdist", path=""))
