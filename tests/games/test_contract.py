"""What every registered game promises, tried in random play."""

import json
from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ratskeller
from ratskeller import Game, IllegalMove, Position
from ratskeller.games import kernel

pytestmark = [pytest.mark.kernel, pytest.mark.long]

EVERY_GAME = [
    pytest.param(game, players, id=f"{game.id}-{players}") for game in ratskeller.games() for players in game.players
]
SHORT_GAMES = 3
LOOKED_AT = 120
LONGEST_LOOK = 250
"""Plies after which drawing every position would take long."""


def random_game(
    game: Game, players: int, seed: int, each: Callable[[Position], None] = lambda position: None
) -> Position:
    """Play a game by random moves, and look at its positions: all of the first ones, every tenth of a long game."""
    rng = np.random.default_rng(seed)
    position = game.start(players=players)
    while not position.over:
        if position.ply < LOOKED_AT or position.ply % 10 == 0:
            each(position)
        if position.to_act == "chance":
            position.push_chance(rng)
        else:
            position.push(int(rng.choice(position.legal_ids())))
    each(position)
    return position


@pytest.mark.parametrize(("game", "players"), EVERY_GAME)
class TestEveryGame:
    def test_legal_moves_are_ascending_and_unique_and_their_texts_sorted(self, game: Game, players: int) -> None:
        def look(position: Position) -> None:
            ids = position.legal_ids()
            assert ids.dtype == np.int32
            assert (np.diff(ids) > 0).all()
            texts = position.legal()
            assert texts == sorted(set(texts))
            assert len(texts) == len(ids)
            assert position.over == (not texts)

        random_game(game, players, 1, look)

    def test_a_text_and_its_number_name_the_same_move(self, game: Game, players: int) -> None:
        def look(position: Position) -> None:
            ids = position.legal_ids()
            for move in ids[:: max(1, len(ids) // 20)].tolist():
                assert position.id(position.text(move)) == move

        random_game(game, players, 2, look)

    def test_chances_are_the_legal_outcomes_and_sum_to_1(self, game: Game, players: int) -> None:
        def look(position: Position) -> None:
            chances = position.chances()
            if position.to_act == "chance":
                assert sorted(chances) == position.legal()
                assert sum(chances.values()) == pytest.approx(1)
                assert min(chances.values()) > 0
            else:
                assert chances == {}

        random_game(game, players, 3, look)

    def test_a_copy_goes_its_own_way(self, game: Game, players: int) -> None:
        def look(position: Position) -> None:
            copy = position.copy()
            assert copy == position
            if not position.over:
                before = position.states.tobytes()
                copy.push(int(copy.legal_ids()[-1]))
                assert position.states.tobytes() == before
                assert copy != position
                copy.pop()
                assert copy == position

        random_game(game, players, 4, look)

    def test_a_game_can_be_undone_to_its_start_and_made_again(self, game: Game, players: int) -> None:
        position = random_game(game, players, 5)
        moves, end = position.move_ids, position.copy()
        undone = [position.pop() for _move in moves]
        assert undone == moves[::-1]
        assert position == game.start(players=players)
        for move in moves:
            position.push(move)
        assert position == end

    def test_a_record_leads_to_the_same_position(self, game: Game, players: int) -> None:
        position = random_game(game, players, 6)
        record = ratskeller.loads(position.record().dumps())
        assert record == position.record()
        assert record.replay() == position
        for at in (0, 1, position.ply // 2, position.ply):
            assert record.replay(at).moves == record.moves[:at]

    @pytest.mark.parametrize("seed", range(7, 7 + SHORT_GAMES))
    def test_a_game_ends_with_returns_that_sum_to_0(self, game: Game, players: int, seed: int) -> None:
        def look(position: Position) -> None:
            assert (position.returns is None) == (not position.over)
            assert len(position.scores) == players
            assert (position.to_act is None) == position.over

        returns = random_game(game, players, seed, look).returns
        assert returns is not None
        assert sum(returns) == pytest.approx(0)
        assert all(-1 <= value <= 1 for value in returns)

    def test_ply_counts_every_move(self, game: Game, players: int) -> None:
        def look(position: Position) -> None:
            assert position.ply == len(position.moves) == position.state.ply

        random_game(game, players, 10, look)

    def test_lists_are_plain_python(self, game: Game, players: int) -> None:
        position = random_game(game, players, 11)
        assert json.dumps([position.scores, position.returns, position.moves, position.players, position.options])

    def test_a_view_has_no_seed_and_never_leaves_itself(self, game: Game, players: int) -> None:
        position = game.start(players=players, seed=3)
        rng = np.random.default_rng(3)
        position.push(int(position.legal_ids()[0]))
        while position.to_act == "chance":
            position.push_chance(rng)
        for seat in (None, *range(1, players + 1)):
            view = position.view(seat)
            assert view.seed is None
            assert view.record().seed is None
            view.pop()
            assert view.viewer == (seat or 0)
            with pytest.raises(ValueError, match="view"):
                view.view(1 if seat != 1 else 2)

    def test_every_move_and_the_end_is_told(self, game: Game, players: int) -> None:
        position = random_game(game, players, 12)
        assert all(position.tell(ply) for ply in range(1, position.ply + 1))
        assert position.ending()
        assert game.start(players=players).ending() == ""

    def test_every_position_is_drawn_as_well_formed_svg(self, game: Game, players: int) -> None:
        def look(position: Position) -> None:
            for svg in (position.svg(), position.svg(seat=1, standalone=True)):
                root = ElementTree.fromstring(svg)
                assert root.tag == "{http://www.w3.org/2000/svg}svg"
                ids = [element.get("id") for element in root.iter() if element.get("id")]
                assert len(ids) == len(set(ids))
                assert not any(element.get("style") for element in root.iter())
                if "<style" in svg:
                    continue
                assert not list(root.iter("{http://www.w3.org/2000/svg}style"))

        random_game(game, players, 13, look)

    def test_strangers_names_are_escaped_in_the_picture(self, game: Game, players: int) -> None:
        name = "<script>&\"'"
        ElementTree.fromstring(game.start(players=players, names=[name] * players).svg())

    def test_perft_agrees_with_pushing_and_popping(self, game: Game, players: int) -> None:
        position = game.start(players=players)
        depth = 2
        nodes = np.zeros(depth + 1, np.int64)
        nodes[0] = 1
        kernel.count_sequences(position.states, depth, game.rules.most_moves, nodes)
        expected = [1, 0, 0]
        for move in position.legal_ids().tolist():
            position.push(move)
            expected[1] += 1
            expected[2] += len(position.legal_ids())
            position.pop()
        assert nodes.tolist() == expected

    def test_the_guides_examples_can_be_played(self, game: Game, players: int) -> None:
        for section in game.rules.guide:
            position = game.start(players=game.rules.fewest)
            for move in section.moves:
                position.push(move)
            assert bool(section.moves) == bool(section.caption)

    def test_an_imagined_world_looks_the_same_to_the_seat(self, game: Game, players: int) -> None:
        rng = np.random.default_rng(14)

        def look(position: Position) -> None:
            for seat in range(1, players + 1):
                world = kernel.copied(position.view(seat).states)
                kernel.imagine_for(world, seat, rng)
                kernel.hide_from(world, seat)
                assert world.tobytes() == position.view(seat).states.tobytes()

        random_game(game, players, 14, look)

    def test_appraisals_are_within_bounds(self, game: Game, players: int) -> None:
        def look(position: Position) -> None:
            ids = position.legal_ids()
            values = np.empty(len(ids))
            for seat in range(1, players + 1):
                kernel.appraise_moves(position.states, seat, ids, len(ids), values)
                assert ((values >= -1) & (values <= 1)).all()

        random_game(game, players, 15, look)

    @settings(max_examples=300, deadline=None)
    @given(data=st.data())
    def test_no_text_parses_as_another_move(self, game: Game, players: int, data: st.DataObject) -> None:
        """Texts near legal ones are the legal move itself or refused with the kind and the reason."""
        position = game.start(players=players)
        for pick in data.draw(st.lists(st.integers(0, 10**6), max_size=8)):
            if position.over:
                break
            position.push(int(position.legal_ids()[pick % len(position.legal_ids())]))
        if position.over:
            return
        legal = position.legal()
        text = list(legal[data.draw(st.integers(0, 10**6)) % len(legal)])
        for _edit in range(data.draw(st.integers(0, 3))):
            at = data.draw(st.integers(0, len(text)))
            text[at : at + data.draw(st.integers(0, 2))] = data.draw(
                st.sampled_from(["", *"0123456789-+ ,@eswnPdr٣１\n\x00"])
            )
        written = "".join(text)
        if written in legal:
            assert position.text(position.id(written)) == written
            return
        with pytest.raises(IllegalMove) as refused:
            position.push(written)
        assert refused.value.kind in ("malformed", "unknown", "illegal")
        assert refused.value.move == written
        assert refused.value.ply == position.ply
        assert refused.value.reason


def test_no_two_games_share_an_id() -> None:
    ids = [game.id for game in ratskeller.games()]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in ratskeller.games()])
class TestOptions:
    def test_every_default_is_allowed(self, game: Game) -> None:
        for players in game.players:
            assert game.start(players=players).options == {option.name: option.default for option in game.options}

    def test_every_value_can_be_played_and_is_recorded_unless_it_is_the_default(self, game: Game) -> None:
        for players in game.players:
            for option in game.options:
                for value in (option.values(players)[0], option.values(players)[-1]):
                    record = game.start(players=players, options={option.name: value}).record()
                    assert record.options == ({} if value == option.default else {option.name: value})
                    assert ratskeller.loads(record.dumps()).replay().options[option.name] == value

    def test_another_type_is_another_value(self, game: Game) -> None:
        for option in game.options:
            wrong = 1 if isinstance(option.default, str) else str(option.default)
            with pytest.raises(ratskeller.BadOption, match=option.name):
                game.start(options={option.name: wrong})
            if type(option.default) is int:
                with pytest.raises(ratskeller.BadOption, match=option.name):
                    game.start(options={option.name: True})

    def test_an_unknown_option_is_refused_with_the_known_ones(self, game: Game) -> None:
        with pytest.raises(ratskeller.BadOption, match="starter"):
            game.start(options={"speed": 3})

    def test_a_number_of_players_that_cannot_play_is_refused(self, game: Game) -> None:
        for players in (0, 1, game.rules.most + 1, True, "2", 2.0):
            with pytest.raises(ratskeller.BadOption):
                game.start(players=players)  # type: ignore[arg-type]


WITH_STEPS = [
    pytest.param(game, players, id=f"{game.id}-{players}")
    for game in ratskeller.games()
    for players in game.players
    if game.rules.steps is not None
]


@pytest.mark.parametrize(("game", "players"), WITH_STEPS)
class TestSteps:
    def test_every_move_has_steps_of_its_own_that_go_on_from_no_other_move(self, game: Game, players: int) -> None:
        steps = game.rules.steps
        assert steps is not None

        def look(position: Position) -> None:
            if not isinstance(position.to_act, int) or position.ply > LONGEST_LOOK:
                return
            view = position.view(position.to_act)
            pointed = [tuple(step.id for step in steps(view.state, move)) for move in view.legal_ids().tolist()]
            assert all(pointed)
            assert len(set(pointed)) == len(pointed)
            beginnings = {each[:k] for each in pointed for k in range(1, len(each))}
            assert not beginnings & set(pointed)

        random_game(game, players, 16, look)

    def test_what_is_pointed_at_is_in_the_picture_or_a_button(self, game: Game, players: int) -> None:
        steps = game.rules.steps
        assert steps is not None

        def look(position: Position) -> None:
            if not isinstance(position.to_act, int) or position.ply > LONGEST_LOOK:
                return
            view = position.view(position.to_act)
            drawn = {element.get("id") for element in ElementTree.fromstring(view.svg(ident="board")).iter()}
            for step in {step for move in view.legal_ids().tolist() for step in steps(view.state, move)}:
                assert step.label
                assert step.ask
                assert step.button or f"board-{step.id}" in drawn
                assert not step.shape or f"board-{step.shape}" in drawn

        random_game(game, players, 17, look)
