"""Every rule by its number, on small positions of the standard board and on boards made for it."""

import pytest

from ratskeller import Game, Position
from ratskeller.games.cat_city import RULES
from tests.games.cat_city.tables import (
    GAME,
    STANDARD,
    after,
    bank,
    card_on,
    changed,
    graph,
    hand,
    held,
    pile,
    played,
    rats,
    table,
)

pytestmark = pytest.mark.kernel

RING = {f"r{k}" for k in range(1, 21)} - {"r1", "r5", "r9", "r13", "r17"}
WHOLE_BANK = {"token white": 1 / 3, "token red": 1 / 3, "token green": 1 / 3}


def ends(legal: list[str], rat: int = 1) -> set[str]:
    return {move.partition(">")[2] for move in legal if move.startswith(f"{rat}>")}


def ends_from(start: str, roll: int) -> set[str]:
    """Where a single rat can go that nobody is in the way of and that can pay for any card."""
    game = Game(RULES, changed(rats=1))
    position = table({1: [start], 2: ["r12"]}, roll, game=game, tokens={1: ["white", "white"]})
    return ends(position.legal())


class TestExamplesOfTheRulesPage:
    def test_the_board_has_65_fields(self) -> None:
        colours = [field["colour"] for field in STANDARD["fields"]]
        counts = {colour: colours.count(colour) for colour in colours}
        assert counts == {"ring": 15, "red": 10, "yellow": 30, "token": 5, "card": 5}

    def test_underground_neighbours_of_r1_and_h1(self) -> None:
        assert ends_from("r1", 1) == {"r2", "r20", "s1a"} | {"r5", "r17", "h1"}
        assert ends_from("h1", 1) == {"s1b", "p1", "q5", "z1"} | {"r1"}

    def test_from_r2_with_a_1(self) -> None:
        assert ends_from("r2", 1) == {"r1", "r3"}

    def test_from_r3_with_a_2_t1_is_exact(self) -> None:
        position = after(table({1: ["r3"]}, 2, piles={"t1": ["green", "red", "white"]}), "1>t1")
        assert held(position, 1) == {"white": 1, "red": 1}

    def test_from_r3_with_a_3_t1_is_early(self) -> None:
        position = after(table({1: ["r3"]}, 3, piles={"t1": ["green", "red", "white"]}), "1>t1")
        assert held(position, 1) == {"white": 1}


class TestR1Setup:
    def test_each_token_field_gets_a_pile_of_6_then_each_card_field_a_card(self) -> None:
        position = GAME.start()
        assert position.chances() == pytest.approx(WHOLE_BANK)
        for name in ("t1", "t2", "t3", "t4", "t5"):
            for token in ("white", "green", "green", "red", "white", "red"):
                assert position.to_act == "chance"
                after(position, f"token {token}")
            assert pile(position, name) == ["white", "green", "green", "red", "white", "red"]
        assert bank(position) == {"white": 10, "red": 10, "green": 10}
        assert len(position.chances()) == 52
        for number, name in enumerate(("c1", "c2", "c3", "c4", "c5"), 2):
            after(position, f"card {number}-cat")
            assert card_on(position, name) == f"{number}-cat"
            assert f"card {number}-cat" not in position.legal()
        assert position.to_act == 1

    def test_tokens_are_drawn_without_putting_back(self) -> None:
        position = after(GAME.start(), *["token red"] * 20)
        assert position.chances() == {"token white": 0.5, "token green": 0.5}

    def test_every_token_of_the_bank_is_equally_likely(self) -> None:
        chances = after(GAME.start(), "token red", "token red", "token white").chances()
        assert chances == pytest.approx({"token white": 19 / 57, "token red": 18 / 57, "token green": 20 / 57})


