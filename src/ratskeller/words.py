"""Every sentence a person sees: translated here, in the language of whoever is being spoken to.

The English sentence is the key. Sentences are whole and have named parts:

>>> _("{player} places tile {tile}.", player="Red", tile=17)
'Red places tile 17.'

A language is a folder ``locale/<code>/LC_MESSAGES`` with a compiled catalogue; nothing else is needed to add one.
"""

import gettext as _gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

DOMAIN = "ratskeller"
SOURCE_LANGUAGE = "en"
LOCALES = Path(__file__).parent / "locale"

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)


def _(message: str, /, **parts: object) -> str:
    """Translate a sentence and fill in its named parts."""
    return _catalogue(_language.get()).gettext(message).format_map(parts)


def ngettext(singular: str, plural: str, n: int, /, **parts: object) -> str:
    """Translate a sentence that depends on a number, and fill in its named parts."""
    return _catalogue(_language.get()).ngettext(singular, plural, n).format_map(parts)


def N_(message: str) -> str:  # noqa: N802  (gettext's own name)
    """Mark a sentence for translation where it is defined; it is translated by `_` where it is shown."""
    return message


def language() -> str:
    """The language spoken now, as a code such as ``en``."""
    return _language.get()


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Speak another language inside the block, in this thread or task only."""
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


def languages(locales: Path | None = None) -> list[str]:
    """The codes of all languages that have a compiled catalogue, English first."""
    folders = (path.parent.parent.name for path in (locales or LOCALES).glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return [SOURCE_LANGUAGE, *sorted(set(folders) - {SOURCE_LANGUAGE})]


def best_language(wanted: list[str]) -> str:
    """The first of the wanted codes (best first, ``sv-FI`` also means ``sv``) that exists, else English."""
    known = languages()
    for code in wanted:
        for candidate in (code.replace("-", "_"), code.replace("_", "-").split("-")[0].lower()):
            if candidate in known:
                return candidate
    return SOURCE_LANGUAGE


@lru_cache
def _catalogue(code: str) -> _gettext.NullTranslations:
    return _gettext.translation(DOMAIN, LOCALES, [code], fallback=True)
