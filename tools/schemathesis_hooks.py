"""Hooks for Schemathesis (docs/fuzzing.md): what no schema can say of a request that is meant to be accepted."""

import json
import os
import re
import uuid
import zlib
from urllib.request import Request, urlopen

import schemathesis

BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# Check digits hold, and a filter reads a member that every record has.
FITTING = {"iban": "FR7630006000011234567890189", "vatNumber": "FR40303265045", "field": "createdAt"}
# Registers whose check digits hold, and the scheme whose value is an email address.
IDENTIFIERS = {
    "0002": "732829320",
    "0009": "73282932000074",
    "0088": "4012345500004",
    "0208": "0403019261",
    "EM": "invoices@example.com",
}
NEED_A_REASON = {"E", "AE", "K", "G", "O"}
PAIRS = [("From", "To"), ("After", "Before"), ("since", "until"), ("start", "end")]


class Company:
    """The company of the key: creates the records that a request needs, from the examples of the document."""

    today = None

    def post(self, case, path, body):
        url = case.operation.base_url.rstrip("/") + path
        headers = {"Authorization": case.headers["Authorization"], "Content-Type": "application/json"}
        with urlopen(Request(url, json.dumps(body).encode(), headers, method="POST")) as response:
            return json.load(response)

    def create(self, case, path, schema, **changes):
        """Creates a record from the example of its body, with these changes."""
        example = case.operation.schema.raw_schema["components"]["schemas"][schema]["example"]
        return self.post(case, path, {**example, **changes})

    def client(self, case):
        """A new client, as another request may have archived or changed the others."""
        return self.create(case, "/v1/clients", "CreateClient")

    def document(self, case, kind, status):
        """A new invoice or quote, draft or sent."""
        schema = {"invoices": "CreateInvoice", "quotes": "CreateQuote"}[kind]
        draft = self.create(case, f"/v1/{kind}", schema, clientId=self.client(case)["id"])
        return draft if status == "draft" else self.post(case, f"/v1/{kind}/{draft['id']}/send", {})

    def day(self, case):
        """The current date of the installation, whose clock differs from ours."""
        self.today = self.today or self.client(case)["createdAt"][:10]
        return self.today


company = Company()


def own_client(case):
    """The client is a record of the company."""
    if "clientId" in case.body:
        case.body["clientId"] = company.client(case)["id"]


def credited_invoice(case):
    """A credit note corrects an invoice that was sent, with its VAT."""
    case.body["invoiceId"] = company.document(case, "invoices", "sent")["id"]
    for line in case.body.get("lines") or []:
        line.pop("exemptionReason", None)
        line.update(taxCategory="S", taxRate="20")


def payment(case):
    """A payment is not in the future and covers its allocations, to one invoice of its client in its currency."""
    case.body["date"] = min(case.body["date"], company.day(case))
    if case.body.get("allocations"):
        invoice = company.document(case, "invoices", "sent")
        case.body.update(clientId=invoice["clientId"], currency=invoice["currency"])
        case.body["allocations"] = [{"invoiceId": invoice["id"], "amount": "1"}]
    else:
        own_client(case)


