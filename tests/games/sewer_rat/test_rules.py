"""Every rule by its number, in short rounds with cards chosen for it.

The rat begins on e5, the middle of 9 × 9 (b2 on 3 × 3). Seat 1 sits south; of two seats, seat 2 sits north.
"""

from typing import Any

import numpy as np
import pytest

from ratskeller.games.sewer_rat import RULES
from ratskeller.games.sewer_rat.rules import NONE_OPEN, STUCK
from ratskeller.play.game import Game
from ratskeller.play.match import Match
from ratskeller.play.position import IllegalMove, Position
from tests.games.sewer_rat.helpers import STANDARD, components, dealt, play

pytestmark = pytest.mark.kernel

STRAIGHTS = "straight straight straight"
ONLY_NORTH = {"openings": ["n"], "tracks": []}
NORTH_AND_EAST = {"openings": ["n", "e"], "tracks": ["ne"]}


def sides(position: Position) -> set[str]:
    """The openings at which a card can be laid."""
    return {move.split()[1] for move in position.legal()}


def hand(position: Position, seat: int) -> list[str]:
    s = position.state
    names = [card["name"] for card in position.game.components["cards"]]
    return [name for kind, name in enumerate(names, 1) for _copy in range(s.hands[seat - 1, kind])]


def lay_and_draw(position: Position, *lays: str, card: str = "straight") -> Position:
    """Make these moves; after each, whoever has to draw draws this card."""
    for move in lays:
        position.push(move)
        if position.to_act == "chance":
            position.push(f"draw {card}")
    return position


