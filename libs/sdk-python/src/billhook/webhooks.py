"""Verifies webhooks: `event = webhooks.verify(raw_body, headers, secret)`."""

from __future__ import annotations

import base64
import binascii
import re
import time
from typing import Any, Iterable, Literal, Mapping, Protocol, Sequence, Union, cast

from pydantic import ValidationError
from standardwebhooks.webhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError as _Rejected

from ._event import event_of
from .errors import BillhookError
from .events import EVENTS, WebhookEvent

__all__ = ["WebhookEvent", "WebhookFailure", "WebhookVerificationError", "check_secrets", "verify"]

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
    """The headers of any framework."""

    def items(self) -> Iterable[tuple[str, Any]]: ...


def verify(
    body: Union[bytes, bytearray, memoryview, str], headers: Headers, secrets: Union[str, Sequence[str]]
) -> WebhookEvent:
    """
    The event of a message, once its signature and its age have been verified.

    A message to an endpoint with the payload `Thin` is a `ThinEvent`; a type that this version does not know is an `UnknownEvent`.

    :param body: the raw body; a parsed one cannot be verified
    :param secrets: one secret, or all that are valid during a rotation: `whsec_…` (v1), `whpk_…` (v1a)
    :raises WebhookVerificationError: for a message that is not genuine
    """
    valid = check_secrets(secrets)
    text = _text_of(body)
    message_id, timestamp, signatures = (
        _header(headers, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _check_age(timestamp)
    for secret in valid:
        if _matches(secret, message_id, timestamp, signatures, text):
            return _event_of(text)
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
    # Only those of its version: it fails on what is not base64.
    given = " ".join(f"v1,{each}" for each in _of_version(signatures, "v1"))
    found = {"webhook-id": message_id, "webhook-timestamp": timestamp, "webhook-signature": given}
    try:
        Webhook(secret).verify(text, found, json_parse=False)
    except (_Rejected, binascii.Error):
        return False
    return True


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


def _header(headers: Headers | Mapping[str, Any], name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name and value:
            return str(value[0] if isinstance(value, (list, tuple)) else value)
    raise WebhookVerificationError(
        "header_missing",
        f"The header {name} is missing: the request is not a message of Billhook, or a proxy removed it.",
    )


def _check_age(timestamp: str) -> None:
    if not re.fullmatch(r"-?\d{1,15}", timestamp):
        raise WebhookVerificationError("timestamp_out_of_range", "webhook-timestamp is not a number of seconds.")
    difference = int(time.time()) - int(timestamp)
    if abs(difference) <= _TOLERANCE:
        return
    direction = "ago" if difference > 0 else "in the future"
    raise WebhookVerificationError(
        "timestamp_out_of_range",
        f"The message was signed {abs(difference)} seconds {direction}; {_TOLERANCE} are allowed. "
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
