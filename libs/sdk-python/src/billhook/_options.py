"""The options of a call, for the synchronous and for the asynchronous client."""

from __future__ import annotations

from difflib import get_close_matches
from inspect import Parameter, signature
from typing import Any, Callable, Mapping

from typing_extensions import TypedDict


class ReadOptions(TypedDict, total=False):
    timeout: float
    """Seconds without progress. The default is that of the client."""
    max_retries: int
    """Attempts after the first. The default is that of the client."""
    api_key: str
    """Replaces the credential of the client."""
    access_token: str
    headers: Mapping[str, str]
    if_none_match: str
    """The ETag of the record as you have it: `NotModifiedError` is raised if the record still has it."""


class WriteOptions(TypedDict, total=False):
    timeout: float
    """Seconds without progress. The default is that of the client."""
    max_retries: int
    """Attempts after the first. The default is that of the client."""
    api_key: str
    """Replaces the credential of the client."""
    access_token: str
    headers: Mapping[str, str]
    idempotency_key: str
    """Makes repeats harmless. Without it, the client creates one for each call, so that its own retries are safe."""
    if_match: str
    """The ETag of the record as you read it: the change is rejected if the record has changed since."""
    dry_run: bool
    """All checks run and the response is that of the real request, but nothing is written or sent."""


READ = frozenset(ReadOptions.__annotations__)
WRITE = frozenset(WriteOptions.__annotations__)


def check(method: Callable[..., object], options: Mapping[str, Any], known: frozenset[str]) -> None:
    """Rejects a misspelled option or filter as Python does: without it, the call would run."""
    for name in options:
        if name not in known:
            named = [each.name for each in signature(method).parameters.values() if each.kind is Parameter.KEYWORD_ONLY]
            near = get_close_matches(name, [*named, *known], 1)
            hint = f". Did you mean '{near[0]}'?" if near else ""
            raise TypeError(f"{method.__qualname__}() got an unexpected keyword argument '{name}'{hint}")
