/** Why an operation is not a tool. */
export type Exclusion = keyof typeof EXCLUSIONS;

/** The reasons, as the decision record explains them. */
export const EXCLUSIONS = {
  batch: 'A model calls the tool for one record several times, and each result can be checked.',
  stream: 'A tool returns one result.',
  file: 'A model cannot read a PDF in base64; its numbers are in the record.',
  link: 'The link opens a document without a sign-in, or answers it in the name of the client.',
  secret: 'A secret in the context of a model is a leaked secret.',
  setup: 'Endpoints are configured once, by people, in the portal.',
  recovery: 'Resending many messages is the operator’s decision.',
  rare: 'A tool that is rarely needed makes the others harder to choose.',
  dryRun: 'The dry run of invoices_create returns the same.',
  description: 'The tools are this description.',
} as const;

/** `final tool`: a write that cannot be undone with another tool, although it only creates a record. */
type Decision = 'tool' | 'final tool' | Exclusion;

/**
 * Which operations an assistant can call, by operation id. A spec requires a decision for every operation. Everything else about a tool
 * follows from the operation.
 */
export const TOOL_DECISIONS: Readonly<Record<string, Decision>> = {
  'Me.get': 'tool',
  'Me.permissions': 'rare',
  'Me.check': 'rare',

  'Clients.list': 'tool',
  'Clients.export': 'file',
  'Clients.get': 'tool',
  'Clients.create': 'tool',
  'Clients.update': 'tool',
  'Clients.delete': 'tool',
  'Clients.timeline': 'rare',
  'Clients.pageLink': 'link',
  'Clients.openPageLink': 'link',
  'Clients.closePageLink': 'link',
  'ClientsBatch.create': 'batch',
  'ClientsBatch.update': 'batch',
  'ClientsBatch.delete': 'batch',

  'Imports.list': 'rare',
  'Imports.create': 'batch',
  'Imports.get': 'rare',
  'Imports.cancel': 'rare',
  'Imports.results': 'file',

  'Quotes.list': 'tool',
  'Quotes.export': 'file',
  'Quotes.get': 'tool',
  'Quotes.create': 'tool',
  'Quotes.update': 'tool',
  'Quotes.delete': 'tool',
  'Quotes.send': 'tool',
  'Quotes.accept': 'tool',
  'Quotes.decline': 'tool',
  'Quotes.revise': 'tool',
  'Quotes.convert': 'tool',
  'Quotes.timeline': 'tool',
  'Quotes.openLink': 'link',
  'Quotes.closeLink': 'link',
  'Quotes.answeringLink': 'link',

  'Invoices.list': 'tool',
  'Invoices.export': 'file',
  'Invoices.get': 'tool',
  'Invoices.preview': 'dryRun',
  'Invoices.create': 'tool',
  'Invoices.update': 'tool',
  'Invoices.delete': 'tool',
  'Invoices.duplicate': 'tool',
  'Invoices.validate': 'tool',
  'Invoices.calculation': 'tool',
  'Invoices.timeline': 'tool',
  'Invoices.send': 'tool',
  'Invoices.reject': 'tool',
  'Invoices.reopen': 'tool',
  'Invoices.postpone': 'tool',
  'Invoices.writeOff': 'tool',
  'Invoices.void': 'tool',
  'Invoices.openLink': 'link',
  'Invoices.closeLink': 'link',
  'Invoices.answeringLink': 'link',
  'InvoicesBatch.create': 'batch',
  'InvoicesBatch.update': 'batch',
  'InvoicesBatch.delete': 'batch',

  'CreditNotes.list': 'tool',
  'CreditNotes.export': 'file',
  'CreditNotes.get': 'tool',
  // It receives its number immediately and cannot be deleted.
  'CreditNotes.create': 'final tool',
  'CreditNotes.update': 'rare',
  'CreditNotes.timeline': 'rare',
  'CreditNotes.openLink': 'link',
  'CreditNotes.closeLink': 'link',

  'Payments.list': 'tool',
  'Payments.export': 'file',
  'Payments.get': 'tool',
  'Payments.create': 'tool',
  'Payments.delete': 'tool',
  'Payments.allocate': 'tool',
  'Payments.timeline': 'rare',

  'Totals.get': 'tool',
  'Receivables.get': 'rare',
  'Receivables.documents': 'rare',
  'Mails.list': 'tool',
  'Mails.export': 'file',
  'Mails.get': 'tool',
  'Mails.retry': 'tool',
  'ChainEntries.list': 'rare',
  'Checkpoints.list': 'rare',
  'Checkpoints.get': 'rare',
  'TaxRates.list': 'tool',
  'Series.list': 'tool',
  'Series.get': 'rare',
  'Series.audit': 'tool',
  'DocumentPdf.invoice': 'file',
  'DocumentPdf.quote': 'file',
  'DocumentPdf.creditNote': 'file',

  'Events.list': 'tool',
  'Events.get': 'tool',
  'Events.stream': 'stream',
  'Changes.list': 'rare',
  'Changes.stream': 'stream',
  'Snapshots.create': 'batch',
  'Snapshots.get': 'rare',
  'SnapshotParts.part': 'file',
  'SandboxClock.get': 'rare',
  'SandboxClock.advance': 'rare',
  'EventTypes.list': 'rare',
  'EventTypes.get': 'rare',
  'WebhookEndpoints.list': 'tool',
  'WebhookEndpoints.get': 'tool',
  'WebhookEndpoints.getByExternalId': 'rare',
  'WebhookEndpoints.create': 'secret',
  'WebhookEndpoints.put': 'secret',
  'WebhookEndpoints.update': 'setup',
  'WebhookEndpoints.delete': 'setup',
  'WebhookEndpoints.enable': 'setup',
  'WebhookEndpoints.disable': 'setup',
  'WebhookEndpoints.listDeliveries': 'rare',
  'WebhookEndpoints.getStats': 'rare',
  'WebhookEndpoints.listStats': 'rare',
  'WebhookPreview.preview': 'setup',
  'WebhookEndpoints.secret': 'secret',
  'WebhookEndpoints.rotateSecret': 'secret',
  'WebhookEndpoints.test': 'setup',
  'WebhookEndpoints.sendRecord': 'setup',
  'WebhookSecrets.list': 'rare',
  'WebhookSecrets.endPrevious': 'setup',
  'WebhookDiagnosis.diagnose': 'setup',
  'WebhookDeliveries.list': 'tool',
  'WebhookDeliveries.get': 'tool',
  'WebhookDeliveries.resend': 'tool',
  'WebhookDeliveries.cancel': 'rare',
  'WebhookRuns.recover': 'recovery',
  'WebhookRuns.replayMissing': 'recovery',
  'WebhookRuns.list': 'recovery',
  'WebhookRuns.get': 'recovery',
  'WebhookRuns.pause': 'recovery',
  'WebhookRuns.resume': 'recovery',
  'WebhookRuns.cancel': 'recovery',

  'Requests.list': 'rare',
  'Requests.get': 'rare',

  'LeakedKeys.report': 'secret',
  'OpenApi.get': 'description',
};

/** What a model needs to know about a tool, where the description of the operation is written for programs. */
export const TOOL_WORDS: Readonly<Record<string, string>> = {
  'Me.get': 'Returns the company and the member behind this connection.',
  'Invoices.send':
    'Issues a draft: it gets the next number of its series, and its content becomes final. With the channel Email, an issued invoice is sent again.',
  'Quotes.send':
    'The quote gets the next number of its series; a revision keeps the number and replaces the quote that it revises. With the channel Email, a sent quote is sent again.',
  'Events.list': 'What happened to records, with the record as it was. With after, oldest first.',
  'Events.get': 'Includes the record.',
  'Series.audit': 'Compares every number of the series with the documents that have it, also those of credit notes.',
  'Mails.list': 'The emails to clients about their documents.',
};

/** Whether an operation is a tool. */
export const isToolOperation = (operationId: string): boolean => TOOL_DECISIONS[operationId]?.endsWith('tool') ?? false;

/** Whether the tool creates something that no other tool can delete. */
export const isFinal = (operationId: string): boolean => TOOL_DECISIONS[operationId] === 'final tool';
