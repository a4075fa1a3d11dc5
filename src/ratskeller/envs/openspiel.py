"""The games in OpenSpiel, and OpenSpiel's own search bots at our tables. Needs the extra ``openspiel``.

Importing this module registers the games with OpenSpiel, with players, options and a file of components as parameters:

>>> import pyspiel, ratskeller.envs.openspiel
>>> game = pyspiel.load_game("ratskeller_sewer_rat(players=3,edges=all)")
>>> game.num_players(), game.get_type().information.name
(3, 'IMPERFECT_INFORMATION')

An action's number is the move's number of the rules, a seat's and chance's alike: it names the same move in every
position, no table stands between the rules and OpenSpiel, and an OpenSpiel history is a record's list of moves. The
numbers are therefore sparse, in Rat Attack up to a million: legal-action masks are long there, and there are no
tensors. OpenSpiel's search bots need neither.

OpenSpiel numbers its players from 0: player k is seat k + 1.
"""

import copy
import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from ratskeller.games import ALL, kernel
from ratskeller.games.cat_city import RULES as CAT_CITY
from ratskeller.games.cat_city import rules as cat_city
from ratskeller.games.declare import BadOption, OptionValue, Rules
from ratskeller.games.rat_attack import RULES as RAT_ATTACK
from ratskeller.games.rat_attack import rules as rat_attack
from ratskeller.games.sewer_rat import RULES as SEWER_RAT
from ratskeller.games.sewer_rat import rules as sewer_rat
from ratskeller.games.survival import RULES as SURVIVAL
from ratskeller.games.survival import rules as survival
from ratskeller.play.game import Game, game
from ratskeller.play.position import Position
from ratskeller.words import _

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
CHANCE = int(pyspiel.PlayerId.CHANCE)
SPECTATOR = 0
PLAYERS = "players"
COMPONENTS = "components"
"""The parameters that are no options."""

ITERATIONS = 1000
"""A move's, where neither iterations nor time is given."""
UNLIMITED = 2**31 - 1
"""Iterations, where the clock stops the search."""
MOST_MEGABYTES = 1000
"""Of OpenSpiel's compiled tree; it forgets what it hardly visited when it grows larger."""


@dataclass(frozen=True)
class Bounds:
    """How large OpenSpiel has to think of a game."""

    actions: int
    """Every move number is lower."""
    outcomes: int
    """Every move number of chance is lower."""
    longest: Callable[[kernel.State], int]
    """No game from this first position has more moves, chance's not counted."""


BOUNDS: dict[str, Bounds] = {
    SEWER_RAT.id: Bounds(
        sewer_rat.LAST_MOVE + 1,
        sewer_rat.KINDS,
        # For each cell two laps of swaps or passes, the rat's turn between them, a lay, and a run.
        lambda s: int(s.grid) ** 2 * (2 * int(s.players) + 3),
    ),
    CAT_CITY.id: Bounds(
        cat_city.LAST_MOVE + 1,
        cat_city.FIRST_PLACE,
        # In a turn a move, two payments, and the way home.
        lambda s: int(s.rat_count) * int(s.players) + 4 * int(s.last_turn),
    ),
    SURVIVAL.id: Bounds(
        survival.LAST_MOVE + 1,
        survival.FIRST_CHOICE,
        # In a turn whose die is which, the steps of both groups, and an obstacle.
        lambda s: int(s.players) * (int(s.prey_count) + int(s.max_rounds) * (2 + 2 * survival.PIPS)),
    ),
    RAT_ATTACK.id: Bounds(rat_attack.LAST_PLACING + 1, rat_attack.MOST_TILES + 1, lambda s: int(s.tile_count)),
}


