"""Random play of Rat Attack, one core: the compiled rules beside a hand-written C++ of the same loop.

python bench/random_play.py [--games 20000] [--rounds 7]

Both play in turn, several times; what is printed is each one's median of plies a second, and the median of the ratios
pair by pair. Time is CPU time, so that a busy machine disturbs less. Before that, both count the same perft, so that it
is known to be the same game. Needs g++.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import ratskeller
from ratskeller.games import kernel

SOURCE = Path(__file__).with_name("rat_attack.cpp")
PERFT_DEPTH = 4
BUILDS = {"-O3": ["-O3"], "-O3 -march=native": ["-O3", "-march=native"]}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--games", type=int, default=20_000)
    arguments.add_argument("--rounds", type=int, default=7)
    given = arguments.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    mine = compiled_rules(given.games)
    print(f"compiled rules, plies/s: {measure(mine, given.rounds)}")
    if shutil.which("g++") is None:
        sys.exit("There is no g++ here, so there is nothing to compare with.")
    with tempfile.TemporaryDirectory() as folder:
        tiles = write_tiles(Path(folder))
        for name, flags in BUILDS.items():
            program = Path(folder) / f"rat_attack{len(flags)}"
            subprocess.run(["g++", "-std=c++20", *flags, str(SOURCE), "-o", str(program)], check=True)
            check_perft(program, tiles)
            compare(name, mine, lambda seed, program=program: play_cpp(program, tiles, given.games, seed), given.rounds)


def compiled_rules(games: int):  # type: ignore[no-untyped-def]
    """A function that plays so many games from a seed, and returns plies a second."""
    game = ratskeller.game("rat-attack")
    start = game.start().states
    moves, weights = np.empty(game.rules.most_moves, np.int32), np.empty(game.rules.most_moves)

    def play(seed: int, games: int = games) -> float:
        plies, scores, returns = np.zeros(games, np.int64), np.zeros((games, 4), np.int64), np.zeros((games, 4))
        before = time.thread_time()
        kernel.play_random_games(start, np.random.default_rng(seed), moves, weights, plies, scores, returns)
        return float(plies.sum()) / (time.thread_time() - before)

    play(0, 10)
    return play


def play_cpp(program: Path, tiles: Path, games: int, seed: int) -> float:
    done = subprocess.run([program, tiles, "play", str(games), str(seed)], check=True, capture_output=True, text=True)
    plies, seconds, *_means = map(float, done.stdout.split())
    return plies / seconds


def compare(name: str, mine, theirs, rounds: int) -> None:  # type: ignore[no-untyped-def]
    pairs = [(mine(seed), theirs(seed)) for seed in range(rounds)]
    ratio = statistics.median(one / other for one, other in pairs)
    rates = [f"{statistics.median(rate):,.0f}" for rate in zip(*pairs, strict=True)]
    print(f"beside g++ {name}: compiled rules {rates[0]}, C++ {rates[1]} plies/s, ratio {ratio:.2f}")


def measure(play, rounds: int) -> str:  # type: ignore[no-untyped-def]
    return f"{statistics.median(play(seed) for seed in range(rounds)):,.0f}"


def check_perft(program: Path, tiles: Path) -> None:
    position = ratskeller.game("rat-attack").start()
    nodes = np.zeros(PERFT_DEPTH + 1, np.int64)
    nodes[0] = 1
    kernel.count_sequences(position.states, PERFT_DEPTH, position.game.rules.most_moves, nodes)
    done = subprocess.run([program, tiles, "perft", str(PERFT_DEPTH)], check=True, capture_output=True, text=True)
    if done.stdout.split() != [str(n) for n in nodes]:
        sys.exit(f"Not the same game: perft {nodes.tolist()} here, {done.stdout.strip()} there.")


def write_tiles(folder: Path) -> Path:
    s = ratskeller.game("rat-attack").start().state
    path = folder / "tiles"
    path.write_text("\n".join(" ".join(map(str, tile)) for tile in s.tiles[: s.tile_count + 1].tolist()) + "\n")
    return path


if __name__ == "__main__":
    main()
