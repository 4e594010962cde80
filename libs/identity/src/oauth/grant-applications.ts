import { FIRST_CELL } from '@billhook/db/cell-rows';
import type { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
import type { GrantAccess } from '@billhook/domain/identity/grant';
import { GRANT_STATES, grantApplicationSql, grantOwnedSql, type GrantApplication } from './grant-status.sql.js';

/* What records of other libraries ask about grants. Their rows are of a cell and grants are global, so no statement joins both. */

/** The applications of grants, by the id of the grant. Asks nothing without a grant. */
export async function grantApplications(
  runner: ReadRunner,
  grantIds: readonly number[],
): Promise<ReadonlyMap<number, GrantApplication>> {
  if (grantIds.length === 0) return new Map();
  const rows = await runner.query<{ application: GrantApplication | null }>({
    name: 'grant_applications',
    text: `SELECT ${grantApplicationSql('u.id')} AS application FROM unnest($1::bigint[]) AS u (id)`,
    values: [[...new Set(grantIds)]],
  });
  return new Map(rows.flatMap(({ application }) => (application ? [[application.grantId, application] as const] : [])));
}

/**
 * The grants of a company whose records belong to the application of one of its grants, by the rule of `ownsEndpoint`.
 * @param by the grant of the caller; without one, the caller is no application, and the result undefined
 */
export async function ownedGrants(
  runner: ReadRunner,
  companyId: number,
  by: number | undefined,
): Promise<readonly number[] | undefined> {
  if (by === undefined) return undefined;
  const rows = await runner.query<{ id: number }>({
    name: 'grants_owned',
    text: `SELECT g.id FROM oauth_grants g WHERE g.company_id = $1 AND ${grantOwnedSql('g.id', '$2')}`,
    values: [companyId, by],
  });
  return rows.map(({ id }) => id);
}

/** The cells of the companies of grants, each with its grants. With one cell, nothing is read. */
export async function cellsOfGrants(
  db: Database,
  grantIds: readonly number[],
): Promise<readonly { readonly cell: number; readonly ids: readonly number[] }[]> {
  if (grantIds.length === 0) return [];
  await db.cells.know();
  if (db.cells.areOne) return [{ cell: FIRST_CELL, ids: grantIds }];
  return db.query<{ cell: number; ids: number[] }>({
    name: 'grants_cells',
    text: `SELECT c.cell, json_agg(g.id ORDER BY g.id) AS ids FROM oauth_grants g JOIN tenants c ON c.id = g.company_id
      WHERE g.id = ANY ($1::bigint[]) GROUP BY c.cell ORDER BY c.cell`,
    values: [grantIds],
  });
}

/** What a cell stores of a grant. The plan and the time of the company, which decide as well, are in the cell. */
export interface GrantState {
  readonly id: number;
  readonly access: Exclude<GrantAccess, 'expired'>;
  readonly expiresAt: Date | null;
  /** The scopes that its member still has, in one order. */
  readonly permissions: readonly string[];
}

/** The present states of grants. One that does not exist is missing. Asks nothing without a grant. */
export async function grantStates(runner: ReadRunner, grantIds: readonly number[]): Promise<GrantState[]> {
  if (grantIds.length === 0) return [];
  return runner.query<GrantState & Record<string, unknown>>({
    name: 'grant_states',
    text: GRANT_STATES,
    values: [grantIds],
  });
}
