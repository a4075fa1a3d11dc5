"""The rat's way since the last lay: along tracks that meet, to where it is; no longer than the rules' shortest run."""

from xml.etree import ElementTree

import numpy as np
import pytest

from ratskeller.games.sewer_rat.rules import STEP
from ratskeller.games.sewer_rat.trail import Run, Straight, last_trail
from tests.games.sewer_rat.helpers import STANDARD, dealt

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_random_games_every_run_goes_along_the_tracks(players: int) -> None:
    rng = np.random.default_rng(players)
    runs = 0
    for _game in range(40):
        position = STANDARD.start(players)
        while not position.over:
            if position.to_act == "chance":
                position.push_chance(rng)
                continue
            position.push(int(rng.choice(position.legal_ids())))
            s = position.state
            trail = last_trail(s, position.move_ids)
            if trail is None:
                continue
            assert trail.legs[-1].end == s.rat
            for leg in trail.legs:
                if not isinstance(leg, Run):
                    continue
                runs += 1
                cells = [cell for cell, _entry, _way in leg.crossings] + [leg.end]
                assert cells[0] == leg.start
                for (cell, entry, way), beyond in zip(leg.crossings, cells[1:], strict=True):
                    card, there = int(s.board[cell]) - 1, int(s.board[beyond]) - 1
                    assert cell + STEP[way] == beyond
                    assert s.openings[there // 4, there % 4] >> (way + 2) % 4 & 1
                    if entry is not None:
                        assert s.exits[card // 4, card % 4, entry] >> way & 1
    assert runs > 20


def test_a_well_turns_the_rat_round_and_out_again() -> None:
    position = dealt("cross", "well", then="cross n 0, draw bend, well n 0, run e5")
    trail = last_trail(position.state, position.move_ids)
    assert trail is not None
    lay, run = trail.legs
    assert isinstance(lay, Straight)
    assert isinstance(run, Run)
    assert [way for _cell, _entry, way in run.crossings] == [2, 2]
    [way] = [part for part in ElementTree.fromstring(position.svg()).iter() if "data-way-of" in part.attrib]
    assert way.attrib["d"].startswith("M270 210L270 150")
    assert way.attrib["d"].endswith("L270 270")


def test_before_the_first_lay_there_is_no_way() -> None:
    assert last_trail(dealt("cross", "well").state, []) is None
