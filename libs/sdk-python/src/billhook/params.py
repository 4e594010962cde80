# Generated from the OpenAPI document by libs/sdk-python/generate.mjs. Do not edit.
"""What the API accepts: dictionaries with the members of the reference in snake_case."""

from __future__ import annotations

from datetime import date as Date, datetime
from decimal import Decimal
from typing import Literal, Mapping, Sequence

from typing_extensions import Required, TypeAlias, TypedDict

FREE_FORM = frozenset({"columns", "customFields", "defaults", "headers"})
"""Members whose own members have names of your choice, which are sent unchanged."""


class CreateClient(TypedDict, total=False):
    external_id: str
    """Your external ID of the record, unique per company and resource"""
    kind: Required[Literal["Business", "Individual", "Public"]]
    """What the client is: a company or association, a person, or a public body"""
    name: Required[str]
    """The legal name"""
    trading_name: str
    """The name under which it trades, if it differs from the legal name"""
    first_name: str
    """The first name of an individual, or of the person to address"""
    last_name: str
    """The last name of an individual, or of the person to address"""
    email: EmailAddress
    """The email address to which documents are sent if no contact receives them"""
    phone: str
    """The telephone number, in any notation"""
    contacts: Sequence[CreateClientContact]
    """The people and departments of the client, in your order"""
    billing_address: Required[AddressBody]
    """An invoice to a business or a public body can be sent only if it has line1 and city"""
    delivery_address: AddressBody
    """The address of deliveries, if it differs from the billing address"""
    legal_id: LegalIdBody
    """Its number in a register (BT-47), with the scheme of the register (ISO 6523), such as 0002 for a SIREN"""
    vat_number: str
    """The VAT number with its country prefix, without spaces"""
    electronic_address: ElectronicAddressBody
    """Where electronic invoices are sent, with the scheme of the network (EAS list)"""
    buyer_reference: str
    """The reference on its documents that state none (BT-10)"""
    currency: Currency
    """The ISO 4217 code of its usual currency; null for that of the company"""
    locale: Literal["en", "fr"]
    """The language of its documents. Without one, that of the company, else English"""
    payment_terms: PaymentTermsBody
    """Used instead of the payment terms of the company"""
    notes: str
    """For internal use: never on a document"""
    custom_fields: Mapping[str, str | float | bool | None]
    """Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string"""


EmailAddress: TypeAlias = str


class CreateClientContact(TypedDict, total=False):
    name: Required[str]
    """The name of the person or department"""
    email: EmailAddress
    """The email address, to which documents are sent if `receives` says so"""
    phone: str
    """The telephone number, in any notation"""
    receives: Sequence[Literal["Invoice", "Quote"]]
    """The documents that are sent to this contact unless a request names other recipients. Default: `[]`"""


class AddressBody(TypedDict, total=False):
    line1: str
    """The street and the number"""
    line2: str
    """A second line, such as a building or a floor"""
    postal_code: str
    """The postal code, as the country writes it"""
    city: str
    """The town or city"""
    region: str
    """The state, province or county"""
    country: Required[Country]
    """The ISO 3166-1 alpha-2 code of the country"""


Country: TypeAlias = str


class LegalIdBody(TypedDict, total=False):
    scheme: str
    """The code of the register or network, which says how to read the value"""
    value: Required[str]
    """The number or address in that register or network"""


class ElectronicAddressBody(TypedDict, total=False):
    scheme: Required[str]
    """The code of the register or network, which says how to read the value"""
    value: Required[str]
    """The number or address in that register or network"""


Currency: TypeAlias = str


class PaymentTermsBody(TypedDict, total=False):
    days: Required[int]
    """The days from the issue date to the due date"""
    end_of_month: bool
    """Whether the due date moves to the last day of its month. Default: `false`"""
    text: str
    """The terms as text, as printed on documents"""


