"""Every rule by its number, on small tables with tiles made for it."""

from typing import Any

import pytest

import ratskeller
from ratskeller import Position

FIRST_DRAWS = ("draw 1", "draw 2")


def table(*tiles: str, **options: Any) -> Position:
    """A game with these tiles, each written as three faces."""
    components = {"table": 64, "start": [".", ".", "."], "tiles": [tile.split() for tile in tiles]}
    return ratskeller.game("rat-attack", components).start(options=options)


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position.push(move)
    return position


def placings(position: Position, tile: int) -> set[str]:
    return {move.partition("@")[2] for move in position.legal() if move.startswith(f"{tile}@")}


BLANKS = (". . .",) * 8


@pytest.mark.kernel
class TestR1Setup:
    def test_the_start_tile_lies_flat_in_the_middle(self) -> None:
        s = table(*BLANKS).state
        assert [(x - 32, y - 32) for y in range(64) for x in range(64) if s.height[y, x]] == [(-1, 0), (0, 0), (1, 0)]

    def test_all_44_tiles_are_in_the_stock(self) -> None:
        assert ratskeller.game("rat-attack").start().chances() == {f"draw {n}": 1 / 44 for n in range(1, 45)}

    @pytest.mark.parametrize("starter", [1, 2])
    def test_the_starter_is_an_option(self, starter: int) -> None:
        assert after(table(*BLANKS, starter=starter), "draw 1", "draw 2").to_act == starter


@pytest.mark.kernel
class TestR2Turn:
    def test_two_tiles_are_drawn_and_placed_in_either_order_then_the_other_seat_draws(self) -> None:
        position = table(*BLANKS)
        assert position.to_act == "chance"
        after(position, "draw 3")
        assert position.to_act == "chance"
        assert "draw 3" not in position.legal()
        after(position, "draw 1")
        assert position.to_act == 1
        assert {move.partition("@")[0] for move in position.legal()} == {"1", "3"}
        after(position, "3@-1,1e")
        assert position.to_act == 1
        assert {move.partition("@")[0] for move in position.legal()} == {"1"}
        after(position, "1@-1,2e")
        assert position.to_act == "chance"
        assert after(position, "draw 2", "draw 4").to_act == 2

    def test_the_order_of_drawing_makes_no_difference(self) -> None:
        assert after(table(*BLANKS), "draw 1", "draw 2") == after(table(*BLANKS), "draw 2", "draw 1")

    def test_44_tiles_are_22_turns(self) -> None:
        position = ratskeller.game("rat-attack").start(options={"rats_to_lose": 9})
        turns = []
        while not position.over:
            if position.to_act == "chance":
                position.push(position.legal()[0])
                continue
            if position.ply % 4 == 2:
                turns.append(position.to_act)
            position.push(position.legal()[-1])
        assert turns == [1, 2] * 11


