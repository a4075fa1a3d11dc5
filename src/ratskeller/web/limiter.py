"""How often one address or one guest may do something."""

import ipaddress
import math
import time

import limits
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from ratskeller.web.settings import Settings


class TooMany(Exception):
    """A limit is reached; ``wait`` is in seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


class Limiter:
    """Counts in memory, in windows of time; what has run out is forgotten."""

    def __init__(self, settings: Settings) -> None:
        self._strategy = FixedWindowRateLimiter(MemoryStorage())
        self._limits = {
            "tables": limits.parse(settings.limit_tables),
            "refused": limits.parse(settings.limit_refused),
            "pages": limits.parse(settings.limit_pages),
            "moves": limits.parse(settings.limit_moves),
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
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
