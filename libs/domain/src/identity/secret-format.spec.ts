import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ProblemCode } from '../shared/problems.js';
import {
  crc32,
  diagnoseKey,
  hasValidChecksum,
  INVITATION_PREFIX,
  PASSWORD_RESET_PREFIX,
  KEY_LENGTH,
  KEY_PATTERN,
  KEY_PREFIX,
  generateSecret,
  PORTAL_LINK_PREFIX,
} from './secret-format.js';

/** Keys with checksums that another implementation of CRC-32 (zlib) computed. They must always stay valid. */
const KEY = `bhk_${'0'.repeat(40)}0JWae2`;
const OTHER_KEY = 'bhk_abcdefghABCDEFGHIJKLMNOPQRSTUVWXYZ0123450zvFo1';
const PORTAL_LINK = `bhp_${'z'.repeat(40)}05T3Vz`;

const hex = (length: number): string => randomBytes(length).toString('hex').slice(0, length);

describe('crc32', () => {
  it.each([
    // The published check value of CRC-32/ISO-HDLC.
    ['123456789', 0xcbf43926],
    ['', 0],
    ['a', 0xe8b7be43],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('of %j', (text, value) => {
    expect(crc32(text)).toBe(value);
  });
});

describe('generateSecret', () => {
  it('creates a key in the published format, with a valid checksum and a prefix without the secret', () => {
    const { secret, prefix } = generateSecret(hex);
    expect(secret).toHaveLength(KEY_LENGTH);
    expect(secret).toMatch(KEY_PATTERN);
    expect(hasValidChecksum(secret)).toBe(true);
    expect(diagnoseKey(secret)).toBeUndefined();
    expect(prefix).toBe(secret.slice(0, KEY_PREFIX.length + 8));
  });

  it('uses new random text for the locator and for the secret', () => {
    const asked: number[] = [];
    generateSecret((length) => {
      asked.push(length);
      return hex(length);
    });
    expect(asked).toEqual([8, 32]);
  });

  it('creates other kinds of secrets in the same format', () => {
    const { secret } = generateSecret(hex, PORTAL_LINK_PREFIX);
    expect(secret.startsWith(PORTAL_LINK_PREFIX)).toBe(true);
    expect(hasValidChecksum(secret)).toBe(true);
  });
});

describe('hasValidChecksum', () => {
  it.each([KEY, OTHER_KEY, PORTAL_LINK])('is true for %s', (secret) => {
    expect(hasValidChecksum(secret)).toBe(true);
  });

  it('is false for every changed character and for every two swapped neighbours', () => {
    for (let n = 0; n < OTHER_KEY.length; n++) {
      const typo = OTHER_KEY.slice(0, n) + (OTHER_KEY[n] === 'x' ? 'y' : 'x') + OTHER_KEY.slice(n + 1);
      expect(hasValidChecksum(typo)).toBe(false);
      const [a, b] = [OTHER_KEY.charAt(n), OTHER_KEY.charAt(n + 1)];
      const swapped = OTHER_KEY.slice(0, n) + b + a + OTHER_KEY.slice(n + 2);
      if (b !== '' && a !== b) expect(hasValidChecksum(swapped)).toBe(false);
    }
  });
});

describe('diagnoseKey', () => {
  it.each<[string, string, ProblemCode | undefined]>([
    ['a key', KEY, undefined],
    ['another key', OTHER_KEY, undefined],
    ['nothing', '', 'credential_malformed'],
    ['a blank in it', `${KEY} `, 'credential_malformed'],
    ['a line break in it', `${KEY}\n`, 'credential_malformed'],
    ['double quotes round it', `"${KEY}"`, 'credential_malformed'],
    ['single quotes round it', `'${KEY}'`, 'credential_malformed'],
    ['the word Bearer twice', `Bearer ${KEY}`, 'credential_malformed'],
    ['a webhook secret', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', 'wrong_secret_type'],
    ['a portal link', PORTAL_LINK, 'wrong_secret_type'],
    ['an invitation', generateSecret(hex, INVITATION_PREFIX).secret, 'wrong_secret_type'],
    ['a link for a password', generateSecret(hex, PASSWORD_RESET_PREFIX).secret, 'wrong_secret_type'],
    ['an OAuth token', `bho_${'0'.repeat(46)}`, 'wrong_secret_type'],
    ['an OAuth client secret', `bhs_${'0'.repeat(46)}`, 'wrong_secret_type'],
    ['the prefix left out', KEY.slice(KEY_PREFIX.length), 'key_prefix_missing'],
    ['the prefix left out, and a typo', `1${KEY.slice(KEY_PREFIX.length + 1)}`, 'key_unknown'],
    ['the prefix alone', KEY_PREFIX, 'key_truncated'],
    ['its prefix', KEY.slice(0, 12), 'key_truncated'],
    ['the last character missing', KEY.slice(0, -1), 'key_truncated'],
    ['one character too many', `${KEY}0`, 'key_mistyped'],
    ['a typo in the secret', KEY.replace('bhk_00000', 'bhk_0000O'), 'key_mistyped'],
    ['a typo in the checksum', KEY.replace(/2$/, '3'), 'key_mistyped'],
    ['an invalid character', KEY.replace(/2$/, '-'), 'key_mistyped'],
    ['the prefix in capitals', KEY.replace('bhk_', 'BHK_'), 'key_unknown'],
    ['a key of another service', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'key_unknown'],
  ])('%s', (_, text, code) => {
    expect(diagnoseKey(text)).toBe(code);
  });
});
