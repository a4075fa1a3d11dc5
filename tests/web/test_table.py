"""What may happen at a table, and what it adds up to."""

from collections.abc import Callable

import numpy as np
import pytest

from ratskeller.web import table as doings
from ratskeller.web.store import Event
from ratskeller.web.table import NotPossible, NotYours, Refused, Stale, Table

pytestmark = pytest.mark.kernel

ANNA, BEN, EVE = "anna", "ben", "eve"
FREE: dict[str, str] = {"name": ""}
GREEDY = {"bot": "greedy", "name": "Greedy"}


def guest(id: str) -> dict[str, str]:
    return {"guest": id, "name": id.capitalize()}


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


def new_table(*chairs: dict[str, str], rounds: int = 1, game: str = "rat-attack", **options: int) -> Table:
    table = Table("abc")
    chairs = chairs or (guest(ANNA), guest(BEN))
    table.happen(
        "open",
        game=game,
        players=len(chairs),
        options=options,
        rounds=rounds,
        listed=True,
        owner=ANNA,
        chairs=list(chairs),
    )
    return table


def begun(
    rng: np.random.Generator, *chairs: dict[str, str], rounds: int = 1, game: str = "rat-attack", **options: int
) -> Table:
    table = new_table(*chairs, rounds=rounds, game=game, **options)
    doings.draw(table, rng)
    return table


def legal(table: Table) -> str:
    assert table.position is not None
    return table.position.legal()[0]


def play_on(table: Table, rng: np.random.Generator) -> list[Event]:
    assert table.acting is not None
    mover = table.chair_of(table.acting).guest
    assert mover is not None
    return doings.move(table, mover, legal(table), table.number, rng)


def play_to_the_end(table: Table, rng: np.random.Generator) -> None:
    while not table.over:
        play_on(table, rng)


def refused(work: Callable[[], object], kind: type[Refused], table: Table) -> str:
    """The reason; the table is as it was."""
    before = (table.number, table.chairs, table.asked, table.position and table.position.ply)
    with pytest.raises(Refused) as problem:
        work()
    assert type(problem.value) is kind
    assert (table.number, table.chairs, table.asked, table.position and table.position.ply) == before
    return str(problem.value)


def test_a_table_waits_until_everybody_sits() -> None:
    table = new_table(guest(ANNA), FREE)
    assert (table.state, table.acting, table.position) == ("open", None, None)
    doings.sit(table, BEN, "Ben", None)
    assert table.state == "playing"
    assert table.names() == ["Anna", "Ben"]


def test_events_add_up_to_the_same_table_again(rng: np.random.Generator) -> None:
    table = new_table(guest(ANNA), FREE, rounds=2)
    events = [table.log[0][0], *doings.sit(table, BEN, "Ben", 2), *doings.draw(table, rng)]
    while not table.over:
        events += play_on(table, rng)
    for who in (ANNA, BEN):
        events += doings.rematch(table, who, table.number, rng)
    again = Table("abc")
    for event in events:
        again.apply(event)
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert again.position == table.position
    assert (again.round, again.chairs, again.totals, again.number) == (1, table.chairs, table.totals, table.number)
    assert again.log == table.log


def test_a_copy_is_changed_alone(rng: np.random.Generator) -> None:
    table = begun(rng)
    before = table.number
    play_on(table.copy(), rng)
    assert table.number == before == 3
    assert table.position is not None
    assert table.position.ply == 2


def test_the_chance_that_follows_from_a_move_comes_with_it(rng: np.random.Generator) -> None:
    table = begun(rng)
    assert [event.kind for event in play_on(table, rng)] == ["move"]
    assert [event.kind for event in play_on(table, rng)] == ["move", "chance", "chance"]
    assert table.acting == 2


def test_a_stale_move_is_refused(rng: np.random.Generator) -> None:
    table = begun(rng)
    at = table.number
    play_on(table, rng)
    assert "moved on" in refused(lambda: doings.move(table, ANNA, legal(table), at, rng), Stale, table)


def test_a_move_sent_twice_is_made_once(rng: np.random.Generator) -> None:
    table = begun(rng)
    at, text = table.number, legal(table)
    doings.move(table, ANNA, text, at, rng)
    refused(lambda: doings.move(table, ANNA, text, at, rng), Stale, table)


