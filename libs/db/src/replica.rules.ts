import type { DatabaseProblem } from './database-problem.rules.js';
import { isLostDatabase } from './lost-database.js';

/** The worker numbers changes every second, and leaves fewer of one company in ordinary operation. */
export const MOST_WAITING = 100;

/** What a company has on the primary, in one statement. */
export interface PrimaryPosition {
  /** The history that the rows belong to. */
  readonly history: string;
  /** The version of the row of the company; null if it does not exist. */
  readonly company: string | null;
  /** The last number in its log of changes. */
  readonly last: number;
  /** The ids of changes without a number: one more than `MOST_WAITING` if there are too many. */
  readonly waiting: readonly string[];
}

/** What a replica has of the same company, in one statement. */
export interface ReplicaPosition {
  /** False once it accepts writes. */
  readonly isStandby: boolean;
  /** Null if it has no row of any history. */
  readonly history: string | null;
  readonly company: string | null;
  readonly last: number;
  /** How many of the `waiting` changes it has. */
  readonly found: number;
}

/** Where a read of a company runs: on the replica, or on the primary, because the replica lacks a change or cannot be used. */
export type ReadOutcome = 'replica' | 'behind' | 'unavailable';

/** Whether the replica has every change of a company. What cannot be proved is read from the primary. */
export function readOutcome(primary: PrimaryPosition, replica: ReplicaPosition): ReadOutcome {
  if (!replica.isStandby || replica.history !== primary.history) return 'unavailable';
  const { last, waiting, company } = primary;
  const hasChanges = replica.last >= last && waiting.length <= MOST_WAITING && replica.found === waiting.length;
  return hasChanges && company !== null && replica.company === company ? 'replica' : 'behind';
}

/** What a comparison of both servers finds. `unmarked`: no program has written the history of the primary yet. */
export type ReplicaState =
  | { readonly kind: 'follows'; readonly lagSeconds: number | null }
  | { readonly kind: 'writable' | 'unmarked' | 'unproven' };

export interface PrimaryFacts {
  readonly history: string;
  readonly written: string | null;
  readonly flushed: string;
}

export interface ReplicaFacts {
  readonly isStandby: boolean;
  readonly history: string | null;
  /** Null if the replica has replayed no transaction since its start. */
  readonly lagSeconds: number | null;
}

export function replicaState(
  { history, written }: PrimaryFacts,
  { isStandby, history: replayed, lagSeconds }: ReplicaFacts,
): ReplicaState {
  if (!isStandby) return { kind: 'writable' };
  if (written !== history) return { kind: 'unmarked' };
  if (replayed !== history) return { kind: 'unproven' };
  // The clocks of two machines differ.
  return { kind: 'follows', lagSeconds: lagSeconds === null ? null : Math.max(lagSeconds, 0) };
}

const PROBLEMS: Readonly<Record<Exclude<ReplicaState['kind'], 'follows'>, DatabaseProblem>> = {
  writable: {
    detail: 'DATABASE_REPLICA_URL leads to a server that accepts writes, so it is not a standby.',
    advice: 'Let it lead to a standby of the server in DATABASE_URL, or remove it.',
  },
  unmarked: {
    detail: 'No program has used the replica since PostgreSQL was started, so it is not known whether it follows.',
    advice: 'Start the API with DATABASE_REPLICA_URL, and check again.',
  },
  unproven: {
    detail:
      'The replica does not have the present history of the primary: it is behind its last start, or the primary was restored or replaced without it.',
    advice: 'Wait until it has caught up. If it does not, build it from the primary again (pg_basebackup).',
  },
};

/** What the operator must know about the state. Undefined if the replica follows. */
export const replicaProblem = ({ kind }: ReplicaState): DatabaseProblem | undefined =>
  kind === 'follows' ? undefined : PROBLEMS[kind];

/** A table or a column that the replica does not have yet, a setting or a permission: every read would fail. */
const LASTING = /^(0A|25|42)/;

/**
 * What the error of a read means: `rest` if the replica should not be asked for a while, `repeat` if only this read has to run on the primary,
 * such as after a conflict with recovery. Undefined if it is no error of the replica.
 */
export function replicaFailure(error: unknown): 'rest' | 'repeat' | undefined {
  if (isLostDatabase(error)) return 'rest';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^[0-9A-Z]{5}$/.test(code)) return undefined;
  return LASTING.test(code) ? 'rest' : 'repeat';
}
