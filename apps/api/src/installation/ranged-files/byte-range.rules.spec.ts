import { expect, it } from '@jest/globals';
import { rangeOf } from './byte-range.rules.js';

it.each([
  ['bytes=0-3', { from: 0, to: 3 }],
  ['bytes=8-', { from: 8, to: 9 }],
  ['bytes=8-99', { from: 8, to: 9 }],
  ['bytes=-4', { from: 6, to: 9 }],
  ['bytes=-99', { from: 0, to: 9 }],
  ['bytes=10-', 'beyond'],
  ['bytes=15-19', 'beyond'],
  ['bytes=-0', 'beyond'],
  [undefined, undefined],
  ['bytes=-', undefined],
  ['bytes=5-4', undefined],
  ['bytes=15-14', undefined],
  ['bytes=0-1,3-4', undefined],
  ['rows=1-2', undefined],
])('of 10 bytes, %s is %j', (header, expected) => expect(rangeOf(header, 10)).toEqual(expected));

it('has no byte of an empty file', () => expect(rangeOf('bytes=0-', 0)).toBe('beyond'));