class TestR2Rats:
    @pytest.mark.parametrize(("players", "starter"), [(2, 1), (3, 3), (4, 2)])
    def test_each_seat_in_turn_places_one_rat_until_all_are_placed(self, players: int, starter: int) -> None:
        position = played(players=players, starter=starter)
        seats = [(starter - 1 + k) % players + 1 for k in range(players * 3)]
        fields = [move.removeprefix("place ") for move in position.moves if move.startswith("place ")]
        for seat in range(1, players + 1):
            assert rats(position, seat) == [
                field for field, placer in zip(fields, seats, strict=True) if placer == seat
            ]

    def test_only_empty_ring_fields_will_do(self) -> None:
        position = played()
        while position.moves[-1].startswith("place"):
            position.pop()
        assert {move.removeprefix("place ") for move in position.legal()} == RING
        after(position, "place r7")
        assert {move.removeprefix("place ") for move in position.legal()} == RING - {"r7"}

    def test_seats_take_turns_from_the_starter(self) -> None:
        position = played(players=3, starter=2)
        for seat in (2, 3, 1, 2):
            after(position, "roll 1")
            assert position.to_act == seat
            after(position, next(move for move in position.legal() if ">r" in move))
            if position.to_act == seat:
                after(position, "stay")


class TestR3Roll:
    def test_every_side_of_the_die_is_equally_likely(self) -> None:
        assert table({}).chances() == pytest.approx({f"roll {k}": 1 / 6 for k in range(1, 7)})

    def test_the_die_is_data(self) -> None:
        assert table({}, game=Game(RULES, changed(die=4))).legal() == ["roll 1", "roll 2", "roll 3", "roll 4"]

    def test_one_rat_of_the_seats_own_moves(self) -> None:
        position = table({1: ["r2", "r6", "r10"], 2: ["r14", "r18", "r4"]}, 1)
        assert {move[:2] for move in position.legal()} == {"1>", "2>", "3>"}
        after(position, "2>r7")
        assert rats(position, 1) == ["r2", "r7", "r10"]
        assert position.to_act == "chance"
        assert after(position, "roll 1").to_act == 2


class TestR4Steps:
    def test_above_ground_and_underground_mix_freely(self) -> None:
        assert ends_from("r2", 2) == {"r4", "x1"} | {"r20", "s1a"} | {"r5", "r17", "h1"}

    def test_a_token_field_breaks_an_underground_line(self) -> None:
        assert "h2" not in ends_from("h1", 1)

    def test_no_field_is_touched_twice(self) -> None:
        assert "z1" not in ends_from("z1", 2)
        assert ends_from("z1", 2) == {"s1b", "p1", "q5", "r1", "c1"}

    def test_the_start_counts_as_touched(self) -> None:
        for roll in range(2, 7):
            assert "h1" not in ends_from("h1", roll)

    def test_other_rats_are_passed_and_their_fields_count(self) -> None:
        position = table({1: ["r2"], 2: ["r3", "r1", "x1"]}, 2)
        assert "r4" in ends(position.legal())
        assert not {"r3", "r1", "x1"} & ends(position.legal())

    def test_a_line_of_ring_fields_joins_red_fields_too(self) -> None:
        assert {"r5", "r17"} <= ends_from("r1", 1)

    def test_linked_red_fields_are_neighbours(self) -> None:
        fields = [dict(entry) for entry in STANDARD["fields"]]
        fields[0]["links"] = ["r2", "s1a", "r9"]
        game = Game(RULES, changed(fields=fields))
        assert "r9" in ends(table({1: ["r1"]}, 1, game=game).legal())


class TestR5Ends:
    def test_a_move_has_exactly_as_many_steps_as_the_die_shows(self) -> None:
        assert ends_from("r3", 1) == {"r2", "r4", "x1"}
        assert {"r2", "r4", "x1"}.isdisjoint(ends_from("r3", 2))

    def test_it_may_end_early_on_a_token_or_card_field(self) -> None:
        assert {"c1", "t1"} <= ends_from("h1", 6)
        assert {"c1", "t1"} <= ends_from("h1", 2)
        assert {"c1", "t1"}.isdisjoint(ends_from("h1", 1))

    def test_a_rat_cannot_end_where_it_stands(self) -> None:
        for roll in range(1, 7):
            assert "t1" not in ends_from("t1", roll)

    def test_it_ends_on_an_empty_field(self) -> None:
        position = table({1: ["r2", "r3"], 2: ["r1"]}, 1)
        assert ends(position.legal()) == set()

    def test_a_token_field_holds_any_number_of_rats(self) -> None:
        position = table({1: ["r3", "t1"], 2: ["t1", "t1", "t1"]}, 2)
        assert "t1" in ends(position.legal())


