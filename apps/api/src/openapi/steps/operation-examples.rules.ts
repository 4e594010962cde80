import {
  exampleCalculation,
  exampleCompanyTotals,
  exampleMail,
  exampleMailDetail,
  examplePage,
  examplePreview,
  exampleReceivableDocument,
  exampleReceivables,
  exampleRetriedMail,
  exampleSeries,
  exampleSeriesAudit,
  exampleSeriesList,
  exampleTaxRates,
  exampleTimelines,
  exampleValidation,
} from '@billhook/contract/examples/example-answers';
import { exampleChanges } from '@billhook/contract/examples/example-changes';
import { exampleChainEntry, exampleCheckpoint } from '@billhook/contract/examples/example-checkpoint';
import { exampleEventType } from '@billhook/contract/examples/example-event-types';
import { exampleMessage } from '@billhook/contract/examples/example-events';
import { exampleImports } from '@billhook/contract/examples/example-imports';
import { exampleLoggedDetail, exampleLoggedRequest } from '@billhook/contract/examples/example-logged-request';
import { exampleMe, exampleMePermissions, examplePermissionCheck } from '@billhook/contract/examples/example-me';
import { changedQuotes, exampleQuote } from '@billhook/contract/examples/example-quotes';
import {
  changedInvoices,
  exampleAnsweringLink,
  exampleOpenedPageLink,
  examplePageLink,
  exampleClient,
  exampleCreditNote,
  exampleInvoice,
  examplePayment,
  invoiceLife,
} from '@billhook/contract/examples/example-records';
import * as runs from '@billhook/contract/examples/example-runs';
import { exampleAdvance, exampleSandboxClock } from '@billhook/contract/examples/example-sandbox-clock';
import { exampleSnapshots } from '@billhook/contract/examples/example-snapshots';
import * as hooks from '@billhook/contract/examples/example-webhooks';
import { PLAIN_NAMES, PLAIN_RECORDS, plainTimeline, type PlainName } from '@billhook/contract/examples/plain-records';
import { EXAMPLE_KEY } from '@billhook/contract/identity/key-format';
import { EXAMPLE_IDS as IDS } from '@billhook/contract/shared/example-ids';
import { RESOURCES } from '@billhook/domain/shared/resources';

/** The request and the response in the example of an operation. The body is the example of the body's schema. */
export interface OperationExample {
  /** The value in the path; an operation has one at most. */
  readonly path?: number | string;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Absent for a PDF, and for a response without a body. */
  readonly answer?: unknown;
}

/** The response of a batch that edited all of its records. */
const updated = (...records: readonly object[]) => ({
  results: records.map((record, index) => ({ index, status: 200, record })),
  updated: records.length,
  refused: 0,
});

/** The response of a batch that deleted a record. */
const DELETED_ONE = { results: [{ index: 0, status: 204 }], deleted: 1, refused: 0 };

/** The response of a batch that created all of its records. */
const created = (...records: readonly object[]) => ({
  results: records.map((record, index) => ({ index, status: 201, record })),
  created: records.length,
  refused: 0,
});

/** The operations of a record that is only created, edited and deleted. */
function plainOperations(name: PlainName): [string, OperationExample][] {
  const { record, edit, query, unusedId } = PLAIN_RECORDS[name];
  const path = `/v1/${RESOURCES[name].plural}`;
  return [
    [`GET ${path}`, { query, answer: examplePage(record) }],
    [`POST ${path}`, { answer: record }],
    [`GET ${path}/{id}`, { path: record.id, answer: record }],
    [`PATCH ${path}/{id}`, { path: record.id, answer: { ...record, ...edit, version: record.version + 1 } }],
    [`DELETE ${path}/{id}`, { path: unusedId }],
    [`GET ${path}/{id}/timeline`, { path: record.id, answer: plainTimeline(name) }],
  ];
}

