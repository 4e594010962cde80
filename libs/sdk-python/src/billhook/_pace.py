"""How the calls with the credential of one client share its rate limit."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from threading import Lock
from typing import Iterator

import httpx

from ._retry import LONGEST_WAIT, seconds_until


class Pace:
    """
    Whether calls are sent one after the other, and since when.

    Calls are sent one after the other while fewer requests are left than calls are waiting. Then each is accepted, and no call is rejected several times in a row.
    """

    def __init__(self) -> None:
        self.is_short = False
        self._rest_until = 0.0
        self._busy = 0
        self._lock = Lock()

    @contextmanager
    def call(self) -> Iterator[None]:
        """Counts a call while it waits and runs."""
        with self._lock:
            self._busy += 1
        try:
            yield
        finally:
            with self._lock:
                self._busy -= 1

    def rest(self) -> float:
        """Seconds until the limit allows a request. A longer wait is left to the caller, who reads it in the error."""
        seconds = self._rest_until - time.monotonic()
        return seconds if 0 < seconds <= LONGEST_WAIT else 0.0

    def noted(self, response: httpx.Response) -> httpx.Response:
        """Reads what a response says about the limits."""
        left = _left_after(response)
        self.is_short = left is not None and left[0] < self._busy
        if left is not None and left[0] == 0:
            self._rest_until = time.monotonic() + left[1]
        return response


def _left_after(response: httpx.Response) -> tuple[int, float] | None:
    """The requests that are left in the scarcest policy of `RateLimit`, and the seconds until the next one is allowed: `"minute";r=0;t=1`."""
    if response.status_code == 429:
        return 0, seconds_until(response.headers.get("retry-after")) or 0.0
    policies = re.findall(r";r=(\d+);t=(\d+)", response.headers.get("ratelimit", ""))
    return min(((int(requests), float(wait)) for requests, wait in policies), default=None)
