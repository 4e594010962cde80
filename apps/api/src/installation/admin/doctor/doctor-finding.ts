import type { Arrival } from '@billhook/db/database-client';
import { QUERY_CANCELED } from '@billhook/db/sql-states';
import type { ReadRunner } from '@billhook/db/statement';
import type { Env } from '@billhook/platform/env';
import { TimeoutError } from '@billhook/platform/within-time';

/** The longest statement of a check. */
export const LIMIT_S = 10;

/** What a check found. */
export interface DoctorFinding {
  /** `skipped` if nothing was checked: it says why. */
  readonly level: 'ok' | 'skipped' | 'warning' | 'problem';
  readonly text: string;
  /** The command or the setting that repairs it. */
  readonly advice?: string;
}

/** What the checks look at. Without a database, only those that need nothing run. */
export interface DoctorParts {
  readonly env: Env;
  readonly db: ReadRunner;
  /** Whether the settings of the connection arrived. */
  readonly arrival: Arrival;
  /** Whether the role finds the tables: not before the schema step. */
  readonly hasTables: boolean;
}

/** A check of an installation. Its error becomes a problem with the advice, which names addresses in full: a shell does not have the settings. */
export interface DoctorCheck {
  readonly name: string;
  readonly needs: 'nothing' | 'database' | 'tables';
  readonly check: (parts: DoctorParts) => Promise<DoctorFinding>;
  readonly advice: string | ((env: Env) => string);
}

/** The row of a statement that returns one. */
export async function oneRow<T extends object>(
  { db }: Pick<DoctorParts, 'db'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<T> {
  const [row] = await db.query<T & Record<string, unknown>>({ name: '', text, values });
  if (!row) throw new Error('unreachable: the statement returns one row');
  return row;
}

/** The advice for an error of the check. */
export const adviceOf = ({ advice }: DoctorCheck, env: Env): string =>
  typeof advice === 'string' ? advice : advice(env);

/** Also the cause, which says more than "fetch failed". Some errors of connections have several causes and no message. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`;
}

export const ok = (text: string): DoctorFinding => ({ level: 'ok', text });
export const skipped = (why: string): DoctorFinding => ({ level: 'skipped', text: `Not checked: ${why}` });
export const warning = (text: string, advice: string): DoctorFinding => ({ level: 'warning', text, advice });
export const problem = (text: string, advice: string): DoctorFinding => ({ level: 'problem', text, advice });

/**
 * What the error of a check says. A slow statement or check says nothing about what was to be checked.
 * @param advice for any other error
 */
export function findingOfError(error: unknown, advice: string): DoctorFinding {
  if (error instanceof TimeoutError) return skipped(`${error.message}.`);
  return error instanceof Error && 'code' in error && error.code === QUERY_CANCELED
    ? skipped(`PostgreSQL took longer than ${LIMIT_S} s.`)
    : problem(messageOf(error), advice);
}
