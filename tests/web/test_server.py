"""A real server over real sockets: tables, moves, streams, refusals."""

import base64
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import httpx
import numpy as np
import pytest

from ratskeller.play.record import loads
from tests.web.server import Guest, Seated, Server, data, notice

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.fixture
def anna(server: Server) -> Guest:
    return server.guest("Anna")


@pytest.fixture
def ben(server: Server) -> Guest:
    return server.guest("Ben")


@pytest.fixture
def two(anna: Guest, ben: Guest) -> tuple[Seated, Seated]:
    """Anna and Ben at one table, Anna to move."""
    hers = anna.new_table(seat_2="friend")
    his = ben.at(hers.path)
    assert his.do("sit").status_code == 200
    return hers, his


def test_a_game_against_a_bot_by_plain_forms(anna: Guest) -> None:
    table = anna.new_table(seat_2="bot:random")
    moves = 0
    with anna.stream(table.path) as events:
        for event in events:
            if 'data-state="over"' in event.get("data", ""):
                break
            if 'data-choose="1"' in event.get("data", ""):
                moves += 1
                answer = anna.send(f"{table.path}/move", move=table.legal(), at=data(event["data"], "at"))
                assert answer.status_code == 303, notice(answer.text)
                assert answer.headers["location"] == table.path
    assert moves > 1
    page = table.page()
    reason = re.findall(r'<p id="reason">(.*?)</p>', page)[0]
    replayed = loads(json.dumps(table.record())).replay()
    assert replayed.over
    assert unescape(reason) == replayed.ending()
    assert anna.send(f"{table.path}/rematch", at=table.at).status_code == 303
    assert table.data("state") == "playing"


def test_a_friend_sits_down_by_link_and_both_see_every_move(two: tuple[Seated, Seated], server: Server) -> None:
    hers, his = two
    watcher = server.guest("Eve")
    with hers.guest.stream(hers.path) as a, his.guest.stream(his.path) as b, watcher.stream(hers.path) as c:
        streams = (a, b, c)
        assert {next(stream)["id"] for stream in streams} == {str(hers.at)}
        for _move in range(4):
            mover = hers if hers.data("choose") else his
            at = mover.play_on()
            for stream in streams:
                event = next(stream)
                assert event["event"] == "table"
                assert event["id"] == data(event["data"], "at") == str(at)
                assert "<svg" in event["data"]
                assert event["data"].startswith("<main id=")
                assert event["data"].endswith("</main>")


def test_a_stream_begins_with_the_whole_state(two: tuple[Seated, Seated]) -> None:
    hers, _his = two
    hers.play_on()
    for _connect in range(2):
        with hers.guest.stream(hers.path) as events:
            event = next(events)
    inner = re.findall(r"(?s)<main.*</main>", hers.page())[0]
    assert event["data"] == inner


def test_each_viewer_has_forms_of_their_own(two: tuple[Seated, Seated], server: Server) -> None:
    hers, his = two
    watcher = server.guest("Eve")
    for who in (hers.guest, his.guest, watcher):
        with who.stream(hers.path) as events:
            picture = next(events)["data"]
        tokens = set(re.findall(r'name="_csrf_token" value="([^"]*)"', picture))
        assert tokens == ({who.token} if who is not watcher else set())
        assert not set("\x02\x03") & set(picture)
    assert hers.data("choose") == "1"
    assert his.data("choose") == ""
    assert his.data("seats") == "2"


def test_two_tabs_that_click_at_once_make_one_move(two: tuple[Seated, Seated]) -> None:
    hers, _his = two
    for _round in range(3):
        mover = two[0] if two[0].data("choose") else two[1]
        at, legal = mover.at, mover.position().legal()
        gate = threading.Barrier(4)

        def click(
            k: int, mover: Seated = mover, at: int = at, legal: list[str] = legal, gate: threading.Barrier = gate
        ) -> int:
            cookies = dict(mover.guest.http.cookies)
            headers = {"Accept": "application/json", "X-CSRFToken": mover.guest.token}
            with httpx.Client(base_url=mover.guest.server.url, cookies=cookies, headers=headers, timeout=60) as tab:
                gate.wait()
                return tab.post(f"{mover.path}/move", data={"move": legal[k], "at": at}).status_code

        with ThreadPoolExecutor(4) as tabs:
            assert sorted(tabs.map(click, range(4))) == [200, 409, 409, 409]
        made = len(hers.record()["moves"])
        assert made == hers.position().ply
        assert mover.at <= at + 3


