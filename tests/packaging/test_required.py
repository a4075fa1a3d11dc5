"""A test that has to run and does not has failed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.packaging.tree import ROOT

TESTS = """
import pytest

@pytest.mark.browser
def test_in_a_browser(): pass

@pytest.mark.postgres
def test_that_skips_itself(): pytest.skip("not today")

def test_of_nothing_outside(): pass
"""


def outcome(folder: Path, **variables: str) -> str:
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    (folder / "test_some.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    browser\n    postgres\n")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("RATSKELLER_TEST")}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rs"]
    result = subprocess.run(command, cwd=folder, env=inherited | variables, capture_output=True, text=True, check=False)
    return result.stdout + result.stderr


def test_without_the_program_the_test_is_skipped_with_the_reason(tmp_path: Path) -> None:
    said = outcome(tmp_path)
    assert "1 passed, 2 skipped" in said
    assert "RATSKELLER_TEST_CHROMIUM is not set" in said


def test_required_test_that_is_skipped_has_failed(tmp_path: Path) -> None:
    said = outcome(tmp_path, RATSKELLER_TEST_REQUIRE="browser,postgres", RATSKELLER_TEST_POSTGRES="somewhere")
    assert "1 failed, 1 passed, 1 error" in said
    assert "browser is required, but the test was skipped" in said


def test_only_the_required_kind_has_to_run(tmp_path: Path) -> None:
    said = outcome(tmp_path, RATSKELLER_TEST_REQUIRE="browser", RATSKELLER_TEST_CHROMIUM="somewhere")
    assert "2 passed, 1 skipped" in said


def test_unknown_requirement_is_refused(tmp_path: Path) -> None:
    assert "RATSKELLER_TEST_REQUIRE names fish" in outcome(tmp_path, RATSKELLER_TEST_REQUIRE="fish")
