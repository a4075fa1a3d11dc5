"""Where the fields of a Macskafogó board are drawn, computed from nothing but its colours and links.

The ring fields and the rat-holes between them run clockwise round a circle, if their links make one circle. Every
other field then finds its angle and its distance from the middle by the mean of those of its neighbours: a board of
five equal sectors is drawn as one. Whatever comes out too crowded is pushed apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ratskeller.games.cat_city.rules import CARD, RED, RING, TOKEN

Points = npt.NDArray[np.float64]
Graph = tuple[tuple[int, ...], ...]

RADIUS = 600.0
"""Of the circle, in user units."""
INNERMOST = 0.2
"""Dead ends reach so near to the middle, as a share of the radius."""
DEAD_END_PULL = 2.0
TUNNEL_PULL = 0.001
"""What a link of a dead end, and an underground passage, weigh against any other link."""
SIZES = {RING: 28.0, RED: 30.0, TOKEN: 56.0, CARD: 64.0}
PLAIN_SIZE = 26.0
GAP = 14.0
PUSHES = 300


@dataclass(frozen=True)
class Layout:
    """Field k is at ``points[k - 1]``, x to the right and y downwards, the middle being 0, 0."""

    points: tuple[tuple[float, float], ...]
    circle: tuple[int, ...]
    """The fields on the circle, clockwise, numbered from 1; none if there is no such circle."""


@lru_cache(64)
def lay_out(colours: tuple[int, ...], links: Graph, tunnels: Graph) -> Layout:
    """Place the fields; all are numbered from 0 here, and ``links`` and ``tunnels`` tell each one's neighbours."""
    circle = _circle(colours, links)
    fixed = circle or [k for k, colour in enumerate(colours) if colour == RING]
    angles = np.arange(len(fixed)) * 2 * np.pi / len(fixed) - np.pi / 2
    points = _means(links, tunnels, fixed, angles)
    spread = _push_apart(points, fixed, np.array([SIZES.get(colour, PLAIN_SIZE) for colour in colours]))
    return Layout(
        tuple((round(float(x), 1), round(float(y), 1)) for x, y in spread),
        tuple(k + 1 for k in circle),
    )


def _circle(colours: Sequence[int], links: Graph) -> list[int]:
    """The ring fields and the rat-holes among them in the order of their links, if these make one circle."""
    on_circle = {k for k, colour in enumerate(colours) if colour in (RING, RED)}
    while loose := {k for k in on_circle if len(on_circle.intersection(links[k])) < 2}:
        on_circle -= loose
    rings = {k for k, colour in enumerate(colours) if colour == RING}
    if not rings <= on_circle or any(len(on_circle.intersection(links[k])) != 2 for k in on_circle):
        return []
    start = min(on_circle)
    order = [start]
    while ahead := [k for k in links[order[-1]] if k in on_circle and k not in order]:
        order.append(ahead[0])
    return order if len(order) == len(on_circle) else []


def _means(links: Graph, tunnels: Graph, fixed: Sequence[int], angles: npt.NDArray[np.float64]) -> Points:
    """Fields that are not fixed get the mean angle and distance of their neighbours; dead ends reach for the middle."""
    dead = _dead_ends(links)
    pull = np.zeros((len(links), len(links)))
    for k, (linked, joined) in enumerate(zip(links, tunnels, strict=True)):
        for other in joined:
            pull[k, other] = TUNNEL_PULL
        for other in linked:
            pull[k, other] = DEAD_END_PULL if k in dead or other in dead else 1.0
    directions = _harmonic(pull, fixed, np.exp(1j * angles))
    tips = [k for k in dead if len(links[k]) == 1 and k not in fixed] or [
        k for k in _farthest(links, fixed) if k not in fixed
    ]
    distances = _harmonic(pull, [*fixed, *tips], np.array([1.0] * len(fixed) + [INNERMOST] * len(tips))).real
    turned = np.angle(directions)
    return RADIUS * np.column_stack([distances * np.cos(turned), distances * np.sin(turned)])


def _dead_ends(links: Graph) -> set[int]:
    """The fields that only one way leads to."""
    dead: set[int] = set()
    while more := {k for k in range(len(links)) if k not in dead and len(set(links[k]) - dead) < 2}:
        dead |= more
    return dead


def _farthest(links: Graph, start: Sequence[int]) -> list[int]:
    """The fields with the most steps from those of the start."""
    reached = set(start)
    edge = list(start)
    while ahead := sorted({other for k in edge for other in links[k]} - reached):
        reached.update(ahead)
        edge = ahead
    return edge


def _harmonic(pull: npt.NDArray[np.float64], fixed: Sequence[int], values: npt.NDArray[np.generic]) -> npt.NDArray[Any]:
    """Values for all fields: given for the fixed ones, for each other one the weighted mean of its neighbours'."""
    system = np.diag(pull.sum(axis=1)) - pull
    system[fixed] = np.eye(len(pull))[fixed]
    given = np.zeros(len(pull), np.complex128)
    given[fixed] = values
    solved: npt.NDArray[Any] = np.linalg.lstsq(system, given, rcond=None)[0]
    return solved


def _push_apart(points: Points, fixed: Sequence[int], sizes: npt.NDArray[np.float64]) -> Points:
    """Push apart fields that overlap, a little at a time; those that are fixed, and all if none overlap, stay."""
    points = points.copy()
    needed = sizes[:, None] + sizes[None, :] + GAP
    np.fill_diagonal(needed, 0)
    loose = np.ones((len(points), 1))
    loose[list(fixed)] = 0
    # Fields on the very same spot go apart in directions of their own.
    turns = 2.4 * np.arange(len(points))
    nudges = np.column_stack([np.cos(turns), np.sin(turns)])
    for _push in range(PUSHES):
        between = points[:, None] - points[None, :]
        distance = np.hypot(between[..., 0], between[..., 1])
        lacking = np.clip(needed - distance, 0, None)
        if lacking.max() < 1:
            break
        same = (distance < 1e-6) & (needed > 0)
        away = np.where(same[..., None], nudges[:, None], between / np.maximum(distance, 1e-6)[..., None])
        points += loose * 0.35 * (away * lacking[..., None]).sum(axis=1)
        far = np.maximum(np.hypot(points[:, 0], points[:, 1]) / (0.97 * RADIUS), 1)[:, None]
        points = np.where(loose > 0, points / far, points)
    return points
