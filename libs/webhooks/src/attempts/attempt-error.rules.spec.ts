import { ATTEMPT_ERROR_KINDS } from '@billhook/contract/webhooks/attempt-error-kinds';
import { ATTEMPT_ERROR_TEXTS } from '@billhook/contract/webhooks/attempt-error-texts';
import { describe, expect, it } from '@jest/globals';
import { addressOf, deadlineError, attemptErrorOf, isCut, statusError } from './attempt-error.rules.js';
import { nameError } from './name-resolver.js';

const errorOf = (code: string, message = 'technical', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });

describe('attemptErrorOf', () => {
  it.each([
    [errorOf('ECONNREFUSED'), 'Refused', 'The connection was refused'],
    [errorOf('ECONNRESET'), 'Reset', 'The connection was reset before the response was complete'],
    [
      errorOf('UND_ERR_SOCKET', 'other side closed'),
      'Closed',
      'The connection was closed before the response was complete',
    ],
    [
      errorOf('UND_ERR_SOCKET', 'bad upgrade'),
      'InvalidResponse',
      'The response does not fit the request: it changes the protocol or asks for more data',
    ],
    [errorOf('UND_ERR_HEADERS_OVERFLOW'), 'ResponseTooLarge', 'The headers of the response are too large'],
    [errorOf('EBLOCKED'), 'Blocked', 'The address is not public'],
    [errorOf('CERT_HAS_EXPIRED', 'certificate has expired'), 'Tls', 'TLS failed: certificate has expired'],
    [errorOf('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'Tls', 'TLS failed: self-signed certificate'],
    [
      errorOf(
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
      ),
      'Tls',
      'TLS failed: self-signed certificate',
    ],
    [errorOf('ERR_SSL_WRONG_VERSION_NUMBER', '80BC:error'), 'Tls', 'TLS failed: the port does not speak TLS'],
    [errorOf('ERR_SSL_NEW', '80BC:error:../deps/openssl'), 'Tls', 'TLS failed (ERR_SSL_NEW)'],
    [errorOf('HPE_INVALID_CONSTANT'), 'InvalidResponse', 'The response is not valid HTTP: HPE_INVALID_CONSTANT'],
    [
      errorOf('', 'Response does not match the HTTP/1.1 protocol (Expected HTTP/)', { name: 'HTTPParserError' }),
      'InvalidResponse',
      'The response is not valid HTTP: Expected HTTP/',
    ],
    [errorOf('EHOSTUNREACH'), 'Unreachable', 'The host is unreachable'],
    [errorOf('EWHATEVER', 'something else'), 'Other', 'something else (EWHATEVER)'],
    [new Error('outer', { cause: nameError(errorOf('ENOTFOUND')) }), 'Dns', 'The host name is not known to DNS'],
    [nameError(errorOf('ENODATA')), 'Dns', 'The host name has no address in DNS'],
    // Of the DNS server, not of the receiver.
    [nameError(errorOf('ECONNREFUSED')), 'Dns', 'DNS did not respond'],
    [nameError(errorOf('ESERVFAIL')), 'Dns', 'DNS could not look up the host name'],
    [new AggregateError([errorOf('ETIMEDOUT'), errorOf('ECONNREFUSED')]), 'Timeout', 'The connection timed out'],
    ['a text', 'Other', 'a text'],
  ])('describes %s', (thrown, errorKind, error) =>
    expect(attemptErrorOf(thrown, 'Sending')).toEqual({ error, errorKind }),
  );

  it('treats an end in the middle of the handshake as a TLS error', () => {
    expect(attemptErrorOf(errorOf('ECONNRESET'), 'Tls')).toEqual({
      errorKind: 'Tls',
      error: 'TLS failed: the receiver closed the connection during the handshake',
    });
  });
});

describe('deadlineError', () => {
  it.each([
    ['Dns', 'Dns', 'DNS did not respond within 15 s'],
    ['Connect', 'Timeout', 'No connection within 15 s'],
    ['Tls', 'Timeout', 'No TLS connection within 15 s'],
    ['Sending', 'Timeout', 'No response within 15 s'],
    ['Answering', 'Timeout', 'No complete response within 15 s'],
  ] as const)('names %s as the missing stage', (stage, errorKind, error) =>
    expect(deadlineError(stage, 15_000)).toEqual({ error, errorKind }),
  );
});

describe('statusError', () => {
  it.each([200, 201, 202, 204, 206, 299])('%i is a success', (status) =>
    expect(statusError(status, '/x')).toBeUndefined(),
  );

  it('is a redirect if it names a location, otherwise a status', () => {
    expect(statusError(302, 'https://a.example/')).toEqual({
      errorKind: 'Redirect',
      error: 'Responded with 302, a redirect to https://a.example/; redirects are not followed',
    });
    expect(statusError(304, undefined)).toEqual({ errorKind: 'Status', error: 'Responded with 304' });
    expect(statusError(410, '/x')).toEqual({ errorKind: 'Status', error: 'Responded with 410' });
  });
});

describe('isCut', () => {
  it('is true only for the end of a connection', () => {
    expect(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].map((code) => isCut(errorOf(code)))).toEqual([true, true, true]);
    expect([isCut(errorOf('ECONNREFUSED')), isCut('a text')]).toEqual([false, false]);
  });
});

describe('addressOf', () => {
  it('is the address in the error', () => {
    expect(addressOf(errorOf('ECONNREFUSED', '', { address: '192.0.2.1' }))).toBe('192.0.2.1');
    expect(addressOf(errorOf('ENOTFOUND'))).toBeNull();
  });
});

describe('the kinds', () => {
  it('have a sentence each', () => {
    expect(Object.keys(ATTEMPT_ERROR_TEXTS)).toEqual([...ATTEMPT_ERROR_KINDS]);
    for (const { happened, check } of Object.values(ATTEMPT_ERROR_TEXTS)) {
      for (const text of [happened.en, happened.fr, check.en, check.fr]) expect(text).toMatch(/^[\dA-Z].*\.$/);
    }
  });
});
