"""The client of Billhook: the invoicing API, its events, and the verification of webhooks."""

from __future__ import annotations

from typing import AsyncIterator, Callable, Iterator, Sequence

from . import errors, events, models, params, problems, webhooks
from ._async_pages import AsyncPage, AsyncPages
from ._async_resources import AsyncResources
from ._async_sync import AsyncCopying
from ._model import ResponseInfo
from ._pages import Pages
from ._request import File
from ._resources import Resources
from ._sync import Copying
from ._sync_steps import SyncBegin, SyncComplete, SyncDeleted, SyncRecord, SyncStep
from ._version import VERSION as __version__
from .errors import (
    BillhookError,
    ClosedError,
    FieldError,
    NoResponseError,
    NotModifiedError,
    ProblemError,
    UnexpectedResponseError,
)


class Billhook(Resources):
    """The client of an installation: `Billhook(api_key=…, base_url=…).invoices.create({…})`."""

    def sync(
        self,
        *,
        from_: str | None = None,
        resources: Sequence[params.RecordName] | None = None,
        follow: bool = True,
        on_reconnect: Callable[[BillhookError], object] | None = None,
    ) -> Iterator[SyncStep]:
        """
        An exact copy of the records: first all of them, from one state, then each change. Continues at a cursor, and begins
        again if that is no longer stored. It ends when the client is closed.

        :param from_: the cursor of the last step that you have applied. Without it, the copy begins
        :param resources: only these kinds of records; all that the key may read if absent
        :param follow: whether it waits for further changes; with False, it ends with the last change
        :param on_reconnect: called with the reason when the connection is lost, before it is opened again
        """
        return Copying(self, resources, follow, on_reconnect).steps(from_)


class AsyncBillhook(AsyncResources):
    """The client of an installation for asyncio and trio: `await AsyncBillhook(api_key=…, base_url=…).invoices.create({…})`."""

    def sync(
        self,
        *,
        from_: str | None = None,
        resources: Sequence[params.RecordName] | None = None,
        follow: bool = True,
        on_reconnect: Callable[[BillhookError], object] | None = None,
    ) -> AsyncIterator[SyncStep]:
        """
        An exact copy of the records: first all of them, from one state, then each change. Continues at a cursor, and begins
        again if that is no longer stored. It ends when the client is closed.

        :param from_: the cursor of the last step that you have applied. Without it, the copy begins
        :param resources: only these kinds of records; all that the key may read if absent
        :param follow: whether it waits for further changes; with False, it ends with the last change
        :param on_reconnect: called with the reason when the connection is lost, before it is opened again
        """
        return AsyncCopying(self, resources, follow, on_reconnect).steps(from_)


__all__ = [
    "AsyncBillhook",
    "AsyncPage",
    "AsyncPages",
    "Billhook",
    "BillhookError",
    "ClosedError",
    "FieldError",
    "File",
    "NoResponseError",
    "NotModifiedError",
    "Pages",
    "ProblemError",
    "ResponseInfo",
    "SyncBegin",
    "SyncComplete",
    "SyncDeleted",
    "SyncRecord",
    "SyncStep",
    "UnexpectedResponseError",
    "__version__",
    "errors",
    "events",
    "models",
    "params",
    "problems",
    "webhooks",
]
