"""Which failures are tried again, and when."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from random import random
from typing import Any

import httpx

from .errors import BillhookError, NoResponseError, ProblemError, UnexpectedResponseError
from .problems import PROBLEMS

_RETRIED = frozenset({429, 500, 502, 503, 504})
_FIRST_DELAY = 0.25
_LONGEST_DELAY = 30.0
_LAST_DOUBLING = 7
# A longer `Retry-After` is left to the caller: it is in the error.
LONGEST_WAIT = 60.0


def delay_of(error: BillhookError, attempt: int) -> float | None:
    """Seconds until the next attempt; None when another attempt would not help."""
    if isinstance(error, ProblemError):
        again = error.status in _RETRIED or error.code == "idempotency_in_flight"
    else:
        again = isinstance(error, NoResponseError) or (
            isinstance(error, UnexpectedResponseError) and error.status in _RETRIED
        )
    if not again:
        return None
    asked = (error.retry_after or 0.0) if isinstance(error, (ProblemError, UnexpectedResponseError)) else 0.0
    if asked > LONGEST_WAIT:
        return None
    # A power of a large number of failures in a row, such as of a stream during an outage of hours, would overflow.
    return asked + random() * min(_FIRST_DELAY * 2.0 ** min(attempt, _LAST_DOUBLING), _LONGEST_DELAY)


def failure_of(response: httpx.Response) -> BillhookError:
    """Why a response that has been read is not a success."""
    content_type = response.headers.get("content-type")
    problem = _problem_of(response) if "json" in (content_type or "") else None
    retry_after = seconds_until(response.headers.get("retry-after"))
    if problem is None:
        return UnexpectedResponseError(response.status_code, content_type, response.text, retry_after=retry_after)
    return PROBLEMS.get(problem["code"], ProblemError)(problem, retry_after)


def no_response(method: str, url: str, error: Exception) -> NoResponseError:
    reason = (
        "the time limit passed" if isinstance(error, httpx.TimeoutException) else str(error) or type(error).__name__
    )
    return NoResponseError(f"{method} {url}: no response ({reason}).")


def _problem_of(response: httpx.Response) -> dict[str, Any] | None:
    try:
        value = json.loads(response.content)
    except ValueError:
        return None
    is_problem = isinstance(value, dict) and {"code", "detail", "requestId", "status"} <= value.keys()
    return value if is_problem else None


def seconds_until(retry_after: str | None) -> float | None:
    """Seconds or a date (RFC 9110, 10.2.3)."""
    if retry_after is None:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    # A date without a zone, or with -0000, is in UTC.
    return max(0.0, (at.replace(tzinfo=at.tzinfo or timezone.utc) - datetime.now(timezone.utc)).total_seconds())
