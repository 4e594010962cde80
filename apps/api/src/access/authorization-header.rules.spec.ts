import type { IncomingHttpHeaders } from 'node:http';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { randomText } from '@billhook/platform/ids';
import { describe, expect, it } from '@jest/globals';
import { bearerOf, readBearer } from './authorization-header.rules.js';

const { secret, prefix } = generateSecret(randomText);
const read = (authorization: readonly string[], query: unknown = {}, headers: IncomingHttpHeaders = {}): string =>
  readBearer({ authorization, query, headers });

function rejection(...carried: Parameters<typeof read>): Problem | undefined {
  try {
    read(...carried);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return undefined;
}

const codeOf = (...carried: Parameters<typeof read>): ProblemCode | undefined => rejection(...carried)?.code;

describe('readBearer', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('reads the key after the scheme %s', (scheme) => {
    expect(read([`${scheme} ${secret}`])).toBe(secret);
  });

  it.each<[string, readonly string[], ProblemCode]>([
    ['no header', [], 'credential_missing'],
    ['an empty header', [''], 'credential_malformed'],
    ['the scheme alone', ['Bearer'], 'credential_missing'],
    ['the scheme and a space', ['Bearer '], 'credential_missing'],
    ['two headers', [`Bearer ${secret}`, `Bearer ${secret}`], 'two_credentials'],
    ['another scheme', ['Basic dXNlcjpwYXNz'], 'credential_malformed'],
    ['a longer scheme', [`Bearers ${secret}`], 'credential_malformed'],
    ['no space', [`Bearer${secret}`], 'credential_malformed'],
    ['two spaces', [`Bearer  ${secret}`], 'credential_malformed'],
    ['a line break', [`Bearer ${secret}\n`], 'credential_malformed'],
    ['the scheme twice', [`Bearer Bearer ${secret}`], 'credential_malformed'],
    ['quotes', [`Bearer '${secret}'`], 'credential_malformed'],
    ['no prefix', [`Bearer ${secret.slice(4)}`], 'key_prefix_missing'],
    ['half a key', [`Bearer ${secret.slice(0, 30)}`], 'key_truncated'],
    ['a secret of another kind', ['Bearer whsec_abc'], 'wrong_secret_type'],
    ['something else', ['Bearer 12345'], 'key_unknown'],
    ['a tab for the space', [`Bearer\t${secret}`], 'credential_malformed'],
    ['typographic quotes', [`Bearer \u201c${secret}\u201d`], 'credential_malformed'],
    ['a byte order mark', [`Bearer \u00ef\u00bb\u00bf${secret}`], 'credential_malformed'],
    ['an ellipsis after the prefix', [`Bearer ${prefix}\u2026`], 'key_truncated'],
  ])('rejects %s', (_, header, code) => {
    expect(codeOf(header)).toBe(code);
  });

  it.each<[string, string]>([
    [secret, 'The word Bearer is missing before the key.'],
    [`Token ${secret}`, 'The scheme must be Bearer, not Token.'],
    ['basic dXNlcjpwYXNz', 'The scheme must be Bearer, not Basic.'],
    [`Bearer: ${secret}`, 'The scheme must be Bearer, not Bearer:.'],
    ['', 'The Authorization header is empty. Check that the variable that holds the key is set.'],
    [`Bearer Bearer ${secret}`, 'The word Bearer appears twice.'],
    [`Bearer "${secret}"`, 'The key is in quotes. Send it without them.'],
    [`Bearer <${secret}>`, 'The key is in brackets. Remove the < >.'],
    [`Bearer {{${secret}}}`, 'The key is in brackets. Remove the {{ }}.'],
    [`Bearer  ${secret}`, 'Put exactly one space between the word Bearer and the key.'],
    [`Bearer ${secret}\n`, 'The key contains or ends with white space. Remove it.'],
    [`Bearer \u00ef\u00bb\u00bf${secret}`, 'The key contains a character that no key has. Copy only the key.'],
  ])('explains what is wrong with %j: %s', (header, detail) => {
    expect(rejection([header])?.message).toBe(detail);
  });

  it.each([
    'undefined',
    'null',
    '$BILLHOOK_API_KEY',
    '${KEY}',
    '<API_KEY>',
    '{{apiKey}}',
    '%KEY%',
    'YOUR_API_KEY',
    'xxx',
  ])('recognises the placeholder %s', (placeholder) => {
    expect(rejection([`Bearer ${placeholder}`])).toMatchObject({
      code: 'key_unknown',
      message: expect.stringContaining('placeholder'),
    });
  });

  it.each([
    ['sk_test_51HxXyZ', 'This is a key of another service'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'This is a JSON Web Token'],
    ['12345', 'This is not an API key'],
    [`<<<${secret}>>>`, 'placeholder'],
  ])('names the kind of %s, and the prefix of keys', (token, what) => {
    const problem = rejection([`Bearer ${token}`]);
    expect(problem).toMatchObject({ code: 'key_unknown', message: expect.stringContaining(what) });
    if (what !== 'placeholder') expect(problem?.message).toContain('API keys begin with bhk_.');
  });

  it.each<[string, IncomingHttpHeaders, string]>([
    ['X-Api-Key', { 'x-api-key': secret }, 'The header x-api-key is ignored'],
    ['X-Api-Key with any value', { 'x-api-key': '12345' }, 'The header x-api-key is ignored'],
    ['a header of any name, recognised by its format', { 'x-billhook': secret }, 'The header x-billhook is ignored'],
    ['a cookie', { cookie: `key=${secret}` }, 'Cookies are not accepted here'],
    ['no header, apart from those of browsers', { accept: '*/*' }, 'Send the header Authorization'],
  ])('401 credential_missing, with a hint, for the key in %s', (_, headers, detail) => {
    expect(rejection([], {}, headers)).toMatchObject({
      code: 'credential_missing',
      message: expect.stringContaining(detail),
    });
    expect(read([`Bearer ${secret}`], {}, headers)).toBe(secret);
  });

  it.each<[string, unknown]>([
    ['by name', { access_token: 'x' }],
    ['by name in capitals', { API_KEY: 'x' }],
    ['by its format', { q: secret }],
    ['by its format within a text', { q: `key: ${secret}` }],
    ['among several values', { q: ['a', secret] }],
    ['as the name of a parameter', { [secret]: '' }],
    ['of another kind', { q: generateSecret(randomText, 'bhp_').secret }],
  ])('rejects a credential in the query, recognised %s, with any header', (_, query) => {
    for (const header of [[], [`Bearer ${secret}`], ['Basic x']])
      expect(codeOf(header, query)).toBe('credential_in_query');
  });

  it.each<[unknown]>([[{ q: 'Behaviour_', limit: '5' }], [{}], [undefined], [null], ['text']])(
    'accepts the query %j',
    (query) => {
      expect(read([`Bearer ${secret}`], query)).toBe(secret);
    },
  );

  it('never repeats what was sent', () => {
    for (const header of [
      secret,
      `Bearer ${secret}x`,
      `Bearer ${secret.slice(4)}`,
      `Basic ${secret}`,
      `${prefix}! x`,
    ]) {
      expect(() => read([header])).toThrow(expect.not.objectContaining({ message: expect.stringContaining(prefix) }));
    }
  });
});

describe('bearerOf', () => {
  it('returns any text after the scheme', () => {
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
  ])('returns undefined for %j', (authorization) => {
    expect(bearerOf(authorization)).toBeUndefined();
  });
});
