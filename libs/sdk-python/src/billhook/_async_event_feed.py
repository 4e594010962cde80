"""Events as they happen, for the asynchronous client."""

from __future__ import annotations

from typing import AsyncIterator, Callable, Sequence, cast

import httpx

from . import models
from ._async_client import AsyncResource
from ._event import event_of
from ._event_feed import SILENT, STREAM, wait_after
from ._sse import MessageReader
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
        failures = 0
        if self._client.is_closed:
            raise ClosedError
        while not self._client.is_closed:
            try:
                async with self._client.stream(STREAM, {"types": types, "after": after}, SILENT) as response:
                    if on_open:
                        on_open()
                    async for message_id, event in _events(response):
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
            await self._client.pause(wait)


async def _events(response: httpx.Response) -> AsyncIterator[tuple[str, FeedEvent]]:
    reader = MessageReader()
    async for chunk in response.aiter_bytes():
        for message in reader.read(chunk):
            yield message.id, cast(FeedEvent, event_of(message.data, EVENTS))
