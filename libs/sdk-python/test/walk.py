"""Calls every method of the clients against a running installation. `python.e2e-spec.ts` sets the variables."""

import asyncio
import inspect
import json
import os
import sys
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

from billhook import AsyncBillhook, AsyncPages, Billhook, Pages, ProblemError, problems

GIVEN = json.loads(os.environ["WALK"])
URL, KEY = os.environ["BILLHOOK_URL"], os.environ["BILLHOOK_API_KEY"]
LINE = {"name": "Consulting", "quantity": "2", "unit_price": "450.00", "tax_category": "S", "tax_rate": "20"}
SINCE = datetime.now(timezone.utc) - timedelta(hours=1)


class Recorder:
    """A client whose methods are recorded, and whose results are those of the synchronous one."""

    def __init__(self, client, settle):
        self.client, self.settle, self.called = client, settle, set()

    def __getattr__(self, resource):
        return Methods(self, resource)


class Methods:
    def __init__(self, recorder, resource):
        self.recorder, self.resource = recorder, resource

    def __getattr__(self, name):
        method = getattr(getattr(self.recorder.client, self.resource), name)

        def call(*given, **options):
            self.recorder.called.add(f"{self.resource}.{name}")
            return self.recorder.settle(method(*given, **options))

        return call


def methods_of(client):
    for name, resource in vars(client).items():
        if not name.startswith("_"):
            for method, _ in inspect.getmembers(resource, callable):
                if not method.startswith("_"):
                    yield f"{name}.{method}"


def rejected(kind, call, *given, **options):
    try:
        call(*given, **options)
    except kind:
        return
    raise AssertionError(f"{kind.__name__} was expected")


def walk(api):
    clients(api)
    client = api.clients.create({"kind": "Business", "name": "Lumen", "billing_address": GIVEN["address"]})
    imports(api)
    body = {"client_id": client.id, "currency": "EUR", "lines": [LINE]}
    quotes(api, body)
    invoices(api, body)
    payments(api, client.id, body)
    page_link(api, client.id)
    events(api)
    endpoints(api, client.id)
    deliveries(api)
    reports(api)
    rejected(problems.NotFound, api.invoices.get, 999_999_999)


def clients(api):
    body = {
        "kind": "Business",
        "name": "Atelier Lumen",
        "billing_address": GIVEN["address"],
        "custom_fields": {"a_b": 1},
    }
    client = api.clients.create(body, idempotency_key=f"order-{GIVEN['run']}")
    again = api.clients.create(body, idempotency_key=f"order-{GIVEN['run']}")
    assert (again.id, again.last_response.replayed, client.last_response.replayed) == (client.id, True, False)
    assert client.custom_fields == {"a_b": 1} and client.billing_address.postal_code == "69003"
    read = api.clients.get(client.id)
    assert (read, read.last_response.etag is not None) == (client, True)
    changed = api.clients.update(client.id, {"trading_name": "Lumen"}, if_match=read.last_response.etag)
    assert changed.trading_name == "Lumen" and changed.version == read.version + 1
    rejected(
        problems.VersionMismatch, api.clients.update, client.id, {"name": "Late"}, if_match=read.last_response.etag
    )
    assert api.clients.timeline(client.id).data[0].at is not None
    results = api.clients.create_batch({"mode": "atomic", "items": [body, body, body]}).results
    assert [each.status for each in results] == [201, 201, 201]
    ids = [each.record.id for each in results]
    changes = [{"id": ids[0], "version": 1, "changes": {"name": "Lumen II"}}, {"id": ids[1], "version": 9, "changes": {}}]
    edited = api.clients.update_batch({"mode": "perItem", "items": changes}).results
    assert [each.status for each in edited] == [200, 412] and edited[0].record.name == "Lumen II"
    assert api.clients.delete_batch({"mode": "atomic", "items": [{"id": ids[2]}]}).deleted == 1
    api.clients.delete(client.id)
    listed = api.clients.list(limit=2, include_total=True)
    assert len(listed) >= 2
    deleted = [each for each in api.clients.list(updated_since=SINCE) if each.id == client.id]
    assert type(deleted[0]).__name__ == "Tombstone", deleted
    before = len(api.clients.list())
    assert api.clients.create(body, dry_run=True).name == "Atelier Lumen" and len(api.clients.list()) == before


