/**
 * Every refusal there is, once: its code, its kind and what to do about it. The API answers with its kind's status, the docs site draws the error catalogue from this table. Form: RFC 9457.
 */
export type ProblemKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'dependency'
  | 'too_many'
  | 'headers_too_large'
  | 'internal'
  | 'unavailable';

/** The one table from kinds to statuses (RFC 9110). */
export const HTTP_STATUS: Readonly<Record<ProblemKind, { readonly code: number; readonly phrase: string }>> = {
  malformed: { code: 400, phrase: 'Bad Request' },
  unauthenticated: { code: 401, phrase: 'Unauthorized' },
  forbidden: { code: 403, phrase: 'Forbidden' },
  not_found: { code: 404, phrase: 'Not Found' },
  method: { code: 405, phrase: 'Method Not Allowed' },
  conflict: { code: 409, phrase: 'Conflict' },
  stale: { code: 412, phrase: 'Precondition Failed' },
  too_large: { code: 413, phrase: 'Content Too Large' },
  unsupported_media_type: { code: 415, phrase: 'Unsupported Media Type' },
  invalid: { code: 422, phrase: 'Unprocessable Content' },
  dependency: { code: 424, phrase: 'Failed Dependency' },
  too_many: { code: 429, phrase: 'Too Many Requests' },
  headers_too_large: { code: 431, phrase: 'Request Header Fields Too Large' },
  internal: { code: 500, phrase: 'Internal Server Error' },
  unavailable: { code: 503, phrase: 'Service Unavailable' },
};

export interface ProblemRow {
  readonly kind: ProblemKind;
  /** A short sentence, the same for every occurrence (RFC 9457 `title`). */
  readonly title: string;
  /** How to mend it, for the error catalogue and the default `detail`. */
  readonly advice: string;
}

const row = (kind: ProblemKind, title: string, advice: string): ProblemRow => ({ kind, title, advice });

