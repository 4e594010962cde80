import type { QueryResultRow } from 'pg';
import {
  cellProblem,
  DATABASE_FACTS,
  foreignProblem,
  serverProblem,
  type DatabaseFacts,
} from './database-facts.rules.js';
import { noSchemaProblem, standbyProblem, UnusableDatabaseError } from './database-problem.rules.js';
import { ContractFrom0108CellSchema1700000000109 } from './migrations/0109-cell-schema.js';
import { migrationNumber } from './schema-state.rules.js';

/** Runs a statement without parameters. */
interface FactsRunner {
  query<T extends QueryResultRow>(statement: { readonly name: string; readonly text: string }): Promise<T[]>;
}

const CREATES_CELL = migrationNumber(ContractFrom0108CellSchema1700000000109.name);

/** Whether the schema step has created the schema of the cell, with these migrations. */
export const hasOwnCell = (applied: readonly string[]): boolean =>
  applied.some((name) => migrationNumber(name) >= CREATES_CELL);

/**
 * Reads what decides whether Billhook can use a database. Changes nothing.
 * @param known the migrations of this version
 * @throws UnusableDatabaseError for another encoding, a version that is too old, a standby, a schema that is missing or that the role may not
 * use, and tables of another product
 */
export async function requireUsable(db: FactsRunner, known: readonly string[]): Promise<DatabaseFacts> {
  const [facts] = await db.query<DatabaseFacts & QueryResultRow>({ name: 'database_facts', text: DATABASE_FACTS });
  if (!facts) throw new Error('unreachable: the statement returns one row');
  const own = facts.columns.includes('name')
    ? await db.query<{ name: string }>({ name: 'migrations_names', text: 'SELECT name::text AS name FROM migrations' })
    : [];
  const applied = own.map(({ name }) => name);
  const problem =
    serverProblem(facts) ??
    (facts.schema === null ? noSchemaProblem(facts) : undefined) ??
    foreignProblem(facts, applied, known) ??
    (hasOwnCell(applied) ? cellProblem(facts) : undefined) ??
    (facts.isStandby ? standbyProblem() : undefined);
  if (problem) throw new UnusableDatabaseError(problem);
  return facts;
}
