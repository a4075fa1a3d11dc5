"""Start the server: find a free port, say where it can be reached, and run."""

import contextlib
import errno
import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn

from ratskeller.web.guests import key_file
from ratskeller.web.settings import Settings
from ratskeller.words import _

PORT = 8000
_PORTS_TRIED = 20
_STOPPING = 3
"""Seconds that open requests are given when the server stops."""


class CannotServe(ValueError):
    """The server cannot be started so; the message is one sentence."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    workers: int = 1,
    open_browser: bool = False,
    say: Callable[[str], None] = print,
) -> None:
    """Run the server until it is stopped.

    Args:
        host: the address to listen on; ``0.0.0.0`` for everybody in the network.
        port: 8000 if left out. If it is taken, that is said, and the next free one is used.
        database: a path, or a URL of PostgreSQL; the user's data directory if left out.
        workers: processes; more than one need PostgreSQL.
        open_browser: open the lobby once it answers.
        say: how to tell whoever started it.

    Raises:
        CannotServe, ratskeller.web.store.StoreError, ratskeller.web.guests.BadKey,
        ratskeller.web.settings.BadSetting: ValueErrors with one sentence for whoever started it.
    """
    if workers < 1:
        raise CannotServe(_("At least one worker is needed, not {workers}.", workers=workers))
    settings = Settings.from_environment()
    if database is not None:
        settings = replace(settings, database=database)
    listener = _listen(host, PORT if port is None else port, say)
    with listener:
        _run(listener, host, settings, workers, open_browser, say)


def _run(
    listener: socket.socket, host: str, settings: Settings, workers: int, open_browser: bool, say: Callable[[str], None]
) -> None:
    port = listener.getsockname()[1]
    here, elsewhere = addresses(host, port)
    settings = replace(settings, addresses=settings.addresses or " ".join(elsewhere))
    app = _application(settings, workers)
    say(_("Ratskeller is open at {address}", address=here))
    for address in elsewhere:
        say(_("Friends in your network open {address}", address=address))
    if not elsewhere and here.startswith("http://localhost"):
        say(_("Friends in your network open this machine's address there, with port {port}.", port=port))
    say(_("Stop it with Ctrl+C."))
    sys.stdout.flush()
    if open_browser:
        threading.Thread(target=_open_when_up, args=(here, host, port), daemon=True).start()
    config = uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=_STOPPING,
        limit_concurrency=4000,
        backlog=512,
    )
    if workers == 1:
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run([listener])
        return
    from uvicorn.supervisors import Multiprocess

    Multiprocess(config, [listener]).run()


def _application(settings: Settings, workers: int) -> Any:
    """The application, or where several workers find it; errors of the key and the store come now, not in a log."""
    if workers == 1:
        from ratskeller.web.app import create

        return create(settings)
    from ratskeller.web.store import Store

    key_file(settings.folder)
    store = Store(settings.tables)
    store.close()
    if not store.shared:
        raise CannotServe(
            _(
                "{workers} workers need PostgreSQL: give its URL with --database, or start one worker with SQLite.",
                workers=workers,
            )
        )
    # The workers read their settings from the environment, like everybody.
    os.environ["RATSKELLER_DATABASE"] = settings.database
    os.environ["RATSKELLER_ADDRESSES"] = settings.addresses
    return "ratskeller.web.app:create"


def _listen(host: str, port: int, say: Callable[[str], None]) -> socket.socket:
    """A socket on this port, or on the next free one."""
    if not 0 <= port <= 65535:
        raise CannotServe(_("A port is a number from 0 to 65535, not {port}.", port=port))
    try:
        family, _kind, _protocol, _name, _address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror as problem:
        raise CannotServe(_("{host} is not an address of this machine.", host=host)) from problem
    for candidate in range(port, min(port + _PORTS_TRIED, 65536)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(512)
        except OSError as problem:
            listener.close()
            if problem.errno != errno.EADDRINUSE:
                raise CannotServe(
                    _(
                        "This machine cannot listen on {host}, port {port}: {reason}.",
                        host=host,
                        port=candidate,
                        reason=problem.strerror,
                    )
                ) from problem
            continue
        if candidate != port and port:
            say(_("Port {port} is taken; using {other} instead.", port=port, other=candidate))
        listener.setblocking(False)
        return listener
    raise CannotServe(_("The ports from {port} on are all taken: choose another with --port.", port=port))


def addresses(host: str, port: int) -> tuple[str, list[str]]:
    """Where this machine opens the lobby, and where others do (empty if they cannot)."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return _http(host, port), []
    if not ip.is_unspecified:
        return _http(host, port), [] if ip.is_loopback else [_http(host, port)]
    return _http("localhost", port), [_http(address, port) for address in _own_addresses()]


def _http(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def _own_addresses() -> list[str]:
    """The machine's IPv4 addresses in its network, the one that leads outwards first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only makes the system choose a way out
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]


def _open_when_up(address: str, host: str, port: int) -> None:
    """Open the browser as soon as the server answers."""
    reach = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    for _attempt in range(600):
        with contextlib.suppress(OSError), socket.create_connection((reach, port), timeout=10) as probe:
            probe.sendall(f"GET / HTTP/1.0\r\nHost: {host}:{port}\r\n\r\n".encode())
            if probe.recv(1):
                webbrowser.open(address)
                return
