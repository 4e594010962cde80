/** Why an attempt failed, for programs. `error` has the same in words, with details. */
export const ATTEMPT_ERROR_KINDS = [
  'Timeout',
  'Dns',
  'Blocked',
  'Refused',
  'Unreachable',
  'Tls',
  'Reset',
  'Closed',
  'InvalidResponse',
  'ResponseTooLarge',
  'Redirect',
  'Status',
  'NotSigned',
  'Other',
] as const;
export type AttemptErrorKind = (typeof ATTEMPT_ERROR_KINDS)[number];

/** One sentence for each kind, for the guide and the screens. */
export const ATTEMPT_ERROR_KIND_SENTENCES: Readonly<Record<AttemptErrorKind, string>> = {
  Timeout: 'The attempt timed out; the error says in which phase.',
  Dns: 'The host name could not be resolved to an address.',
  Blocked:
    'The URL is not allowed: it resolves to no public address, uses a port of another protocol, or is not https. No connection was made.',
  Refused: 'The connection was refused: nothing listens on the port.',
  Unreachable: 'The host is unreachable.',
  Tls: 'No trusted TLS connection could be established. Nothing was sent unencrypted.',
  Reset: 'The receiver reset the connection before its response was complete.',
  Closed: 'The receiver closed the connection before its response was complete.',
  InvalidResponse: 'The response is not valid HTTP.',
  ResponseTooLarge: 'The headers of the response are larger than 16 KiB.',
  Redirect: 'The response is a redirect. Redirects are not followed.',
  Status: 'The status of the response is not between 200 and 299.',
  NotSigned: 'The signing secret could not be decrypted or used, so nothing was sent.',
  Other: 'Something else failed; the error says what.',
};