export const PROBLEMS = {
  malformed_json: row(
    'malformed',
    'The body is not valid JSON',
    'Send one JSON document; the detail names the position.',
  ),
  invalid_query: row(
    'malformed',
    'A query parameter is wrong',
    'Each entry of errors names the parameter and what it takes.',
  ),
  cursor_mismatch: row(
    'malformed',
    'The cursor does not fit this list',
    'Use a cursor only with the filters and sort it came from, or start again without one.',
  ),
  bad_request: row('malformed', 'The request can not be read', 'The detail says which part of the request is wrong.'),
  idempotency_key_malformed: row(
    'malformed',
    'The Idempotency-Key can not be used',
    'Send one Idempotency-Key of 1 to 255 printable ASCII characters, bare or in double quotes; a UUID does well.',
  ),
  two_credentials: row('malformed', 'Two credentials were sent', 'Send exactly one Authorization header.'),

  credential_missing: row(
    'unauthenticated',
    'No credential was sent',
    'Send the header Authorization: Bearer <API_KEY>.',
  ),
  credential_malformed: row(
    'unauthenticated',
    'The Authorization header is malformed',
    'It takes the word Bearer, one space and the key, without quotes or further spaces.',
  ),
  credential_in_query: row(
    'unauthenticated',
    'A credential was sent in the URL',
    'Send it in the Authorization header, and revoke it: URLs end up in logs.',
  ),
  key_prefix_missing: row('unauthenticated', 'The prefix of the key was left out', 'Copy the whole key, from bhk_ on.'),
  key_truncated: row(
    'unauthenticated',
    'The key is incomplete',
    'The key is 50 characters long, from bhk_ on. Copy all of it.',
  ),
  key_mistyped: row(
    'unauthenticated',
    'The key is mistyped',
    'Its checksum does not hold: copy it again instead of typing it.',
  ),
  key_unknown: row(
    'unauthenticated',
    'No such key',
    'The key was not made by this installation. Check which installation it belongs to.',
  ),
  key_revoked: row('unauthenticated', 'The key is revoked', 'Revoked keys stay revoked: create a new one.'),
  key_expired: row('unauthenticated', 'The key has expired', 'Expired keys stay expired: create a new one.'),
  wrong_secret_type: row(
    'unauthenticated',
    'This secret is not an API key',
    'API keys begin with bhk_. What was sent is a secret of another kind.',
  ),
  wrong_credential: row(
    'unauthenticated',
    'This credential does not open this part',
    '/v1 takes API keys, /app the session of the settings, /portal the session of the webhook portal.',
  ),
  session_missing: row('unauthenticated', 'Nobody is signed in', 'Sign in first.'),
  sign_in_failed: row('unauthenticated', 'E-mail or password is wrong', 'Check both and try again.'),
  portal_session_missing: row(
    'unauthenticated',
    'The portal session has ended',
    'Open the portal again from Settings > API & Connections > Webhooks.',
  ),
  document_link_invalid: row(
    'unauthenticated',
    'The link opens no document',
    'It was revoked or is incomplete: ask whoever sent it for a new one.',
  ),
  portal_link_invalid: row(
    'unauthenticated',
    'The portal link was used already or has expired',
    'Open the portal again from Settings > API & Connections > Webhooks.',
  ),

  insufficient_scope: row(
    'forbidden',
    'The key lacks a permission',
    'Create a key that carries the permission named in missing.',
  ),
  creator_permission_lost: row(
    'forbidden',
    'The creator of the key no longer holds a permission',
    'Once an administrator gives it back to the creator, the key works again.',
  ),
  creator_inactive: row(
    'forbidden',
    'The creator of the key is deactivated',
    'An administrator can reactivate the member; otherwise create a key of your own.',
  ),
  plan_required: row('forbidden', 'This needs a paid plan', 'Upgrade the plan of the company.'),
  permission_missing: row('forbidden', 'You lack a permission', 'An administrator of the company can give it to you.'),
  not_grantable: row('forbidden', 'A key can not do this', 'Sign in to the settings instead.'),
  step_up_required: row(
    'forbidden',
    'Confirm your password first',
    'This needs a password confirmed within the last 10 minutes: POST /app/session/confirm.',
  ),
  cross_site: row(
    'forbidden',
    'The request came from another site',
    'The settings API takes requests of its own pages only.',
  ),
  access_undeclared: row('forbidden', 'This route declares no access rule', 'Nothing you can mend: please report it.'),

  not_found: row(
    'not_found',
    'There is no such record',
    'Check the id, and that the key belongs to the company that owns the record.',
  ),
  route_not_found: row('not_found', 'There is no such route', 'Check the path against the reference.'),
  method_not_allowed: row(
    'method',
    'The path does not take this method',
    'The header Allow names the methods that it takes.',
  ),

  external_id_taken: row(
    'conflict',
    'The externalId is taken',
    'The record that holds it is named in existingId. Update that one, or choose another externalId.',
  ),
  idempotency_in_flight: row(
    'conflict',
    'A request with this Idempotency-Key is being answered',
    'Wait as long as Retry-After says and send the same request again: you get the answer of the first.',
  ),
  invoice_not_draft: row(
    'conflict',
    'Only the draft of an invoice can be changed',
    'What was issued is never edited: credit or void it, and issue another.',
  ),
  action_not_allowed: row(
    'conflict',
    'The status does not allow this',
    'The detail names the status. availableActions of the record tells what it allows.',
  ),
  quote_not_draft: row(
    'conflict',
    'Only the draft of a quote can be changed',
    'A sent quote stays as it was sent: revise it, which makes a new draft.',
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
  series_code_taken: row('conflict', 'Another series has this code or pattern', 'Choose another one.'),
  mail_not_retriable: row('conflict', 'The mail can not be sent again', 'Only one that failed, or was kept, can.'),
  endpoint_limit: row(
    'conflict',
    'There are as many endpoints as a company may have',
    'Delete one that is not needed any more, or let one receiver take more event types.',
  ),
  endpoint_disabled: row('conflict', 'The endpoint is disabled', 'Enable it first: PATCH its status.'),
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

  body_too_large: row('too_large', 'The body is too large', 'Send at most 1 MiB.'),
  unsupported_media_type: row('unsupported_media_type', 'The media type is not supported', 'Send application/json.'),

  invalid_body: row(
    'invalid',
    'The body breaks a rule',
    'Each entry of errors points at the property and says what it takes.',
  ),
  idempotency_key_reused: row(
    'invalid',
    'The Idempotency-Key was used for another request',
    'Make a fresh key for each request; send a key again only with the very same body.',
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

  batch_aborted: row(
    'dependency',
    'Nothing of the batch was written',
    'Mend the items that were refused and send the batch again, or send it with the mode perItem.',
  ),

  headers_too_large: row(
    'headers_too_large',
    'The headers are too large',
    'Send at most 16 KiB of headers, the address included.',
  ),
  rate_limited: row(
    'too_many',
    'Too many requests',
    'Wait as long as Retry-After says. RateLimit tells what is left, and when all of it is back.',
  ),
  too_many_attempts: row('too_many', 'Too many attempts', 'Wait as long as Retry-After says.'),
  internal_error: row('internal', 'Something went wrong on our side', 'Tell the operator the request id.'),
  not_ready: row('unavailable', 'The service is not ready', 'Try again in a moment.'),
} as const satisfies Record<string, ProblemRow>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One fault in the input: where (RFC 6901 JSON pointer, or the name of a parameter), which rule, how to mend it. */
export interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly message: string;
}

/**
 * An expected refusal. Thrown by services and domain rules; the problem filter of the API is the one place that turns it into
 * an answer. `extensions` become members of the problem document.
 */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    detail?: string,
    readonly options: {
      readonly errors?: readonly Fault[];
      readonly extensions?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(detail ?? PROBLEMS[code].advice);
    this.name = 'Problem';
  }
}
