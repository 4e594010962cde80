import { deleteRows, type CompanyRows } from '@billhook/db/company-rows';
import { createDataSource } from '@billhook/db/data-source';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { IDENTITY_COMPANY_ROWS } from '@billhook/identity/company-rows.sql';
import { deleteGrantCounts } from '@billhook/identity/key-traffic/key-traffic-rows';
import { eventually } from '@billhook/testing/patience';
import { withClient } from '@billhook/testing/test-server';
import { WEBHOOKS_COMPANY_ROWS } from '@billhook/webhooks/company-rows.sql';
import { afterAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { authorize, registerApplication } from '../support/oauth.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();
const source = await createDataSource({ url: api.databaseUrl, poolSize: 1 }, []).initialize();
const uow = new UnitOfWork(source);
afterAll(() => source.destroy());

const ROWS = [...WEBHOOKS_COMPANY_ROWS, ...IDENTITY_COMPANY_ROWS];
const rowsOf = (table: string): CompanyRows => {
  const found = ROWS.find((rows) => rows.table === table);
  if (!found) throw new Error(`no rows of ${table}`);
  return found;
};

/** Runs the deletion while a transaction that has changed rows is open, and commits that when the deletion waits for it. */
async function duringChange(change: string, values: unknown[], deletion: () => Promise<unknown>): Promise<void> {
  await withClient(api.databaseUrl, async (other) => {
    await other.query('BEGIN');
    const { rowCount } = await other.query(change, values);
    expect(rowCount).toBeGreaterThan(0);
    const deleting = deletion();
    await eventually('the deletion waits', async () => (await waiting(other)) > 0);
    await other.query('COMMIT');
    await deleting;
  });
}

async function waiting(client: pg.Client): Promise<number> {
  const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await client.query(text)).rowCount ?? 0;
}

const rows = <T extends pg.QueryResultRow>(text: string, values: unknown[]) =>
  withClient(api.databaseUrl, async (client) => (await client.query<T>(text, values)).rows);
const count = async (text: string, values: unknown[]) => (await rows(text, values)).length;

/** The address of a use of a key, or of a grant by its negative id. */
const used = (values: unknown[]) =>
  rows(
    `INSERT INTO key_hosts (key_id, dead, ip, user_agent, first_at, last_at, count, last_method, last_route)
      VALUES ($1, false, '192.0.2.1', 'curl', now(), now(), 1, 'GET', '/v1/clients')`,
    values,
  );

describe('the deletion of rows of a company', () => {
  it('includes rows that another transaction changes in the meantime', async () => {
    await records.sent();
    const company = [key.companyId];
    await duringChange('UPDATE events SET sequence = NULL WHERE company_id = $1', company, () =>
      api.within(key.companyId, () => uow.run((tx) => deleteRows(tx, rowsOf('events'), key.companyId))),
    );
    expect(await count('SELECT FROM events WHERE company_id = $1', company)).toBe(0);
  });

  it('includes parts that another transaction changes in the meantime', async () => {
    const other = await world.key();
    const values = [other.id];
    await used(values);
    await duringChange('UPDATE key_hosts SET last_at = now() WHERE key_id = $1', values, () =>
      uow.run((tx) => deleteRows(tx, rowsOf('api_keys'), other.companyId)),
    );
    expect(await count('SELECT FROM key_hosts WHERE key_id = $1', values)).toBe(0);
    expect(await count('SELECT FROM api_keys WHERE id = $1', values)).toBe(0);
  });

  it('includes counts of grants that another transaction changes in the meantime', async () => {
    const session = await world.session(await world.member(key.companyId));
    await authorize(api, session, await registerApplication(session, { scopes: ['client.read', 'invoice.read'] }));
    const [grant] = await rows<{ id: number }>('SELECT id FROM oauth_grants WHERE company_id = $1', [key.companyId]);
    const values = [-Number(grant?.id)];
    await used(values);
    await duringChange('UPDATE key_hosts SET last_at = now() WHERE key_id = $1', values, () =>
      uow.run((tx) => deleteGrantCounts(tx, key.companyId)),
    );
    expect(await count('SELECT FROM key_hosts WHERE key_id = $1', values)).toBe(0);
  });
});
