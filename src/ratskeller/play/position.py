"""One position of one game, with the moves that led to it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from ratskeller.games import kernel
from ratskeller.games.declare import BadText, OptionValue
from ratskeller.play.game import Game
from ratskeller.words import _

if TYPE_CHECKING:
    from ratskeller.play.record import Record

LONGEST_SHOWN = 40
LONGEST_TEXT = 100


class IllegalMove(ValueError):
    """A move that cannot be made here; the sentence says why.

    Attributes:
        ply: the moves made before it.
        move: what was given.
        kind: ``malformed`` (not written like a move), ``unknown`` (no such move in this game) or ``illegal`` (not now).
        reason: why, without the rest of the sentence.
    """

    def __init__(self, ply: int, move: object, kind: Literal["malformed", "unknown", "illegal"], reason: str) -> None:
        sentence = {
            "malformed": _(
                "Move {number}, {move}, is malformed: {reason}.", number=ply + 1, move=_shortened(move), reason=reason
            ),
            "unknown": _(
                "Move {number}, {move}, is unknown: {reason}.", number=ply + 1, move=_shortened(move), reason=reason
            ),
            "illegal": _(
                "Move {number}, {move}, is illegal: {reason}.", number=ply + 1, move=_shortened(move), reason=reason
            ),
        }
        super().__init__(sentence[kind])
        self.ply = ply
        self.move = move
        self.kind = kind
        self.reason = reason

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[int, object, str, str]]:
        return type(self), (self.ply, self.move, self.kind, self.reason)


class Position:
    """A position of a game. Moves are made and undone in place: `push`, `pop`; `copy` costs little and can pop, too.

    A move is a text (``17@2,-1e``) or its number; both mean the same in every position. What chance does is a move.
    """

    __slots__ = ("_game", "_ids", "_legal", "_line", "_names", "_options", "_seed", "_viewer")

    def __init__(
        self,
        game: Game,
        options: dict[str, OptionValue],
        names: list[str] | None,
        seed: int | None,
        line: list[kernel.States],
        ids: list[int],
        viewer: int | None = None,
    ) -> None:
        """For `Game.start` and `copy`: ``line`` holds all states up to this one, ``ids`` the moves between them."""
        self._game = game
        self._options = options
        self._names = names
        self._seed = seed
        self._line = line
        self._ids = ids
        self._viewer = viewer
        self._legal: npt.NDArray[np.int32] | None = None

    @property
    def game(self) -> Game:
        """The game, with its components."""
        return self._game

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self._header("players"))

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option of the game with its value here."""
        return dict(self._options)

    @property
    def names(self) -> list[str] | None:
        """The players' names by seat, if they were given."""
        return None if self._names is None else list(self._names)

    @property
    def seed(self) -> int | None:
        """The seed noted when the game began, never in a view."""
        return self._seed

    @property
    def viewer(self) -> int | None:
        """Whose view this is: a seat, 0 for a spectator; None if it is nobody's view but the full position."""
        return self._viewer

    @property
    def state(self) -> kernel.State:
        """The record of the position; see the game's ``rules.py``. Not to be written to."""
        return self._line[-1][0]

    @property
    def states(self) -> kernel.States:
        """The record in an array of one, as compiled functions take it. Not to be written to."""
        return self._line[-1]

    @property
    def ply(self) -> int:
        """Moves made, chance's included."""
        return len(self._ids)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._header("to_act") == kernel.OVER)

    @property
    def to_act(self) -> int | Literal["chance"] | None:
        """The seat that moves now, from 1; ``"chance"``; None when the game is over."""
        acting = int(self._header("to_act"))
        if acting == kernel.OVER:
            return None
        return acting or "chance"

    @property
    def moved(self) -> int | Literal["chance"] | None:
        """Who made the last move, as `to_act` said it then; None before the first move."""
        return (int(self._line[-2]["to_act"][0]) or "chance") if self._ids else None

    @property
    def moves(self) -> list[str]:
        """The texts of the moves made so far."""
        return [self._game.text(move) for move in self._ids]

    @property
    def move_ids(self) -> list[int]:
        """The numbers of the moves made so far."""
        return list(self._ids)

    @property
    def scores(self) -> list[int]:
        """What each seat has gained so far, without what only the end adds."""
        scores: list[int] = self._header("scores")[: self.players].tolist()
        return scores

    @property
    def returns(self) -> list[float] | None:
        """What the game gave each seat, in [-1, 1] and summing to 0; None until it is over."""
        returns: list[float] = self._header("returns")[: self.players].tolist()
        return returns if self.over else None

    def legal(self) -> list[str]:
        """The texts of all legal moves (of all outcomes, when chance is to act), sorted as texts."""
        return sorted(map(self._game.text, self._legal_ids().tolist()))

    def legal_ids(self) -> npt.NDArray[np.int32]:
        """The numbers of all legal moves (of all outcomes, when chance is to act), ascending."""
        return self._legal_ids().copy()

    def forced(self) -> int | None:
        """The number of a seat's only legal move, if it is one that interfaces make themselves; see `Rules.forced`."""
        if not isinstance(self.to_act, int):
            return None
        ids = self._legal_ids()
        return int(ids[0]) if len(ids) == 1 and self._game.rules.forced(int(ids[0])) else None

    def is_legal(self, move: int) -> bool:
        """Whether a move number can be pushed here."""
        ids = self._legal_ids()
        k = int(np.searchsorted(ids, move))
        return k < len(ids) and bool(ids[k] == move)

    def chances(self) -> dict[str, float]:
        """Every outcome and its probability, when chance is to act; else nothing."""
        ids, weights = self._outcomes()
        return {self._game.text(move): weight for move, weight in zip(ids.tolist(), weights.tolist(), strict=True)}

    def text(self, id: int) -> str:
        """The text of a move number, legal here or not.

        Raises:
            IllegalMove: it is no move of this game.
        """
        if isinstance(id, bool) or not isinstance(id, int | np.integer):
            raise IllegalMove(self.ply, id, "malformed", _("a move is a text or a whole number"))
        try:
            return self._game.text(int(id))
        except ValueError:
            raise IllegalMove(self.ply, id, "unknown", _("no move has this number")) from None

    def id(self, text: str) -> int:
        """The number of a legal move's text.

        Raises:
            IllegalMove: the text is malformed, names no move of this game, or names one that is not legal here.
        """
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise IllegalMove(self.ply, text, "malformed", _("a move is a short text"))
        try:
            move = self._game.parse(text)
        except BadText as error:
            raise IllegalMove(
                self.ply, text, "malformed" if error.kind == "malformed" else "unknown", str(error)
            ) from None
        if not self.is_legal(move):
            raise IllegalMove(self.ply, text, "illegal", self._game.rules.explain(self.state, move))
        return move

    def push(self, move: str | int) -> int:
        """Make a legal move, a seat's or chance's; return its number, in a view as its viewer sees it.

        Raises:
            IllegalMove: it cannot be made here. The position is as it was.
        """
        if isinstance(move, str):
            number = self.id(move)
        else:
            text = self.text(move)
            number = int(move)
            if not self.is_legal(number):
                raise IllegalMove(self.ply, text, "illegal", self._game.rules.explain(self.state, number))
        states = kernel.copied(self._line[-1])
        kernel.make_move(states, number)
        if self._viewer is not None:
            number = kernel.conceal_from(self._line[-1], number, self._viewer)
            kernel.hide_from(states, self._viewer)
        self._line.append(states)
        self._ids.append(number)
        self._legal = None
        return number

    def pop(self) -> int:
        """Undo the last move; return its number.

        Raises:
            IndexError: no move was made.
        """
        if not self._ids:
            raise IndexError(_("No move was made that could be undone."))
        self._line.pop()
        self._legal = None
        return self._ids.pop()

    def push_chance(self, rng: np.random.Generator) -> int:
        """Draw an outcome by its probability and make it; return its number.

        Raises:
            IllegalMove: it is not chance's turn.
        """
        ids, weights = self._outcomes()
        if not len(ids):
            raise IllegalMove(self.ply, "chance", "illegal", _("it is not chance's turn"))
        return self.push(int(ids[kernel.choose(weights.tolist(), len(ids), rng)]))

    def view(self, seat: int | None) -> "Position":
        """The position as a seat sees it (None: a spectator), with its history, without its seed.

        Raises:
            ValueError: there is no such seat, or this is already somebody else's view.
        """
        viewer = 0 if seat is None else self._check_seat(seat)
        if self._viewer not in (None, viewer):
            raise ValueError(_("The view of one seat cannot become another's."))
        rules = self._game.rules
        line = list(self._line)
        ids = list(self._ids)
        if rules.hidden and self._viewer is None:
            ids = [kernel.conceal_from(states, move, viewer) for states, move in zip(line, ids, strict=False)]
            line = [kernel.copied(states) for states in line]
            for states in line:
                kernel.hide_from(states, viewer)
        return Position(self._game, self._options, self._names, None, line, ids, viewer)

    def copy(self) -> "Position":
        """The same position with the same history, to go on from independently."""
        return Position(
            self._game, self._options, self._names, self._seed, list(self._line), list(self._ids), self._viewer
        )

    def record(self) -> "Record":
        """The game so far, to be kept: setting and moves."""
        from ratskeller.play.record import Record

        return Record(
            game=self._game.id,
            players=self.players,
            options=self._game.rules.changed(self._options),
            names=self.names,
            seed=self._seed,
            moves=self.moves,
            components=None if self._game.standard else self._game.components,
        )

    def svg(self, seat: int | None = None, standalone: bool = False, ident: str = "board") -> str:
        """The position drawn as one ``<svg>`` element.

        Args:
            seat: draw only what this seat may see; without it all that this position holds.
            standalone: embed the stylesheet, for a file or a notebook; a page links it instead.
            ident: the element's id, and the beginning of the ids in it.
        """
        if seat is not None:
            return self.view(seat).svg(standalone=standalone, ident=ident)
        svg = self._game.rules.draw(self.state, names=self.seat_names(), moves=self._ids, ident=ident)
        if not standalone:
            return svg
        from ratskeller.games.drawing import with_stylesheet

        return with_stylesheet(svg)

    def _repr_svg_(self) -> str:
        return self.svg(standalone=True)

    def explain(self, move: str | int) -> str:
        """Why a move cannot be made here, as a sentence; empty if it can."""
        try:
            self.copy().push(move)
        except IllegalMove as error:
            return str(error)
        return ""

    def tell(self, ply: int) -> str:
        """What happened in move number ``ply`` (the first is 1), as sentences for a log.

        Raises:
            IndexError: so many moves were not made.
        """
        if not 1 <= ply <= self.ply:
            raise IndexError(_("There is no move {ply}; {made} were made.", ply=ply, made=self.ply))
        return self._game.rules.tell(self._line[ply - 1][0], self._ids[ply - 1], self._line[ply][0], self.seat_names())

    def ending(self) -> str:
        """Why the game is over and who won, as sentences; empty until then."""
        return self._game.rules.ending(self.state, self.seat_names()) if self.over else ""

    def foresee(self, ids: npt.NDArray[np.int32]) -> npt.NDArray[np.int8]:
        """What each of these legal moves would do, one row a move; the columns are told by the game's ``foresee``."""
        return self._game.rules.foresee(self.states, ids)

    def seat_name(self, seat: int) -> str:
        """The player's name if there is one, else the seat's own, such as Red."""
        if self._names is not None and self._names[seat - 1]:
            return self._names[seat - 1]
        return _(self._game.rules.seats[seat - 1])

    def seat_names(self) -> Sequence[str]:
        """`seat_name` of every seat."""
        return [self.seat_name(seat) for seat in range(1, self.players + 1)]

    def _header(self, field: str) -> Any:
        """A field that every game has, read from the array: a record's attribute takes thirty times as long."""
        return self._line[-1][field][0]

    def _legal_ids(self) -> npt.NDArray[np.int32]:
        if self._legal is None:
            buffer = np.empty(self._game.rules.most_moves, np.int32)
            self._legal = buffer[: kernel.list_moves(self.states, buffer)].copy()
        return self._legal

    def _outcomes(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """The outcomes of chance and their probabilities; none if chance is not to act."""
        if self.to_act != "chance":
            return np.empty(0, np.int32), np.empty(0)
        ids = self._legal_ids()
        weights = np.empty(len(ids))
        kernel.weigh_moves(self.states, ids, len(ids), weights)
        return ids, weights

    def _check_seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= self.players:
            raise ValueError(
                _(
                    "Seats are numbered from 1 to {players}; there is no seat {seat}.",
                    players=self.players,
                    seat=repr(seat),
                )
            )
        return seat

    def __eq__(self, other: object) -> bool:
        """Whether game, setting, viewer and state are equal; the way there, names and seed do not matter."""
        return (
            isinstance(other, Position)
            and self._game == other._game
            and self._options == other._options
            and self._viewer == other._viewer
            and self.states.tobytes() == other.states.tobytes()
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        acting = "over" if self.over else f"to_act={self.to_act!r}"
        seen = "" if self._viewer is None else f", viewer={self._viewer or 'spectator'}"
        return f"<Position {self._game.id}, ply={self.ply}, {acting}, scores={self.scores}{seen}>"


def _shortened(move: object) -> str:
    """What was given as a move, short and on one line."""
    if not isinstance(move, str):
        return repr(move)[:LONGEST_SHOWN]
    shown = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in move[:LONGEST_SHOWN])
    return f"“{shown}{'…' if len(move) > LONGEST_SHOWN else ''}”"
