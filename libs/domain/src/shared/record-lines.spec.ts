import { describe, expect, it } from '@jest/globals';
import { recordRanges } from './record-lines.js';

const recordsOf = (text: string, delimiter: string | undefined = ';') =>
  [...recordRanges(text, delimiter)].map(({ begin, end }) => text.slice(begin, end));

describe('recordRanges', () => {
  it.each<[string, string, string[]]>([
    ['no text', '', []],
    ['blank lines alone', '\n \r\n\t\n\u00a0\n', []],
    ['rows of delimiters, white space and empty quotes alone', ';;\n ; ;"";" "\n"\n"', []],
    ['one record without a line break', 'a', ['a']],
    ['line breaks of Windows', 'a\r\n\r\n"b"\r\n', ['a', '"b"']],
    ['half a line break of Windows at the end', 'a\r\n"";""\r', ['a']],
    ['both kinds of line breaks', '"a"\r\n"b"\n"c"\r\n', ['"a"', '"b"', '"c"']],
    ['line breaks and quotes in quotes', '"a\n""1""\n"\nb;"\n"\n', ['"a\n""1""\n"', 'b;"\n"']],
    ['a quote inside of a cell', 'Pipe 5" A;x\nPipe 6" B;x', ['Pipe 5" A;x', 'Pipe 6" B;x']],
    ['text after the closing quote', '"5" A;"b\n', ['"5" A;"b\n']],
    ['quotes as text', '""""\n";"\n"" \n', ['""""', '";"', '"" ']],
    ['a quote that is never closed', '"a\nb\nc', ['"a\nb\nc']],
  ])('%s', (_, text, records) => {
    expect(recordsOf(text)).toEqual(records);
  });

  it('does not read quotes of lines', () => {
    const lines = ['{"a":"\\""}', '"', '{}'];
    expect([...recordRanges(lines.join('\r\n'), undefined)]).toHaveLength(3);
  });
});
