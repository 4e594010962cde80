import { parse } from 'node:querystring';
import { ListInvoices } from '@billhook/contract/invoicing/invoice';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startWithKey } from '../support/start.js';

const { api, key, records } = await startWithKey();

/** More than a search reads in the order of the list. */
const MANY = 3_000;

/** Adds copies of an invoice, with newer ids. */
async function copy(id: number, count: number): Promise<void> {
  await api.database.query({
    name: 'test_copy',
    text: `INSERT INTO invoices SELECT (copy.row).* FROM (SELECT jsonb_populate_record(i, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('invoices', 'id')), 'number', CASE WHEN i.number IS NOT NULL THEN i.number || '-' || n END)) AS row
      FROM invoices i, generate_series(1, $2::int) n WHERE i.id = $1 OFFSET 0) copy`,
    values: [id, count],
  });
}

beforeAll(async () => {
  const { id: client } = await records.client({ name: 'Atelier Lumen' });
  const sent = await records.sent({ clientId: client });
  await copy(sent.id, MANY);
  const draft = await records.draft({ clientId: client });
  await copy(draft.id, MANY);
});

/** The length of the first page, and the number of invoices that were read for it. */
function read(words: string): Promise<{ found: number; invoices: number }> {
  const query = ListInvoices.parse(parse(words));
  return api.app.get(UnitOfWork).around(async (tx) => {
    const soFar = async () => {
      const [row] = await tx.query<{ count: number }>({
        name: 'test_read',
        text: `SELECT seq_tup_read + idx_tup_fetch AS count FROM pg_stat_xact_user_tables WHERE relname = 'invoices'`,
      });
      return row?.count ?? 0;
    };
    const before = await soFar();
    const { entries } = await api.app.get(InvoicesRepository).list(key.companyId, query, { limit: query.limit });
    return { found: entries.length, invoices: (await soFar()) - before };
  });
}

describe('GET /v1/invoices', () => {
  // The newest invoices do not match, and all of those that do are older.
  it.each([
    'q=lumen&status=Sent',
    'q=lumen&status=Sent&status=Paid',
    'q=lumen&hasBalance=true',
    'currency=EUR&status=Sent',
  ])('reads about as many invoices as it looks at in order: %s', async (words) => {
    const { found, invoices } = await read(`${words}&limit=25`);
    expect(found).toBe(25);
    // PostgreSQL may sort a few thousand that an index finds, and must not read all that match several times.
    expect(invoices).toBeLessThan(1.5 * MANY);
  });
});
