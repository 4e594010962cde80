import { describe, expect, it } from '@jest/globals';
import { indentJson } from './indent-json.js';

describe('indentJson', () => {
  it.each([
    { a: 1, b: [1, 'x', null, true], c: {}, d: [], e: { f: [[]], g: [{}] } },
    [],
    ['a "quoted", {bracketed}: [text]\\', '日本\n'],
    'text',
    12.5,
  ])('writes %j as JSON.stringify does', (value) => {
    expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    expect(indentJson(JSON.stringify(value, null, 4))).toBe(JSON.stringify(value, null, 2));
  });

  it('keeps the digits of a number that JavaScript would round', () => {
    expect(indentJson('{"n":9007199254740993,"m":1.10}')).toBe('{\n  "n": 9007199254740993,\n  "m": 1.10\n}');
  });

  it.each(['', 'Bad Gateway', '<html>{"a":1}</html>', '{"cut":'])('leaves %j unchanged', (text) => {
    expect(indentJson(text)).toBe(text);
  });
});