def refusal(position: Position, move: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        position.push(move)
    assert refused.value.kind == "illegal"
    return refused.value.reason


class TestR1Setup:
    def test_all_56_cards_can_be_drawn_first(self) -> None:
        chances = STANDARD.start().chances()
        cards = STANDARD.components["cards"]
        assert chances == {f"draw {card['name']}": card["count"] / 56 for card in cards}

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_three_cards_are_dealt_to_each_seat_in_turn_from_the_one_that_begins(self, players: int) -> None:
        for starter in range(1, players + 1):
            position = STANDARD.start(players, {"starter": starter})
            receivers = []
            while position.to_act == "chance":
                before = position.state.hand_sizes[:players].tolist()
                position.push(position.legal()[-1])
                after = position.state.hand_sizes[:players].tolist()
                receivers += [seat for seat in range(1, players + 1) if after[seat - 1] > before[seat - 1]]
            assert receivers == [(starter - 1 + k) % players + 1 for k in range(3 * players)]
            assert position.to_act == starter

    def test_hands_are_hidden(self) -> None:
        view = dealt("well bend cross", STRAIGHTS).view(2)
        assert hand(view, 1) == []
        assert hand(view, 2) == ["straight"] * 3


class TestR2Lay:
    def test_the_first_move_of_the_rules_page(self) -> None:
        position = dealt("straight bend well", STRAIGHTS)
        assert position.legal() == [
            *("bend e 1", "bend e 2", "bend n 0", "bend n 1", "bend w 0", "bend w 3"),
            *("straight e 1", "straight n 0", "straight w 1"),
            *("well e 1", "well n 0", "well w 3"),
        ]

    def test_a_right_bend_laid_at_the_north_leads_east(self) -> None:
        position = lay_and_draw(dealt("bend_right bend_right bend_right", STRAIGHTS), "bend_right n 0")
        assert position.legal() == ["straight e 1"]

    def test_the_opening_with_the_arrow_faces_the_rats_card(self) -> None:
        position = dealt("bend_left bend_left bend_left", STRAIGHTS)
        assert position.legal() == ["bend_left e 1", "bend_left n 0", "bend_left w 3"]
        assert "arrow" in refusal(position, "bend_left n 3")

    def test_any_opening_that_leads_to_a_free_cell(self) -> None:
        position = lay_and_draw(dealt("cross tee wye", STRAIGHTS), "cross n 0")
        assert sides(position) == {"n", "e", "w"}
        assert "not free" in refusal(position, "straight s 0")

    def test_an_opening_must_face_the_rats_card(self) -> None:
        position = dealt("straight bend tee", STRAIGHTS)
        assert "must face" in refusal(position, "straight n 1")
        assert "must face" in refusal(position, "tee n 2")
        position.push("straight n 0")
        position.push("draw bend")
        assert "no opening" in refusal(position, "straight w 1")

    def test_other_sides_may_meet_a_wall_unless_the_option_says_no(self) -> None:
        lays = ("straight n 0", "bend n 0", "bend e 1")
        position = lay_and_draw(dealt("straight bend tee", "bend tee well"), *lays)
        assert "tee s 1" in position.legal()
        position = lay_and_draw(dealt("straight bend tee", "bend tee well", edges="all"), *lays)
        assert [move for move in position.legal() if move.startswith("tee")] == ["tee s 3"]
        assert "wall" in refusal(position, "tee s 1")

    def test_with_all_edges_a_wall_may_not_meet_an_opening_either(self) -> None:
        position = dealt("bend bend bend", "bend bend bend", edges="all")
        lay_and_draw(position, "bend n 0", "bend e 1", card="well")
        assert "well s 2" not in position.legal()
        assert "wall" in refusal(position, "well s 2")


class TestR3FirstCard:
    @pytest.mark.parametrize(
        ("players", "starter", "own"),
        [
            *((2, 1, "s"), (2, 2, "n"), (3, 1, "s"), (3, 2, "w"), (3, 3, "n")),
            *((4, 1, "s"), (4, 2, "w"), (4, 3, "n"), (4, 4, "e")),
        ],
    )
    def test_not_towards_the_own_side(self, players: int, starter: int, own: str) -> None:
        position = dealt(*["well well well"] * players, starter=starter)
        assert sides(position) == set("nesw") - {own}
        turn = "nesw".index(own)
        assert "own side" in refusal(position, f"well {own} {turn}")

    def test_only_while_the_start_card_lies_there_alone(self) -> None:
        position = lay_and_draw(dealt("well well well", "well well well"), "well n 0", "run e5", "well e 1", "run e5")
        assert sides(position) == {"s", "w"}

    def test_another_seat_may_when_the_first_one_passed(self) -> None:
        position = dealt("bend", "bend", start={"openings": ["s"], "tracks": []}, extra={"bend": 3})
        play(position, "swap bend, draw bend")
        assert position.to_act == 2
        assert sides(position) == {"s"}


class TestR4Develop:
    def corner(self, *cards: str, **options: Any) -> Position:
        """The rat on f7, its card open to the south: f6 lies between that and the wall of a straight on e6."""
        first, second = dealt_hands(("straight", "bend"), ("bend", *cards))
        return lay_and_draw(dealt(first, second, **options), "straight n 0", "bend n 0", "bend e 1")

    def test_a_card_that_leads_only_to_a_wall_may_not_be_laid(self) -> None:
        position = self.corner("bend", "bend_right")
        assert [move for move in position.legal() if move.startswith("bend")] == ["bend s 3"]
        assert "no way on" in refusal(position, "bend s 2")
        assert "no way on" in refusal(position, "bend_right s 2")

    def test_the_well_always_may(self) -> None:
        assert "well s 2" in self.corner("well", "well").legal()

    def test_an_opening_off_the_grid_is_a_way_on(self) -> None:
        assert dealt("straight", "straight", grid=3).legal() == ["straight n 0"]

    def test_a_link_is_one_if_a_run_reaches_an_open_card(self) -> None:
        position = lay_and_draw(dealt("bend bend", "bend bend"), "bend n 0", "bend e 1")
        assert "bend s 2" in position.legal()

    def test_and_none_if_it_does_not(self) -> None:
        position = lay_and_draw(dealt("bend bend", "bend bend", start=NORTH_AND_EAST), "bend n 0", "bend e 1")
        assert "no way on" in refusal(position, "bend s 2")


def dealt_hands(*hands: tuple[str, ...]) -> list[str]:
    """Hands of equal size, filled up with crossings."""
    size = max(map(len, hands))
    return [" ".join([*hand, *["cross"] * (size - len(hand))]) for hand in hands]


class TestR5Rat:
    def test_the_rat_runs_to_the_new_card_and_the_seat_draws_up_to_three(self) -> None:
        position = dealt("straight well well", STRAIGHTS, then="straight n 0")
        assert sides(dealt("cross", "cross", then="cross n 0, draw cross")) == {"n", "e", "w"}
        assert position.to_act == "chance"
        position.push("draw cross")
        assert hand(position, 1) == ["cross", "well", "well"]
        assert position.to_act == 2

    def test_it_takes_what_there_is(self) -> None:
        position = dealt("straight bend", "straight bend", extra={"straight": 2, "bend": 2}, then="straight n 0")
        assert position.to_act == 2
        assert hand(position, 1) == ["bend"]


class TestR6Swap:
    def stuck(self, last: str = "straight") -> Position:
        """Seat 2 to play at f7 with right bends only, which all would lead to a wall."""
        position = dealt("straight bend bend_right", "bend bend_right bend_right")
        play(position, "straight n 0, draw bend_right, bend n 0, draw bend_right, bend e 1")
        return play(position, f"draw {last}")

    def test_a_seat_with_no_card_to_lay_swaps_one(self) -> None:
        position = self.stuck()
        assert position.legal() == ["swap bend_right"]
        position.push("swap bend_right")
        assert position.to_act == "chance"
        assert position.state.discards.sum() == position.state.discards_size == 1
        assert "not in the hand" in refusal(self.stuck(), "swap straight")
        assert "swaps" in refusal(self.stuck(), "pass")

    def test_what_it_draws_must_be_laid_at_once_if_it_can(self) -> None:
        position = play(self.stuck(), "swap bend_right, draw cross")
        assert position.to_act == 2
        assert position.legal() == ["cross s 0"]
        assert hand(position, 2) == ["bend_right", "bend_right", "cross"]

    def test_otherwise_the_turn_passes(self) -> None:
        position = play(self.stuck(), "swap bend_right, draw bend_right")
        assert position.to_act == 1
        assert position.state.passes == 1

    def test_a_seat_that_can_lay_may_not_swap(self) -> None:
        position = dealt("straight well well", STRAIGHTS)
        assert "must be" in refusal(position, "swap well")
        assert "must be" in refusal(position, "pass")

    def test_the_discards_are_shuffled_into_a_new_stack_the_card_just_swapped_among_them(self) -> None:
        hands = ("straight bend bend_right", "bend bend_right bend_right")
        position = dealt(*hands, extra={"straight": 1, "bend": 2, "bend_right": 7})
        lay_and_draw(position, "straight n 0", "bend n 0", "bend e 1", "swap bend_right", card="bend_right")
        assert (position.state.stack_size, position.state.discards_size) == (0, 1)
        position.push("swap bend_right")
        assert position.chances() == {"draw bend_right": 1.0}
        assert (position.state.stack_size, position.state.discards_size) == (2, 0)

    def test_with_nothing_to_swap_for_a_seat_passes(self) -> None:
        hands = ("straight bend bend_right", "bend bend_right bend_right")
        position = dealt(*hands, extra={"straight": 1, "bend": 2, "bend_right": 3}, then="straight n 0, bend n 0")
        position.push("bend e 1")
        assert position.legal() == ["pass"]
        position.push("pass")
        assert position.to_act == 1


class TestR7Out:
    @pytest.mark.parametrize(("players", "order"), [(2, "sn"), (3, "swn"), (4, "swne")])
    def test_the_seat_on_the_side_where_the_rat_leaves_wins(self, players: int, order: str) -> None:
        for starter in range(1, players + 1):
            for winner, side in enumerate(order, 1):
                if winner == starter:
                    continue
                position = dealt(*["straight"] * players, grid=3, starter=starter)
                position.push(f"straight {side} {'nesw'.index(side) % 2}")
                assert position.over
                assert position.scores == [int(seat == winner) for seat in range(1, players + 1)]
                losing = -1 / (players - 1)
                assert position.returns == [1.0 if seat == winner else losing for seat in range(1, players + 1)]
                assert "wins the round" in position.ending()

    def test_at_a_side_where_nobody_sits_it_is_a_draw(self) -> None:
        position = dealt("straight", "straight", grid=3, strive=False, then="straight e 1")
        assert position.over
        assert position.scores == [0, 0]
        assert position.returns == [0.0, 0.0]
        assert "nobody sits" in position.ending()

    def test_any_opening_whatever_the_tracks(self) -> None:
        position = dealt("wye bend", "wye wye", grid=3, then="bend n 0, draw bend")
        assert "wye e 1" in position.legal()
        position.push("wye e 1")
        assert position.scores == [0, 1]

    def test_in_a_corner_the_layer_chooses(self) -> None:
        position = dealt("tee bend", "tee tee", grid=3, strive=False, then="bend n 0, draw bend, tee e 2")
        assert position.to_act == 2
        assert position.legal() == ["exit e", "exit n"]
        assert position.copy().push("exit e")
        assert "no opening off the grid" in refusal(position, "exit s")
        position.push("exit n")
        assert position.scores == [0, 1]


class TestR8Link:
    def test_the_rat_may_run_on_from_the_new_card_or_stay_there(self) -> None:
        position = lay_and_draw(dealt("bend tee", "bend bend"), "bend n 0", "bend e 1", "tee s 2")
        assert position.to_act == 1
        assert position.legal() == ["run e5", "run f5"]
        assert "along the tracks" in refusal(position, "run e6")
        assert "no card lies" in refusal(position, "run a1")
        stayed = lay_and_draw(position.copy(), "run f5")
        assert sides(stayed) == {"e"}
        gone = lay_and_draw(position, "run e5")
        assert sides(gone) == {"s", "w"}

    def test_a_card_that_is_not_open_is_left_even_if_there_is_one_way_only(self) -> None:
        position = lay_and_draw(dealt("bend bend", "bend bend"), "bend n 0", "bend e 1", "bend s 2")
        assert position.to_act == 1
        assert position.legal() == ["run e5"]

    def test_no_link_no_run(self) -> None:
        assert play(dealt("tee", "tee"), "tee n 0").to_act == "chance"


class TestR9Well:
    def test_the_rat_runs_back_to_any_open_card(self) -> None:
        position = lay_and_draw(dealt("cross", "well"), "cross n 0", "well n 0")
        assert position.to_act == 2
        assert position.legal() == ["run e5", "run e6"]
        position.push("run e6")
        position.push("draw straight")
        assert position.to_act == 1
        assert sides(position) == {"e", "w"}

    def test_if_it_can_reach_none_it_is_put_on_the_nearest_one(self) -> None:
        two_way_well = {"name": "pit", "count": 9, "openings": ["n", "s"], "tracks": []}
        game = Game(RULES, {**components(hand=1, well=9), "cards": [two_way_well, components(well=9)["cards"][0]]})
        position = play(game.start(), "draw pit, draw well, pit n 0, run e6, draw pit, well n 0")
        assert position.legal() == ["run e5"]
        position.push("run e5")
        assert position.state.came == 0

    def test_if_no_card_is_open_it_is_a_draw(self) -> None:
        position = dealt("well", "well", start=ONLY_NORTH, then="well n 0")
        assert position.over
        assert position.state.phase == NONE_OPEN
        assert position.returns == [0.0, 0.0]
        assert "No open card" in position.ending()


class TestR10Tracks:
    def loop(self, first: str, name: str) -> Position:
        """A card on e6, then a loop over e7 and f7 to f6, which meets the first card from the east."""
        position = dealt(f"{name} bend", "bend bend")
        return lay_and_draw(position, first, "bend n 0", "bend e 1", "bend s 2", card="bend")

    def test_a_cross_only_straight(self) -> None:
        assert self.loop("cross n 0", "cross").legal() == ["run e6"]

    def test_a_t_every_way(self) -> None:
        assert self.loop("tee n 3", "tee").legal() == ["run e5"]

    def test_a_branch_never_from_arm_to_arm(self) -> None:
        assert self.loop("branch_right n 0", "branch_right").legal() == ["run e5"]
        # With the stem to the north the rat, coming from the east, goes north only, and round and round the loop.
        with pytest.raises(IllegalMove, match="no way on"):
            self.loop("branch_left n 2", "branch_left")

    @pytest.mark.parametrize(("name", "ways"), [("wye", ["run e5"]), ("tee", ["run d6", "run e5"])])
    def test_a_y_never_from_arm_to_arm(self, name: str, ways: list[str]) -> None:
        position = dealt(f"{name} bend bend", "tee straight bend")
        lay_and_draw(position, f"{name} n 0", "tee w 3", "bend n 0", "straight e 1", "bend e 1", "bend s 2")
        assert position.legal() == ways

    def test_a_well_turns_it_round(self) -> None:
        position = lay_and_draw(dealt("cross well", "well well"), "cross n 0", "well e 1", "run e6", "well w 3")
        assert position.legal() == ["run e6"]


class TestR11DeadEnd:
    def lap(self) -> Position:
        """All have right bends only, and each would lead to a wall; seat 1 laid the last card, on f7."""
        position = TestR6Swap().stuck("bend_right")
        return play(position, "swap bend_right, draw bend_right, swap bend_right, draw bend_right")

    def test_the_seat_that_laid_the_last_card_turns_the_rat_round(self) -> None:
        position = self.lap()
        assert position.to_act == 1
        assert position.legal() == ["run e5"]
        assert "dead end" in position.tell(position.ply)
        assert "nearest" in refusal(position, "run f7")

    def test_then_the_seat_after_that_one_plays(self) -> None:
        position = play(self.lap(), "run e5")
        assert position.to_act == 2
        assert sides(position) == {"e", "s", "w"}

    def test_a_second_lap_without_a_lay_is_a_draw(self) -> None:
        position = dealt("straight", "straight", extra={"straight": 2})
        play(position, "straight n 0, straight n 0, pass, pass, run e5, pass")
        assert not position.over
        position.push("pass")
        assert position.over
        assert position.state.phase == STUCK
        assert position.returns == [0.0, 0.0]
        assert "second lap" in position.ending()

    def test_if_no_other_card_is_open_it_is_a_draw(self) -> None:
        position = dealt("straight", "straight", start=ONLY_NORTH, extra={"straight": 2})
        play(position, "straight n 0, straight n 0, pass, pass")
        assert position.over
        assert position.returns == [0.0, 0.0]

    def test_a_rat_that_was_put_is_put_on_the_nearest_other_card(self) -> None:
        pit = {"name": "pit", "count": 1, "openings": ["n", "s"], "tracks": []}
        cards = components(hand=1, cross=1, well=1)["cards"]
        game = Game(RULES, {**components(hand=1, cross=1), "cards": [*cards, pit]})
        with pytest.raises(ValueError, match="too few"):
            game.start(4)
        position = play(game.start(3), "draw pit, draw cross, draw well, pit n 0, run e6, cross n 0, well n 0")
        assert position.legal() == ["run e7"]
        play(position, "run e7, pass, pass, pass")
        assert position.to_act == 3
        # Back to the north it meets the well, and returns: the tracks lead to no other open card.
        assert position.legal() == ["run e5"]


class TestR12Match:
    def draw_round(self, match: Match) -> None:
        play(match.position, "draw straight, draw straight, straight e 1")

    def win_round(self, match: Match) -> None:
        play(match.position, "draw straight, draw straight, straight n 0")

    @pytest.fixture
    def match(self) -> Match:
        game = Game(RULES, {**components(3, 1, straight=9), "rounds": 5})
        return Match(game, options={"strive": False}, names=["Ann", "Bo"])

    def test_a_match_is_five_rounds_by_the_components(self, match: Match) -> None:
        assert match.rounds == 5
        assert Match(STANDARD).rounds == 5
        for number in range(5):
            assert match.number == number
            self.win_round(match)
            if number < 4:
                match.next()
        assert match.over
        assert match.scores == [2.0, 3.0]
        assert match.returns == [-1.0, 1.0]

    def test_the_next_player_begins_the_next_round(self, match: Match) -> None:
        self.win_round(match)
        match.next()
        assert match.player(1) == 2
        assert match.position.names == ["Bo", "Ann"]

    def test_a_drawn_round_is_played_again_from_the_same_seats(self, match: Match) -> None:
        self.draw_round(match)
        match.next()
        assert match.player(1) == 1
        assert match.position.names == ["Ann", "Bo"]
        assert match.scores == [0.0, 0.0]
        for _round in range(5):
            self.win_round(match)
            if not match.over:
                match.next()
        assert match.over
        assert len(match.positions) == 6

    def test_a_match_of_draws_stops_after_five_times_as_many_rounds(self, match: Match) -> None:
        for _round in range(24):
            self.draw_round(match)
            assert not match.over
            match.next()
        self.draw_round(match)
        assert match.over
        assert match.returns == [0.0, 0.0]


class TestR13Strive:
    def test_the_rat_is_not_led_out_at_an_unmanned_side_if_another_card_can_be_laid(self) -> None:
        position = dealt("straight", "straight", grid=3)
        assert position.legal() == ["straight n 0"]
        assert "somebody sits" in refusal(position, "straight e 1")

    def test_another_card_of_the_hand_counts(self) -> None:
        position = dealt("bend straight", "straight bend", grid=3, then="bend n 0, draw bend")
        assert position.legal() == ["bend e 1", "bend e 2"]
        free = dealt("bend straight", "straight bend", grid=3, strive=False, then="bend n 0, draw bend")
        assert free.legal() == ["bend e 1", "bend e 2", "straight e 1"]

    def test_if_there_is_nothing_else_one_must(self) -> None:
        position = dealt("bend straight", "straight straight", grid=3, then="bend n 0, draw bend")
        assert position.legal() == ["straight e 1"]
        position.push("straight e 1")
        assert position.scores == [0, 0]

    def test_in_a_corner_a_manned_side_must_be_chosen(self) -> None:
        position = dealt("tee bend", "tee straight", grid=3, then="bend n 0, draw bend")
        assert position.legal() == ["tee e 1", "tee e 2"]
        position.push("tee e 2")
        assert position.legal() == ["exit n"]
        assert "somebody sits" in refusal(position, "exit e")


def test_rounds_end_however_badly_they_are_played() -> None:
    rng = np.random.default_rng(3)
    game = Game(RULES, components(9, 3, well=40, bend_left=20))
    for players in (2, 3, 4):
        for _game in range(20):
            position = game.start(players)
            while not position.over:
                if position.to_act == "chance":
                    position.push_chance(rng)
                else:
                    position.push(position.legal()[0])
