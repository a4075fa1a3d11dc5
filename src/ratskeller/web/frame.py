"""The inner page of a table: everything that changes while one looks at it.

It is put together from parts (the macros of ``pages/frame.html``). Between two moves most parts stay what they were,
and most viewers share them; a part is rendered once for the same arguments. Of what differs each time, the number of
the last event and the form tokens are put in afterwards.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from markupsafe import escape

from ratskeller import words
from ratskeller.play.position import Position
from ratskeller.web import opponents
from ratskeller.web import table as doings
from ratskeller.web.hub import TOKEN, Live, Look, Picture
from ratskeller.web.pages import environment
from ratskeller.words import _

_AT = b"\x02at\x03"
_LOCAL = ("http://localhost", "http://127.", "http://[::1]")


class Seat(NamedTuple):
    """A seat as its line on the page shows it."""

    number: int
    colour: str
    name: str
    open: bool
    inviting: bool
    you: bool
    bot: bool
    stand_in: bool
    away: bool
    replaceable: bool
    acting: bool
    score: int | None
    total: float | None


def render(live: Live, look: Look) -> Picture:
    """The inner page of a table, as everybody who looks so sees it."""
    with words.use_language(look.language):
        return _render(live, look)


def _render(live: Live, look: Look) -> Picture:
    table, language = live.table, look.language
    assert table.game is not None
    view = table.view(look.seats)
    state, acting = table.state, table.acting
    names = table.names()
    path = f"/table/{table.id}"
    mine = [seat for seat in look.seats if table.chair_of(seat).bot is None]
    choose = acting is not None and acting in mine
    bot, ready = acting is not None and table.chair_of(acting).bot is not None, not live.preparing
    choosable = bool(live.away) or state == "over"
    levels, usual = (opponents.levels(table.game), opponents.usual(table.game)) if choosable else ((), "")
    at = str(table.number).encode()
    head = [
        f'<main id="table" class="{state}" data-table="{table.id}" data-at="{table.number}" '
        f'data-game="{table.game.id}" data-seats="{",".join(map(str, look.seats))}" data-acting="{acting or ""}" '
        f'data-choose="{1 if choose else ""}" data-state="{state}"><header id="head">'.encode(),
        _part(language, "title", table.game.title, table.round, table.rounds),
        _part(
            language, "turn", state, choose, len(mine) > 1, names[acting - 1] if acting is not None else "", bot, ready
        ),
        _part(language, "seats"),
        *(
            _part(language, "seat", path, seat, *((levels, usual) if seat.replaceable else ((), "")))
            for seat in _seats(live, view, look, names, acting)
        ),
        b"</ul></header>",
    ]
    if state == "open":
        head.append(_part(language, "invite", path, look.base, look.base.startswith(_LOCAL), look.owner))
    if state == "over":
        waiting = tuple(chair.name for chair in table.chairs if chair.bot is None and chair.player not in table.asked)
        asked = all(table.chair_of(seat).player in table.asked for seat in mine)
        more = not table.series_over
        others = levels if any(chair.guest is None for chair in table.chairs) else ()
        ask = bool(mine) and not asked
        head.append(_part(language, "end", path, doings.ending(table), ask, waiting, more, others))
    choosing = _part(
        language, "choose", path, choose, choose and table.undoable, choose and doings.hinting(table, look.seats)
    )
    if view is None:
        return Picture(b"".join(head).replace(_AT, at), b"", choosing.replace(_AT, at), b"", b"</main>")
    resignable = tuple((seat, names[seat - 1]) for seat in mine) if state == "playing" else ()
    more_of_table = _part(language, "more", path, table.game.id, len(table.finished), resignable)
    return Picture(
        head=b'%b<div id="board-frame">' % b"".join(head).replace(_AT, at),
        board=_board(live, view, look),
        choose=b"</div>%b%b" % (choosing.replace(_AT, at), _part(language, "story")),
        story=_story(live, view, look),
        foot=b"</ol></section>%b</main>" % more_of_table.replace(_AT, at),
    )


@cache
def _macros() -> Any:
    return environment.get_template("frame.html").make_module({"token": TOKEN.decode(), "at": _AT.decode()})


@lru_cache(8192)
def _part(_language: str, name: str, *inputs: Any) -> bytes:
    """A part of the page in the language spoken now, which has to be given so that no other's is used."""
    return _on_one_line(str(getattr(_macros(), name)(*inputs)))


def _on_one_line(html: str) -> bytes:
    """As UTF-8, without the line breaks that would have to be marked in an event stream."""
    return html.replace("\n", " ").encode()


def _seats(live: Live, view: Position | None, look: Look, names: Sequence[str], acting: int | None) -> list[Seat]:
    table = live.table
    assert table.game is not None
    scores = [None] * len(table.chairs) if view is None else view.scores
    series = table.rounds > 1 or table.round > 0
    seats = []
    for number in range(1, len(table.chairs) + 1):
        chair = table.chair_of(number)
        away = chair.bot is None and chair.guest in live.away
        you = number in look.seats
        seats.append(
            Seat(
                number=number,
                colour=_(table.game.rules.seats[number - 1]),
                name=names[number - 1],
                open=chair.open,
                inviting=table.position is None and not table.closed,
                you=you,
                bot=chair.bot is not None,
                stand_in=chair.bot is not None and chair.guest is not None,
                away=away,
                replaceable=away and not you and bool(look.seats),
                acting=acting == number,
                score=scores[number - 1],
                total=table.totals[chair.player - 1] if series else None,
            )
        )
    return seats


def _board(live: Live, view: Position, look: Look) -> bytes:
    """The picture, drawn once for all who see the same."""
    key = (look.language, view.viewer)
    board = live.boards.get(key)
    if board is None:
        board = live.boards[key] = _on_one_line(view.svg(ident="board"))
    return board


def _story(live: Live, view: Position, look: Look) -> bytes:
    """The log so far as list items; what was told before is not told anew."""
    table = live.table
    key = (look.language, view.viewer)
    told, story = live.stories.get(key, (0, b""))
    if told < len(table.log):
        for event, ply in table.log[told:]:
            sentence = doings.tell(table, view, event, ply)
            seat = f' class="seat-{event.data["seat"]}"' if "seat" in event.data else ""
            if sentence:
                story += _on_one_line(f'<li id="event-{event.number}"{seat}>{escape(sentence)}</li>')
        live.stories[key] = (len(table.log), story)
    return story