def leaked_key(case):
    """The last 6 characters of a key are its checksum."""
    key = case.body["key"][:-6]
    crc = zlib.crc32(key.encode())
    case.body["key"] = key + "".join(BASE62[crc // 62**place % 62] for place in range(5, -1, -1))


def tax(case):
    """Categories and rates of one document fit together: a reason where one is needed, O only with O."""
    case.body.pop("expectedTotal", None)
    lines = case.body.get("lines") or []
    outside = [line for line in lines if line["taxCategory"] == "O"]
    if outside and len(outside) < len(lines):
        case.body["lines"] = lines = outside
    for line in lines:
        if line["taxCategory"] in NEED_A_REASON:
            line["exemptionReason"] = "Article 261"
    for name in ("allowances", "charges"):
        for adjustment in case.body.get(name) or []:
            for member in ("taxCategory", "taxRate"):
                adjustment.pop(member, None)
                if lines and "amount" in adjustment and member in lines[0]:
                    adjustment[member] = lines[0][member]
        if not lines:
            case.body.pop(name, None)


def today(member):
    """A date of issue or accounting is neither in the future nor before those of other documents."""

    def repair(case):
        if member in case.body:
            case.body[member] = company.day(case)

    return repair


def dates(case):
    """A document is due, and a quote expires, after it is issued."""
    for later in ("dueDate", "expiryDate"):
        if case.body.get(later):
            case.body[later] = "2999-12-31"


def recent(case):
    """A run begins within the last days."""
    case.body["since"] = f"{company.day(case)}T00:00:00Z"
    case.body.pop("until", None)


def without(member):
    """Leaves out a value that only fits a certain record."""

    def repair(case):
        case.body.pop(member, None)

    return repair


def public_host(case):
    """The host of a URL is a name, as most IP addresses are not public."""
    if case.body.get("url"):
        case.body["url"] = re.sub(r"^(https?://)(\[[^]]*\]|[0-9.]+)(?=[:/?]|$)", r"\1example.com", case.body["url"])


# The id in the path is that of a new record in the state that the operation requires.
RECORDS = {
    **{
        f"{operation} /v1/{kind}/{{id}}{action}": (kind, "draft")
        for kind in ("invoices", "quotes")
        for operation, action in (("PATCH", ""), ("DELETE", ""), ("POST", "/send"))
    },
    **{
        f"POST /v1/{kind}/{{id}}/{action}": (kind, "sent")
        for kind, actions in {
            "invoices": ("postpone", "write-off", "void", "reject", "public-link"),
            "quotes": ("accept", "decline", "revise", "convert", "public-link"),
        }.items()
        for action in actions
    },
}

DOCUMENT = [own_client, tax, dates]
REPAIRS = {
    "POST /v1/leaked-keys": [leaked_key],
    "POST /v1/invoices": DOCUMENT,
    "POST /v1/invoices/preview": DOCUMENT,
    "POST /v1/quotes": DOCUMENT,
    "PATCH /v1/invoices/{id}": [without("clientId"), tax, dates],
    "PATCH /v1/quotes/{id}": [without("clientId"), tax, dates],
    "POST /v1/invoices/{id}/send": [today("issueDate")],
    "POST /v1/quotes/{id}/send": [today("issueDate")],
    "POST /v1/invoices/{id}/postpone": [dates],
    "POST /v1/invoices/{id}/write-off": [today("date")],
    "POST /v1/invoices/{id}/void": [today("issueDate")],
    "POST /v1/credit-notes": [credited_invoice, without("expectedTotal"), today("issueDate")],
    "POST /v1/payments": [payment],
    "POST /v1/webhook-endpoints": [public_host],
    "PUT /v1/webhook-endpoints/by-external-id/{externalId}": [public_host, without("signatureScheme")],
    "PATCH /v1/webhook-endpoints/{id}": [public_host, without("signatureScheme")],
    "POST /v1/webhook-endpoints/{id}/recover": [recent],
    "POST /v1/webhook-endpoints/{id}/replay-missing": [recent],
}


# Headers that the coverage phase omits or invalidates: such a request stays as it is.
TRIED = ("Authorization", "Idempotency-Key")


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """For the coverage phase, which generates no request from the schema of a filter within minutes."""
    if os.environ.get("WITHOUT_FILTER"):
        for name in ("CreateWebhookEndpoint", "PutWebhookEndpoint", "UpdateWebhookEndpoint"):
            raw_schema["components"]["schemas"][name]["properties"].pop("filter")


@schemathesis.hook
def before_call(context, case, kwargs):
    if not case.meta:
        return
    # An Idempotency-Key belongs to one request: with another body it is rejected, with the same one the response is replayed.
    if "Idempotency-Key" in (case.headers or {}) and getattr(case.meta.phase.data, "parameter", None) not in TRIED:
        case.headers["Idempotency-Key"] = uuid.uuid4().hex
    if not case.meta.generation.mode.is_positive:
        return
    if case.headers:
        case.headers.pop("If-Match", None)
    query(case.query or {})
    if case.operation.label in RECORDS:
        case.path_parameters["id"] = company.document(case, *RECORDS[case.operation.label])["id"]
    if isinstance(case.body, dict):
        body(case.body)
        for repair in REPAIRS.get(case.operation.label, []):
            repair(case)


def query(values):
    """Cursors come from the server, bounds are in order, a name occurs once, and updatedSince has one order."""
    for name in ("cursor", "after"):
        values.pop(name, None)
    order(values)
    if isinstance(values.get("customField"), list):
        values["customField"] = values["customField"][:1]
    if "updatedSince" in values:
        values["sort"] = "updatedAt,id"


def body(value):
    """Periods are in order, amounts have the decimals of every currency, checksums hold, and external IDs are new."""
    if isinstance(value, list):
        for item in value:
            body(item)
    elif isinstance(value, dict):
        order(value)
        if isinstance(value.get("scheme"), str) and isinstance(value.get("value"), str):
            value["value"] = IDENTIFIERS.get(value["scheme"], value["value"])
        for name, item in value.items():
            if name in ("amount", "roundingIncrement") and isinstance(item, str):
                value[name] = whole(item)
            elif name == "externalId" and item:
                value[name] = uuid.uuid4().hex
            elif name in FITTING and isinstance(item, str):
                value[name] = FITTING[name]
            elif name == "schedule" and item:
                value[name] = [60 for _ in item]
            elif name != "customFields":
                body(item)


def whole(amount):
    """An amount without decimals, as some currencies have none, and small enough for every sum."""
    if not re.search("[1-9]", amount):
        return "0"
    return amount.split(".")[0][-6:].lstrip("0") or "1"


def order(values):
    """Exchanges the two bounds of each range whose first one is the larger."""
    for low, high in PAIRS:
        for name in [name for name in values if name.endswith(low)]:
            other = name.removesuffix(low) + high
            if other in values and size(values[name]) > size(values[other]):
                values[name], values[other] = values[other], values[name]


def size(value):
    """Sorts decimals as numbers, and dates as they are."""
    try:
        return (float(value), "")
    except (TypeError, ValueError):
        return (0.0, str(value))
