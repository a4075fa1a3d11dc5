"""Hidden hands: what a view holds, and the worlds that a seat imagines."""

import gc
import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import ratskeller.play.game
from ratskeller.games import kernel
from ratskeller.games.sewer_rat import RULES
from ratskeller.games.sewer_rat.rules import UNSEEN_DRAW
from ratskeller.play.game import Game
from ratskeller.play.position import IllegalMove, Position
from ratskeller.play.record import Record
from tests.games.sewer_rat.by_the_book import Round
from tests.games.sewer_rat.helpers import CARDS, STANDARD, components, dealt, play, random_game

pytestmark = pytest.mark.kernel

CROSSING = {"openings": ["n", "e", "s", "w"], "tracks": ["ns", "ew"]}


def everything_seen(position: Position, viewer: int | None) -> Any:
    """All that a view gives away."""
    view = position.view(viewer)
    errors = []
    for move in ("bend n 0", "swap well", "pass", "run e5", "exit n", "draw bend", "draw ?"):
        try:
            view.copy().push(move)
        except IllegalMove as error:
            errors.append(str(error))
    history = view.copy()
    states = [history.states.tobytes()]
    while history.ply:
        history.pop()
        states.append(history.states.tobytes())
    told = [view.tell(ply) for ply in range(1, view.ply + 1)]
    return [
        *(states, view.moves, view.move_ids, view.legal(), view.chances(), view.svg(), told, errors, view.record()),
        *(repr(view), view.ending(), view.scores, view.returns, view.foresee(view.legal_ids()).tolist()),
        pickle.dumps((view._ids, view._line)),
    ]


def other_worlds(position: Position, viewer: int, rng: np.random.Generator) -> Iterator[Position]:
    """The same moves with other cards in the hands that the viewer cannot see, as far as the cards shown allow it."""
    hidden = [ply for ply, move in enumerate(position.view(viewer or None).move_ids) if move == UNSEEN_DRAW]
    for _trial in range(12):
        moves = position.moves
        for _swap in range(3):
            a, b = (hidden[int(rng.random() * len(hidden))] for _ in range(2))
            moves[a], moves[b] = moves[b], moves[a]
        world = position.game.start(position.players, position.options)
        try:
            for move in moves:
                world.push(move)
        except IllegalMove:
            continue
        if moves != position.moves:
            yield world


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_does_not_change_when_only_hidden_cards_change(players: int) -> None:
    rng = np.random.default_rng(players)
    compared = 0
    for number in range(16):
        position = random_game(STANDARD.start(players), rng)
        for _undo in range(int(rng.random() * 12)):
            position.pop()
        viewer = number % (players + 1)
        seen = everything_seen(position, viewer or None)
        for world in other_worlds(position, viewer, rng):
            if world.move_ids != position.move_ids:
                assert everything_seen(world, viewer or None) == seen
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_a_view_holds_no_concealed_state_or_move_anywhere(viewer: int | None) -> None:
    position = dealt("straight bend well", "cross tee wye", then="straight n 0")
    concealed = {id(states) for states in position._line} | {id(position._line), id(position._ids), id(position)}
    found: list[Any] = [position.view(viewer)]
    known: set[int] = set()
    while found:
        thing = found.pop()
        if id(thing) in known or isinstance(thing, type) or thing is position.game:
            continue
        known.add(id(thing))
        assert id(thing) not in concealed
        found += gc.get_referents(thing)


def test_draws_and_swaps_of_others_show_as_unseen() -> None:
    position = dealt("straight bend well", "cross tee wye", then="straight n 0, draw bend")
    assert position.view(2).moves == [
        *("draw ?", "draw cross", "draw ?", "draw tee", "draw ?", "draw wye"),
        *("straight n 0", "draw ?"),
    ]
    assert position.view(None).moves == ["draw ?"] * 6 + ["straight n 0", "draw ?"]
    assert position.view(2).tell(1) == "Player 1 draws a card."
    assert position.view(2).record().moves == position.view(2).moves


def test_the_record_of_a_view_cannot_be_replayed_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratskeller.play.game, "ALL", (RULES,))
    record = Record.from_json(json.loads(STANDARD.start().record().dumps()))
    position = play(record.replay(), "draw bend, draw well")
    assert position.record().replay() == position
    written = Record.from_json(json.loads(position.view(2).record().dumps()))
    with pytest.raises(IllegalMove, match=r"Move 1, “draw \?”, is illegal: it stands for a card that was hidden"):
        written.replay()


def test_legal_is_empty_when_a_hidden_hand_decides_it() -> None:
    position = dealt("straight bend well", "cross tee wye")
    assert position.view(1).legal() == position.legal()
    assert position.view(2).legal() == []
    assert position.view(None).legal_ids().tolist() == []
    with pytest.raises(IllegalMove, match="only the seat to move sees what it can lay"):
        position.view(2).push("straight n 0")