class Core:
    """What a state holds besides OpenSpiel's own part. It copies itself: OpenSpiel copies all attributes of a state.

    Attributes:
        played: the game.
        states: the record, in an array of one.
        player: who acts, in OpenSpiel's numbers.
        seen: where something is hidden, the moves as a spectator, seat 1, seat 2 … saw them; else nothing.
        viewer: the seat whose view the history is, where that is not everything.
        unseen: what `SpielState.imagined` begins with, and for which player; until the next move.
        known: where something is hidden, the last information state told, and whose; until the next move.
    """

    __slots__ = ("known", "played", "player", "seen", "states", "unseen", "viewer")

    def __init__(self, played: Game, states: kernel.States, seen: tuple[str, ...], viewer: int | None = None) -> None:
        self.played = played
        self.states = states
        self.seen = seen
        self.viewer = viewer
        self.look()

    def look(self) -> None:
        """After a change of the record: who acts now? Chance is 0 in the rules, -1 in OpenSpiel."""
        acting = int(self.states["to_act"][0])
        self.player = TERMINAL if acting == kernel.OVER else acting - 1
        self.unseen: tuple[int, SpielState] | None = None
        self.known: tuple[int, str] | None = None

    def apply(self, move: int) -> None:
        """Make a legal move."""
        if self.seen and self.player == CHANCE:
            self.seen = tuple(
                f"{seen}, {self.played.text(kernel.conceal_from(self.states, move, seat))}"
                for seat, seen in enumerate(self.seen)
            )
        elif self.seen:  # what a seat chooses is seen by all
            text = self.played.text(move)
            self.seen = tuple([f"{seen}, {text}" for seen in self.seen])
        kernel.make_move(self.states, move)
        self.look()

    def view(self, seat: int) -> kernel.States:
        """The record as a seat sees it; not to be written to."""
        if not self.seen:
            return self.states
        states = kernel.copied(self.states)
        kernel.hide_from(states, seat)
        return states

    def moves(self) -> npt.NDArray[np.int32]:
        """The legal moves, or chance's outcomes, ascending."""
        buffer = np.empty(self.played.rules.most_moves, np.int32)
        return buffer[: kernel.list_moves(self.states, buffer)]

    def __deepcopy__(self, memo: object) -> "Core":
        twin: Core = object.__new__(Core)
        twin.played = self.played
        twin.states = kernel.copied(self.states)
        twin.player = self.player
        twin.seen = self.seen
        twin.viewer = self.viewer
        twin.unseen = None
        twin.known = None
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _core, (self.played, self.states.tobytes(), self.seen, self.viewer)


def _core(played: Game, record: bytes, seen: tuple[str, ...], viewer: int | None) -> Core:
    return Core(played, np.frombuffer(bytearray(record), played.rules.state), seen, viewer)


class Told:
    """In a `Core`'s place while a history is told that cannot be played again, since not all of it is known."""

    def __init__(self, player: int) -> None:
        self.player = player

    def apply(self, move: int) -> None:
        """Nothing: OpenSpiel notes the move by itself."""


class SpielGame(pyspiel.Game):
    """A game with its components, players and options, as OpenSpiel sees it."""

    def __init__(self, played: Game, players: int, options: Mapping[str, OptionValue], components: str = "") -> None:
        """
        Args:
            played: the game.
            players: how many.
            options: those that differ from their default, at least.
            components: the file that the game's components came from, noted as a parameter.

        Raises:
            BadOption: the game cannot be played so.
        """
        start = played.start(players, options)
        bounds = BOUNDS[played.id]
        super().__init__(
            game_type(played.rules),
            pyspiel.GameInfo(
                num_distinct_actions=bounds.actions,
                max_chance_outcomes=bounds.outcomes,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=bounds.longest(start.state),
            ),
            {PLAYERS: players, COMPONENTS: components, **start.options},
        )
        self.played = played
        self._first = Core(played, start.states, ("",) * (players + 1) if played.rules.hidden else ())

    def new_initial_state(self) -> "SpielState":
        """The position before the first event."""
        return SpielState(self, copy.deepcopy(self._first))

    def state_of(self, position: Position) -> "SpielState":
        """A position in OpenSpiel, with its history; where something is hidden, a view's with what is known of it."""
        state = self.new_initial_state()
        if position.viewer is None or not self._first.seen:
            for move in position.move_ids:
                state.apply_action(move)
            return state
        line = _line(position)
        for states, move in line:
            state.core = Told(int(states["to_act"][0]) - 1)
            state.apply_action(move)
        text = position.game.text
        by_seat = "".join(f", {text(move)}" for _states, move in line)
        by_all = "".join(f", {text(kernel.conceal_from(states, move, SPECTATOR))}" for states, move in line)
        seen = tuple(by_seat if seat == position.viewer else by_all for seat in range(position.players + 1))
        state.core = Core(position.game, kernel.copied(position.states), seen, position.viewer)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> "Observer":
        """What OpenSpiel asks for strings."""
        if params:
            raise ValueError(_("Observers have no parameters here."))
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _line(position: Position) -> list[tuple[kernel.States, int]]:
    """The moves that led to a position, each with the record before it."""
    line = []
    back = position.copy()
    while back.ply:
        move = back.pop()
        line.append((back.states, move))
    return line[::-1]