def test_a_post_that_is_replayed_is_refused_as_stale(two: tuple[Seated, Seated]) -> None:
    hers, _his = two
    at, text = hers.at, hers.legal()
    assert hers.move(text, at).json() == {"ok": True, "at": at + 1}
    answer = hers.move(text, at)
    assert answer.status_code == 409
    assert answer.json() == {"ok": False, "error": "The table has moved on since you saw it. Look again, then choose."}
    plain = hers.guest.send(f"{hers.path}/move", move=text, at=at)
    assert plain.status_code == 409
    assert notice(plain.text) == answer.json()["error"]
    assert data(plain.text, "at") == str(at + 1)


def test_moves_of_others_are_refused(two: tuple[Seated, Seated], server: Server) -> None:
    hers, his = two
    at, text = hers.at, hers.legal()
    answer = his.move(text, at)
    assert (answer.status_code, answer.json()["error"]) == (403, "It is not your turn: Anna is to move.")
    answer = server.guest().at(hers.path).move(text, at)
    assert answer.status_code == 403
    assert "You are watching" in answer.json()["error"]
    assert hers.at == at


@pytest.mark.parametrize("text", ["", "nonsense", "17@0,0e ", "draw 5", "1@40,0e", "9" * 5000, "ä\x00"])
def test_a_move_that_is_none_is_refused_with_a_reason(two: tuple[Seated, Seated], text: str) -> None:
    hers, _his = two
    at = hers.at
    answer = hers.move(text, at)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("Move 3")
    plain = hers.guest.send(f"{hers.path}/move", move=text, at=at)
    assert plain.status_code == 422
    assert "Move 3" in notice(plain.text)


@pytest.mark.parametrize("at", ["", "-1", "1.5", "99999", "x", "٣", "9" * 30])
def test_a_number_that_is_none_is_refused(two: tuple[Seated, Seated], at: str) -> None:
    hers, _his = two
    answer = hers.do("move", move=hers.legal(), at=at)
    assert answer.status_code == 422
    assert answer.json()["ok"] is False


def test_a_refused_form_must_carry_its_guests_token(two: tuple[Seated, Seated]) -> None:
    hers, his = two
    legal, at = hers.legal(), hers.at
    for token in ("", "x", his.guest.token, hers.guest.token[:-1]):
        answer = hers.guest.http.post(f"{hers.path}/move", data={"move": legal, "at": at, "_csrf_token": token})
        assert answer.status_code == 403
        assert "not sent from this site" in notice(answer.text)
    assert hers.at == at


