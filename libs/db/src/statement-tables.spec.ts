import { describe, expect, it } from '@jest/globals';
import { tablesOf } from './statement-tables.js';

const named = (text: string): string[] => [...tablesOf(text).named];
const written = (text: string): Record<string, string[]> =>
  Object.fromEntries([...tablesOf(text).written].map(([table, changes]) => [table, [...changes]]));

describe('tablesOf', () => {
  it.each<[what: string, text: string, names: string[]]>([
    ['FROM, JOIN and a list', 'SELECT a.x FROM a JOIN b ON a.x = b.x, c AS d LEFT JOIN e USING (x), f', [...'abcef']],
    [
      'a subquery anywhere',
      'SELECT (SELECT max(x) FROM a) FROM (SELECT FROM b) s, LATERAL (SELECT FROM c) t',
      [...'abc'],
    ],
    [
      'common table expressions',
      'WITH x AS (SELECT FROM a), y AS MATERIALIZED (SELECT FROM b) SELECT FROM x, y',
      [...'abxy'],
    ],
    ['quoted names and those with a schema', 'SELECT FROM ONLY public."A b" JOIN other.c ON true', ['A b', 'c']],
    ['no function', 'SELECT FROM unnest($1, $2) AS t (a, b), generate_series(1, 2), a', ['a']],
    ['no column', 'SELECT members, a.invoices FROM a WHERE events = 1 ORDER BY quotes, clients', ['a']],
    ['no argument with FROM', 'SELECT extract(epoch FROM events), substring(mails FROM 2) FROM a', ['a']],
    ['no comparison', 'SELECT FROM a WHERE x IS DISTINCT FROM events AND y IS NOT DISTINCT FROM mails', ['a']],
    ['no text and no comment', `SELECT ' FROM b ''FROM c', $$ FROM d $$ FROM a -- FROM e\n/* FROM f */`, ['a']],
    ['no lock', 'SELECT FROM a FOR NO KEY UPDATE OF a SKIP LOCKED', ['a']],
    ['every statement of several', 'SELECT FROM a WHERE b IN (1); SELECT FROM b', [...'ab']],
    ['LOCK TABLE', 'LOCK TABLE a IN SHARE MODE', ['a']],
  ])('names %s', (_, text, names) => {
    expect(named(text)).toEqual(names);
  });

  it.each<[text: string, changes: Record<string, string[]>]>([
    ['INSERT INTO a (x) SELECT x FROM b', { a: ['INSERT'] }],
    ['INSERT INTO a (x) VALUES (1) ON CONFLICT (x) DO UPDATE SET x = 2', { a: ['INSERT', 'UPDATE'] }],
    ['INSERT INTO a (x) VALUES (1) ON CONFLICT DO NOTHING', { a: ['INSERT'] }],
    ['UPDATE a SET x = 1, y = 2 FROM b, c', { a: ['UPDATE'] }],
    ['DELETE FROM ONLY a USING b, c', { a: ['DELETE'] }],
    ['WITH x AS (DELETE FROM a RETURNING 1) INSERT INTO b SELECT FROM x', { a: ['DELETE'], b: ['INSERT'] }],
    ['TRUNCATE a', { a: ['DELETE'] }],
    ['SELECT FROM a FOR UPDATE', {}],
  ])('finds what changes in %s', (text, changes) => {
    expect(written(text)).toEqual(changes);
  });

  it('finds the functions that are called', () => {
    expect([...tablesOf('SELECT f(1), x.g (2) FROM h()').called].sort()).toEqual(['f', 'g', 'h']);
  });
});
