"""A small picture of every game for the lobby: the fullest position of its page "how to play"."""

import asyncio
import re
from functools import lru_cache
from typing import Any

from litestar import Request, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Response

from ratskeller.play.game import Game
from ratskeller.web.visit import Missing, visit_of
from ratskeller.words import _, language, use_language

_KEPT = 24 * 60 * 60
"""Seconds that browsers keep a picture; its address names the language."""


@get("/picture/{id:str}")
async def picture(request: Request[Any, Any, State], id: FromPath[str]) -> Response[bytes]:
    """A game's small picture."""
    visit = visit_of(request)
    visit.house.limiter.count("pages", visit.address)
    with use_language(visit.language):
        for game in visit.house.games:
            if game.id == id:
                await visit.house.compiled[id].wait()
                content = await asyncio.to_thread(_drawn, game, language())
                return Response(
                    content, media_type="image/svg+xml", headers={"Cache-Control": f"private, max-age={_KEPT}"}
                )
        raise Missing(_("There is no such game."))


@lru_cache(64)
def _drawn(game: Game, _language: str) -> bytes:
    """The board alone, in the language spoken now."""
    moves = max((section.moves for section in game.rules.guide), key=len)
    position = game.start()
    for move in moves:
        position.push(move)
    svg = position.svg(standalone=True, ident="board")
    box = re.search(r'data-box="([^"]*)"', svg)
    return (re.sub(r'viewBox="[^"]*"', f'viewBox="{box[1]}"', svg, count=1) if box else svg).encode()
