"""One table: what its events add up to, and what may happen next.

`Table.apply` folds one event into the table. The functions below it decide: they check a request, apply the events
that answer it to a table that nobody else sees yet, and return them; `ratskeller.web.hub` stores the events before the
table is shown.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ratskeller.play.game import Game
from ratskeller.play.game import game as find_game
from ratskeller.play.match import MOST_TIMES
from ratskeller.play.position import IllegalMove, Position
from ratskeller.play.record import Record
from ratskeller.web import opponents
from ratskeller.web.store import ChairRow, Event
from ratskeller.words import N_, _

LONGEST_SERIES = 20
LAST_RESORTS = ("greedy", "random")
"""The bots that take over from one that failed: the first, and the second when it is the first that failed."""


class Refused(Exception):
    """A request that is not done; the message is the reason, for whoever asked."""

    status = 409


class Stale(Refused):
    """The table has moved on since the sender last saw it."""


class NotYours(Refused):
    """The sender may not do this."""

    status = 403


class NotPossible(Refused):
    """What was sent is not a move, or not a legal one."""

    status = 422


@dataclass(frozen=True, slots=True)
class Chair:
    """A place at the table, kept over all games of a series. A guest's chair may be played by a bot for a while."""

    player: int
    guest: str | None = None
    name: str = ""
    bot: str | None = None

    @property
    def open(self) -> bool:
        """Nobody sits here yet."""
        return self.guest is None and self.bot is None


@dataclass(slots=True)
class Table:
    """A table as its events have made it. Nobody changes one that others can see: they change a `copy`."""

    id: str
    game: Game | None = None
    number: int = 0
    """The last event's number."""
    changed: int = 0
    """The number of the last event that changed what may be played."""
    players: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    rounds: int = 1
    owner: str = ""
    chairs: tuple[Chair, ...] = ()
    round: int = 0
    """Which game of the series is played, from 0."""
    position: Position | None = None
    """None until everybody sits."""
    resigned: int | None = None
    """The seat that has given up this game."""
    totals: tuple[float, ...] = ()
    """What the finished games gave to each player."""
    asked: frozenset[int] = frozenset()
    """The players who want the next game."""
    closed: bool = False
    undone: int = 0
    """How many steps were taken back at this table."""
    finished: tuple[Record, ...] = ()
    """The records of the games before this one."""
    log: tuple[tuple[Event, int], ...] = ()
    """This game's events, each with the position's ply after it."""

    def copy(self) -> "Table":
        """A table that can be changed without this one changing."""
        return replace(self, position=None if self.position is None else self.position.copy())

    @property
    def state(self) -> str:
        """Open, playing, over or closed."""
        if self.closed:
            return "closed"
        if self.position is None:
            return "open"
        return "over" if self.over else "playing"

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or because somebody resigned."""
        return self.resigned is not None or (self.position is not None and self.position.over)

    @property
    def series_over(self) -> bool:
        """Whether this game, being over, is the last of its series; what is played after it is more than was agreed."""
        counted = self.round + (not _drawn(self))
        return self.over and (counted >= self.rounds or len(self.finished) + 1 >= MOST_TIMES * self.rounds)

    @property
    def acting(self) -> int | None:
        """The seat whose turn it is."""
        if self.position is None or self.over or self.closed:
            return None
        seat = self.position.to_act
        return seat if isinstance(seat, int) else None

    @property
    def undoable(self) -> bool:
        """Whether the last step is of a turn that goes on: nobody else and no chance has moved since."""
        return self.position is not None and self.acting is not None and self.position.moved == self.acting

    @property
    def returns(self) -> list[float] | None:
        """The game's result by seat, None until it is over."""
        if self.position is None or not self.over:
            return None
        if self.resigned is not None:
            others = self.players - 1
            return [-1.0 if seat == self.resigned else 1.0 / others for seat in range(1, self.players + 1)]
        return list(self.position.returns or [])

    def chair_of(self, seat: int) -> Chair:
        """Who holds a seat in this game: between games the seats go round."""
        return self.chairs[(seat - 1 + self.round) % len(self.chairs)]

    def seat_of(self, player: int) -> int:
        """The seat that a player holds in this game."""
        return (player - 1 - self.round) % len(self.chairs) + 1

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """The seats of a guest, also those that a bot plays for them."""
        return tuple(seat for seat in range(1, len(self.chairs) + 1) if self.chair_of(seat).guest == guest)

    def view(self, seats: Sequence[int]) -> Position | None:
        """What somebody with these seats may see: nothing else of the game ever reaches their page.

        Two who share a screen look on while others act: neither may see the other's hand.
        """
        if self.position is None or not self.position.game.rules.hidden:
            return self.position
        if self.acting in seats:
            return self.position.view(self.acting)
        return self.position.view(seats[0] if len(seats) == 1 else None)

    def record(self, seats: Sequence[int]) -> Record | None:
        """The record of this game as these seats may see it: whole once it is over."""
        view = self.position if self.over else self.view(seats)
        return None if view is None else self._noted(view.record())

    def _noted(self, record: Record) -> Record:
        if self.resigned is not None:
            record.extra["resigned"] = self.resigned
        return record

    def rows(self) -> list[ChairRow]:
        """The chairs as the store keeps them."""
        return [ChairRow(chair.player, chair.guest, chair.name, chair.bot) for chair in self.chairs]

    def apply(self, event: Event) -> None:
        """Let an event happen."""
        _FOLD[event.kind](self, event.data)
        self._note(event)

    def _note(self, event: Event) -> None:
        self.number = event.number
        if event.kind in _CHANGES_PLAY:
            self.changed = event.number
        ply = 0 if self.position is None else self.position.ply
        self.log = (*self.log, (event, ply))

    def happen(self, kind: str, **data: Any) -> Event:
        """Let something new happen, and return its event."""
        event = Event(self.number + 1, kind, data, time.time())
        self.apply(event)
        return event

    def happened(self, kind: str, **data: Any) -> Event:
        """Note something new that has been done to the position already, and return its event."""
        event = Event(self.number + 1, kind, data, time.time())
        self._note(event)
        return event

    def begin(self) -> None:
        """Set up the game once nobody is missing."""
        if self.game is not None and not any(chair.open for chair in self.chairs):
            self.position = self.game.start(players=self.players, options=self.options, names=self.names())

    def names(self) -> list[str]:
        """The players' names by seat; who has the same name as somebody else gets a number."""
        given = [self.chair_of(seat).name for seat in range(1, len(self.chairs) + 1)]
        return [
            f"{name} {given[: place + 1].count(name)}" if given.count(name) > 1 else name
            for place, name in enumerate(given)
        ]