def test_a_move_from_the_future_is_refused(rng: np.random.Generator) -> None:
    table = begun(rng)
    refused(lambda: doings.move(table, ANNA, legal(table), table.number + 1, rng), NotPossible, table)


def test_what_does_not_change_the_game_makes_no_move_stale(rng: np.random.Generator) -> None:
    table = begun(rng)
    at = table.number
    doings.give_to_bot(table, ANNA, 2, away=True)
    doings.move(table, ANNA, legal(table), at, rng)


def test_a_move_of_another_seat_is_refused(rng: np.random.Generator) -> None:
    table = begun(rng)
    reason = refused(lambda: doings.move(table, BEN, legal(table), table.number, rng), NotYours, table)
    assert reason == "It is not your turn: Anna is to move."


def test_a_move_of_a_stranger_is_refused(rng: np.random.Generator) -> None:
    table = begun(rng)
    reason = refused(lambda: doings.move(table, EVE, legal(table), table.number, rng), NotYours, table)
    assert "You are watching" in reason


@pytest.mark.parametrize(
    "text", ["", "17", "17@0,0e", "draw 5", "1@99,99e", "0", "x" * 5000, "\u0661@0,0e", "17@+1,0e"]
)
def test_a_move_that_is_none_is_refused_with_the_reason(rng: np.random.Generator, text: str) -> None:
    table = begun(rng)
    reason = refused(lambda: doings.move(table, ANNA, text, table.number, rng), NotPossible, table)
    assert len(reason) < 400


def test_nobody_moves_before_the_game_or_after_it(rng: np.random.Generator) -> None:
    table = new_table(guest(ANNA), FREE)
    assert "has not begun" in refused(lambda: doings.move(table, ANNA, "x", table.number, rng), Refused, table)
    table = begun(rng)
    doings.resign(table, ANNA, 1, table.number)
    assert "over" in refused(lambda: doings.move(table, BEN, "x", table.number, rng), Refused, table)


def test_a_seat_is_taken_once() -> None:
    table = new_table(guest(ANNA), FREE)
    assert "Somebody else sits there" in refused(lambda: doings.sit(table, BEN, "Ben", 1), Refused, table)
    doings.sit(table, BEN, "Ben", 2)
    assert "All seats are taken" in refused(lambda: doings.sit(table, EVE, "Eve", None), Refused, table)


def test_two_of_one_name_are_told_apart(rng: np.random.Generator) -> None:
    assert begun(rng, guest(ANNA), guest(ANNA)).names() == ["Anna 1", "Anna 2"]


def test_one_guest_can_play_both_seats(rng: np.random.Generator) -> None:
    table = begun(rng, guest(ANNA), guest(ANNA))
    assert table.seats_of(ANNA) == (1, 2)
    for _move in range(4):
        play_on(table, rng)
    assert table.acting == 1


def test_who_resigns_loses(rng: np.random.Generator) -> None:
    table = begun(rng)
    refused(lambda: doings.resign(table, ANNA, 2, table.number), NotYours, table)
    refused(lambda: doings.resign(table, EVE, 1, table.number), NotYours, table)
    doings.resign(table, ANNA, 1, table.number)
    assert table.over
    assert table.returns == [-1.0, 1.0]
    assert table.totals == (-1.0, 1.0)
    assert doings.ending(table) == "Anna resigns: Ben wins."


def test_only_who_is_away_is_replaced(rng: np.random.Generator) -> None:
    table = begun(rng)
    assert "still here" in refused(lambda: doings.give_to_bot(table, ANNA, 2, away=False), Refused, table)
    refused(lambda: doings.give_to_bot(table, EVE, 2, away=True), NotYours, table)
    refused(lambda: doings.give_to_bot(table, ANNA, 1, away=True), Refused, table)
    refused(lambda: doings.give_to_bot(table, ANNA, 3, away=True), NotPossible, table)
    doings.give_to_bot(table, ANNA, 2, away=True)
    assert table.chair_of(2).bot == "casual"
    assert table.seats_of(BEN) == (2,)


