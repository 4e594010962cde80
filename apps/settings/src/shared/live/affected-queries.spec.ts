import type { ScreenChange } from '@billhook/contract/webhooks/change';
import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { recordKeys } from '../workspace/records.js';
import { isAffected, unseen } from './affected-queries.js';

const change = (resource: ScreenChange['resource'], id: number, version = 2, deleted = false): ScreenChange => ({
  ...{ resource, id, version, deleted },
});

describe('the queries that a change affects', () => {
  const keys = {
    invoice: recordKeys.one('invoices', 7),
    timeline: recordKeys.part('invoices', 7, 'timeline'),
    other: recordKeys.one('invoices', 8),
    invoices: recordKeys.list('invoices', { status: 'Sent' }),
    counts: [...recordKeys.list('invoices', {}), 'status-counts'],
    client: recordKeys.one('clients', 1),
    clients: recordKeys.list('clients', {}),
    quote: recordKeys.one('quotes', 3),
    mails: recordKeys.list('mails', {}),
    home: [...recordKeys.all, 'home', 'tasks'],
    found: [...recordKeys.all, 'found', 'lumen'],
    series: ['records', 'series', 'list'],
    keys: ['keys'],
  };
  it.each<[string, ScreenChange, (keyof typeof keys)[]]>([
    [
      'an invoice: its page and parts, lists, and what is computed from it',
      change('invoice', 7),
      ['invoice', 'timeline', 'invoices', 'counts', 'client', 'clients', 'quote', 'mails', 'home'],
    ],
    ['a client', change('client', 1), ['client', 'clients', 'home']],
    ['another client', change('client', 2), ['clients', 'home']],
    [
      'a payment: balances of clients, not pages of invoices, which have a change themselves',
      change('payment', 7),
      ['client', 'clients', 'home'],
    ],
  ])('%s', (_, made, affected) => {
    const found = Object.entries(keys).filter(([, key]) => isAffected(key, [made]));
    expect(found.map(([name]) => name)).toEqual(affected);
  });
});

describe('the changes that a page has not shown', () => {
  const client = new QueryClient();
  client.setQueryData(recordKeys.one('invoices', 7), { id: 7, version: 3 });
  client.setQueryData(recordKeys.list('quotes', {}), { pages: [{ data: [{ id: 1, version: 2 }] }, { data: [] }] });

  it.each<[string, ScreenChange, boolean]>([
    ['the version of an open record', change('invoice', 7, 3), false],
    ['an earlier version, whose message was slower than the page', change('invoice', 7, 2), false],
    ['a later version', change('invoice', 7, 4), true],
    ['the version in a list', change('quote', 1, 2), false],
    ['a later version of a row', change('quote', 1, 3), true],
    ['a record that is not on the page', change('quote', 2, 1), true],
    ['a record of another kind with the same id', change('payment', 7, 1), true],
    ['a deletion', change('invoice', 7, 3, true), true],
  ])('%s: %s', (_, made, isNew) => {
    expect(unseen(client, [made])).toEqual(isNew ? [made] : []);
  });
});