class UpdateClient(TypedDict, total=False):
    external_id: str | None
    """Your external ID of the record, unique per company and resource"""
    kind: Literal["Business", "Individual", "Public"]
    """What the client is: a company or association, a person, or a public body"""
    name: str
    """The legal name"""
    trading_name: str | None
    """The name under which it trades, if it differs from the legal name"""
    first_name: str | None
    """The first name of an individual, or of the person to address"""
    last_name: str | None
    """The last name of an individual, or of the person to address"""
    email: EmailAddress | None
    """The email address to which documents are sent if no contact receives them"""
    phone: str | None
    """The telephone number, in any notation"""
    contacts: Sequence[UpdateClientContact]
    """The people and departments of the client, in your order"""
    billing_address: AddressBody
    """The postal address on documents"""
    delivery_address: AddressBody | None
    """The address of deliveries, if it differs from the billing address"""
    legal_id: LegalIdBody | None
    """Its number in a register (BT-47), with the scheme of the register (ISO 6523), such as 0002 for a SIREN"""
    vat_number: str | None
    """The VAT number with its country prefix, without spaces"""
    electronic_address: ElectronicAddressBody | None
    """Where electronic invoices are sent, with the scheme of the network (EAS list)"""
    buyer_reference: str | None
    """The reference on its documents that state none (BT-10)"""
    currency: Currency | None
    """The ISO 4217 code of its usual currency; null for that of the company"""
    locale: Literal["en", "fr"] | None
    """The language of its documents; null for that of the company"""
    payment_terms: PaymentTermsBody | None
    """When its invoices are due; null for the payment terms of the company"""
    notes: str | None
    """For internal use: never on a document"""
    custom_fields: Mapping[str, str | float | bool | None]
    """Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string"""
    status: Literal["Active", "Archived"]
    """Archive or restore a client"""


class UpdateClientContact(TypedDict, total=False):
    name: Required[str]
    """The name of the person or department"""
    email: EmailAddress
    """The email address, to which documents are sent if `receives` says so"""
    phone: str
    """The telephone number, in any notation"""
    receives: Sequence[Literal["Invoice", "Quote"]]
    """The documents that are sent to this contact unless a request names other recipients. Default: `[]`"""


class CreateClientBatch(TypedDict, total=False):
    mode: Required[Literal["atomic", "perItem"]]
    """`atomic`: all items or none. `perItem`: each item succeeds or fails independently"""
    items: Required[Sequence[CreateClient]]
    """The items, which are processed in this order"""


class ClientBatchUpdate(TypedDict, total=False):
    mode: Required[Literal["atomic", "perItem"]]
    """`atomic`: all items or none. `perItem`: each item succeeds or fails independently"""
    items: Required[Sequence[ClientBatchUpdateItem]]
    """The items, which are processed in this order"""


class ClientBatchUpdateItem(TypedDict, total=False):
    id: Required[int]
    """The id of the record"""
    version: int
    """The version that you have read. The item is rejected with 412 if the record has another one, as with `If-Match`"""
    changes: Required[UpdateClient]
    """The members to change, as in a PATCH of the record"""


class ClientBatchDelete(TypedDict, total=False):
    mode: Required[Literal["atomic", "perItem"]]
    """`atomic`: all items or none. `perItem`: each item succeeds or fails independently"""
    items: Required[Sequence[BatchDeleteItem]]
    """The items, which are processed in this order"""


class BatchDeleteItem(TypedDict, total=False):
    id: Required[int]
    """The id of the record"""
    version: int
    """The version that you have read. The item is rejected with 412 if the record has another one, as with `If-Match`"""


class OpenClientPageLink(TypedDict, total=False):
    expires_at: str | datetime | None
    """When the link stops working; null for never. Must be in the future. Omitted, an existing link keeps its own, and a new link never expires"""
    replace: bool
    """Creates a new link, with another address, even if there is an active one, which stops working, or if the link was revoked. Default: `false`"""