class SpielState(pyspiel.State):
    """A position of a game, as OpenSpiel sees it."""

    def __init__(self, owner: SpielGame, core: Core) -> None:
        """For `SpielGame`."""
        super().__init__(owner)
        self.core: Any = core

    def current_player(self) -> int:
        """Who acts: a player, chance, or nobody when the game is over."""
        player: int = self.core.player
        return player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        moves: list[int] = self.core.moves().tolist()
        return moves

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of chance with its probability."""
        moves = self.core.moves()
        weights = np.empty(len(moves))
        kernel.weigh_moves(self.core.states, moves, len(moves), weights)
        return list(zip(moves.tolist(), weights.tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        self.core.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        text: str = self.core.played.text(action)
        return text

    def returns(self) -> list[float]:
        """What the game gave each player; nothing until it is over."""
        returns: list[float] = self.core.states["returns"][0, : self.num_players()].tolist()
        return returns

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen: the moves, and where something is hidden a sign for what the record shows them.

        The sign adds nothing to the moves; it tells apart what others may hold in a state of `imagined`, where their
        own draws are not in the history.
        """
        core: Core = self.core
        seat = self._seat(player)
        if not core.seen:
            return ", ".join(map(core.played.text, self.history()))
        if core.known is None or core.known[0] != seat:
            core.known = seat, f"{core.seen[seat][2:]}; {_sign(core.view(seat))}"
        return core.known[1]

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now, as a line with a sign for the record as they see it; pictures are `Position`'s."""
        core: Core = self.core
        return _standing(core.view(self._seat(player)))

    def __str__(self) -> str:
        return _standing(self.core.states)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that may be the true one for all that a player has seen; ``sampler`` gives numbers below 1."""
        return self.imagined(player, np.random.default_rng(int(sampler() * 2**53)))

    def imagined(self, player: int, rng: np.random.Generator) -> "SpielState":
        """The same, from a generator. In its history others' draws stay unknown, as they are to the player."""
        core: Core = self.core
        if not core.seen:
            return self._copied()
        if core.unseen is None or core.unseen[0] != player:
            core.unseen = player, self._unseen(player)
        state = core.unseen[1]._copied()
        kernel.imagine_for(state.core.states, player + 1, rng)
        return state

    def _unseen(self, player: int) -> "SpielState":
        """The state as far as a player has seen it."""
        core: Core = self.core
        seat = player + 1
        if core.viewer == seat:
            return self
        if core.viewer is not None:
            raise ValueError(_("The view of one seat cannot become another's."))
        owner: SpielGame = self.get_game()
        state = owner.new_initial_state()
        before = copy.deepcopy(state.core)
        for move in self.history():
            state.core = Told(before.player)
            state.apply_action(kernel.conceal_from(before.states, move, seat))
            before.apply(move)
        seen = tuple(core.seen[seat if other == seat else SPECTATOR] for other in range(len(core.seen)))
        state.core = Core(core.played, core.view(seat), seen, seat)
        return state

    def _copied(self) -> "SpielState":
        state: SpielState = self.clone()
        return state

    def _seat(self, player: int | None) -> int:
        asked = self.current_player() if player is None else player
        if not 0 <= asked < self.num_players():
            raise ValueError(
                _(
                    "Players are numbered from 0 to {last}; there is no player {player}.",
                    last=self.num_players() - 1,
                    player=asked,
                )
            )
        return asked + 1


class Observer:
    """Strings for OpenSpiel, of what a player has seen or sees now. There are no tensors."""

    tensor = None

    def __init__(self, kind: Any) -> None:
        """
        Args:
            kind: OpenSpiel's description of what is asked for.

        Raises:
            ValueError: it asks for something else than what one player knows.
        """
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(_("There are observations of all that one player knows, and no others."))
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        self._all_seen: bool = kind.perfect_recall

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing, since there are no tensors."""

    def string_from(self, state: SpielState, player: int) -> str:
        """The string for a player."""
        return state.information_state_string(player) if self._all_seen else state.observation_string(player)


def _sign(states: kernel.States) -> str:
    """A short text that differs where records differ."""
    return hashlib.blake2b(states.tobytes(), digest_size=12).hexdigest()


def _standing(states: kernel.States) -> str:
    """How many moves were made, what was gained, and the sign: a line that differs where positions do."""
    scores = states["scores"][0, : states["players"][0]].tolist()
    return f"{states['ply'][0]} moves, scores {scores}; {_sign(states)}"


@cache
def game_type(rules: Rules) -> Any:
    """What OpenSpiel calls a game's type."""
    return pyspiel.GameType(
        short_name=f"ratskeller_{rules.id.replace('-', '_')}",
        long_name=f"Ratskeller: {rules.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if rules.hidden
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.most,
        min_num_players=rules.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={
            PLAYERS: rules.fewest,
            COMPONENTS: "",
            **{option.name: option.default for option in rules.options},
        },
    )


