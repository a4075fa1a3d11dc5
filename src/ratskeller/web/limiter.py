"""How often one address or one guest may do something."""

import ipaddress
import math
import time

import limits
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from ratskeller.web.settings import Settings

_MOST_COUNTERS = 20_000


class TooMany(Exception):
    """A limit is reached; ``wait`` is in seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


class _Counters(Storage):
    """Counts in memory; the library's own storage starts a thread for every hundredth of a second of traffic."""

    STORAGE_SCHEME = None

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[str, tuple[int, float]] = {}

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.time()
        count, until = self._counts.get(key, (0, 0.0))
        if until <= now:
            if len(self._counts) >= _MOST_COUNTERS:
                self._tidy(now)
            count, until = 0, now + expiry
        self._counts[key] = (count + amount, until)
        return count + amount

    def _tidy(self, now: float) -> None:
        """Drop what has run out; if that is too little, the half that runs out first."""
        kept = sorted((until, key) for key, (_count, until) in self._counts.items() if until > now)
        if len(kept) > _MOST_COUNTERS // 2:
            kept = kept[len(kept) // 2 :]
        self._counts = {key: self._counts[key] for _until, key in kept}

    def get(self, key: str) -> int:
        count, until = self._counts.get(key, (0, 0.0))
        return count if until > time.time() else 0

    def get_expiry(self, key: str) -> float:
        return self._counts.get(key, (0, time.time()))[1]

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        dropped = len(self._counts)
        self._counts.clear()
        return dropped

    def clear(self, key: str) -> None:
        self._counts.pop(key, None)


class Limiter:
    """Counts in fixed windows of time, in memory that does not grow without end."""

    def __init__(self, settings: Settings) -> None:
        self._strategy = FixedWindowRateLimiter(_Counters())
        self._limits = {
            "tables": limits.parse(settings.limit_tables),
            "refused": limits.parse(settings.limit_refused),
            "pages": limits.parse(settings.limit_pages),
            "moves": limits.parse(settings.limit_moves),
            "hints": limits.parse(settings.limit_hints),
        }

    def count(self, what: str, who: str) -> None:
        """Count one more; TooMany if that is one too many."""
        limit = self._limits[what]
        if not self._strategy.hit(limit, what, who):
            raise TooMany(self._wait(limit, what, who))

    def check(self, what: str, who: str) -> None:
        """Count nothing; TooMany if the limit is reached."""
        limit = self._limits[what]
        if not self._strategy.test(limit, what, who):
            raise TooMany(self._wait(limit, what, who))

    def _wait(self, limit: limits.RateLimitItem, what: str, who: str) -> int:
        return max(1, math.ceil(self._strategy.get_window_stats(limit, what, who).reset_time - time.time()))


def address_key(host: str) -> str:
    """What limits by address count: an IPv4 address, or the /64 that one household has of IPv6."""
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
