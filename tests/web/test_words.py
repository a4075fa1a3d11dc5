"""Every sentence of the pages goes through gettext, and pages come in the language that their reader wants."""

import re
import time
from collections.abc import Iterator
from html.parser import HTMLParser

import numpy as np
import pytest

from ratskeller import words
from ratskeller.games.declare import Option
from ratskeller.play.game import game as find_game
from ratskeller.web import frame, pages
from ratskeller.web import table as doings
from ratskeller.web.hub import Live, Look
from ratskeller.web.table import Table

pytestmark = pytest.mark.kernel

OURS = {"Ratskeller", "·", "English", "Svenska", "Magyar", "Lietuvių", ""}
"""Names are the same in every language."""


PSEUDO = "xx"
"""A language of this test's own: what is kept in English from other tests is not shown in it."""


class Brackets:
    """A catalogue whose every sentence stands in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return f"⟦{singular if n == 1 else plural}⟧"


class Shown(HTMLParser):
    """What a reader, also one who listens, is told by a page."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "input", "br", "use", "path", "rect", "circle", "polygon"):
            self.inside.append(tag)
        self.told += [value or "" for name, value in attrs if name in ("aria-label", "title", "alt", "placeholder")]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            while self.inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        # The picture has tests of its own.
        if not {"svg", "script", "option"} & set(self.inside):
            self.told.append(data)


def untranslated(html: str, known: set[str]) -> set[str]:
    """What is told outside of all brackets, numbers and names left out."""
    shown = Shown()
    shown.feed(html)
    left = set()
    for text in shown.told:
        while "⟦" in text:
            text, changes = re.subn(r"⟦[^⟦⟧]*⟧", "", text)
            if not changes:
                break
        left |= set(re.findall(r"[^\W\d_]{2,}", text))
    return left - known


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    frame._part.cache_clear()
    monkeypatch.setattr(words, "_catalogue", lambda _code: Brackets())
    yield
    frame._part.cache_clear()


def seen(table: Table, look: Look, away: frozenset[str] = frozenset()) -> str:
    return frame.render(Live(table, away=away), look).whole(b"token").decode()


def _legal(table: Table) -> str:
    assert table.position is not None
    return table.position.legal()[0]


def test_everything_at_a_table_is_translated(pseudo: None) -> None:
    rng = np.random.default_rng(5)
    chairs = [{"guest": "anna", "name": "Anna"}, {"name": ""}]
    table = Table("tisch")
    setting = {"options": {}, "listed": True, "owner": "anna", "rounds": 3}
    table.happen("open", game="rat-attack", players=2, chairs=chairs, **setting)
    names = {"Anna", "Ben", "http", "localhost", "table", "tisch"}
    looks = [Look(PSEUDO, (1,), True, "http://localhost"), Look(PSEUDO, (2,)), Look(PSEUDO)]
    pictures = [seen(table, look) for look in looks]
    doings.sit(table, "ben", "Ben", 2)
    doings.draw(table, rng)
    doings.move(table, "anna", _legal(table), table.number, rng)
    pictures += [seen(table, look, frozenset({"ben"})) for look in looks]
    doings.give_to_bot(table, "anna", 2, away=True)
    pictures += [seen(table, look) for look in looks]
    doings.replace_bot(table, 2, "random")
    doings.take_back(table, "ben", 2)
    doings.resign(table, "anna", 1, table.number)
    pictures += [seen(table, look) for look in looks]
    doings.rematch(table, "anna", table.number, rng)
    pictures += [seen(table, look) for look in looks]
    for picture in pictures:
        assert untranslated(picture, names) == set()
        assert "⟦" in picture


