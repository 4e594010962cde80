"""Hooks for Schemathesis (docs/fuzzing.md): what no schema can say of a request that is meant to be accepted."""

import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    if not case.meta or not case.meta.generation.mode.is_positive:
        return
    # A key is for one request: sent again with another body it is refused, as it should be.
    if case.headers and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = uuid.uuid4().hex
    # Cursors carry a seal: one that was made up is refused, as it should be.
    if case.query:
        case.query.pop("cursor", None)
