// Generated from the OpenAPI document by libs/sdk/generate.mjs. Do not edit.

import type { Call, PagedCall, ReadOptions, WriteOptions } from '../calls/call.js';
import type { components, operations } from './schema.js';

/** The query parameters of an operation. */
type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

/** The same without `updatedSince`, which alone returns tombstones. */
type Unchanged<Id extends keyof operations> = Omit<QueryOf<Id>, 'updatedSince'> & { updatedSince?: undefined };

/** A list without tombstones. */
type Present<List extends { data: unknown[] }> = Omit<List, 'data'> & {
  data: Exclude<List['data'][number], Tombstone>[];
};

export type AcceptQuote = components['schemas']['AcceptQuote'];
export type Actor = components['schemas']['Actor'];
export type Address = components['schemas']['Address'];
export type AddressBody = components['schemas']['AddressBody'];
export type Adjustment = components['schemas']['Adjustment'];
export type AdjustmentView = components['schemas']['AdjustmentView'];
export type AdvanceClock = components['schemas']['AdvanceClock'];
export type AdvanceResults = components['schemas']['AdvanceResults'];
export type AgedSum = components['schemas']['AgedSum'];
export type AllocatePayment = components['schemas']['AllocatePayment'];
export type AnsweringLink = components['schemas']['AnsweringLink'];
export type Balance = components['schemas']['Balance'];
export type BatchDeleteItem = components['schemas']['BatchDeleteItem'];
export type BatchDeleteResult = components['schemas']['BatchDeleteResult'];
export type Bic = components['schemas']['Bic'];
export type BurnedKey = components['schemas']['BurnedKey'];
export type Buyer = components['schemas']['Buyer'];
export type Calculation = components['schemas']['Calculation'];
export type ChainEntry = components['schemas']['ChainEntry'];
export type ChainEntryList = components['schemas']['ChainEntryList'];
export type Change = components['schemas']['Change'];
export type ChangeList = components['schemas']['ChangeList'];
export type CheckPermissions = components['schemas']['CheckPermissions'];
export type CheckedPermission = components['schemas']['CheckedPermission'];
export type CheckedRequest = components['schemas']['CheckedRequest'];
export type Checkpoint = components['schemas']['Checkpoint'];
export type CheckpointList = components['schemas']['CheckpointList'];
export type Client = components['schemas']['Client'];
export type ClientBatchDelete = components['schemas']['ClientBatchDelete'];
export type ClientBatchResult = components['schemas']['ClientBatchResult'];
export type ClientBatchUpdate = components['schemas']['ClientBatchUpdate'];
export type ClientBatchUpdateItem = components['schemas']['ClientBatchUpdateItem'];
export type ClientBatchUpdateResult = components['schemas']['ClientBatchUpdateResult'];
export type ClientList = components['schemas']['ClientList'];
export type ClientPageLink = components['schemas']['ClientPageLink'];
export type CompanyTotals = components['schemas']['CompanyTotals'];
export type ConvertQuote = components['schemas']['ConvertQuote'];
export type Country = components['schemas']['Country'];
export type CreateClient = components['schemas']['CreateClient'];
export type CreateClientBatch = components['schemas']['CreateClientBatch'];
export type CreateCreditNote = components['schemas']['CreateCreditNote'];
export type CreateImport = components['schemas']['CreateImport'];
export type CreateInvoice = components['schemas']['CreateInvoice'];
export type CreateInvoiceBatch = components['schemas']['CreateInvoiceBatch'];
export type CreatePayment = components['schemas']['CreatePayment'];
export type CreateQuote = components['schemas']['CreateQuote'];
export type CreateSnapshot = components['schemas']['CreateSnapshot'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type CreatedWebhookEndpoint = components['schemas']['CreatedWebhookEndpoint'];
export type CreditAllocation = components['schemas']['CreditAllocation'];
export type CreditNote = components['schemas']['CreditNote'];
export type CreditNoteExpanded = components['schemas']['CreditNoteExpanded'];
export type CreditNoteList = components['schemas']['CreditNoteList'];
export type Currency = components['schemas']['Currency'];
export type CurrencyReceivables = components['schemas']['CurrencyReceivables'];
export type CurrencyTotals = components['schemas']['CurrencyTotals'];
export type DeclineQuote = components['schemas']['DeclineQuote'];
export type DiagnoseWebhookRequest = components['schemas']['DiagnoseWebhookRequest'];
export type DocumentAdjustment = components['schemas']['DocumentAdjustment'];
export type DocumentAdjustmentView = components['schemas']['DocumentAdjustmentView'];
export type DocumentDelivery = components['schemas']['DocumentDelivery'];
export type ElectronicAddressBody = components['schemas']['ElectronicAddressBody'];
export type EmailAddress = components['schemas']['EmailAddress'];
export type EnabledWebhookEndpoint = components['schemas']['EnabledWebhookEndpoint'];
export type EndPreviousSecrets = components['schemas']['EndPreviousSecrets'];
export type Event = components['schemas']['Event'];
export type EventFilter = components['schemas']['EventFilter'];
export type EventFilterBody = components['schemas']['EventFilterBody'];
export type EventList = components['schemas']['EventList'];
export type EventType = components['schemas']['EventType'];
export type EventTypeDescription = components['schemas']['EventTypeDescription'];
export type EventTypeList = components['schemas']['EventTypeList'];
export type ExpandableCreditNote = components['schemas']['ExpandableCreditNote'];
export type ExpandableInvoice = components['schemas']['ExpandableInvoice'];
export type ExpandablePayment = components['schemas']['ExpandablePayment'];
export type ExpandableQuote = components['schemas']['ExpandableQuote'];
export type Fault = components['schemas']['Fault'];
export type FilterValue = components['schemas']['FilterValue'];
export type Iban = components['schemas']['Iban'];
export type Import = components['schemas']['Import'];
export type ImportList = components['schemas']['ImportList'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceBatchDelete = components['schemas']['InvoiceBatchDelete'];
export type InvoiceBatchResult = components['schemas']['InvoiceBatchResult'];
export type InvoiceBatchUpdate = components['schemas']['InvoiceBatchUpdate'];
export type InvoiceBatchUpdateItem = components['schemas']['InvoiceBatchUpdateItem'];
export type InvoiceBatchUpdateResult = components['schemas']['InvoiceBatchUpdateResult'];
export type InvoiceExpanded = components['schemas']['InvoiceExpanded'];
export type InvoiceList = components['schemas']['InvoiceList'];
export type InvoicePreview = components['schemas']['InvoicePreview'];
export type LegalIdBody = components['schemas']['LegalIdBody'];
export type Line = components['schemas']['Line'];
export type LineBody = components['schemas']['LineBody'];
export type LoggedMessage = components['schemas']['LoggedMessage'];
export type LoggedRequest = components['schemas']['LoggedRequest'];
export type LoggedRequestDetail = components['schemas']['LoggedRequestDetail'];
export type LoggedRequestList = components['schemas']['LoggedRequestList'];
export type Logo = components['schemas']['Logo'];
export type Mail = components['schemas']['Mail'];
export type MailDetail = components['schemas']['MailDetail'];
export type MailList = components['schemas']['MailList'];
export type Me = components['schemas']['Me'];
export type MePermissions = components['schemas']['MePermissions'];
export type MessageChanges = components['schemas']['MessageChanges'];
export type MessageVersion = components['schemas']['MessageVersion'];
export type OpenApi = components['schemas']['OpenApi'];
export type OpenClientPageLink = components['schemas']['OpenClientPageLink'];
export type OpenedClientPageLink = components['schemas']['OpenedClientPageLink'];
export type OrderedFilterValue = components['schemas']['OrderedFilterValue'];
export type Page = components['schemas']['Page'];
export type Payment = components['schemas']['Payment'];
export type PaymentExpanded = components['schemas']['PaymentExpanded'];
export type PaymentList = components['schemas']['PaymentList'];
export type PaymentMeans = components['schemas']['PaymentMeans'];
export type PaymentMeansCode = components['schemas']['PaymentMeansCode'];
export type PaymentTerms = components['schemas']['PaymentTerms'];
export type PaymentTermsBody = components['schemas']['PaymentTermsBody'];
export type Permission = components['schemas']['Permission'];
export type PermissionCheck = components['schemas']['PermissionCheck'];
export type PostponeInvoice = components['schemas']['PostponeInvoice'];
export type PreviewWebhookEndpoint = components['schemas']['PreviewWebhookEndpoint'];
export type Problem = components['schemas']['Problem'];
export type PutWebhookEndpoint = components['schemas']['PutWebhookEndpoint'];
export type Quote = components['schemas']['Quote'];
export type QuoteExpanded = components['schemas']['QuoteExpanded'];
export type QuoteList = components['schemas']['QuoteList'];
export type ReceivableDocument = components['schemas']['ReceivableDocument'];
export type ReceivableDocumentList = components['schemas']['ReceivableDocumentList'];
export type Receivables = components['schemas']['Receivables'];
export type RecordName = components['schemas']['RecordName'];
export type RejectInvoice = components['schemas']['RejectInvoice'];
export type ReopenInvoice = components['schemas']['ReopenInvoice'];
export type ReportLeakedKey = components['schemas']['ReportLeakedKey'];
export type RequestCredential = components['schemas']['RequestCredential'];
export type RotateWebhookSecret = components['schemas']['RotateWebhookSecret'];
export type SandboxAdvance = components['schemas']['SandboxAdvance'];
export type SandboxClock = components['schemas']['SandboxClock'];
export type Seller = components['schemas']['Seller'];
export type SendInvoice = components['schemas']['SendInvoice'];
export type SendQuote = components['schemas']['SendQuote'];
export type SendWebhookRecord = components['schemas']['SendWebhookRecord'];
export type Series = components['schemas']['Series'];
export type SeriesAudit = components['schemas']['SeriesAudit'];
export type SeriesList = components['schemas']['SeriesList'];
export type Snapshot = components['schemas']['Snapshot'];
export type SnapshotPart = components['schemas']['SnapshotPart'];
export type StartWebhookRun = components['schemas']['StartWebhookRun'];
export type TaxBreakdown = components['schemas']['TaxBreakdown'];
export type TaxRate = components['schemas']['TaxRate'];
export type TaxRateList = components['schemas']['TaxRateList'];
export type TestWebhookEndpoint = components['schemas']['TestWebhookEndpoint'];
export type ThinMessage = components['schemas']['ThinMessage'];
export type Timeline = components['schemas']['Timeline'];
export type Tombstone = components['schemas']['Tombstone'];
export type Totals = components['schemas']['Totals'];
export type UnitCode = components['schemas']['UnitCode'];
export type UpdateClient = components['schemas']['UpdateClient'];
export type UpdateCreditNote = components['schemas']['UpdateCreditNote'];
export type UpdateInvoice = components['schemas']['UpdateInvoice'];
export type UpdateQuote = components['schemas']['UpdateQuote'];
export type UpdateWebhookEndpoint = components['schemas']['UpdateWebhookEndpoint'];
export type Validation = components['schemas']['Validation'];
export type VoidInvoice = components['schemas']['VoidInvoice'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryDetail = components['schemas']['WebhookDeliveryDetail'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookDiagnosis = components['schemas']['WebhookDiagnosis'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointHealth = components['schemas']['WebhookEndpointHealth'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookPreview = components['schemas']['WebhookPreview'];
export type WebhookRun = components['schemas']['WebhookRun'];
export type WebhookRunList = components['schemas']['WebhookRunList'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type WebhookSecretUse = components['schemas']['WebhookSecretUse'];
export type WebhookStats = components['schemas']['WebhookStats'];
export type WebhookStatsList = components['schemas']['WebhookStatsList'];
export type WriteOffInvoice = components['schemas']['WriteOffInvoice'];
export type WrittenWebhookEndpoint = components['schemas']['WrittenWebhookEndpoint'];

/** The codes of problems of this version. Later versions may add some. */
export type ProblemCode =
  | 'malformed_json'
  | 'invalid_query'
  | 'cursor_mismatch'
  | 'bad_request'
  | 'idempotency_key_malformed'
  | 'two_credentials'
  | 'credential_missing'
  | 'credential_malformed'
  | 'credential_in_query'
  | 'key_prefix_missing'
  | 'key_truncated'
  | 'key_mistyped'
  | 'key_unknown'
  | 'key_revoked'
  | 'key_expired'
  | 'wrong_secret_type'
  | 'wrong_credential'
  | 'session_missing'
  | 'sign_in_failed'
  | 'portal_session_missing'
  | 'document_link_invalid'
  | 'portal_link_invalid'
  | 'portal_link_used'
  | 'portal_link_expired'
  | 'portal_link_revoked'
  | 'answering_link_required'
  | 'preview_takes_no_answer'
  | 'portal_view_only'
  | 'insufficient_scope'
  | 'creator_permission_lost'
  | 'creator_inactive'
  | 'address_not_allowed'
  | 'plan_required'
  | 'permission_missing'
  | 'not_grantable'
  | 'step_up_required'
  | 'cross_site'
  | 'access_undeclared'
  | 'not_found'
  | 'route_not_found'
  | 'event_expired'
  | 'changes_expired'
  | 'leaked_key_unknown'
  | 'method_not_allowed'
  | 'idempotency_in_flight'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'invalid_body'
  | 'idempotency_key_reused'
  | 'batch_aborted'
  | 'request_timeout'
  | 'headers_too_large'
  | 'rate_limited'
  | 'too_many_streams'
  | 'too_many_attempts'
  | 'too_many_pdfs'
  | 'internal_error'
  | 'pdf_busy'
  | 'pdf_limit_exceeded'
  | 'not_ready'
  | 'second_factor_required'
  | 'second_factor_wrong'
  | 'reset_link_invalid'
  | 'second_factor_set'
  | 'second_factor_not_set'
  | 'key_ended'
  | 'key_already_rotated'
  | 'member_not_service'
  | 'token_unknown'
  | 'token_revoked'
  | 'token_for_another_resource'
  | 'application_not_allowed'
  | 'nothing_to_grant'
  | 'authorization_request_expired'
  | 'device_code_unknown'
  | 'application_access_ended'
  | 'secret_of_another_owner'
  | 'application_archived'
  | 'too_many_secrets'
  | 'application_without_secret'
  | 'invitation_invalid'
  | 'set_up_link_invalid'
  | 'member_holds_more'
  | 'export_running'
  | 'export_not_ready'
  | 'deletion_requested'
  | 'deletion_started'
  | 'deletion_not_requested'
  | 'sandbox_of_sandbox'
  | 'sandbox_limit'
  | 'sandbox_required'
  | 'clock_advancing'
  | 'own_membership'
  | 'member_removed'
  | 'already_member'
  | 'already_invited'
  | 'invitation_closed'
  | 'external_id_taken'
  | 'invoice_not_draft'
  | 'action_not_allowed'
  | 'quote_not_draft'
  | 'quote_revised'
  | 'over_invoiced'
  | 'client_archived'
  | 'page_link_revoked'
  | 'payment_deleted'
  | 'not_payable'
  | 'invoice_written_off'
  | 'period_closed'
  | 'over_allocated'
  | 'over_refunded'
  | 'credit_spent'
  | 'over_credited'
  | 'number_taken'
  | 'series_in_use'
  | 'tax_rate_taken'
  | 'series_code_taken'
  | 'mail_not_retriable'
  | 'endpoint_limit'
  | 'endpoint_disabled'
  | 'endpoint_deleted'
  | 'signing_secret_limit'
  | 'run_under_way'
  | 'webhooks_unavailable'
  | 'version_mismatch'
  | 'total_mismatch'
  | 'currency_mismatch'
  | 'client_mismatch'
  | 'unknown_series'
  | 'tax_group_not_invoiced'
  | 'line_invoiced'
  | 'recipient_missing'
  | 'endpoint_refused'
  | 'text_not_drawable'
  | 'invoice_not_sendable'
  | 'quote_not_sendable'
  | 'too_many_imports'
  | 'import_ended'
  | 'import_not_ready'
  | 'too_many_snapshots'
  | 'snapshot_expired'
  | 'range_not_satisfiable'
  | 'row_unreadable'
  | 'row_repeated';

/** What the `data` of an event is, by its type. */
export interface EventData {
  'invoice.created': Invoice;
  'invoice.updated': Invoice;
  'invoice.deleted': Invoice;
  'invoice.sent': Invoice;
  'invoice.paid': Invoice;
  'invoice.partial': Invoice;
  'invoice.overdue': Invoice;
  'invoice.rejected': Invoice;
  'client.created': Client;
  'client.updated': Client;
  'client.deleted': Client;
  'quote.created': Quote;
  'quote.updated': Quote;
  'quote.deleted': Quote;
  'payment.created': Payment;
  'payment.deleted': Payment;
  'checkpoint.signed': Checkpoint;
}

export interface ChainEntriesResource {
  /** List the entries of the document chain, newest first. `GET /v1/chain-entries`, needs `invoice.read` */
  list(query?: QueryOf<'ChainEntries.list'>, options?: ReadOptions): PagedCall<ChainEntryList>;
}

export interface ChangesResource {
  /** List the changes of records after a position. `GET /v1/changes`, needs `event.read` */
  list(query?: QueryOf<'Changes.list'>, options?: ReadOptions): Call<ChangeList>;
}

export interface CheckpointsResource {
  /** List checkpoints, newest first. `GET /v1/checkpoints`, needs `event.read` */
  list(query?: QueryOf<'Checkpoints.list'>, options?: ReadOptions): PagedCall<CheckpointList>;
  /** Get a checkpoint. `GET /v1/checkpoints/{id}`, needs `event.read` */
  get(id: number, options?: ReadOptions): Call<Checkpoint>;
}

export interface ClientsResource {
  /** List clients, newest first. `GET /v1/clients`, needs `client.read` */
  list(query?: Unchanged<'Clients.list'>, options?: ReadOptions): PagedCall<Present<ClientList>>;
  /** List clients, newest first. `GET /v1/clients`, needs `client.read` */
  list(query?: QueryOf<'Clients.list'>, options?: ReadOptions): PagedCall<ClientList>;
  /** Create a client. `POST /v1/clients`, needs `client.write` */
  create(body: CreateClient, options?: WriteOptions): Call<Client>;
  /** Get a client. `GET /v1/clients/{id}`, needs `client.read` */
  get(id: number, options?: ReadOptions): Call<Client>;
  /** Edit a client. `PATCH /v1/clients/{id}`, needs `client.write` */
  update(id: number, body?: UpdateClient, options?: WriteOptions): Call<Client>;
  /** Delete a client. `DELETE /v1/clients/{id}`, needs `client.write` */
  delete(id: number, options?: WriteOptions): Call<void>;
  /** Get the timeline of a client. `GET /v1/clients/{id}/timeline`, needs `client.read` */
  timeline(id: number, options?: ReadOptions): Call<Timeline>;
  /** Create up to 100 clients. `POST /v1/clients/batch`, needs `client.write` */
  createBatch(body: CreateClientBatch, options?: WriteOptions): Call<ClientBatchResult>;
  /** Edit up to 100 clients. `POST /v1/clients/batch/update`, needs `client.write` */
  updateBatch(body: ClientBatchUpdate, options?: WriteOptions): Call<ClientBatchUpdateResult>;
  /** Delete up to 100 clients. `POST /v1/clients/batch/delete`, needs `client.write` */
  deleteBatch(body: ClientBatchDelete, options?: WriteOptions): Call<BatchDeleteResult>;
  /** Export clients as CSV. `GET /v1/clients/export`, needs `client.read` */
  export(query?: QueryOf<'Clients.export'>, options?: ReadOptions): Call<Blob>;
  /** Get the state of the link to all documents of a client. `GET /v1/clients/{id}/page-link`, needs `client.read` */
  pageLink(id: number, options?: ReadOptions): Call<ClientPageLink>;
  /** Get the link to all documents of a client. `POST /v1/clients/{id}/page-link`, needs `invoice.write` */
  openPageLink(id: number, body?: OpenClientPageLink, options?: WriteOptions): Call<OpenedClientPageLink>;
  /** Revoke the link to all documents of a client. `DELETE /v1/clients/{id}/page-link`, needs `invoice.write` */
  closePageLink(id: number, options?: WriteOptions): Call<ClientPageLink>;
}

export interface CreditNotesResource {
  /** List credit notes, newest first. `GET /v1/credit-notes`, needs `invoice.read` */
  list(query?: Unchanged<'CreditNotes.list'>, options?: ReadOptions): PagedCall<Present<CreditNoteList>>;
  /** List credit notes, newest first. `GET /v1/credit-notes`, needs `invoice.read` */
  list(query?: QueryOf<'CreditNotes.list'>, options?: ReadOptions): PagedCall<CreditNoteList>;
  /** Issue a credit note. `POST /v1/credit-notes`, needs `invoice.write` */
  create(body: CreateCreditNote, options?: WriteOptions): Call<CreditNote>;
  /** Get a credit note. `GET /v1/credit-notes/{id}`, needs `invoice.read` */
  get(id: number, query?: QueryOf<'CreditNotes.get'>, options?: ReadOptions): Call<ExpandableCreditNote>;
  /** Edit the annotations of a credit note. `PATCH /v1/credit-notes/{id}`, needs `invoice.write` */
  update(id: number, body?: UpdateCreditNote, options?: WriteOptions): Call<CreditNote>;
  /** Get the timeline of a credit note. `GET /v1/credit-notes/{id}/timeline`, needs `invoice.read` */
  timeline(id: number, options?: ReadOptions): Call<Timeline>;
  /** Create the read-only link of a credit note. `POST /v1/credit-notes/{id}/public-link`, needs `invoice.write` */
  openLink(id: number, options?: WriteOptions): Call<CreditNote>;
  /** Revoke the read-only link of a credit note. `DELETE /v1/credit-notes/{id}/public-link`, needs `invoice.write` */
  closeLink(id: number, options?: WriteOptions): Call<CreditNote>;
  /** Get a credit note as PDF. `GET /v1/credit-notes/{id}/pdf`, needs `invoice.read` */
  pdf(id: number, options?: ReadOptions): Call<Blob>;
  /** Export credit notes as CSV. `GET /v1/credit-notes/export`, needs `invoice.read` */
  export(query?: QueryOf<'CreditNotes.export'>, options?: ReadOptions): Call<Blob>;
}

export interface EventTypesResource {
  /** List the event types. `GET /v1/event-types` */
  list(options?: ReadOptions): Call<EventTypeList>;
  /** Get an event type. `GET /v1/event-types/{type}` */
  get(type: string, options?: ReadOptions): Call<EventTypeDescription>;
}

export interface EventsResource {
  /** List events, newest first, or the events after a given one. `GET /v1/events`, needs `event.read` */
  list(query?: QueryOf<'Events.list'>, options?: ReadOptions): PagedCall<EventList>;
  /** Get an event. `GET /v1/events/{id}`, needs `event.read` */
  get(id: string, options?: ReadOptions): Call<Event>;
}

export interface ImportsResource {
  /** List imports, newest first. `GET /v1/imports`, needs `client.read` */
  list(query?: QueryOf<'Imports.list'>, options?: ReadOptions): PagedCall<ImportList>;
  /** Import a file of records. `POST /v1/imports`, needs `client.write` */
  create(body: CreateImport, options?: WriteOptions): Call<Import>;
  /** Get an import. `GET /v1/imports/{id}`, needs `client.read` */
  get(id: number, options?: ReadOptions): Call<Import>;
  /** Cancel an import. `POST /v1/imports/{id}/cancel`, needs `client.write` */
  cancel(id: number, options?: WriteOptions): Call<Import>;
  /** Download the results of an import. `GET /v1/imports/{id}/results`, needs `client.read` */
  results(id: number, options?: ReadOptions): Call<Blob>;
}

export interface InvoicesResource {
  /** Void an invoice. `POST /v1/invoices/{id}/void`, needs `invoice.write` */
  void(id: number, body?: VoidInvoice, options?: WriteOptions): Call<Invoice>;
  /** List invoices, newest first. `GET /v1/invoices`, needs `invoice.read` */
  list(query?: Unchanged<'Invoices.list'>, options?: ReadOptions): PagedCall<Present<InvoiceList>>;
  /** List invoices, newest first. `GET /v1/invoices`, needs `invoice.read` */
  list(query?: QueryOf<'Invoices.list'>, options?: ReadOptions): PagedCall<InvoiceList>;
  /** Create an invoice. `POST /v1/invoices`, needs `invoice.write` */
  create(body: CreateInvoice, options?: WriteOptions): Call<Invoice>;
  /** Compute an invoice without creating it. `POST /v1/invoices/preview`, needs `invoice.read` */
  preview(body: CreateInvoice, options?: WriteOptions): Call<InvoicePreview>;
  /** Get an invoice. `GET /v1/invoices/{id}`, needs `invoice.read` */
  get(id: number, query?: QueryOf<'Invoices.get'>, options?: ReadOptions): Call<ExpandableInvoice>;
  /** Edit an invoice. `PATCH /v1/invoices/{id}`, needs `invoice.write` */
  update(id: number, body?: UpdateInvoice, options?: WriteOptions): Call<Invoice>;
  /** Delete a draft. `DELETE /v1/invoices/{id}`, needs `invoice.write` */
  delete(id: number, options?: WriteOptions): Call<void>;
  /** Duplicate an invoice. `POST /v1/invoices/{id}/duplicate`, needs `invoice.write` */
  duplicate(id: number, options?: WriteOptions): Call<Invoice>;
  /** Validate an invoice before sending it. `POST /v1/invoices/{id}/validate`, needs `invoice.read` */
  validate(id: number, options?: WriteOptions): Call<Validation>;
  /** Explain the totals of an invoice. `GET /v1/invoices/{id}/calculation`, needs `invoice.read` */
  calculation(id: number, options?: ReadOptions): Call<Calculation>;
  /** Get the timeline of an invoice. `GET /v1/invoices/{id}/timeline`, needs `invoice.read` */
  timeline(id: number, options?: ReadOptions): Call<Timeline>;
  /** Send an invoice. `POST /v1/invoices/{id}/send`, needs `invoice.write` */
  send(id: number, body?: SendInvoice, options?: WriteOptions): Call<Invoice>;
  /** Record that the client rejects an invoice. `POST /v1/invoices/{id}/reject`, needs `invoice.write` */
  reject(id: number, body: RejectInvoice, options?: WriteOptions): Call<Invoice>;
  /** Undo a rejection or a write-off. `POST /v1/invoices/{id}/reopen`, needs `invoice.write` */
  reopen(id: number, body?: ReopenInvoice, options?: WriteOptions): Call<Invoice>;
  /** Postpone the due date of an invoice. `POST /v1/invoices/{id}/postpone`, needs `invoice.write` */
  postpone(id: number, body: PostponeInvoice, options?: WriteOptions): Call<Invoice>;
  /** Write off the outstanding amount of an invoice. `POST /v1/invoices/{id}/write-off`, needs `invoice.write` */
  writeOff(id: number, body: WriteOffInvoice, options?: WriteOptions): Call<Invoice>;
  /** Create the links of a document. `POST /v1/invoices/{id}/public-link`, needs `invoice.write` */
  openLink(id: number, options?: WriteOptions): Call<Invoice>;
  /** Revoke the links of a document. `DELETE /v1/invoices/{id}/public-link`, needs `invoice.write` */
  closeLink(id: number, options?: WriteOptions): Call<Invoice>;
  /** Get the client link of an invoice. `POST /v1/invoices/{id}/answering-link`, needs `invoice.write` */
  answeringLink(id: number, options?: WriteOptions): Call<AnsweringLink>;
  /** Create up to 100 invoices. `POST /v1/invoices/batch`, needs `invoice.write` */
  createBatch(body: CreateInvoiceBatch, options?: WriteOptions): Call<InvoiceBatchResult>;
  /** Edit up to 100 invoices. `POST /v1/invoices/batch/update`, needs `invoice.write` */
  updateBatch(body: InvoiceBatchUpdate, options?: WriteOptions): Call<InvoiceBatchUpdateResult>;
  /** Delete up to 100 invoices. `POST /v1/invoices/batch/delete`, needs `invoice.write` */
  deleteBatch(body: InvoiceBatchDelete, options?: WriteOptions): Call<BatchDeleteResult>;
  /** Get an invoice as PDF. `GET /v1/invoices/{id}/pdf`, needs `invoice.read` */
  pdf(id: number, options?: ReadOptions): Call<Blob>;
  /** Export invoices as CSV. `GET /v1/invoices/export`, needs `invoice.read` */
  export(query?: QueryOf<'Invoices.export'>, options?: ReadOptions): Call<Blob>;
}

export interface LeakedKeysResource {
  /** Revoke a leaked key. `POST /v1/leaked-keys` */
  report(body: ReportLeakedKey, options?: WriteOptions): Call<BurnedKey>;
}

export interface MailsResource {
  /** List emails, newest first. `GET /v1/mails`, needs `invoice.read` */
  list(query?: QueryOf<'Mails.list'>, options?: ReadOptions): PagedCall<MailList>;
  /** Get an email with its text. `GET /v1/mails/{id}`, needs `invoice.read` */
  get(id: number, options?: ReadOptions): Call<MailDetail>;
  /** Resend an email that failed or was kept. `POST /v1/mails/{id}/retry`, needs `invoice.write` */
  retry(id: number, options?: WriteOptions): Call<Mail>;
  /** Export emails as CSV. `GET /v1/mails/export`, needs `invoice.read` */
  export(query?: QueryOf<'Mails.export'>, options?: ReadOptions): Call<Blob>;
}

export interface MeResource {
  /** Get the calling API key or application. `GET /v1/me` */
  get(options?: ReadOptions): Call<Me>;
  /** Get the permissions of the calling API key or application. `GET /v1/me/permissions` */
  permissions(options?: ReadOptions): Call<MePermissions>;
  /** Check permissions without making the calls. `POST /v1/me/permissions/check` */
  check(body: CheckPermissions, options?: WriteOptions): Call<PermissionCheck>;
}

export interface PaymentsResource {
  /** List payments, newest first. `GET /v1/payments`, needs `payment.read` */
  list(query?: Unchanged<'Payments.list'>, options?: ReadOptions): PagedCall<Present<PaymentList>>;
  /** List payments, newest first. `GET /v1/payments`, needs `payment.read` */
  list(query?: QueryOf<'Payments.list'>, options?: ReadOptions): PagedCall<PaymentList>;
  /** Record a payment or a refund. `POST /v1/payments`, needs `payment.write` */
  create(body: CreatePayment, options?: WriteOptions): Call<Payment>;
  /** Get a payment. `GET /v1/payments/{id}`, needs `payment.read` */
  get(id: number, query?: QueryOf<'Payments.get'>, options?: ReadOptions): Call<ExpandablePayment>;
  /** Delete a payment. `DELETE /v1/payments/{id}`, needs `payment.write` */
  delete(id: number, query: QueryOf<'Payments.delete'>, options?: WriteOptions): Call<void>;
  /** Get the timeline of a payment. `GET /v1/payments/{id}/timeline`, needs `payment.read` */
  timeline(id: number, options?: ReadOptions): Call<Timeline>;
  /** Allocate the unallocated rest of a payment. `POST /v1/payments/{id}/allocate`, needs `payment.write` */
  allocate(id: number, body: AllocatePayment, options?: WriteOptions): Call<Payment>;
  /** Export payments as CSV. `GET /v1/payments/export`, needs `payment.read` */
  export(query?: QueryOf<'Payments.export'>, options?: ReadOptions): Call<Blob>;
}

export interface QuotesResource {
  /** List quotes, newest first. `GET /v1/quotes`, needs `quote.read` */
  list(query?: Unchanged<'Quotes.list'>, options?: ReadOptions): PagedCall<Present<QuoteList>>;
  /** List quotes, newest first. `GET /v1/quotes`, needs `quote.read` */
  list(query?: QueryOf<'Quotes.list'>, options?: ReadOptions): PagedCall<QuoteList>;
  /** Create a quote. `POST /v1/quotes`, needs `quote.write` */
  create(body: CreateQuote, options?: WriteOptions): Call<Quote>;
  /** Get a quote. `GET /v1/quotes/{id}`, needs `quote.read` */
  get(id: number, query?: QueryOf<'Quotes.get'>, options?: ReadOptions): Call<ExpandableQuote>;
  /** Edit a draft. `PATCH /v1/quotes/{id}`, needs `quote.write` */
  update(id: number, body?: UpdateQuote, options?: WriteOptions): Call<Quote>;
  /** Delete a draft. `DELETE /v1/quotes/{id}`, needs `quote.write` */
  delete(id: number, options?: WriteOptions): Call<void>;
  /** Get the timeline of a quote. `GET /v1/quotes/{id}/timeline`, needs `quote.read` */
  timeline(id: number, options?: ReadOptions): Call<Timeline>;
  /** Send a quote. `POST /v1/quotes/{id}/send`, needs `quote.write` */
  send(id: number, body?: SendQuote, options?: WriteOptions): Call<Quote>;
  /** Record that the client accepts a quote. `POST /v1/quotes/{id}/accept`, needs `quote.write` */
  accept(id: number, body: AcceptQuote, options?: WriteOptions): Call<Quote>;
  /** Record that the client declines a quote. `POST /v1/quotes/{id}/decline`, needs `quote.write` */
  decline(id: number, body: DeclineQuote, options?: WriteOptions): Call<Quote>;
  /** Revise a quote. `POST /v1/quotes/{id}/revise`, needs `quote.write` */
  revise(id: number, options?: WriteOptions): Call<Quote>;
  /** Convert a quote, or a part of it, into an invoice. `POST /v1/quotes/{id}/convert`, needs `quote.write` */
  convert(id: number, body: ConvertQuote, options?: WriteOptions): Call<Invoice>;
  /** Create the links of a document. `POST /v1/quotes/{id}/public-link`, needs `quote.write` */
  openLink(id: number, options?: WriteOptions): Call<Quote>;
  /** Revoke the links of a document. `DELETE /v1/quotes/{id}/public-link`, needs `quote.write` */
  closeLink(id: number, options?: WriteOptions): Call<Quote>;
  /** Get the client link of a quote. `POST /v1/quotes/{id}/answering-link`, needs `quote.write` */
  answeringLink(id: number, options?: WriteOptions): Call<AnsweringLink>;
  /** Get a quote as PDF. `GET /v1/quotes/{id}/pdf`, needs `quote.read` */
  pdf(id: number, options?: ReadOptions): Call<Blob>;
  /** Export quotes as CSV. `GET /v1/quotes/export`, needs `quote.read` */
  export(query?: QueryOf<'Quotes.export'>, options?: ReadOptions): Call<Blob>;
}

export interface ReceivablesResource {
  /** Get the receivables by age, as of any day. `GET /v1/reports/receivables`, needs `invoice.read` */
  get(query?: QueryOf<'Receivables.get'>, options?: ReadOptions): Call<Receivables>;
  /** List the documents behind the receivables. `GET /v1/reports/receivables/documents`, needs `invoice.read` */
  documents(query?: QueryOf<'Receivables.documents'>, options?: ReadOptions): PagedCall<ReceivableDocumentList>;
}

export interface RequestsResource {
  /** List the requests of this key or application, newest first. `GET /v1/requests` */
  list(query?: QueryOf<'Requests.list'>, options?: ReadOptions): PagedCall<LoggedRequestList>;
  /** Get a request by its `Request-Id`. `GET /v1/requests/{id}` */
  get(id: string, options?: ReadOptions): Call<LoggedRequestDetail>;
}

export interface SandboxClockResource {
  /** Get the time of the sandbox. `GET /v1/sandbox/clock`, needs `event.read` */
  get(options?: ReadOptions): Call<SandboxClock>;
  /** Advance the time of the sandbox. `POST /v1/sandbox/clock`, needs `integration.write` */
  advance(body: AdvanceClock, options?: WriteOptions): Call<SandboxAdvance>;
}

export interface SeriesResource {
  /** List the number series by kind and code. `GET /v1/series`, needs `invoice.read` */
  list(options?: ReadOptions): Call<SeriesList>;
  /** Get a number series. `GET /v1/series/{id}`, needs `invoice.read` */
  get(id: number, options?: ReadOptions): Call<Series>;
  /** Check a number series for gaps. `GET /v1/series/{id}/audit`, needs `invoice.read` */
  audit(id: number, options?: ReadOptions): Call<SeriesAudit>;
}

export interface SnapshotPartsResource {
  /** Download a part of a snapshot. `GET /v1/snapshot-parts/{id}`, needs `event.read` */
  part(id: number, options?: ReadOptions): Call<Blob>;
}

export interface SnapshotsResource {
  /** Copy all records from one state. `POST /v1/snapshots`, needs `event.read` */
  create(body?: CreateSnapshot, options?: WriteOptions): Call<Snapshot>;
  /** Get a snapshot. `GET /v1/snapshots/{id}`, needs `event.read` */
  get(id: number, options?: ReadOptions): Call<Snapshot>;
}

export interface TaxRatesResource {
  /** List the tax rates, highest first. `GET /v1/tax-rates`, needs `invoice.read` */
  list(options?: ReadOptions): Call<TaxRateList>;
}

export interface TotalsResource {
  /** Get the totals of the company by currency. `GET /v1/totals`, needs `invoice.read` */
  get(query?: QueryOf<'Totals.get'>, options?: ReadOptions): Call<CompanyTotals>;
}

export interface WebhookDeliveriesResource {
  /** List deliveries, newest first. `GET /v1/webhook-deliveries`, needs `integration.write` */
  list(query?: QueryOf<'WebhookDeliveries.list'>, options?: ReadOptions): PagedCall<WebhookDeliveryList>;
  /** Get a delivery with its attempts. `GET /v1/webhook-deliveries/{id}`, needs `integration.write` */
  get(id: number, options?: ReadOptions): Call<WebhookDeliveryDetail>;
  /** Resend a delivery immediately. `POST /v1/webhook-deliveries/{id}/resend`, needs `integration.write` */
  resend(id: number, options?: WriteOptions): Call<WebhookDelivery>;
  /** Cancel a waiting delivery. `POST /v1/webhook-deliveries/{id}/cancel`, needs `integration.write` */
  cancel(id: number, options?: WriteOptions): Call<WebhookDelivery>;
}

export interface WebhookDiagnosisResource {
  /** Find out why a receiver rejects a request. `POST /v1/webhook-endpoints/{id}/diagnose`, needs `integration.write` */
  diagnose(id: number, body: DiagnoseWebhookRequest, options?: WriteOptions): Call<WebhookDiagnosis>;
}

export interface WebhookEndpointsResource {
  /** List webhook endpoints. `GET /v1/webhook-endpoints`, needs `integration.write` */
  list(query?: QueryOf<'WebhookEndpoints.list'>, options?: ReadOptions): PagedCall<WebhookEndpointList>;
  /** Create a webhook endpoint. `POST /v1/webhook-endpoints`, needs `integration.write` */
  create(body: CreateWebhookEndpoint, options?: WriteOptions): Call<CreatedWebhookEndpoint>;
  /** Get a webhook endpoint by its externalId. `GET /v1/webhook-endpoints/by-external-id/{externalId}`, needs `integration.write` */
  getByExternalId(externalId: string, options?: ReadOptions): Call<WebhookEndpoint>;
  /** Create or replace a webhook endpoint by its externalId. `PUT /v1/webhook-endpoints/by-external-id/{externalId}`, needs `integration.write` */
  put(externalId: string, body: PutWebhookEndpoint, options?: WriteOptions): Call<WrittenWebhookEndpoint>;
  /** Get the statistics of all endpoints over time. `GET /v1/webhook-endpoints/stats`, needs `integration.write` */
  listStats(query?: QueryOf<'WebhookEndpoints.listStats'>, options?: ReadOptions): Call<WebhookStatsList>;
  /** Get a webhook endpoint. `GET /v1/webhook-endpoints/{id}`, needs `integration.write` */
  get(id: number, options?: ReadOptions): Call<WebhookEndpoint>;
  /** Edit, disable or enable a webhook endpoint. `PATCH /v1/webhook-endpoints/{id}`, needs `integration.write` */
  update(id: number, body?: UpdateWebhookEndpoint, options?: WriteOptions): Call<WebhookEndpoint>;
  /** Delete a webhook endpoint. `DELETE /v1/webhook-endpoints/{id}`, needs `integration.write` */
  delete(id: number, options?: WriteOptions): Call<void>;
  /** Enable a webhook endpoint. `POST /v1/webhook-endpoints/{id}/enable`, needs `integration.write` */
  enable(id: number, options?: WriteOptions): Call<EnabledWebhookEndpoint>;
  /** Disable a webhook endpoint. `POST /v1/webhook-endpoints/{id}/disable`, needs `integration.write` */
  disable(id: number, options?: WriteOptions): Call<WebhookEndpoint>;
  /** List the deliveries to an endpoint, newest first. `GET /v1/webhook-endpoints/{id}/deliveries`, needs `integration.write` */
  listDeliveries(
    id: number,
    query?: QueryOf<'WebhookEndpoints.listDeliveries'>,
    options?: ReadOptions,
  ): PagedCall<WebhookDeliveryList>;
  /** Get the statistics of an endpoint over time. `GET /v1/webhook-endpoints/{id}/stats`, needs `integration.write` */
  getStats(id: number, query?: QueryOf<'WebhookEndpoints.getStats'>, options?: ReadOptions): Call<WebhookStats>;
  /** View the signing secret. `GET /v1/webhook-endpoints/{id}/secret`, needs `integration.write` */
  secret(id: number, options?: ReadOptions): Call<WebhookSecret>;
  /** Rotate the signing secret. `POST /v1/webhook-endpoints/{id}/rotate-secret`, needs `integration.write` */
  rotateSecret(id: number, body?: RotateWebhookSecret, options?: WriteOptions): Call<WebhookSecret>;
  /** Send a test message. `POST /v1/webhook-endpoints/{id}/test`, needs `integration.write` */
  test(id: number, body?: TestWebhookEndpoint, options?: WriteOptions): Call<WebhookDelivery>;
  /** Send the present state of a record. `POST /v1/webhook-endpoints/{id}/send-record`, needs `integration.write` */
  sendRecord(id: number, body: SendWebhookRecord, options?: WriteOptions): Call<WebhookDelivery>;
}

export interface WebhookPreviewResource {
  /** Preview what an endpoint would have received. `POST /v1/webhook-endpoints/preview`, needs `integration.write` */
  preview(body: PreviewWebhookEndpoint, options?: WriteOptions): Call<WebhookPreview>;
}

export interface WebhookRunsResource {
  /** Resend failed deliveries. `POST /v1/webhook-endpoints/{id}/recover`, needs `integration.write` */
  recover(id: number, body: StartWebhookRun, options?: WriteOptions): Call<WebhookRun>;
  /** Send missed events. `POST /v1/webhook-endpoints/{id}/replay-missing`, needs `integration.write` */
  replayMissing(id: number, body: StartWebhookRun, options?: WriteOptions): Call<WebhookRun>;
  /** List the runs of an endpoint, newest first. `GET /v1/webhook-endpoints/{id}/runs`, needs `integration.write` */
  list(id: number, query?: QueryOf<'WebhookRuns.list'>, options?: ReadOptions): PagedCall<WebhookRunList>;
  /** Get a run. `GET /v1/webhook-runs/{id}`, needs `integration.write` */
  get(id: number, options?: ReadOptions): Call<WebhookRun>;
  /** Pause a run. `POST /v1/webhook-runs/{id}/pause`, needs `integration.write` */
  pause(id: number, options?: WriteOptions): Call<WebhookRun>;
  /** Resume a paused run. `POST /v1/webhook-runs/{id}/resume`, needs `integration.write` */
  resume(id: number, options?: WriteOptions): Call<WebhookRun>;
  /** Cancel a run. `POST /v1/webhook-runs/{id}/cancel`, needs `integration.write` */
  cancel(id: number, options?: WriteOptions): Call<WebhookRun>;
}

export interface WebhookSecretsResource {
  /** List the active signing secrets. `GET /v1/webhook-endpoints/{id}/secrets`, needs `integration.write` */
  list(id: number, options?: ReadOptions): Call<WebhookSecretUse>;
  /** End previous signing secrets. `POST /v1/webhook-endpoints/{id}/end-previous-secrets`, needs `integration.write` */
  endPrevious(id: number, body?: EndPreviousSecrets, options?: WriteOptions): Call<WebhookSecretUse>;
}

export interface Resources {
  readonly chainEntries: ChainEntriesResource;
  readonly changes: ChangesResource;
  readonly checkpoints: CheckpointsResource;
  readonly clients: ClientsResource;
  readonly creditNotes: CreditNotesResource;
  readonly eventTypes: EventTypesResource;
  readonly events: EventsResource;
  readonly imports: ImportsResource;
  readonly invoices: InvoicesResource;
  readonly leakedKeys: LeakedKeysResource;
  readonly mails: MailsResource;
  readonly me: MeResource;
  readonly payments: PaymentsResource;
  readonly quotes: QuotesResource;
  readonly receivables: ReceivablesResource;
  readonly requests: RequestsResource;
  readonly sandboxClock: SandboxClockResource;
  readonly series: SeriesResource;
  readonly snapshotParts: SnapshotPartsResource;
  readonly snapshots: SnapshotsResource;
  readonly taxRates: TaxRatesResource;
  readonly totals: TotalsResource;
  readonly webhookDeliveries: WebhookDeliveriesResource;
  readonly webhookDiagnosis: WebhookDiagnosisResource;
  readonly webhookEndpoints: WebhookEndpointsResource;
  readonly webhookPreview: WebhookPreviewResource;
  readonly webhookRuns: WebhookRunsResource;
  readonly webhookSecrets: WebhookSecretsResource;
}

/** `METHOD path`, then: `b` takes a body, `q` takes a query, `p` is paged, `f` is a file. */
export const OPERATIONS: Readonly<Record<keyof Resources, Readonly<Record<string, string>>>> = {
  chainEntries: {
    list: 'GET /v1/chain-entries qp',
  },
  changes: {
    list: 'GET /v1/changes q',
  },
  checkpoints: {
    list: 'GET /v1/checkpoints qp',
    get: 'GET /v1/checkpoints/{id}',
  },
  clients: {
    list: 'GET /v1/clients qp',
    create: 'POST /v1/clients b',
    get: 'GET /v1/clients/{id}',
    update: 'PATCH /v1/clients/{id} b',
    delete: 'DELETE /v1/clients/{id}',
    timeline: 'GET /v1/clients/{id}/timeline',
    createBatch: 'POST /v1/clients/batch b',
    updateBatch: 'POST /v1/clients/batch/update b',
    deleteBatch: 'POST /v1/clients/batch/delete b',
    export: 'GET /v1/clients/export qf',
    pageLink: 'GET /v1/clients/{id}/page-link',
    openPageLink: 'POST /v1/clients/{id}/page-link b',
    closePageLink: 'DELETE /v1/clients/{id}/page-link',
  },
  creditNotes: {
    list: 'GET /v1/credit-notes qp',
    create: 'POST /v1/credit-notes b',
    get: 'GET /v1/credit-notes/{id} q',
    update: 'PATCH /v1/credit-notes/{id} b',
    timeline: 'GET /v1/credit-notes/{id}/timeline',
    openLink: 'POST /v1/credit-notes/{id}/public-link',
    closeLink: 'DELETE /v1/credit-notes/{id}/public-link',
    pdf: 'GET /v1/credit-notes/{id}/pdf f',
    export: 'GET /v1/credit-notes/export qf',
  },
  eventTypes: {
    list: 'GET /v1/event-types',
    get: 'GET /v1/event-types/{type}',
  },
  events: {
    list: 'GET /v1/events qp',
    get: 'GET /v1/events/{id}',
  },
  imports: {
    list: 'GET /v1/imports qp',
    create: 'POST /v1/imports b',
    get: 'GET /v1/imports/{id}',
    cancel: 'POST /v1/imports/{id}/cancel',
    results: 'GET /v1/imports/{id}/results f',
  },
  invoices: {
    void: 'POST /v1/invoices/{id}/void b',
    list: 'GET /v1/invoices qp',
    create: 'POST /v1/invoices b',
    preview: 'POST /v1/invoices/preview b',
    get: 'GET /v1/invoices/{id} q',
    update: 'PATCH /v1/invoices/{id} b',
    delete: 'DELETE /v1/invoices/{id}',
    duplicate: 'POST /v1/invoices/{id}/duplicate',
    validate: 'POST /v1/invoices/{id}/validate',
    calculation: 'GET /v1/invoices/{id}/calculation',
    timeline: 'GET /v1/invoices/{id}/timeline',
    send: 'POST /v1/invoices/{id}/send b',
    reject: 'POST /v1/invoices/{id}/reject b',
    reopen: 'POST /v1/invoices/{id}/reopen b',
    postpone: 'POST /v1/invoices/{id}/postpone b',
    writeOff: 'POST /v1/invoices/{id}/write-off b',
    openLink: 'POST /v1/invoices/{id}/public-link',
    closeLink: 'DELETE /v1/invoices/{id}/public-link',
    answeringLink: 'POST /v1/invoices/{id}/answering-link',
    createBatch: 'POST /v1/invoices/batch b',
    updateBatch: 'POST /v1/invoices/batch/update b',
    deleteBatch: 'POST /v1/invoices/batch/delete b',
    pdf: 'GET /v1/invoices/{id}/pdf f',
    export: 'GET /v1/invoices/export qf',
  },
  leakedKeys: {
    report: 'POST /v1/leaked-keys b',
  },
  mails: {
    list: 'GET /v1/mails qp',
    get: 'GET /v1/mails/{id}',
    retry: 'POST /v1/mails/{id}/retry',
    export: 'GET /v1/mails/export qf',
  },
  me: {
    get: 'GET /v1/me',
    permissions: 'GET /v1/me/permissions',
    check: 'POST /v1/me/permissions/check b',
  },
  payments: {
    list: 'GET /v1/payments qp',
    create: 'POST /v1/payments b',
    get: 'GET /v1/payments/{id} q',
    delete: 'DELETE /v1/payments/{id} q',
    timeline: 'GET /v1/payments/{id}/timeline',
    allocate: 'POST /v1/payments/{id}/allocate b',
    export: 'GET /v1/payments/export qf',
  },
  quotes: {
    list: 'GET /v1/quotes qp',
    create: 'POST /v1/quotes b',
    get: 'GET /v1/quotes/{id} q',
    update: 'PATCH /v1/quotes/{id} b',
    delete: 'DELETE /v1/quotes/{id}',
    timeline: 'GET /v1/quotes/{id}/timeline',
    send: 'POST /v1/quotes/{id}/send b',
    accept: 'POST /v1/quotes/{id}/accept b',
    decline: 'POST /v1/quotes/{id}/decline b',
    revise: 'POST /v1/quotes/{id}/revise',
    convert: 'POST /v1/quotes/{id}/convert b',
    openLink: 'POST /v1/quotes/{id}/public-link',
    closeLink: 'DELETE /v1/quotes/{id}/public-link',
    answeringLink: 'POST /v1/quotes/{id}/answering-link',
    pdf: 'GET /v1/quotes/{id}/pdf f',
    export: 'GET /v1/quotes/export qf',
  },
  receivables: {
    get: 'GET /v1/reports/receivables q',
    documents: 'GET /v1/reports/receivables/documents qp',
  },
  requests: {
    list: 'GET /v1/requests qp',
    get: 'GET /v1/requests/{id}',
  },
  sandboxClock: {
    get: 'GET /v1/sandbox/clock',
    advance: 'POST /v1/sandbox/clock b',
  },
  series: {
    list: 'GET /v1/series',
    get: 'GET /v1/series/{id}',
    audit: 'GET /v1/series/{id}/audit',
  },
  snapshotParts: {
    part: 'GET /v1/snapshot-parts/{id} f',
  },
  snapshots: {
    create: 'POST /v1/snapshots b',
    get: 'GET /v1/snapshots/{id}',
  },
  taxRates: {
    list: 'GET /v1/tax-rates',
  },
  totals: {
    get: 'GET /v1/totals q',
  },
  webhookDeliveries: {
    list: 'GET /v1/webhook-deliveries qp',
    get: 'GET /v1/webhook-deliveries/{id}',
    resend: 'POST /v1/webhook-deliveries/{id}/resend',
    cancel: 'POST /v1/webhook-deliveries/{id}/cancel',
  },
  webhookDiagnosis: {
    diagnose: 'POST /v1/webhook-endpoints/{id}/diagnose b',
  },
  webhookEndpoints: {
    list: 'GET /v1/webhook-endpoints qp',
    create: 'POST /v1/webhook-endpoints b',
    getByExternalId: 'GET /v1/webhook-endpoints/by-external-id/{externalId}',
    put: 'PUT /v1/webhook-endpoints/by-external-id/{externalId} b',
    listStats: 'GET /v1/webhook-endpoints/stats q',
    get: 'GET /v1/webhook-endpoints/{id}',
    update: 'PATCH /v1/webhook-endpoints/{id} b',
    delete: 'DELETE /v1/webhook-endpoints/{id}',
    enable: 'POST /v1/webhook-endpoints/{id}/enable',
    disable: 'POST /v1/webhook-endpoints/{id}/disable',
    listDeliveries: 'GET /v1/webhook-endpoints/{id}/deliveries qp',
    getStats: 'GET /v1/webhook-endpoints/{id}/stats q',
    secret: 'GET /v1/webhook-endpoints/{id}/secret',
    rotateSecret: 'POST /v1/webhook-endpoints/{id}/rotate-secret b',
    test: 'POST /v1/webhook-endpoints/{id}/test b',
    sendRecord: 'POST /v1/webhook-endpoints/{id}/send-record b',
  },
  webhookPreview: {
    preview: 'POST /v1/webhook-endpoints/preview b',
  },
  webhookRuns: {
    recover: 'POST /v1/webhook-endpoints/{id}/recover b',
    replayMissing: 'POST /v1/webhook-endpoints/{id}/replay-missing b',
    list: 'GET /v1/webhook-endpoints/{id}/runs qp',
    get: 'GET /v1/webhook-runs/{id}',
    pause: 'POST /v1/webhook-runs/{id}/pause',
    resume: 'POST /v1/webhook-runs/{id}/resume',
    cancel: 'POST /v1/webhook-runs/{id}/cancel',
  },
  webhookSecrets: {
    list: 'GET /v1/webhook-endpoints/{id}/secrets',
    endPrevious: 'POST /v1/webhook-endpoints/{id}/end-previous-secrets b',
  },
};
