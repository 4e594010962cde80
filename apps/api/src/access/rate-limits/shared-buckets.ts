import {
  fullIn,
  takeLease,
  type BucketState,
  type Lease,
  type LeaseRequest,
} from '@billhook/domain/shared/rate-limit-lease';
import { randomText } from '@billhook/platform/ids';
import type { RateLimitStore, Swap } from './rate-limit-store.js';

/** After this time without a response, the store's clock is read again: two clocks differ by a few milliseconds a minute at most. */
const CLOCK_FRESH_US = 30_000_000;

const WRITER_LENGTH = 12;

/** A request for a lease of one bucket. */
export interface Ask extends LeaseRequest {
  readonly name: string;
  /** The text of the bucket, as last seen by this process. */
  readonly known: string | undefined;
}

export interface Settled extends Lease {
  /** The text of the bucket, for the next request. */
  readonly known: string;
  /** The lease began no earlier, in microseconds of this process's clock. */
  readonly since: number;
}

/** A response of the store's clock. */
interface ClockReading {
  readonly theirs: number;
  readonly sent: number;
  readonly received: number;
}

/**
 * The buckets in the store. Computes each new state here and stores it if no other process was faster, otherwise computes it again from
 * the state that the other process stored.
 */
export class SharedBuckets {
  private reading: ClockReading | undefined;
  /** Makes each text unique, so that an equal text certainly comes from this run. */
  private readonly writer = randomText(WRITER_LENGTH);
  private written = 0;

  /** @param now microseconds of this process's monotonic clock */
  constructor(
    private readonly store: RateLimitStore,
    private readonly now: () => number,
  ) {}

  /** Returns leases and takes new ones. @returns the leases in the order of the requests, whose names all differ */
  async settle(asks: readonly Ask[]): Promise<Settled[]> {
    const reading = this.reading;
    if (asks.length === 0 || !reading || this.now() - reading.received > CLOCK_FRESH_US) await this.exchange([]);
    const settled = new Map<string, Settled>();
    let open = asks;
    while (open.length > 0) {
      const attempts = open.map((ask) => this.attempt(ask));
      const stored = await this.exchange(attempts.map(({ swap }) => swap));
      open = attempts.flatMap(({ ask, swap, result }, n) => {
        const known = stored[n];
        if (known === swap.next) settled.set(ask.name, result);
        return known === swap.next ? [] : [{ ...ask, known }];
      });
    }
    return asks.flatMap(({ name }) => settled.get(name) ?? []);
  }

  private attempt(ask: Ask): { readonly ask: Ask; readonly swap: Swap; readonly result: Settled } {
    const { theirs, sent, received } = this.reading ?? { theirs: 0, sent: 0, received: 0 };
    const now = this.now();
    // The store read its clock between `sent` and `received`, so this is never late.
    const { state, lease } = takeLease(stateOf(ask.known), ask, theirs + now - received);
    const next = `${textOf(state)} ${this.writer}${(this.written += 1)}`;
    const swap = { name: ask.name, known: ask.known, next, expiresIn: fullIn(state, ask.rate, lease.now) };
    return { ask, swap, result: { ...lease, known: next, since: now - (received - sent) } };
  }

  private async exchange(swaps: readonly Swap[]): Promise<readonly string[]> {
    const sent = this.now();
    const { now, stored } = await this.store.swap(swaps);
    this.reading = { theirs: now, sent, received: this.now() };
    return stored;
  }
}

/** The state in a stored text. */
export function stateOf(text: string | undefined): BucketState | undefined {
  if (text === undefined) return undefined;
  const [tat = 0, epoch = 0, young = 0, old = 0, at = 0] = text.split(' ', 5).map(Number);
  return { tat, epoch, young, old, at };
}

/** A state as text, without the mark of its writer. */
export function textOf({ tat, epoch, young, old, at }: BucketState): string {
  return `${tat} ${epoch} ${young} ${old} ${at}`;
}
