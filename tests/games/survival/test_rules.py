"""Every rule by its number, on small boards drawn for it, and the rules page's examples."""

import numpy as np
import pytest

from ratskeller import IllegalMove
from ratskeller.games import kernel
from ratskeller.games.survival import RULES
from ratskeller.play.game import Game
from ratskeller.play.position import Position
from tests.games.survival.boards import STANDARD, after, drawn, placings, steps

pytestmark = pytest.mark.kernel

BAR = {"bar": [[0, 0], [1, 0], [2, 0]]}
STONE = {"stone": [[0, 0]]}
OPEN = """
    A . . . .
     . . . .
    . . a . .
     . . . .
    b . . . B
"""


def placed(players: int = 2, **options: int) -> Position:
    """The standard board, with every prey on the first free hex in reading order."""
    position = STANDARD.start(players, options)
    while position.to_act != "chance":
        position.push(int(position.legal_ids()[0]))
    return position


class TestR1Setup:
    @pytest.mark.parametrize(
        ("players", "corners"),
        [(2, ["a1", "o13"]), (3, ["a1", "o1", "o13"]), (4, ["a1", "o1", "o13", "a13"])],
    )
    def test_each_predator_stands_in_its_corner(self, players: int, corners: list[str]) -> None:
        position = STANDARD.start(players)
        assert all(f"place {corner}" not in position.legal() for corner in corners)
        assert len(position.legal()) == 173 - players

    def test_the_board_has_189_hexes_and_173_without_a_printed_obstacle(self) -> None:
        board = STANDARD.start().state.board
        assert np.count_nonzero(board != 255) == 189
        assert np.count_nonzero(board != 255) - np.count_nonzero(board == 253) == 173

    def test_the_first_prey_of_two_players_has_171_places(self) -> None:
        assert len(STANDARD.start(2).legal()) == 171

    @pytest.mark.parametrize("starter", [1, 2, 3])
    def test_prey_are_placed_one_at_a_time_clockwise_from_the_seat_that_begins(self, starter: int) -> None:
        position = STANDARD.start(3, {"starter": starter})
        placing = []
        while position.to_act != "chance":
            placing.append(position.to_act)
            position.push(position.legal()[0])
        assert placing == [(starter - 1 + k) % 3 + 1 for k in range(15)]
        assert after(position, "roll 1 2").to_act == starter

    def test_a_taken_hex_is_not_free(self) -> None:
        position = after(STANDARD.start(), "place c6")
        assert "place c6" not in position.legal()
        assert len(position.legal()) == 170

    def test_prey_keep_the_number_in_which_they_were_placed(self) -> None:
        position = after(
            STANDARD.start(),
            *(move for k in range(5) for move in (f"place {'kifea'[k]}5", f"place {'kifea'[k]}9")),
            "roll 1 2",
            "predator 2",
        )
        assert {"1 e", "5 e"} <= set(position.legal())
        assert position.tell(1) == "Red places prey 1 on k5."

    def test_no_movable_obstacle_is_on_the_board(self) -> None:
        assert not STANDARD.start(4).state.obstacles.any()


class TestR2Roll:
    def test_two_dice_are_one_chance_of_36(self) -> None:
        chances = placed().chances()
        assert set(chances) == {f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7)}
        assert set(chances.values()) == {1 / 36}

    def test_the_seat_says_which_die_is_its_predators(self) -> None:
        position = after(placed(), "roll 5 3")
        assert position.to_act == 1
        assert position.legal() == ["predator 3", "predator 5"]
        assert after(position, "predator 5").state.dice.tolist() == [5, 3]

    def test_on_a_double_there_is_nothing_to_say(self) -> None:
        assert not [move for move in after(placed(), "roll 4 4").legal() if move.startswith("predator")]

    def test_the_order_of_the_dice_makes_no_difference(self) -> None:
        assert after(placed(), "roll 5 3", "predator 5") == after(placed(), "roll 3 5", "predator 5")