def test_whoever_replaces_somebody_chooses_the_bot(rng: np.random.Generator) -> None:
    table = begun(rng)
    said = refused(lambda: doings.give_to_bot(table, BEN, 1, True, "nobody"), NotPossible, table)
    assert said == "No bot 'nobody' plays this game."
    doings.give_to_bot(table, BEN, 1, True, "expert")
    assert table.chair_of(1).bot == "expert"
    assert table.chair_of(1).name == "Anna"


def test_another_bot_takes_the_bots_seats_and_the_log_says_so(rng: np.random.Generator) -> None:
    table = begun(rng, guest(ANNA), GREEDY, guest(BEN), game="cat-city")
    doings.give_to_bot(table, ANNA, 3, True)
    doings.resign(table, ANNA, 1, table.number)
    doings.take_back(table, ANNA, 1)
    events = doings._change_bots(table, "club")
    assert [event.data["player"] for event in events] == [2]
    assert [(chair.bot, chair.name) for chair in table.chairs] == [
        (None, "Anna"),
        ("club", "Club"),
        ("casual", "Ben"),
    ]
    assert doings.tell(table, None, events[0], 0) == "Club takes the seat of Greedy."


def test_whoever_comes_back_plays_again(rng: np.random.Generator) -> None:
    table = begun(rng)
    doings.give_to_bot(table, BEN, 1, away=True)
    assert "A bot plays your seat" in refused(
        lambda: doings.move(table, ANNA, legal(table), table.number, rng), Refused, table
    )
    refused(lambda: doings.take_back(table, BEN, 1), NotYours, table)
    doings.take_back(table, ANNA, 1)
    play_on(table, rng)
    refused(lambda: doings.take_back(table, ANNA, 1), Refused, table)


def test_a_bot_moves_only_where_it_looked(rng: np.random.Generator) -> None:
    table = begun(rng, GREEDY, guest(BEN))
    at = table.number
    doings.bot_move(table, legal(table), at, rng)
    refused(lambda: doings.bot_move(table, legal(table), at, rng), Stale, table)


def test_a_bot_whose_seat_was_taken_back_does_not_move(rng: np.random.Generator) -> None:
    table = begun(rng)
    doings.give_to_bot(table, BEN, 1, away=True)
    at = table.number
    doings.take_back(table, ANNA, 1)
    refused(lambda: doings.bot_move(table, legal(table), at, rng), Stale, table)


def test_a_bot_that_failed_is_not_replaced_where_the_guest_has_come_back(rng: np.random.Generator) -> None:
    table = begun(rng)
    doings.give_to_bot(table, BEN, 1, away=True)
    doings.replace_bot(table, 1, "greedy")
    assert table.chair_of(1).bot == "greedy"
    doings.take_back(table, ANNA, 1)
    refused(lambda: doings.replace_bot(table, 1, "greedy"), Stale, table)


def test_a_seat_that_a_bot_plays_is_not_given_up_again(rng: np.random.Generator) -> None:
    table = begun(rng, guest(ANNA), guest(BEN), guest(EVE), game="cat-city")
    doings.resign(table, BEN, 2, table.number)
    assert table.chair_of(2).bot == "casual"
    assert "A bot plays your seat" in refused(lambda: doings.resign(table, BEN, 2, table.number), Refused, table)


def test_a_record_says_who_resigned(rng: np.random.Generator) -> None:
    table = begun(rng)
    record = table.record(())
    assert record is not None
    assert "resigned" not in record.extra
    doings.resign(table, BEN, 2, table.number)
    record = table.record(())
    assert record is not None
    assert record.extra == {"resigned": 2}
    for who in (ANNA, BEN):
        doings.rematch(table, who, table.number, rng)
    assert [record.extra for record in table.finished] == [{"resigned": 2}]


def give_up(table: Table, who: str, rng: np.random.Generator) -> None:
    """End this game, and begin the next."""
    doings.resign(table, who, table.seats_of(who)[0], table.number)
    go_on(table, rng)


def go_on(table: Table, rng: np.random.Generator) -> None:
    for who in (ANNA, BEN):
        doings.rematch(table, who, table.number, rng)


