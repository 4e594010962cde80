import { row, type ProblemRow } from './problem-kinds.js';
import { MOST_ENDPOINTS, MOST_LIVE_SECRETS } from './webhook-limits.js';

/** Errors of records: their statuses, numbers and totals. */
export const PROBLEMS_OF_RECORDS = {
  external_id_taken: row(
    'conflict',
    'The externalId is already in use',
    'existingId is the id of the record that has it. Use that record, or choose another externalId. A record that is deleted frees its externalId.',
  ),
  invoice_not_draft: row(
    'conflict',
    'The invoice is not a draft',
    'After issue, a PATCH can change only externalId, customFields and privateNotes, and postpone can move the due date. For any other change, credit or void the invoice and issue a new one.',
  ),
  action_not_allowed: row(
    'conflict',
    'The status does not allow this action',
    'The detail gives the reason. availableActions of an invoice or a quote lists the actions that are allowed now.',
  ),
  quote_not_draft: row(
    'conflict',
    'The quote is not a draft',
    'After a quote is sent, only externalId, customFields and privateNotes can be changed. For any other change, revise the quote, which creates a new draft.',
  ),
  quote_revised: row(
    'conflict',
    'The quote already has a revision',
    'existingId is the id of the revision. Edit or send the revision.',
  ),
  over_invoiced: row(
    'conflict',
    'The amount exceeds the rest of the quote',
    'remaining is the uninvoiced rest. Convert the quote with the mode Remaining to invoice exactly that.',
  ),
  client_archived: row('conflict', 'The client is archived', 'Choose an active client.'),
  page_link_revoked: row(
    'conflict',
    'The link to all documents is revoked',
    'A revoked link stays revoked. Send "replace": true to create another link, with another address.',
  ),
  payment_deleted: row(
    'conflict',
    'The payment is already deleted',
    'A deleted payment can be neither deleted again nor allocated.',
  ),
  not_payable: row(
    'conflict',
    'The invoice cannot be paid',
    'Allocate payments only to issued invoices with an outstanding amount.',
  ),
  invoice_written_off: row(
    'conflict',
    'An invoice of the payment is written off',
    'Reopen the invoice first, so that the written-off amount is outstanding again. Then delete the payment.',
  ),
  period_closed: row(
    'conflict',
    'The period is closed',
    'Choose a date after lockedUntil, or ask a member with the permission company.manage to move the lock date.',
  ),
  over_allocated: row(
    'conflict',
    'The allocation exceeds the outstanding amount',
    'Allocate at most the outstanding amount of each invoice. The rest of the payment stays unallocated.',
  ),
  over_refunded: row(
    'conflict',
    'The refund exceeds the amount paid',
    'Refund at most the amount paid of each invoice, and at most the credit of the client.',
  ),
  credit_spent: row(
    'conflict',
    'The credit from this payment is already spent',
    'Delete the refund that used the credit first.',
  ),
  over_credited: row(
    'conflict',
    'The amount exceeds the uncredited rest of the invoice',
    'remaining is the uncredited rest of each VAT category and rate. A credit note without lines credits exactly that.',
  ),
  number_taken: row(
    'conflict',
    'Another document has this number',
    'Two series produce the same numbers. Change the pattern of one of them.',
  ),
  series_in_use: row(
    'conflict',
    'The series has already assigned numbers',
    'The first number can be changed only until it is assigned. Create another series instead.',
  ),
  tax_rate_taken: row(
    'conflict',
    'The company already has this tax rate',
    'existingId is the id of the tax rate. Rename or restore it.',
  ),
  series_code_taken: row(
    'conflict',
    'Another series has this code or the numbers of this pattern',
    'Choose another code or pattern. Two series of invoices or credit notes cannot have patterns that produce the same number.',
  ),
  mail_not_retriable: row(
    'conflict',
    'The email cannot be sent again',
    'Only an email with the status Failed or Kept can be sent again.',
  ),
  endpoint_limit: row(
    'conflict',
    `A company can have at most ${MOST_ENDPOINTS} webhook endpoints`,
    'Delete an endpoint that you no longer need, or add event types to an existing one.',
  ),
  endpoint_disabled: row('conflict', 'The endpoint is disabled', 'Enable it first.'),
  endpoint_deleted: row(
    'conflict',
    'The endpoint is deleted',
    'A deleted endpoint receives nothing. Create a new endpoint, and send it earlier events with replay-missing.',
  ),
  signing_secret_limit: row(
    'conflict',
    `An endpoint can have at most ${MOST_LIVE_SECRETS} active signing secrets`,
    'Rotate again after nextExpiryAt, or with overlapHours 0, which ends all old secrets immediately.',
  ),
  run_under_way: row(
    'conflict',
    'A run of this kind is in progress',
    'existingId is the id of the run. Wait until it completes, resume it if it is paused, or cancel it.',
  ),
  webhooks_unavailable: row(
    'conflict',
    'Webhooks are not available in this environment',
    'The operator can turn them on with WEBHOOKS_ENABLED=true.',
  ),

  version_mismatch: row(
    'stale',
    'The record has changed since you read it',
    'Read the record again, check what changed, and send your change with the new ETag in If-Match.',
  ),

  total_mismatch: row(
    'invalid',
    'The expected total differs from the computed one',
    'Correct the lines, or leave out expectedTotal.',
  ),
  currency_mismatch: row('invalid', 'The currencies differ', 'A payment and its invoices must have the same currency.'),
  client_mismatch: row(
    'invalid',
    'The invoice belongs to another client',
    'A payment can be allocated only to invoices of its own client.',
  ),
  unknown_series: row(
    'invalid',
    'There is no such number series',
    'GET /v1/series lists the number series of the company.',
  ),
  tax_group_not_invoiced: row(
    'invalid',
    'The invoice has no such VAT category and rate',
    'A credit note can contain only the VAT categories and rates of its invoice.',
  ),
  line_invoiced: row('invalid', 'The line is already invoiced', 'Choose lines that no invoice of the quote contains.'),
  recipient_missing: row(
    'invalid',
    'There is no recipient',
    'Set `to` in the request, or add an email address, or a contact that receives such documents, to the client.',
  ),
  endpoint_refused: row('invalid', 'This URL cannot receive webhooks', 'Use a public https URL.'),
  text_not_drawable: row(
    'invalid',
    'The PDF cannot show some characters of the document',
    'Each entry of errors points at a text and lists its characters. Replace them in the document, the client or the company.',
  ),
  invoice_not_sendable: row(
    'invalid',
    'The invoice cannot be sent yet',
    'Each entry of errors points at what is missing.',
  ),
  quote_not_sendable: row('invalid', 'The quote cannot be sent yet', 'Each entry of errors points at what is missing.'),
} as const satisfies Record<string, ProblemRow>;