def _register(rules: Rules) -> None:
    def make(self: SpielGame, params: Mapping[str, Any]) -> None:
        options = dict(params)
        players = options.pop(PLAYERS)
        components = options.pop(COMPONENTS)
        SpielGame.__init__(self, game(rules.id, components or None), players, options, components)

    # OpenSpiel lets go of what it has registered only when the interpreter is gone. A class outlives that, a function
    # does not: the process would be aborted at its end.
    pyspiel.register_game(game_type(rules), type(game_type(rules).short_name, (SpielGame,), {"__init__": make}))


for _rules in ALL:
    _register(_rules)


@lru_cache(maxsize=8)
def _spiel_game(played: Game, players: int, options: tuple[tuple[str, OptionValue], ...]) -> SpielGame:
    return SpielGame(played, players, dict(options))


def spiel_game(position: Position) -> SpielGame:
    """The OpenSpiel game that a position belongs to."""
    return _spiel_game(position.game, position.players, tuple(position.options.items()))


class Rollouts(mcts.RandomRolloutEvaluator):
    """OpenSpiel's evaluator, uniformly random play to the end, by our compiled rules instead of move by move."""

    def __init__(self, played: Game, rollouts: int, rng: np.random.Generator) -> None:
        super().__init__(n_rollouts=rollouts)
        self._rng = rng
        self._moves = np.empty(played.rules.most_moves, np.int32)
        self._weights = np.empty(played.rules.most_moves)

    def evaluate(self, state: SpielState) -> npt.NDArray[np.float64]:
        """The mean return of each player."""
        total = np.zeros(kernel.MOST_SEATS)
        for _rollout in range(self.n_rollouts):
            states = kernel.copied(state.core.states)
            kernel.play_out(states, self._moves, self._weights, self._rng)
            total += states["returns"][0]
        mean: npt.NDArray[np.float64] = total[: state.num_players()] / self.n_rollouts
        return mean


class _TimeIsUp(Exception):
    """Ends OpenSpiel's loop over the iterations, which has no clock of its own in Python."""


class _TimedMCTS(mcts.MCTSBot):
    """OpenSpiel's MCTS in Python, with a clock that is looked at before every iteration but the first two."""

    seconds = math.inf

    def mcts_search(self, state: SpielState) -> Any:
        self._until = perf_counter() + self.seconds
        try:
            return super().mcts_search(state)
        except _TimeIsUp:
            return self._root

    def _apply_tree_policy(self, root: Any, state: SpielState) -> Any:
        self._root = root
        if root.children and perf_counter() >= self._until:
            raise _TimeIsUp
        return super()._apply_tree_policy(root, state)


class _TimedISMCTS(ismcts.ISMCTSBot):
    """OpenSpiel's IS-MCTS in Python, likewise."""

    seconds = math.inf

    def run_search(self, state: SpielState) -> Any:
        self._until = perf_counter() + self.seconds
        try:
            return super().run_search(state)
        except _TimeIsUp:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: SpielState) -> Any:
        if self._root_node.total_visits > 0 and perf_counter() >= self._until:
            raise _TimeIsUp
        return super().sample_root_state(state)

    @property
    def iterations(self) -> int:
        """Made by the last search; the one that began the tree chose no move."""
        return int(self._root_node.total_visits) + 1


class _Searcher:
    """What both bots have in common."""

    def __init__(self, iters: int | None = None, ms: float | None = None, c: float = 2.0, rollouts: int = 1) -> None:
        """
        Args:
            iters: iterations a move, from 2; 1000 if there is no time either. The same seed then gives the same moves.
            ms: milliseconds a move, instead of iterations. The choice then depends on the machine.
            c: UCT's exploration constant; 2 is that of OpenSpiel's own example.
            rollouts: random games for each iteration.

        Raises:
            ValueError: a setting makes no sense; the sentence says which would.
        """
        if iters is not None and ms is not None:
            raise ValueError(_("A search stops after iters or after ms, not both."))
        if iters is not None and (not isinstance(iters, int) or iters < 2):
            raise ValueError(_("iters is a whole number from 2."))
        if not isinstance(rollouts, int) or rollouts < 1:
            raise ValueError(_("rollouts is a whole number from 1."))
        if ms is not None and (not isinstance(ms, int | float) or ms <= 0):
            raise ValueError(_("ms is a number above 0."))
        if not isinstance(c, int | float) or c < 0:
            raise ValueError(_("c is a number from 0."))
        self._iters = UNLIMITED if ms is not None else iters or ITERATIONS
        self._seconds = math.inf if ms is None else ms / 1000
        self._c = float(c)
        self._rollouts = rollouts

    def choose(self, view: Position, rng: np.random.Generator) -> int:
        """Choose one of the view's legal moves."""
        moves = view.legal_ids()
        return int(moves[0]) if len(moves) == 1 else self.search(view, rng)[0]

    def search(self, view: Position, rng: np.random.Generator) -> tuple[int, int]:
        """The move that a search finds, and the iterations it took; there are two legal moves at least.

        Raises:
            BadOption: this bot does not play such games.
        """
        raise NotImplementedError


