import { createHash } from 'node:crypto';
import type { QueryResultRow } from 'pg';

/** A prepared statement: parsed and planned once per connection, then called by its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** PostgreSQL cuts a longer name (NAMEDATALEN - 1), and two statements would then be one. */
const LONGEST_NAME = 63;

/** The name of a statement for PostgreSQL: a long one ends in a digest of the whole. */
export function preparedName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${name.slice(0, LONGEST_NAME - digest.length - 1)}_${digest}`;
}

/** Runs reads: the pool, or the connection of a transaction. */
export interface ReadRunner {
  query<T extends QueryResultRow>(statement: Statement): Promise<T[]>;
}

/** Runs any statement: in a transaction, or committing each statement separately. */
export interface Runner extends ReadRunner {
  readonly mayWrite: true;
}

const STRINGS = /'(?:[^']|'')*'/g;
const WRITES =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate|create|alter|drop|lock\s+table|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i;

/** Whether a statement writes or locks rows. A lock outside a transaction ends with its statement. */
export function isWriting(text: string): boolean {
  return WRITES.test(text.replace(STRINGS, "''"));
}