class CreateCreditNote(TypedDict, total=False):
    invoice_id: Required[int]
    """Id of the invoice"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""
    reason: Required[CreateCreditNoteReason]
    """Why it was issued"""
    lines: Sequence[LineBody]
    """The lines to credit, with positive amounts. Default: the whole uncredited rest of the invoice"""
    issue_date: str | Date
    """Default: today, in the time zone of the company"""
    series: str
    """The code of the number series. Default: `"default"`"""
    notes: Sequence[str]
    """Default: `[]`"""
    custom_fields: Mapping[str, str | float | bool | None]
    """Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string"""
    private_notes: str
    """For internal use: never on the PDF, in an email or on the public page"""
    expected_total: str | Decimal
    """The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained."""
    channel: Literal["Email", "Link", "None"]
    """Email: sent by email, with the PDF and the client link. Link: the document gets its links, and you pass one on. None: you deliver the document outside Billhook. Default: `"None"`"""
    to: Sequence[EmailAddress]
    """The recipients, with the channel Email. Default: the contacts that receive such documents, otherwise the email address of the client"""
    message: str
    """Your message in the email"""


class CreateCreditNoteReason(TypedDict, total=False):
    """Why it was issued"""
    code: Required[Literal["Error", "Return", "Discount", "Cancellation", "Other"]]
    """Why it was issued"""
    text: str
    """The reason as text, as printed"""


class LineBody(TypedDict, total=False):
    name: Required[str]
    """What is sold (BT-153)"""
    description: str
    """More about it, in several lines (BT-154)"""
    quantity: Required[str | Decimal]
    """At most 4 decimals; may be negative"""
    unit: UnitCode
    """The unit of the quantity, as a code of UN/ECE Recommendation 20 or 21; C62 is a piece. Default: `"C62"`"""
    unit_price: Required[str | Decimal]
    """At most 12 decimals; not negative (EN 16931 BR-27): use a negative quantity instead"""
    price_base_quantity: str | Decimal
    """The quantity that the unit price is for. Default: `"1"`"""
    discount: Adjustment
    """A reduction of the line, which is printed as a discount"""
    allowances: Sequence[Adjustment]
    """Further reductions of the line. Default: `[]`"""
    charges: Sequence[Adjustment]
    """Additions to the line. Default: `[]`"""
    tax_category: Required[Literal["S", "Z", "E", "AE", "K", "G", "O"]]
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    tax_rate: str | Decimal
    """The VAT rate in percent; null for the category O"""
    exemption_reason: str
    """Why no VAT is charged, with the categories E, AE, K, G and O"""
    service_period: LineBodyServicePeriod
    """When it was supplied, if it took more than a day"""
    seller_item_id: str
    """Your number of the article (BT-155)"""
    buyer_item_id: str
    """The number of the article at the client (BT-156)"""
    custom_fields: Mapping[str, str | float | bool | None]
    """Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string"""


UnitCode: TypeAlias = str


class Adjustment(TypedDict, total=False):
    amount: str | Decimal
    """The amount in the currency of the document; absent if it is a percentage"""
    percent: str | Decimal
    """The percentage of the line, or of the document; absent if it is an amount"""
    reason: str
    """The reason, as printed"""


class LineBodyServicePeriod(TypedDict, total=False):
    """When it was supplied, if it took more than a day"""
    start: Required[str | Date]
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    end: Required[str | Date]
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""


class UpdateCreditNote(TypedDict, total=False):
    external_id: str | None
    """Your external ID of the record, unique per company and resource"""
    custom_fields: Mapping[str, str | float | bool | None]
    """Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string"""
    private_notes: str | None
    """For internal use: never on the PDF, in an email or on the public page"""


class VoidInvoice(TypedDict, total=False):
    code: Literal["Error", "Return", "Discount", "Cancellation", "Other"]
    """The reason of the credit note. Default: `"Cancellation"`"""
    text: str
    """The reason as text, as printed on the credit note"""
    issue_date: str | Date
    """The issue date of the credit note. Default: today"""


class CreateImport(TypedDict, total=False):
    resource: Required[Literal["clients"]]
    """What the rows are"""
    format: Required[Literal["csv", "ndjson"]]
    """`csv`: a line of headers, then one record per line (RFC 4180). `ndjson`: one JSON object per line, each a body that creates a record"""
    content: Required[str]
    """The file as text, with at most 100000 rows"""
    delimiter: Literal["comma", "semicolon", "tab"]
    """What separates the columns of CSV; `comma` if absent"""
    columns: Mapping[str, str]
    """The member of each column, by its header, like `billingAddress.city`. Other columns are ignored. Without it, each header of the CSV names its member"""
    defaults: Mapping[str, str]
    """The values of members for rows of CSV that have none, by member"""
    unique: Sequence[Literal["email", "vatNumber"]]
    """Rejects a row if an existing record or an earlier row has the same value of one of these members"""
    dry_run: bool
    """Checks all rows like an import and writes no record. Default: `false`"""


class CreateInvoice(TypedDict, total=False):
    client_id: Required[int]
    """Id of the client"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""
    currency: Required[Currency]
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT. Default: `false`"""
    lines: Required[Sequence[LineBody]]
    """The line items, in the printed order"""
    allowances: Sequence[DocumentAdjustment]
    """Reductions of the whole document. Default: `[]`"""
    charges: Sequence[DocumentAdjustment]
    """Additions to the whole document, such as shipping. Default: `[]`"""
    rounding_increment: str | Decimal
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    series: str
    """The code of the number series. Default: `"default"`"""
    purchase_order: str
    """The number of the order of the client (BT-13)"""
    buyer_reference: str
    """The reference by which the client routes the document (BT-10)"""
    contract: str
    """The number of the contract (BT-12)"""
    project: str
    """The name or number of the project (BT-11)"""
    notes: Sequence[str]
    """Default: the note of the company in the language of the document. An empty list for none"""
    terms: str | None
    """Default: the text of the payment terms of the client, else of the company, and the terms of the company in the language of the document. Null for none"""
    payment_means: CreateInvoicePaymentMeans
    """How the client pays; null if the document does not say so"""
    locale: Literal["en", "fr"]
    """Default: the language of the client, else of the company, else English"""
    custom_fields: Mapping[str, str | float | bool | None]
    """Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string"""
    private_notes: str
    """For internal use: never on the PDF, in an email or on the public page"""
    expected_total: str | Decimal
    """The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained."""
    issue_date: str | Date
    """Default: today, in the time zone of the company"""
    due_date: str | Date
    """The last day to pay before the invoice is overdue; null without payment terms"""
    supply_date: str | Date
    """The date of supply, if it differs from the issue date"""
    service_period: CreateInvoiceServicePeriod
    """When it was supplied, if it took more than a day"""


class DocumentAdjustment(TypedDict, total=False):
    amount: str | Decimal
    """The amount in the currency of the document; absent if it is a percentage"""
    percent: str | Decimal
    """The percentage of the line, or of the document; absent if it is an amount"""
    reason: str
    """The reason, as printed"""
    tax_category: Literal["S", "Z", "E", "AE", "K", "G", "O"]
    """VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope"""
    tax_rate: str | Decimal
    """A percentage"""


class CreateInvoicePaymentMeans(TypedDict, total=False):
    """How the client pays; null if the document does not say so"""
    code: Required[PaymentMeansCode]
    """How to pay, as a UNTDID 4461 code, like 30 for a credit transfer"""
    iban: Iban
    """The account to pay to"""
    bic: Bic
    """The bank of that account"""
    remittance: str
    """What the client states with the payment (BT-83)"""


PaymentMeansCode: TypeAlias = str


Iban: TypeAlias = str


Bic: TypeAlias = str


class CreateInvoiceServicePeriod(TypedDict, total=False):
    """When it was supplied, if it took more than a day"""
    start: Required[str | Date]
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    end: Required[str | Date]
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""


class UpdateInvoice(TypedDict, total=False):
    client_id: int
    """Id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource"""
    currency: Currency
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT"""
    lines: Sequence[LineBody]
    """The line items, in the printed order"""
    allowances: Sequence[DocumentAdjustment]
    """Reductions of the whole document"""
    charges: Sequence[DocumentAdjustment]
    """Additions to the whole document, such as shipping"""
    rounding_increment: str | Decimal | None
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    series: str
    """The code of the number series"""
    purchase_order: str | None
    """The number of the order of the client (BT-13)"""
    buyer_reference: str | None
    """The reference by which the client routes the document (BT-10)"""
    contract: str | None
    """The number of the contract (BT-12)"""
    project: str | None
    """The name or number of the project (BT-11)"""
    notes: Sequence[str]
    """Texts for the client, one paragraph each"""
    terms: str | None
    """The text that says how the document is to be paid; null without one"""
    payment_means: UpdateInvoicePaymentMeans | None
    """How the client pays; null if the document does not say so"""
    locale: Literal["en", "fr"] | None
    """The language of the document; null for that of the client, else English"""
    custom_fields: Mapping[str, str | float | bool | None]
    """Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string"""
    private_notes: str | None
    """For internal use: never on the PDF, in an email or on the public page"""
    expected_total: str | Decimal
    """The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained."""
    issue_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    due_date: str | Date | None
    """The last day to pay before the invoice is overdue; null without payment terms"""
    supply_date: str | Date | None
    """The date of supply, if it differs from the issue date"""
    service_period: UpdateInvoiceServicePeriod | None
    """When it was supplied, if it took more than a day"""


