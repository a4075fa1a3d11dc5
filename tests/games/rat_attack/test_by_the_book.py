"""The kernel against the slow derivation, ply by ply over random games."""

import numpy as np
import pytest

import ratskeller
from tests.games.rat_attack.by_the_book import Table


@pytest.mark.kernel
@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("rats_to_lose", "starter"), [(3, 1), (9, 2)])
def test_legal_moves_scores_and_returns_are_those_of_the_book(seed: int, rats_to_lose: int, starter: int) -> None:
    rng = np.random.default_rng(seed)
    game = ratskeller.game("rat-attack")
    position = game.start(options={"rats_to_lose": rats_to_lose, "starter": starter})
    table = Table(game.components, rats_to_lose, starter)
    while not position.over:
        legal = position.legal()
        assert legal == sorted(table.legal())
        move = _high_move(position, rng) if seed % 2 else legal[int(rng.integers(len(legal)))]
        position.push(move)
        table.make(move)
        if table.returns is None:
            assert position.scores == table.scores
    assert table.returns == position.returns
    assert table.scores == position.scores


def _high_move(position: ratskeller.Position, rng: np.random.Generator) -> str:
    """A move that stacks where it can: random play alone stays low."""
    ids = position.legal_ids()
    if position.to_act == "chance":
        return position.text(int(rng.choice(ids)))
    height = position.state.height
    tries = [int(move) for move in rng.choice(ids, 40)]
    return position.text(max(tries, key=lambda move: height[(move - 1024) // 64 % 64, (move - 1024) % 64]))
