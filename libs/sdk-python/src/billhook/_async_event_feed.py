"""Events as they happen, for the asynchronous client."""

from __future__ import annotations

from typing import AsyncIterator, Callable, Sequence, cast

import httpx

from . import models
from ._async_client import AsyncClient, AsyncResource
from ._event import event_of
from ._event_feed import SILENT, STREAM, wait_after
from ._request import Query
from ._sse import Message, MessageReader
from .errors import BillhookError, ClosedError, NoResponseError
from .events import EVENTS, FeedEvent


class AsyncEventFeed(AsyncResource):
    async def follow(
        self,
        *,
        types: Sequence[models.EventType] | None = None,
        after: str | None = None,
        on_open: Callable[[], object] | None = None,
        on_reconnect: Callable[[BillhookError], object] | None = None,
    ) -> AsyncIterator[FeedEvent]:
        """
        Events as they happen, without a gap and without a repeat: it reconnects and continues after the last event.
        It ends when the client is closed.

        :param after: the id of the last event that you have handled, `msg_…`, or `beginning`. Without it, the stream begins now
        :param on_open: called when the stream is open
        :param on_reconnect: called with the reason when the connection is lost, before it is opened again
        :raises ClosedError: when the client was closed before
        :raises ProblemError: when the request is rejected for good, such as for a missing permission
        """
        async for message in messages(self._client, STREAM, {"types": types}, after, on_open, on_reconnect):
            yield cast(FeedEvent, event_of(message.data, EVENTS))


async def messages(
    client: AsyncClient,
    path: str,
    query: Query,
    after: str | None,
    on_open: Callable[[], object] | None,
    on_reconnect: Callable[[BillhookError], object] | None,
) -> AsyncIterator[Message]:
    """The messages of a stream that is opened again after the last one whenever it ends. Ends when the client is closed."""
    failures = 0
    if client.is_closed:
        raise ClosedError
    while not client.is_closed:
        try:
            async with client.stream(path, {**query, "after": after}, SILENT) as response:
                if on_open:
                    on_open()
                async for message in _messages_of(response):
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
        await client.pause(wait)


async def _messages_of(response: httpx.Response) -> AsyncIterator[Message]:
    reader = MessageReader()
    async for chunk in response.aiter_bytes():
        for message in reader.read(chunk):
            yield message