class UpdateInvoicePaymentMeans(TypedDict, total=False):
    code: Required[PaymentMeansCode]
    """How to pay, as a UNTDID 4461 code, like 30 for a credit transfer"""
    iban: Iban
    """The account to pay to"""
    bic: Bic
    """The bank of that account"""
    remittance: str
    """What the client states with the payment (BT-83)"""


class UpdateInvoiceServicePeriod(TypedDict, total=False):
    start: Required[str | Date]
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    end: Required[str | Date]
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""


class SendInvoice(TypedDict, total=False):
    channel: Literal["Email", "Link", "None"]
    """Email: sent by email, with the PDF and the client link. Link: the document gets its links, and you pass one on. None: you deliver the document outside Billhook. Default: `"None"`"""
    to: Sequence[EmailAddress]
    """The recipients, with the channel Email. Default: the contacts that receive such documents, otherwise the email address of the client"""
    message: str
    """Your message in the email"""
    issue_date: str | Date
    """Issues the draft with this date instead of its own, for example today. A due date that results from the payment terms of the client moves with it"""


class RejectInvoice(TypedDict, total=False):
    code: Required[Literal["WrongAmount", "WrongClient", "NotOrdered", "Duplicate", "Other"]]
    """Why the client rejects it"""
    text: str
    """The explanation of the client"""


