"""What all tests share: the outside programs some of them need, and a data directory that is not the user's."""

import os
from collections.abc import Generator

import pytest

# Which variable tells where the program is that a marked test needs.
NEEDS = {"browser": "RATSKELLER_TEST_CHROMIUM", "postgres": "RATSKELLER_TEST_POSTGRES"}


def required() -> set[str]:
    """The markers whose tests have to run: RATSKELLER_TEST_REQUIRE, separated by commas."""
    return {name for name in os.environ.get("RATSKELLER_TEST_REQUIRE", "").split(",") if name}


def pytest_configure(config: pytest.Config) -> None:
    if unknown := required() - NEEDS.keys():
        raise pytest.UsageError(
            f"RATSKELLER_TEST_REQUIRE names {', '.join(sorted(unknown))}; it can name {', '.join(NEEDS)}"
        )


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, variable in NEEDS.items():
        if item.get_closest_marker(marker) and not os.environ.get(variable):
            pytest.skip(f"{variable} is not set")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where a kind of test is required, a skipped one has failed."""
    report = yield
    for marker in required():
        if report.skipped and not hasattr(report, "wasxfail") and item.get_closest_marker(marker):
            report.outcome = "failed"
            report.longrepr = f"{marker} is required, but the test was skipped: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; for tests marked `browser`."""
    return os.environ[NEEDS["browser"]]


@pytest.fixture(scope="session")
def postgres() -> str:
    """The URL of a PostgreSQL database that tests may fill; for tests marked `postgres`."""
    return os.environ[NEEDS["postgres"]]


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """Keep the user's own tables out of every test, and out of the programs that tests start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
