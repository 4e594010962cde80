# Generated from the OpenAPI document by libs/sdk-python/generate.mjs. Do not edit.
"""The events of webhooks and of the feed, by their type."""

from __future__ import annotations

from typing import Literal, Union

from typing_extensions import TypeAlias

from . import models
from ._event import Event, HiddenEvent, ThinEvent, UnknownEvent

__all__ = [
    "Event",
    "FeedEvent",
    "HiddenEvent",
    "ThinEvent",
    "UnknownEvent",
    "WebhookEvent",
    "InvoiceCreatedEvent",
    "InvoiceUpdatedEvent",
    "InvoiceDeletedEvent",
    "InvoiceSentEvent",
    "InvoicePaidEvent",
    "InvoicePartialEvent",
    "InvoiceOverdueEvent",
    "InvoiceRejectedEvent",
    "ClientCreatedEvent",
    "ClientUpdatedEvent",
    "ClientDeletedEvent",
    "QuoteCreatedEvent",
    "QuoteUpdatedEvent",
    "QuoteDeletedEvent",
    "PaymentCreatedEvent",
    "PaymentDeletedEvent",
    "CheckpointSignedEvent",
]


class InvoiceCreatedEvent(Event):
    type: Literal["invoice.created"]
    data: models.Invoice


class InvoiceUpdatedEvent(Event):
    type: Literal["invoice.updated"]
    data: models.Invoice


class InvoiceDeletedEvent(Event):
    type: Literal["invoice.deleted"]
    data: models.Invoice


class InvoiceSentEvent(Event):
    type: Literal["invoice.sent"]
    data: models.Invoice


class InvoicePaidEvent(Event):
    type: Literal["invoice.paid"]
    data: models.Invoice


class InvoicePartialEvent(Event):
    type: Literal["invoice.partial"]
    data: models.Invoice


class InvoiceOverdueEvent(Event):
    type: Literal["invoice.overdue"]
    data: models.Invoice


class InvoiceRejectedEvent(Event):
    type: Literal["invoice.rejected"]
    data: models.Invoice


class ClientCreatedEvent(Event):
    type: Literal["client.created"]
    data: models.Client


class ClientUpdatedEvent(Event):
    type: Literal["client.updated"]
    data: models.Client


class ClientDeletedEvent(Event):
    type: Literal["client.deleted"]
    data: models.Client


class QuoteCreatedEvent(Event):
    type: Literal["quote.created"]
    data: models.Quote


class QuoteUpdatedEvent(Event):
    type: Literal["quote.updated"]
    data: models.Quote


class QuoteDeletedEvent(Event):
    type: Literal["quote.deleted"]
    data: models.Quote


class PaymentCreatedEvent(Event):
    type: Literal["payment.created"]
    data: models.Payment


class PaymentDeletedEvent(Event):
    type: Literal["payment.deleted"]
    data: models.Payment


class CheckpointSignedEvent(Event):
    type: Literal["checkpoint.signed"]
    data: models.Checkpoint


WebhookEvent: TypeAlias = Union[
    InvoiceCreatedEvent,
    InvoiceUpdatedEvent,
    InvoiceDeletedEvent,
    InvoiceSentEvent,
    InvoicePaidEvent,
    InvoicePartialEvent,
    InvoiceOverdueEvent,
    InvoiceRejectedEvent,
    ClientCreatedEvent,
    ClientUpdatedEvent,
    ClientDeletedEvent,
    QuoteCreatedEvent,
    QuoteUpdatedEvent,
    QuoteDeletedEvent,
    PaymentCreatedEvent,
    PaymentDeletedEvent,
    CheckpointSignedEvent,
]
"""A message, by its `type`: `if event.type == "invoice.paid": event.data.number`."""

FeedEvent: TypeAlias = Union[WebhookEvent, HiddenEvent]
"""An event of the feed: a `HiddenEvent` where the key may not read the record."""

EVENTS: dict[str, type[Event]] = {
    "invoice.created": InvoiceCreatedEvent,
    "invoice.updated": InvoiceUpdatedEvent,
    "invoice.deleted": InvoiceDeletedEvent,
    "invoice.sent": InvoiceSentEvent,
    "invoice.paid": InvoicePaidEvent,
    "invoice.partial": InvoicePartialEvent,
    "invoice.overdue": InvoiceOverdueEvent,
    "invoice.rejected": InvoiceRejectedEvent,
    "client.created": ClientCreatedEvent,
    "client.updated": ClientUpdatedEvent,
    "client.deleted": ClientDeletedEvent,
    "quote.created": QuoteCreatedEvent,
    "quote.updated": QuoteUpdatedEvent,
    "quote.deleted": QuoteDeletedEvent,
    "payment.created": PaymentCreatedEvent,
    "payment.deleted": PaymentDeletedEvent,
    "checkpoint.signed": CheckpointSignedEvent,
}
