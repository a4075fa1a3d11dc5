"""A game in the terminal, any game: a board in letters, moves as text. It needs no real terminal."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
from rich.console import Console
from rich.text import Text

from ratskeller.bots import Bot, bot
from ratskeller.bots.greedy import look
from ratskeller.bots.search import Search, Thoughts
from ratskeller.cli import values
from ratskeller.cli.progress import patiently
from ratskeller.games.declare import TextLine
from ratskeller.play.position import IllegalMove, Position
from ratskeller.words import _, ngettext

STYLES = {
    "faint": "dim",
    "strong": "bold",
    "marked": "reverse",
}
"""How a terminal shows the words of a span's style, but for the seats, which have the game's colours."""
COLOURS = {"orange": "dark_orange", "purple": "magenta", "black": "bright_black"}
"""What Rich calls the colours that it has no such name for."""
STAND_IN = "casual"
"""The bot that takes the seat of somebody who resigns, where several others play on."""
LISTED = 9
"""Moves in a short-list."""
HINTED = 5
"""Moves in a hint."""
HINT_MS = 1000
"""Milliseconds of thinking for a hint."""
MOST_COMPLETIONS = 40
"""With more, TAB completes to the next sign instead of to whole moves."""
SIGN = re.compile(r"[^\w-]")


def show_game(position: Position) -> None:
    """Print what happened in a game, and the position it led to."""
    screen = Screen()
    screen.say(position.game.title, "bold")
    for ply in range(1, position.ply + 1):
        screen.say(f"{ply:>4}  {position.tell(ply)}")
    screen.say()
    screen.board(position)
    screen.say(where_it_stands(position))


def where_it_stands(position: Position) -> str:
    """Who is to act, or how the game ended, as a sentence."""
    seat = position.to_act
    if seat is None:
        return position.ending()
    if isinstance(seat, int):
        return _("{player} is to move.", player=position.seat_name(seat))
    return _("Chance is to move.")


class Screen:
    """Where sentences and boards are printed."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)

    def say(self, sentence: str = "", style: str = "") -> None:
        """Print a sentence, or an empty line."""
        self.console.print(printable(sentence), style=style)

    def board(self, position: Position) -> None:
        """Print the position in letters."""
        lines = position.game.rules.write(
            position.state, names=position.seat_names(), moves=position.move_ids, width=self.console.width
        )
        colours = position.game.rules.colours
        styles = STYLES | {f"seat-{seat}": COLOURS.get(colour, colour) for seat, colour in enumerate(colours, 1)}
        for line in lines:
            self.line(line, styles)

    @contextmanager
    def waiting(self, sentence: str) -> Iterator[None]:
        """Show, on a terminal, what is waited for."""
        if not self.console.is_terminal:
            yield
            return
        with self.console.status(printable(sentence), spinner="line"):
            yield

    def line(self, line: TextLine, styles: Mapping[str, str]) -> None:
        """Print a line of spans, whatever its length."""
        text = Text()
        for span in line:
            text.append(printable(span.text), " ".join(styles[word] for word in span.style.split()))
        self.console.print(text, no_wrap=True, overflow="ignore", crop=False)


class Left(Exception):
    """Somebody at the keyboard has had enough."""