def play_to_a_draw(table: Table) -> None:
    """End a round of Kloakråttan with nobody as its winner."""
    for seed in range(100):
        tried, rng = table.copy(), np.random.default_rng(seed)
        while not tried.over:
            assert tried.position is not None
            assert tried.acting is not None
            text = tried.position.legal()[int(rng.integers(tried.position.legal_ids().size))]
            doings.move(tried, tried.chair_of(tried.acting).guest or "", text, tried.number, rng)
        assert tried.position is not None
        if not any(tried.position.scores):
            for event, _ply in tried.log[len(table.log) :]:
                table.apply(event)
            return
    raise AssertionError("no draw in a hundred rounds")


def test_the_end_of_a_series_says_who_won_it(rng: np.random.Generator) -> None:
    table = begun(rng, rounds=3)
    give_up(table, ANNA, rng)
    give_up(table, BEN, rng)
    doings.resign(table, ANNA, table.seats_of(ANNA)[0], table.number)
    assert table.series_over
    assert doings.ending(table) == "Anna resigns: Ben wins. Ben wins the series."


def test_the_first_place_of_a_series_can_be_shared(rng: np.random.Generator) -> None:
    table = begun(rng, rounds=2)
    give_up(table, ANNA, rng)
    assert not table.series_over
    doings.resign(table, BEN, table.seats_of(BEN)[0], table.number)
    assert doings.ending(table).endswith("The first place of the series is shared by Anna, Ben.")


def test_a_drawn_round_does_not_count(rng: np.random.Generator) -> None:
    table = begun(rng, game="sewer-rat", rounds=2, strive=False)
    give_up(table, ANNA, rng)
    holders = [table.chair_of(seat).guest for seat in (1, 2)]
    play_to_a_draw(table)
    assert not table.series_over
    go_on(table, rng)
    assert [table.chair_of(seat).guest for seat in (1, 2)] == holders
    assert (table.round, table.totals) == (1, (0.0, 1.0))
    doings.resign(table, ANNA, table.seats_of(ANNA)[0], table.number)
    assert table.series_over


def test_a_series_ends_after_five_times_its_rounds_however_many_were_drawn(rng: np.random.Generator) -> None:
    table = begun(rng, game="sewer-rat", rounds=2, strive=False)
    give_up(table, ANNA, rng)
    for played in range(2, 11):
        play_to_a_draw(table)
        assert table.series_over == (played == 10)
        if not table.series_over:
            go_on(table, rng)
    assert doings.ending(table).endswith("Ben wins the series.")


def test_the_next_game_needs_everybody(rng: np.random.Generator) -> None:
    table = begun(rng)
    refused(lambda: doings.rematch(table, ANNA, table.number, rng), Refused, table)
    play_to_the_end(table, rng)
    refused(lambda: doings.rematch(table, EVE, table.number, rng), NotYours, table)
    doings.rematch(table, ANNA, table.number, rng)
    assert table.over
    assert "asked already" in refused(lambda: doings.rematch(table, ANNA, table.number, rng), Refused, table)
    events = doings.rematch(table, BEN, table.number, rng)
    assert [event.kind for event in events] == ["ask", "next", "chance", "chance"]
    assert table.state == "playing"


def test_bots_always_want_another_game(rng: np.random.Generator) -> None:
    table = begun(rng, guest(ANNA), GREEDY)
    doings.resign(table, ANNA, 1, table.number)
    doings.rematch(table, ANNA, table.number, rng)
    assert table.state == "playing"


def test_the_game_goes_on_when_a_bot_replaces_who_left_after_the_end(rng: np.random.Generator) -> None:
    table = begun(rng)
    doings.resign(table, BEN, 2, table.number)
    doings.rematch(table, ANNA, table.number, rng)
    events = doings.give_to_bot(table, ANNA, 2, away=True)
    assert [event.kind for event in events] == ["bot", "next"]


