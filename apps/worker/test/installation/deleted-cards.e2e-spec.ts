import { createDataSource } from '@billhook/db/data-source';
import { CompanyDeletion } from '@billhook/installation/company-deletions/company-deletion.entity';
import { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { systemClock } from '@billhook/platform/clock';
import { withCards } from '@billhook/testing/with-cards';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { CompanyDeletions } from '../../src/installation/company-deletions/company-deletions.js';
import { World } from '../support/world.js';

let world: World;
let source: DataSource;
let deletions: CompanyDeletionsRepository;
let companyDeletions: CompanyDeletions;
let companyId: number;

beforeAll(async () => {
  world = await World.create();
  source = await createDataSource({ url: world.url, poolSize: 2 }, [CompanyDeletion]).initialize();
  deletions = new CompanyDeletionsRepository(source, world.db);
  const lastSequence = () => Promise.resolve(0);
  companyDeletions = new CompanyDeletions({ uow: world.uow, clock: systemClock, deletions, lastSequence });
});
afterAll(async () => {
  await source.destroy();
  await world.close();
});
beforeEach(async () => {
  companyId = await world.createCompany();
  await world.sql(
    `INSERT INTO company_deletions (company_id, status, requested_by, requested_at, deletes_at, deleted_rows)
      VALUES ($1, 'Requested', 'member ada@example.com', now(), now(), 0)`,
    [companyId],
  );
  await world.sql('UPDATE companies SET deletes_at = now() WHERE id = $1', [companyId]);
});

/** The tables that have a row of the company. */
const left = async (): Promise<string[]> => {
  const rows = await world.source.query<{ name: string }[]>(
    `SELECT 'companies' AS name FROM companies WHERE id = $1 UNION ALL SELECT 'tenants' FROM tenants WHERE id = $1
      UNION ALL SELECT 'tenant_changes' FROM tenant_changes WHERE company_id = $1
      UNION ALL SELECT 'oauth_policies' FROM oauth_policies WHERE company_id = $1`,
    [companyId],
  );
  return rows.map(({ name }) => name).sort();
};

/** A row that a request adds late, to a table whose rows refer to the card. */
const addPolicy = (): Promise<void> =>
  world.sql(
    `INSERT INTO oauth_policies (company_id, allow, client_ids, updated_at) VALUES ($1, 'every', '{}', now())`,
    [companyId],
  );

const status = async (): Promise<string | undefined> => (await deletions.find(companyId))?.status;

/** A batch, as the job of a worker runs it. */
const work = (): Promise<boolean> => world.inCell(() => companyDeletions.work(companyId));

const workAll = async (): Promise<void> => {
  while (await work());
};

describe('the deletion of a company', () => {
  it('deletes the row of its cell first, and the card last, after what was added in between', async () => {
    expect(await left()).toEqual(['companies', 'tenant_changes', 'tenants']);
    while ((await left()).includes('companies')) expect(await work()).toBe(true);
    expect([await left(), await status()]).toEqual([['tenants'], 'Running']);
    // A worker that is killed here leaves the rest to the next one.
    expect(await deletions.due(new Date())).toContain(companyId);
    await addPolicy();
    await workAll();
    expect([await left(), await status()]).toEqual([[], 'Completed']);
    expect(await deletions.due(new Date())).not.toContain(companyId);
  });

  it('makes the company read-only before it deletes rows, also if the process of the request was killed', async () => {
    await world.sql('UPDATE companies SET deletes_at = NULL WHERE id = $1', [companyId]);
    expect(await work()).toBe(true);
    const [row] = await world.source.query<object[]>(
      `SELECT c.deletes_at = d.deletes_at AND t.deletes_at = d.deletes_at AS "isApplied", d.status FROM companies c
        JOIN tenants t ON t.id = c.id JOIN company_deletions d ON d.company_id = c.id WHERE c.id = $1`,
      [companyId],
    );
    expect(row).toEqual({ isApplied: true, status: 'Running' });
  });

  it('waits while its company is being created', async () => {
    await world.sql('UPDATE tenants SET creating_since = now() WHERE id = $1', [companyId]);
    expect(await deletions.due(new Date())).not.toContain(companyId);
    await world.sql('UPDATE tenants SET creating_since = NULL WHERE id = $1', [companyId]);
    expect(await deletions.due(new Date())).toContain(companyId);
  });

  it('counts the rows of both sides, and takes no batch that another worker holds', async () => {
    await addPolicy();
    await world.sql(
      `INSERT INTO clients (company_id, status, kind, name, contacts, billing_address, custom_fields, version, created_at, updated_at)
        SELECT $1, 'Active', 'Business', 'Client', '[]', '{"country": "FR"}', '{}', 1, now(), now() FROM generate_series(1, 3)`,
      [companyId],
    );
    // The second batch has the mark of the cell, which the third one looks for.
    for (let batch = 0; batch < 2; batch++) expect(await work()).toBe(true);
    for (const table of ['company_deletions', 'deleting_companies']) {
      const other = world.source.createQueryRunner();
      await other.query('BEGIN');
      await other.query(`SELECT FROM ${table} WHERE company_id = $1 FOR UPDATE`, [companyId]);
      expect(await work()).toBe(false);
      await other.query('ROLLBACK');
      await other.release();
    }
    await workAll();
    expect(await deletions.find(companyId)).toMatchObject({ status: 'Completed', deletedRows: 4 });
  });

  it('continues what a worker of 0.1.0 has completed, which knows no card', async () => {
    await world.sql('DELETE FROM companies WHERE id = $1', [companyId]);
    await addPolicy();
    await world.sql(`UPDATE company_deletions SET status = 'Completed', completed_at = now() WHERE company_id = $1`, [
      companyId,
    ]);
    expect(await left()).toEqual(['oauth_policies', 'tenants']);
    expect(await deletions.due(new Date())).toContain(companyId);
    await workAll();
    expect([await left(), await status()]).toEqual([[], 'Completed']);
    expect(await deletions.find(companyId)).toMatchObject({ completedAt: expect.any(Date) });
    expect(await deletions.due(new Date())).not.toContain(companyId);
  });

  it('leaves the card of a company that has a sandbox, until that is deleted', async () => {
    const [sandbox] = await world.source.query<{ id: number }[]>(
      withCards(`INSERT INTO companies (name, plan, time_zone, currency, created_at, kind, sandbox_of)
        VALUES ('Sandbox', 'Pro', 'UTC', 'EUR', now(), 'Sandbox', $1)`),
      [companyId],
    );
    expect(await deletions.due(new Date())).not.toContain(companyId);
    await world.sql('DELETE FROM companies WHERE id = $1', [sandbox?.id]);
    expect(await deletions.due(new Date())).not.toContain(companyId);
    await world.sql('DELETE FROM tenants WHERE id = $1', [sandbox?.id]);
    expect(await deletions.due(new Date())).toContain(companyId);
  });
});
