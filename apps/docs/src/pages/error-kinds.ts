import type { ProblemKind } from '@billhook/domain/shared/problem-kinds';

/** What all problems of a kind have in common, and whether the same request may be repeated. */
export const MEANING: Readonly<Record<ProblemKind, string>> = {
  malformed: 'The request is malformed. Nothing was changed, and the same request will be rejected again.',
  unauthenticated:
    'The request has no credential, or none that is valid here. Nothing was changed, and the same request will be rejected again. Under `/v1`, the header `WWW-Authenticate` names the scheme.',
  forbidden: 'The caller is not allowed to do this, or not in this way. Nothing was changed.',
  not_found: 'The path or the record does not exist, or the record belongs to another company.',
  gone: 'It existed, but is no longer available. The same request will be rejected again.',
  method: 'The path exists, but does not support this method. The same request will be rejected again.',
  timeout: 'The request did not arrive completely, and nothing was changed. Send it again.',
  conflict:
    'The request is valid, but conflicts with the current data: a state, an amount, another record or another request. Nothing was changed. The request may succeed once that has changed.',
  stale: 'The record has changed since you read it. Nothing was changed by this request.',
  too_large: 'The body is too large. Nothing was changed, and the same request will be rejected again.',
  unsupported_media_type: 'The media type of the body is not supported. The same request will be rejected again.',
  range:
    'The file has no byte of the requested range. The header `Content-Range` has its size. The same request will be rejected again.',
  invalid:
    'The request violates a rule. Nothing was changed. The same request will be rejected until you correct it, or the record that it refers to.',
  dependency: 'This item was valid. It was not performed because another item was rejected.',
  headers_too_large: 'The headers are too large. The same request will be rejected again.',
  too_many: 'Nothing was changed. Wait for the seconds in `Retry-After`, then send the same request again.',
  internal: 'The server failed. Repeat the request later. If it fails again, report the `requestId` to the operator.',
  unavailable: 'The service cannot process the request at the moment. Repeat it after the seconds in `Retry-After`.',
};
