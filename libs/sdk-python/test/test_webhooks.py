import base64
import json
import time
import unittest
from datetime import datetime, timezone
from math import inf

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from standardwebhooks.webhooks import Webhook

from billhook import events, webhooks

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
DATA = {"id": 1, "resource": "invoice", "url": "https://billing.example.com/v1/invoices/1"}
EVENT = {"id": "msg_1", "type": "invoice.paid", "createdAt": "2026-11-21T09:30:00.000Z", "data": DATA}
BODY = json.dumps(EVENT)
PRIVATE = Ed25519PrivateKey.generate()
PUBLIC = "whpk_" + base64.b64encode(PRIVATE.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)).decode()


def signed(secret=SECRET, age=0, body=BODY):
    """The headers of a message, as the reference library signs it."""
    timestamp = int(time.time()) - age
    signature = Webhook(secret).sign("msg_1", datetime.fromtimestamp(timestamp, tz=timezone.utc), body)
    return {"webhook-id": "msg_1", "webhook-timestamp": str(timestamp), "webhook-signature": signature}


def signed_publicly(body=BODY):
    timestamp = str(int(time.time()))
    signature = base64.b64encode(PRIVATE.sign(f"msg_1.{timestamp}.{body}".encode())).decode()
    return {"webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": f"v1a,{signature}"}


def with_signatures(*signatures):
    return {**signed(), "webhook-signature": " ".join(signatures)}


class Verify(unittest.TestCase):
    def test_marks_a_test_message(self):
        test = {**signed(), "webhook-test": "true"}
        raw = [(name.encode(), value.encode()) for name, value in test.items()]
        for headers, expected in ((test, True), (raw, True), (signed(), False), ({**test, "webhook-test": "no"}, False)):
            self.assertIs(webhooks.verify(BODY, headers, SECRET).test, expected)

    def test_accepts(self):
        mine, theirs = signed()["webhook-signature"], signed(OTHER)["webhook-signature"]
        for name, given in {
            "a text": (BODY, signed(), SECRET),
            "bytes": (BODY.encode(), signed(), SECRET),
            "headers in upper case": (BODY, {name.upper(): value for name, value in signed().items()}, SECRET),
            "headers with several values": (BODY, {name: [value] for name, value in signed().items()}, SECRET),
            "a message during a rotation": (BODY, with_signatures(theirs, mine), SECRET),
            "a signature after those of other versions": (BODY, with_signatures("v2,xyz", "v1,?", "v1", mine), SECRET),
            "a receiver with two secrets": (BODY, signed(OTHER), [SECRET, OTHER]),
            "a secret with a stray line break": (BODY, signed(), f"{SECRET}\n"),
            "a rotation with a malformed secret": (BODY, signed(), ["garbage!", SECRET]),
            "the environment of WSGI": (BODY, {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in signed().items()}, SECRET),
            "the headers of ASGI": (BODY, [(name.encode(), value.encode()) for name, value in signed().items()], SECRET),
            "what its own helper has signed": (BODY, webhooks.sign(BODY, SECRET), SECRET),
            "a public key": (BODY, signed_publicly(), PUBLIC),
            "a public key beside a secret": (BODY, signed(), [PUBLIC, SECRET]),
        }.items():
            with self.subTest(name):
                self.assertEqual(webhooks.verify(*given).id, "msg_1")
        self.assertEqual(webhooks.verify(BODY, signed(age=900), SECRET, tolerance=1_000).id, "msg_1")

    def test_rejects_a_time_beyond_the_calendar_without_a_limit_of_age(self):
        for timestamp in ("999999999999999", "-999999999999999"):
            with self.assertRaises(webhooks.WebhookVerificationError) as caught:
                webhooks.verify(BODY, {**signed(), "webhook-timestamp": timestamp}, SECRET, tolerance=inf)
            self.assertEqual(caught.exception.code, "timestamp_out_of_range")

    def test_rejects(self):
        without_id = {name: value for name, value in signed().items() if name != "webhook-id"}
        for code, name, given in [
            ("signature_mismatch", "another secret", (BODY, signed(), OTHER)),
            ("signature_mismatch", "a body with another space", (BODY.replace(",", ",  "), signed(), SECRET)),
            ("signature_mismatch", "another body under a public key", (f"{BODY} ", signed_publicly(), PUBLIC)),
            ("signature_mismatch", "a v1 signature under a public key", (BODY, signed(), PUBLIC)),
            ("signature_mismatch", "a signature that is not base64", (BODY, with_signatures("v1,?"), SECRET)),
            ("body_not_raw", "a parsed body", (EVENT, signed(), SECRET)),
            ("body_not_raw", "no body", (None, signed(), SECRET)),
            ("body_malformed", "a body that is not UTF-8", (b"\xff", signed(), SECRET)),
            ("body_malformed", "a signed text that is not JSON", ("{", signed(body="{"), SECRET)),
            ("body_malformed", "a signed text that is no event", ("[]", signed(body="[]"), SECRET)),
            ("header_missing", "a missing header", (BODY, without_id, SECRET)),
            ("timestamp_out_of_range", "an old message", (BODY, signed(age=302), SECRET)),
            ("timestamp_out_of_range", "a clock that is behind", (BODY, signed(age=-330), SECRET)),
            ("timestamp_out_of_range", "no number", (BODY, {**signed(), "webhook-timestamp": "now"}, SECRET)),
            ("secret_malformed", "an API key in place of the secret", (BODY, signed(), "bhk_1234")),
            ("secret_malformed", "no secret", (BODY, signed(), [])),
            ("secret_malformed", "a variable that is not set", (BODY, signed(), None)),
            ("secret_malformed", "an empty variable", (BODY, signed(), "")),
            ("secret_malformed", "a list of variables that are not set", (BODY, signed(), [None])),
            ("secret_malformed", "a public key of the wrong length", (BODY, signed(), "whpk_AAAA")),
        ]:
            with self.subTest(name):
                with self.assertRaises(webhooks.WebhookVerificationError) as caught:
                    webhooks.verify(*given)
                self.assertEqual(caught.exception.code, code)

    def test_reads_what_this_version_does_not_know(self):
        for expected, event in {
            events.ThinEvent: EVENT,
            events.UnknownEvent: {**EVENT, "type": "invoice.framed", "data": {"id": 1}},
        }.items():
            body = json.dumps(event)
            self.assertIsInstance(webhooks.verify(body, signed(body=body), SECRET), expected)
        body = json.dumps({**EVENT, "data": {"id": 1, "shape": "of another version"}})
        self.assertEqual(webhooks.verify(body, signed(body=body), SECRET).data["shape"], "of another version")


class Once(unittest.TestCase):
    def test_handles_a_message_once(self):
        store = webhooks.MemoryMessageStore()
        states = []
        with self.assertRaises(ZeroDivisionError), webhooks.once(store, "msg_1") as state:
            states.append(state)
            with webhooks.once(store, "msg_1") as repeat:
                states.append(repeat)
            _ = 1 / 0
        for _ in range(2):
            with webhooks.once(store, "msg_1") as state:
                states.append(state)
        self.assertEqual(states, ["new", "busy", "new", "handled"])

    def test_forgets_the_oldest_message(self):
        store = webhooks.MemoryMessageStore(2)
        for message_id in "abc":
            self.assertEqual(store.begin(message_id), "new")
            store.end(message_id, True)
        self.assertEqual([store.begin(message_id) for message_id in "ca"], ["handled", "new"])


if __name__ == "__main__":
    unittest.main()
