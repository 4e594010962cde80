import type { Rate } from './gcra.js';

/**
 * Microseconds of an epoch of leases. A lease lapses at the end of the epoch after its own, between one and two epochs after it was
 * taken; its holder must not use it for longer than one.
 */
export const EPOCH_US = 2_000_000;

/** Processes may read the store's clock with this much delay. A state from later than that was written before the clock was set back. */
const CLOCK_DELAY_US = 1_000_000;

/** The part of the remaining cells that may be leased in advance. */
const EXTRA_SHARE = 16;

/**
 * A shared bucket: the GCRA state of used cells, and the cells that processes hold in leases. Both together never exceed the quota.
 * Times are microseconds of the store's clock.
 */
export interface BucketState {
  /** The theoretical arrival time of the cells that were used. */
  readonly tat: number;
  readonly epoch: number;
  /** Cells in leases of this epoch. */
  readonly young: number;
  /** Cells in leases of the epoch before. */
  readonly old: number;
  /** When it was computed. */
  readonly at: number;
}

/** What a process returns to a bucket and requests of it. */
export interface LeaseRequest {
  readonly rate: Rate;
  /** Cells that requests wait for. */
  readonly want: number;
  /** Cells requested in advance: at most a sixteenth of what is left is granted. */
  readonly extra: number;
  /** Cells of the lease that this request ends; 0 if there is none. */
  readonly leased: number;
  /** How many of them were used; the others are returned. */
  readonly spent: number;
  /** The epoch in which the lease was taken. */
  readonly epoch: number;
}

/** A new lease, and the state of its bucket. */
export interface Lease {
  /** At least `want` cells, or all that are left. */
  readonly granted: number;
  readonly epoch: number;
  /** The time at which it was computed. */
  readonly now: number;
  readonly tat: number;
  /** Cells held by all processes, including this grant. */
  readonly held: number;
}

const UNUSED: BucketState = { tat: 0, epoch: 0, young: 0, old: 0, at: 0 };

/**
 * Ends a lease and begins the next.
 * @param clock the store's time as this process knows it: an earlier time is safe, a later one is not
 */
export function takeLease(
  stored: BucketState | undefined,
  request: LeaseRequest,
  clock: number,
): { readonly state: BucketState; readonly lease: Lease } {
  const { rate, want, extra, leased, spent } = request;
  const found = stored ?? UNUSED;
  // Another process may have a later clock. Moving a bucket back in time would lose a cell.
  const now = found.at > clock && found.at <= clock + CLOCK_DELAY_US ? found.at : clock;
  const aged = lapse(found, rate, now);
  const { epoch } = aged;
  let { young, old } = aged;
  let tat = Math.min(Math.max(aged.tat, now), now + rate.quota * rate.emission);
  // The cells of an older lease have lapsed, and were counted then.
  if (leased > 0 && request.epoch >= epoch - 1) {
    if (request.epoch === epoch) young = Math.max(0, young - leased);
    else old = Math.max(0, old - leased);
    tat += spent * rate.emission;
  }
  const free = Math.max(0, rate.quota - young - old - Math.ceil((tat - now) / rate.emission));
  const granted = free <= want ? free : want + Math.min(extra, Math.floor((free - want) / EXTRA_SHARE));
  young += granted;
  return { state: { tat, epoch, young, old, at: now }, lease: { granted, epoch, now, tat, held: young + old } };
}

/** Milliseconds, rounded up, until a bucket is full and its leases have lapsed: the store may delete it then. */
export function fullIn({ tat, young, old }: BucketState, { emission }: Rate, now: number): number {
  return Math.ceil((tat - now + (young + old) * emission + 2 * EPOCH_US) / 1_000);
}

/** The bucket in the present epoch. The cells of a lapsed lease count as used at the last moment at which they could have been. */
function lapse({ tat, epoch, young, old }: BucketState, { emission }: Rate, now: number): Omit<BucketState, 'at'> {
  const present = Math.max(epoch, Math.floor(now / EPOCH_US));
  for (; epoch < present && young + old > 0; epoch++) {
    if (old > 0) tat = Math.max(tat, (epoch + 1) * EPOCH_US) + old * emission;
    [old, young] = [young, 0];
  }
  return { tat, epoch: present, young, old };
}