def test_runs_and_exits_are_for_all_to_see() -> None:
    position = dealt("cross", "well", then="cross n 0, draw bend, well n 0")
    assert position.view(1).legal() == position.view(None).legal() == ["run e5", "run e6"]


def test_chances_follow_from_the_cards_that_the_seat_cannot_see() -> None:
    position = STANDARD.start()
    assert position.view(1).chances() == position.chances()
    play(position, "draw well, draw cross, draw straight, draw tee, draw straight, draw tee, straight n 0")
    chances = position.view(1).chances()
    seen = Counter({"well": 1, "straight": 2})
    assert chances == {f"draw {name}": pytest.approx((card["count"] - seen[name]) / 53) for name, card in CARDS.items()}
    play(position, "draw bend")
    assert position.view(2).chances() == {}


def test_after_a_shuffle_all_know_what_the_stack_holds() -> None:
    hands = ("straight bend bend_right", "bend bend_right bend_right")
    position = dealt(*hands, extra={"straight": 1, "bend": 2, "bend_right": 7})
    play(position, "straight n 0, draw bend_right, bend n 0, draw bend_right, bend e 1, draw bend_right")
    play(position, "swap bend_right, draw bend_right, swap bend_right")
    for viewer in (None, 1, 2):
        assert position.view(viewer).chances() == {"draw bend_right": 1.0}


def test_pop_never_leaves_the_view() -> None:
    view = dealt("straight bend well", "cross tee wye", then="straight n 0, draw bend").view(2)
    while view.ply:
        view.pop()
        assert view.viewer == 2
        assert view.state.hands[0].sum() == 0
    assert view == STANDARD_LIKE.start().view(2)


STANDARD_LIKE = Game(RULES, components(9, 3, **dict.fromkeys(CARDS, 20)))


def test_a_view_can_be_played_on_as_far_as_it_is_known() -> None:
    position = dealt("straight bend well", "cross tee wye")
    view = position.view(1)
    for move in ("straight n 0", "draw bend"):
        position.push(move)
        view.push(move)
    assert view == position.view(1)
    assert view.legal() == []
    spectator = STANDARD_LIKE.start().view(None)
    assert spectator.push("draw bend") == UNSEEN_DRAW
    assert spectator.moves == ["draw ?"]
    assert spectator.state.hands.sum() == 0


def test_a_view_has_no_seed() -> None:
    assert STANDARD.start(seed=5).view(1).seed is None


@pytest.mark.parametrize("players", [2, 4])
def test_hiding_twice_is_hiding_once(players: int) -> None:
    position = random_game(STANDARD.start(players), np.random.default_rng(1))
    states = kernel.copied(position.view(2).states)
    kernel.hide_from(states, 2)
    assert states.tobytes() == position.view(2).states.tobytes()