def imports(api):
    file = "name,kind,billingAddress.country\nLumen,Business,FR\n"
    created = api.imports.create({"resource": "clients", "format": "csv", "content": file})
    assert (created.status, created.total) == ("Running", 1)
    rejected(problems.ImportNotReady, api.imports.results, created.id)
    assert api.imports.cancel(created.id).status == "Cancelled" and api.imports.get(created.id).done == 0
    assert api.imports.results(created.id) == b""
    assert any(each.id == created.id for each in api.imports.list())


def page_link(api, client_id):
    assert "/d/" in api.clients.open_page_link(client_id).url
    assert api.clients.page_link(client_id).status == "Active"
    assert api.clients.close_page_link(client_id).status == "Revoked"


def sent(api, body):
    return api.invoices.send(api.invoices.create(body).id, {"channel": "Link"})


def invoices(api, body):
    draft = api.invoices.create(body)
    assert draft.totals.gross == "1080.00"
    assert api.invoices.preview(body).totals.gross == "1080.00"
    assert api.invoices.update(draft.id, {"due_date": date.today() + timedelta(days=9)}).due_date > date.today()
    assert api.invoices.get(draft.id, expand=["client"]).expanded.client.id == body["client_id"]
    assert api.invoices.validate(draft.id).sendable
    assert api.invoices.calculation(draft.id).steps
    assert api.invoices.pdf(draft.id).startswith(b"%PDF-")
    batch = api.invoices.create_batch({"mode": "perItem", "items": [body]}).results
    change = {"id": batch[0].record.id, "changes": {"purchase_order": "PO 7"}}
    edited = api.invoices.update_batch({"mode": "atomic", "items": [change]}).results
    assert (batch[0].status, edited[0].record.purchase_order) == (201, "PO 7")
    assert api.invoices.delete_batch({"mode": "atomic", "items": [{"id": change["id"]}]}).deleted == 1
    assert any(each.id == draft.id for each in api.invoices.list(status=["Draft"], limit=1, expand=["client"]))
    api.invoices.delete(api.invoices.duplicate(draft.id).id)
    invoice = api.invoices.send(draft.id, {"channel": "Link"})
    assert invoice.status == "Sent" and isinstance(invoice.issue_date, date)
    assert api.invoices.timeline(invoice.id).data
    api.invoices.open_link(invoice.id)
    api.invoices.answering_link(invoice.id)
    api.invoices.close_link(invoice.id)
    api.invoices.postpone(invoice.id, {"due_date": date.today() + timedelta(days=99), "reason": "Agreed"})
    assert api.invoices.reject(invoice.id, {"code": "WrongAmount"}).rejection.code == "WrongAmount"
    assert api.invoices.reopen(invoice.id).status == "Sent"
    assert api.invoices.write_off(invoice.id, {"reason": "Insolvent"}).status == "WrittenOff"
    voided = api.invoices.void(sent(api, body).id, {"code": "Error"})
    assert voided.id
    credit_notes(api, sent(api, body))
    api.invoices.send(api.invoices.create(body).id, {"channel": "Email", "to": ["ada@example.com"]})
    [mail, *_] = api.mails.list(resource="invoice")
    assert api.mails.get(mail.id).status == "Kept"
    rejected(problems.MailNotRetriable, api.mails.retry, mail.id)
    [series, *_] = api.series.list().data
    assert api.series.get(series.id).id == series.id and api.series.audit(series.id)
    assert api.tax_rates.list().data
    assert api.totals.get(from_="2020-01-01", by="year")
    assert list(api.chain_entries.list()) == [] and list(api.checkpoints.list()) == []
    rejected(problems.NotFound, api.checkpoints.get, 1)


