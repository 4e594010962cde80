"""Events as they happen, for the synchronous client."""

from __future__ import annotations

from typing import Callable, Iterator, Sequence, cast

import httpx

from . import models
from ._client import Client, Resource
from ._event import event_of
from ._request import Query
from ._retry import delay_of
from ._sse import Message, MessageReader
from .errors import BillhookError, ClosedError, NoResponseError
from .events import EVENTS, FeedEvent

STREAM = "/v1/events/stream"
SILENT = 45.0
"""The server sends a comment after 15 s without an event: a connection that is silent for three times as long is lost."""


EXPIRED = ("event_expired", "changes_expired")
"""The position is no longer stored."""


def wait_after(error: BillhookError, failures: int) -> float:
    """Seconds until the stream is opened again. Raises an error that a retry does not fix."""
    wait = delay_of(error, failures)
    if wait is None or getattr(error, "code", None) in EXPIRED:
        raise error
    return wait


class EventFeed(Resource):
    def follow(
        self,
        *,
        types: Sequence[models.EventType] | None = None,
        after: str | None = None,
        on_open: Callable[[], object] | None = None,
        on_reconnect: Callable[[BillhookError], object] | None = None,
    ) -> Iterator[FeedEvent]:
        """
        Events as they happen, without a gap and without a repeat: it reconnects and continues after the last event.
        It ends when the client is closed.

        :param after: the id of the last event that you have handled, `msg_…`, or `beginning`. Without it, the stream begins now
        :param on_open: called when the stream is open
        :param on_reconnect: called with the reason when the connection is lost, before it is opened again
        :raises ClosedError: when the client was closed before
        :raises ProblemError: when the request is rejected for good, such as for a missing permission
        """
        for message in messages(self._client, STREAM, {"types": types}, after, on_open, on_reconnect):
            yield cast(FeedEvent, event_of(message.data, EVENTS))


def messages(
    client: Client,
    path: str,
    query: Query,
    after: str | None,
    on_open: Callable[[], object] | None,
    on_reconnect: Callable[[BillhookError], object] | None,
) -> Iterator[Message]:
    """The messages of a stream that is opened again after the last one whenever it ends. Ends when the client is closed."""
    failures = 0
    if client.is_closed:
        raise ClosedError
    while not client.is_closed:
        try:
            with client.stream(path, {**query, "after": after}, SILENT) as response:
                if on_open:
                    on_open()
                for message in _messages_of(response):
                    failures, after = 0, message.id
                    yield message
            raise NoResponseError("The event stream ended.")
        except ClosedError:
            return
        except BillhookError as error:
            if client.is_closed:
                return
            wait = wait_after(error, failures)
            reason = error
        failures += 1
        if on_reconnect:
            on_reconnect(reason)
        client.pause(wait)


def _messages_of(response: httpx.Response) -> Iterator[Message]:
    reader = MessageReader()
    for chunk in response.iter_bytes():
        yield from reader.read(chunk)
