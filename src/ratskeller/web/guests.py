"""Guests: a signed cookie with an id and a nickname, for a year. Nothing about a guest is stored elsewhere."""

import hmac
import os
import secrets
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from itsdangerous import BadSignature, Signer, URLSafeTimedSerializer

from ratskeller.words import _

COOKIE = "ratskeller"
YEAR = 365 * 86400
LONGEST_NAME = 24
_LONGEST_COOKIE = 1000


class BadKey(ValueError):
    """The key file cannot be used."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Whoever holds the cookie. ``known`` is false for somebody whose browser has just been given one."""

    id: str
    name: str
    known: bool = True
    renew: bool = False
    """The cookie is old enough to be sent anew."""


class Guests:
    """Signs cookies and form tokens with the key of this server."""

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeTimedSerializer(key, salt="guest")
        self._signer = Signer(key, salt="form")
        # A guest who plays sends the same cookie every few seconds, and thousands of guests fit in a megabyte.
        self._verified = lru_cache(4096)(self._verify)
        self.token = lru_cache(4096)(self._token)

    def cookie(self, guest: Guest) -> str:
        """The cookie's value for a guest."""
        value = self._serializer.dumps([guest.id, guest.name])
        return value if isinstance(value, str) else value.decode()

    def read(self, cookie: str | None) -> Guest | None:
        """The guest of a cookie; None if there is none, it is older than a year or it was not made here."""
        if not cookie or len(cookie) > _LONGEST_COOKIE:
            return None
        found = self._verified(cookie)
        if found is None:
            return None
        guest, name, signed = found
        age = time.time() - signed
        return Guest(guest, name, renew=age > YEAR / 12) if age <= YEAR else None

    def _verify(self, cookie: str) -> tuple[str, str, float] | None:
        try:
            (guest, name), signed = self._serializer.loads(cookie, return_timestamp=True)
        except (BadSignature, ValueError, TypeError):
            return None
        return guest, name, signed.timestamp()

    def newcomer(self) -> Guest:
        """A guest for a browser that has no cookie yet."""
        return Guest(secrets.token_hex(8), _("Guest {number}", number=secrets.randbelow(9000) + 1000), known=False)

    def _token(self, guest: str) -> str:
        """What a form sent by this guest has to carry, so that no other site can send it in their name."""
        return self._signer.get_signature(guest).decode()

    def token_is_right(self, guest: str, token: str) -> bool:
        """Whether a form's token is this guest's."""
        return hmac.compare_digest(self.token(guest).encode(), token.encode("utf-8", "replace"))


def nickname(text: str) -> str:
    """A nickname as it is kept: one line, printable, not too long; empty if nothing is left of it."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.split())[:LONGEST_NAME].strip()


def key_file(folder: Path) -> bytes:
    """The key of this server: made at the first start, readable by its owner only.

    Raises:
        BadKey: it cannot be made or read, or is not a key.
    """
    path = folder / "cookie.key"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            pass
        else:
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_hex(32))
        path.chmod(0o600)
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadKey(
            _("The key file {path} cannot be made or read: check who may write in {folder}.", path=path, folder=folder)
        ) from problem
    if len(text) < 64:
        raise BadKey(_("The key file {path} is damaged: remove it, and guests will get new cookies.", path=path))
    return text.encode()
