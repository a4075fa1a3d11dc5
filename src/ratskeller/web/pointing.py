"""What the page needs to let moves be chosen step by step, in any game whose rules say the steps of a move."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from ratskeller.games.declare import Step
from ratskeller.play.position import IllegalMove, Position
from ratskeller.web.table import NotPossible
from ratskeller.words import _

WALK_SECONDS = 0.15
"""Longer than this no further walks are looked for."""
LONGEST_WALK = 12


def pointing(position: Position) -> dict[str, Any]:
    """Every legal move as its text and what is pointed at to make it, and the walks made of several moves.

    Each step is told once, in ``steps``, and then by its place there. A walk begins with the steps that its moves have
    in common; ``moves`` are their texts and ``ways`` the last step of each. ``forced``: the only move, which decides
    nothing.
    """
    rules_steps = position.game.rules.steps
    assert rules_steps is not None
    steps: Callable[[Any, int], Sequence[Step]] = rules_steps
    places: dict[Step, int] = {}

    def place(step: Step) -> int:
        return places.setdefault(step, len(places))

    moves = [(position.text(id), list(steps(position.state, id))) for id in position.legal_ids().tolist()]
    told = [{"text": text, "steps": [place(step) for step in pointed]} for text, pointed in moves]
    walks = [
        {"steps": [place(step) for step in begin], "moves": texts, "ways": [place(step) for step in ways]}
        for begin, texts, ways in _walks(position, moves, steps)
    ]
    return {
        "forced": position.forced() is not None,
        "moves": told,
        "walks": walks,
        "steps": [
            {name: value for name in Step.__slots__ if (value := getattr(step, name)) not in ("", False)}
            for step in places
        ],
    }


def ahead(position: Position, texts: Sequence[str]) -> Position:
    """The position after these quick moves of the seat to act, which are not made yet.

    Raises:
        NotPossible: one of them is not legal, or not quick, or there are more than a walk has.
    """
    steps = position.game.rules.steps
    if len(texts) > LONGEST_WALK:
        raise NotPossible(_("No more than {n} moves can be looked ahead.", n=LONGEST_WALK))
    here = position.copy()
    for text in texts:
        before = here.state
        try:
            move = here.push(text)
        except IllegalMove as problem:
            raise NotPossible(str(problem)) from problem
        if steps is None or not steps(before, move)[-1].quick:
            raise NotPossible(_("{move} cannot be looked beyond.", move=text))
        if here.to_act != position.to_act:
            break
    return here


Walk = tuple[list[Step], list[str], list[Step]]


def _walks(
    position: Position, moves: list[tuple[str, list[Step]]], steps: Callable[[Any, int], Sequence[Step]]
) -> list[Walk]:
    """Shortest ways of what can go on and on by quick moves to wherever it does not come by one of them."""
    until = time.monotonic() + WALK_SECONDS
    found: list[Walk] = []
    reached: dict[tuple[str, ...], set[str]] = {}
    ahead: deque[tuple[Position, Walk]] = deque()
    for text, [*begin, last] in moves:
        if last.quick:
            reached.setdefault(_ids(begin), {step.id for step in begin}).add(last.id)
            after = position.copy()
            after.push(text)
            ahead.append((after, (begin, [text], [last])))
    while ahead:
        here, (begin, texts, ways) = ahead.popleft()
        if here.to_act != position.to_act or len(texts) == LONGEST_WALK:
            continue
        seen = reached[_ids(begin)]
        for move in here.legal_ids().tolist():
            if time.monotonic() > until:
                return found
            [*first, last] = steps(here.state, move)
            if not last.quick or _ids(first) != _ids(begin) or last.id in seen:
                continue
            seen.add(last.id)
            walk = begin, [*texts, here.text(move)], [*ways, last]
            found.append(walk)
            after = here.copy()
            after.push(move)
            ahead.append((after, walk))
    return found


def _ids(steps: Sequence[Step]) -> tuple[str, ...]:
    return tuple(step.id for step in steps)
