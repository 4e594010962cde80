import { row, type ProblemRow } from './problem-kinds.js';

/** Refusals of a request as such: who sends it, how, and how often, whatever it is about. */
export const PROBLEMS_OF_REQUESTS = {
  malformed_json: row(
    'malformed',
    'The body is not valid JSON',
    'Send one JSON document; the detail says what was unexpected.',
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
    'Revoke this key, create another, and send that one in the header Authorization: URLs end up in logs.',
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

  answering_link_required: row(
    'forbidden',
    'This link shows the document and takes no answer',
    'Open the link in the email that came with the document, or ask its sender for the answering link.',
  ),
  preview_takes_no_answer: row(
    'forbidden',
    'This is a preview for the company itself',
    'Record what the client said in the workspace, or open the answering link in a browser that is not signed in to the company.',
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
  address_not_allowed: row(
    'forbidden',
    'The key may not be used from this address',
    'Call from one of the networks that the key names, or let its owner add this one.',
  ),
  plan_required: row('forbidden', 'This needs a paid plan', 'Upgrade the plan of the company.'),
  permission_missing: row('forbidden', 'You lack a permission', 'An administrator of the company can give it to you.'),
  not_grantable: row('forbidden', 'A key can not do this', 'Sign in to the settings instead.'),
  step_up_required: row(
    'forbidden',
    'Confirm your password first',
    'This needs a password confirmed within the last 10 minutes. Confirm it with POST /app/session/confirm, in the webhook portal with POST /portal/api/session/confirm, and repeat the request.',
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
  event_expired: row(
    'gone',
    'The event is no longer kept',
    'Read on with after=beginning, from the oldest message from which on all are kept, and read anew the records that you keep a copy of.',
  ),
  leaked_key_unknown: row(
    'not_found',
    'This installation made no such key',
    'Nothing was done. The key is well formed: another installation may have made it.',
  ),
  method_not_allowed: row(
    'method',
    'The path does not take this method',
    'The header Allow names the methods that it takes.',
  ),

  idempotency_in_flight: row(
    'conflict',
    'A request with this Idempotency-Key is being answered',
    'Wait as long as Retry-After says and send the same request again: you get the answer of the first.',
  ),
  body_too_large: row(
    'too_large',
    'The body is too large',
    'Send at most 1 MiB, and at most 16 KiB where no credential is asked for.',
  ),
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
  batch_aborted: row(
    'dependency',
    'Nothing of the batch was written',
    'Mend the items that were refused and send the batch again, or send it with the mode perItem.',
  ),

  request_timeout: row(
    'timeout',
    'The request did not arrive in time',
    'A request has 30 seconds to arrive. Send it again, in smaller parts if the line is slow.',
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
  too_many_streams: row(
    'too_many',
    'Too many event streams are open',
    'Close one that is not needed any more: a stream can bring any number of event types.',
  ),
  too_many_attempts: row('too_many', 'Too many attempts', 'Wait as long as Retry-After says.'),
  too_many_pdfs: row(
    'too_many',
    'Too many PDFs of the company are waiting',
    'Wait as long as Retry-After says, then request the PDF again; request fewer PDFs at a time.',
  ),
  internal_error: row('internal', 'Something went wrong on our side', 'Tell the operator the request id.'),
  pdf_busy: row(
    'unavailable',
    'All threads that draw PDFs are busy',
    'Wait as long as Retry-After says, then request the PDF again.',
  ),
  pdf_limit_exceeded: row(
    'unavailable',
    'Drawing the PDF takes too long or too much memory',
    'Request it again after Retry-After. If that fails, shorten the texts of the document, or ask the operator to raise PDF_TIME_LIMIT_MS or PDF_MEMORY_LIMIT_MB.',
  ),
  not_ready: row('unavailable', 'The service is not ready', 'Try again in a moment.'),
} as const satisfies Record<string, ProblemRow>;