def _open(table: Table, data: dict[str, Any]) -> None:
    table.game = find_game(data["game"])
    table.players = data["players"]
    table.options = data["options"]
    table.rounds = data["rounds"]
    table.owner = data["owner"]
    table.chairs = tuple(Chair(player, **chair) for player, chair in enumerate(data["chairs"], 1))
    table.totals = (0.0,) * len(table.chairs)
    table.begin()


def _sit(table: Table, data: dict[str, Any]) -> None:
    _change_chair(table, data["player"], guest=data["guest"], name=data["name"])
    table.begin()


def _move(table: Table, data: dict[str, Any]) -> None:
    assert table.position is not None
    table.position.push(data["move"])
    _count(table)


def _undo(table: Table, _data: dict[str, Any]) -> None:
    assert table.position is not None
    table.position.pop()
    table.undone += 1
    last = max(place for place, (event, _ply) in enumerate(table.log) if event.kind == "move")
    table.log = (*table.log[:last], *table.log[last + 1 :])


def _resign(table: Table, data: dict[str, Any]) -> None:
    table.resigned = data["seat"]
    _count(table)


def _count(table: Table) -> None:
    """Add a finished game to the series: games won where the game counts these, else returns."""
    returns = table.returns
    if returns is not None:
        gains = [float(gain == max(returns)) for gain in returns] if _counts_wins(table) else returns
        if not _drawn(table):
            table.totals = tuple(
                total + gains[table.seat_of(player) - 1] for player, total in enumerate(table.totals, 1)
            )


def _counts_wins(table: Table) -> bool:
    return table.game is not None and table.game.rules.counts_wins


def _drawn(table: Table) -> bool:
    """Whether this game is to be played again from the same seats."""
    returns = table.returns
    return _counts_wins(table) and returns is not None and returns.count(max(returns)) > 1


