import { describe, expect, it } from '@jest/globals';
import { addressOf, attemptError } from './attempt-error.js';

const errorOf = (code: string, message = 'technical', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });

describe('attemptError', () => {
  it.each([
    [errorOf('ECONNREFUSED'), 'The connection was refused'],
    [errorOf('UND_ERR_SOCKET', 'other side closed'), 'The connection was closed before the answer was complete'],
    [errorOf('EBLOCKED'), 'The address is not public'],
    [errorOf('CERT_HAS_EXPIRED', 'certificate has expired'), 'TLS failed: certificate has expired'],
    [errorOf('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'TLS failed: self-signed certificate'],
    [
      errorOf('ERR_SSL_WRONG_VERSION_NUMBER', '80BC:error:../deps/openssl'),
      'TLS failed (ERR_SSL_WRONG_VERSION_NUMBER)',
    ],
    [errorOf('HPE_INVALID_CONSTANT'), 'The answer is not valid HTTP (HPE_INVALID_CONSTANT)'],
    [errorOf('EWHATEVER', 'something else'), 'something else (EWHATEVER)'],
    [new Error('outer', { cause: errorOf('ENOTFOUND') }), 'The host name is not known to DNS'],
    [new AggregateError([errorOf('ETIMEDOUT'), errorOf('ECONNREFUSED')]), 'The connection timed out'],
    ['a text', 'a text'],
  ])('says what %s means', (error, words) => expect(attemptError(error)).toBe(words));
});

describe('addressOf', () => {
  it('is the one that the error names', () => {
    expect(addressOf(errorOf('ECONNREFUSED', '', { address: '192.0.2.1' }))).toBe('192.0.2.1');
    expect(addressOf(errorOf('ENOTFOUND'))).toBeNull();
  });
});
