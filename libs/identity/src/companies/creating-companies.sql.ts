import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Plan } from '@billhook/domain/identity/company';
import type { NewCompany } from './companies.repository.js';
import type { Tenant } from './tenant.entity.js';

/*
 * The steps in which a company is created, each for one side: its card, which nothing shows, then the company, then the end of the creation. A
 * job decides about a card that has waited for too long, by whether its company exists.
 */

/** After this, a creation no longer inserts its company. By the clock of the database, as everything here. */
const MAY_INSERT_S = 60;

/** After this, the job decides. The difference is for the clocks of several servers. */
const DECIDED_AFTER_S = 120;

const lockName = (id: number): string => `creation of company ${id}`;

/** Inserts the card of a company that does not exist yet. @param cell where it will be @returns since when it is being created */
export async function insertCreating(tx: Tx, id: number, cell: number, company: NewCompany): Promise<Date> {
  const { kind = 'Production', sandboxOf = null, createdAt, name, plan, timeZone } = company;
  const [row] = await tx.query<{ since: Date }>({
    name: 'tenant_insert',
    text: `INSERT INTO tenants (id, kind, sandbox_of, created_at, name, plan, time_zone, clock_offset, creating_since, cell)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 0, clock_timestamp(), $8) RETURNING creating_since AS since`,
    values: [id, kind, sandboxOf, createdAt, name, plan, timeZone, cell],
  });
  if (!row) throw new Error(`the card of company ${id} was not inserted`);
  return row.since;
}

/**
 * Begins the transaction that inserts the company. Nothing decides about the card before its end.
 * @throws Error if it is too late: the job may have decided that there is no company
 */
export async function lockCreation(tx: Tx, id: number, since: Date): Promise<void> {
  await tx.query({
    name: 'company_creation_lock',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [lockName(id)],
  });
  // A separate statement, because the time counts from when the lock is held.
  const [row] = await tx.query<{ isInTime: boolean }>({
    name: 'company_creation_time',
    text: `SELECT clock_timestamp() < $1::timestamptz + make_interval(secs => ${MAY_INSERT_S}) AS "isInTime"`,
    values: [since],
  });
  if (!row?.isInTime) throw new Error(`the creation of company ${id} took more than ${MAY_INSERT_S} s`);
}

/** What has become of a creation in the cell. Running: its transaction is open. */
export type CreationOutcome =
  | { readonly is: 'Running' }
  | { readonly is: 'Missing' }
  | { readonly is: 'Present'; readonly plan: Plan };

/** Reads it in the cell. The caller knows that the creation inserts no company from now on. */
export async function creationOutcome(tx: Tx, id: number): Promise<CreationOutcome> {
  const [lock] = await tx.query<{ isFree: boolean }>({
    name: 'company_creation_try',
    text: 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "isFree"',
    values: [lockName(id)],
  });
  if (!lock?.isFree) return { is: 'Running' };
  const [company] = await tx.query<{ plan: Plan }>({
    name: 'company_creation_plan',
    text: 'SELECT plan FROM companies WHERE id = $1',
    values: [id],
  });
  return company ? { is: 'Present', plan: company.plan } : { is: 'Missing' };
}

/**
 * Ends the creation of a company that exists, with its plan, which may differ from that of the card as long as nothing was copied to it.
 * @returns its card; undefined if another process has ended it
 */
export async function endCreation(
  tx: Tx,
  id: number,
  plan: Plan,
): Promise<Pick<Tenant, 'name' | 'sandboxOf'> | undefined> {
  const [row] = await tx.query<Pick<Tenant, 'name' | 'sandboxOf'>>({
    name: 'tenant_ready',
    text: `UPDATE tenants SET creating_since = NULL, plan = CASE WHEN version = 0 THEN $2 ELSE plan END
      WHERE id = $1 AND creating_since IS NOT NULL RETURNING name, sandbox_of AS "sandboxOf"`,
    values: [id, plan],
  });
  return row;
}

/** Locks the card of a company that is being created, in order to delete it. @returns false if its creation has ended */
export async function lockCreating(tx: Tx, id: number): Promise<boolean> {
  const locked = await tx.query({
    name: 'tenant_creating_lock',
    text: 'SELECT id FROM tenants WHERE id = $1 AND creating_since IS NOT NULL FOR UPDATE',
    values: [id],
  });
  return locked.length > 0;
}

/** The cards about which the job decides, the oldest first. */
export function unendedCreations(runner: ReadRunner): Promise<Pick<Tenant, 'id' | 'cell'>[]> {
  return runner.query<Pick<Tenant, 'id' | 'cell'> & Record<string, unknown>>({
    name: 'tenants_creating',
    text: `SELECT id, cell FROM tenants WHERE creating_since < now() - make_interval(secs => ${DECIDED_AFTER_S})
      ORDER BY creating_since`,
  });
}