const CLIENTS = {
  'POST /v1/clients/batch': {
    answer: created(
      { ...exampleClient, id: IDS.unusedClient + 1, externalId: 'crm-2001' },
      { ...exampleClient, id: IDS.unusedClient + 2, externalId: 'crm-2002', kind: 'Individual', name: 'Jeanne Lumen' },
    ),
  },
  'POST /v1/clients/batch/update': {
    answer: updated({ ...exampleClient, ...PLAIN_RECORDS.client.edit, version: exampleClient.version + 1 }),
  },
  'POST /v1/clients/batch/delete': { answer: DELETED_ONE },
  'GET /v1/clients/{id}/page-link': { path: IDS.client, answer: examplePageLink },
  'POST /v1/clients/{id}/page-link': { path: IDS.client, answer: exampleOpenedPageLink },
  'DELETE /v1/clients/{id}/page-link': { path: IDS.client, answer: { ...examplePageLink, status: 'Revoked' } },
  'GET /v1/imports': { answer: examplePage(exampleImports.ended) },
  'POST /v1/imports': { answer: exampleImports.created },
  'GET /v1/imports/{id}': { path: IDS.endedImport, answer: exampleImports.ended },
  'POST /v1/imports/{id}/cancel': { path: IDS.runningImport, answer: exampleImports.cancelled },
  'GET /v1/imports/{id}/results': { path: IDS.endedImport },
} satisfies Record<string, OperationExample>;

const newInvoice = exampleInvoice({ id: IDS.wrongInvoice + 1, version: 1, updatedAt: '2026-11-21T09:30:00.000Z' });
const overdue = exampleInvoice({
  id: IDS.overdueInvoice,
  sent: true,
  overdue: true,
  version: 3,
  updatedAt: '2026-12-21T23:15:00.402Z',
});
const INVOICES = {
  'GET /v1/invoices': {
    query: { status: ['Sent', 'Overdue'], sort: 'dueDate', limit: 10 },
    answer: { ...examplePage(overdue), page: { ...examplePage(overdue).page, limit: 10 } },
  },
  'POST /v1/invoices': { answer: newInvoice },
  'POST /v1/invoices/batch': {
    answer: created(
      { ...newInvoice, externalId: 'job-881' },
      { ...newInvoice, id: newInvoice.id + 1, externalId: 'job-882' },
    ),
  },
  'POST /v1/invoices/batch/update': {
    answer: updated({ ...changedInvoices.edited, id: IDS.plannedInvoice }),
  },
  'POST /v1/invoices/batch/delete': { answer: DELETED_ONE },
  'POST /v1/invoices/preview': { answer: examplePreview },
  'GET /v1/invoices/{id}': { path: IDS.paidInvoice, answer: invoiceLife.paid },
  'PATCH /v1/invoices/{id}': { path: IDS.draftInvoice, answer: changedInvoices.edited },
  'DELETE /v1/invoices/{id}': { path: IDS.discardedInvoice },
  'POST /v1/invoices/{id}/duplicate': { path: IDS.paidInvoice, answer: newInvoice },
  'POST /v1/invoices/{id}/validate': { path: IDS.draftInvoice, answer: exampleValidation },
  'POST /v1/invoices/{id}/send': { path: IDS.draftInvoice, answer: changedInvoices.sent },
  'POST /v1/invoices/{id}/reject': { path: IDS.disputedInvoice, answer: changedInvoices.rejected },
  'POST /v1/invoices/{id}/reopen': { path: IDS.rejectedInvoice, answer: changedInvoices.reopened },
  'POST /v1/invoices/{id}/postpone': { path: IDS.overdueInvoice, answer: changedInvoices.postponed },
  'POST /v1/invoices/{id}/write-off': { path: IDS.lostInvoice, answer: changedInvoices.writtenOff },
  'POST /v1/invoices/{id}/void': { path: IDS.wrongInvoice, answer: changedInvoices.voided },
  'POST /v1/invoices/{id}/public-link': { path: IDS.paidInvoice, answer: invoiceLife.paid },
  'POST /v1/invoices/{id}/answering-link': { path: IDS.paidInvoice, answer: exampleAnsweringLink },
  'DELETE /v1/invoices/{id}/public-link': { path: IDS.paidInvoice, answer: changedInvoices.withoutLink },
  'GET /v1/invoices/{id}/calculation': { path: IDS.paidInvoice, answer: exampleCalculation },
  'GET /v1/invoices/{id}/timeline': { path: IDS.paidInvoice, answer: exampleTimelines.invoice },
  'GET /v1/invoices/{id}/pdf': { path: IDS.paidInvoice },
} satisfies Record<string, OperationExample>;

