import { describe, expect, it } from '@jest/globals';
import { mintSecret } from '@billhook/domain/api-key';
import { Problem, type ProblemCode } from '@billhook/domain/problems';
import { randomText } from '@billhook/platform/ids';
import { bearerOf, readBearer } from './authorization-header.js';

const { secret, prefix } = mintSecret(randomText);
const read = (authorization: readonly string[], query: unknown = {}): string => readBearer({ authorization, query });

function codeOf(authorization: readonly string[], query?: unknown): ProblemCode | undefined {
  try {
    read(authorization, query);
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
  return undefined;
}

describe('readBearer', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('takes the key after the scheme %s', (scheme) => {
    expect(read([`${scheme} ${secret}`])).toBe(secret);
  });

  it.each<[string, readonly string[], ProblemCode]>([
    ['no header', [], 'credential_missing'],
    ['an empty header', [''], 'credential_malformed'],
    ['the scheme alone', ['Bearer'], 'credential_missing'],
    ['the scheme and a space', ['Bearer '], 'credential_missing'],
    ['two headers', [`Bearer ${secret}`, `Bearer ${secret}`], 'two_credentials'],
    ['another scheme', ['Basic dXNlcjpwYXNz'], 'credential_malformed'],
    ['a scheme that only begins so', [`Bearers ${secret}`], 'credential_malformed'],
    ['no space', [`Bearer${secret}`], 'credential_malformed'],
    ['two spaces', [`Bearer  ${secret}`], 'credential_malformed'],
    ['a line break', [`Bearer ${secret}\n`], 'credential_malformed'],
    ['the scheme twice', [`Bearer Bearer ${secret}`], 'credential_malformed'],
    ['quotes', [`Bearer '${secret}'`], 'credential_malformed'],
    ['no prefix', [`Bearer ${secret.slice(4)}`], 'key_prefix_missing'],
    ['half a key', [`Bearer ${secret.slice(0, 30)}`], 'key_truncated'],
    ['a secret of another kind', ['Bearer whsec_abc'], 'wrong_secret_type'],
    ['something else', ['Bearer 12345'], 'key_unknown'],
  ])('refuses %s', (_, header, code) => {
    expect(codeOf(header)).toBe(code);
  });

  it('says that the scheme is missing before what looks like a key', () => {
    expect(() => read([secret])).toThrow('The word Bearer is missing before the key.');
    expect(() => read(['Token abc'])).not.toThrow('The word Bearer is missing');
  });

  it.each<[string, unknown]>([
    ['by name', { access_token: 'x' }],
    ['by name in capitals', { API_KEY: 'x' }],
    ['by its looks', { q: secret }],
    ['by its looks within a text', { q: `key: ${secret}` }],
    ['among several values', { q: ['a', secret] }],
    ['of another kind', { q: mintSecret(randomText, 'bhp_').secret }],
  ])('refuses a credential in the query, known %s, whatever the header', (_, query) => {
    for (const header of [[], [`Bearer ${secret}`], ['Basic x']])
      expect(codeOf(header, query)).toBe('credential_in_query');
  });

  it.each<[unknown]>([[{ q: 'Behaviour_', limit: '5' }], [{}], [undefined], [null], ['text']])(
    'lets the query %j be',
    (query) => {
      expect(read([`Bearer ${secret}`], query)).toBe(secret);
    },
  );

  it('never repeats what was sent', () => {
    for (const header of [secret, `Bearer ${secret}x`, `Bearer ${secret.slice(4)}`, `Basic ${secret}`]) {
      expect(() => read([header])).toThrow(expect.not.objectContaining({ message: expect.stringContaining(prefix) }));
    }
  });
});

describe('bearerOf', () => {
  it('takes what stands after the word, whatever it is', () => {
    for (const token of ['abc', secret, '%00']) expect(bearerOf([`Bearer ${token}`])).toBe(token);
    expect(bearerOf(['bearer abc'])).toBe('abc');
  });

  it.each([
    [[]],
    [['']],
    [['Bearer']],
    [['Bearer ']],
    [['Bearer a b']],
    [['Bearer  a']],
    [['Basic abc']],
    [['Bearer a', 'Bearer a']],
  ])('finds nothing in %j', (authorization) => {
    expect(bearerOf(authorization)).toBeUndefined();
  });
});