class ReopenInvoice(TypedDict, total=False):
    reason: str
    """The reason, stored in the timeline"""


class PostponeInvoice(TypedDict, total=False):
    due_date: Required[str | Date]
    """The new due date, after the current one"""
    reason: Required[str]
    """The reason, stored in the timeline"""


class WriteOffInvoice(TypedDict, total=False):
    reason: Required[str]
    """The reason, stored with the invoice and in its timeline"""
    date: str | Date
    """The accounting date. Default: today"""


class CreateInvoiceBatch(TypedDict, total=False):
    mode: Required[Literal["atomic", "perItem"]]
    """`atomic`: all items or none. `perItem`: each item succeeds or fails independently"""
    items: Required[Sequence[CreateInvoice]]
    """The items, which are processed in this order"""


class InvoiceBatchUpdate(TypedDict, total=False):
    mode: Required[Literal["atomic", "perItem"]]
    """`atomic`: all items or none. `perItem`: each item succeeds or fails independently"""
    items: Required[Sequence[InvoiceBatchUpdateItem]]
    """The items, which are processed in this order"""


class InvoiceBatchUpdateItem(TypedDict, total=False):
    id: Required[int]
    """The id of the record"""
    version: int
    """The version that you have read. The item is rejected with 412 if the record has another one, as with `If-Match`"""
    changes: Required[UpdateInvoice]
    """The members to change, as in a PATCH of the record"""


class InvoiceBatchDelete(TypedDict, total=False):
    mode: Required[Literal["atomic", "perItem"]]
    """`atomic`: all items or none. `perItem`: each item succeeds or fails independently"""
    items: Required[Sequence[BatchDeleteItem]]
    """The items, which are processed in this order"""


class ReportLeakedKey(TypedDict, total=False):
    key: Required[str]
    """The whole key, including a valid checksum (its last 6 characters)"""
    source: str
    """Where the key was found, for example a URL. Its owner can read it"""


