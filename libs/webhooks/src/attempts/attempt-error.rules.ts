import type { AttemptErrorKind } from '@billhook/contract/webhooks/attempt-error-kinds';
import type { Stage } from './connector.js';
import { BLOCKED } from './egress-guard.js';

/** The error of an attempt: a sentence for the operator of the receiver, and a kind for programs. */
export interface AttemptError {
  readonly error: string;
  readonly errorKind: AttemptErrorKind;
}

const attemptError = (errorKind: AttemptErrorKind, error: string): AttemptError => ({ error, errorKind });

const RESET = attemptError('Reset', 'The connection was reset before the response was complete');
const UNREACHABLE = attemptError('Unreachable', 'The host is unreachable');
const TIMED_OUT = attemptError('Timeout', 'The connection timed out');
const UNKNOWN_NAME = attemptError('Dns', 'The host name is not known to DNS');
const NO_DNS = attemptError('Dns', 'DNS did not respond');
const CUT_IN_TLS = attemptError('Tls', 'TLS failed: the receiver closed the connection during the handshake');

const ERRORS_BY_CODE: Readonly<Record<string, AttemptError>> = {
  EBLOCKED: attemptError('Blocked', BLOCKED),
  ECONNREFUSED: attemptError('Refused', 'The connection was refused'),
  ECONNRESET: RESET,
  EPIPE: RESET,
  UND_ERR_SOCKET: attemptError('Closed', 'The connection was closed before the response was complete'),
  UND_ERR_HEADERS_OVERFLOW: attemptError('ResponseTooLarge', 'The headers of the response are too large'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: attemptError(
    'InvalidResponse',
    'The length of the response differs from its Content-Length',
  ),
  EDNS_UNKNOWN: UNKNOWN_NAME,
  EDNS_EMPTY: attemptError('Dns', 'The host name has no address in DNS'),
  EDNS_SILENT: NO_DNS,
  EDNS_FAILED: attemptError('Dns', 'DNS could not look up the host name'),
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: attemptError('Unreachable', 'The network of the host is unreachable'),
  EADDRNOTAVAIL: UNREACHABLE,
  EINVAL: UNREACHABLE,
  ETIMEDOUT: TIMED_OUT,
};

/** The codes with a fixed sentence. `attempt-error-words.ts` of the contract has the sentences in two languages. */
export const ERROR_CODES = Object.keys(ERRORS_BY_CODE);

// Codes of OpenSSL's verification, which Node passes on without a common prefix.
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|CRL|HOSTNAME_MISMATCH/;

// What Node adds for its own operator. The receiver's operator reads this error.
const ADVICE_OF_NODE = /; if the root CA is installed locally.*$/;

// Explains OpenSSL's codes to the operator of the receiver. OpenSSL's own messages point into its sources.
const TLS_CODES: Readonly<Record<string, string>> = {
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the port does not speak TLS',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'the receiver supports neither TLS 1.2 nor 1.3',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'the receiver supports neither TLS 1.2 nor 1.3',
};

export const TLS_ERROR_CODES = Object.keys(TLS_CODES);

/** Describes the error of a failed call, from Node, undici or our own look-up. */
export function attemptErrorOf(thrown: unknown, stage: Stage): AttemptError {
  const { name, code, message } = detailsOf(thrown);
  if (stage === 'Tls' && (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED')) return CUT_IN_TLS;
  const known = ERRORS_BY_CODE[code];
  // undici uses this code for every end of a connection, and for a malformed response.
  if (code === 'UND_ERR_SOCKET' && /bad (response|upgrade)/.test(message)) {
    return attemptError(
      'InvalidResponse',
      'The response does not fit the request: it changes the protocol or asks for more data',
    );
  }
  if (known) return known;
  if (CERTIFICATE.test(code)) return attemptError('Tls', `TLS failed: ${message.replace(ADVICE_OF_NODE, '')}`);
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) {
    return attemptError('Tls', TLS_CODES[code] ? `TLS failed: ${TLS_CODES[code]}` : `TLS failed (${code})`);
  }
  // "Response does not match the HTTP/1.1 protocol (Invalid character in chunk size)", usually without a code.
  if (name === 'HTTPParserError' || code.startsWith('HPE_')) {
    const [, reason = code] = /\((.*)\)$/.exec(message) ?? [];
    return attemptError('InvalidResponse', `The response is not valid HTTP: ${reason}`);
  }
  return attemptError('Other', code === '' ? message : `${message} (${code})`);
}

/** The stage that an attempt waited for when its deadline passed. */
export function deadlineError(stage: Stage, timeoutMs: number): AttemptError {
  const within = `within ${timeoutMs / 1000} s`;
  switch (stage) {
    case 'Dns':
      return attemptError('Dns', `DNS did not respond ${within}`);
    case 'Connect':
      return attemptError('Timeout', `No connection ${within}`);
    case 'Tls':
      return attemptError('Timeout', `No TLS connection ${within}`);
    case 'Sending':
      return attemptError('Timeout', `No response ${within}`);
    case 'Answering':
      return attemptError('Timeout', `No complete response ${within}`);
  }
}

/** Describes a status other than 2xx; undefined for a success. */
export function statusError(status: number, location: string | undefined): AttemptError | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400 && location !== undefined) {
    return attemptError('Redirect', `Responded with ${status}, a redirect to ${location}; redirects are not followed`);
  }
  return attemptError('Status', `Responded with ${status}`);
}

/** Whether an error says that the connection ended before any byte of the response. */
export function isCut(thrown: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(detailsOf(thrown).code);
}

/** The address of a failed connection, if the error names it. */
export function addressOf(thrown: unknown): string | null {
  return detailsOf(thrown).address;
}

interface ErrorDetails {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly address: string | null;
}

const NO_DETAILS: ErrorDetails = { name: '', code: '', message: '', address: null };

function detailsOf(error: unknown): ErrorDetails {
  if (typeof error !== 'object' || error === null) return { ...NO_DETAILS, message: String(error) };
  // Happy eyeballs: one error per tried address.
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return detailsOf(error.errors[0]);
  const code = textOf(error, 'code');
  // An error that only wraps another: the cause has the reason.
  if (code === '' && 'cause' in error && error.cause !== undefined) return detailsOf(error.cause);
  const [name, message, address] = [textOf(error, 'name'), textOf(error, 'message'), textOf(error, 'address') || null];
  return { name, code, message, address };
}

function textOf(error: object, key: string): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}