class TestR3Predator:
    def test_it_steps_exactly_as_many_times_as_its_die_shows(self) -> None:
        position = after(drawn(OPEN), "roll 3 1", "predator 3", "P e", "P e")
        assert steps(position) == {"P e", "P sw", "P se"}
        assert {move[0] for move in after(position, "P e").legal()} == {"1"}

    def test_from_the_corner_with_both_neighbours_free_it_has_two_first_steps(self) -> None:
        position = after(drawn(OPEN), "roll 6 1", "predator 6")
        assert {move for move in steps(position) if move[0] == "P"} == {"P e", "P se"}


class TestR4Prey:
    def test_the_pips_are_shared_in_any_way_and_order(self) -> None:
        board = """
            A . . . .
             a . . .
            . . . a .
             . . . .
            b b . . B
        """
        position = after(drawn(board), "roll 1 3", "predator 1", "1 e", "2 e", "1 e")
        assert {move[0] for move in position.legal()} == {"P"}
        assert {move[0] for move in after(drawn(board), "roll 1 3", "predator 1", "2 w", "2 sw").legal()} == {"1", "2"}


class TestR5Order:
    def test_either_group_may_begin_and_then_makes_all_its_steps(self) -> None:
        position = after(drawn(OPEN), "roll 2 3", "predator 2")
        assert {move[0] for move in position.legal()} == {"P", "1"}
        assert {move[0] for move in after(position.copy(), "P e").legal()} == {"P"}
        assert {move[0] for move in after(position.copy(), "P e", "P e").legal()} == {"1"}
        assert {move[0] for move in after(position.copy(), "1 e").legal()} == {"1"}
        assert {move[0] for move in after(position, "1 e", "1 ne", "1 nw").legal()} == {"P"}

    def test_why_a_step_of_the_other_group_is_refused(self) -> None:
        position = after(drawn(OPEN), "roll 2 3", "predator 2", "P e")
        with pytest.raises(IllegalMove, match="the predator must make all its steps first"):
            position.push("1 e")
        after(position, "P e", "1 e")
        with pytest.raises(IllegalMove, match="the predator has made all its steps"):
            position.push("P e")

    def test_the_turn_ends_when_both_have_stepped(self) -> None:
        position = after(drawn(OPEN), "roll 1 2", "predator 1", "1 e", "1 ne", "P e")
        assert position.to_act == "chance"
        assert after(position, "roll 1 2").to_act == 2


class TestR6NotTwice:
    def test_a_piece_never_enters_a_hex_where_it_was_in_this_turn(self) -> None:
        position = after(drawn(OPEN), "roll 6 1", "predator 6", "P e", "P sw")
        assert "P nw" not in position.legal()
        assert "P ne" not in position.legal()
        with pytest.raises(IllegalMove, match="has been on a1"):
            position.push("P nw")

    def test_another_piece_may(self) -> None:
        board = """
            A . . .
             . a a .
            . . . .
             . . . .
            b b . B
        """
        position = after(drawn(board), "roll 1 4", "predator 1", "1 nw", "2 w")
        assert "1 se" not in position.legal()
        assert "2 w" in position.legal()
        assert "2 e" not in position.legal()

    def test_in_the_next_turn_it_may_again(self) -> None:
        position = after(drawn(OPEN), "roll 1 2", "predator 1", "P e", "1 e", "1 e")
        after(position, "roll 1 2", "predator 1", "P w", "1 e", "1 e", "roll 1 2", "predator 1")
        assert "P w" in position.legal()