class CreatePayment(TypedDict, total=False):
    kind: Literal["Payment", "Refund"]
    """Refund: money returned to the client, from invoices or from the credit of the client. Default: `"Payment"`"""
    client_id: Required[int]
    """Id of the client"""
    date: Required[str | Date]
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    amount: Required[str | Decimal]
    """At most as many decimals as the currency has: `5` and `5.0` in EUR are returned as `5.00`"""
    currency: Required[Currency]
    """The ISO 4217 code of the amounts"""
    method: str
    """The payment method, like Transfer or Card"""
    reference: str
    """What identifies the payment, such as the text of the bank statement"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""
    allocations: Sequence[CreatePaymentAllocation]
    """The invoices that it pays; the unallocated rest becomes credit of the client. Default: `[]`"""


class CreatePaymentAllocation(TypedDict, total=False):
    invoice_id: Required[int]
    """Id of the invoice"""
    amount: Required[str | Decimal]
    """At most as many decimals as the currency has: `5` and `5.0` in EUR are returned as `5.00`"""


class AllocatePayment(TypedDict, total=False):
    allocations: Required[Sequence[AllocatePaymentAllocation]]
    """The invoices that it pays as well"""


class AllocatePaymentAllocation(TypedDict, total=False):
    invoice_id: Required[int]
    """Id of the invoice"""
    amount: Required[str | Decimal]
    """At most as many decimals as the currency has: `5` and `5.0` in EUR are returned as `5.00`"""


class CheckPermissions(TypedDict, total=False):
    requests: Sequence[CheckPermissionsRequest]
    """The planned calls. None of them is made"""
    permissions: Sequence[Permission]
    """Permissions to check by their names"""


class CheckPermissionsRequest(TypedDict, total=False):
    method: Required[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]]
    """The method of the call"""
    path: Required[str]
    """The path of the call, with its query if it has one"""


Permission: TypeAlias = Literal["client.read", "client.write", "invoice.read", "invoice.write", "quote.read", "quote.write", "payment.read", "payment.write", "event.read", "integration.write", "integration.manage_all", "api_key.create", "api_key.manage", "oauth_app.manage", "member.manage", "company.manage", "audit.read"]


class CreateQuote(TypedDict, total=False):
    client_id: Required[int]
    """Id of the client"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""
    currency: Required[Currency]
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT. Default: `false`"""
    lines: Required[Sequence[LineBody]]
    """The line items, in the printed order"""
    allowances: Sequence[DocumentAdjustment]
    """Reductions of the whole document. Default: `[]`"""
    charges: Sequence[DocumentAdjustment]
    """Additions to the whole document, such as shipping. Default: `[]`"""
    rounding_increment: str | Decimal
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    series: str
    """The code of the number series. Default: `"default"`"""
    purchase_order: str
    """The number of the order of the client (BT-13)"""
    buyer_reference: str
    """The reference by which the client routes the document (BT-10)"""
    contract: str
    """The number of the contract (BT-12)"""
    project: str
    """The name or number of the project (BT-11)"""
    notes: Sequence[str]
    """Default: the note of the company in the language of the document. An empty list for none"""
    terms: str | None
    """Default: the text of the payment terms of the client, else of the company, and the terms of the company in the language of the document. Null for none"""
    payment_means: CreateQuotePaymentMeans
    """How the client pays; null if the document does not say so"""
    locale: Literal["en", "fr"]
    """Default: the language of the client, else of the company, else English"""
    custom_fields: Mapping[str, str | float | bool | None]
    """Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string"""
    private_notes: str
    """For internal use: never on the PDF, in an email or on the public page"""
    expected_total: str | Decimal
    """The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained."""
    issue_date: str | Date
    """Default: today, in the time zone of the company"""
    title: str
    """The title under which the quote is printed"""
    expiry_date: str | Date | None
    """The last day on which it can be accepted. Default: by the validity that the company gives its quotes. Null for none"""


class CreateQuotePaymentMeans(TypedDict, total=False):
    """How the client pays; null if the document does not say so"""
    code: Required[PaymentMeansCode]
    """How to pay, as a UNTDID 4461 code, like 30 for a credit transfer"""
    iban: Iban
    """The account to pay to"""
    bic: Bic
    """The bank of that account"""
    remittance: str
    """What the client states with the payment (BT-83)"""


class UpdateQuote(TypedDict, total=False):
    client_id: int
    """Id of the client"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource"""
    currency: Currency
    """The ISO 4217 code of all amounts of the document"""
    prices_include_tax: bool
    """Whether unit prices, and the amounts of allowances and charges, include VAT"""
    lines: Sequence[LineBody]
    """The line items, in the printed order"""
    allowances: Sequence[DocumentAdjustment]
    """Reductions of the whole document"""
    charges: Sequence[DocumentAdjustment]
    """Additions to the whole document, such as shipping"""
    rounding_increment: str | Decimal | None
    """The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding"""
    series: str
    """The code of the number series"""
    purchase_order: str | None
    """The number of the order of the client (BT-13)"""
    buyer_reference: str | None
    """The reference by which the client routes the document (BT-10)"""
    contract: str | None
    """The number of the contract (BT-12)"""
    project: str | None
    """The name or number of the project (BT-11)"""
    notes: Sequence[str]
    """Texts for the client, one paragraph each"""
    terms: str | None
    """The text that says how the document is to be paid; null without one"""
    payment_means: UpdateQuotePaymentMeans | None
    """How the client pays; null if the document does not say so"""
    locale: Literal["en", "fr"] | None
    """The language of the document; null for that of the client, else English"""
    custom_fields: Mapping[str, str | float | bool | None]
    """Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string"""
    private_notes: str | None
    """For internal use: never on the PDF, in an email or on the public page"""
    expected_total: str | Decimal
    """The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained."""
    issue_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    title: str | None
    """The title under which the quote is printed"""
    expiry_date: str | Date | None
    """The last day on which it can be accepted; null for none"""


class UpdateQuotePaymentMeans(TypedDict, total=False):
    code: Required[PaymentMeansCode]
    """How to pay, as a UNTDID 4461 code, like 30 for a credit transfer"""
    iban: Iban
    """The account to pay to"""
    bic: Bic
    """The bank of that account"""
    remittance: str
    """What the client states with the payment (BT-83)"""


class SendQuote(TypedDict, total=False):
    channel: Literal["Email", "Link", "None"]
    """Email: sent by email, with the PDF and the client link. Link: the document gets its links, and you pass one on. None: you deliver the document outside Billhook. Default: `"None"`"""
    to: Sequence[EmailAddress]
    """The recipients, with the channel Email. Default: the contacts that receive such documents, otherwise the email address of the client"""
    message: str
    """Your message in the email"""
    issue_date: str | Date
    """Issues the draft with this date instead of its own, for example today. A due date that results from the payment terms of the client moves with it"""


class AcceptQuote(TypedDict, total=False):
    by: Required[str]
    """The name of the person who accepts it for the client"""
    po_number: str
    """The purchase order of the client, which is copied to the invoices"""
    allow_expired: bool
    """Accept the quote even if it has expired. Default: `false`"""