def _bot(table: Table, data: dict[str, Any]) -> None:
    named = {"name": data["name"]} if "name" in data else {}
    _change_chair(table, data["player"], bot=data["bot"], **named)


def _back(table: Table, data: dict[str, Any]) -> None:
    _change_chair(table, data["player"], bot=None)


def _ask(table: Table, data: dict[str, Any]) -> None:
    table.asked |= {data["player"]}


def _next(table: Table, _data: dict[str, Any]) -> None:
    if table.position is not None:
        table.finished = (*table.finished, table._noted(table.position.record()))
    if not _drawn(table):
        table.round += 1
    table.resigned = None
    table.asked = frozenset()
    table.log = ()
    table.begin()


def _close(table: Table, _data: dict[str, Any]) -> None:
    table.closed = True


def _change_chair(table: Table, player: int, **changes: Any) -> None:
    table.chairs = tuple(replace(chair, **changes) if chair.player == player else chair for chair in table.chairs)


_FOLD = {
    "open": _open,
    "sit": _sit,
    "move": _move,
    "chance": _move,
    "undo": _undo,
    "resign": _resign,
    "bot": _bot,
    "failed": _bot,
    "back": _back,
    "ask": _ask,
    "next": _next,
    "close": _close,
}
_CHANGES_PLAY = {"open", "sit", "move", "undo", "chance", "resign", "next", "close"}


def draw(table: Table, rng: np.random.Generator) -> list[Event]:
    """Let chance move for as long as it is to act."""
    events = []
    while table.position is not None and not table.over and table.position.to_act == "chance":
        move = table.position.text(table.position.push_chance(rng))
        _count(table)
        events.append(table.happened("chance", move=move))
    return events


def move(table: Table, guest: str, text: str, at: int, rng: np.random.Generator) -> list[Event]:
    """A guest's move, by its text, and the chance that follows. ``at`` is the last event that the guest has seen."""
    _expect(table, at)
    position, seat = _playing(table)
    _check_turn(table, guest, seat)
    return [_play(table, position, seat, text), *draw(table, rng)]


def undo(table: Table, guest: str, at: int) -> list[Event]:
    """A guest takes back the last step of a turn that goes on."""
    _expect(table, at)
    _position, seat = _playing(table)
    _check_turn(table, guest, seat)
    if not table.undoable:
        raise Refused(_("There is no step that could be taken back: somebody else, a die or a draw came after it."))
    return [table.happen("undo", seat=seat)]


def bot_move(table: Table, text: str, number: int, rng: np.random.Generator) -> list[Event]:
    """A bot's move, if the table is still as the bot saw it, at event ``number``."""
    if table.changed > number or table.acting is None or table.chair_of(table.acting).bot is None:
        raise Stale(_moved_on())
    position, seat = _playing(table)
    return [_play(table, position, seat, text), *draw(table, rng)]


def sit(table: Table, guest: str, name: str, seat: int | None) -> list[Event]:
    """A guest takes an open chair: that of a seat, or the first."""
    if table.closed:
        raise Refused(_("This table is closed."))
    free = [chair for chair in table.chairs if chair.open]
    if seat is not None:
        free = [chair for chair in free if table.seat_of(chair.player) == seat]
    if not free:
        raise Refused(_("Somebody else sits there already.") if seat is not None else _("All seats are taken."))
    return [table.happen("sit", player=free[0].player, guest=guest, name=name)]


def resign(table: Table, guest: str, seat: int, at: int) -> list[Event]:
    """A guest gives up a seat: of two seats the other wins, of more a bot plays on."""
    _expect(table, at)
    if table.position is None or table.over:
        raise Refused(_("There is no game that could be resigned."))
    chair = _own_chair(table, guest, seat)
    if chair.bot is not None:
        raise Refused(_("A bot plays your seat. Take it back first."))
    if table.players > 2:
        return [table.happen("bot", player=chair.player, bot=_chosen_bot(table, ""), why="resigned")]
    return [table.happen("resign", seat=seat)]


