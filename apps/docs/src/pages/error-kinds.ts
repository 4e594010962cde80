import type { ProblemKind } from '@billhook/domain/problem-kinds';

/** What all problems of a status have in common, and whether the same request may be sent again. */
export const MEANING: Readonly<Record<ProblemKind, string>> = {
  malformed: 'The request could not be read. The same request fails again.',
  unauthenticated: 'Nobody could be told from the credential. The header `WWW-Authenticate` names the scheme.',
  forbidden: 'The credential is good, but it does not allow this.',
  not_found: 'There is nothing at this address for this company.',
  method: 'The path exists, but not with this method.',
  timeout: 'The request did not arrive whole. Send it again.',
  conflict: 'The record is in a state that does not allow this.',
  stale: 'Somebody changed the record since you read it.',
  too_large: 'The body is larger than what is read.',
  unsupported_media_type: 'The body is in a form that is not read.',
  invalid: 'The body was read and breaks a rule.',
  dependency: 'Nothing was wrong with this; it was not done because something beside it was refused.',
  headers_too_large: 'The headers are larger than what is read.',
  too_many: 'Wait as long as `Retry-After` says.',
  internal: 'A fault of the service. Repeat the request later, and tell the operator the `requestId`.',
  unavailable: 'The service is starting or has lost its database. Repeat the request in a moment.',
};
