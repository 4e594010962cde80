"""What all events have in common, and the events that have no record."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from . import models
from ._model import Model


class Event(Model):
    """An event of any type."""

    id: str
    """The same for all attempts and endpoints: use it to recognise a repeat."""
    type: Any
    created_at: datetime
    data: Any
    changes: dict[str, Any] | None = None
    """With the payload `Changes`: the previous value of each changed member."""
    resource_version: int | None = None
    test: bool = False
    """Whether it is a test message, by its header `webhook-test`: its record may not exist."""


class HiddenEvent(Event):
    """An event of the feed whose record the key may not read."""

    type: models.EventType
    data: None = None
    missing_permission: str | None = None


class ThinEvent(Event):
    """A message to an endpoint with the payload `Thin`: which record it is about, and its URL."""

    type: models.EventType
    data: models.ThinMessageData


class UnknownEvent(Event):
    """An event whose type this version does not know."""

    type: str


_THIN = {"id", "resource", "url"}
_ANY = TypeAdapter(dict[str, Any])


def event_of(text: str | bytes, classes: dict[str, type[Event]]) -> Event:
    """
    The event of a message or of the feed.

    :raises ValidationError: if the text is not that of an event
    """
    value = _ANY.validate_json(text)
    data = value.get("data")
    if data is None and value.get("type") in classes:
        return HiddenEvent.model_validate(value)
    if isinstance(data, dict) and data.keys() == _THIN:
        return ThinEvent.model_validate(value)
    try:
        return classes.get(str(value.get("type")), UnknownEvent).model_validate(value)
    except ValidationError:
        # A genuine message of another version must not be lost.
        return UnknownEvent.model_validate(value)