const linkedNote = { ...exampleCreditNote, publicUrl: invoiceLife.paid.publicUrl };
const CREDIT_NOTES = {
  'GET /v1/credit-notes': { query: { invoiceId: IDS.paidInvoice }, answer: examplePage(exampleCreditNote) },
  'POST /v1/credit-notes': { answer: { ...exampleCreditNote, id: IDS.creditNote + 1, number: 'CN-2026-00004' } },
  'GET /v1/credit-notes/{id}': { path: IDS.creditNote, answer: exampleCreditNote },
  'PATCH /v1/credit-notes/{id}': {
    path: IDS.creditNote,
    answer: { ...exampleCreditNote, privateNotes: 'Posted as 4711.', version: 2 },
  },
  'GET /v1/credit-notes/{id}/timeline': { path: IDS.creditNote, answer: exampleTimelines.creditNote },
  'GET /v1/credit-notes/{id}/pdf': { path: IDS.creditNote },
  'POST /v1/credit-notes/{id}/public-link': { path: IDS.creditNote, answer: linkedNote },
  'DELETE /v1/credit-notes/{id}/public-link': { path: IDS.creditNote, answer: exampleCreditNote },
} satisfies Record<string, OperationExample>;

const QUOTES = {
  'GET /v1/quotes': { query: { clientId: IDS.client, status: ['Sent'] }, answer: examplePage(changedQuotes.read) },
  'POST /v1/quotes': { answer: exampleQuote },
  'GET /v1/quotes/{id}': { path: IDS.sentQuote, answer: changedQuotes.read },
  'PATCH /v1/quotes/{id}': { path: IDS.draftQuote, answer: changedQuotes.edited },
  'DELETE /v1/quotes/{id}': { path: IDS.discardedQuote },
  'GET /v1/quotes/{id}/timeline': { path: IDS.sentQuote, answer: exampleTimelines.quote },
  'GET /v1/quotes/{id}/pdf': { path: IDS.sentQuote },
  'POST /v1/quotes/{id}/send': { path: IDS.draftQuote, answer: changedQuotes.sent },
  'POST /v1/quotes/{id}/accept': { path: IDS.sentQuote, answer: changedQuotes.accepted },
  'POST /v1/quotes/{id}/decline': { path: IDS.refusedQuote, answer: changedQuotes.declined },
  'POST /v1/quotes/{id}/revise': { path: IDS.outdatedQuote, answer: changedQuotes.revised },
  'POST /v1/quotes/{id}/convert': { path: IDS.acceptedQuote, answer: { ...newInvoice, quoteId: IDS.acceptedQuote } },
  'POST /v1/quotes/{id}/public-link': { path: IDS.sentQuote, answer: changedQuotes.read },
  'POST /v1/quotes/{id}/answering-link': { path: IDS.sentQuote, answer: exampleAnsweringLink },
  'DELETE /v1/quotes/{id}/public-link': { path: IDS.sentQuote, answer: changedQuotes.withoutLink },
} satisfies Record<string, OperationExample>;

const newPayment = {
  ...examplePayment,
  id: IDS.mistakenPayment + 1,
  allocations: [{ invoiceId: IDS.sentInvoice, amount: '1080.00' }],
  reference: null,
};
const allocated = {
  ...examplePayment,
  id: IDS.creditPayment,
  allocations: [{ invoiceId: IDS.overdueInvoice, amount: '80.00' }],
  reference: null,
  unallocated: '1000.00',
  version: 2,
};
const PAYMENTS = {
  'GET /v1/payments': { query: { invoiceId: IDS.paidInvoice }, answer: examplePage(examplePayment) },
  'POST /v1/payments': { answer: newPayment },
  'GET /v1/payments/{id}': { path: IDS.payment, answer: examplePayment },
  'DELETE /v1/payments/{id}': { path: IDS.mistakenPayment, query: { reason: 'Entered twice' } },
  'POST /v1/payments/{id}/allocate': { path: IDS.creditPayment, answer: allocated },
  'GET /v1/payments/{id}/timeline': { path: IDS.payment, answer: exampleTimelines.payment },
} satisfies Record<string, OperationExample>;