def give_to_bot(table: Table, guest: str, seat: int, away: bool, bot: str = "") -> list[Event]:
    """Somebody at the table lets a bot, the usual one if none is named, play the seat of somebody who is away."""
    if not table.seats_of(guest):
        raise NotYours(_("Only those who sit at this table can do that."))
    chair = _chair(table, seat)
    if chair.open or chair.bot is not None:
        raise Refused(_("Nobody has to be replaced there."))
    if chair.guest == guest:
        raise Refused(_("That is your own seat."))
    if not away:
        raise Refused(_("{player} is still here.", player=chair.name))
    chosen = _chosen_bot(table, bot)
    return [table.happen("bot", player=chair.player, bot=chosen, why="away"), *_next_if_agreed(table)]


def take_back(table: Table, guest: str, seat: int) -> list[Event]:
    """A guest who was away plays again."""
    chair = _own_chair(table, guest, seat)
    if chair.bot is None:
        raise Refused(_("You play this seat already."))
    return [table.happen("back", player=chair.player)]


def replace_bot(table: Table, player: int, bot: str) -> list[Event]:
    """Another bot takes over from one that failed, unless the guest has come back meanwhile."""
    if table.chairs[player - 1].bot is None:
        raise Stale(_moved_on())
    return [table.happen("failed", player=player, bot=bot)]


def replacement(bot: str) -> str | None:
    """The bot that takes over from one that failed; None after the last resort."""
    if bot not in LAST_RESORTS:
        return LAST_RESORTS[0]
    return next(iter(LAST_RESORTS[LAST_RESORTS.index(bot) + 1 :]), None)


def hinting(table: Table, seats: Sequence[int]) -> bool:
    """Whether the holder of these seats can have a hint now: to act, and alone against bots."""
    others = [table.chair_of(seat) for seat in range(1, len(table.chairs) + 1) if seat not in seats]
    return (
        table.acting is not None
        and tuple(seats) == (table.acting,)
        and table.chair_of(table.acting).bot is None
        and all(chair.guest is None and chair.bot is not None for chair in others)
    )


def view_for_hint(table: Table, guest: str, at: int) -> Position:
    """What a guest who is to act sees, and wants a hint about."""
    _expect(table, at)
    position, seat = _playing(table)
    _check_turn(table, guest, seat)
    if not hinting(table, table.seats_of(guest)):
        raise NotYours(_("There are hints only where all others at the table are bots."))
    return position.view(seat)


def rematch(table: Table, guest: str, at: int, rng: np.random.Generator, bot: str = "") -> list[Event]:
    """A guest wants the next game; it begins when all who sit here do. Bots always do; another one may replace them."""
    chairs = [table.chair_of(seat) for seat in table.seats_of(guest)]
    if not chairs:
        raise NotYours(_("Only those who sit at this table can do that."))
    mine = [chair.player for chair in chairs if chair.bot is None]
    if not mine:
        raise Refused(_("A bot plays your seat. Take it back first."))
    if table.closed or not table.over:
        raise Refused(_("This game is not over yet."))
    _expect(table, at)
    events = [table.happen("ask", player=player) for player in mine if player not in table.asked]
    if not events:
        raise Refused(_("You have asked already."))
    if bot:
        events += _change_bots(table, _chosen_bot(table, bot))
    events += _next_if_agreed(table)
    return [*events, *draw(table, rng)]


def _chosen_bot(table: Table, bot: str) -> str:
    """The bot that somebody chose, or the usual one."""
    assert table.game is not None
    chosen = bot or opponents.usual(table.game)
    if not opponents.known(table.game, chosen):
        raise NotPossible(_("No bot {bot} plays this game.", bot=repr(chosen[:40])))
    return chosen


def _change_bots(table: Table, bot: str) -> list[Event]:
    """Let another bot take the seats that bots hold, but for those of guests who are away."""
    name = opponents.title(bot)
    return [
        table.happen("bot", player=chair.player, bot=bot, why="chosen", name=name, before=chair.name)
        for chair in table.chairs
        if chair.guest is None and chair.bot not in (None, bot)
    ]


def close(table: Table, guest: str) -> list[Event]:
    """Whoever made a table that has not started closes it."""
    if table.owner != guest:
        raise NotYours(_("Only who made this table can close it."))
    if table.state != "open":
        raise Refused(_("This table cannot be closed any more."))
    return [table.happen("close")]