class TestR7Blocked:
    def test_nobody_steps_on_an_obstacle_a_predator_or_a_prey_of_its_own(self) -> None:
        board = """
            . # .
             a A B
            . . .
            b . .
        """
        position = after(drawn(board), "roll 1 2", "predator 1")
        assert {move for move in steps(position) if move[0] == "P"} == {"P ne", "P sw", "P se"}
        with pytest.raises(IllegalMove, match="an obstacle lies on b1"):
            position.push("P nw")
        with pytest.raises(IllegalMove, match="another predator stands on c2"):
            position.push("P e")
        with pytest.raises(IllegalMove, match="a prey of the same seat stands on a2"):
            position.push("P w")
        with pytest.raises(IllegalMove, match="the board ends there"):
            position.push("1 w")

    def test_prey_step_on_no_piece_at_all(self) -> None:
        board = """
            A . . .
             a b B .
            . a . .
             . . b .
        """
        position = after(drawn(board), "roll 1 2", "predator 1")
        for step in ("1 e", "1 nw", "1 se", "2 ne"):
            with pytest.raises(IllegalMove, match="where another piece stands"):
                position.push(step)

    def test_a_path_into_a_dead_end_is_illegal_while_a_full_path_exists(self) -> None:
        board = """
            # . A . .
             # # # #
            b . . a B
        """
        position = after(drawn(board), "roll 2 1", "predator 2")
        assert {move for move in steps(position) if move[0] == "P"} == {"P e"}
        with pytest.raises(IllegalMove, match="dead end"):
            position.push("P w")

    def test_a_blocked_group_makes_as_many_steps_as_possible(self) -> None:
        board = """
            # # A . #
             # # # #
            b . a . B
        """
        position = after(drawn(board), "roll 6 1", "predator 6")
        assert position.state.left.tolist() == [1, 1]
        after(position, "P e")
        assert steps(position) == {"1 w", "1 e"}
        assert position.tell(position.ply).endswith("Red's predator can go no further.")

    def test_the_dead_end_is_asked_of_the_group_as_a_whole(self) -> None:
        """The corridor holds four steps: as long as prey 1 would spoil one of them, it may not step."""
        board = """
            a a . . # A
             # # # # # .
            b . . . # B
        """
        position = after(drawn(board), "roll 1 6", "predator 1")
        assert position.state.left.tolist() == [1, 4]
        assert {move for move in steps(position) if move[0] != "P"} == {"2 e"}
        after(position, "2 e")
        assert steps(position) == {"1 e", "2 e"}

    def test_a_group_that_cannot_step_is_passed_over(self) -> None:
        board = """
            A # a .
             # # # .
            b . . B
        """
        position = after(drawn(board), "roll 2 1", "predator 2")
        assert steps(position) == {"1 e"}
        after(position, "1 e")
        assert position.to_act == "chance"
        assert position.tell(position.ply) == "Red's prey 1 steps to d1. Red's predator cannot step."

    def test_but_must_step_after_all_if_the_other_group_frees_it(self) -> None:
        board = """
            A a . .
             # # # .
            b . . B
        """
        position = after(drawn(board), "roll 2 1", "predator 2")
        assert steps(position) == {"1 e"}
        after(position, "1 e")
        assert steps(position) == {"P e"}
        assert position.state.left.tolist() == [1, 0]

    def test_or_if_the_obstacle_does(self) -> None:
        board = """
            A . # a .
             # # # #
            b . . . B
        """
        position = after(drawn(board, movable=STONE), "roll 1 1", "stone c3 0", "P e", "1 e")
        after(position, "roll 1 1", "stone a1 0", "P w", "1 e", "roll 1 1")
        assert steps(position) == {"1 w"}
        after(position, "1 w")
        assert not steps(position)
        after(position, "stone c3 0")
        assert position.legal() == ["P w"]
        assert after(position, "P w").to_act == "chance"

    def test_a_turn_in_which_nothing_can_be_done_is_over_at_once(self) -> None:
        board = """
            A # a # b
             # # # . .
            . . . . B
        """
        position = after(drawn(board), "roll 3 3")
        assert position.to_act == "chance"
        assert position.tell(1).endswith(
            "Red's predator cannot step. Red's prey cannot step. No obstacle can be placed."
        )
        position = after(drawn(board), "roll 3 2", "predator 2")
        assert position.to_act == "chance"
        assert position.tell(2).endswith("Red's predator cannot step. Red's prey cannot step.")

    def test_a_captured_prey_frees_its_hex_and_so_does_a_predator_that_leaves(self) -> None:
        board = """
            A b B . c
             # # # # C
            a . . . .
        """
        position = after(drawn(board), "roll 3 1", "predator 3")
        assert position.state.left[0] == 3
        after(position, "P e", "P e", "P e")
        assert position.state.predators[1] == 0

    def test_the_last_capture_too_is_not_made_in_a_dead_end(self) -> None:
        board = """
            # b A . .
             # # # #
            a . . . B
        """
        position = after(drawn(board), "roll 2 1", "predator 2")
        assert {move for move in steps(position) if move[0] == "P"} == {"P e"}
        with pytest.raises(IllegalMove, match="dead end"):
            position.push("P w")
        assert after(drawn(board), "roll 2 1", "predator 1", "P w").over


