import base64, json, time
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def verify(public_key: str, headers: dict[str, str], body: bytes) -> dict[str, Any]:
    """`public_key` is `whpk_…`, `body` the raw body. Needs the package cryptography. Raises ValueError if it is not genuine."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("missing or old webhook headers")

    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key.removeprefix("whpk_")))
    signed = f"{message_id}.{timestamp}.".encode() + body
    for part in headers.get("webhook-signature", "").split(" "):
        version, _, value = part.partition(",")
        if version != "v1a":
            continue
        try:
            key.verify(base64.b64decode(value), signed)
        except (InvalidSignature, ValueError):
            continue
        event: dict[str, Any] = json.loads(body)
        return event
    raise ValueError("the signature does not match")