def test_a_cookie_changed_by_one_character_is_an_unknown_guest(two: tuple[Seated, Seated]) -> None:
    hers, _his = two
    at, legal = hers.at, hers.legal()
    cookie = hers.guest.http.cookies["ratskeller"]
    for place in (0, 5, len(cookie) // 2, len(cookie) - 3):
        changed = cookie[:place] + ("A" if cookie[place] != "A" else "B") + cookie[place + 1 :]
        headers = {"Cookie": f"ratskeller={changed}", "Accept": "application/json", "X-CSRFToken": hers.guest.token}
        answer = httpx.post(f"{hers.guest.server.url}{hers.path}/move", data={"move": legal, "at": at}, headers=headers)
        assert answer.status_code == 403
        assert "no valid cookie" in answer.json()["error"]
        page = httpx.get(f"{hers.guest.server.url}{hers.path}", headers={"Cookie": f"ratskeller={changed}"})
        assert page.status_code == 200
        assert data(page.text, "seats") == ""
        assert "ratskeller=" in page.headers["set-cookie"]


def test_the_guests_cookie_is_for_this_server_only(server: Server) -> None:
    cookie = httpx.get(server.url).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Max-Age=31536000" in cookie
    assert "Secure" not in cookie


def test_a_table_is_not_made_of_nonsense(anna: Guest) -> None:
    wrong: list[dict[str, object]] = [
        {"game": "chess"},
        {"players": 3},
        {"players": "two"},
        {"seat_1": "cat"},
        {"seat_1": "bot:deep"},
        {"rounds": 0},
        {"rounds": 21},
        {"option_rats_to_lose": 10},
        {"option_rats_to_lose": "true"},
        {"option_rats_to_lose": '"3"'},
        {"option_rats_to_lose": "[" * 20_000},
        {"option_rats_to_lose": "9" * 5000},
        {"option_speed": 1},
    ]
    for fields in wrong:
        answer = anna.send("/tables", **{"game": "rat-attack", **fields})
        assert answer.status_code == 422, fields
        assert notice(answer.text), fields
        assert "<h1>" in answer.text
        answer = anna.ask("/tables", **{"game": "rat-attack", "seat-1": "cat", **fields})
        assert answer.json()["ok"] is False


def test_options_reach_the_game(anna: Guest) -> None:
    table = anna.new_table(option_rats_to_lose=1, option_starter=2)
    record = table.record()
    assert record["options"] == {"rats_to_lose": 1, "starter": 2}
    assert table.data("acting") == "2"
    table = anna.new_table(game="sewer-rat", option_edges="all", option_strive="false")
    assert table.record()["options"] == {"edges": "all", "strive": False}


def test_the_lobby_shows_my_tables_and_those_that_wait(anna: Guest, ben: Guest) -> None:
    shown = anna.new_table(seat_2="friend")
    secret = anna.new_table(seat_2="friend", listed="no")
    assert shown.path in ben.get("/").text
    assert secret.path not in ben.get("/").text
    assert anna.get("/").text.count(shown.path) == 1
    assert secret.path in anna.get("/").text
    assert ben.at(secret.path).do("sit").status_code == 200
    assert secret.path in ben.get("/").text
    assert anna.send(f"{shown.path}/close").status_code == 303
    assert shown.path not in ben.get("/").text


def test_a_link_to_share_follows_the_host_of_the_request(anna: Guest) -> None:
    table = anna.new_table(seat_2="friend")
    page = anna.get(table.path, Host="ratskeller.example:81").text
    assert f'href="http://ratskeller.example:81{table.path}"' in page
    assert "Only this machine" not in page
    assert "Only this machine" in anna.get(table.path, Host="localhost:8000").text


@pytest.mark.parametrize("host", ["[", "[::1", "]", "a]b", "a:b:c"])
def test_a_host_that_is_none_breaks_no_page(anna: Guest, host: str) -> None:
    table = anna.new_table(seat_2="friend")
    assert anna.get(table.path, Host=host).status_code == 200


def test_one_comes_back_to_a_page_whose_address_is_not_plain(anna: Guest) -> None:
    page = anna.get("/table/€").text
    back = re.findall(r'name="back" value="([^"]*)"', page)[0]
    assert back == "/table/%E2%82%AC"
    assert anna.send("/me", name="A", back=back).headers["location"] == back


def test_a_nickname_is_kept_in_the_cookie(server: Server) -> None:
    guest = server.guest('Zoë <b>"')
    assert 'value="Zoë &lt;b&gt;&#34;"' in guest.get("/").text
    table = guest.new_table()
    assert "Zoë &lt;b&gt;&#34; 1" in table.page()
    assert "<b>" not in table.page()
    for name in ("", "   ", "\n"):
        answer = guest.send("/me", name=name)
        assert answer.status_code == 422
        assert "1 to 24 letters" in notice(answer.text)


def test_after_taking_a_name_one_is_back_where_one_was_and_nowhere_else(anna: Guest) -> None:
    assert anna.send("/me", name="A", back="/table/abc?x=1").headers["location"] == "/table/abc?x=1"
    elsewhere_ = ("//evil.example", "https://evil.example", "/\\evil.example", "evil", "/\t/evil.example", "//[", "/€")
    for elsewhere in elsewhere_:
        assert anna.send("/me", name="A", back=elsewhere).headers["location"] == "/"
        answer = anna.http.get("/language/en", params={"back": elsewhere})
        assert answer.headers["location"] == "/"


def test_resigning_ends_the_game_and_says_so(two: tuple[Seated, Seated]) -> None:
    hers, his = two
    assert his.do("resign", seat=1, at=his.at).status_code == 403
    assert his.do("resign", seat=2, at=his.at).status_code == 200
    assert '<p id="reason">Ben resigns: Anna wins.</p>' in hers.page()
    assert hers.do("rematch", at=hers.at).status_code == 200
    assert "Waiting for Ben." in hers.page()
    assert his.do("rematch", at=his.at).status_code == 200
    assert hers.data("seats") == "2"
    assert hers.guest.get(f"{hers.path}/record.json?game=1").json()["names"] == ["Anna", "Ben"]
    assert hers.record()["names"] == ["Ben", "Anna"]
    for number in ("3", "0", "-1", "x", "", "9" * 5000):
        assert hers.guest.get(f"{hers.path}/record.json?game={number}").status_code == 404


def test_choices_are_the_legal_moves_and_what_they_give(two: tuple[Seated, Seated]) -> None:
    hers, his = two
    answer = hers.guest.get(f"{hers.path}/choices")
    choices = answer.json()
    assert answer.headers["cache-control"] == "no-store"
    ids = np.frombuffer(base64.b64decode(choices["ids"]), "<i4")
    gains = np.frombuffer(base64.b64decode(choices["gains"]), "i1").reshape(len(ids), choices["columns"])
    position = hers.position()
    assert ids.tolist() == position.legal_ids().tolist()
    assert (gains == position.foresee(position.legal_ids())).all()
    assert (choices["at"], choices["you"], choices["game"]) == (hers.at, 1, "rat-attack")
    refused = his.guest.get(f"{his.path}/choices", Accept="application/json")
    assert (refused.status_code, refused.json()["error"]) == (403, "It is not your turn.")


def test_all_moves_can_be_read_as_a_list(two: tuple[Seated, Seated]) -> None:
    hers, his = two
    listed = re.findall(r"<option>(.*?)</option>", hers.guest.get(f"{hers.path}/moves").text)
    assert listed == hers.position().legal()
    assert "<option>" not in his.guest.get(f"{his.path}/moves").text


def test_how_to_play_has_pictures(anna: Guest) -> None:
    page = anna.get("/how-to-play/rat-attack").text
    assert page.count("<svg") >= 1
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert anna.get("/how-to-play/chess").status_code == 404


PAGES = [
    "/",
    "/nowhere",
    "/table/nowhere",
    "/how-to-play/rat-attack",
    "/static/picture.css",
    "/static/nothing.js",
    "/table/nowhere/stream",
]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_has_its_headers(server: Server, path: str) -> None:
    answer = httpx.get(server.url + path, timeout=60)
    assert answer.headers["content-security-policy"] == CSP
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "server" not in answer.headers
    for unsafe in ("<style", " style=", "onclick=", "javascript:"):
        assert unsafe not in re.sub(r"(?s)<svg.*?</svg>", "", answer.text)


def test_no_page_has_inline_style_or_script(two: tuple[Seated, Seated]) -> None:
    hers, _his = two
    page = hers.page()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/nowhere", 404, "There is no such page."),
        ("GET", "/table/nowhere", 404, "There is no such table."),
        ("GET", "/table/nowhere/record.json", 404, "There is no such table."),
        ("GET", "/static/..%2fapp.py", 404, "There is no such page."),
        ("GET", "/language/xx", 404, "There is no such language here."),
        ("POST", "/", 405, "This address cannot be used that way."),
        ("DELETE", "/table/abc", 405, "This address cannot be used that way."),
        ("POST", "/me", 403, "no valid cookie"),
    ],
)
def test_errors_are_told_in_words(server: Server, method: str, path: str, status: int, sentence: str) -> None:
    page = httpx.request(method, server.url + path, timeout=60)
    assert page.status_code == status
    assert sentence in page.text
    assert page.text.count("<h1") == 1
    script = httpx.request(method, server.url + path, headers={"Accept": "application/json"}, timeout=60)
    assert script.status_code == status
    assert sentence in script.json()["error"]