def test_between_games_the_seats_go_round(rng: np.random.Generator) -> None:
    table = begun(rng, rounds=3)
    holders = []
    for _game in range(3):
        holders.append([table.chair_of(seat).guest for seat in (1, 2)])
        doings.resign(table, ANNA, table.seats_of(ANNA)[0], table.number)
        for who in (ANNA, BEN):
            doings.rematch(table, who, table.number, rng)
    assert holders == [[ANNA, BEN], [BEN, ANNA], [ANNA, BEN]]
    assert table.totals == (-3.0, 3.0)
    assert [record.names for record in table.finished] == [["Anna", "Ben"], ["Ben", "Anna"], ["Anna", "Ben"]]


def test_only_its_maker_closes_a_table_that_waits(rng: np.random.Generator) -> None:
    table = new_table(guest(ANNA), FREE)
    refused(lambda: doings.close(table, BEN), NotYours, table)
    doings.close(table, ANNA)
    assert table.state == "closed"
    refused(lambda: doings.sit(table, BEN, "Ben", 2), Refused, table)
    table = begun(rng)
    refused(lambda: doings.close(table, ANNA), Refused, table)


def test_the_log_is_told_in_whole_sentences(rng: np.random.Generator) -> None:
    table = new_table(guest(ANNA), FREE)
    doings.sit(table, BEN, "Ben", 2)
    doings.draw(table, rng)
    play_on(table, rng)
    doings.give_to_bot(table, ANNA, 2, away=True)
    doings.take_back(table, BEN, 2)
    doings.resign(table, ANNA, 1, table.number)
    told = [doings.tell(table, table.position, event, ply) for event, ply in table.log]
    assert told[:2] == ["", "Ben sits down."]
    assert all("draws tile" in sentence for sentence in told[2:4])
    assert "Anna places tile" in told[4]
    assert told[5:] == ["Ben is away: a bot plays on.", "Ben plays again.", "Anna resigns."]


class TestStepsTakenBack:
    def test_the_first_of_two_placings_can_be_taken_back(self, rng: np.random.Generator) -> None:
        table = begun(rng)
        before = table.copy()
        doings.move(table, ANNA, legal(table), table.number, rng)
        assert table.undoable
        doings.undo(table, ANNA, table.number)
        assert table.position == before.position
        assert not table.undoable
        doings.move(table, ANNA, legal(table), table.number, rng)

    def test_nothing_is_taken_back_across_a_draw_or_another_seat(self, rng: np.random.Generator) -> None:
        table = begun(rng)
        with pytest.raises(Refused, match="no step"):
            doings.undo(table, ANNA, table.number)
        doings.move(table, ANNA, legal(table), table.number, rng)
        doings.move(table, ANNA, legal(table), table.number, rng)
        for who, refusal in ((ANNA, NotYours), (BEN, Refused), (EVE, NotYours)):
            with pytest.raises(refusal):
                doings.undo(table, who, table.number)

    def test_only_whose_turn_it_is_takes_back_and_not_from_an_old_page(self, rng: np.random.Generator) -> None:
        table = begun(rng)
        at = table.number
        doings.move(table, ANNA, legal(table), at, rng)
        for who in (BEN, EVE):
            with pytest.raises(NotYours):
                doings.undo(table, who, table.number)
        with pytest.raises(Stale):
            doings.undo(table, ANNA, at)

    def test_the_log_tells_the_step_back_and_not_what_was_undone(self, rng: np.random.Generator) -> None:
        table = begun(rng)
        doings.move(table, ANNA, legal(table), table.number, rng)
        undone = table.position.moves[-1] if table.position else ""
        doings.undo(table, ANNA, table.number)
        assert table.position is not None
        other = table.position.legal()[-1]
        doings.move(table, ANNA, other, table.number, rng)
        told = [doings.tell(table, table.position, event, ply) for event, ply in table.log]
        assert not any(f"({undone})" in sentence for sentence in told)
        assert "Anna takes a step back." in told
        assert f"({other})" in told[-1]

    def test_events_lead_to_the_same_table(self, rng: np.random.Generator) -> None:
        table = new_table()
        events = [event for event, _ply in table.log] + doings.draw(table, rng)
        events += doings.move(table, ANNA, legal(table), table.number, rng)
        events += doings.undo(table, ANNA, table.number)
        events += doings.move(table, ANNA, legal(table), table.number, rng)
        again = Table("abc")
        for event in events:
            again.apply(event)
        assert again.position == table.position
        assert again.log == table.log
