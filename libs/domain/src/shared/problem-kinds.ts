/** The kind of an error; each has one status. */
export type ProblemKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'method'
  | 'timeout'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'unsupported_media_type'
  | 'range'
  | 'invalid'
  | 'dependency'
  | 'too_many'
  | 'headers_too_large'
  | 'internal'
  | 'unavailable';

/** The HTTP status of each kind (RFC 9110). */
export const HTTP_STATUS: Readonly<Record<ProblemKind, { readonly code: number; readonly phrase: string }>> = {
  malformed: { code: 400, phrase: 'Bad Request' },
  unauthenticated: { code: 401, phrase: 'Unauthorized' },
  forbidden: { code: 403, phrase: 'Forbidden' },
  not_found: { code: 404, phrase: 'Not Found' },
  gone: { code: 410, phrase: 'Gone' },
  method: { code: 405, phrase: 'Method Not Allowed' },
  timeout: { code: 408, phrase: 'Request Timeout' },
  conflict: { code: 409, phrase: 'Conflict' },
  stale: { code: 412, phrase: 'Precondition Failed' },
  too_large: { code: 413, phrase: 'Content Too Large' },
  unsupported_media_type: { code: 415, phrase: 'Unsupported Media Type' },
  range: { code: 416, phrase: 'Range Not Satisfiable' },
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
  /** How to resolve the error, for the error catalogue and the default `detail`. */
  readonly advice: string;
}

/** A row of the table of errors. */
export const row = (kind: ProblemKind, title: string, advice: string): ProblemRow => ({ kind, title, advice });