class TestR6Tokens:
    def test_the_exact_count_takes_the_top_two_tokens(self) -> None:
        position = after(table({1: ["x1"]}, 1, piles={"t1": ["white", "red", "green", "red"]}), "1>t1")
        assert held(position, 1) == {"red": 1, "green": 1}
        assert pile(position, "t1") == ["white", "red"]

    def test_entering_early_takes_the_top_one(self) -> None:
        position = after(table({1: ["x1"]}, 2, piles={"t1": ["white", "red", "green", "red"]}), "1>t1")
        assert held(position, 1) == {"red": 1}
        assert pile(position, "t1") == ["white", "red", "green"]

    def test_a_longer_path_of_the_exact_count_makes_the_move_exact(self) -> None:
        # r3 – x1 – t1 has two steps, r3 – r4 – r5 – h2 – q1 – t1 has five.
        position = after(table({1: ["r3"]}, 5, piles={"t1": ["white"] * 4}), "1>t1")
        assert held(position, 1) == {"white": 2}

    def test_staying_there_gives_nothing(self) -> None:
        position = table({1: ["t1", "r3"]}, 1)
        before = held(position, 1)
        assert held(after(position, "2>r4"), 1) == before

    def test_leaving_gives_nothing(self) -> None:
        assert held(after(table({1: ["t1"]}, 1), "1>p1"), 1) == {}

    def test_two_from_a_pile_of_one_are_one_a_refill_and_one(self) -> None:
        position = after(table({1: ["x1"]}, 1, piles={"t1": ["green"]}), "1>t1")
        assert held(position, 1) == {"green": 1}
        for _token in range(6):
            assert position.to_act == "chance"
            after(position, "token red")
        assert held(position, 1) == {"green": 1, "red": 1}
        assert pile(position, "t1") == ["red"] * 5
        assert set(position.legal()) == {f"roll {k}" for k in range(1, 7)}

    def test_if_nothing_is_left_the_rest_is_lost(self) -> None:
        position = after(table({1: ["x1"]}, 1, piles={"t1": ["green"]}, empty_bank=True), "1>t1")
        assert held(position, 1) == {"green": 1}
        assert pile(position, "t1") == []
        assert position.legal()[0] == "roll 1"

    def test_an_empty_pile_may_be_entered_for_nothing(self) -> None:
        position = after(table({1: ["x1"]}, 1, piles={"t1": []}, empty_bank=True), "1>t1")
        assert held(position, 1) == {}
        assert rats(position, 1)[0] == "t1"


class TestR7Refill:
    def test_a_pile_that_runs_out_is_filled_to_6_at_once(self) -> None:
        position = after(table({1: ["x1"]}, 1, piles={"t1": ["green", "red"]}), "1>t1")
        after(position, *["token white", "token red"] * 3)
        assert pile(position, "t1") == ["white", "red"] * 3
        assert position.legal()[0] == "roll 1"

    def test_as_far_as_the_bank_reaches(self) -> None:
        game = Game(RULES, changed(tokens={"white": 30, "red": 0, "green": 0}))
        full = {f"t{k}": ["white"] * 6 for k in range(2, 6)}
        position = table({1: ["x1"]}, 1, game=game, piles={"t1": ["white"], **full}, tokens={2: ["white"] * 3})
        after(position, "1>t1", "token white", "token white")
        assert held(position, 1) == {"white": 2}
        assert pile(position, "t1") == ["white"]

    def test_a_pile_that_holds_a_token_is_not_filled_up(self) -> None:
        position = after(table({1: ["x1"]}, 2, piles={"t1": ["green", "red"]}), "1>t1")
        assert pile(position, "t1") == ["green"]
        assert position.legal()[0] == "roll 1"

    def test_the_lowest_numbered_empty_pile_comes_first_as_soon_as_the_bank_has_a_token(self) -> None:
        position = table(
            {1: ["z1"]}, 1, piles={"t2": [], "t4": []}, empty_bank=True, tokens={1: ["red", "green"], 2: ["white"]}
        )
        after(position, "1>c1", "pay green")
        assert position.chances() == {"token green": 1.0}
        after(position, "token green")
        assert pile(position, "t2") == ["green"]
        assert pile(position, "t4") == []

    def test_each_payment_fills_before_the_next_payment_and_the_new_card(self) -> None:
        position = table(
            {1: ["z1"]}, 2, piles={"t2": [], "t4": []}, empty_bank=True, tokens={1: ["red", "green", "white"]}
        )
        after(position, "1>c1", "pay green")
        assert position.legal() == ["token green"]
        after(position, "token green")
        assert position.legal() == ["pay red", "pay white"]
        after(position, "pay red")
        assert position.legal() == ["token red"]
        after(position, "token red")
        assert pile(position, "t4") == ["red"]
        assert position.legal()[0].startswith("card ")


