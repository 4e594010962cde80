# Generated from the OpenAPI document by libs/sdk-python/generate.mjs. Do not edit.
"""What the API returns."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAlias

from ._model import Model, Open


class ClientList(Model):
    data: list[Client | Tombstone]
    page: Page


class Client(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    status: Open[Literal["Active", "Archived"]]
    kind: Open[Literal["Business", "Individual", "Public"]]
    name: str
    trading_name: str | None
    first_name: str | None
    last_name: str | None
    email: str | None
    phone: str | None
    contacts: list[ClientContact]
    billing_address: Address
    delivery_address: Address | None
    legal_id: ClientLegalId | None
    vat_number: str | None
    electronic_address: ClientElectronicAddress | None
    buyer_reference: str | None
    currency: str | None
    locale: str | None
    payment_terms: PaymentTerms | None
    notes: str | None
    custom_fields: dict[str, str | int | float | bool | None]
    """Custom fields"""
    balances: list[Balance]
    """One entry for each currency with an outstanding amount or credit. Balances change with invoices and payments, without a new version and without `client.updated`"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class ClientContact(Model):
    name: str
    email: str | None = None
    phone: str | None = None
    receives: list[Open[Literal["Invoice", "Quote"]]]


class Address(Model):
    line1: str | None = None
    line2: str | None = None
    postal_code: str | None = None
    city: str | None = None
    region: str | None = None
    country: str
    """ISO 3166-1 alpha-2"""


class ClientLegalId(Model):
    scheme: str
    value: str


class ClientElectronicAddress(Model):
    scheme: str
    value: str


class PaymentTerms(Model):
    days: int
    end_of_month: bool
    text: str | None = None


class Balance(Model):
    currency: str
    due: str
    """The outstanding amount of issued invoices"""
    overdue: str
    """The overdue part of the outstanding amount"""
    credit: str
    """The unallocated rest of payments"""


class Tombstone(Model):
    """A deleted record, with the version of the deletion. Lists return it with `updatedSince`"""
    id: int
    """The id of the record"""
    version: int
    deleted_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class Page(Model):
    next_cursor: str | None
    """The `cursor` of the next page; null on the last one"""
    prev_cursor: str | None
    """The `cursor` of the previous page; null on the first one"""
    limit: int | float
    """Records per page, as requested"""
    has_more: bool
    """Whether there is a next page"""
    total: int | None = None
    """With `includeTotal`: the number of records, at most 10,000"""
    total_capped: bool | None = None
    """With `includeTotal`: whether there are more than `total`"""


class Timeline(Model):
    data: list[TimelineData]


class TimelineData(Model):
    id: int
    """The id of the record"""
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    action: str
    status: str | None
    """The status of the record afterwards"""
    reason: str | None
    details: dict[str, str | int | float | bool | None]
    """The ids, amounts and numbers involved"""


class Actor(Model):
    """Who did something. New kinds can be added"""
    kind: Open[Literal["member", "key", "application", "portal", "client", "viewing_link", "leak_report", "system", "unknown"]]
    name: str | None
    """The email address of a member or of the owner of a portal session, the prefix of a key, the name of an application, the IP address of a leak report; otherwise null"""


class ClientBatchResult(Model):
    results: list[ClientBatchResultResult]
    created: int
    refused: int


class ClientBatchResultResult(Model):
    index: int
    """The position of the item in `items`, from 0"""
    status: int
    """The status that the item would get on its own; 424 if it was not written because another item failed"""
    record: Client | None = None
    problem: Problem | None = None


class Problem(Model):
    type: str
    """The URL of the page in the error catalogue"""
    title: str
    status: int | float
    detail: str
    code: str
    """Stable: test this member, not the texts. Later versions may add codes."""
    instance: str
    request_id: str
    errors: list[ProblemError] | None = None


class ProblemError(Model):
    pointer: str | None = None
    """An RFC 6901 pointer into the body"""
    parameter: str | None = None
    """The name of a query or path parameter"""
    code: str
    message: str


class CreditNoteList(Model):
    data: list[ExpandableCreditNote | Tombstone]
    page: Page


class ExpandableCreditNote(Model):
    id: int
    """The id of the record"""
    number: str
    """Without gaps, from the series of credit notes"""
    status: Open[Literal["Issued"]]
    invoice_id: int
    """The id of the record"""
    invoice_number: str
    client_id: int
    """The id of the record"""
    external_id: str | None
    reason: ExpandableCreditNoteReason
    issue_date: date
    """A calendar date in the time zone of the company"""
    currency: str
    prices_include_tax: bool
    lines: list[Line]
    allowances: list[DocumentAdjustmentView]
    charges: list[DocumentAdjustmentView]
    rounding_increment: str | None
    totals: Totals
    tax_breakdown: list[TaxBreakdown]
    series: str
    purchase_order: str | None
    buyer_reference: str | None
    contract: str | None
    project: str | None
    notes: list[str]
    terms: str | None
    payment_means: PaymentMeans | None
    locale: str | None
    custom_fields: dict[str, str | int | float | bool | None]
    """Custom fields"""
    private_notes: str | None
    allocation: CreditAllocation
    seller: Seller
    client: Buyer
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    expanded: CreditNoteExpanded | None = None
    """The records requested with `expand`; absent without it"""


class ExpandableCreditNoteReason(Model):
    code: Open[Literal["Error", "Return", "Discount", "Cancellation", "Other"]]
    text: str | None


class Line(Model):
    id: int
    """The id of the record"""
    name: str
    description: str | None
    quantity: str
    unit: str
    unit_price: str
    price_base_quantity: str
    discount: AdjustmentView | None
    allowances: list[AdjustmentView]
    charges: list[AdjustmentView]
    tax_category: Open[Literal["S", "Z", "E", "AE", "K", "G", "O"]]
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    tax_rate: str | None
    exemption_reason: str | None
    service_period: LineServicePeriod | None
    seller_item_id: str | None
    buyer_item_id: str | None
    custom_fields: dict[str, str | int | float | bool | None]
    """Custom fields"""
    net: str
    """A decimal with exactly as many decimals as the currency has"""
    tax: str
    """The share of the line in the VAT of its category and rate, which is computed once for all lines. Shares are rounded by largest remainder, so that they add up."""
    gross: str
    """A decimal with exactly as many decimals as the currency has"""


class AdjustmentView(Model):
    amount: str | None = None
    percent: str | None = None
    reason: str | None = None


class LineServicePeriod(Model):
    start: date
    """A calendar date in the time zone of the company"""
    end: date
    """A calendar date in the time zone of the company"""


class DocumentAdjustmentView(Model):
    amount: str | None = None
    percent: str | None = None
    reason: str | None = None
    tax_category: Open[Literal["S", "Z", "E", "AE", "K", "G", "O"]] | None = None
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    tax_rate: str | None = None


class Totals(Model):
    line_net: str
    """A decimal with exactly as many decimals as the currency has"""
    allowances: str
    """A decimal with exactly as many decimals as the currency has"""
    charges: str
    """A decimal with exactly as many decimals as the currency has"""
    net: str
    """A decimal with exactly as many decimals as the currency has"""
    tax: str
    """A decimal with exactly as many decimals as the currency has"""
    gross: str
    """A decimal with exactly as many decimals as the currency has"""
    rounding: str
    """A decimal with exactly as many decimals as the currency has"""
    due: str
    """A decimal with exactly as many decimals as the currency has"""


class TaxBreakdown(Model):
    category: Open[Literal["S", "Z", "E", "AE", "K", "G", "O"]]
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    rate: str | None
    taxable: str
    """A decimal with exactly as many decimals as the currency has"""
    tax: str
    """A decimal with exactly as many decimals as the currency has"""
    exemption_reason: str | None


class PaymentMeans(Model):
    code: str
    iban: str | None = None
    bic: str | None = None
    remittance: str | None = None


