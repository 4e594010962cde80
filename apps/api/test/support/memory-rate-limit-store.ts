import type { BucketState } from '@billhook/domain/shared/rate-limit-lease';
import { RateLimitStore, type Swap, type Swapped } from '../../src/access/rate-limits/rate-limit-store.js';
import { stateOf } from '../../src/access/rate-limits/shared-buckets.js';

/** A store in the memory of a spec, with a clock that the spec moves. */
export class MemoryRateLimitStore extends RateLimitStore {
  readonly kind = 'the memory';
  /** The number of calls. */
  asked = 0;
  private readonly buckets = new Map<string, { readonly text: string; readonly expires: number }>();

  /** @param now microseconds */
  constructor(private readonly now: () => number = () => 1_795_000_000_000_000) {
    super();
  }

  async open(): Promise<void> {}

  async swap(swaps: readonly Swap[]): Promise<Swapped> {
    this.asked += 1;
    const now = this.now();
    const stored = swaps.map(({ name, known, next, expiresIn }) => {
      const found = this.buckets.get(name);
      if (found && found.text !== known && found.expires > now) return found.text;
      this.buckets.set(name, { text: next, expires: now + expiresIn * 1_000 });
      return next;
    });
    return { now, stored };
  }

  /** The state of a bucket. */
  stateNamed(name: string): BucketState | undefined {
    return stateOf(this.buckets.get(name)?.text);
  }

  async tidy(): Promise<void> {
    for (const [name, { expires }] of this.buckets) if (expires <= this.now()) this.buckets.delete(name);
  }

  async close(): Promise<void> {}
}