class TestR8Capture:
    def test_a_predator_takes_the_prey_and_its_points_and_steps_on(self) -> None:
        board = """
            A b b . b
             . . . .
            a . . . B
        """
        position = after(drawn(board), "roll 3 1", "predator 3", "P e", "P e")
        assert position.scores == [2, 0]
        assert position.state.alive.tolist() == [1, 1, 0, 0]
        assert "P e" in position.legal()
        assert position.tell(3) == "Red's predator steps to b1 and captures prey 1 of Green: 1 point."

    def test_what_a_prey_is_worth_is_told_by_the_components(self) -> None:
        components = {**STANDARD.components, "prey_points": [1, 2, 3, 4, 5]}
        position = Game(RULES, components).start()
        after(position, *(f"place {column}" for column in ("a8", "e1", "b8", "f1", "c8", "b1", "d8", "g1", "e8", "h1")))
        after(position, "roll 1 2", "predator 1", "P e")
        assert position.scores == [3, 0]

    def test_the_others_keep_their_numbers(self) -> None:
        board = """
            A b b . .
             . . . .
            a . . . B
        """
        position = after(drawn(board), "roll 1 2", "predator 1", "P e", "1 e", "1 e", "roll 1 2", "predator 1")
        assert "2 e" in position.legal()
        with pytest.raises(IllegalMove, match="prey 1 has been captured"):
            position.push("1 e")


class TestR9Out:
    BOARD = """
        A b . . c
         . . . .
        a . B . C
    """

    def test_the_predator_of_a_seat_without_prey_leaves_at_once_and_its_points_remain(self) -> None:
        position = drawn(self.BOARD)
        position.states["scores"][0, 1] = 4
        after(position, "roll 1 2", "predator 1", "P e")
        assert position.state.predators[1] == 0
        assert position.scores == [1, 4, 0]
        assert position.tell(3).endswith("Green has no prey left and is out.")

    def test_its_turns_are_left_out(self) -> None:
        position = after(drawn(self.BOARD), "roll 1 2", "predator 1", "P e", "1 e", "1 e", "roll 1 2")
        assert position.to_act == 3

    def test_its_hex_is_free_as_the_path_goes(self) -> None:
        board = """
            A b B . c
             # # # #
            a . . . C
        """
        position = after(drawn(board), "roll 3 1", "predator 3")
        assert position.state.left[0] == 3
        after(position, "P e", "P e", "P e")
        assert position.state.stepping == 0


class TestR10Doubles:
    BOARD = """
        A . . . .
         . . . .
        a . . . .
         . . . .
        b . . . B
    """
    MOVABLE = BAR | STONE

    def test_an_obstacle_is_placed_before_between_or_after_the_groups_but_not_within_one(self) -> None:
        position = after(drawn(self.BOARD, movable=self.MOVABLE), "roll 2 2")
        for made in ("", "P e, P e", "1 e, 1 e", "P e, P e, 1 e, 1 e"):
            outside = after(position.copy(), *filter(None, made.split(", ")))
            assert placings(outside, "bar")
            assert placings(outside, "stone")
        for made in ("P e", "1 e", "P e, P e, 1 e"):
            within = after(position.copy(), *made.split(", "))
            assert not placings(within, "bar")
            with pytest.raises(IllegalMove, match="not within one"):
                within.push("stone c3 0")

    def test_it_must_be_placed(self) -> None:
        position = after(drawn(self.BOARD, movable=self.MOVABLE), "roll 1 1", "P e", "1 e")
        assert position.to_act == 1
        assert not steps(position)
        assert after(position, "stone e3 0").to_act == "chance"

    def test_only_one_a_double_and_none_without(self) -> None:
        position = after(drawn(self.BOARD, movable=self.MOVABLE), "roll 2 2", "stone e3 0")
        with pytest.raises(IllegalMove, match="has been placed"):
            position.push("bar b4 0")
        position = after(drawn(self.BOARD, movable=self.MOVABLE), "roll 2 1", "predator 1")
        with pytest.raises(IllegalMove, match="only after a double"):
            position.push("bar b4 0")

    def test_those_off_the_board_come_first_then_any_is_lifted_and_put_somewhere_else(self) -> None:
        position = after(drawn(self.BOARD, movable=self.MOVABLE), "roll 1 1", "stone c3 0", "P e", "1 e")
        after(position, "roll 1 1")
        assert not placings(position, "stone")
        with pytest.raises(IllegalMove, match="not on the board are placed first"):
            position.push("stone d3 0")
        after(position, "bar b4 0", "P w", "1 e", "roll 1 1")
        assert "stone d3 0" in position.legal()
        with pytest.raises(IllegalMove, match="somewhere else"):
            position.push("stone c3 0")
        with pytest.raises(IllegalMove, match="somewhere else"):
            position.push("bar b4 0")
        assert "bar a4 0" in position.legal()
        after(position, "bar a4 0")
        assert np.count_nonzero(position.state.board == 128) == 3

    def test_if_none_can_be_placed_anywhere_nothing_is(self) -> None:
        board = """
            A . # # .
             # # # a
            b . # . B
        """
        position = after(drawn(board, movable=BAR), "roll 1 1")
        assert steps(position) == {"P e", "1 ne", "1 sw"}
        after(position, "P e", "1 ne")
        assert position.to_act == "chance"
        assert position.tell(position.ply).endswith("No obstacle can be placed.")