class Terminal:
    """One game between people at this keyboard and bots."""

    def __init__(
        self, position: Position, bots: Mapping[int, Bot], rng: np.random.Generator, record: str | None = None
    ) -> None:
        """
        Args:
            position: the game's start.
            bots: those who hold seats; the other seats are people's.
            rng: for chance and the bots.
            record: a file that always holds the game so far.
        """
        self.position = position
        self.bots = dict(bots)
        self.rng = rng
        self._hints = rng.spawn(1)[0]  # so that the draws of a game do not depend on whether somebody asked for one
        self.record = record
        self.screen = Screen()
        self.resigned: int | None = None
        self._listed: list[str] = []
        self._completer = Completer()

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._keep()
        self.screen.say(self.position.game.title, "bold")
        if len(self.bots) < self.position.players:
            self.screen.say(_("Type ? for help, rules for how to play, and quit to leave."))
        try:
            while not self.position.over and self.resigned is None:
                self._step()
        except (EOFError, Left):
            self.screen.say(_("The game is left after {n} moves.", n=self.position.ply))
            return
        self._finish()

    def _step(self) -> None:
        """One move, of chance, of a bot, or of a person; or one thing else that a person wants."""
        seat = self.position.to_act
        if not isinstance(seat, int):
            self.position.push_chance(self.rng)
            self._moved()
        elif seat in self.bots:
            with self.screen.waiting(_("{player} is thinking.", player=self.position.seat_name(seat))):
                move = self.bots[seat].choose(self.position.view(seat), self.rng)
            self.position.push(move)
            self._moved()
        elif (forced := self.position.forced()) is not None:
            self.screen.say()
            self.screen.board(self._view(seat))
            self.screen.say(
                _(
                    "{player} can only make this move: {move}.",
                    player=self.position.seat_name(seat),
                    move=self.position.text(forced),
                )
            )
            self.position.push(forced)
            self._moved()
        else:
            self.screen.say()
            self.screen.board(self._view(seat))
            ply = self.position.ply
            while self.position.ply == ply and self.resigned is None and seat not in self.bots:
                self._obey(seat, self._ask(seat))

    def _moved(self) -> None:
        """Tell the last move, as those at this keyboard may see it, and keep it."""
        people = [seat for seat in range(1, self.position.players + 1) if seat not in self.bots]
        view = self._view(people[0]) if len(people) == 1 else self._view(None) if people else self.position
        self.screen.say(view.tell(view.ply))
        self._listed = []
        self._keep()

    def _view(self, seat: int | None) -> Position:
        return self.position.view(seat)

    def _keep(self) -> None:
        if self.record is not None:
            self._save(self.record)

    def _save(self, file: str) -> None:
        record = self.position.record()
        if self.resigned is not None:
            record.extra["resigned"] = self.resigned
        values.write(file, record.dumps() + "\n")

    def _finish(self) -> None:
        self.screen.say()
        self.screen.board(self.position)
        self.screen.say()
        if self.resigned is None:
            self.screen.say(self.position.ending(), "bold")
            return
        self.screen.say(
            _(
                "{loser} resigns: {winner} wins.",
                loser=self.position.seat_name(self.resigned),
                winner=self.position.seat_name(3 - self.resigned),
            ),
            "bold",
        )

    def _ask(self, seat: int) -> str:
        """A line from the keyboard, or from a file or program that stands in for it."""
        prompt = _("{player}: your move> ", player=printable(self.position.seat_name(seat)))
        self._completer.offer([*self._view(seat).legal(), *(command for command, _meaning in _commands())])
        if sys.stdin.isatty() and sys.stdout.isatty():
            return input(prompt).strip()
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        sys.stdout.write(printable(line.rstrip("\n")) + "\n")
        if not line:
            raise EOFError
        return line.strip()

    def _obey(self, seat: int, line: str) -> None:
        """Do what a person at the keyboard wants: make a move, or something else."""
        match line.split(maxsplit=1):
            case []:
                self.screen.say(_("Type a move or its beginning; ? for help."))
            case ["?" | "help"]:
                self._help(seat)
            case ["rules"]:
                self._rules()
            case ["board"]:
                self.screen.board(self._view(seat))
            case ["hint"]:
                self._hint(seat)
            case ["undo"]:
                self._undo(seat)
            case ["save", file]:
                self._save_as(file)
            case ["save"]:
                self.screen.say(_("Name the file as well: save game.json"))
            case ["resign"]:
                self._resign(seat)
            case ["quit" | "exit"]:
                raise Left
            case _move:
                self._move(seat, line)

    def _move(self, seat: int, line: str) -> None:
        """Make a move, or list the moves of which this is the beginning."""
        if line.startswith("#"):
            number = line[1:]
            if not (number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= len(self._listed)):
                self.screen.say(
                    _("There is no {number} in a list; type the beginning of a move to get one.", number=line)
                )
                return
            line = self._listed[int(number) - 1]
        try:
            self.position.push(line)
        except IllegalMove as error:
            if any(text.startswith(line) for text in self._view(seat).legal()):
                self._list(seat, line)
            else:
                self.screen.say(_("{move} cannot be played: {reason}.", move=values.shown(line), reason=error.reason))
            return
        self._moved()

    def _list(self, seat: int, beginning: str) -> None:
        """List the moves with this beginning that look best, with what each seat gains."""
        view = self._view(seat)
        ids, looks = look(view, self._hints)
        order = np.argsort(-looks, kind="stable")
        texts = [text for text in map(view.text, ids[order].tolist()) if text.startswith(beginning)]
        self._listed = texts[:LISTED]
        self.screen.say(
            ngettext("One move is possible:", "{n} moves are possible:", len(texts), n=len(texts))
            if len(texts) <= LISTED
            else _("{n} moves are possible. These look best at a glance:", n=len(texts))
        )
        width = max(map(len, self._listed))
        for number, text in enumerate(self._listed, 1):
            self.screen.say(f"  #{number}  {text:<{width}}  {self._gains(view, text)}".rstrip())

    def _hint(self, seat: int) -> None:
        """List the moves that the search prefers, and what it expects to follow."""
        view = self._view(seat)
        with self.screen.waiting(_("Thinking about your moves.")):
            thoughts = patiently(lambda: Search(ms=HINT_MS, reuse=False).think(view, self._hints))
        best = thoughts.moves[:HINTED]
        tries = max(1, sum(thought.visits for thought in thoughts.moves))
        self._listed = [view.text(thought.move) for thought in best]
        self.screen.say(
            _("The search prefers these moves. Worth is what it expects of them, from -1, a loss, to +1, a victory:")
        )
        width = max(map(len, self._listed))
        for number, (text, thought) in enumerate(zip(self._listed, best, strict=True), 1):
            worth = _("worth {value:+.2f}, {share:.0%} of the tries", value=thought.value, share=thought.visits / tries)
            self.screen.say(f"  #{number}  {text:<{width}}  {worth}  {self._gains(view, text)}".rstrip())
        following = self._expected(view, thoughts)
        if following:
            self.screen.say(_("After the first, it expects: {moves}.", moves=", ".join(following)))

    def _expected(self, view: Position, thoughts: Thoughts) -> list[str]:
        """What the search expects after its best move, as far as it can be told in the seat's own view."""
        after, told = view.copy(), []
        for move in thoughts.line:
            if not after.is_legal(move):
                break
            who, text = after.to_act, after.text(move)
            after.push(move)
            told.append(f"{after.seat_name(who)} {text}" if isinstance(who, int) else text)
        return told[1:]

    def _gains(self, view: Position, move: str) -> str:
        """What a move gives each seat."""
        after = view.copy()
        after.push(move)
        gains = [new - old for new, old in zip(after.scores, view.scores, strict=True)]
        return "   ".join(
            _("{player} {gain:+}", player=view.seat_name(seat), gain=gain) for seat, gain in enumerate(gains, 1) if gain
        )

    def _undo(self, seat: int) -> None:
        """Take the last move back, if it was this person's own and nothing was drawn since."""
        before = self.position.copy()
        if before.ply:
            before.pop()
        if before.ply == self.position.ply or before.to_act != seat:
            self.screen.say(
                _("There is nothing to take back: you have not moved since the last draw or the others' moves.")
            )
            return
        self.position.pop()
        self._listed = []
        self._keep()

    def _save_as(self, file: str) -> None:
        try:
            self._save(file)
        except values.Complaint as error:
            self.screen.say(str(error))
        else:
            self.screen.say(_("The game so far is in {file}.", file=file))

    def _resign(self, seat: int) -> None:
        """With two seats the other one wins; with more, a bot plays on."""
        if self.position.players == 2:
            self.resigned = seat
            self._keep()
        else:
            self.bots[seat] = bot(STAND_IN)
            self.screen.say(
                _("{player} resigns; the bot {bot} plays on.", player=self.position.seat_name(seat), bot=STAND_IN)
            )

    def _help(self, seat: int) -> None:
        move = self._view(seat).legal()[0]
        self.screen.say(_("Type a move the way the log does, for example {move}.", move=move))
        self.screen.say(
            _(
                "Type the beginning of a move, for example {beginning}, to see what completes it and what that scores; "
                "#2 then plays the second of the list. TAB completes what you type.",
                beginning=SIGN.split(move)[0],
            )
        )
        for command, meaning in _commands():
            self.screen.say(f"  {command:<10} {meaning}")

    def _rules(self) -> None:
        for section in self.position.game.rules.guide:
            self.screen.say()
            self.screen.say(_(section.heading), "bold")
            for paragraph in section.paragraphs:
                self.screen.say(_(paragraph))
        for option in self.position.game.options:
            value = self.position.options[option.name]
            if value != option.default:
                self.screen.say()
                self.screen.say(_("In this game: {option}: {value}", option=_(option.label), value=value))