def imagined(position: Position, seat: int, rng: np.random.Generator) -> kernel.State:
    states = kernel.copied(position.view(seat or None).states)
    kernel.imagine_for(states, seat, rng)
    return states[0]


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagined_worlds_keep_the_counts_and_all_that_the_seat_sees(players: int) -> None:
    rng = np.random.default_rng(players)
    cards = [card["count"] for card in STANDARD.components["cards"]]
    for _game in range(6):
        position = random_game(STANDARD.start(players), rng)
        while position.ply:
            for seat in range(players + 1):
                world = imagined(position, seat, rng)
                assert world.stack.sum() == world.stack_size
                assert (world.hands.sum(axis=1) == world.hand_sizes).all()
                if seat:
                    assert (world.hands[seat - 1] == position.state.hands[seat - 1]).all()
                lying = [(int(card) - 1) // 4 for card in world.board if 1 < card < 255]
                total = world.stack + world.discards + world.hands.sum(axis=0)
                assert [int(total[kind]) + lying.count(kind) for kind in range(1, 11)] == cards
            position.pop()


@pytest.mark.long
def test_imagined_worlds_vary_evenly() -> None:
    position = dealt("cross cross", "cross tee", extra={"cross": 4, "tee": 2})
    rng = np.random.default_rng(0)
    hands = Counter(tuple(imagined(position, 1, rng).hands[1, 1:3].tolist()) for _world in range(6000))
    # Of 2 crossings and 2 T-pipes that seat 1 cannot see, seat 2 has two: 1 + 4 + 1 ways.
    assert set(hands) == {(2, 0), (1, 1), (0, 2)}
    assert hands[1, 1] == pytest.approx(4000, abs=150)
    assert hands[2, 0] == pytest.approx(1000, abs=120)


def test_who_swaps_can_lay_nothing() -> None:
    position = dealt("straight bend bend_right", "bend bend_right bend_right")
    play(position, "straight n 0, draw bend_right, bend n 0, draw bend_right, bend e 1, draw straight")
    play(position, "swap bend_right, draw bend_right")
    names = list(CARDS)
    rng = np.random.default_rng(0)
    for _world in range(300):
        world = imagined(position, 1, rng)
        assert {names[kind - 1] for kind in np.flatnonzero(world.hands[1])} == {"bend_right"}


def worlds_by_the_book(position: Position, viewer: int) -> set[Any]:
    """Every world that the moves seen allow, by trying every card at every unseen draw: hands and stack."""
    start = Round(position.game.components, position.players, **position.options)
    worlds = {described(start): start}
    for move in position.view(viewer or None).moves:
        following = {}
        for world in worlds.values():
            for real in world.legal() if move == "draw ?" else {move} & set(world.legal()):
                after = duplicate(world)
                after.push(real)
                following[described(after)] = after
        worlds = following
    return {
        (hands, stack)
        for (_waiting, turn, _passes, hands, stack), world in worlds.items()
        if world.to_act == position.to_act
        and turn == position.state.turn
        and [len(hand) for hand in hands] == position.state.hand_sizes[: position.players].tolist()
    }


def described(world: Round) -> Any:
    hands = tuple(tuple(sorted(hand)) for hand in world.hands)
    return world.waiting, world.turn, world.passes, hands, tuple(sorted(world.stack))


def duplicate(world: Round) -> Round:
    copy = Round.__new__(Round)
    copy.__dict__.update(world.__dict__)
    copy.stack = list(world.stack)
    copy.discards = list(world.discards)
    copy.hands = [list(hand) for hand in world.hands]
    copy.cards = dict(world.cards)
    return copy


def hands_and_stack(position: Position, s: kernel.State) -> Any:
    names = [card["name"] for card in position.game.components["cards"]]

    def listed(counts: Any) -> tuple[str, ...]:
        return tuple(sorted(name for kind, name in enumerate(names, 1) for _copy in range(counts[kind])))

    return tuple(listed(s.hands[seat]) for seat in range(position.players)), listed(s.stack)


def tight_corner() -> Position:
    """Seat 2 to play at f7, where right bends cannot be laid, and with few cards in all."""
    few = {"straight": 2, "bend": 2, "bend_right": 6, "cross": 1}
    position = dealt("straight bend bend_right", "bend bend_right bend_right", extra=few)
    return play(position, "straight n 0, draw bend_right, bend n 0, draw straight, bend e 1")


def crossing_paths() -> Position:
    return Game(RULES, components(5, 2, CROSSING, bend_left=6, bend_right=6, straight=2)).start()


@pytest.mark.long
@pytest.mark.parametrize("start", [tight_corner, crossing_paths])
def test_imagined_worlds_are_those_that_the_moves_seen_allow(start: Callable[[], Position]) -> None:
    rng = np.random.default_rng(1)
    learnt = 0
    for number in range(15):
        position = start()
        viewer = number % 3
        while not position.over and position.ply < 30:
            if position.to_act == "chance":
                position.push_chance(rng)
            else:
                position.push(int(rng.choice(position.legal_ids())))
            if position.ply < 8 or rng.random() < 0.8:
                continue
            worlds = worlds_by_the_book(position, viewer)
            found = {hands_and_stack(position, imagined(position, viewer, rng)) for _world in range(100)}
            assert found <= worlds, position.moves
            assert len(found) >= min(len(worlds), 6) / 2
            anything = (2 << int(position.state.kinds)) - 2
            learnt += any(0 < kinds < anything for kinds in position.state.possible.flat)
    assert learnt


@pytest.mark.long
def test_after_a_shuffle_hands_hold_what_they_kept() -> None:
    data = components(9, 3, straight=1, bend=2, bend_right=5)
    data["cards"].append({**CARDS["bend_right"], "name": "hook", "count": 4})
    position = play(Game(RULES, data).start(), "draw straight, draw bend, draw bend, draw bend_right, draw bend_right")
    play(position, "draw hook, straight n 0, draw hook, bend n 0, draw bend_right, bend e 1, draw hook")
    play(position, "swap bend_right, draw bend_right, swap hook, draw hook, run e5, bend_right e 1, draw bend_right")
    rng = np.random.default_rng(0)
    for move in ("hook s 2", "draw bend_right", "hook w 3"):
        position.push(move)
        assert position.state.kept.sum() > 0
        for viewer in range(3):
            found = {hands_and_stack(position, imagined(position, viewer, rng)) for _world in range(300)}
            assert found == worlds_by_the_book(position, viewer)