class TestR11Obstacles:
    @pytest.mark.parametrize(("word", "places"), [("bar", 333), ("bent", 684), ("triangle", 244), ("rhombus", 312)])
    def test_places_on_the_board_without_pieces(self, word: str, places: int) -> None:
        components = {**STANDARD.components, "prey": 1, "prey_points": [1]}
        components["movable_obstacles"] = {word: STANDARD.components["movable_obstacles"][word]}
        position = after(Game(RULES, components).start(), "place h7", "place h8", "roll 1 1")
        states = kernel.copied(position.states)
        states[0].board[states[0].board < 128] = 0
        cleared = Position(position.game, position.options, None, None, [states], [])
        assert len(placings(cleared, word)) == places

    def test_of_two_texts_for_the_same_hexes_the_first_is_legal(self) -> None:
        position = after(placed(), "roll 1 1")
        assert "triangle c10 4" in position.legal()
        with pytest.raises(IllegalMove, match="the same hexes are written triangle c10 4"):
            position.push("triangle c9 0")

    def test_an_obstacle_covers_hexes_that_exist_and_hold_nothing(self) -> None:
        position = after(placed(), "roll 1 1")
        with pytest.raises(IllegalMove, match="stick out"):
            position.push("bar n1 0")
        with pytest.raises(IllegalMove, match="e3 is not free"):
            position.push("bar c3 0")
        with pytest.raises(IllegalMove, match="b1 is not free"):
            position.push("bent b1 1")
        after(position, "bar c5 0", "P se", "1 se", "roll 1 1")
        with pytest.raises(IllegalMove, match="d5 is not free"):
            position.push("bent d5 0")

    def test_it_may_lie_on_hexes_that_it_covered_before(self) -> None:
        position = after(drawn(OPEN, movable=BAR), "roll 1 1", "bar b4 0", "P e", "1 e", "roll 1 1")
        assert "bar a4 0" in position.legal()

    def test_a_seat_may_wall_in_its_own_pieces(self) -> None:
        board = """
            A . # a .
             # # # #
            b . . . B
        """
        position = after(drawn(board, movable=STONE), "roll 1 1", "stone b1 0")
        assert steps(position) == {"1 e"}
        assert after(position, "1 e").to_act == "chance"