class TestR8Cards:
    def test_the_exact_count_costs_one_token_and_the_rat_goes_home(self) -> None:
        position = table({1: ["z1", "r2", "r3"]}, 1, tokens={1: ["red", "green"]}, cards={"c1": "7-cat"})
        after(position, "1>c1")
        assert hand(position, 1) == {"7-cat"}
        assert card_on(position, "c1") is None
        assert position.legal() == ["pay green", "pay red"]
        in_bank = bank(position)["red"]
        after(position, "pay red")
        assert bank(position)["red"] == in_bank + 1
        assert held(position, 1) == {"green": 1}
        assert position.to_act == "chance"
        assert "card 7-cat" not in position.legal()
        after(position, "card K-mouse")
        assert card_on(position, "c1") == "K-mouse"
        others = {*rats(position, 2), "r2", "r3"}
        assert {move.removeprefix("home ") for move in position.legal()} == RING - others
        after(position, "home r20")
        assert rats(position, 1) == ["r20", "r2", "r3"]
        assert position.legal()[0] == "roll 1"

    def test_early_it_costs_two_tokens(self) -> None:
        position = after(table({1: ["z1"]}, 2, tokens={1: ["red", "green"]}), "1>c1")
        after(position, "pay red")
        assert position.legal() == ["pay green"]
        assert after(position, "pay green").to_act == "chance"

    @pytest.mark.parametrize(("roll", "tokens", "may"), [(1, [], False), (1, ["red"], True), (2, ["red"], False)])
    def test_nobody_may_go_there_without_the_tokens(self, roll: int, tokens: list[str], may: bool) -> None:
        position = table({1: ["z1"]}, roll, tokens={1: tokens})
        assert ("c1" in ends(position.legal())) == may

    def test_a_longer_path_of_the_exact_count_makes_the_move_exact(self) -> None:
        # h1 – z1 – c1 has two steps. From s1a: s1a – s1b – h1 – z1 – c1 has four, s1a – r1 – h1 – z1 – c1 as well; from
        # s1b three, and s1b – s1a – r1 – h1 – z1 – c1 five.
        position = table({1: ["s1b"]}, 5, tokens={1: ["red"]})
        assert "c1" in ends(position.legal())
        assert after(position, "1>c1", "pay red").to_act == "chance"
        assert "c1" not in ends(table({1: ["s1b"]}, 4, tokens={1: ["red"]}).legal())

    def test_a_card_field_is_never_passed_through(self) -> None:
        fields = graph(
            *(f"a{k} ring a{k + 1}" for k in range(1, 12)),
            "a12 ring c",
            "c card b",
            "b yellow d",
            "d yellow a1",
            "t token a5",
        )
        game = Game(RULES, changed(fields=fields))
        position = table({1: ["a12", "a1", "a2"], 2: ["a3", "a4", "a5"]}, 2, game=game, tokens={1: ["red"] * 2})
        assert "b" not in ends(position.legal())
        assert "c" in ends(position.legal())

    def test_an_empty_card_field_cannot_be_entered(self) -> None:
        position = table({1: ["z1", "h1"]}, 1, tokens={1: ["red"] * 3}, empty_deck=True)
        after(position, "1>c1", "pay red")
        assert position.legal()[0].startswith("home ")
        after(position, "home r20", "roll 1", "1>p5", "roll 2")
        assert "t1" in ends(position.legal(), 2)
        assert "c1" not in ends(position.legal(), 2)


