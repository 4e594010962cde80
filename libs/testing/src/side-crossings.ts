/*
 * What still crosses the sides of tables (libs/db/src/table-sides.ts). These lists must only shrink: a new statement stays on one side. A
 * run of all specs fails for an entry that nothing needs.
 */

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