class MCTS(_Searcher):
    """OpenSpiel's Monte Carlo tree search, for games in which nothing is hidden.

    Its tree is OpenSpiel's Python one, since that can take our compiled random games; ``tree=cpp`` is OpenSpiel's
    compiled tree with its own random games, which has to ask our rules about every move through Python.
    """

    name = "openspiel-mcts"

    def __init__(
        self, iters: int | None = None, ms: float | None = None, c: float = 2.0, rollouts: int = 1, tree: str = "python"
    ) -> None:
        """
        Args:
            iters: iterations a move, from 2; 1000 if there is no time either. The same seed then gives the same moves.
            ms: milliseconds a move, instead of iterations. The choice then depends on the machine.
            c: UCT's exploration constant; 2 is that of OpenSpiel's own example.
            rollouts: random games for each iteration.
            tree: ``python`` or ``cpp``.

        Raises:
            ValueError: a setting makes no sense; the sentence says which would.
        """
        super().__init__(iters, ms, c, rollouts)
        if tree not in ("python", "cpp"):
            raise ValueError(_("tree is python or cpp."))
        self._searcher = self._compiled if tree == "cpp" else self._python

    def search(self, view: Position, rng: np.random.Generator) -> tuple[int, int]:
        """The move that a search finds, and the iterations it took; there are two legal moves at least.

        Raises:
            BadOption: something is hidden in the game.
        """
        if view.game.rules.hidden:
            raise BadOption(
                _(
                    "{bot} cannot play {title}, where something is hidden; {other} can.",
                    bot=self.name,
                    title=view.game.title,
                    other=ISMCTS.name,
                )
            )
        owner = spiel_game(view)
        state = owner.state_of(view)
        # Not the bot's step: the compiled one lets go of the interpreter there, which a state in Python needs.
        root = self._searcher(owner, rng).mcts_search(state)
        return int(root.best_child().action), int(root.explore_count)

    def _python(self, owner: SpielGame, rng: np.random.Generator) -> Any:
        evaluator = Rollouts(owner.played, self._rollouts, rng)
        bot = _TimedMCTS(owner, self._c, self._iters, evaluator, random_state=_state(rng))
        bot.seconds = self._seconds
        return bot

    def _compiled(self, owner: SpielGame, rng: np.random.Generator) -> Any:
        return pyspiel.MCTSBot(
            game=owner,
            evaluator=pyspiel.RandomRolloutEvaluator(self._rollouts, _seed(rng)),
            uct_c=self._c,
            max_simulations=self._iters,
            max_memory_mb=MOST_MEGABYTES,
            solve=True,
            seed=_seed(rng),
            verbose=False,
            max_wall_clock_time=self._seconds if math.isfinite(self._seconds) else -1.0,
        )


class ISMCTS(_Searcher):
    """OpenSpiel's information set Monte Carlo tree search, for games in which something is hidden.

    It is OpenSpiel's Python one, with our compiled random games: the compiled one cannot play a game written in Python,
    since it does not find its `resample_from_infostate`.
    """

    name = "openspiel-ismcts"

    def search(self, view: Position, rng: np.random.Generator) -> tuple[int, int]:
        """The move that a search finds, and the iterations it took; there are two legal moves at least.

        Raises:
            BadOption: nothing is hidden in the game.
        """
        if not view.game.rules.hidden:
            raise BadOption(
                _(
                    "{bot} cannot play {title}, where nothing is hidden; {other} can.",
                    bot=self.name,
                    title=view.game.title,
                    other=MCTS.name,
                )
            )
        owner = spiel_game(view)
        evaluator = Rollouts(view.game, self._rollouts, rng)
        bot = _TimedISMCTS(owner, evaluator, self._c, self._iters, random_state=_state(rng))
        bot.seconds = self._seconds
        bot.set_resampler(lambda state, player: state.imagined(player, rng))
        move = int(bot.step(owner.state_of(view)))
        return move, bot.iterations


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**31))


def _state(rng: np.random.Generator) -> np.random.RandomState:
    """What OpenSpiel's Python bots draw from."""
    return np.random.RandomState(_seed(rng))
