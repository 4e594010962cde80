import { describe, expect, it } from '@jest/globals';
import { csvRecords } from './csv-records.js';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe('the records of a CSV file', () => {
  const records = ['\uFEFFid,notes\r\n', '7,"two\r\nlines, ""quoted"" text"\r\n', '8,\r\n', '9,"\n"\r\n'];

  it.each([1, 2, 3, 7, 1000])('are complete if %i characters arrive at a time', async (size) => {
    const found: string[] = [];
    for await (const record of csvRecords(inPieces(records.join(''), size))) found.push(record);
    expect(found).toEqual(records);
  });
});
