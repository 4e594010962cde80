import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { plainPath, plainUrl, redactStored } from './redact-secrets.js';

/** Guards against texts that take minutes: these take milliseconds in linear time, and half a minute in quadratic time. */
const HANGS_MS = 10_000;

describe('the path of a request', () => {
  it.each([
    ['/d/aB3456789012345678901234567890cD?x=1', '/d/{token}'],
    ['/d/aB3456789012345678901234567890cD/', '/d/{token}'],
    ['/%64/%61B345678901', '/d/{token}'],
    ['//d/aB345678', '/d/{token}'],
    ['/D/aB345678/x', '/d/{token}'],
    ['/d/', '/d/'],
    ['/d/favicon.svg', '/d/favicon.svg'],
    ['/d/assets/index-aB345678.js', '/d/assets/index-aB345678.js'],
    ['/v1/invoices/7?q=bhk_12345678secret', '/v1/invoices/7'],
  ])('has no token: %s', (url, path) => {
    expect(plainPath(url)).toBe(path);
  });
});

describe('a text that is stored', () => {
  it.each([
    ['a parameter', '/a?x=1&api_key=secret1&y=2', '/a?x=1&api_key=…&y=2'],
    ['a parameter of a URL in a parameter', '/a?to=https://x/?Token=secret1?2&y=2', '/a?to=https://x/?Token=…&y=2'],
    ['a JSON Web Token', 'a "eyJhbGciOi.eyJzdWIi.c2lnbmF0" b', 'a "eyJ…" b'],
    ['a password of a URL', 'a https://me:secret1@x.example/ b', 'a https://me:…@x.example/ b'],
    ['the token of a link', 'a https://x/d/aB3456789012345678901234567890cD b', 'a https://x/d/{token} b'],
    ['an escaped link', 'to=https%3A%2F%2Fx%2Fd%2FaB345678901234567890', 'to=https%3A%2F%2Fx%2Fd%2F{token}'],
    ['nothing of an asset', '/d/assets/index-aB345678901234567890.js', '/d/assets/index-aB345678901234567890.js'],
    ['nothing of a port', 'http://x.example:80/a?b=c@d:e@f', 'http://x.example:80/a?b=c@d:e@f'],
    ['nothing in other parameters', '/a?x=eyJ&to=https://x/?tok=1#token', '/a?x=eyJ&to=https://x/?tok=1#token'],
  ])('has no secret: %s', (_, text, redacted) => {
    expect(redactStored(text)).toBe(redacted);
  });

  it.each([
    ['an escaped name', '/a?%61pi%255Fkey=secret1&y=%20', '/a?api_key=…&y=%20'],
    ['an escaped key', '/a/%62hk%5f1234%35678%252561bc/b', '/a/bhk_12345678…/b'],
    ['a quote in a value', '/a?token="secret1"\\secret2', '/a?token=…'],
    ['no other escapes', '/a%2Fb%C3%A9%25?x=%26%2b', '/a%2Fb%C3%A9%25?x=%26%2b'],
  ])('has no secret if it is a URL: %s', (_, url, redacted) => {
    expect(redactStored(plainUrl(url))).toBe(redacted);
  });

  it.each([
    ...[
      '?token',
      '?',
      '&token',
      'token',
      '?token=',
      '?a=',
      'eyJ-',
      'eyJ',
      'eyJaaaaa.',
      'eyJaaaaa.a',
      'bhk_',
      'bhk%5f12345678',
    ],
    ...[
      'whsec_',
      'wh',
      'Bearer ',
      'Bearer+',
      '://',
      '://a:',
      '%25',
      'Bearer%20',
      '#',
      '#a',
      '%23',
      'api',
      'api_',
      '?api-',
      'a',
      '-',
      ' ',
      '%',
    ],
  ])('takes no more than linear time: %j, repeated', (part) => {
    const repeated = part.repeat(Math.ceil(131_072 / part.length));
    const texts = [
      repeated,
      `${repeated}token`,
      `?token${repeated}`,
      `eyJ${repeated}`,
      `Bearer${repeated}`,
      `bhk_${repeated}`,
    ];
    const redact = () => texts.map((text) => redactStored(text).length);
    expect(runInNewContext('redact()', { redact }, { timeout: HANGS_MS })).toHaveLength(texts.length);
  });
});
