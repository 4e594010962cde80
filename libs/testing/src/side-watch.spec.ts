import { describe, expect, it } from '@jest/globals';
import { CROSSING_ENTRIES } from './side-crossings.js';
import { SideWatch, type SideCrossing } from './side-watch.js';
import { StatementSidesReader, type SchemaEffects } from './statement-sides.js';

const EFFECTS: SchemaEffects = {
  functions: [
    { name: 'follow', text: 'BEGIN PERFORM note(NEW.id); RETURN NULL; END' },
    { name: 'note', text: 'UPDATE sessions SET member_id = $1' },
    { name: 'refuse', text: 'SELECT FROM accounts' },
  ],
  triggers: [
    { table: 'clients', changes: ['UPDATE'], function: 'follow', isOuter: false },
    { table: 'sessions', changes: ['UPDATE'], function: 'refuse', isOuter: true },
  ],
};

/** What is found in these statements of one connection, in words. */
function found(...texts: string[]): string[] {
  const crossings: SideCrossing[] = [];
  const watch = new SideWatch(new StatementSidesReader(EFFECTS), (crossing) => crossings.push(crossing));
  for (const text of texts) watch.see(text.split(' ')[0] ?? '', text);
  return crossings.map(({ kind, names, global, cell }) => `${kind} ${names.join()}: ${global.join()} | ${cell.join()}`);
}

describe('SideWatch', () => {
  it.each<[what: string, texts: string[], crossings: string[]]>([
    ['one side', ['SELECT FROM invoices JOIN clients ON true', 'SELECT FROM members, accounts'], []],
    [
      'a table of both sides beside each',
      ['INSERT INTO audit_log SELECT FROM members', 'SELECT FROM mails, quotes'],
      [],
    ],
    [
      'a partition',
      ['SELECT FROM webhook_attempts_20260101, members'],
      ['statement SELECT: members | webhook_attempts_20260101'],
    ],
    ['a statement that names both', ['SELECT FROM invoices, members'], ['statement SELECT: members | invoices']],
    [
      'a trigger and the function that it calls, but no trigger of programs only',
      ['UPDATE clients SET name = $1'],
      ['statement UPDATE: sessions | clients', 'transaction UPDATE: sessions | clients'],
    ],
    ['another change than that of the trigger', ['INSERT INTO clients (name) VALUES ($1)'], []],
    [
      'a trigger of programs',
      ['WITH x AS (UPDATE sessions SET id = 1) SELECT FROM quotes'],
      ['statement WITH: accounts,sessions | quotes'],
    ],
    [
      'a transaction that writes both',
      ['BEGIN', 'DELETE FROM invoices', 'SELECT FROM accounts', 'INSERT INTO members', 'COMMIT'],
      ['transaction DELETE,INSERT: members | invoices'],
    ],
    [
      'one that reads the other side',
      ['BEGIN', 'DELETE FROM invoices', 'SELECT FROM members FOR UPDATE', 'COMMIT'],
      [],
    ],
    ['two transactions', ['BEGIN', 'DELETE FROM invoices', 'COMMIT', 'BEGIN', 'DELETE FROM members', 'COMMIT'], []],
    ['two statements without one', ['DELETE FROM invoices', 'DELETE FROM members'], []],
    ['what is rolled back', ['BEGIN', 'DELETE FROM invoices', 'DELETE FROM members', 'ROLLBACK'], []],
    [
      'a savepoint',
      ['BEGIN', 'DELETE FROM invoices', 'ROLLBACK TO SAVEPOINT a', 'INSERT INTO members', 'COMMIT'],
      ['transaction DELETE,INSERT: members | invoices'],
    ],
  ])('finds in %s', (_, texts, crossings) => {
    expect(found(...texts)).toEqual(crossings);
  });
});

describe('the exceptions', () => {
  it('are none, and no entry may be added', () => {
    expect(CROSSING_ENTRIES).toEqual([]);
  });
});
