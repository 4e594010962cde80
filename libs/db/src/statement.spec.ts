import { describe, expect, it } from '@jest/globals';
import { joined, type Statement } from './statement.js';

const insert = (table: string, ...values: unknown[]): Statement => ({
  name: `add_${table}`,
  text: `INSERT INTO ${table} VALUES (${values.map((_, n) => `$${n + 1}`).join(', ')})`,
  values,
});

describe('joined', () => {
  it('is the statement itself if there is only one', () => {
    expect(joined([insert('a', 1, 2)])).toEqual(insert('a', 1, 2));
  });

  it('numbers the parameters of each statement after those of the ones before it, also beyond nine', () => {
    const long = Array.from({ length: 11 }, (_, n) => n);
    expect(joined([insert('a', 'x', 'y'), insert('b', ...long), insert('c', 'z')])).toEqual({
      name: 'add_a+add_b+add_c',
      text:
        'WITH part_0 AS (INSERT INTO a VALUES ($1, $2)), part_1 AS (INSERT INTO b VALUES ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)) ' +
        'INSERT INTO c VALUES ($14)',
      values: ['x', 'y', ...long, 'z'],
    });
  });

  it('has the values of each call, with one text', () => {
    const [first, second] = ['one', 'two'].map((value) => joined([insert('a', value), insert('b', value)]));
    expect(second).toEqual({ ...first, values: ['two', 'two'] });
  });
});