def test_every_page_is_translated(pseudo: None) -> None:
    game = find_game("rat-attack")
    entry = {
        "id": game.id,
        "title": game.title,
        "summary": words._(game.rules.summary),
        "players": list(game.players),
        "seats": [words._(seat) for seat in game.rules.seats],
        "kinds": pages.seat_kinds(game),
        "opponent": "bot:casual",
        "settings": [pages.setting(option, game) for option in game.options],
        "rounds": 1,
    }
    common = {
        "language": "en",
        "languages": ["en", "sv"],
        "token": "t",
        "guest_name": "Anna",
        "games": [entry],
        "here": "/",
        "ready": False,
        "notice": "",
    }
    row = {"id": "x", "title": "⟦x⟧", "state": "open", "said": "⟦x⟧"}
    for html in [
        pages.page("lobby.html", **common, longest_series=20, mine=[row], open=[row]),
        pages.page("lobby.html", **common, longest_series=20, mine=[], open=[]),
        pages.page("guide.html", **common, game=game, sections=pages.guide(game)),
        pages.page("moves.html", **common, path="/table/x", at=1, moves=["1@0,0e"]),
        pages.page("moves.html", **common, path="/table/x", at=1, moves=[]),
        pages.page("problem.html", **common, heading="⟦x⟧", sentence="⟦x⟧"),
        pages.page("table.html", **common, title="⟦x⟧", frame=""),
        pages.page("warming.html", id="x"),
    ]:
        assert untranslated(html, OURS) == set()


def test_yes_and_no_and_seats_are_said_in_words(pseudo: None) -> None:
    game = find_game("rat-attack")
    option = Option("quick", False, lambda _players: (False, True), "Quick", "Play quickly.")
    assert pages.setting(option, game)["values"] == [("false", "⟦no⟧"), ("true", "⟦yes⟧")]
    many = Option("rounds", 5, lambda _players: range(1, 101), "Rounds", "So many.")
    assert pages.setting(many, game)["between"] == (1, 100)
    starter = next(each for each in game.options if each.name == "starter")
    assert pages.setting(starter, game)["values"] == [("1", "⟦Red⟧"), ("2", "⟦Green⟧")]


def test_a_part_of_the_page_is_kept_for_its_own_language_only(monkeypatch: pytest.MonkeyPatch) -> None:
    frame._part.cache_clear()
    table = Table("x")
    table.happen(
        "open",
        game="rat-attack",
        players=2,
        options={},
        rounds=1,
        listed=True,
        owner="anna",
        chairs=[{"guest": "anna", "name": "Anna"}, {"name": ""}],
    )
    english = seen(table, Look("en", (1,)))
    brackets = Brackets()
    before = words._catalogue
    monkeypatch.setattr(words, "_catalogue", lambda code: brackets if code == "xx" else before(code))
    assert "⟦Waiting for a player.⟧" in seen(table, Look("xx", (1,)))
    assert seen(table, Look("en", (1,))) == english
    frame._part.cache_clear()


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "sv-FI,sv;q=0.9,en;q=0.5", "sv"),
        ("", "de, hu;q=0.2, sv;q=0.3", "sv"),
        ("", "en;q=0.1, hu", "hu"),
        ("hu", "sv", "hu"),
        ("de", "sv", "sv"),
        ("", "de", "en"),
        ("", "", "en"),
        ("", "sv;q=0, hu;q=0", "en"),
        ("", ";q=1,,;;q=x,sv;q=high,hu;q=0.1", "hu"),
        ("../../etc", "*", "en"),
    ],
)
def test_the_language_is_the_one_chosen_else_the_browsers_first(
    monkeypatch: pytest.MonkeyPatch, cookie: str, accepted: str, language: str
) -> None:
    monkeypatch.setattr(words, "languages", lambda: ["en", "hu", "sv"])
    pages.best_language.cache_clear()
    assert pages.best_language(cookie, accepted) == language
    pages.best_language.cache_clear()


def test_the_longest_headers_take_no_time() -> None:
    begin = time.monotonic()
    pages.best_language("x" * 8000, "a;q=0.1," * 1000)
    assert time.monotonic() - begin < 1
