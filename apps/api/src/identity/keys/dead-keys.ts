import type { CauseOfDeath, RefusedKey } from '../../request/key-refused.js';

interface Death {
  readonly code: CauseOfDeath;
  readonly key: RefusedKey;
  /** Since when; null for ever. A key that was revoked is dead whatever a clock says, one whose time was over only from then on. */
  readonly since: Date | null;
}

/** What a flood of dead keys may take of the memory: about 2 MB. */
const MOST = 10_000;

/**
 * Keys that were found dead, by their hash. Revoked and expired are final, so what is remembered here stays true, and a caller who
 * keeps calling with a dead key costs the database nothing. The living are never remembered: that would keep a revoked one alive.
 */
export class DeadKeys {
  private readonly deaths = new Map<string, Death>();

  /** @param now compared at each look: a clock that was ahead for one request must not end a key before its time */
  find(hash: Buffer, now: Date): Death | undefined {
    const death = this.deaths.get(hash.toString('base64'));
    return death?.since && death.since > now ? undefined : death;
  }

  remember(hash: Buffer, death: Death): void {
    const oldest = this.deaths.size >= MOST ? this.deaths.keys().next().value : undefined;
    if (oldest !== undefined) this.deaths.delete(oldest);
    this.deaths.set(hash.toString('base64'), death);
  }
}
