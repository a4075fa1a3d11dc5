"""One server for all browser tests, one Chromium a module; every person at a table has a context of their own."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from ratskeller.web import pages
from tests.browser.house import House, Person, at_ease


@pytest.fixture(scope="module")
def browser(chromium: str) -> Generator[Browser]:
    # Not for the whole session: as long as it lives, Playwright runs an event loop that other tests' loops run into.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[House]:
    assert (pages.STATIC / "app.js").is_file(), "the client is not built: python hatch_build.py"
    house = House(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.kill()


@pytest.fixture
def own_house(chromium: str, tmp_path: Path) -> Generator[House]:
    """A server that the test may kill."""
    house = House(tmp_path)
    house.open()
    yield house
    house.kill()


Invite = Callable[..., Person]


@pytest.fixture
def invite(browser: Browser) -> Generator[Invite]:
    """Lets people come in. In the end no console may have complained, except of refusals that were meant."""
    people: list[Person] = []

    def come(**settings: object) -> Person:
        people.append(at_ease(browser, **settings))
        return people[-1]

    yield come
    complaints = [complaint for who in people for complaint in who.complaints]
    for who in people:
        who.page.context.close()
    assert complaints == []
