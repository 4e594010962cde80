/** What the schema of a database is for a version of Billhook. `newer` works, `older` and `unsupported` do not. */
export type SchemaState =
  | { readonly kind: 'current' }
  | { readonly kind: 'newer'; readonly unknown: readonly string[] }
  | { readonly kind: 'older'; readonly missing: readonly string[] }
  | { readonly kind: 'unsupported'; readonly by: string };

/** The start of the name of a migration that removes something: `ContractFrom0036DropOldTotals1700000000040`. */
const CONTRACT = /^ContractFrom(\d{4})/;

/** Migrations end in 13 digits: their number after this one. */
const FIRST_NUMBER = 1_700_000_000_000;

/** The number of a migration: 36 for `PortalAccess1700000000036`. */
export function migrationNumber(name: string): number {
  return Number(name.slice(-13)) - FIRST_NUMBER;
}

/** `0036 PortalAccess`, the form for people. */
export function migrationTitle(name: string): string {
  return `${String(migrationNumber(name)).padStart(4, '0')} ${name.slice(0, -13)}`;
}

/**
 * The oldest migration that a version must contain to work after this one. Undefined for a migration that only adds: every
 * earlier version works with it.
 */
export function contractedFrom(name: string): number | undefined {
  const number = CONTRACT.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}

/**
 * Compares the migrations that a version contains with those that a database has.
 * @param known in their order
 * @param applied in any order; empty for a database without tables
 */
export function schemaState(known: readonly string[], applied: readonly string[]): SchemaState {
  const missing = known.filter((name) => !applied.includes(name));
  // The first one contains those before it.
  const baseline = migrationNumber(known[0] ?? '');
  const unknown = applied.filter((name) => !known.includes(name) && migrationNumber(name) > baseline);
  const newest = Math.max(0, ...known.map(migrationNumber));
  // Checked first: a version that is too old must not suggest a migration.
  const by = unknown.find((name) => (contractedFrom(name) ?? 0) > newest);
  if (by !== undefined) return { kind: 'unsupported', by };
  if (missing.length > 0) return { kind: 'older', missing };
  return unknown.length > 0 ? { kind: 'newer', unknown } : { kind: 'current' };
}

/** A problem of the schema, and what the operator must do about it. */
export interface SchemaProblem {
  readonly detail: string;
  readonly advice: string;
}

const MIGRATE =
  'Run the schema step once, then start again: billhook-server migrate, or node tools/node.cjs apps/api/dist/migrate.js.';

const missingText = ([first = '', ...others]: readonly string[]): string =>
  `${others.length === 0 ? '1 migration is' : `${others.length + 1} migrations are`} missing, from ${migrationTitle(first)} on.`;

/** What is wrong, and what the operator must do about it. Undefined if the version works with the schema. */
export function schemaProblem(state: SchemaState): SchemaProblem | undefined {
  if (state.kind === 'unsupported') {
    return {
      detail: `The database schema is newer than this version of Billhook supports: migration ${migrationTitle(state.by)} removed what it uses.`,
      advice: 'Start the version of Billhook that migrated the database, or a later one.',
    };
  }
  if (state.kind !== 'older') return undefined;
  const detail = `The database schema is older than this version of Billhook: ${missingText(state.missing)}`;
  return { detail, advice: MIGRATE };
}

/** A cell that lacks migrations. */
export interface OlderCell {
  readonly number: number;
  readonly missing: readonly string[];
}

/**
 * The same for the migrations of cells. It names the cells if the schema step was interrupted between them.
 * @param count of all cells
 */
export function cellSchemaProblem(older: readonly OlderCell[], count: number): SchemaProblem | undefined {
  const [first] = older;
  if (!first) return undefined;
  if (older.length === count) return schemaProblem({ kind: 'older', missing: first.missing });
  const which = older.length === 1 ? 'Cell' : 'Cells';
  const detail = `${which} ${older.map(({ number }) => number).join(', ')} ${older.length === 1 ? 'has' : 'have'} an older schema than this version of Billhook: ${missingText(first.missing)}`;
  return { detail, advice: MIGRATE };
}
