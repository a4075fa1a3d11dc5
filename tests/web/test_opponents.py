"""Everywhere a bot is chosen, people choose a level; a hint is for whom nobody else plays against but bots."""

import re

import pytest

from ratskeller import bots
from ratskeller.play.game import games
from ratskeller.web import opponents
from tests.web.conftest import Start
from tests.web.server import Guest, Seated, Server, notice

LEVELS = ["beginner", "casual", "club", "expert"]


@pytest.fixture
def anna(server: Server) -> Guest:
    return server.guest("Anna")


def options(page: str, name: str) -> list[str]:
    """The values that a list offers, the chosen one in brackets."""
    inner = re.findall(rf'(?s)<select[^>]*name="{name}"[^>]*>(.*?)</select>', page)[0]
    return [f"[{value}]" if chosen else value for value, chosen in re.findall(r'value="([^"]*)"( selected)?', inner)]


def names(table: Seated) -> list[str]:
    return re.findall(r'<span class="name">(.*?)</span>', table.page())


def test_people_are_offered_the_levels_of_a_game_weakest_first() -> None:
    for game in games():
        offered = [name for name, _called in opponents.levels(game)]
        assert offered == [name for name in bots.LEVELS if name in offered]
        assert opponents.usual(game) in offered
        assert all(opponents.known(game, name) for name in [*offered, "greedy", "random", "search"])
        assert not opponents.known(game, "nobody")


def test_the_lobby_offers_levels_and_no_simple_bots(anna: Guest) -> None:
    page = anna.get("/").text
    assert options(page, "seat-1") == ["[me]", "friend", *(f"bot:{level}" for level in LEVELS)]
    second = ["me", "friend", "bot:beginner", "[bot:casual]", "bot:club", "bot:expert"]
    assert options(page, "seat-2") == second
    assert "from the weakest to the strongest" in page


def test_who_chooses_nobody_plays_against_the_usual_level(anna: Guest) -> None:
    answer = anna.send("/tables", game="rat-attack")
    assert names(anna.at(answer.headers["location"])) == ["Anna", "Casual"]


@pytest.mark.parametrize("bot", ["greedy", "random", "search"])
def test_programs_can_ask_for_the_simple_bots(anna: Guest, bot: str) -> None:
    assert names(anna.new_table(seat_2=f"bot:{bot}")) == ["Anna", bot.capitalize()]


@pytest.mark.parametrize("bot", ["nobody", "", "expert:ms=9", "x.py:Bot", "ms=5"])
def test_no_other_bots_sit_at_tables(anna: Guest, bot: str) -> None:
    assert anna.ask("/tables", **{"game": "rat-attack", "seat-2": f"bot:{bot}"}).status_code == 422


def test_the_next_game_can_be_against_another_bot(anna: Guest) -> None:
    table = anna.new_table(seat_2="bot:beginner", rounds=3)
    assert table.do("resign", seat=1, at=table.at).status_code == 200
    page = table.page()
    assert options(page, "bot") == ["", *LEVELS]
    assert table.do("rematch", at=table.at, bot="nobody").status_code == 422
    assert table.do("rematch", at=table.at, bot="club").status_code == 200
    assert "Anna" in names(table)
    assert "Club" in names(table)
    assert "Beginner" not in names(table)


def test_the_next_game_is_against_the_same_bot_unless_another_is_chosen(anna: Guest) -> None:
    table = anna.new_table(seat_2="bot:beginner", rounds=3)
    table.do("resign", seat=1, at=table.at)
    assert table.do("rematch", at=table.at, bot="").status_code == 200
    assert "Beginner" in names(table)


@pytest.mark.parametrize("game", ["rat-attack", "sewer-rat", "cat-city", "survival"])
def test_a_hint_is_a_legal_move_in_words_and_changes_nothing(anna: Guest, game: str) -> None:
    table = anna.new_table(game=game, seat_1="bot:casual", seat_2="me")
    at = _until_asked(table)
    answer = table.do("hint", at=at)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["move"] in anna.get(f"{table.path}/moves").text.replace("&#39;", "'")
    assert told["said"].startswith("Hint: Anna ")
    assert told["at"] == at == table.at
    plain = anna.send(f"{table.path}/hint", at=at)
    assert plain.status_code == 200
    assert notice(plain.text).startswith("Hint: Anna ")


def _until_asked(table: Seated) -> int:
    """Wait for Anna's turn, after a bot that needs the search."""
    with table.guest.stream(table.path) as events:
        for event in events:
            if 'data-choose="1"' in event.get("data", ""):
                return int(event["id"])
    raise AssertionError("it is never Anna's turn")


def test_there_are_no_hints_against_people_nor_out_of_turn(anna: Guest, server: Server) -> None:
    hers = anna.new_table(seat_2="friend")
    his = server.guest("Ben").at(hers.path)
    his.do("sit")
    assert 'id="hint"' not in hers.page()
    assert hers.do("hint", at=hers.at).status_code == 403
    assert his.do("hint", at=his.at).status_code == 403
    screen = anna.new_table(seat_2="me")
    assert 'id="hint"' not in screen.page()
    assert screen.do("hint", at=screen.at).status_code == 403
    alone = anna.new_table(seat_1="bot:casual", seat_2="me")
    at = _until_asked(alone)
    assert 'id="hint"' in alone.page()
    assert alone.do("hint", at=at + 5).status_code == 422
    assert server.guest("Eve").at(alone.path).do("hint", at=at).status_code == 403
    alone.do("resign", seat=2, at=at)
    assert alone.do("hint", at=alone.at).status_code == 409


def test_hints_are_not_without_end(start: Start) -> None:
    anna = start(limit_hints="2/minute", bot_ms=20).guest("Anna")
    table = anna.new_table(seat_1="bot:casual", seat_2="me")
    at = _until_asked(table)
    assert [table.do("hint", at=at).status_code for _hint in range(4)] == [200, 200, 429, 429]