def test_a_form_for_a_table_that_does_not_exist_says_so(anna: Guest) -> None:
    answer = anna.send("/table/nowhere/move", move="x", at=1)
    assert answer.status_code == 404
    assert "There is no such table." in answer.text


def test_too_large_a_form_is_refused(anna: Guest) -> None:
    answer = anna.send("/tables", game="x" * 100_000)
    assert answer.status_code == 413
    assert "more than this server reads" in answer.text


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe=%ff&%zz", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (
            b'--x\r\nContent-Disposition: form-data; name="game"; filename="a"\r\n\r\nrat\r\n--x--\r\n',
            "multipart/form-data; boundary=x",
        ),
        (b"garbage", "multipart/form-data; boundary=x"),
        (b"garbage", "multipart/form-data"),
        (b"", "text/plain"),
    ],
)
def test_a_body_that_is_no_form_is_refused(anna: Guest, body: bytes, kind: str) -> None:
    answer = anna.http.post("/tables", content=body, headers={"Content-Type": kind, "X-CSRFToken": anna.token})
    assert 400 <= answer.status_code < 500
    assert "<h1" in answer.text


def test_a_page_is_in_a_language_that_exists(anna: Guest) -> None:
    for wanted in ("en", "xx-YY, zz;q=0.5", "*", "", ";;;q=,,", "en;q=nan"):
        answer = anna.get("/", **{"Accept-Language": wanted})
        assert answer.status_code == 200
        assert re.findall(r'<html lang="([a-z_A-Z]+)"', answer.text)[0] in ("en", "sv", "hu", "lt")


def test_the_log_of_the_server_holds_no_error(server: Server) -> None:
    assert "Traceback" not in server.output
