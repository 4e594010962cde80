import { Problem } from '@billhook/domain/shared/problems';
import { describe, expect, it } from '@jest/globals';
import { resultLine } from './import-results.js';
import { readRows } from './import-rows.js';
import type { Import } from './import.entity.js';

const read = (...lines: string[]) => {
  const reading = { delimiter: ',', headers: [], fields: [], defaults: {}, unique: [] };
  return readRows({ resource: 'clients', format: 'ndjson', reading } as unknown as Import, lines.join('\n'));
};

const VALID = '"kind":"Business","name":"J","billingAddress":{"country":"BE"}';

describe('a line of JSON', () => {
  it.each([
    ['a member twice', `{${VALID},"name":"K"}`, 'row_unreadable', undefined],
    ['6,000 levels', '['.repeat(6_000) + ']'.repeat(6_000), 'row_unreadable', undefined],
    ['no JSON', '{"name":', 'row_unreadable', undefined],
    ['__proto__', `{${VALID},"__proto__":{}}`, 'invalid_body', 'unknown_property'],
    ['constructor', `{${VALID},"customFields":{"constructor":"x"}}`, 'invalid_body', 'unknown_property'],
    ['an inexact number', `{${VALID},"customFields":{"n":9007199254740993}}`, 'invalid_body', 'number_not_exact'],
    ['an unknown member', `{${VALID},"colour":"red"}`, 'invalid_body', 'unknown_property'],
  ])('with %s is rejected as the body of a request would be, with its text', (_, line, code, fieldCode) => {
    const [row] = read(line);
    const { problem } = row && 'problem' in row ? row : {};
    expect([row?.values, problem?.code, problem?.options.errors?.[0]?.code]).toEqual([line, code, fieldCode]);
  });

  it('is identified by what was sent, not by the defaults of the schema or the order of its members', () => {
    const rows = read(
      `{${VALID}}`,
      `{${VALID.split(/,(?="name")/)
        .reverse()
        .join(',')}}`,
    );
    const sent = '{"billingAddress":{"country":"BE"},"kind":"Business","name":"J"}';
    expect(rows.map((row) => 'sent' in row && row.sent)).toEqual([sent, sent]);
  });
});

describe('a line of CSV', () => {
  it('keeps all of its cells if it has more than the headers', () => {
    const reading = { delimiter: ',', headers: ['name'], fields: ['name'], defaults: {}, unique: [] };
    const [row] = readRows({ resource: 'clients', format: 'csv', reading } as unknown as Import, 'a,,"b"');
    expect(row).toMatchObject({ problem: { code: 'row_unreadable' }, values: { name: 'a', 'column 3': 'b' } });
  });

  it('has a result on one line for readers that split at every line break of Unicode', () => {
    const line = resultLine(
      1,
      { result: 'Rejected', problem: new Problem('row_unreadable') },
      'a\u2028b\u2029c\u0085d',
    );
    expect([/[\u0085\u2028\u2029]/.test(line), JSON.parse(line)]).toMatchObject([
      false,
      { values: 'a\u2028b\u2029c\u0085d' },
    ]);
  });
});