const OTHERS = {
  'GET /v1/events': { query: { type: 'invoice.paid' }, answer: examplePage(hooks.exampleEvent) },
  'GET /v1/events/stream': { query: { after: IDS.event, types: ['invoice.paid', 'payment.created'] } },
  'GET /v1/events/{id}': { path: IDS.event, answer: hooks.exampleEvent },
  'GET /v1/changes': { query: { after: 'beginning', resources: ['client', 'invoice'] }, answer: exampleChanges },
  'GET /v1/changes/stream': { query: { after: 'latest', resources: ['invoice'] } },
  'POST /v1/snapshots': { answer: exampleSnapshots.created },
  'GET /v1/snapshots/{id}': { path: IDS.snapshot, answer: exampleSnapshots.completed },
  'GET /v1/snapshot-parts/{id}': { path: IDS.snapshotPart },
  'GET /v1/sandbox/clock': { answer: exampleSandboxClock },
  'POST /v1/sandbox/clock': { answer: exampleAdvance },
  'GET /v1/event-types': { answer: { data: [exampleEventType] } },
  'GET /v1/event-types/{type}': { path: exampleMessage('invoice.paid').type, answer: exampleEventType },
  'GET /v1/mails': { query: { status: 'Failed' }, answer: examplePage(exampleMail) },
  'GET /v1/mails/{id}': { path: IDS.failedMail, answer: exampleMailDetail },
  'POST /v1/mails/{id}/retry': { path: IDS.failedMail, answer: exampleRetriedMail },
  'GET /v1/chain-entries': { answer: examplePage(exampleChainEntry) },
  'GET /v1/checkpoints': { answer: examplePage(exampleCheckpoint) },
  'GET /v1/checkpoints/{id}': { path: IDS.checkpoint, answer: exampleCheckpoint },
  'GET /v1/totals': { query: { from: '2026-10-01', to: '2026-11-30', by: 'month' }, answer: exampleCompanyTotals },
  'GET /v1/reports/receivables': { query: { at: '2026-11-30' }, answer: exampleReceivables },
  'GET /v1/reports/receivables/documents': {
    query: { at: '2026-11-30', currency: 'EUR', bucket: 'Days1To30' },
    answer: examplePage(exampleReceivableDocument),
  },
  'GET /v1/tax-rates': { answer: exampleTaxRates },
  'GET /v1/series': { answer: exampleSeriesList },
  'GET /v1/series/{id}': { path: IDS.series, answer: exampleSeries },
  'GET /v1/series/{id}/audit': { path: IDS.series, answer: exampleSeriesAudit },
  'GET /v1/me': { answer: exampleMe },
  'GET /v1/me/permissions': { answer: exampleMePermissions },
  'POST /v1/me/permissions/check': { answer: examplePermissionCheck },
  'GET /v1/requests': { query: { status: ['4xx', '5xx'] }, answer: examplePage(exampleLoggedRequest) },
  'GET /v1/requests/{id}': { path: IDS.request, answer: exampleLoggedDetail },
  'POST /v1/leaked-keys': { answer: { status: 'revoked', prefix: EXAMPLE_KEY.slice(0, 12) } },
  'GET /v1/openapi.json': {
    answer: { openapi: '3.1.0', info: { title: 'Billhook API', version: '1.0.0' }, paths: {} },
  },
} satisfies Record<string, OperationExample>;

