# Generated from the OpenAPI document by libs/sdk-python/generate.mjs. Do not edit.
"""What the API returns."""

from __future__ import annotations

from datetime import date as Date, datetime
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAlias

from ._model import Model, Open


class ClientList(Model):
    data: list[Client | Tombstone]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class Client(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    status: Open[Literal["Active", "Archived"]]
    """New documents for an archived client are rejected"""
    kind: Open[Literal["Business", "Individual", "Public"]]
    """What the client is: a company or association, a person, or a public body"""
    name: str
    """The legal name"""
    trading_name: str | None
    """The name under which it trades, if it differs from the legal name; null without one"""
    first_name: str | None
    """The first name of an individual, or of the person to address; null without one"""
    last_name: str | None
    """The last name of an individual, or of the person to address; null without one"""
    email: str | None
    """The email address to which documents are sent if no contact receives them; null without one"""
    phone: str | None
    """The telephone number, in any notation; null without one"""
    contacts: list[ClientContact]
    """The people and departments of the client, in your order"""
    billing_address: Address
    """The postal address on documents"""
    delivery_address: Address | None
    """The address of deliveries, if it differs from the billing address; null without one"""
    legal_id: ClientLegalId | None
    """Its number in a register (BT-47), with the scheme of the register (ISO 6523), such as 0002 for a SIREN; null without one"""
    vat_number: str | None
    """The VAT number with its country prefix, without spaces; null without one"""
    electronic_address: ClientElectronicAddress | None
    """Where electronic invoices are sent, with the scheme of the network (EAS list); null without one"""
    buyer_reference: str | None
    """The reference on its documents that state none (BT-10); null without one"""
    currency: str | None
    """The ISO 4217 code of its usual currency; null for that of the company"""
    locale: str | None
    """The language of its documents; null for that of the company"""
    payment_terms: PaymentTerms | None
    """When its invoices are due; null for the payment terms of the company"""
    notes: str | None
    """For internal use: never on a document; null without one"""
    custom_fields: dict[str, str | int | float | bool | None]
    """The custom fields, as you sent them; empty without any"""
    balances: list[Balance]
    """One entry for each currency with an outstanding amount or credit. Balances change with invoices and payments, without a new version and without `client.updated`"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""


class ClientContact(Model):
    name: str
    """The name of the person or department"""
    email: str | None = None
    """The email address, to which documents are sent if `receives` says so"""
    phone: str | None = None
    """The telephone number, in any notation"""
    receives: list[Open[Literal["Invoice", "Quote"]]]
    """The documents that are sent to this contact unless a request names other recipients"""


class Address(Model):
    line1: str | None = None
    """The street and the number"""
    line2: str | None = None
    """A second line, such as a building or a floor"""
    postal_code: str | None = None
    """The postal code, as the country writes it"""
    city: str | None = None
    """The town or city"""
    region: str | None = None
    """The state, province or county"""
    country: str
    """ISO 3166-1 alpha-2"""


class ClientLegalId(Model):
    scheme: str | None = None
    """The ISO 6523 code of the register; absent if it has none"""
    value: str
    """The number or address in that register or network"""


class ClientElectronicAddress(Model):
    scheme: str
    """The code of the register or network, which says how to read the value"""
    value: str
    """The number or address in that register or network"""


class PaymentTerms(Model):
    days: int
    """The days from the issue date to the due date"""
    end_of_month: bool
    """Whether the due date moves to the last day of its month"""
    text: str | None = None
    """The terms as text, as printed on documents"""


class Balance(Model):
    currency: str
    """The ISO 4217 code of the amounts"""
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
    """The version of the deletion: one more than the last version of the record"""
    deleted_at: datetime
    """When the record was deleted"""


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
    """The changes of the record, oldest first"""


class TimelineData(Model):
    id: int
    """The id of the entry"""
    at: datetime
    """When the record was changed"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    """Who changed it"""
    action: str
    """What was done. New actions can be added"""
    status: str | None
    """The status of the record afterwards"""
    reason: str | None
    """The reason that was given, or why an email failed; null without one"""
    details: dict[str, str | int | float | bool | None]
    """The ids, amounts and numbers involved"""


class Actor(Model):
    """Who did something. New kinds can be added"""
    kind: Open[Literal["member", "key", "application", "portal", "client", "viewing_link", "leak_report", "system", "unknown"]]
    """What acted. client: the client, through its link. viewing_link: a holder of the read-only link. system: Billhook, by time. unknown: an entry that this release cannot read"""
    name: str | None
    """The email address of a member or of the owner of a portal session, the prefix of a key, the name of an application, the IP address of a leak report; otherwise null"""


class ClientBatchResult(Model):
    results: list[ClientBatchResultResult]
    """One entry for each item, in the order of the request"""
    created: int
    """How many items were written"""
    refused: int
    """How many items were not written"""


class ClientBatchResultResult(Model):
    index: int
    """The position of the item in `items`, from 0"""
    status: int
    """The status that the item would get on its own; 424 if it was not written because another item failed"""
    problem: Problem | None = None
    """Why the item was rejected; absent if it was written"""
    record: Client | None = None
    """The created record; absent if the item was rejected"""


class Problem(Model):
    type: str
    """The URL of the page in the error catalogue"""
    title: str
    """What happened, in one sentence that is the same for every error with this code"""
    status: int | float
    """The HTTP status of the response"""
    detail: str
    """What happened in this request, and what to do next"""
    code: str
    """Stable: test this member, not the texts. Later versions may add codes."""
    instance: str
    """The path of the request, without its query"""
    request_id: str
    """The id of the request, as in the header `Request-Id`"""
    errors: list[ProblemError] | None = None
    """What is wrong with the input, one entry for each place; absent if the error is about no member"""


class ProblemError(Model):
    pointer: str | None = None
    """An RFC 6901 pointer into the body"""
    parameter: str | None = None
    """The name of a query or path parameter"""
    code: str
    """The rule that the value breaks, for programs. Codes may be added"""
    message: str
    """What is wrong with the value, for people"""


class ClientBatchUpdateResult(Model):
    results: list[ClientBatchUpdateResultResult]
    """One entry for each item, in the order of the request"""
    updated: int
    """How many items were written"""
    refused: int
    """How many items were not written"""


class ClientBatchUpdateResultResult(Model):
    index: int
    """The position of the item in `items`, from 0"""
    status: int
    """The status that the item would get on its own; 424 if it was not written because another item failed"""
    problem: Problem | None = None
    """Why the item was rejected; absent if it was written"""
    record: Client | None = None
    """The record after the edit; absent if the item was rejected"""


class BatchDeleteResult(Model):
    results: list[BatchDeleteResultResult]
    """One entry for each item, in the order of the request"""
    deleted: int
    """How many records were deleted or archived"""
    refused: int
    """How many items were not written"""


class BatchDeleteResultResult(Model):
    index: int
    """The position of the item in `items`, from 0"""
    status: int
    """The status that the item would get on its own; 424 if it was not written because another item failed"""
    problem: Problem | None = None
    """Why the item was rejected; absent if it was written"""


class ClientPageLink(Model):
    status: Open[Literal["None", "Active", "Expired", "Revoked"]]
    """None: the client never had a link. Only an Active link works. A revoked or expired link is in no email until you create another one. A revoked one stays revoked until you send `replace`"""
    created_at: datetime | None
    """When the link was created"""
    expires_at: datetime | None
    """When the link stops working; null for never"""


class OpenedClientPageLink(Model):
    status: Open[Literal["None", "Active", "Expired", "Revoked"]]
    """None: the client never had a link. Only an Active link works. A revoked or expired link is in no email until you create another one. A revoked one stays revoked until you send `replace`"""
    created_at: datetime | None
    """When the link was created"""
    expires_at: datetime | None
    """When the link stops working; null for never"""
    url: str
    """Give it only to the client: anyone who has it sees all documents of the client, and can answer in its name"""


class CreditNoteList(Model):
    data: list[ExpandableCreditNote | Tombstone]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class ExpandableCreditNote(Model):
    id: int
    """The id of the record"""
    number: str
    """Without gaps, from the series of credit notes"""
    status: Open[Literal["Issued"]]
    """Always `Issued`: a credit note is final"""
    invoice_id: int
    """The id of the invoice that it credits"""
    invoice_number: str
    """The number of that invoice"""
    client_id: int
    """The id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    reason: ExpandableCreditNoteReason
    """Why it was issued"""
    issue_date: Date
    """The date of the credit note, in the time zone of the company"""
    currency: str
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT"""
    lines: list[Line]
    """The line items, in the printed order"""
    allowances: list[DocumentAdjustmentView]
    """Reductions of the whole document"""
    charges: list[DocumentAdjustmentView]
    """Additions to the whole document, such as shipping"""
    rounding_increment: str | None
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    totals: Totals
    """The sums of the document"""
    tax_breakdown: list[TaxBreakdown]
    """The VAT by category and rate, in the order in which they first appear"""
    series: str
    """The code of the number series"""
    purchase_order: str | None
    """The number of the order of the client (BT-13); null without one"""
    buyer_reference: str | None
    """The reference by which the client routes the document (BT-10); null without one"""
    contract: str | None
    """The number of the contract (BT-12); null without one"""
    project: str | None
    """The name or number of the project (BT-11); null without one"""
    notes: list[str]
    """Texts for the client, one paragraph each"""
    terms: str | None
    """The text that says how the document is to be paid; null without one"""
    payment_means: PaymentMeans | None
    """How the client pays; null if the document does not say so"""
    locale: str | None
    """The language of the document; null for that of the client, else English"""
    custom_fields: dict[str, str | int | float | bool | None]
    """The custom fields, as you sent them; empty without any"""
    private_notes: str | None
    """For internal use: never on the PDF, in an email or on the public page; null without one"""
    allocation: CreditAllocation
    """What the credited amount did: it reduced the invoice, or became credit of the client"""
    seller: Seller
    """The company, as it was when the credit note was issued"""
    client: Buyer
    """The client, as it was when the credit note was issued"""
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    """The state of the last email with the document; null until one is created"""
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""
    expanded: CreditNoteExpanded | None = None
    """The records requested with `expand`; absent without it"""


class ExpandableCreditNoteReason(Model):
    """Why it was issued"""
    code: Open[Literal["Error", "Return", "Discount", "Cancellation", "Other"]]
    """Why it was issued"""
    text: str | None
    """The reason as text, as printed; null without one"""


class Line(Model):
    id: int
    """The id of the line, which `lineIds` of a conversion names"""
    name: str
    """What is sold (BT-153)"""
    description: str | None
    """More about it, in several lines (BT-154); null without one"""
    quantity: str
    """The quantity, with at most 4 decimals; negative for a return"""
    unit: str
    """The unit of the quantity, as a code of UN/ECE Recommendation 20 or 21; C62 is a piece"""
    unit_price: str
    """The price of `priceBaseQuantity`, with VAT if `pricesIncludeTax` is true"""
    price_base_quantity: str
    """The quantity that the unit price is for"""
    discount: AdjustmentView | None
    """A reduction of the line, which is printed as a discount; null without one"""
    allowances: list[AdjustmentView]
    """Further reductions of the line"""
    charges: list[AdjustmentView]
    """Additions to the line"""
    tax_category: Open[Literal["S", "Z", "E", "AE", "K", "G", "O"]]
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    tax_rate: str | None
    """The VAT rate in percent; null for the category O"""
    exemption_reason: str | None
    """Why no VAT is charged, with the categories E, AE, K, G and O; null without one"""
    service_period: LineServicePeriod | None
    """When it was supplied, if it took more than a day; null without one"""
    seller_item_id: str | None
    """Your number of the article (BT-155); null without one"""
    buyer_item_id: str | None
    """The number of the article at the client (BT-156); null without one"""
    custom_fields: dict[str, str | int | float | bool | None]
    """The custom fields, as you sent them; empty without any"""
    net: str
    """The amount of the line without VAT, after its allowances and charges"""
    tax: str
    """The share of the line in the VAT of its category and rate, which is computed once for all lines. Shares are rounded by largest remainder, so that they add up."""
    gross: str
    """The amount of the line with VAT"""


class AdjustmentView(Model):
    amount: str | None = None
    """The amount in the currency of the document; absent if it is a percentage"""
    percent: str | None = None
    """The percentage of the line, or of the document; absent if it is an amount"""
    reason: str | None = None
    """The reason, as printed"""


class LineServicePeriod(Model):
    start: Date
    """The first day"""
    end: Date
    """The last day, which is included"""


class DocumentAdjustmentView(Model):
    amount: str | None = None
    """The amount in the currency of the document; absent if it is a percentage"""
    percent: str | None = None
    """The percentage of the line, or of the document; absent if it is an amount"""
    reason: str | None = None
    """The reason, as printed"""
    tax_category: Open[Literal["S", "Z", "E", "AE", "K", "G", "O"]] | None = None
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    tax_rate: str | None = None
    """The VAT rate in percent of the lines that it applies to"""


class Totals(Model):
    line_net: str
    """The sum of the lines without VAT (BT-106)"""
    allowances: str
    """The sum of the allowances of the document without VAT (BT-107)"""
    charges: str
    """The sum of the charges of the document without VAT (BT-108)"""
    net: str
    """The total without VAT: `lineNet` less `allowances` plus `charges` (BT-109)"""
    tax: str
    """The VAT of all categories and rates (BT-110)"""
    gross: str
    """The total with VAT (BT-112)"""
    rounding: str
    """The difference by cash rounding; zero without one (BT-114)"""
    due: str
    """The payable amount: `gross` plus `rounding`, before payments (BT-115)"""


class TaxBreakdown(Model):
    category: Open[Literal["S", "Z", "E", "AE", "K", "G", "O"]]
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    rate: str | None
    """The VAT rate in percent; null for the category O"""
    taxable: str
    """The amount without VAT that the rate applies to"""
    tax: str
    """The VAT of this category and rate"""
    exemption_reason: str | None
    """Why no VAT is charged: the reasons of its lines; null for the categories S and Z, and without any"""


class PaymentMeans(Model):
    code: str
    """How to pay, as a UNTDID 4461 code, like 30 for a credit transfer"""
    iban: str | None = None
    """The account to pay to"""
    bic: str | None = None
    """The bank of that account"""
    remittance: str | None = None
    """What the client states with the payment (BT-83)"""


class CreditAllocation(Model):
    invoice: str
    """The part that reduced the outstanding amount of the invoice"""
    released: str
    """The part that was already paid and became credit of the client"""


class Seller(Model):
    id: int
    """The id of the company"""
    name: str
    """The legal name"""
    time_zone: str
    """The IANA time zone of all its dates"""
    currency: str
    """The ISO 4217 code of its base currency"""
    address: Address | None
    """The postal address on documents; null without one"""
    legal_id: SellerLegalId | None
    """Its number in a register (BT-30), with the scheme of the register (ISO 6523), such as 0002 for a SIREN; null without one"""
    vat_number: str | None
    """The VAT number with its country prefix, without spaces; null without one"""
    tax_number: str | None
    """The tax number of the country, like a Steuernummer or codice fiscale (BT-32)"""
    email: str | None
    """The email address on documents; null without one"""
    phone: str | None
    """The telephone number on documents; null without one"""
    website: str | None
    """The address of the website on documents; null without one"""
    legal_notice: str | None
    """Printed at the foot of each page"""
    iban: str | None
    """The account that documents name if they state no other one; null without one"""
    bic: str | None
    """The bank of that account; null without one"""
    logo: Logo | None
    """The logo of new documents"""
    accent_color: str | None
    """The colour of new documents, as #rrggbb; null for the standard colour"""


class SellerLegalId(Model):
    scheme: str | None = None
    """The ISO 6523 code of the register; absent if it has none"""
    value: str
    """The number or address in that register or network"""


class Logo(Model):
    digest: str
    """The SHA-256 of the image in hexadecimal: `/logos/{digest}` is its address"""
    type: Open[Literal["image/png", "image/jpeg"]]
    """The media type of the image"""
    width: int
    """The width in pixels"""
    height: int
    """The height in pixels"""


class Buyer(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    status: Open[Literal["Active", "Archived"]]
    """New documents for an archived client are rejected"""
    kind: Open[Literal["Business", "Individual", "Public"]]
    """What the client is: a company or association, a person, or a public body"""
    name: str
    """The legal name"""
    trading_name: str | None
    """The name under which it trades, if it differs from the legal name; null without one"""
    first_name: str | None
    """The first name of an individual, or of the person to address; null without one"""
    last_name: str | None
    """The last name of an individual, or of the person to address; null without one"""
    email: str | None
    """The email address to which documents are sent if no contact receives them; null without one"""
    phone: str | None
    """The telephone number, in any notation; null without one"""
    contacts: list[BuyerContact]
    """The people and departments of the client, in your order"""
    billing_address: Address
    """The postal address on documents"""
    delivery_address: Address | None
    """The address of deliveries, if it differs from the billing address; null without one"""
    legal_id: BuyerLegalId | None
    """Its number in a register (BT-47), with the scheme of the register (ISO 6523), such as 0002 for a SIREN; null without one"""
    vat_number: str | None
    """The VAT number with its country prefix, without spaces; null without one"""
    electronic_address: BuyerElectronicAddress | None
    """Where electronic invoices are sent, with the scheme of the network (EAS list); null without one"""
    buyer_reference: str | None
    """The reference on its documents that state none (BT-10); null without one"""
    currency: str | None
    """The ISO 4217 code of its usual currency; null for that of the company"""
    locale: str | None
    """The language of its documents; null for that of the company"""
    payment_terms: PaymentTerms | None
    """When its invoices are due; null for the payment terms of the company"""
    custom_fields: dict[str, str | int | float | bool | None]
    """The custom fields, as you sent them; empty without any"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""


class BuyerContact(Model):
    name: str
    """The name of the person or department"""
    email: str | None = None
    """The email address, to which documents are sent if `receives` says so"""
    phone: str | None = None
    """The telephone number, in any notation"""
    receives: list[Open[Literal["Invoice", "Quote"]]]
    """The documents that are sent to this contact unless a request names other recipients"""


class BuyerLegalId(Model):
    scheme: str | None = None
    """The ISO 6523 code of the register; absent if it has none"""
    value: str
    """The number or address in that register or network"""


class BuyerElectronicAddress(Model):
    scheme: str
    """The code of the register or network, which says how to read the value"""
    value: str
    """The number or address in that register or network"""


class DocumentDelivery(Model):
    channel: Open[Literal["Email", "Link", "None"]]
    """How it was delivered: the state is kept for emails only"""
    to: list[str]
    """The email addresses of the recipients"""
    status: Open[Literal["Pending", "Sent", "Failed", "Kept"]]
    """Kept: this installation sends no email; the email can be read in the settings"""
    mail_id: int | None
    """The id of the email (`GET /v1/mails/{id}`); null without one"""
    error: str | None
    """Why it failed or bounced, as the mail server reported it"""
    at: datetime
    """When the status was reached"""


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
    """The kind of the document, which is always `Invoice`"""
    status: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]]
    """Derived from what happened, in this order: Void, Draft, Rejected, then Paid or WrittenOff if nothing is outstanding, Overdue, Partial, Sent"""
    settled_by: Open[Literal["Payment", "Credit", "Both"]] | None
    """How it was settled; null unless it is `Paid`, and for an invoice with a total of 0.00"""
    client_id: int
    """The id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    issue_date: Date
    """The date of the invoice, in the time zone of the company"""
    due_date: Date | None
    """The last day to pay before the invoice is overdue; null without payment terms"""
    due_date_by_terms: bool | None
    """Of a draft: whether `dueDate` is by the payment terms, and follows the issue date and the client. Null after issue"""
    supply_date: Date | None
    """The date of supply, if it differs from the issue date; null without one"""
    service_period: InvoiceServicePeriod | None
    """When it was supplied, if it took more than a day; null without one"""
    currency: str
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT"""
    lines: list[Line]
    """The line items, in the printed order"""
    allowances: list[DocumentAdjustmentView]
    """Reductions of the whole document"""
    charges: list[DocumentAdjustmentView]
    """Additions to the whole document, such as shipping"""
    rounding_increment: str | None
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    totals: Totals
    """The sums of the document"""
    tax_breakdown: list[TaxBreakdown]
    """The VAT by category and rate, in the order in which they first appear"""
    series: str
    """The code of the number series"""
    purchase_order: str | None
    """The number of the order of the client (BT-13); null without one"""
    buyer_reference: str | None
    """The reference by which the client routes the document (BT-10); null without one"""
    contract: str | None
    """The number of the contract (BT-12); null without one"""
    project: str | None
    """The name or number of the project (BT-11); null without one"""
    notes: list[str]
    """Texts for the client, one paragraph each"""
    terms: str | None
    """The text that says how the document is to be paid; null without one"""
    payment_means: PaymentMeans | None
    """How the client pays; null if the document does not say so"""
    locale: str | None
    """The language of the document; null for that of the client, else English"""
    custom_fields: dict[str, str | int | float | bool | None]
    """The custom fields, as you sent them; empty without any"""
    private_notes: str | None
    """For internal use: never on the PDF, in an email or on the public page; null without one"""
    amount_paid: str
    """The payments allocated to it, less refunds and what credit notes released"""
    amount_credited: str
    """The payable amounts of its credit notes"""
    amount_written_off: str
    """The amount that was written off; zero unless the status is `WrittenOff`"""
    balance: str
    """The outstanding amount: `totals.due` less what is paid, credited and written off"""
    seller: Seller | None
    """As it was when the invoice was sent; null for a draft"""
    client: Buyer | None
    """As it was when the invoice was sent; null for a draft"""
    rejection: InvoiceRejection | None
    """The rejection by the client; null unless it is rejected"""
    write_off: InvoiceWriteOff | None
    """Null unless the status is `WrittenOff`"""
    payment_reference: str | None
    """What the client states with the payment (BT-83): `paymentMeans.remittance`, else the number, or the structured reference where a text of a Belgian company asks for it. Null for a draft without one"""
    last_transition: InvoiceLastTransition | None
    """The last change of the status; null for a draft that never had another one"""
    available_actions: list[InvoiceAvailableAction]
    """The actions that a request can ask for, each with whether the invoice allows it now"""
    credit_note_ids: list[int]
    """The ids of its credit notes"""
    quote_id: int | None
    """The id of the quote that it was created from; null without one"""
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    """The state of the last email with the document; null until one is created"""
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    issued_at: datetime | None
    """When it was issued; null for a draft"""
    sent_at: datetime | None
    """When it was first sent; null for a draft"""
    paid_at: datetime | None
    """When its status became `Paid`; null in any other status"""
    overdue_since: datetime | None
    """When it became overdue; null if it is not past its due date"""
    rejected_at: datetime | None
    """When the client rejected it; null unless it is rejected"""
    voided_at: datetime | None
    """When it was voided; null unless it is void"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""


class InvoiceServicePeriod(Model):
    start: Date
    """The first day"""
    end: Date
    """The last day, which is included"""


class InvoiceRejection(Model):
    code: Open[Literal["WrongAmount", "WrongClient", "NotOrdered", "Duplicate", "Other"]]
    """Why the client rejected it"""
    text: str | None
    """The explanation of the client; null without one"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    """Who rejected it"""
    at: datetime
    """When it was rejected"""


class InvoiceWriteOff(Model):
    date: Date
    """The accounting date, in the time zone of the company"""
    reason: str
    """Why it was written off"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    """Who wrote it off"""
    at: datetime
    """When it was written off"""


class InvoiceLastTransition(Model):
    from_: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]] | None = Field(alias="from")
    """The status before; null if it had none"""
    to: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]]
    """The status after"""
    at: datetime
    """When the status changed"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    """Who changed it"""
    reason: str | None
    """The reason that the request gave; null without one"""


class InvoiceAvailableAction(Model):
    action: Open[Literal["update", "annotate", "delete", "send", "resend", "pay", "credit", "reject", "reopen", "postpone", "writeOff", "void", "duplicate"]]
    """The action, which has an operation of the same name"""
    allowed: bool
    """Whether it is allowed now"""
    reason: str | None
    """Why it is not allowed; null if it is"""


class CreditNote(Model):
    id: int
    """The id of the record"""
    number: str
    """Without gaps, from the series of credit notes"""
    status: Open[Literal["Issued"]]
    """Always `Issued`: a credit note is final"""
    invoice_id: int
    """The id of the invoice that it credits"""
    invoice_number: str
    """The number of that invoice"""
    client_id: int
    """The id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    reason: CreditNoteReason
    """Why it was issued"""
    issue_date: Date
    """The date of the credit note, in the time zone of the company"""
    currency: str
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT"""
    lines: list[Line]
    """The line items, in the printed order"""
    allowances: list[DocumentAdjustmentView]
    """Reductions of the whole document"""
    charges: list[DocumentAdjustmentView]
    """Additions to the whole document, such as shipping"""
    rounding_increment: str | None
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    totals: Totals
    """The sums of the document"""
    tax_breakdown: list[TaxBreakdown]
    """The VAT by category and rate, in the order in which they first appear"""
    series: str
    """The code of the number series"""
    purchase_order: str | None
    """The number of the order of the client (BT-13); null without one"""
    buyer_reference: str | None
    """The reference by which the client routes the document (BT-10); null without one"""
    contract: str | None
    """The number of the contract (BT-12); null without one"""
    project: str | None
    """The name or number of the project (BT-11); null without one"""
    notes: list[str]
    """Texts for the client, one paragraph each"""
    terms: str | None
    """The text that says how the document is to be paid; null without one"""
    payment_means: PaymentMeans | None
    """How the client pays; null if the document does not say so"""
    locale: str | None
    """The language of the document; null for that of the client, else English"""
    custom_fields: dict[str, str | int | float | bool | None]
    """The custom fields, as you sent them; empty without any"""
    private_notes: str | None
    """For internal use: never on the PDF, in an email or on the public page; null without one"""
    allocation: CreditAllocation
    """What the credited amount did: it reduced the invoice, or became credit of the client"""
    seller: Seller
    """The company, as it was when the credit note was issued"""
    client: Buyer
    """The client, as it was when the credit note was issued"""
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    """The state of the last email with the document; null until one is created"""
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""


class CreditNoteReason(Model):
    """Why it was issued"""
    code: Open[Literal["Error", "Return", "Discount", "Cancellation", "Other"]]
    """Why it was issued"""
    text: str | None
    """The reason as text, as printed; null without one"""


class EventList(Model):
    data: list[Event]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class Event(Model):
    id: str
    """The same for all attempts and endpoints: use it to recognise a repeat"""
    type: EventType
    """What happened, and to which resource"""
    created_at: datetime
    """When it happened"""
    data: dict[str, Any] | None
    """The record as its GET returned it at that moment; null if the caller may not read such records"""
    missing_permission: Permission | None = None
    """Only if `data` is null: the permission that is needed to see it"""


EventType: TypeAlias = Open[Literal["invoice.created", "invoice.updated", "invoice.deleted", "invoice.sent", "invoice.paid", "invoice.partial", "invoice.overdue", "invoice.rejected", "client.created", "client.updated", "client.deleted", "quote.created", "quote.updated", "quote.deleted", "payment.created", "payment.deleted", "checkpoint.signed"]]


Permission: TypeAlias = Open[Literal["client.read", "client.write", "invoice.read", "invoice.write", "quote.read", "quote.write", "payment.read", "payment.write", "event.read", "integration.write", "integration.manage_all", "api_key.create", "api_key.manage", "oauth_app.manage", "member.manage", "company.manage", "audit.read"]]


class EventTypeList(Model):
    data: list[EventTypeDescription]
    """All event types"""


class EventTypeDescription(Model):
    type: EventType
    """The event type"""
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
    """JSON Schema of the message with the payload `Changes`"""
    thin: dict[str, Any]
    """JSON Schema of the message with the payload `Thin`"""


class EventTypeDescriptionExample(Model):
    """A message of this type"""
    id: str
    """The same for all attempts and endpoints: use it to recognise a repeat"""
    type: EventType
    """What happened, and to which resource"""
    created_at: datetime
    """When it happened"""
    data: dict[str, Any]
    """The record as its GET returned it at that moment"""


class ImportList(Model):
    data: list[Import]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class Import(Model):
    id: int
    """The id of the import"""
    resource: Open[Literal["clients"]]
    """What its rows are"""
    format: Open[Literal["csv", "ndjson"]]
    """The format of its rows"""
    dry_run: bool
    """Whether it only checks the rows"""
    status: Open[Literal["Running", "Completed", "Cancelled", "Failed"]]
    """Completed: each row has a result"""
    failure: Open[Literal["permission_lost", "internal_error"]] | None
    """Why a failed import ended: `permission_lost`, because its creator may no longer write these records, or `internal_error`. Null unless it failed"""
    total: int
    """The number of its rows"""
    done: int
    """How many rows have a result"""
    created: int
    """How many records it created; in a dry run, how many it would create"""
    existing: int
    """How many rows equal a row that was imported in the last 30 days"""
    rejected: int
    """How many rows were rejected"""
    requested_by: str
    """A description of the caller who requested it"""
    created_at: datetime
    """When it was requested"""
    completed_at: datetime | None
    """When it ended; null before that"""
    expires_at: datetime | None
    """Until when its results can be downloaded, 7 days after its end; null before its end"""


class InvoiceList(Model):
    data: list[ExpandableInvoice | Tombstone]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class ExpandableInvoice(Model):
    id: int
    """The id of the record"""
    number: str | None
    """Without gaps, assigned when the invoice is sent"""
    type: Open[Literal["Invoice"]]
    """The kind of the document, which is always `Invoice`"""
    status: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]]
    """Derived from what happened, in this order: Void, Draft, Rejected, then Paid or WrittenOff if nothing is outstanding, Overdue, Partial, Sent"""
    settled_by: Open[Literal["Payment", "Credit", "Both"]] | None
    """How it was settled; null unless it is `Paid`, and for an invoice with a total of 0.00"""
    client_id: int
    """The id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    issue_date: Date
    """The date of the invoice, in the time zone of the company"""
    due_date: Date | None
    """The last day to pay before the invoice is overdue; null without payment terms"""
    due_date_by_terms: bool | None
    """Of a draft: whether `dueDate` is by the payment terms, and follows the issue date and the client. Null after issue"""
    supply_date: Date | None
    """The date of supply, if it differs from the issue date; null without one"""
    service_period: ExpandableInvoiceServicePeriod | None
    """When it was supplied, if it took more than a day; null without one"""
    currency: str
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT"""
    lines: list[Line]
    """The line items, in the printed order"""
    allowances: list[DocumentAdjustmentView]
    """Reductions of the whole document"""
    charges: list[DocumentAdjustmentView]
    """Additions to the whole document, such as shipping"""
    rounding_increment: str | None
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    totals: Totals
    """The sums of the document"""
    tax_breakdown: list[TaxBreakdown]
    """The VAT by category and rate, in the order in which they first appear"""
    series: str
    """The code of the number series"""
    purchase_order: str | None
    """The number of the order of the client (BT-13); null without one"""
    buyer_reference: str | None
    """The reference by which the client routes the document (BT-10); null without one"""
    contract: str | None
    """The number of the contract (BT-12); null without one"""
    project: str | None
    """The name or number of the project (BT-11); null without one"""
    notes: list[str]
    """Texts for the client, one paragraph each"""
    terms: str | None
    """The text that says how the document is to be paid; null without one"""
    payment_means: PaymentMeans | None
    """How the client pays; null if the document does not say so"""
    locale: str | None
    """The language of the document; null for that of the client, else English"""
    custom_fields: dict[str, str | int | float | bool | None]
    """The custom fields, as you sent them; empty without any"""
    private_notes: str | None
    """For internal use: never on the PDF, in an email or on the public page; null without one"""
    amount_paid: str
    """The payments allocated to it, less refunds and what credit notes released"""
    amount_credited: str
    """The payable amounts of its credit notes"""
    amount_written_off: str
    """The amount that was written off; zero unless the status is `WrittenOff`"""
    balance: str
    """The outstanding amount: `totals.due` less what is paid, credited and written off"""
    seller: Seller | None
    """As it was when the invoice was sent; null for a draft"""
    client: Buyer | None
    """As it was when the invoice was sent; null for a draft"""
    rejection: ExpandableInvoiceRejection | None
    """The rejection by the client; null unless it is rejected"""
    write_off: ExpandableInvoiceWriteOff | None
    """Null unless the status is `WrittenOff`"""
    payment_reference: str | None
    """What the client states with the payment (BT-83): `paymentMeans.remittance`, else the number, or the structured reference where a text of a Belgian company asks for it. Null for a draft without one"""
    last_transition: ExpandableInvoiceLastTransition | None
    """The last change of the status; null for a draft that never had another one"""
    available_actions: list[ExpandableInvoiceAvailableAction]
    """The actions that a request can ask for, each with whether the invoice allows it now"""
    credit_note_ids: list[int]
    """The ids of its credit notes"""
    quote_id: int | None
    """The id of the quote that it was created from; null without one"""
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    """The state of the last email with the document; null until one is created"""
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    issued_at: datetime | None
    """When it was issued; null for a draft"""
    sent_at: datetime | None
    """When it was first sent; null for a draft"""
    paid_at: datetime | None
    """When its status became `Paid`; null in any other status"""
    overdue_since: datetime | None
    """When it became overdue; null if it is not past its due date"""
    rejected_at: datetime | None
    """When the client rejected it; null unless it is rejected"""
    voided_at: datetime | None
    """When it was voided; null unless it is void"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""
    expanded: InvoiceExpanded | None = None
    """The records requested with `expand`; absent without it"""


class ExpandableInvoiceServicePeriod(Model):
    start: Date
    """The first day"""
    end: Date
    """The last day, which is included"""


class ExpandableInvoiceRejection(Model):
    code: Open[Literal["WrongAmount", "WrongClient", "NotOrdered", "Duplicate", "Other"]]
    """Why the client rejected it"""
    text: str | None
    """The explanation of the client; null without one"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    """Who rejected it"""
    at: datetime
    """When it was rejected"""


class ExpandableInvoiceWriteOff(Model):
    date: Date
    """The accounting date, in the time zone of the company"""
    reason: str
    """Why it was written off"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    """Who wrote it off"""
    at: datetime
    """When it was written off"""


class ExpandableInvoiceLastTransition(Model):
    from_: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]] | None = Field(alias="from")
    """The status before; null if it had none"""
    to: Open[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]]
    """The status after"""
    at: datetime
    """When the status changed"""
    by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    actor: Actor
    """Who changed it"""
    reason: str | None
    """The reason that the request gave; null without one"""


class ExpandableInvoiceAvailableAction(Model):
    action: Open[Literal["update", "annotate", "delete", "send", "resend", "pay", "credit", "reject", "reopen", "postpone", "writeOff", "void", "duplicate"]]
    """The action, which has an operation of the same name"""
    allowed: bool
    """Whether it is allowed now"""
    reason: str | None
    """Why it is not allowed; null if it is"""


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
    """Derived from what happened, in this order: Draft, Superseded by a revision, Invoiced completely, Accepted, Declined, Expired, Sent"""
    revision: int
    """The revisions of a quote share its number"""
    previous_revision_id: int | None
    """The id of the quote that it revises; null without one"""
    next_revision_id: int | None
    """The id of its revision, which is a draft until it is sent"""
    client_id: int
    """The id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    title: str | None
    """The title under which the quote is printed; null without one"""
    issue_date: Date
    """The date of the quote, in the time zone of the company"""
    expiry_date: Date | None
    """The last day on which it can be accepted; null for none"""
    currency: str
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT"""
    lines: list[Line]
    """The line items, in the printed order"""
    allowances: list[DocumentAdjustmentView]
    """Reductions of the whole document"""
    charges: list[DocumentAdjustmentView]
    """Additions to the whole document, such as shipping"""
    rounding_increment: str | None
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    totals: Totals
    """The sums of the document"""
    tax_breakdown: list[TaxBreakdown]
    """The VAT by category and rate, in the order in which they first appear"""
    series: str
    """The code of the number series"""
    purchase_order: str | None
    """The number of the order of the client (BT-13); null without one"""
    buyer_reference: str | None
    """The reference by which the client routes the document (BT-10); null without one"""
    contract: str | None
    """The number of the contract (BT-12); null without one"""
    project: str | None
    """The name or number of the project (BT-11); null without one"""
    notes: list[str]
    """Texts for the client, one paragraph each"""
    terms: str | None
    """The text that says how the document is to be paid; null without one"""
    payment_means: PaymentMeans | None
    """How the client pays; null if the document does not say so"""
    locale: str | None
    """The language of the document; null for that of the client, else English"""
    custom_fields: dict[str, str | int | float | bool | None]
    """The custom fields, as you sent them; empty without any"""
    private_notes: str | None
    """For internal use: never on the PDF, in an email or on the public page; null without one"""
    seller: Seller | None
    """As it was when the quote was sent; null for a draft"""
    client: Buyer | None
    """As it was when the quote was sent; null for a draft"""
    acceptance: QuoteAcceptance | None
    """Who accepted it; null unless it was accepted"""
    decline: QuoteDecline | None
    """Why it was declined; null unless it was declined"""
    invoice_ids: list[int]
    """The ids of the invoices that were created from it"""
    invoiced_total: str
    """With VAT, without void invoices"""
    remaining: str
    """The part of the gross total that is not invoiced"""
    available_actions: list[QuoteAvailableAction]
    """The actions that a request can ask for, each with whether the quote allows it now"""
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    """The state of the last email with the document; null until one is created"""
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    sent_at: datetime | None
    """When it was first sent; null for a draft"""
    accepted_at: datetime | None
    """When it was accepted; null unless it was accepted"""
    declined_at: datetime | None
    """When it was declined; null unless it was declined"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""


class QuoteAcceptance(Model):
    by: str
    """The name of the person who accepted it"""
    at: datetime
    """When it was accepted"""
    po_number: str | None
    """The purchase order of the client; null without one"""


class QuoteDecline(Model):
    code: Open[Literal["TooExpensive", "NotNeeded", "AnotherSupplier", "Changes", "Other"]]
    """Why the client declined it"""
    text: str | None
    """The explanation of the client; null without one"""
    at: datetime
    """When it was declined"""


class QuoteAvailableAction(Model):
    action: Open[Literal["update", "annotate", "delete", "send", "resend", "accept", "decline", "revise", "convert"]]
    """The action, which has an operation of the same name"""
    allowed: bool
    """Whether it is allowed now"""
    reason: str | None
    """Why it is not allowed; null if it is"""


class Payment(Model):
    id: int
    """The id of the record"""
    status: Open[Literal["Recorded", "Deleted"]]
    """Deleted: it no longer counts"""
    kind: Open[Literal["Payment", "Refund"]]
    """Payment: money received. Refund: money returned to the client. Amounts are positive in both"""
    client_id: int
    """The id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    date: Date
    """The day on which the money arrived or was returned, in the time zone of the company"""
    amount: str
    """The whole amount, including the unallocated part"""
    currency: str
    """The ISO 4217 code of the amounts"""
    method: str | None
    """The payment method, like Transfer or Card; null without one"""
    reference: str | None
    """What identifies the payment, such as the text of the bank statement; null without one"""
    allocations: list[PaymentAllocation]
    """The invoices that it pays, or that it refunds"""
    unallocated: str
    """The part that is allocated to no invoice, which is credit of the client"""
    deleted_at: datetime | None
    """When it was deleted; null unless it was deleted"""
    deleted_by: str | None
    """Who deleted it, as a text; null unless it was deleted"""
    deleted_by_actor: Actor | None
    """Who deleted it; null unless it was deleted"""
    deletion_reason: str | None
    """Why it was deleted; null unless it was deleted"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""


class PaymentAllocation(Model):
    invoice_id: int
    """The id of the invoice"""
    amount: str
    """The part of the payment that pays it"""


class InvoicePreview(Model):
    currency: str
    """The ISO 4217 code of all amounts of the document"""
    issue_date: Date
    """The date of the invoice, in the time zone of the company"""
    due_date: Date | None
    """The last day to pay before the invoice is overdue; null without payment terms"""
    lines: list[InvoicePreviewLine]
    """The amounts of the lines, in the order of the request"""
    totals: Totals
    """The sums of the document"""
    tax_breakdown: list[TaxBreakdown]
    """The VAT by category and rate, in the order in which they first appear"""
    sendable: bool
    """Whether it can be sent: `faults` is empty"""
    faults: list[Fault]
    """The errors that would keep it from being sent"""
    warnings: list[Fault]
    """Likely mistakes, which do not keep it from being sent"""


class InvoicePreviewLine(Model):
    net: str
    """The amount of the line without VAT, after its allowances and charges"""
    tax: str
    """The share of the line in the VAT of its category and rate, which is computed once for all lines. Shares are rounded by largest remainder, so that they add up."""
    gross: str
    """The amount of the line with VAT"""


class Fault(Model):
    pointer: str
    """An RFC 6901 pointer to the value"""
    code: str
    """Stable: test this member, not the message. Codes may be added"""
    message: str
    """What is wrong with the value, for people"""


class Validation(Model):
    sendable: bool
    """Whether it can be sent: `faults` is empty"""
    faults: list[Fault]
    """The errors that would keep it from being sent"""
    warnings: list[Fault]
    """Likely mistakes, which do not keep it from being sent"""


class Calculation(Model):
    currency: str
    """The ISO 4217 code of all amounts of the document"""
    steps: list[CalculationStep]
    """The rounding steps, in their order"""
    totals: Totals
    """The sums of the document"""
    tax_breakdown: list[TaxBreakdown]
    """The VAT by category and rate, in the order in which they first appear"""


class CalculationStep(Model):
    step: str
    """What is calculated. New steps may be added"""
    pointer: str
    """A pointer to the part of the document that the step is about (RFC 6901); empty for the whole document"""
    group: CalculationStepGroup | None
    """The VAT category and rate of the step; null if it concerns the whole document"""
    formula: str
    """The formula with its numbers"""
    exact: str
    """The result before rounding; a fraction if it has more than 24 decimals"""
    rounded: str
    """The result with the decimals of the currency"""
    difference: str
    """`rounded` less `exact`"""


class CalculationStepGroup(Model):
    category: Open[Literal["S", "Z", "E", "AE", "K", "G", "O"]]
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    rate: str | None
    """The VAT rate in percent; null for the category O"""


class AnsweringLink(Model):
    url: str
    """Give it only to the client: anyone who has it can answer in the name of the client"""


class InvoiceBatchResult(Model):
    results: list[InvoiceBatchResultResult]
    """One entry for each item, in the order of the request"""
    created: int
    """How many items were written"""
    refused: int
    """How many items were not written"""


class InvoiceBatchResultResult(Model):
    index: int
    """The position of the item in `items`, from 0"""
    status: int
    """The status that the item would get on its own; 424 if it was not written because another item failed"""
    problem: Problem | None = None
    """Why the item was rejected; absent if it was written"""
    record: Invoice | None = None
    """The created record; absent if the item was rejected"""


class InvoiceBatchUpdateResult(Model):
    results: list[InvoiceBatchUpdateResultResult]
    """One entry for each item, in the order of the request"""
    updated: int
    """How many items were written"""
    refused: int
    """How many items were not written"""


class InvoiceBatchUpdateResultResult(Model):
    index: int
    """The position of the item in `items`, from 0"""
    status: int
    """The status that the item would get on its own; 424 if it was not written because another item failed"""
    problem: Problem | None = None
    """Why the item was rejected; absent if it was written"""
    record: Invoice | None = None
    """The record after the edit; absent if the item was rejected"""


class BurnedKey(Model):
    status: Open[Literal["revoked"]]
    """The key no longer works"""
    prefix: str
    """The prefix of the key, as lists show it"""


class MailList(Model):
    data: list[Mail]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class Mail(Model):
    id: int
    """The id of the record"""
    resource: Open[Literal["invoice", "quote", "credit_note"]]
    """The resource of the record"""
    record_id: int
    """The id of the document"""
    number: str | None
    """The number of the document; null for a draft"""
    kind: Open[Literal["Document"]]
    """Document: delivers the document to the client"""
    status: Open[Literal["Pending", "Sent", "Failed", "Kept"]]
    """Pending: waiting for the first attempt or a retry. Sent: a mail server accepted it for at least one recipient. Kept: this installation sends no email; the email can be read here and sent once a mail server is configured"""
    recipients: list[str]
    """The email addresses that it is sent to"""
    refused: list[MailRefused]
    """The recipients who will not receive it"""
    reply_to: str | None
    """The reply-to address"""
    from_name: str
    """The name of the sender: the company"""
    subject: str
    """The subject line"""
    locale: str
    """The language of the email"""
    attachment_name: str | None
    """The file name of the attached PDF; null without an attachment"""
    attempts: int
    """How often sending was tried"""
    next_attempt_at: datetime | None
    """Null unless the status is Pending"""
    problem: MailProblem | None
    """What `lastError` means; null without an error"""
    last_error: str | None
    """The last error, as the mail server reported it"""
    message_id: str | None
    """The Message-ID header, the same in every attempt"""
    created_by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    created_by_actor: Actor
    """Who asked for it to be sent"""
    created_at: datetime
    """When it was created"""
    sent_at: datetime | None
    """When a mail server accepted it; null before that"""
    updated_at: datetime
    """When its status or number of attempts last changed"""


class MailRefused(Model):
    recipient: str
    """The email address"""
    reply: str
    """As the mail server reported it"""


class MailProblem(Model):
    code: Open[Literal["Refused", "UnknownHost", "Timeout", "Certificate", "Login", "Recipient", "Full", "Other"]]
    """The kind of error. New kinds may be added"""
    detail: str
    """What it means, in a sentence"""


class MailDetail(Model):
    id: int
    """The id of the record"""
    resource: Open[Literal["invoice", "quote", "credit_note"]]
    """The resource of the record"""
    record_id: int
    """The id of the document"""
    number: str | None
    """The number of the document; null for a draft"""
    kind: Open[Literal["Document"]]
    """Document: delivers the document to the client"""
    status: Open[Literal["Pending", "Sent", "Failed", "Kept"]]
    """Pending: waiting for the first attempt or a retry. Sent: a mail server accepted it for at least one recipient. Kept: this installation sends no email; the email can be read here and sent once a mail server is configured"""
    recipients: list[str]
    """The email addresses that it is sent to"""
    refused: list[MailDetailRefused]
    """The recipients who will not receive it"""
    reply_to: str | None
    """The reply-to address"""
    from_name: str
    """The name of the sender: the company"""
    subject: str
    """The subject line"""
    locale: str
    """The language of the email"""
    attachment_name: str | None
    """The file name of the attached PDF; null without an attachment"""
    attempts: int
    """How often sending was tried"""
    next_attempt_at: datetime | None
    """Null unless the status is Pending"""
    problem: MailDetailProblem | None
    """What `lastError` means; null without an error"""
    last_error: str | None
    """The last error, as the mail server reported it"""
    message_id: str | None
    """The Message-ID header, the same in every attempt"""
    created_by: str
    """The actor as a text. Programs read the parts of it from the member beside it"""
    created_by_actor: Actor
    """Who asked for it to be sent"""
    created_at: datetime
    """When it was created"""
    sent_at: datetime | None
    """When a mail server accepted it; null before that"""
    updated_at: datetime
    """When its status or number of attempts last changed"""
    text: str
    """The plain text part. It contains `/d/#answering-link` instead of the client link, and `/d/#client-page` instead of the link to all documents; the email itself contains the links"""
    html: str
    """The HTML part. Show it only in a sandboxed frame"""


class MailDetailRefused(Model):
    recipient: str
    """The email address"""
    reply: str
    """As the mail server reported it"""


class MailDetailProblem(Model):
    code: Open[Literal["Refused", "UnknownHost", "Timeout", "Certificate", "Login", "Recipient", "Full", "Other"]]
    """The kind of error. New kinds may be added"""
    detail: str
    """What it means, in a sentence"""


class PaymentList(Model):
    data: list[ExpandablePayment | Tombstone]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class ExpandablePayment(Model):
    id: int
    """The id of the record"""
    status: Open[Literal["Recorded", "Deleted"]]
    """Deleted: it no longer counts"""
    kind: Open[Literal["Payment", "Refund"]]
    """Payment: money received. Refund: money returned to the client. Amounts are positive in both"""
    client_id: int
    """The id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    date: Date
    """The day on which the money arrived or was returned, in the time zone of the company"""
    amount: str
    """The whole amount, including the unallocated part"""
    currency: str
    """The ISO 4217 code of the amounts"""
    method: str | None
    """The payment method, like Transfer or Card; null without one"""
    reference: str | None
    """What identifies the payment, such as the text of the bank statement; null without one"""
    allocations: list[ExpandablePaymentAllocation]
    """The invoices that it pays, or that it refunds"""
    unallocated: str
    """The part that is allocated to no invoice, which is credit of the client"""
    deleted_at: datetime | None
    """When it was deleted; null unless it was deleted"""
    deleted_by: str | None
    """Who deleted it, as a text; null unless it was deleted"""
    deleted_by_actor: Actor | None
    """Who deleted it; null unless it was deleted"""
    deletion_reason: str | None
    """Why it was deleted; null unless it was deleted"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""
    expanded: PaymentExpanded | None = None
    """The records requested with `expand`; absent without it"""


class ExpandablePaymentAllocation(Model):
    invoice_id: int
    """The id of the invoice"""
    amount: str
    """The part of the payment that pays it"""


class PaymentExpanded(Model):
    client: Client | None = None
    """The current client"""
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
    """The company whose records it reads and writes"""
    plan: Open[Literal["Free", "Pro"]]
    """Keys work on a paid plan only"""
    sandbox: bool
    """Whether the company is a sandbox: its documents are not real, and its emails are not sent"""


class MeKey(Model):
    id: int
    """The id of the key"""
    name: str
    """The name that its creator chose"""
    prefix: str
    """Identifies the key without revealing its secret"""
    status: Open[Literal["active", "expiring", "expired", "revoked", "suspended"]]
    """Whether it works: `active` and `expiring` do"""
    expires_at: datetime | None
    """When it expires; null without an expiry date"""
    created_at: datetime
    """When it was created"""


class MeApplication(Model):
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    status: Open[Literal["active", "expiring", "expired", "revoked", "suspended"]]
    """The status of its access"""
    expires_at: datetime | None
    """When its access ends; null if only a revocation ends it"""


class MeCreator(Model):
    """The member who created the key, or who authorised the application"""
    id: int
    """The id of the member"""
    kind: Open[Literal["Person", "Service"]]
    """Service: a member that owns keys and cannot sign in"""
    name: str
    """The name of the member"""
    email: str | None
    """Null for a service member"""
    status: Open[Literal["Active", "Deactivated", "Removed"]]
    """Keys of a member that is not `Active` do not work"""


class MeCompany(Model):
    """The company whose records it reads and writes"""
    id: int
    """The id of the company"""
    name: str
    """The legal name"""
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
    """The company whose records it reads and writes"""
    plan: Open[Literal["Free", "Pro"]]
    """Keys work on a paid plan only"""
    sandbox: bool
    """Whether the company is a sandbox: its documents are not real, and its emails are not sent"""


class MePermissionsLost(Model):
    permission: Permission
    """The permission that does not work"""
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
    """The id of the key"""
    name: str
    """The name that its creator chose"""
    prefix: str
    """Identifies the key without revealing its secret"""
    status: Open[Literal["active", "expiring", "expired", "revoked", "suspended"]]
    """Whether it works: `active` and `expiring` do"""
    expires_at: datetime | None
    """When it expires; null without an expiry date"""


class MePermissionsApplication(Model):
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    status: Open[Literal["active", "expiring", "expired", "revoked", "suspended"]]
    """The status of its access"""
    expires_at: datetime | None
    """When its access ends; null if only a revocation ends it"""


class MePermissionsCompany(Model):
    """The company whose records it reads and writes"""
    id: int
    """The id of the company"""
    name: str
    """The legal name"""
    time_zone: str
    """The time zone of its dates"""


class PermissionCheck(Model):
    allowed: bool
    """Whether everything that was asked for is allowed"""
    requests: list[CheckedRequest]
    """In the order of the request"""
    permissions: list[CheckedPermission]
    """In the order of the request"""


class CheckedRequest(Model):
    method: Open[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]]
    """The method of the call, as requested"""
    path: str
    """The path of the call, as requested"""
    route: str | None
    """The route of the call; null if there is none"""
    status: int | None
    """The status of the error: 403, 404 for an unknown path, 405 for a wrong method"""
    allowed: bool
    """Whether the permissions allow it"""
    required_permissions: list[Permission]
    """The permissions that it needs"""
    missing: list[Permission]
    """Those of them that do not work now"""
    code: str | None
    """The `code` of the error; null if it is allowed"""
    detail: str | None
    """The `detail` of the error; null if it is allowed"""
    cause: Open[Literal["scope_missing", "creator_lacks", "creator_inactive", "plan", "member_lacks", "policy"]] | None
    """Why it does not work; null if no permission is missing"""
    who_can_fix: Open[Literal["key_owner", "administrator", "application"]] | None
    """Who can fix it; null if no permission is missing"""
    fix_url: str | None
    """The page of the settings where it can be fixed; null if no permission is missing"""


class CheckedPermission(Model):
    permission: Permission
    """The permission, as requested"""
    allowed: bool
    """Whether the permissions allow it"""
    required_permissions: list[Permission]
    """The permissions that it needs"""
    missing: list[Permission]
    """Those of them that do not work now"""
    code: str | None
    """The `code` of the error; null if it is allowed"""
    detail: str | None
    """The `detail` of the error; null if it is allowed"""
    cause: Open[Literal["scope_missing", "creator_lacks", "creator_inactive", "plan", "member_lacks", "policy"]] | None
    """Why it does not work; null if no permission is missing"""
    who_can_fix: Open[Literal["key_owner", "administrator", "application"]] | None
    """Who can fix it; null if no permission is missing"""
    fix_url: str | None
    """The page of the settings where it can be fixed; null if no permission is missing"""


class LoggedRequestList(Model):
    data: list[LoggedRequest]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class LoggedRequest(Model):
    id: str
    """The `Request-Id` of the response. A request that a message of an assistant caused adds its number, as in `req_….1`"""
    client_request_id: str | None
    """The `Client-Request-Id` of the request, without secrets; null without one"""
    created_at: datetime
    """When the request arrived"""
    method: str
    """The HTTP method"""
    route: str | None
    """The path of the operation, with its parameters; null if no operation has this path"""
    path: str
    """The path and the query as they were sent, without secrets and cut after 2,000 characters"""
    status: int
    """The HTTP status of the response"""
    duration_ms: int
    """Milliseconds from the arrival of the request to the end of its response"""
    problem: str | None
    """The `code` of the error; null without an error"""
    credential: RequestCredential | None
    """What the request was authenticated with"""


class RequestCredential(Model):
    kind: Open[Literal["key", "application"]]
    """An API key, or the access token of an application"""
    id: int
    """The id of the key or the application"""
    name: str
    """The name of the key or the application"""
    prefix: str | None
    """Identifies a key without revealing its secret; null for an application"""


class LoggedRequestDetail(Model):
    id: str
    """The `Request-Id` of the response. A request that a message of an assistant caused adds its number, as in `req_….1`"""
    client_request_id: str | None
    """The `Client-Request-Id` of the request, without secrets; null without one"""
    created_at: datetime
    """When the request arrived"""
    method: str
    """The HTTP method"""
    route: str | None
    """The path of the operation, with its parameters; null if no operation has this path"""
    path: str
    """The path and the query as they were sent, without secrets and cut after 2,000 characters"""
    status: int
    """The HTTP status of the response"""
    duration_ms: int
    """Milliseconds from the arrival of the request to the end of its response"""
    problem: str | None
    """The `code` of the error; null without an error"""
    credential: RequestCredential | None
    """What the request was authenticated with"""
    request: LoggedMessage | None
    """The request, for a write and for a response from 400 on; null if the log does not keep it"""
    response: LoggedMessage | None
    """The response, for a write and for a response from 400 on; null if the log does not keep it"""
    missing_permission: Permission | None
    """The permission that a member needs to see `request` and `response`, which are then null; null if nothing is hidden"""


class LoggedMessage(Model):
    headers: dict[str, str]
    """Some of the headers, without secrets: never the `Authorization`"""
    type: str | None
    """The media type of the body; null without one"""
    bytes: int | None
    """The length of the whole body in bytes; null if it is not known"""
    body: str | None
    """The JSON, cut after 16,384 bytes, with `…` in place of each secret; null without a body, for other media types, and if the request was rejected before its body was read"""
    truncated: bool
    """Whether the end of `body` is cut off"""


class QuoteList(Model):
    data: list[ExpandableQuote | Tombstone]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class ExpandableQuote(Model):
    id: int
    """The id of the record"""
    number: str | None
    """Assigned when the quote is sent"""
    status: Open[Literal["Draft", "Superseded", "Invoiced", "Accepted", "Declined", "Expired", "Sent"]]
    """Derived from what happened, in this order: Draft, Superseded by a revision, Invoiced completely, Accepted, Declined, Expired, Sent"""
    revision: int
    """The revisions of a quote share its number"""
    previous_revision_id: int | None
    """The id of the quote that it revises; null without one"""
    next_revision_id: int | None
    """The id of its revision, which is a draft until it is sent"""
    client_id: int
    """The id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    title: str | None
    """The title under which the quote is printed; null without one"""
    issue_date: Date
    """The date of the quote, in the time zone of the company"""
    expiry_date: Date | None
    """The last day on which it can be accepted; null for none"""
    currency: str
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT"""
    lines: list[Line]
    """The line items, in the printed order"""
    allowances: list[DocumentAdjustmentView]
    """Reductions of the whole document"""
    charges: list[DocumentAdjustmentView]
    """Additions to the whole document, such as shipping"""
    rounding_increment: str | None
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    totals: Totals
    """The sums of the document"""
    tax_breakdown: list[TaxBreakdown]
    """The VAT by category and rate, in the order in which they first appear"""
    series: str
    """The code of the number series"""
    purchase_order: str | None
    """The number of the order of the client (BT-13); null without one"""
    buyer_reference: str | None
    """The reference by which the client routes the document (BT-10); null without one"""
    contract: str | None
    """The number of the contract (BT-12); null without one"""
    project: str | None
    """The name or number of the project (BT-11); null without one"""
    notes: list[str]
    """Texts for the client, one paragraph each"""
    terms: str | None
    """The text that says how the document is to be paid; null without one"""
    payment_means: PaymentMeans | None
    """How the client pays; null if the document does not say so"""
    locale: str | None
    """The language of the document; null for that of the client, else English"""
    custom_fields: dict[str, str | int | float | bool | None]
    """The custom fields, as you sent them; empty without any"""
    private_notes: str | None
    """For internal use: never on the PDF, in an email or on the public page; null without one"""
    seller: Seller | None
    """As it was when the quote was sent; null for a draft"""
    client: Buyer | None
    """As it was when the quote was sent; null for a draft"""
    acceptance: ExpandableQuoteAcceptance | None
    """Who accepted it; null unless it was accepted"""
    decline: ExpandableQuoteDecline | None
    """Why it was declined; null unless it was declined"""
    invoice_ids: list[int]
    """The ids of the invoices that were created from it"""
    invoiced_total: str
    """With VAT, without void invoices"""
    remaining: str
    """The part of the gross total that is not invoiced"""
    available_actions: list[ExpandableQuoteAvailableAction]
    """The actions that a request can ask for, each with whether the quote allows it now"""
    public_url: str | None
    """The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked"""
    delivery: DocumentDelivery | None
    """The state of the last email with the document; null until one is created"""
    viewed_at: datetime | None
    """When a person other than a signed-in member of the company first viewed it through one of its links"""
    sent_at: datetime | None
    """When it was first sent; null for a draft"""
    accepted_at: datetime | None
    """When it was accepted; null unless it was accepted"""
    declined_at: datetime | None
    """When it was declined; null unless it was declined"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""
    expanded: QuoteExpanded | None = None
    """The records requested with `expand`; absent without it"""


class ExpandableQuoteAcceptance(Model):
    by: str
    """The name of the person who accepted it"""
    at: datetime
    """When it was accepted"""
    po_number: str | None
    """The purchase order of the client; null without one"""


class ExpandableQuoteDecline(Model):
    code: Open[Literal["TooExpensive", "NotNeeded", "AnotherSupplier", "Changes", "Other"]]
    """Why the client declined it"""
    text: str | None
    """The explanation of the client; null without one"""
    at: datetime
    """When it was declined"""


class ExpandableQuoteAvailableAction(Model):
    action: Open[Literal["update", "annotate", "delete", "send", "resend", "accept", "decline", "revise", "convert"]]
    """The action, which has an operation of the same name"""
    allowed: bool
    """Whether it is allowed now"""
    reason: str | None
    """Why it is not allowed; null if it is"""


class QuoteExpanded(Model):
    client: Client | None = None
    """The current client; `client` of the quote itself is as it was when the quote was sent"""
    invoices: list[Invoice] | None = None
    """The invoices created from it, oldest first, at most 100. `GET /v1/invoices?quoteId=` returns all"""


class ChainEntryList(Model):
    data: list[ChainEntry]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class ChainEntry(Model):
    sequence: int
    """Its position in the chain, without gaps"""
    company_id: int
    """The company whose documents the chain covers"""
    at: datetime
    """When the entry was written"""
    resource: Open[Literal["invoice", "credit_note", "payment", "quote"]]
    """The resource of the record. Of quotes, only PDFs and their contents have entries"""
    record_id: int
    """The id of the record in its resource"""
    version: int | None
    """The version of the record; null if the entry is of its PDF, or of what the PDF shows"""
    number: str | None
    """The number of the document"""
    action: str
    """What created the version, as in the timeline; `compose` for what a PDF shows, `render` for a PDF, `adopt` for a record or a PDF that is older than the chain"""
    digest: str | None
    """SHA-256 of the canonical record, of what the PDF shows or of the PDF, in hexadecimal; null if the record was deleted"""
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
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


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
    """When it was signed"""
    public_key: str
    """The Ed25519 key of the installation, 32 bytes in base64. Store it at the first checkpoint and compare it with each later one"""
    signature: str
    """Ed25519 in base64, over the text `checkpoint.{companyId}.{sequence}.{hash}.{signedAt}` with the values of this checkpoint"""
    version: int
    """Always 1"""


class SeriesList(Model):
    data: list[Series]
    """All number series"""


class Series(Model):
    id: int
    """The id of the record"""
    kind: Open[Literal["Invoice", "Quote", "CreditNote"]]
    """The kind of documents that it numbers"""
    code: str
    """What documents name in `series`, unique per kind"""
    pattern: str
    """The form of the numbers: texts, parts of the date, and one counter"""
    reset: Open[Literal["Yearly", "Monthly", "Never"]]
    """When the counter restarts"""
    start: int
    """The first number of each period"""
    next_number: str
    """The number that a document issued today would get"""
    last_date: Date | None
    """The last issue date in the current period. An invoice or credit note with an earlier date in this period is rejected"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""


class SeriesAudit(Model):
    series_id: int
    """The id of the number series"""
    continuous: bool
    """Whether every period has no gap, no number twice (not even on an invoice and a credit note) and dates in order"""
    periods: list[SeriesAuditPeriod]
    """The periods in which numbers were assigned, earliest first"""


class SeriesAuditPeriod(Model):
    period: str
    """The year or month after which the counter restarts; `all` without restarts"""
    first_number: str | None
    """The first number of a document in the period; null without one"""
    last_number: str | None
    """The last number of a document in the period; null without one"""
    count: int
    """How many documents of the period have a number"""
    expected: int
    """How many numbers the series has assigned"""
    missing: list[str]
    """Numbers that were assigned but that no document has; at most 100"""
    out_of_order: list[str]
    """Numbers of invoices or credit notes whose date is before that of the previous number; at most 100"""
    duplicated: list[str]
    """Numbers that both an invoice and a credit note have; at most 100"""


class CompanyTotals(Model):
    from_: Date = Field(alias="from")
    """The first day of the period"""
    to: Date
    """The last day of the period"""
    currencies: list[CurrencyTotals]
    """Each currency with an amount, by its code. Amounts in different currencies are never added up"""


class CurrencyTotals(Model):
    currency: str
    """The ISO 4217 code of the amounts"""
    outstanding: str
    """The outstanding amount of all issued invoices now, whatever the period"""
    outstanding_invoices: int
    """How many invoices have an outstanding amount"""
    overdue: str
    """The overdue part of the outstanding amount"""
    overdue_invoices: int
    """How many of them are overdue"""
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
    """All VAT rates, archived ones included"""


class TaxRate(Model):
    id: int
    """The id of the record"""
    name: str
    """The name that the editor shows"""
    tax_category: Open[Literal["S"]]
    """For the taxCategory of a line"""
    tax_rate: str
    """A percentage, for the taxRate of a line"""
    status: Open[Literal["Active", "Archived"]]
    """Validation warns about an archived rate in the same way as about an unknown one"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""


class WebhookEndpointList(Model):
    data: list[WebhookEndpoint]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class WebhookEndpoint(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    url: str
    """Where messages are sent"""
    description: str | None
    """A text of your choice, which lists show; null without one"""
    event_types: list[EventType]
    """The event types that it receives"""
    filter: EventFilter | None
    """Which of these events it receives; null for all"""
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
    """The limits for the messages that it receives"""
    status: Open[Literal["Enabled", "Disabled"]]
    """Disabled: no messages are sent, and no deliveries are created"""
    disabled_reason: Open[Literal["Manual", "Gone", "Failing", "AccessRevoked", "AccessExpired"]] | None
    """Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended"""
    disabled_at: datetime | None
    """When it was disabled; null while it is enabled"""
    application: WebhookEndpointApplication | None
    """The application that created the endpoint; null if a member or a key did"""
    application_changes: list[WebhookEndpointApplicationChange]
    """The members that an application set on an endpoint that it does not own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that"""
    health: WebhookEndpointHealth
    """Whether it accepts its messages, and what happens next"""
    deliveries: WebhookEndpointDeliveries
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""


class EventFilter(Model):
    """Either `field` with comparisons, which must all be true, or one of `all`, `any` and `not` with other filters; at most 5 levels deep and with at most 50 conditions. Numbers and decimals are compared by value, other texts by their characters. A missing member is null."""
    field: str | None = None
    """The member of `data`, or the path to it"""
    eq: str | int | float | bool | None = None
    """It equals this value"""
    ne: str | int | float | bool | None = None
    """It does not equal this value"""
    gt: str | int | float | None = None
    """It is greater than this value"""
    gte: str | int | float | None = None
    """It is greater than this value or equal to it"""
    lt: str | int | float | None = None
    """It is less than this value"""
    lte: str | int | float | None = None
    """It is less than this value or equal to it"""
    in_: list[str | int | float | bool | None] | None = Field(None, alias="in")
    """It equals one of these values"""
    not_in: list[str | int | float | bool | None] | None = None
    """It equals none of these values"""
    starts_with: str | None = None
    """It is a text that starts with this one"""
    ends_with: str | None = None
    """It is a text that ends with this one"""
    contains: str | None = None
    """It is a text that contains this one"""
    exists: bool | None = None
    """Whether the record has it"""
    all: list[EventFilter] | None = None
    """All of these filters are true"""
    any: list[EventFilter] | None = None
    """At least one of these filters is true"""
    not_: EventFilter | None = Field(None, alias="not")
    """This filter is not true"""


class WebhookEndpointHeader(Model):
    name: str
    """The name of the header"""


class WebhookEndpointLimits(Model):
    """The limits for the messages that it receives"""
    per_second: int | None
    """Messages per second; null for no limit"""
    in_flight: int
    """Requests in flight at the same time"""


class WebhookEndpointApplication(Model):
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    grant_id: int
    """The id of the access that a member gave it"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class WebhookEndpointApplicationChange(Model):
    member: Open[Literal["url", "headers", "payload", "filter", "eventTypes", "status"]]
    """The member of the endpoint"""
    application: WebhookEndpointApplicationChangeApplication
    """The application that set it"""


class WebhookEndpointApplicationChangeApplication(Model):
    """The application that set it"""
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    grant_id: int
    """The id of the access that a member gave it"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class WebhookEndpointHealth(Model):
    state: Open[Literal["Healthy", "Degraded", "Paused", "Disabled"]]
    """Healthy. Degraded: it fails and receives fewer messages in parallel. Paused: it receives one message at a time, to check whether it works again. Disabled: it receives none"""
    since: datetime
    """When it reached this state"""
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
    """The HTTP status of the response; null if there was none"""
    error: str
    """Why it failed, in a sentence"""
    error_kind: Open[Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"]]
    """The same, for programs. New kinds may be added"""


class WebhookEndpointHealthNextStep(Model):
    step: str
    """What happens: Resume, Probe, Notice (an email) or Disable"""
    at: datetime
    """When it happens"""
    rule: str
    """Why it happens then, in a sentence"""
    rule_name: str
    """The name of the rule, for programs"""


class WebhookEndpointDeliveries(Model):
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    delivered: int
    """Messages that it accepted"""
    failed: int
    """Messages whose retries all failed"""
    waiting: int
    """Messages that wait for an attempt or are in flight"""


class CreatedWebhookEndpoint(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    url: str
    """Where messages are sent"""
    description: str | None
    """A text of your choice, which lists show; null without one"""
    event_types: list[EventType]
    """The event types that it receives"""
    filter: EventFilter | None
    """Which of these events it receives; null for all"""
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
    """The limits for the messages that it receives"""
    status: Open[Literal["Enabled", "Disabled"]]
    """Disabled: no messages are sent, and no deliveries are created"""
    disabled_reason: Open[Literal["Manual", "Gone", "Failing", "AccessRevoked", "AccessExpired"]] | None
    """Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended"""
    disabled_at: datetime | None
    """When it was disabled; null while it is enabled"""
    application: CreatedWebhookEndpointApplication | None
    """The application that created the endpoint; null if a member or a key did"""
    application_changes: list[CreatedWebhookEndpointApplicationChange]
    """The members that an application set on an endpoint that it does not own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that"""
    health: WebhookEndpointHealth
    """Whether it accepts its messages, and what happens next"""
    deliveries: CreatedWebhookEndpointDeliveries
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""
    secret: str
    """The signing secret, or the public key for v1a. GET …/secret returns it again"""


class CreatedWebhookEndpointHeader(Model):
    name: str
    """The name of the header"""


class CreatedWebhookEndpointLimits(Model):
    """The limits for the messages that it receives"""
    per_second: int | None
    """Messages per second; null for no limit"""
    in_flight: int
    """Requests in flight at the same time"""


class CreatedWebhookEndpointApplication(Model):
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    grant_id: int
    """The id of the access that a member gave it"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class CreatedWebhookEndpointApplicationChange(Model):
    member: Open[Literal["url", "headers", "payload", "filter", "eventTypes", "status"]]
    """The member of the endpoint"""
    application: CreatedWebhookEndpointApplicationChangeApplication
    """The application that set it"""


class CreatedWebhookEndpointApplicationChangeApplication(Model):
    """The application that set it"""
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    grant_id: int
    """The id of the access that a member gave it"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class CreatedWebhookEndpointDeliveries(Model):
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    delivered: int
    """Messages that it accepted"""
    failed: int
    """Messages whose retries all failed"""
    waiting: int
    """Messages that wait for an attempt or are in flight"""


class WrittenWebhookEndpoint(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    url: str
    """Where messages are sent"""
    description: str | None
    """A text of your choice, which lists show; null without one"""
    event_types: list[EventType]
    """The event types that it receives"""
    filter: EventFilter | None
    """Which of these events it receives; null for all"""
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
    """The limits for the messages that it receives"""
    status: Open[Literal["Enabled", "Disabled"]]
    """Disabled: no messages are sent, and no deliveries are created"""
    disabled_reason: Open[Literal["Manual", "Gone", "Failing", "AccessRevoked", "AccessExpired"]] | None
    """Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended"""
    disabled_at: datetime | None
    """When it was disabled; null while it is enabled"""
    application: WrittenWebhookEndpointApplication | None
    """The application that created the endpoint; null if a member or a key did"""
    application_changes: list[WrittenWebhookEndpointApplicationChange]
    """The members that an application set on an endpoint that it does not own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that"""
    health: WebhookEndpointHealth
    """Whether it accepts its messages, and what happens next"""
    deliveries: WrittenWebhookEndpointDeliveries
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""
    secret: str | None
    """The signing secret, or the public key for v1a. GET …/secret returns it again. Null if the endpoint already existed"""


class WrittenWebhookEndpointHeader(Model):
    name: str
    """The name of the header"""


class WrittenWebhookEndpointLimits(Model):
    """The limits for the messages that it receives"""
    per_second: int | None
    """Messages per second; null for no limit"""
    in_flight: int
    """Requests in flight at the same time"""


class WrittenWebhookEndpointApplication(Model):
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    grant_id: int
    """The id of the access that a member gave it"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class WrittenWebhookEndpointApplicationChange(Model):
    member: Open[Literal["url", "headers", "payload", "filter", "eventTypes", "status"]]
    """The member of the endpoint"""
    application: WrittenWebhookEndpointApplicationChangeApplication
    """The application that set it"""


class WrittenWebhookEndpointApplicationChangeApplication(Model):
    """The application that set it"""
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    grant_id: int
    """The id of the access that a member gave it"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class WrittenWebhookEndpointDeliveries(Model):
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    delivered: int
    """Messages that it accepted"""
    failed: int
    """Messages whose retries all failed"""
    waiting: int
    """Messages that wait for an attempt or are in flight"""


class WebhookStatsList(Model):
    data: list[WebhookStats]
    """One entry for each endpoint"""


class WebhookStats(Model):
    """Counts attempts, not messages: a message delivered at the third attempt counts three times"""
    endpoint_id: int
    """The id of the endpoint"""
    bucket: Open[Literal["hour", "day"]]
    """The length of each bucket, in UTC"""
    since: datetime
    """The start of the first bucket"""
    until: datetime
    """The end of the last bucket"""
    totals: WebhookStatsTotals
    """The counts of all buckets together"""
    buckets: list[WebhookStatsBucket]
    """Consecutive, including empty buckets"""


class WebhookStatsTotals(Model):
    """The counts of all buckets together"""
    succeeded: int
    """Attempts that the receiver accepted with a status of 2xx"""
    failed: int
    """Attempts that failed"""
    p50_ms: int | None
    """The median duration of the attempts. Exact for at most 100 attempts of one endpoint whose details are stored; otherwise estimated from a histogram"""
    p95_ms: int | None
    """The duration within which 95 % of the attempts ended, as for `p50Ms`; null without attempts"""


class WebhookStatsBucket(Model):
    start: datetime
    """The start of the bucket"""
    succeeded: int
    """Attempts that the receiver accepted with a status of 2xx"""
    failed: int
    """Attempts that failed"""
    p50_ms: int | None
    """The median duration of the attempts. Exact for at most 100 attempts of one endpoint whose details are stored; otherwise estimated from a histogram"""
    p95_ms: int | None
    """The duration within which 95 % of the attempts ended, as for `p50Ms`; null without attempts"""


class EnabledWebhookEndpoint(Model):
    id: int
    """The id of the record"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource; null without one"""
    url: str
    """Where messages are sent"""
    description: str | None
    """A text of your choice, which lists show; null without one"""
    event_types: list[EventType]
    """The event types that it receives"""
    filter: EventFilter | None
    """Which of these events it receives; null for all"""
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
    """The limits for the messages that it receives"""
    status: Open[Literal["Enabled", "Disabled"]]
    """Disabled: no messages are sent, and no deliveries are created"""
    disabled_reason: Open[Literal["Manual", "Gone", "Failing", "AccessRevoked", "AccessExpired"]] | None
    """Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended"""
    disabled_at: datetime | None
    """When it was disabled; null while it is enabled"""
    application: EnabledWebhookEndpointApplication | None
    """The application that created the endpoint; null if a member or a key did"""
    application_changes: list[EnabledWebhookEndpointApplicationChange]
    """The members that an application set on an endpoint that it does not own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that"""
    health: WebhookEndpointHealth
    """Whether it accepts its messages, and what happens next"""
    deliveries: EnabledWebhookEndpointDeliveries
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    version: int
    """Starts at 1 and increases by 1 with each change of the record"""
    created_at: datetime
    """When the record was created"""
    updated_at: datetime
    """When the record last changed"""
    missed: EnabledWebhookEndpointMissed | None
    """What it missed while it was disabled; null if it was not disabled"""


class EnabledWebhookEndpointHeader(Model):
    name: str
    """The name of the header"""


class EnabledWebhookEndpointLimits(Model):
    """The limits for the messages that it receives"""
    per_second: int | None
    """Messages per second; null for no limit"""
    in_flight: int
    """Requests in flight at the same time"""


class EnabledWebhookEndpointApplication(Model):
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    grant_id: int
    """The id of the access that a member gave it"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class EnabledWebhookEndpointApplicationChange(Model):
    member: Open[Literal["url", "headers", "payload", "filter", "eventTypes", "status"]]
    """The member of the endpoint"""
    application: EnabledWebhookEndpointApplicationChangeApplication
    """The application that set it"""


class EnabledWebhookEndpointApplicationChangeApplication(Model):
    """The application that set it"""
    id: int
    """The id of the application"""
    client_id: str
    """The client ID of the application"""
    name: str
    """The name of the application"""
    grant_id: int
    """The id of the access that a member gave it"""
    access: Open[Literal["active", "suspended", "expired", "revoked"]]
    """The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered"""


class EnabledWebhookEndpointDeliveries(Model):
    """Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages"""
    delivered: int
    """Messages that it accepted"""
    failed: int
    """Messages whose retries all failed"""
    waiting: int
    """Messages that wait for an attempt or are in flight"""


class EnabledWebhookEndpointMissed(Model):
    since: datetime
    """When the endpoint was disabled"""
    failed: int
    """Messages that have failed or were cancelled since: see recover"""
    missing: int | None
    """Events without a delivery: see replay-missing. Null if there are too many to count with the filter, or the caller may not read the records that the filter reads"""


class WebhookDeliveryList(Model):
    data: list[WebhookDelivery]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class WebhookDelivery(Model):
    id: int
    """The id of the delivery"""
    endpoint_id: int
    """The id of the endpoint"""
    endpoint_url: str
    """The URL of the endpoint, even after its deletion"""
    endpoint_deleted_at: datetime | None
    """Nothing can be sent to a deleted endpoint"""
    event_id: str
    """The id of the event: the header `webhook-id`"""
    event_type: EventType
    """The type of the event"""
    resource: Open[Literal["invoice", "client", "quote", "payment", "checkpoint"]]
    """The resource of the record of the event"""
    resource_id: int
    """The id of the record of the event"""
    sequence: int | None
    """Its position among the messages to the endpoint; null for a test and for a record sent on request"""
    test: bool
    """Whether it is a test message, which appears in no list of events"""
    manual: bool
    """Whether it is the present state of a record that was sent on request, which appears in no list of events"""
    status: Open[Literal["Waiting", "Sending", "Delivered", "Failed", "Cancelled"]]
    """Waiting: for its time or for earlier deliveries. Sending: an attempt is in flight. Failed: all retries failed. Cancelled: no further attempts"""
    attempt_count: int
    """How many attempts were made"""
    next_attempt_at: datetime | None
    """Not before a pause of the endpoint or its Retry-After ends. Null if nothing is due, and while a Waiting delivery waits for earlier deliveries of its record (`PerRecord`)"""
    last_response_status: int | None
    """The HTTP status of the last response; null if the last attempt got none"""
    last_error: str | None
    """Why the last attempt failed, in a sentence; null after a success and before the first attempt"""
    last_error_kind: Open[Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"]] | None
    """The same, for programs; null after a success. New kinds may be added"""
    created_at: datetime
    """When the delivery was created"""
    finished_at: datetime | None
    """When it was delivered, failed or was cancelled"""


class WebhookSecret(Model):
    secret: str
    """For v1a, the public key (`whpk_…`): the private key never leaves Billhook"""
    scheme: Open[Literal["v1", "v1a"]]
    """The signature scheme of the secret"""
    created_at: datetime
    """When it was created, and from when on it signs"""
    previous: list[WebhookSecretPreviou]
    """Earlier secrets that also sign, the newest first; empty without a rotation"""


class WebhookSecretPreviou(Model):
    secret: str
    """For v1a, the public key (`whpk_…`): the private key never leaves Billhook"""
    scheme: Open[Literal["v1", "v1a"]]
    """The signature scheme of the secret"""
    created_at: datetime
    """When it was created, and from when on it signs"""
    expires_at: datetime
    """When it stops signing"""


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
    """The signature scheme of the secret"""
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
    """The event type"""
    count: int
    """The number of messages"""


class WebhookPreviewExample(Model):
    id: str
    """The id of the event"""
    type: EventType
    """The event type"""
    resource_id: int
    """The id of the record"""
    created_at: datetime
    """When it happened"""


class WebhookDiagnosis(Model):
    genuine: bool
    """Whether the request has a signature of the endpoint for its id, timestamp and body"""
    reproduced: bool | None
    """Whether a known way of computing gives `computedSignature`; null without one"""
    mistakes: list[WebhookDiagnosisMistake]
    """The mistakes that explain the result; empty without any"""


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
    """The id of the delivery"""
    endpoint_id: int
    """The id of the endpoint"""
    endpoint_url: str
    """The URL of the endpoint, even after its deletion"""
    endpoint_deleted_at: datetime | None
    """Nothing can be sent to a deleted endpoint"""
    event_id: str
    """The id of the event: the header `webhook-id`"""
    event_type: EventType
    """The type of the event"""
    resource: Open[Literal["invoice", "client", "quote", "payment", "checkpoint"]]
    """The resource of the record of the event"""
    resource_id: int
    """The id of the record of the event"""
    sequence: int | None
    """Its position among the messages to the endpoint; null for a test and for a record sent on request"""
    test: bool
    """Whether it is a test message, which appears in no list of events"""
    manual: bool
    """Whether it is the present state of a record that was sent on request, which appears in no list of events"""
    status: Open[Literal["Waiting", "Sending", "Delivered", "Failed", "Cancelled"]]
    """Waiting: for its time or for earlier deliveries. Sending: an attempt is in flight. Failed: all retries failed. Cancelled: no further attempts"""
    attempt_count: int
    """How many attempts were made"""
    next_attempt_at: datetime | None
    """Not before a pause of the endpoint or its Retry-After ends. Null if nothing is due, and while a Waiting delivery waits for earlier deliveries of its record (`PerRecord`)"""
    last_response_status: int | None
    """The HTTP status of the last response; null if the last attempt got none"""
    last_error: str | None
    """Why the last attempt failed, in a sentence; null after a success and before the first attempt"""
    last_error_kind: Open[Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"]] | None
    """The same, for programs; null after a success. New kinds may be added"""
    created_at: datetime
    """When the delivery was created"""
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
    """The position of the attempt in the delivery, from 1"""
    outcome: Open[Literal["Succeeded", "Failed", "Interrupted"]] | None
    """Null while the attempt is in progress"""
    trigger: Open[Literal["Schedule", "Manual", "Probe"]]
    """Schedule: sent by the retry schedule. Manual: a resend was requested. Probe: sent to check whether a paused endpoint works again"""
    started_at: datetime
    """When the attempt started"""
    duration_ms: int | None
    """The duration in milliseconds; null while it is in progress"""
    timings: WebhookAttemptTimings
    """DNS, connection and TLS are null if an open connection was reused"""
    request: WebhookAttemptRequest
    """The request as it was sent, without its body: see `bodies`"""
    response: WebhookAttemptResponse | None
    """Null if there was none"""
    remote_address: str | None
    """The IP address of the receiver"""
    response_status: int | None
    """The same as `response.status`; null without a response"""
    response_body: str | None
    """The same as `response.body`; null without a response"""
    error: str | None
    """Why it failed, in a sentence; null unless it failed"""
    error_kind: Open[Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"]] | None
    """The same, for programs. New kinds may be added"""


class WebhookAttemptTimings(Model):
    """DNS, connection and TLS are null if an open connection was reused"""
    dns_ms: int | None
    """The look-up of the host name, in milliseconds"""
    connect_ms: int | None
    """The connection, in milliseconds"""
    tls_ms: int | None
    """The TLS handshake, in milliseconds; null for http"""
    first_byte_ms: int | None
    """From the start of the attempt to the first byte of the response, in milliseconds; null if none arrived"""
    total_ms: int | None
    """The whole attempt, in milliseconds"""


class WebhookAttemptRequest(Model):
    """The request as it was sent, without its body: see `bodies`"""
    url: str
    """The URL that it was sent to"""
    headers: dict[str, str | list[str]] | None
    """As sent, without the values of custom headers; null if none are stored. Without `webhook-signature` and `content-length` if the caller may not read the record"""
    payload: Open[Literal["Full", "Changes", "Thin"]]
    """The payload of the body: see `bodies`"""
    signature_base: str | None
    """The signed text is this, `id.timestamp.`, followed by the body; null if nothing was sent, or the caller may not read the record"""


class WebhookAttemptResponse(Model):
    status: int
    """The HTTP status"""
    headers: dict[str, str | list[str]] | None
    """The headers; null if none are stored"""
    body: str | None
    """The first 64 KiB, as text; null if the caller may not read the record, because the response may repeat it"""
    truncated: bool
    """Whether the body was longer than the stored part"""


class WebhookDeliveryDetailBodies(Model):
    """The exact text in each payload that an attempt sent"""
    full: str | None = Field(None, alias="Full")
    """The text in the payload Full; absent if no attempt sent it"""
    changes: str | None = Field(None, alias="Changes")
    """The text in the payload Changes; absent if no attempt sent it"""
    thin: str | None = Field(None, alias="Thin")
    """The text in the payload Thin; absent if no attempt sent it"""


class WebhookRun(Model):
    id: int
    """The id of the run"""
    endpoint_id: int
    """The id of the endpoint"""
    kind: Open[Literal["RecoverFailed", "ReplayMissing"]]
    """RecoverFailed: sends failed and cancelled deliveries again. ReplayMissing: sends the events without a delivery"""
    status: Open[Literal["Running", "Paused", "Cancelled", "Completed"]]
    """Completed: all of its messages are in flight or delivered"""
    since: datetime
    """The start of the period of its messages"""
    until: datetime
    """The end of the period of its messages"""
    event_types: list[EventType] | None
    """Null for all types that the endpoint receives"""
    resource_id: int | None
    """The id of the only record that it covers; null for all records"""
    total: int | None
    """The number of messages to send when the run was started. Null if there are too many to count with the filter of the endpoint (more than 2000 events, or 16 MiB of them); it is then known when the run has completed"""
    done: int
    """How many of them are in flight or delivered"""
    created_at: datetime
    """When it was started"""
    updated_at: datetime
    """When it last changed"""
    finished_at: datetime | None
    """When it was completed or cancelled; null before that"""


class WebhookRunList(Model):
    data: list[WebhookRun]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class ChangeList(Model):
    data: list[Change]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class Change(Model):
    cursor: str
    """The position after this change: send it as `after` to continue"""
    resource: RecordName
    """What kind of record it is"""
    id: int
    """The id of the record"""
    version: int
    """The version that the change wrote; for a deletion, the version of the tombstone"""
    deleted: bool
    """Whether the change deleted the record"""
    changed_at: datetime
    """When the record was changed"""
    record: dict[str, Any] | None
    """The record as its GET returns it now, which may be a later version than `version`. Null if the record is deleted, if a later change in the same response has it, or if the key may not read it"""
    missing_permission: Permission | None = None
    """Only if the key may not read such records: the permission that is needed"""


RecordName: TypeAlias = Open[Literal["client", "quote", "invoice", "credit_note", "payment"]]


class Snapshot(Model):
    id: int
    """The id of the snapshot"""
    status: Open[Literal["Running", "Completed", "Failed", "Expired"]]
    """Running: the parts are being written. Completed: they can be downloaded. Expired: they are deleted. Failed: it could not be written"""
    resources: list[RecordName]
    """The kinds of records that it contains"""
    left_out: list[SnapshotLeftOut]
    """The requested kinds of records that the caller could not read when it was requested"""
    total: int
    """The number of its records; 0 until it begins"""
    done: int
    """How many records are written"""
    after: str | None
    """The position in the log of changes from which to continue, with `GET /v1/changes?after=`; null until it is completed"""
    parts: list[SnapshotPart]
    """Empty until it is completed"""
    requested_by: str
    """A description of the caller who requested it"""
    created_at: datetime
    """When it was requested"""
    completed_at: datetime | None
    """When it ended; null before that"""
    expires_at: datetime | None
    """Until when its parts can be downloaded, 24 hours after its end; null before its end"""


class SnapshotLeftOut(Model):
    resource: RecordName
    """What kind of records is left out"""
    missing_permission: Permission
    """The permission that is needed to read them"""


class SnapshotPart(Model):
    id: int
    """The id of the part, for `GET /v1/snapshot-parts/{id}`"""
    resource: RecordName
    """What kind of records it contains"""
    records: int
    """The number of records, one line each"""
    bytes: int
    """Its size as it is downloaded, compressed"""
    digest: str
    """The SHA-256 of the compressed bytes, in hexadecimal"""


class Receivables(Model):
    at: Date
    """The day of the report: the figures are as of its end"""
    currencies: list[CurrencyReceivables]
    """Each currency with an amount, by its code. Amounts in different currencies are never added up"""


class CurrencyReceivables(Model):
    currency: str
    """The ISO 4217 code of the amounts"""
    outstanding: str
    """The outstanding amount of all invoices on that day"""
    overdue: str
    """The part of it whose due date was past"""
    buckets: list[AgedSum]
    """The outstanding amount by age: every bucket, the youngest first"""
    credit: CurrencyReceivablesCredit
    """Unallocated credit of clients, which is not part of `outstanding`"""
    total: str
    """`outstanding` less the amount of `credit`"""


class AgedSum(Model):
    bucket: Open[Literal["NotDue", "Days1To30", "Days31To60", "Days61To90", "Over90"]]
    """How many days the due date was past on that day. NotDue: not past, or no due date. Over90: 91 days and more"""
    amount: str
    """The outstanding amount of this age"""
    documents: int
    """How many documents are behind the amount"""


class CurrencyReceivablesCredit(Model):
    """Unallocated credit of clients, which is not part of `outstanding`"""
    amount: str
    """What clients had paid, or what was credited, beyond their invoices, less refunds. Negative if more was refunded by its date"""
    documents: int
    """How many documents are behind the amount"""


class ReceivableDocumentList(Model):
    data: list[ReceivableDocument]
    """The records of this page, in the order of the list"""
    page: Page
    """Where the page is in the list, and how to read the others"""


class ReceivableDocument(Model):
    resource: Open[Literal["invoice", "payment"]]
    """invoice: its outstanding amount, or the excess of its payments and credit notes. payment: the unallocated part of a payment, or of a refund"""
    id: int
    """The id of the invoice or payment"""
    number: str | None
    """The number of the invoice; null for a payment"""
    client_id: int
    """The id of the client"""
    client_name: str
    """The name of the client now"""
    currency: str
    """The ISO 4217 code of the amount"""
    date: Date
    """The issue date of the invoice, or the date of the payment"""
    due_date: Date | None
    """The due date of the invoice on that day; null without one"""
    days_overdue: int
    """How many days the due date was past on that day; 0 if it was not"""
    amount: str
    """The outstanding amount on that day or, in the bucket Credit, the credit. Negative for a refund"""
    bucket: Open[Literal["NotDue", "Days1To30", "Days31To60", "Days61To90", "Over90", "Credit"]]
    """The sum that contains the amount"""


class SandboxClock(Model):
    now: datetime
    """The present time of the sandbox"""
    real_time: datetime
    """The present time outside the sandbox"""
    advance: SandboxAdvance | None
    """The last advance of the clock; null before the first"""


class SandboxAdvance(Model):
    id: int
    """The id of the advance"""
    status: Open[Literal["Running", "Completed", "Failed"]]
    """Running: the clock is moving. Completed: it has reached `to`. Failed: it could not, and stays at `reached`"""
    from_: datetime = Field(alias="from")
    """The time of the sandbox when it was requested"""
    to: datetime
    """The requested time"""
    reached: datetime
    """The time up to which everything that was due has happened"""
    done: AdvanceResults
    """What has happened so far"""
    requested_by: str
    """A description of the caller who requested it"""
    created_at: datetime
    """When it was requested, in real time"""
    completed_at: datetime | None
    """When it ended, in real time; null before that"""


class AdvanceResults(Model):
    overdue_invoices: int
    """Invoices that became overdue"""
    key_warnings: int
    """Keys whose owners were warned of their expiry"""
    due_deliveries: int
    """Deliveries and retries that became due"""


class ThinMessage(Model):
    """A message to an endpoint with the payload `Thin`: the record that it is about, and its URL"""
    id: str
    """The same for all attempts and endpoints: use it to recognise a repeat"""
    type: Open[Literal["invoice.created", "invoice.updated", "invoice.deleted", "invoice.sent", "invoice.paid", "invoice.partial", "invoice.overdue", "invoice.rejected", "client.created", "client.updated", "client.deleted", "quote.created", "quote.updated", "quote.deleted", "payment.created", "payment.deleted", "checkpoint.signed"]]
    """What happened, and to which resource"""
    created_at: datetime
    """When it happened"""
    data: ThinMessageData
    """The record that the message is about"""


class ThinMessageData(Model):
    """The record that the message is about"""
    id: int
    """The id of the record"""
    resource: Open[Literal["invoice", "client", "quote", "payment", "checkpoint"]]
    """The resource of the record"""
    url: str
    """The URL whose GET returns the current record"""
