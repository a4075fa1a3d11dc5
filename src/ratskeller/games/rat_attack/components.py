"""Rat Attack's tiles: checked, and written into a position."""

from collections.abc import Mapping
from typing import Any

from ratskeller.games.declare import BadComponents, OptionValue
from ratskeller.games.kernel import States
from ratskeller.games.rat_attack.rules import MOST_TILES, SIZE, TURN_TILES, begin
from ratskeller.words import _

FACES = (".", "ra", "rb", "rc", "rd", "rR", "ga", "gb", "gc", "gd", "gR")
"""What a space can show, by the number that stands for it in a position: blank, red's four spices and rat, green's."""


def check(components: Mapping[str, Any]) -> None:
    """Raise BadComponents unless Rat Attack can be played with these tiles."""
    if components.get("table", SIZE) != SIZE:
        raise BadComponents(_("table is {size}: the rules give the table a side of {size} spaces.", size=SIZE))
    if components.get("players", [2, 2]) != [2, 2]:
        raise BadComponents(_("players is [2, 2]: Rat Attack has a red and a green player."))
    _check_tile(components.get("start"), "start")
    tiles = components.get("tiles")
    if not isinstance(tiles, list) or not TURN_TILES <= len(tiles) <= MOST_TILES or len(tiles) % TURN_TILES:
        raise BadComponents(
            _(
                "tiles is a list of {fewest} to {most} tiles, an even number, since two are drawn a turn.",
                fewest=TURN_TILES,
                most=MOST_TILES,
            )
        )
    for number, tile in enumerate(tiles, 1):
        _check_tile(tile, f"tiles[{number}]")


def _check_tile(tile: object, where: str) -> None:
    if not isinstance(tile, list) or len(tile) != 3 or any(face not in FACES for face in tile):
        raise BadComponents(
            _(
                "{where} is a list of three faces out of {faces}, not {tile}.",
                where=where,
                faces=" ".join(FACES),
                tile=repr(tile),
            )
        )


def setup(states: States, components: Mapping[str, Any], players: int, options: Mapping[str, OptionValue]) -> None:
    """R1: write the position before the first draw into a zeroed record."""
    s = states[0]
    s.players = players
    s.turn = options["starter"]
    s.rats_to_lose = options["rats_to_lose"]
    s.tile_count = len(components["tiles"])
    for number, tile in enumerate([components["start"], *components["tiles"]]):
        s.tiles[number] = [FACES.index(face) for face in tile]
    begin(states)