def reports(api):
    assert api.receivables.get(at=date.today() - timedelta(days=1)).currencies == []
    [euros] = api.receivables.get().currencies
    documents = [each for each in api.receivables.documents(currency="EUR") if each.resource == "invoice"]
    assert euros.currency == "EUR" and sum(Decimal(each.amount) for each in documents) == Decimal(euros.outstanding)
    exports = (api.clients, api.quotes, api.invoices, api.credit_notes, api.payments, api.mails)
    for each in exports:
        assert b"id," in each.export().partition(b"\n")[0]
    assert b"Lumen II" in api.clients.export(status="Active") and b"Lumen II" not in api.clients.export(status="Archived")
    rejected(problems.SandboxRequired, api.sandbox_clock.get)
    rejected(problems.SandboxRequired, api.sandbox_clock.advance, {"advance_to": "2099-01-01T00:00:00Z"})


def credit_notes(api, invoice):
    note = api.credit_notes.create({"invoice_id": invoice.id, "reason": {"code": "Discount"}})
    assert api.credit_notes.get(note.id).id == note.id
    assert api.credit_notes.update(note.id, {"private_notes": "Agreed by phone"}).private_notes == "Agreed by phone"
    assert api.credit_notes.timeline(note.id).data and api.credit_notes.list(invoice_id=invoice.id)
    assert api.credit_notes.pdf(note.id).last_response.status == 200
    api.credit_notes.open_link(note.id)
    api.credit_notes.close_link(note.id)


def quotes(api, body):
    quote = api.quotes.create(body)
    assert api.quotes.update(quote.id, {"title": "Studio"}).title == "Studio"
    assert api.quotes.get(quote.id).id == quote.id and api.quotes.list(status=["Draft"])
    assert api.quotes.pdf(quote.id).startswith(b"%PDF-") and api.quotes.timeline(quote.id).data
    api.quotes.send(quote.id, {"channel": "Link"})
    api.quotes.open_link(quote.id)
    api.quotes.answering_link(quote.id)
    api.quotes.close_link(quote.id)
    revised = api.quotes.revise(quote.id)
    api.quotes.send(revised.id, {"channel": "Link"})
    assert api.quotes.accept(revised.id, {"by": "Ada"}).acceptance.by == "Ada"
    assert api.quotes.convert(revised.id, {"mode": "Percent", "percent": "50"}).totals.gross == "540.00"
    other = api.quotes.create(body)
    api.quotes.send(other.id, {"channel": "Link"})
    assert api.quotes.decline(other.id, {"code": "TooExpensive"}).status == "Declined"
    api.quotes.delete(api.quotes.create(body).id)


def payments(api, client_id, body):
    invoice = sent(api, body)
    given = {"client_id": client_id, "date": date.today(), "amount": "1080.00", "currency": "EUR"}
    payment = api.payments.create(given)
    allocated = api.payments.allocate(payment.id, {"allocations": [{"invoice_id": invoice.id, "amount": "1080.00"}]})
    assert allocated.allocations[0].invoice_id == invoice.id
    assert api.payments.get(payment.id, expand=["invoices"]).expanded.invoices[0].status == "Paid"
    assert api.payments.timeline(payment.id).data and api.payments.list(unallocated=False)
    api.payments.delete(payment.id, reason="Returned")


def events(api):
    types = api.event_types.list().data
    assert api.event_types.get(types[0].type).type == types[0].type
    change = api.changes.list(after="beginning", limit=1).data[0]
    assert change.resource == "client" and change.version == 1
    snapshot = api.snapshots.create({"resources": ["client"]})
    assert api.snapshots.get(snapshot.id).status == "Running"
    rejected(problems.NotFound, api.snapshot_parts.part, 999_999)
    seen = api.events.list(after="beginning", limit=1)
    assert len({each.id for each in seen}) == len(seen) > 1
    assert api.events.get(seen[0].id).id == seen[0].id
    [first, second] = api.events.follow(types=["client.created"], after="beginning")
    assert first.type == "client.created" and first.data.name and first.id != second.id
    assert api.me.get().company.id and api.me.permissions()
    # A read of the log writes what has waited, also the read before it.
    written = api.requests.list(method="POST")
    assert written and all(each.id.startswith("req_") for each in written)
    rejected(problems.NotFound, api.requests.get, "req_0")
    assert api.me.check({"requests": [{"method": "GET", "path": "/v1/clients"}]})
    rejected(ProblemError, api.leaked_keys.report, {"key": "bhk_x", "source": "https://example.com"})


