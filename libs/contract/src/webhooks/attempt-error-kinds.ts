/** Why an attempt failed, for programs. `error` has the same as text, with details. */
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