@pytest.mark.kernel
class TestR3Ground:
    def test_any_tile_has_48_places_beside_the_start_tile_12_in_each_direction(self) -> None:
        places = placings(after(table(*BLANKS), "draw 1", "draw 2"), 1)
        assert [sum(place.endswith(direction) for place in places) for direction in "eswn"] == [12, 12, 12, 12]

    def test_two_tiles_in_hand_have_96(self) -> None:
        assert len(after(table(*BLANKS), "draw 1", "draw 2").legal_ids()) == 96

    def test_corner_to_corner_is_not_touching(self) -> None:
        places = placings(after(table(*BLANKS), "draw 1", "draw 2"), 1)
        assert "2,1e" not in places
        assert "1,1e" in places

    def test_some_spaces_on_a_tile_and_some_beside_it_is_no_place(self) -> None:
        assert "0,0s" not in placings(after(table(*BLANKS), "draw 1", "draw 2"), 1)

    def test_a_high_tile_is_touched_like_a_low_one(self) -> None:
        position = after(table(*BLANKS), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e", "draw 3", "draw 4", "3@1,0s")
        assert "2,1e" in placings(position, 4)

    def test_a_tile_lies_wholly_on_the_table(self) -> None:
        """A line of tiles reaches the eastern edge, and leaves one column free at the western one."""
        position = table(*(". . .",) * 62)
        for k in range(10):
            east, west = 2 * k + 1, 2 * k + 2
            after(position, f"draw {east}", f"draw {west}", f"{east}@{2 + 3 * k},0e", f"{west}@{-2 - 3 * k},0w")
        after(position, "draw 61", "draw 62")
        assert "-32,0s" in placings(position, 61)
        assert "-32,1e" in placings(position, 61)
        assert not {"-31,1w", "30,1e", "31,1e"} & placings(position, 61)
        assert "the table reaches from -32 to 31" in position.explain("61@30,1e")


@pytest.mark.kernel
class TestR4Stacking:
    def test_never_on_one_tile_alone(self) -> None:
        position = after(table(*BLANKS), "draw 1", "draw 2")
        assert position.explain("1@-1,0e").endswith("a tile must rest on two or three tiles, not on one alone.")

    def test_on_two_tiles(self) -> None:
        assert "0,0e" in placings(after(table(*BLANKS), "draw 1", "draw 2", "1@2,0e"), 2)

    def test_on_three_tiles(self) -> None:
        position = after(table(*BLANKS), "draw 1", "draw 2", "1@-1,1e", "2@-1,2e", "draw 3", "draw 4")
        assert {"-1,0s", "0,0s", "1,0s"} <= placings(position, 3)

    def test_only_flat(self) -> None:
        position = after(table(*BLANKS), "draw 1", "draw 2", "1@2,0e", "2@0,0e", "draw 3", "draw 4")
        assert "1,0e" not in placings(position, 3)
        assert position.explain("3@2,0e").endswith("its three spaces must be equally high.")

    def test_only_the_topmost_tiles_below_are_counted(self) -> None:
        position = after(table(*BLANKS), "draw 1", "draw 2", "1@2,0e", "2@0,0e", "draw 3", "draw 4")
        assert "0,0e" not in placings(position, 3), "only tile 2 lies on top there"


@pytest.mark.kernel
def test_r5_a_placed_tile_never_moves() -> None:
    position = after(table(*BLANKS), "draw 1", "draw 2", "1@2,0e")
    assert not any(move.startswith("1@") for move in position.legal())


@pytest.mark.kernel
class TestR6Visible:
    def test_a_covered_spice_is_in_no_group(self) -> None:
        position = after(table("ra . .", ". ra .", ". . .", "ra . ."), "draw 1", "draw 3", "1@2,0e", "3@0,0e")
        assert after(position, "draw 2", "draw 4", "4@2,1e").scores == [0, 0]

    def test_the_level_makes_no_difference(self) -> None:
        position = after(table(". . .", ". . ra", "ra . .", ". . ."), "draw 1", "draw 2", "1@2,0e", "2@0,0e")
        assert after(position, "draw 3", "draw 4", "3@2,1e").scores == [1, 0]


@pytest.mark.kernel
class TestR7AndR8Groups:
    def test_two_spaces_give_one_point_three_or_more_give_two(self) -> None:
        position = after(table(*("ra . .",) * 6), *FIRST_DRAWS, "1@-1,1e")
        assert position.scores == [0, 0]
        assert after(position, "2@-1,2e").scores == [1, 0]
        assert after(position, "draw 3", "draw 4", "3@-1,3e").scores == [1 + 2, 0]
        assert after(position, "4@-1,4e").scores == [1 + 2 + 2, 0]

    def test_either_seat_scores_on_either_turn(self) -> None:
        assert after(table("ga . .", "ga . .", *BLANKS), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e").scores == [0, 1]

    def test_corner_to_corner_is_no_group(self) -> None:
        position = after(table("ra . .", "ra . .", *BLANKS), *FIRST_DRAWS, "1@-1,1e", "2@0,2e")
        assert position.scores == [0, 0]

    @pytest.mark.parametrize("other", ["rb . .", "ga . ."])
    def test_another_spice_or_another_colour_is_another_group(self, other: str) -> None:
        position = after(table("ra . .", other, *BLANKS), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e")
        assert position.scores == [0, 0]

    def test_every_group_with_a_spice_of_the_tile_scores(self) -> None:
        position = after(table("ra gb .", "ra gb .", *BLANKS), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e")
        assert position.scores == [1, 1]

    def test_a_group_without_a_spice_of_the_tile_does_not_score_again(self) -> None:
        position = after(table("ra . .", "ra . .", *BLANKS), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e")
        assert after(position, "draw 3", "draw 4", "3@-1,3e").scores == [1, 0]

    def test_a_group_that_shrank_scores_again(self) -> None:
        """Of three spices in a column, a tile covers two and shows one: two are left."""
        tiles = ("ra . .", "ra . .", "ra . .", "ra . .", *BLANKS)
        position = after(table(*tiles), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e", "draw 3", "draw 5", "3@-1,3e", "5@-1,4e")
        assert position.scores == [1 + 2, 0]
        assert after(position, "draw 4", "draw 6", "4@-1,2s").scores == [1 + 2 + 1, 0]

    def test_a_group_scores_again_without_having_grown(self) -> None:
        """A tile covers one spice of a pair and shows the same one there."""
        tiles = ("ra . .", "ra . .", "ra . .", ". . .", *BLANKS)
        position = after(table(*tiles), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e", "draw 4", "draw 5", "4@-1,3e", "5@-1,4e")
        assert position.scores == [1, 0]
        assert after(position, "draw 3", "draw 6", "3@-1,2s").scores == [1 + 1, 0]

    def test_a_group_counts_once_for_a_tile_that_brings_two_of_its_spices(self) -> None:
        assert after(table("ra ra .", ". . .", *BLANKS), *FIRST_DRAWS, "1@-1,1e").scores == [1, 0]

    def test_two_groups_of_the_same_spice_both_count(self) -> None:
        position = after(table("ra . ra", "ra . ra", *BLANKS), *FIRST_DRAWS, "1@-1,1e")
        assert after(position, "2@-1,2e").scores == [2, 0]

    def test_rats_and_blanks_never_score(self) -> None:
        position = after(table("rR gR .", "rR gR .", *BLANKS), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e")
        assert position.scores == [0, 0]


RATS = ("rR . .", "rR . .", "rR . .", "gR . .", "gR . .", "gR . .", *BLANKS)


@pytest.mark.kernel
class TestR9Rats:
    def test_three_own_rats_at_the_end_of_the_turn_lose_whatever_the_score(self) -> None:
        position = after(table("rR ra .", "rR ra .", ". . .", "rR . .", *BLANKS), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e")
        after(position, "draw 3", "draw 5", "3@-1,3e", "5@-1,4e", "draw 4", "draw 6", "4@-1,5e")
        assert not position.over, "the turn is not over yet"
        after(position, "6@-1,6e")
        assert position.over
        assert position.returns == [-1.0, 1.0]
        assert position.scores == [1, 0]
        assert position.ending() == "Red ends the turn with 3 visible rats of their colour: Green wins."

    def test_the_second_tile_may_cover_a_rat_in_time(self) -> None:
        position = after(table(*RATS), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e", "draw 7", "draw 8", "7@-1,-1e", "8@-1,-2e")
        after(position, "draw 3", "draw 9", "3@-1,3e", "9@-1,1s")
        assert not position.over

    def test_only_the_seat_whose_turn_ends_is_checked(self) -> None:
        position = after(
            table(*RATS), "draw 4", "draw 5", "4@-1,1e", "5@-1,2e", "draw 1", "draw 6", "1@-1,3e", "6@-1,4e"
        )
        assert position.over
        assert position.returns == [1.0, -1.0]
        position = after(
            table(*RATS), "draw 4", "draw 5", "4@-1,1e", "5@-1,2e", "draw 1", "draw 2", "1@-1,3e", "2@-1,4e"
        )
        after(position, "draw 6", "draw 7", "6@-1,5e", "7@-1,6e")
        assert not position.over, "three green rats, but it was red's turn"
        after(position, "draw 8", "draw 9", "8@-1,7e", "9@-1,8e")
        assert position.returns == [1.0, -1.0]

    @pytest.mark.parametrize("rats_to_lose", [1, 2])
    def test_how_many_is_an_option(self, rats_to_lose: int) -> None:
        position = after(table(*RATS, rats_to_lose=rats_to_lose), "draw 1", "draw 7", "1@-1,1e", "7@-1,2e")
        assert position.over == (rats_to_lose == 1)

    def test_it_comes_before_the_final_scoring(self) -> None:
        tiles = ("ra rR .", "ra rR .", "rR . .", ". . .", ". . .", ". . .")
        position = after(table(*tiles), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e", "draw 4", "draw 5", "4@-1,-1e", "5@-1,-2e")
        after(position, "draw 3", "draw 6", "3@-1,-3e", "6@-1,-4e")
        assert position.returns == [-1.0, 1.0]
        assert position.scores == [1, 0]


@pytest.mark.kernel
class TestR10End:
    def test_every_visible_group_scores_once_more_and_the_most_points_win(self) -> None:
        position = after(table("ra gb .", "ra gc ."), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e")
        assert position.scores == [1 + 1, 0]
        assert position.returns == [1.0, -1.0]
        assert position.ending() == "All tiles are placed: Red wins, 2 to 0."

    def test_equal_points_are_decided_by_visible_spices(self) -> None:
        position = after(table("ra gb .", "rc . ."), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e")
        assert position.scores == [0, 0]
        assert position.returns == [1.0, -1.0]
        assert position.ending() == "All tiles are placed, and it is 0 to 0: Red wins with more visible spices, 2 to 1."

    def test_rats_are_no_spices(self) -> None:
        assert after(table("ra rR .", "ga . ."), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e").returns == [0.0, 0.0]

    def test_still_equal_is_a_draw(self) -> None:
        position = after(table("ra . .", "ga . ."), *FIRST_DRAWS, "1@-1,1e", "2@-1,2e")
        assert position.returns == [0.0, 0.0]
        assert position.ending().endswith("points (0 to 0) and visible spices (1 to 1) are equal, a draw.")
