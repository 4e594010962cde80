import { describe, expect, it } from '@jest/globals';
import { sideOf, sideOfStatement } from './statement-side.js';

const sideOfText = (text: string) => sideOfStatement({ name: 'test', text });

describe('sideOf', () => {
  it.each([
    ['members', 'global'],
    ['invoices', 'cell'],
    ['audit_log', 'both'],
    ['webhook_attempts_20261129', 'cell'],
    ['api_requests_default', 'cell'],
    ['batch', undefined],
  ])('finds the side of %s', (table, side) => {
    expect(sideOf(table)).toBe(side);
  });
});

describe('sideOfStatement', () => {
  it.each<[what: string, text: string, side: 'global' | 'cell' | undefined]>([
    ['a global table', 'SELECT FROM members m JOIN accounts a ON a.id = m.account_id', 'global'],
    ['a table of a cell', 'INSERT INTO events (id) SELECT id FROM jsonb_to_recordset($1) AS e (id text)', 'cell'],
    ['one beside a table of both sides', 'SELECT FROM invoices i, audit_log l WHERE l.target = i.number', 'cell'],
    ['only tables of both sides', 'UPDATE mails SET status = $1 FROM audit_log', undefined],
    ['no table', 'SELECT pg_advisory_xact_lock($1)', undefined],
    ['a name in a text', `SELECT 'SELECT FROM invoices'`, undefined],
  ])('reads %s', (_, text, side) => {
    expect([sideOfText(text), sideOfText(text)]).toEqual([side, side]);
  });

  it('rejects tables of both sides, also after it has read the text', () => {
    const text = 'SELECT FROM members m JOIN invoices i ON i.company_id = m.company_id';
    for (let round = 0; round < 2; round++)
      expect(() => sideOfText(text)).toThrow('the statement test names tables of both sides');
  });
});
