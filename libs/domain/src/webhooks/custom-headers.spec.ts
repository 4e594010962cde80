import { describe, expect, it } from '@jest/globals';
import { customHeaderError, customHeaderErrors } from './custom-headers.js';

describe('customHeaderError', () => {
  it.each([
    ['Authorization', 'Bearer abc.def'],
    ['X-Api-Key', 'k'],
    ['x_tenant!', 'a "quoted" value; q=1, two'],
    ['Cookie', 'a=b'],
    ['X-Long', 'v'.repeat(1000)],
    ['X-Content-Type', 'its own'],
  ])('accepts %s', (name, value) => expect(customHeaderError(name, value)).toBeUndefined());

  it.each([
    ...[
      'Host',
      'host',
      'HOST',
      'Content-Length',
      'Content-Type',
      'Content-Encoding',
      'Transfer-Encoding',
      'Connection',
    ],
    ...['Upgrade', 'TE', 'Trailer', 'Keep-Alive', 'Expect', 'Proxy-Authorization', 'Proxy-Connection', 'User-Agent'],
    ...['Webhook-Id', 'webhook-signature', 'webhook-anything', 'Accept-Encoding', 'HTTP2-Settings'],
  ])('rejects the reserved %s', (name) => expect(customHeaderError(name, 'x')).toBe('Billhook sets this header.'));

  it.each(['', ' ', 'X Y', 'X:Y', 'X\r\nHost', 'X\0', 'Ü', 'X/Y', 'X(Y)', ' Host', 'Host '])(
    'rejects the name %j',
    (name) =>
      expect(customHeaderError(name, 'x')).toBe('Its name contains a character that is not allowed in header names.'),
  );

  it.each([
    ['', 'It has no value.'],
    ['a\r\nHost: evil', 'Its value contains a control character or a non-ASCII character.'],
    ['a\nb', 'Its value contains a control character or a non-ASCII character.'],
    ['a\rb', 'Its value contains a control character or a non-ASCII character.'],
    ['a\0b', 'Its value contains a control character or a non-ASCII character.'],
    ['a\tb', 'Its value contains a control character or a non-ASCII character.'],
    ['a\x7fb', 'Its value contains a control character or a non-ASCII character.'],
    ['Brücke', 'Its value contains a control character or a non-ASCII character.'],
    ['a\u2028b', 'Its value contains a control character or a non-ASCII character.'],
    [' a', 'Its value begins or ends with a space, which receivers remove.'],
    ['a ', 'Its value begins or ends with a space, which receivers remove.'],
    ['v'.repeat(1001), 'Its value is longer than 1000 characters.'],
  ])('rejects the value %j', (value, error) => expect(customHeaderError('X-Mine', value)).toBe(error));

  it('rejects a name that is too long', () => {
    expect(customHeaderError('x'.repeat(101), 'v')).toBe('Its name is longer than 100 characters.');
  });
});

describe('customHeaderErrors', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'v']));

  it('accepts none, and twenty', () => {
    expect(customHeaderErrors({})).toEqual([]);
    expect(customHeaderErrors(many(20))).toEqual([]);
  });

  it('names each invalid header, a duplicate in another case, and too many', () => {
    expect(customHeaderErrors(many(21))).toEqual([{ name: null, message: 'There are more than 20.' }]);
    expect(customHeaderErrors({ 'X-A': '1', 'x-a': '2', Host: 'h' })).toEqual([
      { name: 'x-a', message: 'It is a duplicate.' },
      { name: 'Host', message: 'Billhook sets this header.' },
    ]);
  });
});