class Completer:
    """What TAB offers, where the system has line editing."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims("")
        readline.set_completer(self)
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")

    def offer(self, texts: list[str]) -> None:
        """Complete to these from now on."""
        self._texts = texts

    def __call__(self, typed: str, state: int) -> str | None:
        """The completion of this number, as readline asks for it."""
        found = completions(typed, self._texts)
        return found[state] if state < len(found) else None


def completions(typed: str, texts: Sequence[str]) -> list[str]:
    """What a text can be completed to; where that is too much, only up to and with the next sign."""
    found = [text for text in texts if text.startswith(typed)]
    if len(found) <= MOST_COMPLETIONS:
        return found
    return sorted({_to_next_sign(text, len(typed)) for text in found})


def _to_next_sign(text: str, start: int) -> str:
    sign = SIGN.search(text, start)
    return text[: sign.end()] if sign else text


def _commands() -> tuple[tuple[str, str], ...]:
    """What can be typed besides moves, and what it does."""
    return (
        ("rules", _("how the game is played")),
        ("board", _("shows the board again")),
        ("hint", _("thinks for a second about your best moves")),
        ("undo", _("takes back your last move, if nothing was drawn since")),
        ("save", _("keeps the game so far in a file: save game.json")),
        ("resign", _("gives the game up")),
        ("quit", _("leaves; Ctrl-D does, too")),
        ("help", _("shows this")),
    )


def printable(text: str) -> str:
    """The text without what could do something to the terminal."""
    return "".join(c if c.isprintable() else "�" for c in text)
