"""How often bots choose a best move where the truth is known, and what their choices cost.

python bench/truth.py [--game GAME] [--positions 50] [--seed 1] [--bots expert,club,casual,beginner,greedy] [--json]

Positions are the last few choices of small games between bots that are often greedy (a few tiles, few rounds; in
Kloakråttan one kind of card, so that nobody's hand is a secret), solved exactly by looking at everything that can
follow. Counted are only those in which some legal move is worse than another. The loss is in returns, from a lost game
at -1 to a won one at 1.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import ratskeller
from ratskeller import bots
from ratskeller.games.declare import BadOption, OptionValue
from ratskeller.lab.solve import Solution, TooMuch, solve
from ratskeller.play.game import Game
from ratskeller.play.position import Position

SLIPS = 0.3
"""The share of moves on the way there that are made at random, so that positions differ."""


@dataclass(frozen=True)
class Small:
    """A game so small that its end can be solved."""

    game: str
    choices: int
    """So many choices from the end."""
    components: Mapping[str, Any] = field(default_factory=dict)
    """What differs from the game's own."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    most_positions: int = 60_000
    """Ends that need more to be solved are left out."""

    def load(self) -> Game:
        """The game with these components."""
        game = ratskeller.game(self.game)
        return Game(game.rules, game.components | dict(self.components))


def small_board() -> dict[str, Any]:
    """A board of Survival on which predators soon meet prey: 23 hexes, two prey of different worth, no obstacles."""
    corners = {"2": ["a1", "e5"], "3": ["a1", "e1", "e5"], "4": ["a1", "e1", "e5", "a5"]}
    board = {"rows": 5, "columns": [5, 4], "fixed_obstacles": [], "movable_obstacles": {}, "corners": corners}
    return board | {"prey": 2, "prey_points": [1, 2]}


def small_games() -> list[Small]:
    """One for each game."""
    tiles = ratskeller.game("rat-attack").components["tiles"]
    cards = ratskeller.game("sewer-rat").components["cards"]
    tees = [card | {"count": 8} for card in cards if card["name"] == "tee"]
    return [
        Small("sewer-rat", 3, components={"grid": 5, "cards": tees}),
        Small("cat-city", 2, components={"ranks": ["2", "3"], "pile": 2}, options={"max_rounds": 6}),
        Small("survival", 5, components=small_board(), options={"max_rounds": 3}, most_positions=5000),
        Small("rat-attack", 2, components={"tiles": tiles[:6]}),
    ]


def remainders(small: Small, seed: int) -> Iterator[tuple[Position, Solution]]:
    """Solved positions in which it matters what is chosen, without end."""
    game = small.load()
    greedy = bots.bot("greedy")
    number = 0
    while True:
        rng = np.random.default_rng([seed, number])
        number += 1
        position = game.start(options=small.options)
        while not position.over:
            seat = position.to_act
            if not isinstance(seat, int):
                position.push_chance(rng)
            elif rng.random() < SLIPS:
                position.push(int(rng.choice(position.legal_ids())))
            else:
                position.push(greedy.choose(position.view(seat), rng))
        left = small.choices
        while left and position.ply:
            position.pop()
            left -= isinstance(position.to_act, int) and len(position.legal_ids()) > 1
        try:
            solution = solve(position, small.most_positions)
        except TooMuch:
            continue
        if len(solution.best) < len(solution.moves):
            yield position, solution


def losses(position: Position, solution: Solution, bot: bots.Bot, rng: np.random.Generator) -> float:
    """What a bot's choice costs it."""
    seat = position.to_act
    assert isinstance(seat, int)
    return solution.loss(bots.fresh(bot).choose(position.view(seat), rng))


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", choices=[small.game for small in small_games()])
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="expert,club,casual,beginner,greedy")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    try:
        chosen = {name: bots.bot(name) for name in given.bots.split(",")}
    except BadOption as error:
        parser.error(str(error))
    for small in small_games():
        if given.game and small.game not in given.game:
            continue
        found = {name: np.zeros(given.positions) for name in chosen}
        chance = np.zeros(given.positions)
        for k, (position, solution) in zip(range(given.positions), remainders(small, given.seed), strict=False):
            chance[k] = len(solution.best) / len(solution.moves)
            for name, bot in chosen.items():
                found[name][k] = losses(position, solution, bot, np.random.default_rng([given.seed, k]))
        for name in chosen:
            best, loss = float((found[name] < 1e-9).mean()), float(found[name].mean())
            if given.json:
                row = {"game": small.game, "bot": name, "positions": given.positions, "best": best, "loss": loss}
                print(json.dumps(row))
            else:
                print(f"{small.game:<11} {name:<9} a best move {best:6.1%}   mean loss {loss:.4f}")
        if not given.json:
            print(f"{small.game:<11} blindfold a best move {chance.mean():6.1%}")


if __name__ == "__main__":
    main()
