import { describe, expect, it } from '@jest/globals';
import { countMembers, duplicateMember } from './duplicate-members.js';

describe('duplicateMember', () => {
  it.each<[string, readonly string[] | undefined]>([
    ['{}', undefined],
    ['"a"', undefined],
    ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
    ['{"a":"a","b":"\\",\\"a\\":"}', undefined],
    ['{"a":1,"a":1}', ['a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a":[1,[2],{"b":{},"c":"x,y","b":0}]}', ['a', '2', 'b']],
    ['[{"a":1},{"b":"}","b":2}]', ['1', 'b']],
    ['{"":0,"":0}', ['']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ])('of %s', (json, expected) => {
    expect(duplicateMember(json)).toEqual(expected);
  });
});

describe('countMembers', () => {
  it.each<[string, number]>([
    ['{}', 0],
    ['[1,"a:b"]', 0],
    ['{"a":{"b":"x:y","c":[{"d":null}]}}', 4],
    ['{"\\":":"\\\\","é":1,"a":2,"a":3}', 4],
  ])('of %s is %d', (json, expected) => {
    expect(countMembers(Buffer.from(json))).toBe(expected);
  });
});
