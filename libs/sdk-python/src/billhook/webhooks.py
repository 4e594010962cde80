"""Verifies webhooks: `event = webhooks.verify(raw_body, headers, secret)`."""

from __future__ import annotations

import base64
import binascii
import re
import time
from collections import OrderedDict
from contextlib import contextmanager
from datetime import datetime, timezone
from hmac import compare_digest
from threading import Lock
from typing import Any, Iterable, Iterator, Literal, Mapping, Protocol, Sequence, Union, cast
from uuid import uuid4

from pydantic import ValidationError
from standardwebhooks.webhooks import Webhook

from ._event import event_of
from .errors import BillhookError
from .events import EVENTS, WebhookEvent

__all__ = [
    "MemoryMessageStore",
    "MessageState",
    "MessageStore",
    "WebhookEvent",
    "WebhookFailure",
    "WebhookVerificationError",
    "check_secrets",
    "once",
    "sign",
    "verify",
]

WebhookFailure = Literal[
    "body_not_raw",
    "header_missing",
    "secret_malformed",
    "timestamp_out_of_range",
    "signature_mismatch",
    "body_malformed",
]

_TOLERANCE = 300
"""Seconds by which the clocks may differ, and for which a message may be on its way (Standard Webhooks)."""

_NOT_RAW = (
    "The body has already been parsed. Pass the raw bytes: request.get_data() in Flask, "
    "await request.body() in FastAPI and Starlette, request.body in Django."
)


class WebhookVerificationError(BillhookError):
    """The message is not from Billhook, is too old, or was changed on the way: respond with 400."""

    def __init__(self, code: WebhookFailure, message: str) -> None:
        self.code = code
        super().__init__(message)


class Headers(Protocol):
    """The headers of any framework, or the environment of WSGI."""

    def items(self) -> Iterable[tuple[Any, Any]]: ...


RawHeaders = Iterable[tuple[bytes, bytes]]
"""The headers of an ASGI scope."""


