import { describe, expect, it } from '@jest/globals';
import { inexactNumber, isExact } from './exact-numbers.js';

describe('a JSON number', () => {
  it.each([
    '0',
    '-0',
    '0.1',
    '0.10',
    '1e3',
    '1E+3',
    '-12.5',
    '9007199254740991',
    '-9007199254740991',
    '123456789012.345',
    '0.1234567890123456',
    '1e-7',
    '1.5e-300',
    '0e999',
    '0.0000000000000000000000001',
    '100000000000000.00000000000000',
  ])('%s is exact', (literal) => expect(isExact(literal)).toBe(true));

  it.each([
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '1546130668394913822',
    '7000000000000000000',
    '1e22',
    '1e400',
    '-1e400',
    '1e-400',
    '0.12345678901234567',
    '123456789012.3456789',
    '9007199254740991.5',
    '1.0000000000000000000000001',
    `1e${'9'.repeat(400)}`,
    `1.${'0'.repeat(1_000_000)}1`,
  ])('%s is not', (literal) => expect(isExact(literal)).toBe(false));
});

describe('inexactNumber', () => {
  it.each([
    ['{"a": 1, "iban": "DE89370400440532013000", "n": 12.50}', undefined],
    ['{"a": "9007199254740993"}', undefined],
    ['{"9007199254740993": 1}', undefined],
    [String.raw`{"a": "\"9007199254740993", "b": "\\", "c": 2}`, undefined],
    ['[1e5, 1.5e-7, 1234567890.12345]', undefined],
    ['9007199254740993', ''],
    ['{"customFields": {"orderId": 1546130668394913822}}', '/customFields/orderId'],
    [
      '{"lines": [{"name": "a, b: [c]"}, {"customFields": {"x/y~z": 0.12345678901234567}}]}',
      '/lines/1/customFields/x~1y~0z',
    ],
    ['[[1, 2], [3, [4, 9007199254740993]]]', '/1/1/1'],
    [String.raw`{"a" : "x\\", "é\"b"   : -1e400}`, '/é"b'],
    [`{"a"${' '.repeat(100)}: 9007199254740993}`, '/a'],
    ['{"a": [], "b": {}, "c": [{}, 9007199254740993]}', '/c/1'],
  ])('%s: %s', (json, pointer) => {
    expect(() => JSON.parse(json) as unknown).not.toThrow();
    expect(inexactNumber(json)).toBe(pointer);
  });
});
