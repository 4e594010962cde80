import { rateOf } from '@billhook/domain/shared/gcra';
import { describe, expect, it } from '@jest/globals';
import { MemoryRateLimitStore } from '../../../test/support/memory-rate-limit-store.js';
import type { Swap, Swapped } from './rate-limit-store.js';
import { SharedBuckets, type Ask } from './shared-buckets.js';

const MILLISECOND = 1_000;

/** A store whose clock is ahead of the process's, and whose responses take a while. */
class Remote extends MemoryRateLimitStore {
  time = 7_000;
  /** Microseconds of each direction. */
  delay = 0;

  constructor() {
    super(() => this.time + 1_795_000_000_000_000);
  }

  override async swap(swaps: readonly Swap[]): Promise<Swapped> {
    this.time += this.delay;
    const result = await super.swap(swaps);
    this.time += this.delay;
    return result;
  }
}

const RATE = rateOf(6, 60);
const asking = (want: number, known?: string): Ask => ({
  ...{ name: 'minute:1', rate: RATE, want, known },
  ...{ extra: 0, leased: 0, spent: 0, epoch: 0 },
});

describe('SharedBuckets', () => {
  it('computes a lease again from what another process stored', async () => {
    const store = new Remote();
    const [first, second] = [0, 1].map(() => new SharedBuckets(store, () => store.time));
    const leases = await Promise.all([first?.settle([asking(4)]), second?.settle([asking(4)])]);
    expect(leases.map((lease) => lease?.[0]?.granted)).toEqual([4, 2]);
    // Both computed the same first state.
    expect(leases[0]?.[0]?.known).not.toBe(leases[1]?.[0]?.known);
  });

  it('needs one round trip while no other process takes from the bucket', async () => {
    const store = new Remote();
    const buckets = new SharedBuckets(store, () => store.time);
    const [{ known } = {}] = await buckets.settle([asking(1)]);
    const { asked } = store;
    expect(await buckets.settle([asking(1, known)])).toMatchObject([{ granted: 1, held: 2 }]);
    expect(store.asked).toBe(asked + 1);
  });

  it('loses no cell to the delay of a response', async () => {
    const store = new Remote();
    const [near, far] = [new SharedBuckets(store, () => store.time), new SharedBuckets(store, () => store.time)];
    store.delay = 40 * MILLISECOND;
    await far.settle([]);
    store.delay = 0;
    // Used cells, so that the state depends on the time.
    const [{ known, epoch } = {}] = await near.settle([asking(3)]);
    await near.settle([{ ...asking(0, known), leased: 3, spent: 3, epoch: epoch ?? 0 }]);
    expect(await far.settle([asking(6)])).toMatchObject([{ granted: 3 }]);
  });

  it('starts a lease earlier than the request, by the uncertainty of the clock', async () => {
    const store = new Remote();
    store.delay = 40 * MILLISECOND;
    const buckets = new SharedBuckets(store, () => store.time);
    await buckets.settle([]);
    const before = store.time;
    expect(await buckets.settle([asking(1)])).toMatchObject([{ since: before - 80 * MILLISECOND }]);
    store.time += 30 * 1_000 * MILLISECOND + 1;
    const { asked } = store;
    expect(await buckets.settle([asking(1)])).toMatchObject([{ granted: 1 }]);
    // After 30 seconds the clock is read again; the bucket has expired, so that there is no earlier state.
    expect(store.asked).toBe(asked + 2);
  });
});