def _next_if_agreed(table: Table) -> list[Event]:
    if not table.over or not all(chair.bot is not None or chair.player in table.asked for chair in table.chairs):
        return []
    return [table.happen("next")]


def _expect(table: Table, at: int) -> None:
    if at > table.number:
        raise NotPossible(_("Event {at} has not happened at this table.", at=at))
    if at < table.changed:
        raise Stale(_moved_on())


def _playing(table: Table) -> tuple[Position, int]:
    if table.closed:
        raise Refused(_("This table is closed."))
    if table.position is None:
        raise Refused(_("The game has not begun: somebody is still missing."))
    if table.acting is None:
        raise Refused(_("This game is over."))
    return table.position, table.acting


def _check_turn(table: Table, guest: str, seat: int) -> None:
    """Refuse unless this is the seat of this guest, who plays it."""
    chair = table.chair_of(seat)
    if chair.guest != guest:
        raise NotYours(_not_your_turn(table, guest))
    if chair.bot is not None:
        raise Refused(_("A bot plays your seat. Take it back first."))


def _play(table: Table, position: Position, seat: int, text: str) -> Event:
    try:
        position.push(text)
    except IllegalMove as problem:
        raise NotPossible(str(problem)) from problem
    _count(table)
    return table.happened("move", seat=seat, move=text)


def _chair(table: Table, seat: int) -> Chair:
    if not 1 <= seat <= len(table.chairs):
        raise NotPossible(_("This table has no seat {seat}.", seat=seat))
    return table.chair_of(seat)


def _own_chair(table: Table, guest: str, seat: int) -> Chair:
    chair = _chair(table, seat)
    if chair.guest != guest:
        raise NotYours(_("That is not your seat."))
    return chair


def _not_your_turn(table: Table, guest: str) -> str:
    if not table.seats_of(guest):
        return _("You are watching: only those who sit at this table can move.")
    assert table.acting is not None
    return _("It is not your turn: {player} is to move.", player=table.names()[table.acting - 1])


def _moved_on() -> str:
    return _("The table has moved on since you saw it. Look again, then choose.")


_SENTENCES = {
    "sit": N_("{player} sits down."),
    "away": N_("{player} is away: a bot plays on."),
    "gave up": N_("{player} gives up the seat: a bot plays on."),
    "failed": N_("The bot of {player} failed: another one plays on."),
    "back": N_("{player} plays again."),
    "ask": N_("{player} wants another game."),
    "next": N_("A new game begins."),
    "close": N_("This table is closed."),
}


def tell(table: Table, view: Position | None, event: Event, ply: int) -> str:
    """The log's sentence for an event, as the holder of the view may see it; empty if there is nothing to tell."""
    data = event.data
    if event.kind in ("move", "chance"):
        return "" if view is None else view.tell(ply)
    if event.kind == "undo":
        return _("{player} takes a step back.", player=table.names()[data["seat"] - 1])
    if event.kind == "resign":
        return _("{player} resigns.", player=table.names()[data["seat"] - 1])
    if event.kind == "open":
        return ""
    if "before" in data:
        return _("{bot} takes the seat of {other}.", bot=data["name"], other=data["before"])
    player = table.chairs[data["player"] - 1].name if "player" in data else ""
    kind = {"away": "away", "resigned": "gave up"}[data["why"]] if event.kind == "bot" else event.kind
    return _(_SENTENCES[kind], player=player)


def ending(table: Table) -> str:
    """Why this game is over and who won; empty while it is not."""
    if table.position is None or not table.over:
        return ""
    return " ".join(sentence for sentence in (_game_ending(table, table.position), _series_ending(table)) if sentence)


def _game_ending(table: Table, position: Position) -> str:
    if table.resigned is None:
        return position.ending()
    names = table.names()
    loser = names.pop(table.resigned - 1)
    return _("{loser} resigns: {winner} wins.", loser=loser, winner=names[0])


def _series_ending(table: Table) -> str:
    if table.rounds == 1 or not table.series_over:
        return ""
    names, best = table.names(), max(table.totals)
    first = [names[table.seat_of(player) - 1] for player, total in enumerate(table.totals, 1) if total == best]
    if len(first) == 1:
        return _("{player} wins the series.", player=first[0])
    return _("The first place of the series is shared by {players}.", players=", ".join(first))
