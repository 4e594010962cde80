import { row, type ProblemRow } from './problem-kinds.js';

/** Errors of any request: its credential, its format and its rate. */
export const PROBLEMS_OF_REQUESTS = {
  malformed_json: row('malformed', 'The body is not valid JSON', 'Send one valid JSON document.'),
  invalid_query: row(
    'malformed',
    'A query parameter is invalid',
    'Each entry of errors gives the parameter and its rule.',
  ),
  cursor_mismatch: row(
    'malformed',
    'The cursor belongs to another list',
    'Use a cursor only with the filters and sort that it came from, or start again without a cursor.',
  ),
  bad_request: row(
    'malformed',
    'The request cannot be read',
    'Correct the part of the request that the detail describes.',
  ),

  idempotency_key_malformed: row(
    'malformed',
    'The Idempotency-Key is malformed',
    'Send one Idempotency-Key of 1 to 255 printable ASCII characters, optionally in double quotes. A UUID works well.',
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
    'Send the word Bearer, one space and the key, without quotes or further spaces.',
  ),
  credential_in_query: row(
    'unauthenticated',
    'A credential was sent in the URL',
    'Revoke this key, because URLs end up in logs. Create a new key and send it in the header Authorization.',
  ),
  key_prefix_missing: row(
    'unauthenticated',
    'The prefix of the key is missing',
    'Copy the whole key, starting with bhk_, or with bht_ in a sandbox.',
  ),

  key_truncated: row(
    'unauthenticated',
    'The key is incomplete',
    'A key has 50 characters, starting with bhk_, or with bht_ in a sandbox. Copy all of it.',
  ),
  key_mistyped: row(
    'unauthenticated',
    'The key is mistyped',
    'The checksum of the key does not match. Copy the key instead of typing it.',
  ),
  key_unknown: row(
    'unauthenticated',
    'The key does not exist',
    'This installation did not create the key. Check which installation it belongs to.',
  ),
  key_revoked: row('unauthenticated', 'The key is revoked', 'A revoked key cannot be restored. Create a new key.'),
  key_expired: row('unauthenticated', 'The key has expired', 'An expired key cannot be renewed. Create a new key.'),
  wrong_secret_type: row(
    'unauthenticated',
    'This secret is not an API key',
    'Send an API key, which begins with bhk_, or with bht_ in a sandbox. This is a secret of another kind.',
  ),
  wrong_credential: row(
    'unauthenticated',
    'This credential is not accepted here',
    '/v1 and /mcp accept API keys and access tokens, /app accepts the session of the settings, and /portal/api accepts the session of the webhook portal.',
  ),
  session_missing: row('unauthenticated', 'You are not signed in', 'Sign in first.'),
  sign_in_failed: row('unauthenticated', 'The email address or password is wrong', 'Check both and try again.'),
  portal_session_missing: row(
    'unauthenticated',
    'The portal session has ended',
    'Open the portal again from Settings > API & Connections > Webhooks.',
  ),
  document_link_invalid: row(
    'unauthenticated',
    'The document link is invalid',
    'The link was revoked or is incomplete. Ask the sender of the document for a new one.',
  ),
  portal_link_invalid: row(
    'unauthenticated',
    'The portal link is invalid',
    'The link is incomplete or no longer stored, or its creator is no longer an active member. Open the portal from Settings > API & Connections > Webhooks, or ask for a new link.',
  ),
  portal_link_used: row(
    'unauthenticated',
    'The portal link was already used',
    'A link works once. Open the portal from Settings > API & Connections > Webhooks, or ask for a new link.',
  ),
  portal_link_expired: row(
    'unauthenticated',
    'The portal link has expired',
    'A link works for 15 minutes. Open the portal from Settings > API & Connections > Webhooks, or ask for a new link.',
  ),
  portal_link_revoked: row(
    'unauthenticated',
    'The portal link is revoked',
    'Open the portal from Settings > API & Connections > Webhooks, or ask for a new link.',
  ),

  answering_link_required: row(
    'forbidden',
    'This link shows the document but accepts no answer',
    'Open the link in the email that came with the document, or ask the sender for the client link.',
  ),
  preview_takes_no_answer: row(
    'forbidden',
    'This is a preview for members of the company',
    'Record the answer of the client in the workspace, or open the client link in a browser that is not signed in to the company.',
  ),
  portal_view_only: row(
    'forbidden',
    'This portal link is view-only',
    'It can view everything except signing secrets, and cannot change anything. Ask for a link with full access.',
  ),
  insufficient_scope: row(
    'forbidden',
    'The key does not have a required permission',
    'Create a key with the permissions in missing.',
  ),
  creator_permission_lost: row(
    'forbidden',
    'The creator of the key no longer has a required permission',
    'Ask an administrator to give the permission back to the creator. The key then works again.',
  ),
  creator_inactive: row(
    'forbidden',
    'The creator of the key is deactivated',
    'Ask an administrator to reactivate the member, or create your own key.',
  ),
  address_not_allowed: row(
    'forbidden',
    'The key may not be used from this address',
    'Call from one of the allowed networks of the key, or ask its owner to add this one.',
  ),
  plan_required: row('forbidden', 'This requires a paid plan', 'Upgrade the plan of the company.'),
  permission_missing: row(
    'forbidden',
    'You do not have a required permission',
    'An administrator of the company can give it to you.',
  ),
  not_grantable: row('forbidden', 'An API key cannot do this', 'Sign in to the settings instead.'),
  step_up_required: row(
    'forbidden',
    'Confirm your password first',
    'This requires a password that was confirmed within the last 10 minutes. Confirm it with POST /app/session/confirm, or in the webhook portal with POST /portal/api/session/confirm, then repeat the request.',
  ),
  cross_site: row(
    'forbidden',
    'The request came from another site',
    'Send the request from a page of this installation. /mcp also accepts the origins of the redirect URIs of an application, and the origins that the operator allows.',
  ),
  access_undeclared: row(
    'forbidden',
    'The route declares no access rule',
    'You cannot fix this. Report it to the operator of the installation.',
  ),

  not_found: row(
    'not_found',
    'There is no such record',
    'Check the id, and check that the key belongs to the company that owns the record.',
  ),
  route_not_found: row('not_found', 'There is no such route', 'Check the path against the reference.'),
  event_expired: row(
    'gone',
    'The event is no longer stored',
    'Continue with after=beginning, which starts at the oldest message that is still stored, and read every record again of which you keep a copy.',
  ),
  changes_expired: row(
    'gone',
    'Changes after this position are no longer stored',
    'Copy the records again, and continue at the position that the copy began with. after=beginning starts at the oldest change that is still stored.',
  ),
  leaked_key_unknown: row(
    'not_found',
    'This installation did not create this key',
    'Nothing was done. The key is well formed, so another installation may have created it.',
  ),
  method_not_allowed: row(
    'method',
    'The path does not allow this method',
    'The header Allow lists the methods that the path allows.',
  ),

  idempotency_in_flight: row(
    'conflict',
    'A request with this Idempotency-Key is in progress',
    'Wait for the seconds in Retry-After and send the same request again. If the first request succeeded, you get its response.',
  ),
  body_too_large: row(
    'too_large',
    'The body is too large',
    'Send at most 1 MiB, or at most 16 KiB to operations that need no credential.',
  ),
  unsupported_media_type: row('unsupported_media_type', 'The media type is not supported', 'Send application/json.'),

  invalid_body: row('invalid', 'The body is invalid', 'Each entry of errors points at a property and gives its rule.'),
  idempotency_key_reused: row(
    'invalid',
    'The Idempotency-Key was used for another request',
    'Use a new Idempotency-Key for each request. Repeat one only with exactly the same request.',
  ),
  batch_aborted: row(
    'dependency',
    'The batch was not written',
    'Correct the rejected items and send the batch again, or send it with the mode perItem.',
  ),

  request_timeout: row(
    'timeout',
    'The request did not arrive in time',
    'A request must arrive within 30 seconds. Send it again, in smaller parts if the connection is slow.',
  ),
  headers_too_large: row(
    'headers_too_large',
    'The headers are too large',
    'Send at most 16 KiB of headers, including the URL.',
  ),
  rate_limited: row(
    'too_many',
    'Too many requests',
    'Wait for the seconds in Retry-After. RateLimit gives the remaining requests and the time until the limit is fully restored.',
  ),
  too_many_streams: row(
    'too_many',
    'Too many event streams are open',
    'Close a stream that you no longer need. One stream can carry any number of event types.',
  ),
  too_many_attempts: row('too_many', 'Too many attempts', 'Wait for the seconds in Retry-After.'),
  too_many_pdfs: row(
    'too_many',
    'Too many PDFs of the company are waiting',
    'Wait for the seconds in Retry-After, then request the PDF again. Request fewer PDFs at the same time.',
  ),
  internal_error: row(
    'internal',
    'The server failed to process the request',
    'Send the request again later. If it fails again, report the requestId to the operator.',
  ),

  pdf_busy: row(
    'unavailable',
    'All PDF threads are busy',
    'Wait for the seconds in Retry-After, then request the PDF again.',
  ),
  pdf_limit_exceeded: row(
    'unavailable',
    'Rendering the PDF exceeds the time or memory limit',
    'Wait for the seconds in Retry-After, then request the PDF again. If that fails, shorten the texts of the document, or ask the operator to raise PDF_TIME_LIMIT_MS or PDF_MEMORY_LIMIT_MB.',
  ),
  not_ready: row('unavailable', 'The service is not ready', 'Try again in a moment.'),
} as const satisfies Record<string, ProblemRow>;
