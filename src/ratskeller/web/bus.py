"""How the workers of a PostgreSQL server hear of one another's events.

A notification carries a table's id and an event's number, nothing else: each viewer's picture differs, and payloads
are small.
"""

import asyncio
import logging
import time

from ratskeller.web.hub import Hub
from ratskeller.web.store import CHANNEL, Store

logger = logging.getLogger(__name__)

_QUIET = 10.0
"""Seconds after which a silent connection is asked whether it is still there."""
_SHORTEST_PAUSE = 0.1
_LONGEST_PAUSE = 10.0


async def listen(store: Store, hub: Hub) -> None:
    """Listen as long as the server runs. After a lost connection, read on at all tables: news may have been missed."""
    pause = _SHORTEST_PAUSE
    while True:
        started = time.monotonic()
        try:
            await _listen_once(store, hub)
        except Exception as problem:  # noqa: BLE001  (whatever it is, listening must go on)
            logger.warning("Lost the connection that listens for other workers: %s", problem)
        pause = _SHORTEST_PAUSE if time.monotonic() - started > _QUIET else min(pause * 2, _LONGEST_PAUSE)
        await asyncio.sleep(pause)


async def _listen_once(store: Store, hub: Hub) -> None:
    import psycopg

    url = store.url.set(drivername="postgresql")
    connection = await psycopg.AsyncConnection.connect(url.render_as_string(hide_password=False), autocommit=True)
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await hub.resync()
        while True:
            async for notice in connection.notifies(timeout=_QUIET):
                worker, table, number = notice.payload.split(" ")
                if worker != store.worker:
                    await hub.heard(table, int(number))
            await connection.execute("SELECT 1")
