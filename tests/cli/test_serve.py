"""The tables are opened by ``ratskeller`` alone, and by ``ratskeller serve``."""

import os
import re
import signal
import stat
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.cli.command import run, start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def test_ratskeller_alone_opens_the_tables_in_the_browser(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    with start(environment={"BROWSER": str(browser), "PYTHONUNBUFFERED": "1"}) as process:
        assert process.stdout is not None
        address = None
        for line in process.stdout:
            if found := re.search(r"http://[\w.:]+", line):
                address = found[0]
                break
        assert address is not None
        until = time.monotonic() + 60
        while not opened.exists() and time.monotonic() < until:
            time.sleep(0.1)
        with urllib.request.urlopen(address, timeout=10) as lobby:
            assert b"Ratskeller" in lobby.read()
        os.kill(process.pid, signal.SIGINT)
        _out, err = process.communicate(timeout=30)
    assert opened.read_text().strip().rstrip("/") == address
    assert (process.returncode, err) == (0, "")


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    for given in (["--database", str(tmp_path)], ["--workers", "2"], ["--host", "192.0.2.7"]):
        done = run("serve", *given)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("Error: ")
        assert done.stderr.count("\n") == 1
