/** Why an attempt failed, for programs; its `error` says the same in words, with what is special to it. */
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

/** One sentence a kind, for the guide and the screens. */
export const ATTEMPT_ERROR_KIND_SENTENCES: Readonly<Record<AttemptErrorKind, string>> = {
  Timeout: 'The attempt ran into its deadline; the error says what was still awaited.',
  Dns: 'The host name could not be turned into an address.',
  Blocked:
    'The URL may not be called from here: it leads to no public address, has a port of another protocol, or is not https; no connection was made.',
  Refused: 'Nothing listens at the port: the connection was refused.',
  Unreachable: 'No way led to the host.',
  Tls: 'No trusted TLS connection came about; nothing was sent unencrypted.',
  Reset: 'The receiver cut the connection before its answer was complete.',
  Closed: 'The receiver closed the connection before its answer was complete.',
  InvalidResponse: 'What came back is not valid HTTP.',
  ResponseTooLarge: 'The headers of the answer are larger than 16 KiB.',
  Redirect: 'The answer is a redirect; redirects are not followed.',
  Status: 'The answer has a status other than 200 to 299.',
  NotSigned: 'The signing secret could not be used, so nothing was sent.',
  Other: 'Something else failed; the error says what.',
};
