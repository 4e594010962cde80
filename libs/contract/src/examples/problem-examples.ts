import { Problem, type FieldError, type ProblemCode } from '@billhook/domain/shared/problems';
import { MOST_ENDPOINTS, MOST_LIVE_SECRETS } from '@billhook/domain/shared/webhook-limits';
import { problemDocument } from '../shared/problem-document.js';
import { PROBLEM_MEMBERS } from '../shared/problem-members.js';
import type { ProblemView } from '../shared/problem.js';

/** The details of an example that differ from the default of its code. */
interface Occurrence {
  readonly detail?: string;
  readonly instance?: string;
  readonly errors?: readonly FieldError[];
}

const PUBLIC_URL = 'http://localhost:3000';
const REQUEST_ID = 'req_2n8QbYtH1xPq4Zk7Wd0aCe';

const INVOICES = '/v1/invoices';
const SESSION = '/app/session';
const NEEDS =
  'This requires invoice.write (create, edit, send, reject, reopen, postpone, credit, write off, void and delete invoices).';

const at = (pointer: string, code: string, message: string): { readonly errors: readonly FieldError[] } => ({
  errors: [{ pointer, code, message }],
});
const inQuery = (parameter: string, code: string, message: string): Occurrence => ({
  instance: INVOICES,
  errors: [{ parameter, code, message }],
});

