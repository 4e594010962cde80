import type { Tx } from '@billhook/db/unit-of-work';
import type { RecordName } from '@billhook/domain/shared/resources';

/** A record in its API form: `data` of its events. */
export interface Presented {
  readonly id: number;
  readonly status?: string;
  readonly version: number;
}

/** A record before a change; null if it did not exist or is deleted. A function, because only events need the view. */
export type Before = (() => Presented) | null;

/*
 * The state of each record that a transaction has locked. Code locks a record before it changes it, and locking reads it, so the
 * previous state need not be read again or passed on.
 */
const held = new WeakMap<Tx, Map<string, Before>>();

/** Stores the state of a record unless the transaction has one: a second lock may read what a change of another record wrote. */
export function holdFirst(tx: Tx, resource: RecordName, id: number, before: Before): void {
  if (!held.get(tx)?.has(`${resource}/${id}`)) hold(tx, resource, id, before);
}

/** Stores the state of a record for its next change in the transaction. */
export function hold(tx: Tx, resource: RecordName, id: number, before: Before): void {
  const records = held.get(tx) ?? new Map<string, Before>();
  held.set(tx, records);
  records.set(`${resource}/${id}`, before);
}

/** @throws Error when the transaction has neither locked nor created the record */
export function heldBefore(tx: Tx, resource: RecordName, id: number): Before {
  const before = held.get(tx)?.get(`${resource}/${id}`);
  if (before === undefined) throw new Error(`${resource} ${id} was changed without a lock`);
  return before;
}