class TestR12End:
    def test_the_game_ends_as_soon_as_only_one_seat_has_prey_which_adds_its_points(self) -> None:
        board = """
            A b . . .
             . . a a
            a . . . B
        """
        position = after(drawn(board), "roll 3 1", "predator 3", "P e")
        assert position.over
        assert position.scores == [4, 0]
        assert position.returns == [1.0, -1.0]
        assert position.ending() == "Only Red still has prey. Red wins with 4 points."
        assert position.tell(3).endswith("Green has no prey left and is out. Red adds 3 points for surviving prey.")

    def test_with_equal_points_the_seat_whose_prey_lasted_longer_ranks_higher(self) -> None:
        board = """
            A d . . C
             . . . .
            a . D . .
        """
        position = drawn(board)
        position.states["scores"][0] = 0, 2, 2, 0
        position.states["out"][0] = 0, 2, 1, 0
        after(position, "roll 1 2", "predator 1", "P e")
        assert position.scores == [2, 2, 2, 0]
        assert position.returns == pytest.approx([1, 1 / 3, -1 / 3, -1])
        assert position.ending().endswith(
            "Red wins with 2 points: Green, Blue had as many, but Red's prey lasted longer."
        )

    def test_the_survivor_need_not_win(self) -> None:
        board = """
            A b . .
             . . .
            a . . B
        """
        position = drawn(board)
        position.states["scores"][0, 1] = 5
        after(position, "roll 1 2", "predator 1", "P e")
        assert position.returns == [-1.0, 1.0]
        assert position.ending() == "Only Red still has prey. Green wins with 5 points."

    def test_after_the_last_round_every_seat_with_prey_adds_its_points(self) -> None:
        position = drawn(OPEN, max_rounds=1)
        after(position, "roll 1 2", "predator 1", "P e", "1 e", "1 e")
        assert not position.over
        after(position, "roll 1 2", "predator 1", "P w", "1 e", "1 e")
        assert position.over
        assert position.scores == [1, 1]
        assert position.returns == [0.0, 0.0]
        assert position.ending() == "The game stops after 1 round. Red, Green share the first place with 1 point each."

    def test_then_equal_points_are_a_shared_place_whoever_is_out(self) -> None:
        board = """
            A . . . a
             . . . .
            c . C . .
        """
        position = drawn(board, max_rounds=1)
        position.states["scores"][0, 1] = 1
        after(position, "roll 1 2", "predator 1", "P e", "1 w", "1 w")
        after(position, "roll 1 2", "predator 1", "1 e", "1 ne", "P e")
        assert position.scores == [1, 1, 1]
        assert position.returns == [0.0, 0.0, 0.0]

    def test_a_round_is_over_when_the_turn_passes_the_place_of_the_seat_that_began_also_if_it_is_out(self) -> None:
        board = """
            A . . . b
             . . . .
            B . . a .
             . . . .
            c . . . C
        """
        position = drawn(board, starter=2)
        position.states["turn"] = 3
        position.states["prey"][0, 1] = 0
        position.states["alive"][0, 1] = 0
        position.states["out"][0, 1] = 1
        after(position, "roll 1 2", "predator 1", "P w", "1 e", "1 e")
        assert (position.state.rounds, position.state.turn) == (0, 1)
        after(position, "roll 1 2", "predator 1", "P e", "1 e", "1 sw")
        assert (position.state.rounds, position.state.turn) == (1, 3)


class TestOptions:
    def test_max_rounds_is_200_or_what_was_said(self) -> None:
        assert STANDARD.start().options == {"starter": 1, "max_rounds": 200}
        assert STANDARD.start(options={"max_rounds": 7}).state.max_rounds == 7

    def test_the_board_is_larger_or_smaller_as_the_components_say(self) -> None:
        components = {
            **STANDARD.components,
            "rows": 7,
            "columns": [7, 6],
            "fixed_obstacles": [],
            "prey": 2,
            "prey_points": [1, 1],
            "corners": {"2": ["a1", "g7"], "3": ["a1", "g1", "g7"], "4": ["a1", "g1", "g7", "a7"]},
        }
        assert len(Game(RULES, components).start(4).legal()) == 4 * 7 + 3 * 6 - 4


class TestForesee:
    def test_points_who_is_out_steps_left_and_whether_the_turn_is_complete(self) -> None:
        board = """
            A b . . c
             . . . .
            a . B . C
        """
        position = after(drawn(board), "roll 2 1", "predator 2", "1 e")
        ids = position.legal_ids()
        told = dict(zip([position.text(int(k)) for k in ids], position.foresee(ids).tolist(), strict=True))
        assert told == {"P e": [1, 2, 1, 0], "P se": [0, 0, 1, 0]}
        after(position, "P e")
        ids = position.legal_ids()
        assert {tuple(row) for row in position.foresee(ids).tolist()} == {(0, 0, 0, 1)}
