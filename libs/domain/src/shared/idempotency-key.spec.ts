import { describe, expect, it } from '@jest/globals';
import { readIdempotencyKey } from './idempotency-key.js';

const LONGEST = 'k'.repeat(255);

describe('readIdempotencyKey', () => {
  it.each([
    ['bare', '8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['in quotes', '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['of one character', 'a', 'a'],
    ['with a space', 'order 7, again', 'order 7, again'],
    ['of signs', '{invoice:7}/~!', '{invoice:7}/~!'],
    ['as long as can be', LONGEST, LONGEST],
    ['as long as can be, in quotes', `"${LONGEST}"`, LONGEST],
  ])('accepts a key %s', (_, sent, key) => {
    expect(readIdempotencyKey([sent])).toBe(key);
  });

  it('returns undefined without a header', () => {
    expect(readIdempotencyKey(undefined)).toBeUndefined();
    expect(readIdempotencyKey([])).toBeUndefined();
  });

  it.each([
    ['empty', ['']],
    ['of a space', [' ']],
    ['empty, in quotes', ['""']],
    ['too long', [`${LONGEST}k`]],
    ['with an umlaut', ['schl\u00fcssel']],
    ['with a tab', ['a\tb']],
    ['with a quote within', ['a"b']],
    ['of half a quote', ['"a']],
    ['twice', ['a', 'a']],
  ])('rejects a key %s', (_, sent) => {
    expect(() => readIdempotencyKey(sent)).toThrow(expect.objectContaining({ code: 'idempotency_key_malformed' }));
  });
});
