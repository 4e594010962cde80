import { describe, expect, it } from '@jest/globals';
import { splitRecords } from './record-lines.js';

const split = (text: string, size = 2, quoted = true) => [...splitRecords(text, size, quoted)];

describe('splitRecords', () => {
  it.each<[string, string, [string, number][]]>([
    ['no text', '', []],
    ['blank lines alone', '\n \r\n\t\n', []],
    ['one record without a line break', 'a', [['a', 1]]],
    [
      'parts of whole records',
      'a\nb\nc\n',
      [
        ['a\nb', 2],
        ['c', 1],
      ],
    ],
    ['line breaks of Windows', 'a\r\n\r\nb\r\n', [['a\r\n\r\nb\r', 2]]],
    [
      'line breaks and quotes in quotes',
      '"a\n""1""\n"\nb\n"c\n"\n',
      [
        ['"a\n""1""\n"\nb', 2],
        ['"c\n"', 1],
      ],
    ],
    ['a quote that is never closed', '"a\nb\nc', [['"a\nb\nc', 1]]],
  ])('%s', (_, text, parts) => {
    expect(split(text)).toEqual(parts.map(([part, records]) => ({ text: part, records })));
  });

  it('does not read quotes of JSON', () => {
    expect(split('{"a":"\\""}\n{}\n{}', 2, false).map(({ records }) => records)).toEqual([2, 1]);
  });

  it('loses nothing: the records of the parts are those of the text', () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => `${n};"x\n${n}"`);
    const parts = split(lines.join('\n'), 7);
    expect(parts.map(({ text }) => text).join('\n')).toBe(lines.join('\n'));
    expect(parts.reduce((sum, { records }) => sum + records, 0)).toBe(1_000);
  });
});
