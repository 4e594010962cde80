import { describe, expect, it } from '@jest/globals';
import { Secret } from 'otpauth';
import { newTotpSecret, stepOf, totpUri } from './second-factor.rules.js';

/** RFC 6238, appendix B: its secret for SHA-1. The codes are the last six of its eight digits, since both are the rest of one number. */
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32;
const RFC = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

describe('a code', () => {
  it.each(RFC)('at %i s is that of RFC 6238', (seconds, code) => {
    expect(stepOf(RFC_SECRET, code.slice(2), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it.each([
    ['two steps ahead', -60, undefined],
    ['one step ahead', -30, 41_152_263],
    ['of now', 0, 41_152_263],
    ['one step old', 30, 41_152_263],
    ['two steps old', 60, undefined],
  ])('%s', (_, later, step) => {
    expect(stepOf(RFC_SECRET, '005924', new Date((1_234_567_890 + later) * 1000))).toBe(step);
  });

  it.each(['005925', '05924', '0059240', '', 'abcdef', '００５９２４'])('%s is not a code', (code) => {
    expect(stepOf(RFC_SECRET, code, new Date(1_234_567_890_000))).toBeUndefined();
  });
});

it('a secret has 160 bits and is different each time', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
});

it('the URI for the app contains all parameters', () => {
  const uri = new URL(totpUri(RFC_SECRET, 'ada@example.com', 'books.example'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('ada@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Billhook (books.example)',
    secret: RFC_SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