const WEBHOOKS = {
  'GET /v1/webhook-endpoints': { answer: examplePage(hooks.exampleEndpoint) },
  'POST /v1/webhook-endpoints': { answer: hooks.exampleCreatedEndpoint },
  'GET /v1/webhook-endpoints/stats': {
    query: { bucket: 'day' },
    answer: { data: [hooks.exampleStats] },
  },
  'POST /v1/webhook-endpoints/preview': { answer: hooks.examplePreview },
  'GET /v1/webhook-endpoints/{id}': { path: IDS.endpoint, answer: hooks.exampleEndpoint },
  'PATCH /v1/webhook-endpoints/{id}': { path: IDS.endpoint, answer: hooks.exampleEditedEndpoint },
  'DELETE /v1/webhook-endpoints/{id}': { path: IDS.discardedEndpoint },
  'GET /v1/webhook-endpoints/by-external-id/{externalId}': {
    path: IDS.endpointExternalId,
    answer: hooks.exampleEndpoint,
  },
  'PUT /v1/webhook-endpoints/by-external-id/{externalId}': {
    path: IDS.endpointExternalId,
    answer: hooks.exampleWrittenEndpoint,
  },
  'POST /v1/webhook-endpoints/{id}/enable': { path: IDS.disabledEndpoint, answer: hooks.exampleEnabledEndpoint },
  'POST /v1/webhook-endpoints/{id}/disable': { path: IDS.unneededEndpoint, answer: hooks.exampleDisabledEndpoint },
  'GET /v1/webhook-endpoints/{id}/deliveries': { path: IDS.endpoint, answer: examplePage(hooks.exampleDelivery) },
  'GET /v1/webhook-endpoints/{id}/stats': {
    path: IDS.endpoint,
    query: { bucket: 'day', since: '2026-12-03T00:00:00.000Z', until: '2026-12-05T00:00:00.000Z' },
    answer: hooks.exampleStats,
  },
  'GET /v1/webhook-endpoints/{id}/secret': { path: IDS.endpoint, answer: hooks.exampleSecret },
  'POST /v1/webhook-endpoints/{id}/rotate-secret': { path: IDS.endpoint, answer: hooks.exampleRotatedSecret },
  'GET /v1/webhook-endpoints/{id}/secrets': { path: IDS.endpoint, answer: hooks.exampleSecretUse },
  'POST /v1/webhook-endpoints/{id}/end-previous-secrets': { path: IDS.endpoint, answer: hooks.exampleSecretUse },
  'POST /v1/webhook-endpoints/{id}/test': { path: IDS.endpoint, answer: hooks.exampleTestDelivery },
  'POST /v1/webhook-endpoints/{id}/send-record': { path: IDS.endpoint, answer: hooks.exampleManualDelivery },
  'POST /v1/webhook-endpoints/{id}/diagnose': { path: IDS.endpoint, answer: hooks.exampleDiagnosis },
  'GET /v1/webhook-deliveries': { query: { status: 'Failed' }, answer: examplePage(hooks.exampleDelivery) },
  'GET /v1/webhook-deliveries/{id}': { path: IDS.failedDelivery, answer: hooks.exampleDeliveryDetail },
  'POST /v1/webhook-deliveries/{id}/cancel': { path: IDS.waitingDelivery, answer: hooks.exampleCancelledDelivery },
  'POST /v1/webhook-deliveries/{id}/resend': { path: IDS.failedDelivery, answer: hooks.exampleResend },
} satisfies Record<string, OperationExample>;

const WEBHOOK_RUNS = {
  'POST /v1/webhook-endpoints/{id}/recover': { path: IDS.endpoint, answer: runs.exampleRecovery },
  'POST /v1/webhook-endpoints/{id}/replay-missing': { path: IDS.endpoint, answer: runs.exampleReplay },
  'GET /v1/webhook-endpoints/{id}/runs': { path: IDS.discardedEndpoint, answer: examplePage(runs.exampleRun) },
  'GET /v1/webhook-runs/{id}': { path: IDS.runningRun, answer: runs.exampleRun },
  'POST /v1/webhook-runs/{id}/pause': { path: IDS.runningRun, answer: runs.examplePausedRun },
  'POST /v1/webhook-runs/{id}/resume': { path: IDS.pausedRun, answer: runs.exampleResumedRun },
  'POST /v1/webhook-runs/{id}/cancel': { path: IDS.unwantedRun, answer: runs.exampleCancelledRun },
} satisfies Record<string, OperationExample>;

/** The example of every operation, by method and path. */
export const OPERATION_EXAMPLES: Readonly<Record<string, OperationExample>> = {
  ...Object.fromEntries(PLAIN_NAMES.flatMap(plainOperations)),
  ...CLIENTS,
  ...INVOICES,
  ...CREDIT_NOTES,
  ...QUOTES,
  ...PAYMENTS,
  ...OTHERS,
  ...WEBHOOKS,
  ...WEBHOOK_RUNS,
};
