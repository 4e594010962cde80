import type { ProblemKind } from '@billhook/domain/shared/problem-kinds';

/** What all problems of a kind have in common, and whether the same request may be sent again. It holds for each code of the kind. */
export const MEANING: Readonly<Record<ProblemKind, string>> = {
  malformed:
    'The request is not in the form that it has to have. Nothing was done, and the same request is refused again.',
  unauthenticated:
    'There was no credential, or none that is good here. Nothing was done, and the same request is refused again. Under `/v1` the header `WWW-Authenticate` names the scheme.',
  forbidden: 'Whoever sent this may not do it, or not in this way. Nothing was done.',
  not_found: 'There is nothing at this address, or nothing that belongs to this company.',
  gone: 'It was there, and is no longer kept. The same request is refused again.',
  method: 'The path exists, but not with this method. The same request is refused again.',
  timeout: 'The request did not arrive whole, and nothing was done. Send it again.',
  conflict:
    'The request can be read, but does not go with what is there now: a state, a sum, another record or another request. Nothing was done. It may be taken once that has changed.',
  stale: 'Somebody changed the record since you read it. Nothing was done.',
  too_large: 'The body is larger than what is read. Nothing was done, and the same request is refused again.',
  unsupported_media_type: 'The body is in a form that is not read. The same request is refused again.',
  invalid:
    'The request was read, and breaks a rule. Nothing was done. The same request is refused until it, or the record that it is about, is mended.',
  dependency: 'Nothing was wrong with this; it was not done because something beside it was refused.',
  headers_too_large: 'The headers are larger than what is read. The same request is refused again.',
  too_many: 'Nothing was done. Wait as long as `Retry-After` says, then send the same request again.',
  internal: 'A fault of the service. Repeat the request later, and tell the operator the `requestId`.',
  unavailable: 'The service is starting or has lost its database. Repeat the request in a moment.',
};
