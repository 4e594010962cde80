import { pathInSql } from './search-path.js';

/** A PostgreSQL setting that statements rely on, and that a server, database or role may change. */
export interface SessionSetting {
  readonly name: string;
  /** As `current_setting` returns it. */
  readonly value: string;
  readonly reason: string;
}

/** Values by the name of the setting, as `current_setting` returns them. */
export type SessionValues = Readonly<Record<string, string>>;

/**
 * The settings of every connection. `search_path` is not one of them: it says where the tables and extensions of an installation are, as
 * the name of the database does, so each connection keeps its own behind the schema of the cell. The driver sends `client_encoding`.
 */
export const SESSION_SETTINGS: readonly SessionSetting[] = [
  { name: 'jit', value: 'off', reason: 'Compiling a plan takes seconds, and its execution a millisecond.' },
  { name: 'plan_cache_mode', value: 'auto', reason: 'Prepared statements of lists need plans for their values.' },
  { name: 'DateStyle', value: 'ISO, MDY', reason: 'The driver reads timestamps in ISO format only.' },
  { name: 'IntervalStyle', value: 'postgres', reason: 'The driver reads intervals in this format only.' },
  { name: 'TimeZone', value: 'UTC', reason: 'Text and days of timestamps do not depend on the place of the server.' },
  { name: 'bytea_output', value: 'hex', reason: 'The format of bytes in text, such as in JSON.' },
  { name: 'extra_float_digits', value: '1', reason: 'The rate limits read microseconds, which have 16 digits.' },
  { name: 'array_nulls', value: 'on', reason: 'A null in a list of values must not become the text NULL.' },
  { name: 'standard_conforming_strings', value: 'on', reason: 'Texts in statements may contain a backslash.' },
  { name: 'gin_fuzzy_search_limit', value: '0', reason: 'A search returns all that it finds.' },
  {
    name: 'default_transaction_isolation',
    value: 'read committed',
    reason: 'Each statement sees what was committed before it, such as after the wait for a lock.',
  },
  { name: 'default_transaction_read_only', value: 'off', reason: 'Transactions write.' },
  { name: 'default_transaction_deferrable', value: 'off', reason: 'A verification must not wait for other writers.' },
  { name: 'lock_timeout', value: '0', reason: 'The time of a statement is limited as a whole.' },
  { name: 'idle_session_timeout', value: '0', reason: 'Connections of a pool wait for work.' },
  // The relay and the claim keep one plan, which consists of look-ups by an index.
  ...['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan', 'enable_nestloop', 'enable_sort'].map(
    (name) => ({ name, value: 'on', reason: 'Plans that are kept for all values look rows up by an index.' }),
  ),
];

const FIXED: SessionValues = Object.fromEntries(SESSION_SETTINGS.map(({ name, value }) => [name, value]));

/**
 * All values of a connection.
 * @param more values of this connection alone, such as its `statement_timeout`
 */
export const sessionValues = (more: SessionValues = {}): SessionValues => ({ ...FIXED, ...more });

/** The values as the start-up parameter `options`, in which a backslash precedes a space. */
export function startupOptions(values: SessionValues): string {
  return Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, String.raw`\$&`)}`)
    .join(' ');
}

/** Reads the values of a connection, one column for each name. */
export const currentValues = (names: readonly string[]): string =>
  `SELECT ${names.map((name) => `current_setting('${name}') AS "${name}"`).join(', ')}`;

/** These apply to transactions that begin later, or outside of transactions. */
const NOT_LOCAL = /^(default_transaction_|idle_session_timeout)/;

/**
 * The beginning of a transaction that sets the values until its end.
 * @param begin the statement that begins it, with or without modes
 */
export function beginWith(values: SessionValues, begin = 'BEGIN'): string {
  const modes = [
    ...(/\bISOLATION\b/i.test(begin) ? [] : ['ISOLATION LEVEL READ COMMITTED']),
    ...(/\bREAD (ONLY|WRITE)\b/i.test(begin) ? [] : ['READ WRITE']),
    ...(/\bDEFERRABLE\b/i.test(begin) ? [] : ['NOT DEFERRABLE']),
  ];
  const local = Object.entries(values)
    .filter(([name]) => !NOT_LOCAL.test(name))
    .map(([name, value]) => `SET LOCAL ${name} = ${name === 'search_path' ? pathInSql(value) : `'${value}'`}`);
  return [[begin, ...modes].join(' '), ...local].join('; ');
}