class CreditAllocation(Model):
    invoice: str
    """The part that reduced the outstanding amount of the invoice"""
    released: str
    """The part that was already paid and became credit of the client"""


class Seller(Model):
    id: int
    """The id of the record"""
    name: str
    time_zone: str
    currency: str
    address: Address | None
    legal_id: SellerLegalId | None
    vat_number: str | None
    tax_number: str | None
    """The tax number of the country, like a Steuernummer or codice fiscale (BT-32)"""
    email: str | None
    phone: str | None
    website: str | None
    legal_notice: str | None
    """Printed at the foot of each page"""
    iban: str | None
    bic: str | None


class SellerLegalId(Model):
    scheme: str
    value: str


class Buyer(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    status: Open[Literal["Active", "Archived"]]
    kind: Open[Literal["Business", "Individual", "Public"]]
    name: str
    trading_name: str | None
    first_name: str | None
    last_name: str | None
    email: str | None
    phone: str | None
    contacts: list[BuyerContact]
    billing_address: Address
    delivery_address: Address | None
    legal_id: BuyerLegalId | None
    vat_number: str | None
    electronic_address: BuyerElectronicAddress | None
    buyer_reference: str | None
    currency: str | None
    locale: str | None
    payment_terms: PaymentTerms | None
    custom_fields: dict[str, str | int | float | bool | None]
    """Custom fields"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class BuyerContact(Model):
    name: str
    email: str | None = None
    phone: str | None = None
    receives: list[Open[Literal["Invoice", "Quote"]]]


class BuyerLegalId(Model):
    scheme: str
    value: str


class BuyerElectronicAddress(Model):
    scheme: str
    value: str


class DocumentDelivery(Model):
    channel: Open[Literal["Email", "Link", "None"]]
    to: list[str]
    status: Open[Literal["Pending", "Sent", "Failed", "Kept"]]
    """Kept: this installation sends no email; the email can be read in the settings"""
    mail_id: int | None
    error: str | None
    """Why it failed or bounced, as the mail server reported it"""
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class CreditNoteExpanded(Model):
    client: Client | None = None
    """The current client; `client` of the credit note itself is as it was when the credit note was issued"""
    invoice: Invoice | None = None
    """The invoice that it credits"""


class Invoice(Model):
    id: int
    """The id of the record"""
    number: str | None
    """Without gaps, assigned when the invoice is sent"""
    type: Open[Literal["Invoice"]]
    status: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]]
    settled_by: Open[Literal["Payment", "Credit", "Both"]] | None
    """How it was settled; null unless it is `Paid`, and for an invoice with a total of 0.00"""
    client_id: int
    """The id of the record"""
    external_id: str | None
    issue_date: date
    """A calendar date in the time zone of the company"""
    due_date: date | None
    due_date_by_terms: bool | None
    """Of a draft: whether `dueDate` is by the payment terms, and follows the issue date and the client. Null after issue"""
    supply_date: date | None
    service_period: InvoiceServicePeriod | None
    currency: str
    prices_include_tax: bool
    lines: list[Line]
    allowances: list[DocumentAdjustmentView]
    charges: list[DocumentAdjustmentView]
    rounding_increment: str | None
    totals: Totals
    tax_breakdown: list[TaxBreakdown]
    series: str
    purchase_order: str | None
    buyer_reference: str | None
    contract: str | None
    project: str | None
    notes: list[str]
    terms: str | None
    payment_means: PaymentMeans | None
    locale: str | None
    custom_fields: dict[str, str | int | float | bool | None]
    """Custom fields"""
    private_notes: str | None
    amount_paid: str
    """A decimal with exactly as many decimals as the currency has"""
    amount_credited: str
    """A decimal with exactly as many decimals as the currency has"""
    amount_written_off: str
    """The amount that was written off; zero unless the status is `WrittenOff`"""
    balance: str
    """A decimal with exactly as many decimals as the currency has"""
    seller: Seller | None
    """As it was when the invoice was sent; null for a draft"""
    client: Buyer | None
    """As it was when the invoice was sent; null for a draft"""
    rejection: InvoiceRejection | None
    write_off: InvoiceWriteOff | None
    """Null unless the status is `WrittenOff`"""
    last_transition: InvoiceLastTransition | None
    available_actions: list[InvoiceAvailableAction]
    credit_note_ids: list[int]
    quote_id: int | None
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    issued_at: datetime | None
    sent_at: datetime | None
    paid_at: datetime | None
    overdue_since: datetime | None
    rejected_at: datetime | None
    voided_at: datetime | None
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class InvoiceServicePeriod(Model):
    start: date
    """A calendar date in the time zone of the company"""
    end: date
    """A calendar date in the time zone of the company"""


class InvoiceRejection(Model):
    code: Open[Literal["WrongAmount", "WrongClient", "NotOrdered", "Duplicate", "Other"]]
    text: str | None
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class InvoiceWriteOff(Model):
    date: date
    """A calendar date in the time zone of the company"""
    reason: str
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class InvoiceLastTransition(Model):
    from_: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]] | None = Field(alias="from")
    to: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]]
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    reason: str | None


class InvoiceAvailableAction(Model):
    action: Open[Literal["update", "annotate", "delete", "send", "resend", "pay", "credit", "reject", "reopen", "postpone", "writeOff", "void", "duplicate"]]
    allowed: bool
    reason: str | None


class CreditNote(Model):
    id: int
    """The id of the record"""
    number: str
    """Without gaps, from the series of credit notes"""
    status: Open[Literal["Issued"]]
    invoice_id: int
    """The id of the record"""
    invoice_number: str
    client_id: int
    """The id of the record"""
    external_id: str | None
    reason: CreditNoteReason
    issue_date: date
    """A calendar date in the time zone of the company"""
    currency: str
    prices_include_tax: bool
    lines: list[Line]
    allowances: list[DocumentAdjustmentView]
    charges: list[DocumentAdjustmentView]
    rounding_increment: str | None
    totals: Totals
    tax_breakdown: list[TaxBreakdown]
    series: str
    purchase_order: str | None
    buyer_reference: str | None
    contract: str | None
    project: str | None
    notes: list[str]
    terms: str | None
    payment_means: PaymentMeans | None
    locale: str | None
    custom_fields: dict[str, str | int | float | bool | None]
    """Custom fields"""
    private_notes: str | None
    allocation: CreditAllocation
    seller: Seller
    client: Buyer
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class CreditNoteReason(Model):
    code: Open[Literal["Error", "Return", "Discount", "Cancellation", "Other"]]
    text: str | None


class EventList(Model):
    data: list[Event]
    page: Page


class Event(Model):
    id: str
    """The same for all attempts and endpoints: use it to recognise a repeat"""
    type: EventType
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    data: dict[str, Any] | None
    """The record as its GET returned it at that moment; null if the caller may not read such records"""
    missing_permission: Permission | None = None
    """Only if `data` is null: the permission that is needed to see it"""


EventType: TypeAlias = Open[Literal["invoice.created", "invoice.updated", "invoice.deleted", "invoice.sent", "invoice.paid", "invoice.partial", "invoice.overdue", "invoice.rejected", "client.created", "client.updated", "client.deleted", "quote.created", "quote.updated", "quote.deleted", "payment.created", "payment.deleted", "checkpoint.signed"]]


Permission: TypeAlias = Open[Literal["client.read", "client.write", "invoice.read", "invoice.write", "quote.read", "quote.write", "payment.read", "payment.write", "event.read", "integration.write", "integration.manage_all", "api_key.create", "api_key.manage", "oauth_app.manage", "member.manage", "company.manage", "audit.read"]]


class EventTypeList(Model):
    data: list[EventTypeDescription]


class EventTypeDescription(Model):
    type: EventType
    summary: str
    """When the event is emitted"""
    resource: Open[Literal["invoice", "client", "quote", "payment", "checkpoint"]]
    """The resource whose `GET` returns the same `data`"""
    schema_: dict[str, Any] = Field(alias="schema")
    """JSON Schema (draft 2020-12) of the whole message. It allows unknown members, because records may get new ones"""
    schemas: EventTypeDescriptionSchemas
    """The same for the other payloads that an endpoint can choose"""
    example: EventTypeDescriptionExample
    """A message of this type"""


class EventTypeDescriptionSchemas(Model):
    """The same for the other payloads that an endpoint can choose"""
    changes: dict[str, Any]
    thin: dict[str, Any]


class EventTypeDescriptionExample(Model):
    """A message of this type"""
    id: str
    """The same for all attempts and endpoints: use it to recognise a repeat"""
    type: EventType
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    data: dict[str, Any]
    """The record as its GET returned it at that moment"""


class InvoiceList(Model):
    data: list[ExpandableInvoice | Tombstone]
    page: Page


class ExpandableInvoice(Model):
    id: int
    """The id of the record"""
    number: str | None
    """Without gaps, assigned when the invoice is sent"""
    type: Open[Literal["Invoice"]]
    status: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]]
    settled_by: Open[Literal["Payment", "Credit", "Both"]] | None
    """How it was settled; null unless it is `Paid`, and for an invoice with a total of 0.00"""
    client_id: int
    """The id of the record"""
    external_id: str | None
    issue_date: date
    """A calendar date in the time zone of the company"""
    due_date: date | None
    due_date_by_terms: bool | None
    """Of a draft: whether `dueDate` is by the payment terms, and follows the issue date and the client. Null after issue"""
    supply_date: date | None
    service_period: ExpandableInvoiceServicePeriod | None
    currency: str
    prices_include_tax: bool
    lines: list[Line]
    allowances: list[DocumentAdjustmentView]
    charges: list[DocumentAdjustmentView]
    rounding_increment: str | None
    totals: Totals
    tax_breakdown: list[TaxBreakdown]
    series: str
    purchase_order: str | None
    buyer_reference: str | None
    contract: str | None
    project: str | None
    notes: list[str]
    terms: str | None
    payment_means: PaymentMeans | None
    locale: str | None
    custom_fields: dict[str, str | int | float | bool | None]
    """Custom fields"""
    private_notes: str | None
    amount_paid: str
    """A decimal with exactly as many decimals as the currency has"""
    amount_credited: str
    """A decimal with exactly as many decimals as the currency has"""
    amount_written_off: str
    """The amount that was written off; zero unless the status is `WrittenOff`"""
    balance: str
    """A decimal with exactly as many decimals as the currency has"""
    seller: Seller | None
    """As it was when the invoice was sent; null for a draft"""
    client: Buyer | None
    """As it was when the invoice was sent; null for a draft"""
    rejection: ExpandableInvoiceRejection | None
    write_off: ExpandableInvoiceWriteOff | None
    """Null unless the status is `WrittenOff`"""
    last_transition: ExpandableInvoiceLastTransition | None
    available_actions: list[ExpandableInvoiceAvailableAction]
    credit_note_ids: list[int]
    quote_id: int | None
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    issued_at: datetime | None
    sent_at: datetime | None
    paid_at: datetime | None
    overdue_since: datetime | None
    rejected_at: datetime | None
    voided_at: datetime | None
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    expanded: InvoiceExpanded | None = None
    """The records requested with `expand`; absent without it"""


class ExpandableInvoiceServicePeriod(Model):
    start: date
    """A calendar date in the time zone of the company"""
    end: date
    """A calendar date in the time zone of the company"""


class ExpandableInvoiceRejection(Model):
    code: Open[Literal["WrongAmount", "WrongClient", "NotOrdered", "Duplicate", "Other"]]
    text: str | None
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class ExpandableInvoiceWriteOff(Model):
    date: date
    """A calendar date in the time zone of the company"""
    reason: str
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class ExpandableInvoiceLastTransition(Model):
    from_: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]] | None = Field(alias="from")
    to: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]]
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    reason: str | None


class ExpandableInvoiceAvailableAction(Model):
    action: Open[Literal["update", "annotate", "delete", "send", "resend", "pay", "credit", "reject", "reopen", "postpone", "writeOff", "void", "duplicate"]]
    allowed: bool
    reason: str | None


class InvoiceExpanded(Model):
    client: Client | None = None
    """The current client; `client` of the invoice itself is as it was when the invoice was sent"""
    quote: Quote | None = None
    """The quote that it was created from; null if there is none"""
    payments: list[Payment] | None = None
    """The payments allocated to it, including refunds and deleted payments, oldest first, at most 100. `GET /v1/payments?invoiceId=` returns all"""
    credit_notes: list[CreditNote] | None = None
    """Oldest first, at most 100. `GET /v1/credit-notes?invoiceId=` returns all"""


class Quote(Model):
    id: int
    """The id of the record"""
    number: str | None
    """Assigned when the quote is sent"""
    status: Open[Literal["Draft", "Superseded", "Invoiced", "Accepted", "Declined", "Expired", "Sent"]]
    revision: int
    """The revisions of a quote share its number"""
    previous_revision_id: int | None
    next_revision_id: int | None
    """The id of its revision, which is a draft until it is sent"""
    client_id: int
    """The id of the record"""
    external_id: str | None
    title: str | None
    issue_date: date
    """A calendar date in the time zone of the company"""
    expiry_date: date | None
    currency: str
    prices_include_tax: bool
    lines: list[Line]
    allowances: list[DocumentAdjustmentView]
    charges: list[DocumentAdjustmentView]
    rounding_increment: str | None
    totals: Totals
    tax_breakdown: list[TaxBreakdown]
    series: str
    purchase_order: str | None
    buyer_reference: str | None
    contract: str | None
    project: str | None
    notes: list[str]
    terms: str | None
    payment_means: PaymentMeans | None
    locale: str | None
    custom_fields: dict[str, str | int | float | bool | None]
    """Custom fields"""
    private_notes: str | None
    seller: Seller | None
    """As it was when the quote was sent; null for a draft"""
    client: Buyer | None
    """As it was when the quote was sent; null for a draft"""
    acceptance: QuoteAcceptance | None
    decline: QuoteDecline | None
    invoice_ids: list[int]
    invoiced_total: str
    """With VAT, without void invoices"""
    remaining: str
    """A decimal with exactly as many decimals as the currency has"""
    available_actions: list[QuoteAvailableAction]
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    sent_at: datetime | None
    accepted_at: datetime | None
    declined_at: datetime | None
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class QuoteAcceptance(Model):
    by: str
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    po_number: str | None


class QuoteDecline(Model):
    code: Open[Literal["TooExpensive", "NotNeeded", "AnotherSupplier", "Changes", "Other"]]
    text: str | None
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class QuoteAvailableAction(Model):
    action: Open[Literal["update", "annotate", "delete", "send", "resend", "accept", "decline", "revise", "convert"]]
    allowed: bool
    reason: str | None


class Payment(Model):
    id: int
    """The id of the record"""
    status: Open[Literal["Recorded", "Deleted"]]
    kind: Open[Literal["Payment", "Refund"]]
    client_id: int
    """The id of the record"""
    external_id: str | None
    date: date
    """A calendar date in the time zone of the company"""
    amount: str
    """A decimal with exactly as many decimals as the currency has"""
    currency: str
    method: str | None
    reference: str | None
    allocations: list[PaymentAllocation]
    unallocated: str
    """A decimal with exactly as many decimals as the currency has"""
    deleted_at: datetime | None
    deleted_by: str | None
    deleted_by_actor: Actor | None
    deletion_reason: str | None
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class PaymentAllocation(Model):
    invoice_id: int
    """The id of the record"""
    amount: str
    """A decimal with exactly as many decimals as the currency has"""


class InvoicePreview(Model):
    currency: str
    issue_date: date
    """A calendar date in the time zone of the company"""
    due_date: date | None
    lines: list[InvoicePreviewLine]
    totals: Totals
    tax_breakdown: list[TaxBreakdown]
    sendable: bool
    faults: list[Fault]
    """The errors that would keep it from being sent"""
    warnings: list[Fault]
    """Likely mistakes, which do not keep it from being sent"""


class InvoicePreviewLine(Model):
    net: str
    """A decimal with exactly as many decimals as the currency has"""
    tax: str
    """A decimal with exactly as many decimals as the currency has"""
    gross: str
    """A decimal with exactly as many decimals as the currency has"""


class Fault(Model):
    pointer: str
    code: str
    message: str


class Validation(Model):
    sendable: bool
    faults: list[Fault]
    """The errors that would keep it from being sent"""
    warnings: list[Fault]
    """Likely mistakes, which do not keep it from being sent"""


class Calculation(Model):
    currency: str
    steps: list[CalculationStep]
    totals: Totals
    tax_breakdown: list[TaxBreakdown]


class CalculationStep(Model):
    step: str
    pointer: str
    """A pointer to the part of the document that the step is about (RFC 6901); empty for the whole document"""
    group: CalculationStepGroup | None
    formula: str
    exact: str
    rounded: str
    difference: str


class CalculationStepGroup(Model):
    category: Open[Literal["S", "Z", "E", "AE", "K", "G", "O"]]
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    rate: str | None


class AnsweringLink(Model):
    url: str
    """Give it only to the client: anyone who has it can answer in the name of the client"""


class InvoiceBatchResult(Model):
    results: list[InvoiceBatchResultResult]
    created: int
    refused: int


class InvoiceBatchResultResult(Model):
    index: int
    """The position of the item in `items`, from 0"""
    status: int
    """The status that the item would get on its own; 424 if it was not written because another item failed"""
    record: Invoice | None = None
    problem: Problem | None = None


class BurnedKey(Model):
    status: Open[Literal["revoked"]]
    """The key no longer works"""
    prefix: str
    """The prefix of the key, as lists show it"""


class MailList(Model):
    data: list[Mail]
    page: Page


class Mail(Model):
    id: int
    """The id of the record"""
    resource: Open[Literal["invoice", "quote", "credit_note"]]
    """The resource of the record"""
    record_id: int
    """The id of the record"""
    number: str | None
    """The id of the record"""
    kind: Open[Literal["Document"]]
    """Document: delivers the document to the client"""
    status: Open[Literal["Pending", "Sent", "Failed", "Kept"]]
    """Pending: waiting for the first attempt or a retry. Sent: a mail server accepted it for at least one recipient. Kept: this installation sends no email; the email can be read here and sent once a mail server is configured"""
    recipients: list[str]
    refused: list[MailRefused]
    """The recipients who will not receive it"""
    reply_to: str | None
    """The reply-to address"""
    from_name: str
    subject: str
    locale: str
    attachment_name: str | None
    attempts: int
    next_attempt_at: datetime | None
    """Null unless the status is Pending"""
    last_error: str | None
    """The last error, as the mail server reported it"""
    message_id: str | None
    """The Message-ID header, the same in every attempt"""
    created_by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    created_by_actor: Actor
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    sent_at: datetime | None
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class MailRefused(Model):
    recipient: str
    reply: str
    """As the mail server reported it"""


class MailDetail(Model):
    id: int
    """The id of the record"""
    resource: Open[Literal["invoice", "quote", "credit_note"]]
    """The resource of the record"""
    record_id: int
    """The id of the record"""
    number: str | None
    """The id of the record"""
    kind: Open[Literal["Document"]]
    """Document: delivers the document to the client"""
    status: Open[Literal["Pending", "Sent", "Failed", "Kept"]]
    """Pending: waiting for the first attempt or a retry. Sent: a mail server accepted it for at least one recipient. Kept: this installation sends no email; the email can be read here and sent once a mail server is configured"""
    recipients: list[str]
    refused: list[MailDetailRefused]
    """The recipients who will not receive it"""
    reply_to: str | None
    """The reply-to address"""
    from_name: str
    subject: str
    locale: str
    attachment_name: str | None
    attempts: int
    next_attempt_at: datetime | None
    """Null unless the status is Pending"""
    last_error: str | None
    """The last error, as the mail server reported it"""
    message_id: str | None
    """The Message-ID header, the same in every attempt"""
    created_by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    created_by_actor: Actor
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    sent_at: datetime | None
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    text: str
    """The plain text part. It contains `/d/#answering-link` instead of the client link; the email itself contains the link"""
    html: str
    """The HTML part. Show it only in a sandboxed frame"""


class MailDetailRefused(Model):
    recipient: str
    reply: str
    """As the mail server reported it"""


class PaymentList(Model):
    data: list[ExpandablePayment | Tombstone]
    page: Page


class ExpandablePayment(Model):
    id: int
    """The id of the record"""
    status: Open[Literal["Recorded", "Deleted"]]
    kind: Open[Literal["Payment", "Refund"]]
    client_id: int
    """The id of the record"""
    external_id: str | None
    date: date
    """A calendar date in the time zone of the company"""
    amount: str
    """A decimal with exactly as many decimals as the currency has"""
    currency: str
    method: str | None
    reference: str | None
    allocations: list[ExpandablePaymentAllocation]
    unallocated: str
    """A decimal with exactly as many decimals as the currency has"""
    deleted_at: datetime | None
    deleted_by: str | None
    deleted_by_actor: Actor | None
    deletion_reason: str | None
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    expanded: PaymentExpanded | None = None
    """The records requested with `expand`; absent without it"""


class ExpandablePaymentAllocation(Model):
    invoice_id: int
    """The id of the record"""
    amount: str
    """A decimal with exactly as many decimals as the currency has"""


class PaymentExpanded(Model):
    client: Client | None = None
    invoices: list[Invoice] | None = None
    """The invoices that it is allocated to, in the order of `allocations`, at most 100"""


class Me(Model):
    key: MeKey | None
    """The key; null for an access token"""
    application: MeApplication | None
    """The application, for an access token; null for a key"""
    creator: MeCreator
    """The member who created the key, or who authorised the application"""
    company: MeCompany
    plan: Open[Literal["Free", "Pro"]]
    """Keys work on a paid plan only"""


class MeKey(Model):
    id: int
    """The id of the record"""
    name: str
    prefix: str
    """Identifies the key without revealing its secret"""
    status: Open[Literal["active", "expiring", "expired", "revoked", "suspended"]]
    expires_at: datetime | None
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class MeApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    status: Open[Literal["active", "expiring", "expired", "revoked", "suspended"]]
    """The status of its access"""
    expires_at: datetime | None
    """When its access ends; null if only a revocation ends it"""


class MeCreator(Model):
    """The member who created the key, or who authorised the application"""
    id: int
    """The id of the record"""
    kind: Open[Literal["Person", "Service"]]
    name: str
    email: str | None
    """Null for a service member"""
    status: Open[Literal["Active", "Deactivated", "Removed"]]


class MeCompany(Model):
    id: int
    """The id of the record"""
    name: str
    time_zone: str
    """The time zone of its dates"""


class MePermissions(Model):
    effective: list[Permission]
    """The permissions that the key or token has now"""
    granted: list[Permission]
    """The permissions that the key was created with, or that the member granted the application: its scopes"""
    lost: list[MePermissionsLost]
    """The scopes that do not work now, each with the cause"""
    key: MePermissionsKey | None
    """The key; null for an access token"""
    application: MePermissionsApplication | None
    """The application, for an access token; null for a key"""
    company: MePermissionsCompany
    plan: Open[Literal["Free", "Pro"]]
    """Keys work on a paid plan only"""


class MePermissionsLost(Model):
    permission: Permission
    code: str
    """The `code` of the error"""
    cause: Open[Literal["scope_missing", "creator_lacks", "creator_inactive", "plan", "member_lacks", "policy"]]
    """Why it does not work"""
    who_can_fix: Open[Literal["key_owner", "administrator", "application"]]
    """Who can fix it"""
    fix_url: str
    """The page of the settings where it can be fixed"""


class MePermissionsKey(Model):
    id: int
    """The id of the record"""
    name: str
    prefix: str
    """Identifies the key without revealing its secret"""
    status: Open[Literal["active", "expiring", "expired", "revoked", "suspended"]]
    expires_at: datetime | None


class MePermissionsApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    status: Open[Literal["active", "expiring", "expired", "revoked", "suspended"]]
    """The status of its access"""
    expires_at: datetime | None
    """When its access ends; null if only a revocation ends it"""


class MePermissionsCompany(Model):
    id: int
    """The id of the record"""
    name: str
    time_zone: str
    """The time zone of its dates"""


class PermissionCheck(Model):
    allowed: bool
    """Whether everything that was asked for is allowed"""
    requests: list[CheckedRequest]
    """In the order of the request"""
    permissions: list[CheckedPermission]


class CheckedRequest(Model):
    method: Open[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]]
    path: str
    route: str | None
    """The route of the call; null if there is none"""
    status: int | None
    """The status of the error: 403, 404 for an unknown path, 405 for a wrong method"""
    allowed: bool
    required_permissions: list[Permission]
    missing: list[Permission]
    code: str | None
    detail: str | None
    cause: Open[Literal["scope_missing", "creator_lacks", "creator_inactive", "plan", "member_lacks", "policy"]] | None
    who_can_fix: Open[Literal["key_owner", "administrator", "application"]] | None
    fix_url: str | None


class CheckedPermission(Model):
    permission: Permission
    allowed: bool
    required_permissions: list[Permission]
    missing: list[Permission]
    code: str | None
    detail: str | None
    cause: Open[Literal["scope_missing", "creator_lacks", "creator_inactive", "plan", "member_lacks", "policy"]] | None
    who_can_fix: Open[Literal["key_owner", "administrator", "application"]] | None
    fix_url: str | None


class QuoteList(Model):
    data: list[ExpandableQuote | Tombstone]
    page: Page


class ExpandableQuote(Model):
    id: int
    """The id of the record"""
    number: str | None
    """Assigned when the quote is sent"""
    status: Open[Literal["Draft", "Superseded", "Invoiced", "Accepted", "Declined", "Expired", "Sent"]]
    revision: int
    """The revisions of a quote share its number"""
    previous_revision_id: int | None
    next_revision_id: int | None
    """The id of its revision, which is a draft until it is sent"""
    client_id: int
    """The id of the record"""
    external_id: str | None
    title: str | None
    issue_date: date
    """A calendar date in the time zone of the company"""
    expiry_date: date | None
    currency: str
    prices_include_tax: bool
    lines: list[Line]
    allowances: list[DocumentAdjustmentView]
    charges: list[DocumentAdjustmentView]
    rounding_increment: str | None
    totals: Totals
    tax_breakdown: list[TaxBreakdown]
    series: str
    purchase_order: str | None
    buyer_reference: str | None
    contract: str | None
    project: str | None
    notes: list[str]
    terms: str | None
    payment_means: PaymentMeans | None
    locale: str | None
    custom_fields: dict[str, str | int | float | bool | None]
    """Custom fields"""
    private_notes: str | None
    seller: Seller | None
    """As it was when the quote was sent; null for a draft"""
    client: Buyer | None
    """As it was when the quote was sent; null for a draft"""
    acceptance: ExpandableQuoteAcceptance | None
    decline: ExpandableQuoteDecline | None
    invoice_ids: list[int]
    invoiced_total: str
    """With VAT, without void invoices"""
    remaining: str
    """A decimal with exactly as many decimals as the currency has"""
    available_actions: list[ExpandableQuoteAvailableAction]
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    sent_at: datetime | None
    accepted_at: datetime | None
    declined_at: datetime | None
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    expanded: QuoteExpanded | None = None
    """The records requested with `expand`; absent without it"""


class ExpandableQuoteAcceptance(Model):
    by: str
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    po_number: str | None


class ExpandableQuoteDecline(Model):
    code: Open[Literal["TooExpensive", "NotNeeded", "AnotherSupplier", "Changes", "Other"]]
    text: str | None
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class ExpandableQuoteAvailableAction(Model):
    action: Open[Literal["update", "annotate", "delete", "send", "resend", "accept", "decline", "revise", "convert"]]
    allowed: bool
    reason: str | None


class QuoteExpanded(Model):
    client: Client | None = None
    """The current client; `client` of the quote itself is as it was when the quote was sent"""
    invoices: list[Invoice] | None = None
    """The invoices created from it, oldest first, at most 100. `GET /v1/invoices?quoteId=` returns all"""


class ChainEntryList(Model):
    data: list[ChainEntry]
    page: Page


class ChainEntry(Model):
    sequence: int
    """Its position in the chain, without gaps"""
    company_id: int
    """The id of the record"""
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    resource: Open[Literal["invoice", "credit_note", "payment", "quote"]]
    """The resource of the record. Of quotes, only PDFs have entries"""
    record_id: int
    """The id of the record"""
    version: int | None
    """The version of the record; null if the entry is of its PDF"""
    number: str | None
    """The number of the document"""
    action: str
    """What created the version, as in the timeline; `render` for a PDF, `adopt` for a record or a PDF that is older than the chain"""
    digest: str | None
    """SHA-256 of the canonical record or of the PDF, in hexadecimal; null if the record was deleted"""
    digest_version: int
    """Which members both digests cover: a later version covers members that were added since"""
    frozen_digest: str | None
    """SHA-256 of what cannot change after issue, in hexadecimal: the same in every entry of a record. Null for a PDF, for a deletion, and for entries that are older than this member"""
    secret_version: str | None
    """Names the application secret of the HMAC without revealing it; null without an HMAC"""
    hmac: str | None
    """HMAC-SHA-256 in hexadecimal, with a key of the installation, over everything that the writer of the entry knew. Null for entries that are older than this member"""
    hash_version: int
    """What the hash covers. 1: the members up to `digest`. 2: every member but `hash`"""
    hash: str
    """SHA-256 of the previous hash (32 bytes) and the canonical JSON of the members, in hexadecimal"""


class CheckpointList(Model):
    data: list[Checkpoint]
    page: Page


class Checkpoint(Model):
    id: int
    """The id of the record"""
    company_id: int
    """The company whose documents the chain covers"""
    sequence: int
    """The number of entries in the document chain"""
    hash: str
    """The hash of the last entry: SHA-256 in hexadecimal. It covers every entry before it"""
    signed_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    public_key: str
    """The Ed25519 key of the installation, 32 bytes in base64. Store it at the first checkpoint and compare it with each later one"""
    signature: str
    """Ed25519 in base64, over the text `checkpoint.{companyId}.{sequence}.{hash}.{signedAt}` with the values of this checkpoint"""
    version: int
    """Always 1"""


class SeriesList(Model):
    data: list[Series]


class Series(Model):
    id: int
    """The id of the record"""
    kind: Open[Literal["Invoice", "Quote", "CreditNote"]]
    code: str
    pattern: str
    reset: Open[Literal["Yearly", "Monthly", "Never"]]
    start: int
    next_number: str
    """The number that a document issued today would get"""
    last_date: date | None
    """The last issue date in the current period. An invoice or credit note with an earlier date in this period is rejected"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class SeriesAudit(Model):
    series_id: int
    """The id of the record"""
    continuous: bool
    """Whether every period has no gap, no number twice (not even on an invoice and a credit note) and dates in order"""
    periods: list[SeriesAuditPeriod]


class SeriesAuditPeriod(Model):
    period: str
    first_number: str | None
    last_number: str | None
    count: int
    expected: int
    """How many numbers the series has assigned"""
    missing: list[str]
    """Numbers that were assigned but that no document has; at most 100"""
    out_of_order: list[str]
    """Numbers of invoices or credit notes whose date is before that of the previous number; at most 100"""
    duplicated: list[str]
    """Numbers that both an invoice and a credit note have; at most 100"""


class CompanyTotals(Model):
    from_: date = Field(alias="from")
    """A calendar date in the time zone of the company"""
    to: date
    """A calendar date in the time zone of the company"""
    currencies: list[CurrencyTotals]
    """Each currency with an amount, by its code. Amounts in different currencies are never added up"""


class CurrencyTotals(Model):
    currency: str
    outstanding: str
    """The outstanding amount of all issued invoices now, whatever the period"""
    outstanding_invoices: int
    overdue: str
    """The overdue part of the outstanding amount"""
    overdue_invoices: int
    credit: str | None
    """The unallocated rest of payments now. Null without `payment.read`"""
    invoiced: str
    """The invoices with an issue date in the period, including those that were voided later"""
    credited: str
    """The credit notes with an issue date in the period"""
    paid: str | None
    """The payments dated in the period, less refunds. Null without `payment.read`"""
    periods: list[CurrencyTotalsPeriod]
    """With `by`: the periods in which something happened, earliest first. Otherwise empty"""


class CurrencyTotalsPeriod(Model):
    period: str
    """Like 2026-11 or 2026"""
    invoiced: str
    """The invoices with an issue date in the period, including those that were voided later"""
    credited: str
    """The credit notes with an issue date in the period"""
    paid: str | None
    """The payments dated in the period, less refunds. Null without `payment.read`"""


class TaxRateList(Model):
    data: list[TaxRate]


class TaxRate(Model):
    id: int
    """The id of the record"""
    name: str
    tax_category: Open[Literal["S"]]
    """For the taxCategory of a line"""
    tax_rate: str
    """A percentage, for the taxRate of a line"""
    status: Open[Literal["Active", "Archived"]]
    """Validation warns about an archived rate in the same way as about an unknown one"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class WebhookEndpointList(Model):
    data: list[WebhookEndpoint]
    page: Page


class WebhookEndpoint(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    url: str
    description: str | None
    event_types: list[EventType]
    filter: EventFilter | None
    payload: Open[Literal["Full", "Changes", "Thin"]]
    """The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record"""
    ordering: Open[Literal["BestEffort", "PerRecord"]]
    """BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed"""
    signature_scheme: Open[Literal["v1", "v1a"]]
    """The scheme of the newest secret: see rotate-secret"""
    headers: list[WebhookEndpointHeader]
    """The names of the custom headers, without their values"""
    schedule: list[int] | None
    """The seconds to wait before each attempt; null for the schedule of the installation"""
    limits: WebhookEndpointLimits
    status: Open[Literal["Enabled", "Disabled"]]
    disabled_reason: Open[Literal["Manual", "Gone", "Failing", "AccessRevoked", "AccessExpired"]] | None
    """Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended"""
    disabled_at: datetime | None
    application: WebhookEndpointApplication | None
    """The application that created the endpoint; null if a member or a key did"""
    application_changes: list[WebhookEndpointApplicationChange]
    """The members that an application set although the endpoint is not its own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that"""
    health: WebhookEndpointHealth
    deliveries: WebhookEndpointDeliveries
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class EventFilter(Model):
    """Either `field` with comparisons, which must all be true, or one of `all`, `any` and `not` with other filters; at most 5 levels deep and with at most 50 conditions. Numbers and decimals are compared by value, other texts by their characters. A missing member is null."""
    field: str | None = None
    eq: str | int | float | bool | None = None
    ne: str | int | float | bool | None = None
    gt: str | int | float | None = None
    gte: str | int | float | None = None
    lt: str | int | float | None = None
    lte: str | int | float | None = None
    in_: list[str | int | float | bool | None] | None = Field(None, alias="in")
    not_in: list[str | int | float | bool | None] | None = None
    starts_with: str | None = None
    ends_with: str | None = None
    contains: str | None = None
    exists: bool | None = None
    all: list[EventFilter] | None = None
    any: list[EventFilter] | None = None
    not_: EventFilter | None = Field(None, alias="not")


class WebhookEndpointHeader(Model):
    name: str


class WebhookEndpointLimits(Model):
    per_second: int | None
    in_flight: int


class WebhookEndpointApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    grant_id: int
    """The id of the record"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class WebhookEndpointApplicationChange(Model):
    member: Open[Literal["url", "headers", "payload", "filter", "eventTypes", "status"]]
    application: WebhookEndpointApplicationChangeApplication


class WebhookEndpointApplicationChangeApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    grant_id: int
    """The id of the record"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class WebhookEndpointHealth(Model):
    state: Open[Literal["Healthy", "Degraded", "Paused", "Disabled"]]
    """Healthy. Degraded: it fails and receives fewer messages in parallel. Paused: it receives one message at a time, to check whether it works again. Disabled: it receives none"""
    since: datetime
    """RFC 3339, in UTC, with milliseconds"""
    failing_since: datetime | None
    """The first failure since the last success"""
    consecutive_failures: int
    """Failed attempts since the last success"""
    failed_messages: int
    """Messages that failed at least once since the last success"""
    last_success_at: datetime | None
    """The last successful attempt; null if there is none within the last 90 days"""
    last_failure: WebhookEndpointHealthLastFailure | None
    """The last failed attempt since the last success; null if there is none, or it is no longer stored (30 days)"""
    next_attempt_at: datetime | None
    """When the next waiting message is sent, which is not before a pause or a Retry-After ends. Null if none waits, and while none is sent"""
    held_until: datetime | None
    """The end of the wait that it requested with Retry-After"""
    probe_at: datetime | None
    """When the next probe is sent to a paused endpoint"""
    next_step: WebhookEndpointHealthNextStep | None
    """What happens next to the endpoint if nothing changes, when, and by which rule. Emails are named only if the installation sends them. New steps may be added"""


class WebhookEndpointHealthLastFailure(Model):
    delivery_id: int
    """The delivery of the attempt"""
    number: int
    """The number of the attempt"""
    at: datetime
    """When the attempt ended"""
    test: bool
    """Whether it was a test message, which does not count for the health"""
    response_status: int | None
    error: str
    error_kind: Open[Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"]]
    """The same, for programs. New kinds may be added"""


class WebhookEndpointHealthNextStep(Model):
    step: str
    at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    rule: str
    rule_name: str
    """The name of the rule, for programs"""


class WebhookEndpointDeliveries(Model):
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    delivered: int
    failed: int
    waiting: int


class CreatedWebhookEndpoint(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    url: str
    description: str | None
    event_types: list[EventType]
    filter: EventFilter | None
    payload: Open[Literal["Full", "Changes", "Thin"]]
    """The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record"""
    ordering: Open[Literal["BestEffort", "PerRecord"]]
    """BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed"""
    signature_scheme: Open[Literal["v1", "v1a"]]
    """The scheme of the newest secret: see rotate-secret"""
    headers: list[CreatedWebhookEndpointHeader]
    """The names of the custom headers, without their values"""
    schedule: list[int] | None
    """The seconds to wait before each attempt; null for the schedule of the installation"""
    limits: CreatedWebhookEndpointLimits
    status: Open[Literal["Enabled", "Disabled"]]
    disabled_reason: Open[Literal["Manual", "Gone", "Failing", "AccessRevoked", "AccessExpired"]] | None
    """Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended"""
    disabled_at: datetime | None
    application: CreatedWebhookEndpointApplication | None
    """The application that created the endpoint; null if a member or a key did"""
    application_changes: list[CreatedWebhookEndpointApplicationChange]
    """The members that an application set although the endpoint is not its own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that"""
    health: WebhookEndpointHealth
    deliveries: CreatedWebhookEndpointDeliveries
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    secret: str
    """The signing secret, or the public key for v1a. GET …/secret returns it again"""


class CreatedWebhookEndpointHeader(Model):
    name: str


class CreatedWebhookEndpointLimits(Model):
    per_second: int | None
    in_flight: int


class CreatedWebhookEndpointApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    grant_id: int
    """The id of the record"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class CreatedWebhookEndpointApplicationChange(Model):
    member: Open[Literal["url", "headers", "payload", "filter", "eventTypes", "status"]]
    application: CreatedWebhookEndpointApplicationChangeApplication


class CreatedWebhookEndpointApplicationChangeApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    grant_id: int
    """The id of the record"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class CreatedWebhookEndpointDeliveries(Model):
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    delivered: int
    failed: int
    waiting: int


class WrittenWebhookEndpoint(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    url: str
    description: str | None
    event_types: list[EventType]
    filter: EventFilter | None
    payload: Open[Literal["Full", "Changes", "Thin"]]
    """The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record"""
    ordering: Open[Literal["BestEffort", "PerRecord"]]
    """BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed"""
    signature_scheme: Open[Literal["v1", "v1a"]]
    """The scheme of the newest secret: see rotate-secret"""
    headers: list[WrittenWebhookEndpointHeader]
    """The names of the custom headers, without their values"""
    schedule: list[int] | None
    """The seconds to wait before each attempt; null for the schedule of the installation"""
    limits: WrittenWebhookEndpointLimits
    status: Open[Literal["Enabled", "Disabled"]]
    disabled_reason: Open[Literal["Manual", "Gone", "Failing", "AccessRevoked", "AccessExpired"]] | None
    """Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended"""
    disabled_at: datetime | None
    application: WrittenWebhookEndpointApplication | None
    """The application that created the endpoint; null if a member or a key did"""
    application_changes: list[WrittenWebhookEndpointApplicationChange]
    """The members that an application set although the endpoint is not its own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that"""
    health: WebhookEndpointHealth
    deliveries: WrittenWebhookEndpointDeliveries
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    secret: str | None
    """The signing secret, or the public key for v1a. GET …/secret returns it again. Null if the endpoint already existed"""


class WrittenWebhookEndpointHeader(Model):
    name: str


class WrittenWebhookEndpointLimits(Model):
    per_second: int | None
    in_flight: int


class WrittenWebhookEndpointApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    grant_id: int
    """The id of the record"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class WrittenWebhookEndpointApplicationChange(Model):
    member: Open[Literal["url", "headers", "payload", "filter", "eventTypes", "status"]]
    application: WrittenWebhookEndpointApplicationChangeApplication


class WrittenWebhookEndpointApplicationChangeApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    grant_id: int
    """The id of the record"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class WrittenWebhookEndpointDeliveries(Model):
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    delivered: int
    failed: int
    waiting: int


class WebhookStatsList(Model):
    data: list[WebhookStats]


class WebhookStats(Model):
    """Counts attempts, not messages: a message delivered at the third attempt counts three times"""
    endpoint_id: int
    bucket: Open[Literal["hour", "day"]]
    since: datetime
    """RFC 3339, in UTC, with milliseconds"""
    until: datetime
    """RFC 3339, in UTC, with milliseconds"""
    totals: WebhookStatsTotals
    buckets: list[WebhookStatsBucket]
    """Consecutive, including empty buckets"""


class WebhookStatsTotals(Model):
    succeeded: int
    failed: int
    p50_ms: int | None
    """The median duration of the attempts. Exact for at most 100 attempts of one endpoint whose details are stored; otherwise estimated from a histogram"""
    p95_ms: int | None


class WebhookStatsBucket(Model):
    start: datetime
    """RFC 3339, in UTC, with milliseconds"""
    succeeded: int
    failed: int
    p50_ms: int | None
    """The median duration of the attempts. Exact for at most 100 attempts of one endpoint whose details are stored; otherwise estimated from a histogram"""
    p95_ms: int | None


class EnabledWebhookEndpoint(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    url: str
    description: str | None
    event_types: list[EventType]
    filter: EventFilter | None
    payload: Open[Literal["Full", "Changes", "Thin"]]
    """The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record"""
    ordering: Open[Literal["BestEffort", "PerRecord"]]
    """BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed"""
    signature_scheme: Open[Literal["v1", "v1a"]]
    """The scheme of the newest secret: see rotate-secret"""
    headers: list[EnabledWebhookEndpointHeader]
    """The names of the custom headers, without their values"""
    schedule: list[int] | None
    """The seconds to wait before each attempt; null for the schedule of the installation"""
    limits: EnabledWebhookEndpointLimits
    status: Open[Literal["Enabled", "Disabled"]]
    disabled_reason: Open[Literal["Manual", "Gone", "Failing", "AccessRevoked", "AccessExpired"]] | None
    """Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended"""
    disabled_at: datetime | None
    application: EnabledWebhookEndpointApplication | None
    """The application that created the endpoint; null if a member or a key did"""
    application_changes: list[EnabledWebhookEndpointApplicationChange]
    """The members that an application set although the endpoint is not its own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that"""
    health: WebhookEndpointHealth
    deliveries: EnabledWebhookEndpointDeliveries
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    version: int
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    missed: EnabledWebhookEndpointMissed | None
    """What it missed while it was disabled; null if it was not disabled"""


class EnabledWebhookEndpointHeader(Model):
    name: str


class EnabledWebhookEndpointLimits(Model):
    per_second: int | None
    in_flight: int


class EnabledWebhookEndpointApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    grant_id: int
    """The id of the record"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class EnabledWebhookEndpointApplicationChange(Model):
    member: Open[Literal["url", "headers", "payload", "filter", "eventTypes", "status"]]
    application: EnabledWebhookEndpointApplicationChangeApplication


class EnabledWebhookEndpointApplicationChangeApplication(Model):
    id: int
    """The id of the record"""
    client_id: str
    name: str
    grant_id: int
    """The id of the record"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class EnabledWebhookEndpointDeliveries(Model):
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    delivered: int
    failed: int
    waiting: int


class EnabledWebhookEndpointMissed(Model):
    since: datetime
    """When the endpoint was disabled"""
    failed: int
    """Messages that have failed or were cancelled since: see recover"""
    missing: int | None
    """Events without a delivery: see replay-missing. Null if there are too many to count with the filter, or the caller may not read the records that the filter reads"""


class WebhookDeliveryList(Model):
    data: list[WebhookDelivery]
    page: Page


class WebhookDelivery(Model):
    id: int
    """The id of the record"""
    endpoint_id: int
    """The id of the record"""
    endpoint_url: str
    """The URL of the endpoint, also after its deletion"""
    endpoint_deleted_at: datetime | None
    """Nothing can be sent to a deleted endpoint"""
    event_id: str
    event_type: EventType
    resource: Open[Literal["invoice", "client", "quote", "payment", "checkpoint"]]
    resource_id: int
    """The id of the record of the event"""
    sequence: int | None
    """Its position among the messages to the endpoint; null for a test"""
    test: bool
    """Whether it is a test message, which appears in no list of events"""
    status: Open[Literal["Waiting", "Sending", "Delivered", "Failed", "Cancelled"]]
    attempt_count: int
    next_attempt_at: datetime | None
    """Not before a pause of the endpoint or its Retry-After ends. Null if nothing is due, and while a Waiting delivery waits for earlier deliveries of its record (`PerRecord`)"""
    last_response_status: int | None
    last_error: str | None
    last_error_kind: Open[Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"]] | None
    """The same, for programs; null after a success. New kinds may be added"""
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    finished_at: datetime | None
    """When it was delivered, failed or was cancelled"""


class WebhookSecret(Model):
    secret: str
    """For v1a, the public key (`whpk_…`): the private key never leaves Billhook"""
    scheme: Open[Literal["v1", "v1a"]]
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    previous: list[WebhookSecretPreviou]


class WebhookSecretPreviou(Model):
    secret: str
    """For v1a, the public key (`whpk_…`): the private key never leaves Billhook"""
    scheme: Open[Literal["v1", "v1a"]]
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    expires_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class WebhookSecretUse(Model):
    deliveries: int
    """The number of deliveries that were checked: those among the newest 100 that were sent and whose attempts are still stored"""
    secrets: list[WebhookSecretUseSecret]
    """The active secrets, the current one first, in the order of GET …/secret"""


class WebhookSecretUseSecret(Model):
    created_at: datetime
    """Messages have a signature of this secret from this time on"""
    expires_at: datetime | None
    """When a previous secret stops signing; null for the current one"""
    scheme: Open[Literal["v1", "v1a"]]
    verifiable: int
    """How many of the checked deliveries this secret verifies, by their last attempt"""
    last_signed_at: datetime | None
    """The last of these attempts"""


class WebhookPreview(Model):
    since: datetime
    """The start of the period"""
    total: int
    """The number of messages"""
    at_least: bool
    """Whether the period has more events than were read, so that there may be more messages"""
    event_types: list[WebhookPreviewEventType]
    """The same by event type, in the order of the request, including zeros"""
    examples: list[WebhookPreviewExample]
    """The newest of these events, at most 5. `GET /v1/events/{id}` returns the message"""


class WebhookPreviewEventType(Model):
    type: EventType
    count: int


class WebhookPreviewExample(Model):
    id: str
    type: EventType
    resource_id: int
    """The id of the record"""
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""


class WebhookDiagnosis(Model):
    genuine: bool
    """Whether the request has a signature of the endpoint for its id, timestamp and body"""
    reproduced: bool | None
    """Whether a known way of computing gives `computedSignature`; null without one"""
    mistakes: list[WebhookDiagnosisMistake]


class WebhookDiagnosisMistake(Model):
    code: Open[Literal["missing_header", "timestamp_unit", "clock_skew", "signature_unknown", "other_endpoint", "old_secret", "secret_not_decoded", "prefix_not_removed", "wrong_scheme", "secret_unreadable", "unknown_secret", "body_only", "id_missing", "timestamp_missing", "wrong_id", "body_reserialized", "body_parsed", "body_empty", "body_charset", "body_bom", "body_whitespace", "body_changed", "hex_digest", "base64_variant", "other_hash", "signature_length", "wrong_comparison"]]
    """New codes may be added"""
    evidence: Open[Literal["Computed", "Request", "Remaining"]]
    """Computed: Billhook made the mistake and got the same signature. Request: visible in the request. Remaining: nothing else explains the result"""
    detail: str | None
    """The missing header, the seconds by which the clock of the receiver is ahead, the id of the other endpoint, the ids of the endpoints whose secret was left out, or the hash function"""
    message: str
    """What is wrong"""
    advice: str
    """What to change"""


class WebhookDeliveryDetail(Model):
    id: int
    """The id of the record"""
    endpoint_id: int
    """The id of the record"""
    endpoint_url: str
    """The URL of the endpoint, also after its deletion"""
    endpoint_deleted_at: datetime | None
    """Nothing can be sent to a deleted endpoint"""
    event_id: str
    event_type: EventType
    resource: Open[Literal["invoice", "client", "quote", "payment", "checkpoint"]]
    resource_id: int
    """The id of the record of the event"""
    sequence: int | None
    """Its position among the messages to the endpoint; null for a test"""
    test: bool
    """Whether it is a test message, which appears in no list of events"""
    status: Open[Literal["Waiting", "Sending", "Delivered", "Failed", "Cancelled"]]
    attempt_count: int
    next_attempt_at: datetime | None
    """Not before a pause of the endpoint or its Retry-After ends. Null if nothing is due, and while a Waiting delivery waits for earlier deliveries of its record (`PerRecord`)"""
    last_response_status: int | None
    last_error: str | None
    last_error_kind: Open[Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"]] | None
    """The same, for programs; null after a success. New kinds may be added"""
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    finished_at: datetime | None
    """When it was delivered, failed or was cancelled"""
    attempts: list[WebhookAttempt]
    """Each attempt is stored for 30 days"""
    body: str | None
    """The exact text of the last attempt, or of the first one to come; null if it is no longer stored, or the caller may not read the record"""
    missing_permission: Permission | None
    """The permission that is needed to see the request and the response; null if nothing is hidden"""
    bodies: WebhookDeliveryDetailBodies
    """The exact text in each payload that an attempt sent"""


class WebhookAttempt(Model):
    number: int
    outcome: Open[Literal["Succeeded", "Failed", "Interrupted"]] | None
    """Null while the attempt is in progress"""
    trigger: Open[Literal["Schedule", "Manual", "Probe"]]
    """Schedule: sent by the retry schedule. Manual: a resend was requested. Probe: sent to check whether a paused endpoint works again"""
    started_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    duration_ms: int | None
    timings: WebhookAttemptTimings
    """DNS, connection and TLS are null if an open connection was reused"""
    request: WebhookAttemptRequest
    response: WebhookAttemptResponse | None
    """Null if there was none"""
    remote_address: str | None
    """The IP address of the receiver"""
    response_status: int | None
    response_body: str | None
    error: str | None
    error_kind: Open[Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"]] | None
    """The same, for programs. New kinds may be added"""


class WebhookAttemptTimings(Model):
    """DNS, connection and TLS are null if an open connection was reused"""
    dns_ms: int | None
    connect_ms: int | None
    tls_ms: int | None
    first_byte_ms: int | None
    """From the start of the attempt to the first byte of the response"""
    total_ms: int | None


class WebhookAttemptRequest(Model):
    url: str
    headers: dict[str, str | list[str]] | None
    """As sent, without the values of custom headers; null if none are stored. Without `webhook-signature` and `content-length` if the caller may not read the record"""
    payload: Open[Literal["Full", "Changes", "Thin"]]
    """The payload of the body: see `bodies`"""
    signature_base: str | None
    """The signed text is this, `id.timestamp.`, followed by the body; null if nothing was sent, or the caller may not read the record"""


class WebhookAttemptResponse(Model):
    status: int
    headers: dict[str, str | list[str]] | None
    body: str | None
    """The first 64 KiB, as text; null if the caller may not read the record, because the response may repeat it"""
    truncated: bool
    """Whether the body was longer than the stored part"""


class WebhookDeliveryDetailBodies(Model):
    """The exact text in each payload that an attempt sent"""
    full: str | None = Field(None, alias="Full")
    changes: str | None = Field(None, alias="Changes")
    thin: str | None = Field(None, alias="Thin")


class WebhookRun(Model):
    id: int
    """The id of the record"""
    endpoint_id: int
    """The id of the record"""
    kind: Open[Literal["RecoverFailed", "ReplayMissing"]]
    status: Open[Literal["Running", "Paused", "Cancelled", "Completed"]]
    since: datetime
    """RFC 3339, in UTC, with milliseconds"""
    until: datetime
    """RFC 3339, in UTC, with milliseconds"""
    event_types: list[EventType] | None
    """Null for all types that the endpoint receives"""
    resource_id: int | None
    total: int | None
    """The number of messages to send when the run was started. Null if there are too many to count with the filter of the endpoint (more than 2000 events, or 16 MiB of them); it is then known when the run has completed"""
    done: int
    """How many of them are in flight or delivered"""
    created_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    updated_at: datetime
    """RFC 3339, in UTC, with milliseconds"""
    finished_at: datetime | None


class WebhookRunList(Model):
    data: list[WebhookRun]
    page: Page


class ThinMessage(Model):
    """A message to an endpoint with the payload `Thin`: the record that it is about, and its URL"""
    id: str
    type: Open[Literal["invoice.created", "invoice.updated", "invoice.deleted", "invoice.sent", "invoice.paid", "invoice.partial", "invoice.overdue", "invoice.rejected", "client.created", "client.updated", "client.deleted", "quote.created", "quote.updated", "quote.deleted", "payment.created", "payment.deleted", "checkpoint.signed"]]
    created_at: datetime
    data: ThinMessageData


class ThinMessageData(Model):
    id: int
    resource: Open[Literal["invoice", "client", "quote", "payment", "checkpoint"]]
    url: str