const OCCURRENCES: { readonly [Code in ProblemCode]?: Occurrence } = {
  malformed_json: {
    instance: INVOICES,
    detail: "Expected ',' or '}' after property value in JSON at position 21.",
  },
  invalid_query: inQuery('limit', 'invalid_format', 'must be a whole number from 1 to 100'),
  cursor_mismatch: inQuery(
    'cursor',
    'cursor_mismatch',
    'belongs to a request with another list, other filters or another sort',
  ),
  bad_request: { detail: 'If-Match must be an ETag as the API returned it, including the quotes, like "2".' },
  idempotency_key_malformed: { instance: INVOICES },

  session_missing: { instance: SESSION },
  sign_in_failed: { instance: SESSION },
  second_factor_required: { instance: SESSION },
  second_factor_wrong: { instance: SESSION },
  second_factor_set: { instance: '/app/account/second-factor' },
  second_factor_not_set: { instance: '/app/account/second-factor/disable' },
  reset_link_invalid: { instance: '/app/password-reset/complete' },
  wrong_credential: { instance: SESSION },
  leaked_key_unknown: { instance: '/v1/leaked-keys' },
  portal_session_missing: { instance: '/portal/api/session' },
  portal_link_invalid: { instance: '/portal/enter' },
  portal_link_used: { instance: '/portal/enter' },
  portal_link_expired: { instance: '/portal/enter' },
  portal_link_revoked: { instance: '/portal/enter' },
  portal_view_only: { instance: '/portal/api/webhook-endpoints/7' },
  document_link_invalid: { instance: '/public/api/document' },

  answering_link_required: { instance: '/public/api/document/accept' },
  preview_takes_no_answer: { instance: '/public/api/document/accept' },
  insufficient_scope: { detail: `${NEEDS} The key does not have it. Create a key that does.` },
  creator_permission_lost: {
    detail: `${NEEDS} The key has it, but the member who created the key no longer does.`,
  },
  address_not_allowed: { detail: 'The key may not be used from 198.51.100.9.' },
  creator_inactive: { detail: `${NEEDS} The member who created the key is deactivated.` },
  plan_required: {
    detail: `${NEEDS} Studio Nord SAS is on the Free plan, on which API keys do not work. Upgrade the plan, and the key works again.`,
  },
  permission_missing: {
    instance: '/app/invoices/42',
    detail: `${NEEDS} An administrator of the company can give it to you.`,
  },
  not_grantable: { detail: `${NEEDS} No API key can have it. Sign in to the settings to do this.` },
  step_up_required: { instance: '/app/api-keys' },
  key_ended: { instance: '/app/api-keys/7', detail: 'The key is revoked.' },
  key_already_rotated: { instance: '/app/api-keys/7/rotate', detail: 'Its successor is bhk_3kTn9Qa1.' },
  member_not_service: { instance: '/app/members/42/api-keys' },
  member_holds_more: { instance: '/app/members/42' },
  too_many_imports: { instance: '/v1/imports' },
  import_ended: { instance: '/v1/imports/7/cancel' },
  import_not_ready: { instance: '/v1/imports/7/results' },
  too_many_snapshots: { instance: '/v1/snapshots' },
  snapshot_expired: { instance: '/v1/snapshot-parts/71' },
  range_not_satisfiable: { instance: '/v1/snapshot-parts/71' },
  row_unreadable: { instance: '/v1/imports/7' },
  row_repeated: { instance: '/v1/imports/7' },
  export_running: { instance: '/app/company/exports' },
  export_not_ready: { instance: '/app/company/exports/7/archive' },
  deletion_requested: {},
  deletion_started: { instance: '/app/company/deletion/withdraw' },
  deletion_not_requested: { instance: '/app/company/deletion/withdraw' },
  sandbox_of_sandbox: { instance: '/app/sandboxes' },
  sandbox_limit: { instance: '/app/sandboxes' },
  sandbox_required: { instance: '/v1/sandbox/clock' },
  clock_advancing: { instance: '/v1/sandbox/clock' },
  own_membership: { instance: '/app/members/42' },
  member_removed: { instance: '/app/members/42' },
  already_member: { instance: '/app/invitations' },
  already_invited: { instance: '/app/invitations' },
  invitation_closed: { instance: '/app/invitations/41/resend' },
  set_up_link_invalid: { instance: '/app/set-up' },
  invitation_invalid: { instance: '/app/invitations/accept' },
  cross_site: { instance: SESSION },

  not_found: { detail: 'There is no such invoice.' },
  event_expired: {
    instance: '/v1/events/msg_2n8QbYtH1xPq',
    detail: 'The message of this invoice.sent (invoice 42, 2026-08-21T09:30:00.000Z) is no longer stored.',
  },
  changes_expired: { instance: '/v1/changes' },
  route_not_found: { instance: '/v1/invoises/42' },
  method_not_allowed: { instance: '/v1/events', detail: 'This path allows GET, HEAD, OPTIONS.' },

  external_id_taken: { instance: INVOICES, detail: 'The record 41 already has this externalId.' },
  idempotency_in_flight: { instance: INVOICES },
  version_mismatch: { detail: 'The record is at version 4.' },
  payment_deleted: { instance: '/v1/payments/17' },
  over_allocated: {
    instance: '/v1/payments',
    detail: 'The sum of the allocations exceeds the amount of the payment.',
    ...at('/allocations', 'over_allocated', 'must not add up to more than amount'),
  },
  invoice_written_off: {
    instance: '/v1/payments/17',
    detail: 'The invoice INV-2026-00041 is written off. Reopen it first.',
  },
  period_closed: {
    instance: '/v1/payments',
    detail: 'The books are closed up to 2026-09-30, and 2026-09-12 is not after that day.',
    ...at('/date', 'period_closed', 'must be after 2026-09-30, the lock date of the company'),
  },
  over_refunded: { instance: '/v1/payments' },
  credit_spent: { instance: '/v1/payments/17' },
  over_credited: {
    instance: '/v1/credit-notes',
    ...at(
      '/lines/0',
      'over_credited',
      'In category S at 20 %, 450.00 and 90.00 VAT are left to credit, not 900.00 and 180.00.',
    ),
  },
  over_invoiced: { instance: '/v1/quotes/42/convert' },
  page_link_revoked: { instance: '/v1/clients/42/page-link' },
  quote_not_draft: { instance: '/v1/quotes/42' },
  quote_revised: { instance: '/v1/quotes/42/revise' },
  quote_not_sendable: {
    instance: '/v1/quotes/42/send',
    ...at('/lines', 'lines_missing', 'must contain at least one line'),
  },
  series_in_use: { instance: '/app/series/3' },
  series_code_taken: { instance: '/app/series/3' },
  mail_not_retriable: { instance: '/v1/mails/5/retry' },
  endpoint_limit: {
    instance: '/v1/webhook-endpoints',
    detail: `The company already has ${MOST_ENDPOINTS} endpoints, the maximum.`,
  },
  endpoint_deleted: { instance: '/v1/webhook-deliveries/17/resend' },
  signing_secret_limit: {
    instance: '/v1/webhook-endpoints/2/rotate-secret',
    detail: `The endpoint has ${MOST_LIVE_SECRETS} active secrets. The next one expires at 2026-11-22T09:30:00.000Z.`,
  },
  endpoint_disabled: { instance: '/v1/webhook-endpoints/2/test' },
  run_under_way: { instance: '/v1/webhook-endpoints/2/recover' },
  webhooks_unavailable: { instance: '/v1/webhook-endpoints' },

  body_too_large: { instance: INVOICES },
  unsupported_media_type: { instance: INVOICES },

  invalid_body: {
    instance: INVOICES,
    errors: [
      {
        pointer: '/lines/0/quantity',
        code: 'invalid_type',
        message: 'must be a decimal as a string, like "1234.50", not a JSON number',
      },
      { pointer: '/colour', code: 'unknown_property', message: 'is unknown' },
    ],
  },
  idempotency_key_reused: { instance: INVOICES },
  total_mismatch: {
    instance: INVOICES,
    detail:
      'expectedTotal is 900.00, but the computed total is 1080.00: a difference of -180.00. The result is 900.00 if the prices are treated as including VAT. pricesIncludeTax is false: VAT is added to the prices.',
    ...at('/expectedTotal', 'total_mismatch', 'the total of the lines is 1080.00'),
  },
  unknown_series: {
    instance: '/v1/invoices/42/send',
    ...at('/series', 'unknown_series', 'is not the code of a number series of the company'),
  },
  tax_group_not_invoiced: {
    instance: '/v1/credit-notes',
    ...at(
      '/lines/0',
      'tax_group_not_invoiced',
      'Nothing is left to credit in category S at 10 %: the invoice has no such lines, or they are fully credited.',
    ),
  },
  recipient_missing: {
    instance: '/v1/invoices/42/send',
    ...at('/to', 'recipient_missing', 'is required because the client has no email address'),
  },
  endpoint_refused: {
    instance: '/v1/webhook-endpoints',
    detail: 'The address is not public',
    ...at('/url', 'endpoint_refused', 'The address is not public'),
  },
  invoice_not_sendable: {
    instance: '/v1/invoices/42/send',
    ...at('/lines', 'lines_missing', 'must contain at least one line'),
  },
  text_not_drawable: {
    instance: '/v1/credit-notes',
    ...at('/reason/text', 'text_not_drawable', 'has characters that the PDF cannot show: ক (U+0995)'),
  },
  too_many_pdfs: { instance: '/v1/invoices/42/pdf' },
  pdf_busy: { instance: '/v1/invoices/42/pdf' },
  pdf_limit_exceeded: { instance: '/v1/invoices/42/pdf', detail: 'Rendering the PDF takes more than 30000 ms.' },
  batch_aborted: { instance: '/v1/invoices/batch' },
  rate_limited: { instance: INVOICES },
  too_many_streams: { instance: '/v1/events/stream' },
  too_many_attempts: { instance: INVOICES },
};

/** The problem document of a code, created in the same way as the responses of the API. */
export function exampleProblem(code: ProblemCode): ProblemView {
  return problemDocument(exampleOfProblem(code), {
    publicUrl: PUBLIC_URL,
    instance: OCCURRENCES[code]?.instance ?? '/v1/invoices/42',
    requestId: REQUEST_ID,
  });
}

/** The same problem as an exception, for the headers of the response. */
export function exampleOfProblem(code: ProblemCode): Problem {
  const { detail, errors } = OCCURRENCES[code] ?? {};
  const members = Object.entries(PROBLEM_MEMBERS[code] ?? {}).map(([name, { example }]) => [name, example] as const);
  return new Problem(code, detail, {
    ...(errors && { errors }),
    ...(members.length > 0 && { extensions: Object.fromEntries(members) }),
  });
}
