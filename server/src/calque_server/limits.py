"""Rates: a bucket of tokens for each caller, in the memory of the process."""

import math
import time
from collections import OrderedDict

from .errors import Refused

_BUCKETS = 50_000


class Rate:
    """So many requests a second, so many at once, counted by name."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, count: int = 1) -> None:
        """Take tokens. Raises Refused with 429 and the seconds to wait."""
        self.check(name, count)
        self.spend(name, count)

    def check(self, name: str, count: int = 1) -> None:
        """Raises Refused with 429 and the seconds to wait when tokens lack."""
        tokens = self._tokens(name)
        if tokens < count:
            wait = max(1, math.ceil((count - tokens) / self._rate))
            raise Refused(429, "too many requests", retry_after=wait)

    def spend(self, name: str, count: int = 1) -> None:
        """Take tokens, even when they lack."""
        self._buckets[name] = (self._tokens(name) - count, time.monotonic())
        self._buckets.move_to_end(name)
        if len(self._buckets) > _BUCKETS:
            self._buckets.popitem(last=False)

    def _tokens(self, name: str) -> float:
        at = time.monotonic()
        tokens, before = self._buckets.get(name, (float(self._burst), at))
        return min(self._burst, tokens + (at - before) * self._rate)
