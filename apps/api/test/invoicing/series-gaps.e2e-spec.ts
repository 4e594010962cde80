import { createDataSource } from '@billhook/db/data-source';
import { ABSENT, firstOfEach, GIVEN, KNOWN } from '@billhook/invoicing/series/series-gaps.sql';
import { createTestDatabase } from '@billhook/testing/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';

let source: DataSource;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  source = await createDataSource({ url: database.url, poolSize: 1 }, []).initialize();
});
afterAll(async () => {
  await source.destroy();
  await drop();
});

const SERIES = 7;

/** Rows under the name of a part or of a table, which they hide. */
const rowsOf = (name: string, columns: string, rows: readonly object[]): string =>
  `${name} AS (SELECT * FROM jsonb_to_recordset('${JSON.stringify(rows)}') AS rows (${columns}))`;

/** The rows of a part of the audit, from the rows of the parts before. */
const partOf = (name: string, ...parts: string[]): Promise<object[]> =>
  source.query(
    `WITH ${parts.join(', ')} SELECT part.* FROM ${name} part WHERE $1::bigint IS NULL AND $2::bigint IS NOT NULL`,
    [null, SERIES],
  );

const periodsOf = (rows: readonly object[]): string =>
  rowsOf(
    'number_series_periods',
    'series_id bigint, period text, first int, next int',
    rows.map((row) => ({ series_id: SERIES, period: '2026', first: 1, ...row })),
  );

interface Given {
  readonly period?: string;
  readonly value: number;
  readonly document?: number | null;
  readonly following?: number;
}

const givenOf = (rows: readonly Given[]): string =>
  rowsOf(
    'given',
    'period text, value int, number text, document bigint, following int',
    rows.map((row) => ({
      ...{ period: '2026', number: `N${row.value}`, document: row.value, following: row.value + 1 },
      ...row,
    })),
  );

describe('the numbers that a series assigned', () => {
  it('have their document, the next count, and whether their date is too early', async () => {
    const held = rowsOf('held', 'id bigint, number text, issue_date date', [
      { id: 1, number: 'N1', issue_date: '2026-02-01' },
      { id: 3, number: 'N3', issue_date: '2026-01-31' },
    ]);
    const numbers = rowsOf(
      'number_series_numbers',
      'series_id bigint, period text, value int, number text, issue_date date',
      [
        // The date of the document counts, and that of the number where there is none.
        { series_id: SERIES, period: '2026', value: 1, number: 'N1', issue_date: '2026-03-01' },
        { series_id: SERIES, period: '2026', value: 3, number: 'N3', issue_date: '2026-03-01' },
        { series_id: SERIES, period: '2026', value: 4, number: 'N4', issue_date: '2026-02-02' },
        { series_id: SERIES, period: '2027', value: 1, number: 'M1', issue_date: '2025-01-01' },
        { series_id: 8, period: '2026', value: 2, number: 'N2', issue_date: '2026-02-02' },
      ],
    );
    const periods = periodsOf([{ next: 6 }, { period: '2027', next: 2 }]);
    expect(await partOf('given', held, numbers, periods, GIVEN)).toEqual([
      { period: '2026', value: 1, number: 'N1', document: 1, early: null, following: 3 },
      { period: '2026', value: 3, number: 'N3', document: 3, early: true, following: 4 },
      { period: '2026', value: 4, number: 'N4', document: null, early: false, following: 6 },
      { period: '2027', value: 1, number: 'M1', document: null, early: null, following: 2 },
    ]);
  });

  it('are summed up by period, each document once', async () => {
    const given = givenOf([{ value: 2 }, { value: 5, document: 2 }, { value: 7, document: null }]);
    expect(await partOf('known', given, KNOWN)).toEqual([{ period: '2026', count: 1, low: 2, high: 7 }]);
  });
});

describe('absent numbers', () => {
  it.each<[string, { first?: number; next: number }, readonly Given[], object[]]>([
    ['none', { next: 3 }, [{ value: 1 }, { value: 2 }], []],
    ['an unused period', { next: 1 }, [], []],
    ['a number without a document', { next: 2 }, [{ value: 1, document: null }], [{ low: 1, high: 1, number: 'N1' }]],
    ['between two', { next: 5 }, [{ value: 1, following: 4 }, { value: 4 }], [{ low: 2, high: 3, number: null }]],
    ['after the last', { next: 9 }, [{ value: 1, following: 9 }], [{ low: 2, high: 8, number: null }]],
    ['before the first', { first: 3, next: 7 }, [{ value: 6 }], [{ low: 3, high: 5, number: null }]],
    ['all of them', { first: 3, next: 7 }, [], [{ low: 3, high: 6, number: null }]],
  ])('%s', async (_, period, given, expected) => {
    const found = await partOf('absent', periodsOf([period]), givenOf(given), KNOWN, ABSENT);
    expect(found).toEqual(expected.map((gap) => ({ period: '2026', ...gap })));
  });
});

describe('the list of each period', () => {
  it('is in order, and ends after the most', async () => {
    const given = givenOf([{ value: 3 }, { value: 1 }, { value: 2 }, { period: '2027', value: 9 }]);
    const list = `lists AS (${firstOfEach('SELECT * FROM given', { item: 'number', by: 'value', most: 2 })})`;
    const found = await partOf('lists', given, list);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        { period: '2026', list: ['N1', 'N2'] },
        { period: '2027', list: ['N9'] },
      ]),
    );
  });
});
