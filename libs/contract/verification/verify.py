import base64, hashlib, hmac, json, time
from typing import Any


def verify(secret: str, headers: dict[str, str], body: bytes) -> dict[str, Any]:
    """`body` is the raw body; the names of `headers` are in lower case. Raises ValueError if it is not genuine."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("missing or old webhook headers")

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    given = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), part.encode()) for part in given):
        raise ValueError("the signature does not match")
    event: dict[str, Any] = json.loads(body)
    return event
