import { row, type ProblemRow } from './problem-kinds.js';
import { MOST_ENDPOINTS, MOST_LIVE_SECRETS } from './webhook-limits.js';

/** Refusals by the rules of the records: their states, their numbers, their sums. */
export const PROBLEMS_OF_RECORDS = {
  external_id_taken: row(
    'conflict',
    'The externalId is taken',
    'The record that holds it is named in existingId. Update that one, or choose another externalId.',
  ),
  invoice_not_draft: row(
    'conflict',
    'Only the draft of an invoice can be changed',
    'After issue, only externalId, customFields and privateNotes can be changed. For all else credit or void it, and issue another.',
  ),
  action_not_allowed: row(
    'conflict',
    'The status does not allow this',
    'The detail names the status. availableActions of the record tells what it allows.',
  ),
  quote_not_draft: row(
    'conflict',
    'Only the draft of a quote can be changed',
    'After it is sent, only externalId, customFields and privateNotes can be changed. For all else revise it, which makes a new draft.',
  ),
  quote_revised: row('conflict', 'The quote has a revision already', 'Its id is in existingId: edit or send that one.'),
  over_invoiced: row(
    'conflict',
    'More would be invoiced than the quote holds',
    'remaining says what is left; convert Remaining takes exactly that.',
  ),
  client_archived: row('conflict', 'The client is archived', 'Choose an active client.'),
  payment_deleted: row('conflict', 'The payment is deleted already', 'Nothing left to do.'),
  not_payable: row('conflict', 'The invoice takes no payment', 'Only an issued invoice with an open balance does.'),
  invoice_written_off: row(
    'conflict',
    'An invoice of the payment is written off',
    'Reopen the invoice first: the written-off amount becomes outstanding again. Then delete the payment.',
  ),
  period_closed: row(
    'conflict',
    'The period is closed',
    'Choose a date after lockedUntil, or ask a member with the permission company.manage to move the lock date of the company.',
  ),
  over_allocated: row(
    'conflict',
    'More is allocated than is open',
    'Allocate at most the balance of each invoice; the rest of the payment stays unallocated.',
  ),
  over_refunded: row(
    'conflict',
    'More would be given back than was paid',
    'Refund at most what is paid of each invoice, and of the credit of the client what is not allocated.',
  ),
  credit_spent: row(
    'conflict',
    'What this payment left as credit has been spent',
    'Take back what was made of the credit first: the refund, or the allocation.',
  ),
  over_credited: row(
    'conflict',
    'More would be credited than the invoice holds',
    'remaining says what is left of each VAT category and rate; a credit note without lines takes exactly that.',
  ),
  number_taken: row(
    'conflict',
    'Another document has this number',
    'Two series print the same numbers: change the pattern of one of them.',
  ),
  series_in_use: row(
    'conflict',
    'The series has given numbers already',
    'Its start can be set before the first number only; make another series instead.',
  ),
  tax_rate_taken: row('conflict', 'The company has this tax rate', 'Rename or restore the one in existingId.'),
  series_code_taken: row(
    'conflict',
    'Another series has this code or pattern',
    'The detail names the series. Choose another code, or a pattern that no series of invoices or credit notes has.',
  ),
  mail_not_retriable: row('conflict', 'The mail can not be sent again', 'Only one that failed, or was kept, can.'),
  endpoint_limit: row(
    'conflict',
    `A company has at most ${MOST_ENDPOINTS} webhook endpoints`,
    'Delete one that is not needed any more, or let one receiver take more event types.',
  ),
  endpoint_disabled: row('conflict', 'The endpoint is disabled', 'Enable it first.'),
  endpoint_deleted: row(
    'conflict',
    'The endpoint is deleted',
    'Nothing can be sent to it any more. Create another endpoint, and send it the events of before with replay-missing.',
  ),
  signing_secret_limit: row(
    'conflict',
    `An endpoint has at most ${MOST_LIVE_SECRETS} live signing secrets`,
    'Rotate again after nextExpiryAt, or with overlapHours 0, which ends all old secrets immediately.',
  ),
  run_under_way: row(
    'conflict',
    'A run of this kind is under way',
    'Its id is in existingId: wait for it, or resume it if it is paused, or cancel it.',
  ),
  webhooks_unavailable: row(
    'conflict',
    'Webhooks are not available in this environment',
    'The operator can switch them on with WEBHOOKS_ENABLED=true.',
  ),

  version_mismatch: row(
    'stale',
    'The record has changed since you read it',
    'Read it again, look at what changed, and send your change with its new ETag in If-Match.',
  ),

  total_mismatch: row(
    'invalid',
    'The expected total differs from the computed one',
    'Both are given; correct the lines or leave expectedTotal out.',
  ),
  currency_mismatch: row('invalid', 'The currencies differ', 'Payment and invoices are of one currency.'),
  client_mismatch: row(
    'invalid',
    'The invoice belongs to another client',
    'A payment is allocated to invoices of its own client.',
  ),
  unknown_series: row('invalid', 'There is no such number series', 'GET /v1/series lists those of the company.'),
  tax_group_not_invoiced: row(
    'invalid',
    'The invoice has no such VAT category and rate',
    'A credit note holds only the categories and rates of its invoice.',
  ),
  line_invoiced: row('invalid', 'The line is invoiced already', 'Choose lines that no invoice of the quote holds yet.'),
  recipient_missing: row(
    'invalid',
    'Nobody to send it to',
    'Name the recipients in to, or give the client an e-mail address or a contact that receives such documents.',
  ),
  endpoint_refused: row(
    'invalid',
    'This URL can not receive webhooks',
    'It must be a public https address; the detail names the rule.',
  ),
  text_not_drawable: row(
    'invalid',
    'The PDF cannot show a text of the document',
    'Each entry of errors points at the text and names its characters: replace them, in the document, the client or the company.',
  ),
  invoice_not_sendable: row(
    'invalid',
    'The invoice can not be sent yet',
    'Each entry of errors points at what is missing.',
  ),
  quote_not_sendable: row(
    'invalid',
    'The quote can not be sent yet',
    'Each entry of errors points at what is missing.',
  ),
} as const satisfies Record<string, ProblemRow>;