class DeclineQuote(TypedDict, total=False):
    code: Required[Literal["TooExpensive", "NotNeeded", "AnotherSupplier", "Changes", "Other"]]
    """Why the client declines it"""
    text: str
    """The explanation of the client"""


class ConvertQuoteWhole(TypedDict, total=False):
    mode: Required[Literal["Whole"]]
    """The whole quote"""
    issue_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    due_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""


class ConvertQuotePercent(TypedDict, total=False):
    mode: Required[Literal["Percent"]]
    """A percentage of the quote"""
    percent: Required[str | Decimal]
    """A percentage"""
    issue_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    due_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""


class ConvertQuoteLines(TypedDict, total=False):
    mode: Required[Literal["Lines"]]
    """Some lines of the quote"""
    line_ids: Required[Sequence[int]]
    """The ids of the lines to invoice"""
    issue_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    due_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""


class ConvertQuoteAmount(TypedDict, total=False):
    mode: Required[Literal["Amount"]]
    """An amount"""
    amount: Required[str | Decimal]
    """At most as many decimals as the currency has: `5` and `5.0` in EUR are returned as `5.00`"""
    issue_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    due_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""


class ConvertQuoteRemaining(TypedDict, total=False):
    mode: Required[Literal["Remaining"]]
    """The part that is not invoiced"""
    issue_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    due_date: str | Date
    """A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""


ConvertQuote: TypeAlias = "ConvertQuoteWhole | ConvertQuotePercent | ConvertQuoteLines | ConvertQuoteAmount | ConvertQuoteRemaining"


class CreateWebhookEndpoint(TypedDict, total=False):
    url: Required[str]
    """A public https URL without user name and fragment. http only if the installation allows it. Write a non-ASCII host name in its `xn--` form"""
    event_types: Required[Sequence[EventType]]
    """The event types that it receives"""
    external_id: str
    """Your external ID of the record, unique per company and resource"""
    signature_scheme: Literal["v1", "v1a"]
    """The signature scheme of Standard Webhooks. v1: HMAC-SHA-256 with a shared secret. v1a: Ed25519; you get only the public key"""
    description: str | None
    """A text of your choice, which lists show"""
    payload: Literal["Full", "Changes", "Thin"]
    """The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record"""
    headers: Mapping[str, str]
    """Custom headers, sent with each message, at most 20. Their values are encrypted and never shown again"""
    filter: EventFilterBody | None
    """Which of these events it receives; null for all"""
    ordering: Literal["BestEffort", "PerRecord"]
    """BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed"""
    schedule: Sequence[int] | None
    """The seconds to wait before each attempt; null for the schedule of the installation"""
    limits: CreateWebhookEndpointLimits
    """The limits for the messages that it receives"""


EventType: TypeAlias = Literal["invoice.created", "invoice.updated", "invoice.deleted", "invoice.sent", "invoice.paid", "invoice.partial", "invoice.overdue", "invoice.rejected", "client.created", "client.updated", "client.deleted", "quote.created", "quote.updated", "quote.deleted", "payment.created", "payment.deleted", "checkpoint.signed"]


EventFilterBody = TypedDict(
    "EventFilterBody",
    {
        "field": "str",
        "eq": "FilterValue",
        "ne": "FilterValue",
        "gt": "OrderedFilterValue",
        "gte": "OrderedFilterValue",
        "lt": "OrderedFilterValue",
        "lte": "OrderedFilterValue",
        "in": "Sequence[FilterValue]",
        "not_in": "Sequence[FilterValue]",
        "starts_with": "str",
        "ends_with": "str",
        "contains": "str",
        "exists": "bool",
        "all": "Sequence[EventFilterBody]",
        "any": "Sequence[EventFilterBody]",
        "not": "EventFilterBody",
    },
    total=False,
)


FilterValue: TypeAlias = "str | float | bool | None"


OrderedFilterValue: TypeAlias = "str | float"


class CreateWebhookEndpointLimits(TypedDict, total=False):
    """The limits for the messages that it receives"""
    per_second: int | None
    """The messages per second; null for no limit"""
    in_flight: int
    """The requests in flight at the same time"""


class PutWebhookEndpoint(TypedDict, total=False):
    url: Required[str]
    """A public https URL without user name and fragment. http only if the installation allows it. Write a non-ASCII host name in its `xn--` form"""
    event_types: Required[Sequence[EventType]]
    """The event types that it receives"""
    signature_scheme: Literal["v1", "v1a"]
    """The signature scheme of Standard Webhooks. v1: HMAC-SHA-256 with a shared secret. v1a: Ed25519; you get only the public key"""
    description: str | None
    """A text of your choice, which lists show"""
    payload: Literal["Full", "Changes", "Thin"]
    """The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record"""
    headers: Mapping[str, str]
    """Custom headers, sent with each message, at most 20. Their values are encrypted and never shown again"""
    filter: EventFilterBody | None
    """Which of these events it receives; null for all"""
    ordering: Literal["BestEffort", "PerRecord"]
    """BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed"""
    schedule: Sequence[int] | None
    """The seconds to wait before each attempt; null for the schedule of the installation"""
    limits: PutWebhookEndpointLimits
    """The limits for the messages that it receives"""


class PutWebhookEndpointLimits(TypedDict, total=False):
    """The limits for the messages that it receives"""
    per_second: int | None
    """The messages per second; null for no limit"""
    in_flight: int
    """The requests in flight at the same time"""


class UpdateWebhookEndpoint(TypedDict, total=False):
    url: str
    """Where messages are sent"""
    event_types: Sequence[EventType]
    """The event types that it receives"""
    status: Literal["Enabled", "Disabled"]
    """Disabled: no messages are sent, and no deliveries are created"""
    external_id: str | None
    """Your external ID of the record, unique per company and resource"""
    signature_scheme: Literal["v1", "v1a"]
    """Only the current one: rotate-secret changes it"""
    description: str | None
    """A text of your choice, which lists show"""
    payload: Literal["Full", "Changes", "Thin"]
    """The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record"""
    headers: Mapping[str, str]
    """Custom headers, sent with each message, at most 20. Their values are encrypted and never shown again"""
    filter: EventFilterBody | None
    """Which of these events it receives; null for all"""
    ordering: Literal["BestEffort", "PerRecord"]
    """BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed"""
    schedule: Sequence[int] | None
    """The seconds to wait before each attempt; null for the schedule of the installation"""
    limits: UpdateWebhookEndpointLimits
    """The limits for the messages that it receives"""


class UpdateWebhookEndpointLimits(TypedDict, total=False):
    """The limits for the messages that it receives"""
    per_second: int | None
    """The messages per second; null for no limit"""
    in_flight: int
    """The requests in flight at the same time"""


class RotateWebhookSecret(TypedDict, total=False):
    overlap_hours: int
    """How many hours the old secret also signs, up to 7 days. Default: `24`"""
    scheme: Literal["v1", "v1a"]
    """The scheme of the new secret. Default: that of the old one"""


class TestWebhookEndpoint(TypedDict, total=False):
    event_type: EventType
    """Sends an example of this type. Default: the first type that the endpoint receives"""
    event_id: str
    """Sends the message of this event, with a new id"""


class EndPreviousSecrets(TypedDict, total=False):
    created_at: str | datetime
    """Only the previous secret that was created at this time. Default: all previous secrets"""


class PreviewWebhookEndpoint(TypedDict, total=False):
    event_types: Required[Sequence[EventType]]
    """The event types that the endpoint would receive"""
    filter: EventFilterBody | None
    """Which of these events it would receive; null for all"""
    since: str | datetime
    """The start of the period, within the retention period of messages. Default: 30 days ago"""


class DiagnoseWebhookRequest(TypedDict, total=False):
    webhook_id: str | None
    """The header `webhook-id`"""
    webhook_timestamp: str | None
    """The header `webhook-timestamp`"""
    webhook_signature: str | None
    """The header `webhook-signature`"""
    body: Required[str]
    """The body, exactly as the receiver read it"""
    computed_signature: str | None
    """The signature that the receiver computed, in any encoding: it identifies most mistakes"""
    received_at: str | datetime | None
    """What the clock of the receiver showed"""


class StartWebhookRun(TypedDict, total=False):
    since: Required[str | datetime]
    """From this time on, at most as far back as messages are stored, which is 30 days by default"""
    until: str | datetime
    """Up to this time. Default and maximum: now"""
    event_types: Sequence[EventType]
    """Only of these event types"""
    resource_id: int
    """Only of this record"""


class SendWebhookRecord(TypedDict, total=False):
    resource: Required[Literal["client", "quote", "invoice", "credit_note", "payment"]]
    """The resource of the record"""
    id: Required[int]
    """The id of the record"""


class CreateSnapshot(TypedDict, total=False):
    resources: Sequence[RecordName]
    """The kinds of records to copy; all if absent"""


RecordName: TypeAlias = Literal["client", "quote", "invoice", "credit_note", "payment"]


class AdvanceClock(TypedDict, total=False):
    advance_to: Required[str | datetime]
    """The time at which the clock is to be: after the present time of the sandbox, and at most 10 years ahead of the real time"""
