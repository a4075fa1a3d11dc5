"""The compiled helpers, the cache's name, and the two ways of running."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import ratskeller
from ratskeller.games import compiled, kernel

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("bit", [0, 1, 31, 32, 62, 63])
def test_lowest_bit(bit: int) -> None:
    @numba.njit
    def jitted(bits):  # type: ignore[no-untyped-def]
        return kernel.lowest_bit(bits)

    bits = np.uint64((1 << 63 | 1 << bit) if bit < 63 else 1 << 63)
    assert jitted(bits) == kernel.lowest_bit(bits) == bit


def test_picking_follows_the_weights() -> None:
    rng = np.random.default_rng(5)
    weights = np.array([0.5, 0.0, 0.3, 0.2, 9.9])
    picked = np.bincount([kernel.pick(weights, 4, rng) for _ in range(10_000)], minlength=5) / 10_000
    assert picked == pytest.approx([0.5, 0, 0.3, 0.2, 0], abs=0.02)


def test_perft_of_rat_attack() -> None:
    position = ratskeller.game("rat-attack").start()
    nodes = np.array([1, 0, 0, 0], np.int64)
    kernel.count_sequences(position.states, 3, position.game.rules.most_moves, nodes)
    assert nodes.tolist() == [1, 44, 44 * 43, 44 * 43 * 96]


def test_perft_past_the_end_counts_nothing() -> None:
    components = {"start": [".", ".", "."], "tiles": [["ra", ".", "."], [".", ".", "."]]}
    position = ratskeller.game("rat-attack", components).start()
    for move in ("draw 1", "draw 2", "1@2,0e"):
        position.push(move)
    nodes = np.array([1, 0, 0, 0], np.int64)
    kernel.count_sequences(position.states, 3, position.game.rules.most_moves, nodes)
    assert nodes.tolist() == [1, len(position.legal_ids()), 0, 0]


def test_random_games_depend_on_nothing_but_their_generator() -> None:
    game = ratskeller.game("rat-attack")

    def played(games: int) -> list[object]:
        plies, scores, returns = np.zeros(games, np.int64), np.zeros((games, 4), np.int64), np.zeros((games, 4))
        buffers = np.empty(game.rules.most_moves, np.int32), np.empty(game.rules.most_moves)
        kernel.play_random_games(game.start().states, np.random.default_rng(9), *buffers, plies, scores, returns)
        return [plies.tolist(), scores.tolist(), returns.tolist()]

    np.random.seed(0)  # noqa: NPY002  (no part of it may listen to the global generator)
    first = played(20)
    np.random.seed(1)  # noqa: NPY002
    assert played(20) == first


def test_the_cache_is_named_after_everything_that_decides_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(compiled.GAMES, tmp_path / "games")
    monkeypatch.setattr(compiled, "GAMES", tmp_path / "games")
    names = [compiled.fingerprint(), compiled.fingerprint()]
    assert names[0] == names[1]
    for changed in ("kernel.py", "rat_attack/rules.py"):
        with (tmp_path / "games" / changed).open("a", encoding="utf-8") as file:
            file.write("\n")
        names.append(compiled.fingerprint())
    monkeypatch.setattr(compiled.settings, "BOUNDSCHECK", 1 - (compiled.settings.BOUNDSCHECK or 0))
    names.append(compiled.fingerprint())
    assert len(set(names)) == len(names) - 1


def test_rules_are_compiled_from_nothing_that_the_name_does_not_cover() -> None:
    package = compiled.GAMES.parent
    for path in [compiled.GAMES / "kernel.py", *compiled.GAMES.glob("*/rules.py"), package / "bots" / "tree.py"]:
        modules = {
            node.module or ""
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
        }
        ours = {name for name in modules if name.startswith("ratskeller")}
        assert ours <= {"ratskeller.games.compiled", "ratskeller.games.kernel"}, path


def test_two_games_cannot_have_the_same_record_type() -> None:
    with pytest.raises(ValueError, match="same record type"):
        kernel.register(ratskeller.game("rat-attack").rules.state, None)  # type: ignore[arg-type]


PLAY = """
import numpy as np, ratskeller
position = ratskeller.game("rat-attack").start()
rng = np.random.default_rng(4)
for _ in range(18):
    ids = position.legal_ids()
    position.push(int(ids[int(rng.random() * len(ids))]))
print(position.moves, position.scores, position.foresee(position.legal_ids()[:9]).tolist())
"""


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_the_same_game_in_plain_python_and_with_bounds_checks(setting: str, tmp_path: Path) -> None:
    def run(**settings: str) -> str:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")} | settings
        return subprocess.run(
            [sys.executable, "-c", PLAY], env=environment, check=True, capture_output=True, text=True
        ).stdout

    assert run(**{setting: "1"}) == run()


def test_a_cache_directory_that_cannot_be_used_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = "import ratskeller; print(ratskeller.game('rat-attack').start().legal()[0])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"RATSKELLER_CACHE_DIR": str(blocked)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "draw 1\n"


def test_numbas_own_setting_is_followed_without_mixing_up_versions(tmp_path: Path) -> None:
    code = (
        "import ratskeller; from ratskeller.games import compiled; "
        "ratskeller.game('rat-attack').start(); print(compiled.fingerprint())"
    )
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    assert [path.name for path in (tmp_path / "ratskeller-compiled").iterdir()] == [done.stdout.strip()]


def test_users_own_compiled_functions_are_not_redirected() -> None:
    code = "import numba; before = numba.config.CACHE_DIR; import ratskeller; print(numba.config.CACHE_DIR == before)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "True\n"
