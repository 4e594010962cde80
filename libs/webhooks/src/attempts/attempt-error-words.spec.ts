import { ATTEMPT_ERROR_KINDS } from '@billhook/contract/webhooks/attempt-error-kinds';
import { attemptErrorWords } from '@billhook/contract/webhooks/attempt-error-words';
import { describe, expect, it } from '@jest/globals';
import { TEXT_GONE } from '../deliveries/finished-attempt.rules.js';
import { attemptErrorOf, deadlineError, ERROR_CODES, statusError, TLS_ERROR_CODES } from './attempt-error.rules.js';
import { NOT_SIGNED } from './attempt-sender.js';
import { nameError } from './name-resolver.js';

const thrown = (code: string, message = 'technical', stage: Parameters<typeof attemptErrorOf>[1] = 'Sending') =>
  attemptErrorOf(Object.assign(new Error(message), { code }), stage);
const answered = (status: number, location?: string) => ({
  ...(statusError(status, location) ?? { error: '', errorKind: null }),
  responseStatus: status,
});

describe('the words of an error', () => {
  it.each([
    [answered(500), 'HTTP 500', 'HTTP 500'],
    [answered(410), 'HTTP 410 Gone', 'HTTP 410 Gone'],
    [
      answered(301, 'https://a.example/'),
      'HTTP 301, a redirect to https://a.example/',
      'HTTP 301, une redirection vers https://a.example/',
    ],
    [thrown('EDNS_UNKNOWN'), 'The host name is not known to DNS', 'Le nom d’hôte est inconnu du DNS'],
    [thrown('ECONNREFUSED'), 'Connection refused', 'Connexion refusée'],
    [
      thrown('CERT_HAS_EXPIRED', 'certificate has expired'),
      'TLS: the certificate has expired',
      'TLS : le certificat a expiré',
    ],
    [
      thrown('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate; if the root CA is installed locally, try it'),
      'TLS: the certificate is self-signed',
      'TLS : le certificat est auto-signé',
    ],
    [
      thrown('ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames: Host: a.example."),
      'TLS: the certificate is for another host name',
      'TLS : le certificat est pour un autre nom d’hôte',
    ],
    [thrown('CERT_STRANGE', 'a strange certificate'), 'TLS: a strange certificate', 'TLS : a strange certificate'],
    [thrown('ERR_SSL_NEW'), 'TLS failed (ERR_SSL_NEW)', 'Échec de TLS (ERR_SSL_NEW)'],
    [deadlineError('Sending', 15_000), 'No response within 15 s', 'Aucune réponse en 15 s'],
    [deadlineError('Connect', 500), 'No connection within 0.5 s', 'Aucune connexion en 0,5 s'],
    [
      thrown('HPE_INVALID_CONSTANT'),
      'The response is not valid HTTP: HPE_INVALID_CONSTANT',
      'La réponse n’est pas du HTTP valide : HPE_INVALID_CONSTANT',
    ],
    [thrown('EWHATEVER', 'something else'), 'something else (EWHATEVER)', 'something else (EWHATEVER)'],
    // Written by another version.
    [{ error: 'A new sentence', errorKind: 'Dns' as const }, 'A new sentence', 'DNS : A new sentence'],
    [{ error: 'The receiver answered 503', errorKind: 'Status' as const, responseStatus: 503 }, 'HTTP 503', 'HTTP 503'],
  ])('%j', (failure, en, fr) => {
    expect(attemptErrorWords({ responseStatus: null, ...failure })).toEqual({ en, fr });
  });

  it('exist in both languages for every error that an attempt can have', () => {
    const stages = ['Dns', 'Connect', 'Tls', 'Sending', 'Answering'] as const;
    const failures = [
      ...ERROR_CODES.map((code) => thrown(code)),
      ...TLS_ERROR_CODES.map((code) => thrown(code)),
      ...['ENOTFOUND', 'ENODATA', 'ETIMEOUT', 'ESERVFAIL'].map((code) =>
        attemptErrorOf(nameError(Object.assign(new Error('technical'), { code })), 'Dns'),
      ),
      thrown('ECONNRESET', 'technical', 'Tls'),
      thrown('UND_ERR_SOCKET', 'bad upgrade'),
      ...stages.map((stage) => deadlineError(stage, 15_000)),
      ...[NOT_SIGNED, TEXT_GONE].map(({ error, errorKind }) => ({ error: error ?? '', errorKind })),
    ];
    for (const failure of failures) {
      const { en, fr } = attemptErrorWords({ responseStatus: null, ...failure });
      expect([failure.error, en === fr, fr.includes(failure.error)]).toEqual([failure.error, false, false]);
    }
    expect(new Set(failures.map(({ errorKind }) => errorKind)).size).toBeGreaterThan(ATTEMPT_ERROR_KINDS.length - 4);
  });
});
