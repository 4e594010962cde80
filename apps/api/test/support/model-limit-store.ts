import { EPOCH_US, LimitStore, type Ask, type Settled } from '../../src/access/limits/limit-store.js';

/** A bucket as every store keeps it. */
export interface Kept {
  readonly tat: number;
  readonly epoch: number;
  readonly young: number;
  readonly old: number;
}

/** The rule of all stores, implemented again in plain code for comparison. */
export function settleModel(kept: Kept | undefined, ask: Ask, now: number): { kept: Kept; settled: Settled } {
  const { quota, emission } = ask.rate;
  let { tat, epoch, young, old } = kept ?? { tat: 0, epoch: 0, young: 0, old: 0 };

  // What lapsed counts as used at the last moment at which it could have been.
  for (const present = Math.floor(now / EPOCH_US); epoch < present && young + old > 0; epoch++) {
    if (old > 0) tat = Math.max(tat, (epoch + 1) * EPOCH_US) + old * emission;
    [old, young] = [young, 0];
  }
  epoch = Math.max(epoch, Math.floor(now / EPOCH_US));

  tat = Math.min(Math.max(tat, now), now + quota * emission);
  if (ask.leased > 0 && ask.epoch >= epoch - 1) {
    if (ask.epoch === epoch) young = Math.max(0, young - ask.leased);
    else old = Math.max(0, old - ask.leased);
    tat += ask.spent * emission;
  }

  const free = Math.max(0, quota - young - old - Math.ceil((tat - now) / emission));
  const granted = free <= ask.want ? free : ask.want + Math.min(ask.extra, Math.floor((free - ask.want) / 16));
  young += granted;
  return { kept: { tat, epoch, young, old }, settled: { granted, epoch, now, tat, held: young + old } };
}

/** A store in the memory of a spec, with a clock that the spec moves. */
export class ModelLimitStore extends LimitStore {
  readonly kind = 'the model';
  readonly buckets = new Map<string, Kept>();
  /** The number of calls. */
  asked = 0;

  /** @param now microseconds */
  constructor(private readonly now: () => number = () => 1_795_000_000_000_000) {
    super();
  }

  async open(): Promise<void> {}

  async settle(asks: readonly Ask[]): Promise<Settled[]> {
    this.asked += 1;
    return asks.map((ask) => {
      const { kept, settled } = settleModel(this.buckets.get(ask.name), ask, this.now());
      this.buckets.set(ask.name, kept);
      return settled;
    });
  }

  async tidy(): Promise<void> {}

  async close(): Promise<void> {}
}
