"""The client of Billhook: the invoicing API, its events, and the verification of webhooks."""

from . import errors, events, models, params, problems, webhooks
from ._async_pages import AsyncPage, AsyncPages
from ._async_resources import AsyncResources
from ._model import ResponseInfo
from ._pages import Pages
from ._request import File
from ._resources import Resources
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


class AsyncBillhook(AsyncResources):
    """The client of an installation for asyncio and trio: `await AsyncBillhook(api_key=…, base_url=…).invoices.create({…})`."""


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
    "UnexpectedResponseError",
    "__version__",
    "errors",
    "events",
    "models",
    "params",
    "problems",
    "webhooks",
]
