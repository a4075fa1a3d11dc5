"""Other boards, tokens and cards: what can be played with, and what is refused in which words."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ratskeller import BadComponents, Game
from ratskeller.games.cat_city import RULES
from tests.games.cat_city.tables import STANDARD, changed, field, graph

Fields = list[dict[str, Any]]


def fields_with(change: Callable[[Fields], object]) -> dict[str, Any]:
    fields = [dict(entry, links=list(entry["links"])) for entry in STANDARD["fields"]]
    change(fields)
    return changed(fields=fields)


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in STANDARD.items() if name != key}


CITY = graph(
    *(f"a{k} ring a{k % 24 + 1}" for k in range(1, 25)),
    "m red a1 n",
    "n red a9 t",
    "t token a17",
    "c card n",
)


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize(
    "components",
    [
        changed(tokens={"white": 12, "red": 12, "green": 12}, pile=6),
        changed(tokens={"gold": 40, "silver": 60}, token_points={"gold": 5, "silver": 1}, pile=8),
        changed(rats=1, die=10, cards_to_end=3),
        changed(fields=CITY, rats=6),
        changed(suits=["a", "b", "c", "d", "e", "f", "g", "h"], card_points={"other": 1}, set_points={"3": 7, "8": 90}),
        changed(ranks=["A"], suits=["u", "v", "w", "x", "y"], card_points={"other": 0}),
    ],
    ids=["few tokens", "two colours", "one rat", "another city", "eight suits", "five cards"],
)
def test_other_components_play_to_the_end(components: dict[str, Any]) -> None:
    rng = np.random.default_rng(3)
    position = Game(RULES, components).start(players=4, options={"max_rounds": 12})
    while not position.over:
        if position.to_act == "chance":
            position.push_chance(rng)
        else:
            position.push(str(rng.choice(position.legal())))
    assert sum(position.returns or [1]) == pytest.approx(0)


def test_a_link_may_be_written_at_both_ends() -> None:
    links = {entry["name"]: set(entry["links"]) for entry in STANDARD["fields"]}
    both = [
        dict(entry, links=sorted(links[entry["name"]] | {other for other in links if entry["name"] in links[other]}))
        for entry in STANDARD["fields"]
    ]
    states = Game(RULES, changed(fields=both)).start().states
    assert states.tobytes() == Game(RULES).start().states.tobytes()


@pytest.mark.parametrize(
    ("components", "sentence"),
    [
        (changed(players=[2, 5]), "players is [2, 4]: Macskafogó is played by two to four."),
        (changed(rats=0), "rats is a whole number from 1 to 6, not 0."),
        (changed(rats=True), "rats is a whole number from 1 to 6, not True."),
        (without("die"), "die is a whole number from 1 to 12, not None."),
        (changed(pile=9), "pile is a whole number from 1 to 8, not 9."),
        (changed(pile="6"), "pile is a whole number from 1 to 8, not '6'."),
        (changed(tokens=[20]), "tokens is a table of 1 to 6 colours, each with its number of tokens."),
        (changed(tokens={}), "tokens is a table of 1 to 6 colours, each with its number of tokens."),
        (changed(token_points={"white": 1}), "token_points is a table with the same colours as tokens."),
        (
            changed(tokens={"White": 99}, token_points={"White": 1}),
            "tokens: a name here is made of 1 to 8 small letters, not 'White'.",
        ),
        (
            changed(tokens={"white": -1, "red": 20, "green": 20}),
            "tokens.white is a whole number from 0 to 255, not -1.",
        ),
        (
            changed(token_points={"white": 1, "red": 2.5, "green": 3}),
            "token_points.red is a whole number from 0 to 200, not 2.5.",
        ),
        (changed(ranks=[]), "ranks is a list of 1 to 16 names."),
        (changed(ranks=["2", "3", "2"]), "ranks has 2 twice."),
        (changed(ranks=[2, 3]), "ranks[1]: a name here is made of 1 to 3 letters and digits, not 2."),
        (changed(suits=["cat", "dog!"]), "suits[2]: a name here is made of 1 to 8 small letters, not 'dog!'."),
        (
            changed(card_points={"cat": 5}),
            "card_points is a table of points by suit; the key other stands for all suits not named there.",
        ),
        (
            changed(card_points={"dog": 5, "other": 2}),
            "card_points is a table of points by suit; the key other stands for all suits not named there.",
        ),
        (changed(card_points={"cat": 5, "other": -2}), "card_points.other is a whole number from 0 to 200, not -2."),
        (
            changed(set_points={"1": 5}),
            "set_points is a table of points by the number of cards of one rank, 2 to 8.",
        ),
        (changed(set_points={"2": None}), "set_points.2 is a whole number from 0 to 200, not None."),
        (changed(cards_to_end=53), "cards_to_end is a whole number from 1 to 52, not 53."),
        (without("fields"), "fields is a list of 1 to 127 fields."),
        (
            changed(fields=[field(f"f{k}", "ring") for k in range(128)]),
            "fields is a list of 1 to 127 fields.",
        ),
        (
            fields_with(lambda fields: fields[2].pop("links")),
            "fields[3] is a table with name, colour and links.",
        ),
        (
            fields_with(lambda fields: fields[0].update(name="R 1")),
            "fields[1]: a name here is made of a small letter and up to 5 letters or digits, not 'R 1'.",
        ),
        (fields_with(lambda fields: fields[1].update(name="r1")), "fields has r1 twice."),
        (
            fields_with(lambda fields: fields[1].update(colour="blue")),
            "The colour of field r2 is one of yellow, ring, red, token, card, not 'blue'.",
        ),
        (fields_with(lambda fields: fields[1].update(links="r3")), "The links of field r2 are a list of names."),
        (
            fields_with(lambda fields: fields[1]["links"].append("r99")),
            "Field r2 is linked to 'r99', which is no field.",
        ),
        (fields_with(lambda fields: fields[1]["links"].append("r2")), "Field r2 is linked to itself."),
        (fields_with(lambda fields: fields[1]["links"].append("r3")), "Field r2 is linked to r3 twice."),
        (
            changed(fields=graph(*(f"a{k} ring b" for k in range(12)), "b yellow a0 t c", "t token b", "c card b")),
            "The link from a1 to b is one-way: write all links at both of their fields, or each at one of them only.",
        ),
        (
            fields_with(
                lambda fields: [entry.update(colour="yellow") for entry in fields[1:] if entry["name"][0] == "r"]
            ),
            "The board needs 12 to 127 fields of the colour ring, not 0.",
        ),
        (
            fields_with(lambda fields: [entry.update(colour="yellow") for entry in fields if entry["name"][0] == "t"]),
            "The board needs 1 to 12 fields of the colour token, not 0.",
        ),
        (
            fields_with(lambda fields: [entry.update(colour="yellow") for entry in fields if entry["name"][0] == "c"]),
            "The board needs 1 to 12 fields of the colour card, not 0.",
        ),
        (
            changed(tokens={"white": 10, "red": 10, "green": 9}),
            "The piles take 30 tokens, and there are only 29.",
        ),
        (
            changed(ranks=["2"], suits=["cat"], cards_to_end=1),
            "There are 5 card fields, but only 1 cards.",
        ),
        (
            fields_with(lambda fields: fields.append(field("island", "yellow"))),
            "Field island cannot be reached from the ring fields.",
        ),
        (
            fields_with(lambda fields: fields.append(field("behind", "yellow", "c1"))),
            "Field behind cannot be reached from the ring fields.",
        ),
        (
            fields_with(lambda fields: fields.extend(field(f"y{k}", "yellow", "r3") for k in range(10))),
            "Field r3 has 13 neighbours, underground ones included; 12 are the most.",
        ),
        (
            changed(
                fields=graph(
                    *(f"a{k} ring " + " ".join(f"a{j}" for j in range(k + 1, 12)) for k in range(12)),
                    "t token a0",
                    "c card a1",
                )
            ),
            "From field a0 there are more than 20000 ways to make 6 steps: a smaller die or fewer links are needed.",
        ),
    ],
)
def test_what_cannot_be_played_with_is_refused_in_one_clear_sentence(components: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadComponents) as caught:
        Game(RULES, components)
    assert str(caught.value) == sentence
