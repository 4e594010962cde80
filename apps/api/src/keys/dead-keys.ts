import type { RefusedKey } from '../access/key-refused.js';

export type CauseOfDeath = 'key_revoked' | 'key_expired';

interface Death {
  readonly code: CauseOfDeath;
  readonly key: RefusedKey;
}

/** What a flood of dead keys may take of the memory: about 2 MB. */
const MOST = 10_000;

/**
 * Keys that were found dead, by their hash. Nothing leads out of revoked or expired, so what is remembered here stays true, and whoever
 * keeps calling with a dead key costs the database nothing. The living are never remembered: that would keep a revoked one alive.
 */
export class DeadKeys {
  private readonly deaths = new Map<string, Death>();

  find(hash: Buffer): Death | undefined {
    return this.deaths.get(hash.toString('base64'));
  }

  remember(hash: Buffer, death: Death): void {
    const oldest = this.deaths.size >= MOST ? this.deaths.keys().next().value : undefined;
    if (oldest !== undefined) this.deaths.delete(oldest);
    this.deaths.set(hash.toString('base64'), death);
  }
}