def endpoints(api, client_id):
    body = {
        "url": GIVEN["receiver"],
        "event_types": ["client.created"],
        "headers": {"x_shop": "1"},
        "filter": {"not": {"field": "name", "in": ["Nobody"]}},
    }
    calls = api.webhook_endpoints
    endpoint = calls.create(body)
    assert endpoint.secret.startswith("whsec_") and [each.name for each in endpoint.headers] == ["x_shop"]
    assert calls.get(endpoint.id).filter.not_.in_ == ["Nobody"] and calls.list()
    external = f"shop {GIVEN['run']}/ä"
    written = calls.put(external, body)
    assert calls.get_by_external_id(external).id == written.id
    assert calls.update(endpoint.id, {"description": "Shop"}).description == "Shop"
    calls.disable(endpoint.id)
    calls.enable(endpoint.id)
    assert calls.secret(endpoint.id) and calls.rotate_secret(endpoint.id, {"overlap_hours": 1})
    assert api.webhook_secrets.list(endpoint.id)
    api.webhook_secrets.end_previous(endpoint.id, {})
    assert calls.test(endpoint.id, {"event_type": "client.created"}).id
    assert calls.send_record(endpoint.id, {"resource": "client", "id": client_id}).manual
    assert calls.list_stats(since=SINCE).data and calls.get_stats(endpoint.id, bucket="hour")
    assert api.webhook_preview.preview({"event_types": ["client.created"]})
    assert api.webhook_diagnosis.diagnose(endpoint.id, {"body": "{}"})
    calls.delete(written.id)
    runs(api, endpoint.id)


def runs(api, endpoint_id):
    calls = api.webhook_runs
    run = calls.replay_missing(endpoint_id, {"since": SINCE})
    assert calls.get(run.id).id == run.id and calls.list(endpoint_id)
    for move in (calls.pause, calls.resume, calls.cancel):
        settled(move, run.id)
    settled(calls.recover, endpoint_id, {"since": SINCE})


def settled(call, *given):
    """The worker may have been faster."""
    try:
        call(*given)
    except ProblemError as problem:
        assert problem.status == 409, problem


def deliveries(api):
    [delivery, *_] = api.webhook_deliveries.list(endpoint_id=GIVEN["endpointId"], status="Delivered")
    assert api.webhook_deliveries.get(delivery.id).attempts[0].response.status < 300
    assert api.webhook_endpoints.list_deliveries(GIVEN["endpointId"], status="Delivered")
    api.webhook_deliveries.resend(delivery.id)
    settled(api.webhook_deliveries.cancel, delivery.id)


def synchronous(result):
    if isinstance(result, Pages):
        return list(result)
    return [next(result), next(result)] if inspect.isgenerator(result) else result


async def collected(result):
    if isinstance(result, AsyncPages):
        first = await result
        items = [item async for item in result]
        assert first.data == items[: len(first.data)]
        return items
    if inspect.isasyncgen(result):
        return [await anext(result), await anext(result)]
    return await result


def main():
    with Billhook(base_url=URL, api_key=KEY) as client:
        finish(Recorder(client, synchronous))
    if not GIVEN["isFull"]:
        return
    run = asyncio.new_event_loop().run_until_complete
    client = AsyncBillhook(base_url=URL, api_key=KEY)
    GIVEN["run"] += 1
    finish(Recorder(client, lambda result: run(collected(result))))
    run(client.close())


def finish(recorder):
    walk(recorder)
    left = sorted(set(methods_of(recorder.client)) - recorder.called)
    assert not left, f"not called: {left}"
    print(f"{len(recorder.called)} methods")


if __name__ == "__main__":
    sys.exit(main())
