export type NameFailure = 'EDNS_UNKNOWN' | 'EDNS_EMPTY' | 'EDNS_SILENT' | 'EDNS_FAILED';

/** A host name without an address. Has its own codes, because the codes of DNS mean something else for connections. */
export class NameError extends Error {
  constructor(
    readonly code: NameFailure,
    reason: string,
  ) {
    super(reason);
  }
}

const FAULTS: Readonly<Record<string, NameFailure>> = {
  ENOTFOUND: 'EDNS_UNKNOWN',
  // A label of more than 63 characters, or a name of more than 253.
  EBADNAME: 'EDNS_UNKNOWN',
  ENODATA: 'EDNS_EMPTY',
  ETIMEOUT: 'EDNS_SILENT',
  ECONNREFUSED: 'EDNS_SILENT',
  EAI_AGAIN: 'EDNS_SILENT',
};

/** Converts an error of node:dns. */
export function nameError(thrown: unknown): NameError {
  if (thrown instanceof NameError) return thrown;
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
  return new NameError(FAULTS[code] ?? 'EDNS_FAILED', code || String(thrown));
}

const GRAVITY: readonly NameFailure[] = ['EDNS_SILENT', 'EDNS_FAILED', 'EDNS_EMPTY', 'EDNS_UNKNOWN'];

/** The error to report if both address families failed: a temporary one comes before a permanent one. */
export function gravest(errors: readonly NameError[]): NameError {
  const [first] = [...errors].sort((a, b) => GRAVITY.indexOf(a.code) - GRAVITY.indexOf(b.code));
  return first ?? new NameError('EDNS_EMPTY', 'no response');
}
