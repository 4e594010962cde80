/*
 * What still crosses the sides of tables (libs/db/src/table-sides.ts). These lists must only shrink: a new statement, key or
 * function stays on one side. A run of all specs fails for an entry that nothing needs.
 */

/** Foreign keys between the sides, as `table -> table`. The first three are of tables that each cell will have, with a key to `companies`. */
export const CROSSING_KEYS: readonly string[] = [
  ...['audit_heads', 'idempotency_records', 'mails'].map((table) => `${table} -> tenants`),
];

/** Functions of triggers that name tables of another side, with what they do there. */
export const CROSSING_FUNCTIONS: Readonly<Record<string, string>> = {
  create_tenant:
    'creates the card of a company that a program of the previous release inserts; goes with the release after that',
};

/** Names of statements. */
const STATEMENTS: readonly string[] = [];

/** A transaction with one of these statements may write both sides. */
const TRANSACTIONS: readonly string[] = [];

const LISTS = { statement: STATEMENTS, transaction: TRANSACTIONS } as const;

/** The entries that a run of all specs needs, each with its kind. */
export const CROSSING_ENTRIES: readonly string[] = [
  ...STATEMENTS.map((name) => `statement ${name}`),
  ...TRANSACTIONS.map((name) => `transaction ${name}`),
];

/** The entry that allows a crossing. */
export function allowedBy(kind: keyof typeof LISTS, names: readonly string[]): string | undefined {
  return LISTS[kind].find((entry) =>
    names.some((name) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry)),
  );
}
