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

const PARAMETER = /\$(\d+)/g;

/** The texts of joined statements by name, because a name stands for one text. */
const joinedTexts = new Map<string, string>();

/**
 * Several writes as one statement, because PostgreSQL starts and acknowledges each statement separately. Each must write another table
 * and depend on no other: all of them see the tables as they were before.
 */
export function joined(statements: readonly Statement[]): Statement {
  const name = statements.map((statement) => statement.name).join('+');
  const values = statements.flatMap((statement) => statement.values ?? []);
  const text = joinedTexts.get(name) ?? joinedText(statements);
  joinedTexts.set(name, text);
  return { name, text, values };
}

function joinedText(statements: readonly Statement[]): string {
  let before = 0;
  const texts = statements.map(({ text, values = [] }) => {
    const shifted = text.replace(PARAMETER, (_, number: string) => `$${Number(number) + before}`);
    before += values.length;
    return shifted;
  });
  const last = texts.pop() ?? '';
  return texts.length === 0 ? last : `WITH ${texts.map((text, n) => `part_${n} AS (${text})`).join(', ')} ${last}`;
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
