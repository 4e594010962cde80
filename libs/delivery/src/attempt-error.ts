import { BLOCKED } from './egress-guard.js';

const WORDS: Record<string, string> = {
  EBLOCKED: BLOCKED,
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset before the answer was complete',
  EPIPE: 'The connection was reset before the answer was complete',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'The answer is too large',
  ENOTFOUND: 'The host name is not known to DNS',
  ENODATA: 'The host name has no address in DNS',
  EAI_AGAIN: 'DNS did not answer',
  EHOSTUNREACH: 'The host can not be reached',
  ENETUNREACH: 'The network of the host can not be reached',
  EADDRNOTAVAIL: 'The host can not be reached',
  ETIMEDOUT: 'The connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out',
};

// Of OpenSSL's verification, which Node gives without a common prefix.
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|CRL|HOSTNAME_MISMATCH/;

/** What went wrong with a call, in words for the person who runs the receiver. Knows the errors of Node and undici. */
export function attemptError(error: unknown): string {
  const { code, message } = detailsOf(error);
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (CERTIFICATE.test(code)) return `TLS failed: ${message}`;
  // Its messages are addresses in OpenSSL's sources.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return `TLS failed (${code})`;
  if (code.startsWith('HPE_')) return `The answer is not valid HTTP (${code})`;
  return code === '' ? message : `${message} (${code})`;
}

/** The address a failed connection went to, as far as the error tells. */
export function addressOf(error: unknown): string | null {
  return detailsOf(error).address;
}

interface Details {
  readonly code: string;
  readonly message: string;
  readonly address: string | null;
}

function detailsOf(error: unknown): Details {
  if (typeof error !== 'object' || error === null) return { code: '', message: String(error), address: null };
  // Happy eyeballs: one error for each address that was tried.
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return detailsOf(error.errors[0]);
  const code = textOf(error, 'code');
  // An error that only wraps another: the reason is one level down.
  if (code === '' && 'cause' in error && error.cause !== undefined) return detailsOf(error.cause);
  return { code, message: textOf(error, 'message'), address: textOf(error, 'address') || null };
}

function textOf(error: object, key: string): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}
