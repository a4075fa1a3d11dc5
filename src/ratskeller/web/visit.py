"""One request: who asks, from where, in which language; and what all requests share."""

import asyncio
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import State

from ratskeller.play.game import games
from ratskeller.web import frame, pages
from ratskeller.web.guests import COOKIE, Guest, Guests, key_file
from ratskeller.web.hub import Hub, Live
from ratskeller.web.limiter import Limiter, address_key
from ratskeller.web.settings import Settings
from ratskeller.web.store import Store
from ratskeller.web.table import Refused
from ratskeller.words import _, use_language


class NotReady(Refused):
    """The rules are not compiled yet."""

    status = 503


class Missing(Refused):
    """There is no such thing."""

    status = 404


_LONGEST_HOST = 300
"""Letters: the longest name of a machine has 253, and a port follows."""


class House:
    """What all requests share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.guests = Guests(key_file(settings.folder))
        self.store = Store(settings.tables)
        self.hub = Hub(self.store, settings, frame.render)
        self.limiter = Limiter(settings)
        self.games = games()
        self.compiled = {game.id: asyncio.Event() for game in self.games}
        """Which games' rules are compiled."""
        self.hub.uncompiled = {game.id: asyncio.Event() for game in self.games}
        self.wanted: tuple[str, ...] = ()
        """The games that somebody waits for, the newest wish first: they are compiled before the others."""
        self.greeted = asyncio.Event()
        """Somebody has seen the lobby."""

    async def find(self, id: str) -> Live:
        """A table that is alive; Missing or NotReady if there is none."""
        if not self.all_compiled and not self.compiled[await self.game_of(id)].is_set():
            raise NotReady(_("The rules are still being made ready. Try again in a moment."))
        live = await self.hub.find(id)
        if live is None:
            raise Missing(_no_table())
        return live

    @property
    def all_compiled(self) -> bool:
        """Whether nothing is left to compile."""
        return all(event.is_set() for event in self.compiled.values())

    async def game_of(self, id: str) -> str:
        """The game of a table, also while its rules cannot be used yet; Missing if there is no such table."""
        game = await asyncio.to_thread(self.store.game_of, id)
        if game not in self.compiled:
            raise Missing(_no_table())
        return game

    async def is_compiled(self, id: str) -> bool:
        """Whether a table can be played already; its game is compiled next, and what its bots need."""
        if self.all_compiled and all(event.is_set() for event in self.hub.uncompiled.values()):
            return True
        game = await self.game_of(id)
        self.want(game)
        return self.compiled[game].is_set()

    def want(self, game: str) -> None:
        """Somebody waits for a game."""
        self.wanted = (game, *(other for other in self.wanted if other != game))


def _no_table() -> str:
    return _("There is no such table. Perhaps the address was not copied whole.")


@dataclass(slots=True)
class Visit:
    """One request, seen from here: who asks, from where, in which language."""

    request: Request[Any, Any, State]
    house: House
    guest: Guest
    language: str
    address: str

    @property
    def token(self) -> str:
        """The token for this guest's forms."""
        return self.house.guests.token(self.guest.id)

    @property
    def base(self) -> str:
        """The address under which friends reach this server, as far as this request can tell."""
        host = self.request.headers.get("host", "")[:_LONGEST_HOST]
        known = self.house.settings.addresses.split()
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            name = ""
        if known and (name == "localhost" or name == "::1" or name.startswith("127.")):
            return known[0]
        return f"{self.request.scope['scheme']}://{host}"

    @property
    def wants_json(self) -> bool:
        """Whether a script asks."""
        return "application/json" in self.request.headers.get("accept", "")


def visit_of(request: Request[Any, Any, State]) -> Visit:
    house: House = request.app.state.house
    cookies = request.cookies
    language = pages.best_language(cookies.get("language", ""), request.headers.get("accept-language", ""))
    guest = house.guests.read(cookies.get(COOKIE))
    if guest is None:
        with use_language(language):
            guest = house.guests.newcomer()
    client = request.scope.get("client")
    return Visit(request, house, guest, language, address_key(client[0] if client else ""))
