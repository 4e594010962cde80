import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';
import { unless } from '@billhook/testing/skipped';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

let world: World;

beforeEach(async () => {
  world = await World.create();
  await world.sql(
    `INSERT INTO audit_log (company_id, at, actor_kind, actor, action, details)
      SELECT $1, now(), 'system', 'system', 'company.updated', '{}' FROM generate_series(1, 3)`,
    [world.companyId],
  );
  await world.sql(
    `INSERT INTO document_chain (company_id, resource, record_id, version, action, at, digest)
      SELECT $1, 'invoice', n, 1, 'created', now(), sha256('x') FROM generate_series(1, 3) n`,
    [world.companyId],
  );
  await world.sql(
    `INSERT INTO company_deletions (company_id, status, requested_by, requested_at, deletes_at, deleted_rows)
      VALUES ($1, 'Requested', 'member ada@example.com', now() - interval '14 days', now(), 0)`,
    [world.companyId],
  );
  await world.sql('UPDATE companies SET deletes_at = now() WHERE id = $1', [world.companyId]);
});
afterEach(() => world.close());

const withTwoCells = unless(HAS_TWO_CELLS ? undefined : 'one cell has one mark', it);

/** Tables whose entries are kept as long as their company. */
const PROTECTED = ['audit_log', 'audit_heads', 'document_chain'] as const;

const rowsOf = <T extends object>(text: string): Promise<T[]> => world.source.query<T[]>(text, [world.companyId]);

const marks = async (): Promise<number> =>
  (await rowsOf('SELECT FROM deleting_companies WHERE company_id = $1')).length;

const left = async (): Promise<number[]> =>
  Promise.all(PROTECTED.map(async (table) => (await rowsOf(`SELECT FROM ${table} WHERE company_id = $1`)).length));

const removal = (table: string): Promise<unknown> =>
  world.sql(`DELETE FROM ${table} WHERE company_id = $1`, [world.companyId]);

/** Changes the status alone. */
const become = (status: string): Promise<unknown> =>
  world.sql('UPDATE company_deletions SET status = $2 WHERE company_id = $1', [world.companyId, status]);

/** Completes the deletion with a worker of this release. */
async function complete(): Promise<void> {
  const worker = await spawnWorker(world.variables());
  try {
    await eventually('the deletion is complete', async () => {
      const [row] = await rowsOf<{ status: string }>('SELECT status FROM company_deletions WHERE company_id = $1');
      // A cell has its own mark, which is removed afterwards.
      return row?.status === 'Completed' && (await marks()) === 0 ? true : undefined;
    });
  } finally {
    await end(worker, 'SIGKILL');
  }
}

describe('the mark of a deletion', () => {
  it('is what allows to delete entries, whatever the status of the deletion', async () => {
    await become('Running');
    await world.sql('DELETE FROM deleting_companies');
    for (const table of PROTECTED) await expect(removal(table)).rejects.toThrow('only grows');
    const other = await world.createCompany();
    await world.sql('INSERT INTO deleting_companies VALUES ($1)', [other]);
    for (const table of PROTECTED) await expect(removal(table)).rejects.toThrow('only grows');
    expect(await left()).toEqual([3, 1, 3]);
  });

  it('lets a worker complete what another one has begun', async () => {
    await become('Running');
    await world.sql('INSERT INTO deleting_companies VALUES ($1)', [world.companyId]);
    for (const table of ['document_chain', 'audit_log']) await removal(table);
    expect(await left()).toEqual([0, 1, 0]);
    await complete();
    expect([await left(), await marks()]).toEqual([[0, 0, 0], 0]);
  });

  withTwoCells('has the count of the cell, and is removed later if its worker was killed', async () => {
    const earlier = world.companyId + 1_000_000;
    await world.sql(
      `INSERT INTO company_deletions (company_id, status, requested_at, deletes_at, completed_at, deleted_rows)
        VALUES ($1, 'Completed', now(), now(), now(), 8)`,
      [earlier],
    );
    await become('Running');
    await world.sql('INSERT INTO deleting_companies (company_id, deleted_rows) VALUES ($1, 1000), ($2, 7)', [
      world.companyId,
      earlier,
    ]);
    await complete();
    const [{ rows } = { rows: 0 }] = await rowsOf<{ rows: number }>(
      'SELECT deleted_rows AS rows FROM company_deletions WHERE company_id = $1',
    );
    expect(rows).toBeGreaterThan(1_000);
    expect(await world.source.query('SELECT FROM deleting_companies')).toEqual([]);
  });

  it('is written by a worker, and removed with the company', async () => {
    await complete();
    expect([await left(), await marks()]).toEqual([[0, 0, 0], 0]);
    expect(await rowsOf('SELECT FROM companies WHERE id = $1')).toEqual([]);
  });
});
