import type { Tx } from '@billhook/db/unit-of-work';
import type { RecordName } from './record-name.js';

/** A record as it is shown: `data` of its events. */
export interface Presented {
  readonly id: number;
  readonly status: string;
  readonly version: number;
}

/** A record before a change; null where it was not there, or is not there any more. Shown only if somebody is told. */
export type Before = (() => Presented) | null;

/*
 * What each transaction knows of the records that it may change. Code that changes a record has locked it, and locking reads it: so what it
 * was before need not be read again, and no caller has to hand it on.
 */
const held = new WeakMap<Tx, Map<string, Before>>();

/** Notes what a record is, where the transaction did not know it: locked once more, it may be what a change of another record made of it. */
export function holdFirst(tx: Tx, resource: RecordName, id: number, before: Before): void {
  if (!held.get(tx)?.has(`${resource}/${id}`)) hold(tx, resource, id, before);
}

/** Notes what a record is, for the next change of it in the transaction. */
export function hold(tx: Tx, resource: RecordName, id: number, before: Before): void {
  const records = held.get(tx) ?? new Map<string, Before>();
  held.set(tx, records);
  records.set(`${resource}/${id}`, before);
}

/** @throws an Error when the transaction has neither locked the record nor made it */
export function heldBefore(tx: Tx, resource: RecordName, id: number): Before {
  const before = held.get(tx)?.get(`${resource}/${id}`);
  if (before === undefined) throw new Error(`${resource} ${id} was changed without a lock`);
  return before;
}
