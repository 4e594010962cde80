"""Hooks for Schemathesis (docs/fuzzing.md): what no schema can say of a request that is meant to be accepted."""

import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    if not case.meta or not case.meta.generation.mode.is_positive:
        return
    # An Idempotency-Key belongs to one request: reusing it with another body is correctly rejected.
    if case.headers and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = uuid.uuid4().hex
    # Cursors are authenticated: an invented one is correctly rejected.
    if case.query:
        case.query.pop("cursor", None)