class TestR9RatHole:
    def test_a_rat_that_ends_on_a_red_field_may_hop_or_stay(self) -> None:
        position = after(table({1: ["r2"]}, 1), "1>r1")
        assert position.to_act == 1
        assert position.legal() == ["hop h1", "hop r17", "hop r5", "stay"]
        assert rats(after(position.copy(), "hop h1"), 1)[0] == "h1"
        assert rats(after(position.copy(), "stay"), 1)[0] == "r1"
        assert after(position, "hop h1").legal()[0] == "roll 1"

    def test_to_an_empty_field_only(self) -> None:
        position = after(table({1: ["r2", "r5"], 2: ["h1"]}, 1), "1>r1")
        assert position.legal() == ["hop r17", "stay"]

    def test_to_a_field_that_the_move_has_not_touched(self) -> None:
        # s1a – s1b – h1 – r1 is the only way of three steps.
        position = after(table({1: ["s1a"]}, 3), "1>r1")
        assert position.legal() == ["hop r17", "hop r5", "stay"]

    def test_some_path_past_the_target_will_do(self) -> None:
        # Of r2 – r3 – r4 – r5 and r2 – r1 – h1 …, only the former leads to r5 in three steps past r1.
        position = after(table({1: ["r2"]}, 3), "1>r5")
        assert "hop r1" in position.legal()

    def test_not_back_to_the_start(self) -> None:
        position = after(table({1: ["r1"]}, 1), "1>r5")
        assert position.legal() == ["hop h2", "hop r9", "stay"]

    def test_it_is_asked_only_if_there_is_a_target(self) -> None:
        # r2 – r1 – h1 touches h1's only neighbour underground.
        assert after(table({1: ["r2"]}, 2), "1>h1").legal()[0] == "roll 1"

    def test_it_costs_no_step_and_is_not_for_passing_by(self) -> None:
        assert after(table({1: ["r20"]}, 2), "1>r2").legal()[0] == "roll 1"

    def test_a_linked_red_field_is_a_neighbour_to_hop_to(self) -> None:
        fields = [dict(entry) for entry in STANDARD["fields"]]
        fields[0]["links"] = ["r2", "s1a", "r9"]
        position = after(table({1: ["r2"]}, 1, game=Game(RULES, changed(fields=fields))), "1>r1")
        assert "hop r9" in position.legal()


class TestR10Must:
    def test_a_seat_that_can_move_moves(self) -> None:
        assert "pass" not in table({1: ["r2", "r3", "r4"], 2: ["r1", "r5", "r8"]}, 1).legal()

    def test_if_no_rat_can_move_the_turn_passes(self) -> None:
        position = table({1: ["r2", "r3", "r4"], 2: ["r1", "r5", "x1"]}, 1)
        assert position.legal() == ["pass"]
        after(position, "pass", "roll 1")
        assert position.to_act == 2


class TestR11End:
    FOUR = ("2-mouse", "3-mouse", "4-mouse", "5-mouse")

    def turn(self, position: Position, seat: int) -> None:
        """Play any turn that takes no card."""
        after(position, "roll 1")
        assert position.to_act == seat
        after(position, next(move for move in position.legal() if ">c" not in move))
        while position.to_act == seat:
            after(position, "stay")
        while position.to_act == "chance" and not position.legal()[0].startswith("roll"):
            after(position, "*")

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_after_the_fifth_card_every_other_seat_has_one_more_turn(self, players: int) -> None:
        position = table({2: ["z1"]}, 1, turn=2, players=players, tokens={2: ["red"]}, hands={2: self.FOUR})
        after(position, "1>c1", "pay red", "*", "home r20")
        for k in range(1, players):
            assert not position.over
            self.turn(position, (2 + k - 1) % players + 1)
        assert position.over

    def test_a_fifth_card_in_a_last_turn_starts_no_new_last_turns(self) -> None:
        position = table(
            {1: ["z1"], 2: ["z2"]},
            1,
            tokens={1: ["red"], 2: ["green"]},
            hands={1: self.FOUR, 2: ("6-mouse", "7-mouse", "8-mouse", "9-mouse")},
        )
        after(position, "1>c1", "pay red", "*", "home r20", "roll 1", "1>c2", "pay green")
        after(position, "*")
        assert not position.over
        assert after(position, "home r19").over

    def test_somebody_may_end_with_more_than_five_cards(self) -> None:
        position = table(
            {1: ["z1"], 2: ["z2"]},
            1,
            tokens={1: ["red"], 2: ["green"]},
            hands={1: self.FOUR, 2: ("6-mouse", "7-mouse", "8-mouse", "9-mouse", "10-mouse")},
        )
        after(position, "1>c1", "pay red", "*", "home r20", "roll 1", "1>c2", "pay green")
        assert len(hand(position, 2)) == 6

    def test_the_number_of_cards_is_data(self) -> None:
        game = Game(RULES, changed(cards_to_end=1))
        position = after(table({1: ["z1"]}, 1, game=game, tokens={1: ["red"]}), "1>c1", "pay red")
        after(position, "*", "home r20")
        self.turn(position, 2)
        assert position.over

    @pytest.mark.parametrize(("players", "max_rounds"), [(2, 1), (3, 2), (4, 3)])
    def test_the_game_ends_after_max_rounds(self, players: int, max_rounds: int) -> None:
        position = played(players=players, starter=2, max_rounds=max_rounds)
        for k in range(players * max_rounds):
            assert not position.over
            self.turn(position, (1 + k) % players + 1)
        assert position.over

    def test_last_turns_are_cut_by_max_rounds(self) -> None:
        position = table({1: ["r2"], 2: ["z1"]}, 1, tokens={2: ["red"]}, hands={2: self.FOUR}, max_rounds=1)
        after(position, "1>r3", "roll 1", "1>c1", "pay red", "*")
        assert after(position, "home r20").over