def verify(
    body: Union[bytes, bytearray, memoryview, str],
    headers: Union[Headers, RawHeaders],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = _TOLERANCE,
) -> WebhookEvent:
    """
    The event of a message, once its signature and its age have been verified.

    A message to an endpoint with the payload `Thin` is a `ThinEvent`; a type that this version does not know is an `UnknownEvent`.

    :param body: the raw body; a parsed one cannot be verified
    :param secrets: one secret, or all that are valid during a rotation: `whsec_…` (v1), `whpk_…` (v1a)
    :param tolerance: seconds by which the clocks may differ
    :raises WebhookVerificationError: for a message that is not genuine
    """
    valid = check_secrets(secrets)
    text = _text_of(body)
    message_id, timestamp, signatures = (
        _header(headers, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _check_age(timestamp, tolerance)
    for secret in valid:
        if _matches(secret, message_id, timestamp, signatures, text):
            event = _event_of(text)
            event.test = _value(headers, "webhook-test") == "true"
            return event
    raise WebhookVerificationError(
        "signature_mismatch",
        "No signature matches. Check that the secret is that of this endpoint, and that the body has not been changed. "
        "The signature check in the webhook portal finds the cause.",
    )


def check_secrets(secrets: Union[str, Sequence[str], None]) -> list[str]:
    """
    The secrets that can verify a message.

    Call it at the start of a program, which then reports a missing variable and not the first message. A malformed secret does not stop a
    rotation while another is right.

    :raises WebhookVerificationError: `secret_malformed` if there is none
    """
    given = [secrets] if isinstance(secrets, str) or secrets is None else list(secrets)
    texts = [each.strip() for each in given if isinstance(each, str)]
    valid = [each for each in texts if _SYMMETRIC.fullmatch(each) or _public_key_of(each)]
    if valid:
        return valid
    raise WebhookVerificationError(
        "secret_malformed",
        "A signing secret is whsec_… or whpk_… with 32 bytes in base64, as the portal shows it."
        if any(texts)
        else "The signing secret of the endpoint is missing. Check that the environment variable with it is set.",
    )


_SYMMETRIC = re.compile(r"(whsec_)?[A-Za-z0-9+/]+={0,2}")


def _public_key_of(secret: str) -> bytes | None:
    """The 32 bytes of `whpk_…`."""
    key = _from_base64(secret[len("whpk_") :]) if secret.startswith("whpk_") else None
    return key if key is not None and len(key) == 32 else None


def _matches(secret: str, message_id: str, timestamp: str, signatures: str, text: str) -> bool:
    public_key = _public_key_of(secret)
    if public_key:
        signed = f"{message_id}.{timestamp}.{text}".encode()
        return _matches_public_key(public_key, signed, _of_version(signatures, "v1a"))
    # Not `verify` of the library, which has a fixed tolerance.
    try:
        expected = _signature(secret, message_id, int(timestamp), text)
    except binascii.Error:
        return False
    return any(compare_digest(f"v1,{each}", expected) for each in _of_version(signatures, "v1"))


def _signature(secret: str, message_id: str, timestamp: int, text: str) -> str:
    return Webhook(secret).sign(message_id, datetime.fromtimestamp(timestamp, tz=timezone.utc), text)


def sign(body: str, secret: str, *, message_id: str | None = None, at: float | None = None) -> dict[str, str]:
    """
    The headers of a message that verifies, for tests of your receiver.

    :param secret: a `whsec_…` that only your tests use
    :param at: seconds since 1970; now by default
    """
    (symmetric, *_) = check_secrets(secret)
    if _public_key_of(symmetric):
        raise WebhookVerificationError("secret_malformed", "A public key cannot sign: pass whsec_….")
    message_id = message_id or f"msg_{uuid4().hex}"
    timestamp = int(time.time() if at is None else at)
    signature = _signature(symmetric, message_id, timestamp, body)
    return {"webhook-id": message_id, "webhook-timestamp": str(timestamp), "webhook-signature": signature}


def _matches_public_key(key_bytes: bytes, signed: bytes, signatures: Iterable[str]) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise BillhookError('A public key needs the package cryptography: pip install "billhook[ed25519]".') from error
    key = Ed25519PublicKey.from_public_bytes(key_bytes)
    for each in signatures:
        try:
            key.verify(_from_base64(each) or b"", signed)
            return True
        except InvalidSignature:
            continue
    return False


def _of_version(signatures: str, version: str) -> list[str]:
    pairs = [each.partition(",") for each in signatures.split(" ")]
    return [value for name, _, value in pairs if name == version and _from_base64(value)]


def _text_of(body: object) -> str:
    if isinstance(body, str):
        return body
    if isinstance(body, (bytes, bytearray, memoryview)):
        try:
            return bytes(body).decode()
        except UnicodeDecodeError as error:
            raise WebhookVerificationError("body_malformed", "The body is not UTF-8.") from error
    raise WebhookVerificationError("body_not_raw", _NOT_RAW)


def _value(headers: Headers | RawHeaders, name: str) -> str | None:
    pairs = headers.items() if hasattr(headers, "items") else headers
    for key, value in pairs:
        if _plain_name(key) == name and value:
            first = value[0] if isinstance(value, (list, tuple)) else value
            return first.decode("latin-1") if isinstance(first, bytes) else str(first)
    return None


def _header(headers: Headers | RawHeaders, name: str) -> str:
    value = _value(headers, name)
    if value is not None:
        return value
    raise WebhookVerificationError(
        "header_missing",
        f"The header {name} is missing: the request is not a message of Billhook, or a proxy removed it.",
    )


def _plain_name(key: object) -> str:
    """The name of a header, including in the forms of WSGI (`HTTP_WEBHOOK_ID`) and ASGI (bytes)."""
    name = (key.decode("latin-1") if isinstance(key, bytes) else str(key)).lower()
    return name[len("http_") :].replace("_", "-") if name.startswith("http_") else name


def _check_age(timestamp: str, tolerance: float) -> None:
    # 11 digits reach the year 5138, and a datetime the year 9999.
    if not re.fullmatch(r"[0-9]{1,11}", timestamp):
        raise WebhookVerificationError("timestamp_out_of_range", "webhook-timestamp is not a number of seconds since 1970.")
    difference = int(time.time()) - int(timestamp)
    if abs(difference) <= tolerance:
        return
    direction = "ago" if difference > 0 else "in the future"
    raise WebhookVerificationError(
        "timestamp_out_of_range",
        f"The message was signed {abs(difference)} seconds {direction}; {tolerance:g} are allowed. "
        "Check the clock of this machine.",
    )


def _event_of(text: str) -> WebhookEvent:
    try:
        return cast(WebhookEvent, event_of(text, EVENTS))
    except ValidationError as error:
        raise WebhookVerificationError("body_malformed", "The body is signed, but is not that of an event.") from error


def _from_base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


MessageState = Literal["new", "busy", "handled"]
"""Whether a message is new, is being handled by another request, or has been handled."""


class MessageStore(Protocol):
    """
    Remembers the ids of messages, so that a repeat is not handled again. Implement it with your database, or with Redis.

    Use one store per endpoint: the id is that of the event, so each endpoint receives the same one.
    """

    def begin(self, message_id: str) -> MessageState:
        """The state of a message. A new one is busy from now on; let that end without a call, in case your program is killed."""
        ...

    def end(self, message_id: str, is_handled: bool) -> None:
        """Ends what `begin` began. A message that was not handled is new again."""
        ...


class MemoryMessageStore:
    """The messages that this process has handled. For one process: others, and the next start, do not know them."""

    def __init__(self, most: int = 10_000) -> None:
        """:param most: ids to remember; the oldest are forgotten first"""
        self._most = most
        self._states: OrderedDict[str, MessageState] = OrderedDict()
        self._lock = Lock()

    def begin(self, message_id: str) -> MessageState:
        with self._lock:
            known = self._states.get(message_id)
            if known is None:
                self._set(message_id, "busy")
            return known or "new"

    def end(self, message_id: str, is_handled: bool) -> None:
        with self._lock:
            self._states.pop(message_id, None)
            if is_handled:
                self._set(message_id, "handled")

    def _set(self, message_id: str, state: MessageState) -> None:
        self._states[message_id] = state
        if len(self._states) > self._most:
            self._states.popitem(last=False)


@contextmanager
def once(store: MessageStore, message_id: str) -> Iterator[MessageState]:
    """
    Handles a message once: `with webhooks.once(store, event.id) as state`, and handle it if `state` is `"new"`.

    An exception in the block makes the message new again. Respond with 409 if `state` is `"busy"`, so that Billhook sends it again.
    """
    state = store.begin(message_id)
    if state != "new":
        yield state
        return
    is_handled = False
    try:
        yield state
        is_handled = True
    finally:
        store.end(message_id, is_handled)
