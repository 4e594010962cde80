"""Events as they happen, for the synchronous client."""

from __future__ import annotations

from typing import Callable, Iterator, Sequence, cast

import httpx

from . import models
from ._client import Resource
from ._event import event_of
from ._retry import delay_of
from ._sse import MessageReader
from .errors import BillhookError, ClosedError, NoResponseError
from .events import EVENTS, FeedEvent

STREAM = "/v1/events/stream"
SILENT = 45.0
"""The server sends a comment after 15 s without an event: a connection that is silent for three times as long is lost."""


def wait_after(error: BillhookError, failures: int) -> float:
    """Seconds until the stream is opened again. Raises an error that a retry does not fix."""
    wait = delay_of(error, failures)
    if wait is None or getattr(error, "code", None) == "event_expired":
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
        failures = 0
        if self._client.is_closed:
            raise ClosedError
        while not self._client.is_closed:
            try:
                with self._client.stream(STREAM, {"types": types, "after": after}, SILENT) as response:
                    if on_open:
                        on_open()
                    for message_id, event in _events(response):
                        failures, after = 0, message_id
                        yield event
                raise NoResponseError("The event stream ended.")
            except ClosedError:
                return
            except BillhookError as error:
                if self._client.is_closed:
                    return
                wait = wait_after(error, failures)
                reason = error
            failures += 1
            if on_reconnect:
                on_reconnect(reason)
            self._client.pause(wait)


def _events(response: httpx.Response) -> Iterator[tuple[str, FeedEvent]]:
    reader = MessageReader()
    for chunk in response.iter_bytes():
        for message in reader.read(chunk):
            yield message.id, cast(FeedEvent, event_of(message.data, EVENTS))