class TestR12Score:
    @pytest.mark.parametrize(("token", "points"), [("white", 1), ("red", 2), ("green", 3)])
    def test_tokens(self, token: str, points: int) -> None:
        position = table({1: ["x1"]}, 2, piles={"t1": ["white", token]})
        assert after(position, "1>t1").scores == [points, 0]

    @pytest.mark.parametrize(
        ("cards", "card", "points"),
        [
            ((), "7-mouse", 2),
            ((), "7-cat", 5),
            (("7-bat",), "7-mouse", 2 + 2 + 5),
            (("7-bat", "7-cat"), "7-mouse", 2 + 5 + 2 + 10),
            (("7-bat", "7-cat", "7-rat"), "7-mouse", 2 + 5 + 2 + 2 + 20),
            (("7-bat", "8-cat"), "8-mouse", 2 + 5 + 2 + 5),
            (("7-bat", "7-rat", "8-cat"), "8-mouse", 2 + 2 + 5 + 5 + 2 + 5),
        ],
    )
    def test_cards_and_ranks(self, cards: tuple[str, ...], card: str, points: int) -> None:
        position = table({1: ["z1"]}, 1, tokens={1: ["white"]}, hands={1: cards}, cards={"c1": card})
        assert after(position, "1>c1", "pay white").scores == [points, 0]

    def test_paying_costs_the_tokens_points(self) -> None:
        position = table({1: ["z1"]}, 1, tokens={1: ["green", "white"]}, cards={"c1": "7-cat"})
        assert position.scores == [4, 0]
        assert after(position, "1>c1", "pay green").scores == [6, 0]

    @pytest.mark.parametrize(
        ("tokens", "returns"),
        [
            ({1: ["green"], 2: ["red"], 3: ["white"]}, [1.0, 0.0, -1.0]),
            ({1: ["green"], 2: ["green"], 3: ["white"]}, [0.5, 0.5, -1.0]),
            ({1: ["white"], 2: ["white"], 3: ["white"]}, [0.0, 0.0, 0.0]),
            ({1: ["white"], 2: ["white"], 3: ["red"]}, [-0.5, -0.5, 1.0]),
        ],
    )
    def test_the_most_points_win_and_equal_points_share_the_place(
        self, tokens: dict[int, list[str]], returns: list[float]
    ) -> None:
        rats = {1: ["r2"], 2: ["r6"], 3: ["r10"]}
        position = table(rats, 1, players=3, tokens=tokens, max_rounds=1)
        after(position, "1>r3", "roll 1", "1>r7", "roll 1", "1>r11")
        assert position.returns == returns

    def test_points_are_data(self) -> None:
        game = Game(RULES, changed(token_points={"white": 7, "red": 2, "green": 3}, card_points={"other": 1, "bat": 9}))
        position = table({1: ["z1"]}, 1, game=game, tokens={1: ["white", "red"]}, cards={"c1": "7-bat"})
        assert position.scores == [9, 0]
        assert after(position, "1>c1", "pay white").scores == [2 + 9, 0]
