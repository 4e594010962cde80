import { FIRST_CELL } from '@billhook/db/cell-rows';
import type { Database } from '@billhook/db/database';
import type { ReadRunner, Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Tenant } from './tenant.entity.js';

/** What changes of a card, with the number of the change. */
type TenantState = Pick<Tenant, 'id' | 'version' | 'name' | 'plan' | 'timeZone' | 'clockOffset' | 'deletesAt'>;

/** Companies per round of the job. */
const AT_ONCE = 200;

/** Companies whose cards are not known to have their last change. Number and state are of one snapshot. */
const BEHIND = `SELECT c.id, t.version, c.name, c.plan, c.time_zone AS "timeZone", c.clock_offset AS "clockOffset", c.deletes_at AS "deletesAt"
  FROM tenant_changes t JOIN companies c ON c.id = t.company_id WHERE t.applied < t.version`;

const OF_ALL = { name: 'tenants_behind', text: `${BEHIND} ORDER BY t.company_id LIMIT ${AT_ONCE}` };

const OF_ONE = {
  name: 'tenants_behind_of',
  text: `${BEHIND} AND t.company_id IN (SELECT $1::bigint UNION ALL SELECT s.id FROM companies s WHERE s.sandbox_of = $1) ORDER BY t.company_id`,
};

/**
 * Copies the changes of companies to their cards: of one company and its sandboxes, or of all. Each statement is for one side, and can
 * be repeated: a card is only replaced by a later state, and a change counts as applied once its card is committed.
 * @param runner on the primary, and in no transaction
 * @returns how many cards were behind
 */
export async function updateTenants(runner: Runner, companyId?: number): Promise<number> {
  const of = companyId === undefined ? OF_ALL : { ...OF_ONE, values: [companyId] };
  const behind = await runner.query<TenantState & Record<string, unknown>>(of);
  for (const { id, version, name, plan, timeZone, clockOffset, deletesAt } of behind) {
    await runner.query({
      name: 'tenant_update',
      text: `UPDATE tenants SET version = $2, name = $3, plan = $4, time_zone = $5, clock_offset = $6, deletes_at = $7
        WHERE id = $1 AND version < $2`,
      values: [id, version, name, plan, timeZone, clockOffset, deletesAt],
    });
    await runner.query({
      name: 'tenant_change_applied',
      text: 'UPDATE tenant_changes SET applied = $2 WHERE company_id = $1 AND applied < $2',
      values: [id, version],
    });
  }
  return behind.length;
}

/**
 * Has the cards of a company and its sandboxes updated after the commit, before the caller responds: the next request finds the change with
 * its credential. If the process is killed in between, a job of the worker does it.
 */
export function updateTenantsAfter(tx: Tx, db: Database, companyId: number): void {
  tx.completeWith(`tenants of ${companyId}`, async () => void (await updateTenants(db.autocommit, companyId)));
}

/** Updates all cards that are behind. @param stop ends it after some companies */
export async function updateAllTenants(runner: Runner, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await updateTenants(runner)) === AT_ONCE);
}

/** A card that is locked until the transaction ends. */
export type LockedTenant = Pick<Tenant, 'id' | 'kind' | 'sandboxOf' | 'name' | 'deletesAt'>;

/** `FOR NO KEY UPDATE` to serialise changes of the company on the global side; `FOR KEY SHARE` to keep the card. */
export type TenantLock = 'FOR NO KEY UPDATE' | 'FOR KEY SHARE';

/** The card of a company, unless it is being created. Lock it before anything else. */
export async function lockTenant(tx: Tx, companyId: number, lock: TenantLock): Promise<LockedTenant | undefined> {
  const [row] = await tx.query<LockedTenant & Record<string, unknown>>({
    name: lock === 'FOR KEY SHARE' ? 'tenant_keep' : 'tenant_hold',
    text: `SELECT id, kind, sandbox_of AS "sandboxOf", name, deletes_at AS "deletesAt" FROM tenants
      WHERE id = $1 AND creating_since IS NULL ${lock}`,
    values: [companyId],
  });
  return row;
}

/** The card of the company of a caller, which always exists. @throws Error when it does not */
export async function holdTenant(tx: Tx, companyId: number): Promise<LockedTenant> {
  const card = await lockTenant(tx, companyId, 'FOR NO KEY UPDATE');
  if (!card) throw new Error(`company ${companyId} no longer exists`);
  return card;
}

/** These cells, the one with the fewest companies first, by their cards. */
export async function emptiestCells(runner: ReadRunner, cells: readonly number[]): Promise<number[]> {
  const rows = await runner.query<{ cell: number }>({
    name: 'tenants_emptiest_cells',
    text: `SELECT o.cell FROM unnest($1::integer[]) AS o (cell)
      ORDER BY (SELECT count(*) FROM tenants t WHERE t.cell = o.cell), o.cell`,
    values: [cells],
  });
  return rows.map(({ cell }) => cell);
}

/** How many companies have their card in a cell, also those that are being created. A cell without one is missing. */
export async function companiesByCell(runner: ReadRunner): Promise<ReadonlyMap<number, number>> {
  const rows = await runner.query<{ cell: number; companies: number }>({
    name: 'tenants_by_cell',
    text: 'SELECT cell, count(*)::integer AS companies FROM tenants GROUP BY cell',
  });
  return new Map(rows.map(({ cell, companies }) => [cell, companies]));
}

/** How many companies have their card in one cell, also those that are being created. */
export async function companiesOfCell(runner: ReadRunner, cell: number): Promise<number> {
  const [row] = await runner.query<{ companies: number }>({
    name: 'tenants_of_cell',
    text: 'SELECT count(*)::integer AS companies FROM tenants WHERE cell = $1',
    values: [cell],
  });
  return row?.companies ?? 0;
}

/** Runs work in the cell of a company that no credential has named. It may be newer than what this process knows of the cells. */
export async function inCellOf<T>(db: Database, companyId: number, work: () => Promise<T>): Promise<T> {
  const [row] = await db.lookUp<{ cell: number }>({
    name: 'tenant_cell',
    text: 'SELECT cell FROM tenants WHERE id = $1',
    values: [companyId],
  });
  return db.cells.within(row?.cell ?? FIRST_CELL, work);
}

/** Deletes the card of a company, after all rows that refer to it. */
export async function deleteTenant(runner: Runner, companyId: number): Promise<void> {
  await runner.query({ name: 'tenant_delete', text: 'DELETE FROM tenants WHERE id = $1', values: [companyId] });
}
