"""What the tests of this game share: components of all kinds, and positions reached by moves."""

import tomllib
from typing import Any

import numpy as np

from ratskeller.games.sewer_rat import RULES
from ratskeller.play.game import Game
from ratskeller.play.position import Position

STANDARD = Game(RULES)
CARDS = {card["name"]: card for card in tomllib.loads(RULES.components)["cards"]}
START = tomllib.loads(RULES.components)["start"]


def components(grid: int = 9, hand: int = 3, start: Any = None, **counts: int) -> dict[str, Any]:
    """A grid and so many of each of the standard cards; cards that are not named are not there."""
    cards = [{**CARDS[name], "count": count} for name, count in counts.items()]
    return {"grid": grid, "hand": hand, "start": start or START, "cards": cards}


def dealt(
    *hands: str,
    then: str = "",
    grid: int = 9,
    start: Any = None,
    extra: dict[str, int] | None = None,
    **options: Any,
) -> Position:
    """A game in which these hands were dealt, each given as names; ``then`` are the moves after that, by commas.

    There are 20 cards of each kind, or as many as ``extra`` says.
    """
    size = len(hands[0].split())
    counts = dict.fromkeys(CARDS, 20) if extra is None else extra
    position = Game(RULES, components(grid, size, start, **counts)).start(len(hands), options)
    starter = options.get("starter", 1)
    for k in range(size):
        for turn in range(len(hands)):
            seat = (starter - 1 + turn) % len(hands)
            position.push(f"draw {hands[seat].split()[k]}")
    return play(position, then)


def play(position: Position, moves: str) -> Position:
    """Push moves written with commas between them."""
    for move in filter(None, (part.strip() for part in moves.split(","))):
        position.push(move)
    return position


def random_game(position: Position, rng: np.random.Generator) -> Position:
    """Play on to the end by random moves."""
    while not position.over:
        if position.to_act == "chance":
            position.push_chance(rng)
        else:
            ids = position.legal_ids()
            position.push(int(ids[int(rng.random() * len(ids))]))
    return position
