import type { EndedKeyCode, RejectedKey } from '../../request/key-rejected.js';

interface EndedKey {
  readonly code: EndedKeyCode;
  readonly key: RejectedKey;
  /** When the key expired or retired; null when it was revoked, which holds whatever a clock says. */
  readonly since: Date | null;
}

/** About 2 MB. */
const MAX_KEYS = 10_000;

/**
 * Caches revoked and expired keys by their hash, so that calling with one costs the database nothing. Both states are final; a cache
 * of working keys would delay a revocation.
 */
export class EndedKeys {
  private readonly keys = new Map<string, EndedKey>();

  /** @param now compared each time: a clock that was ahead for one request must not end a key early */
  find(hash: Buffer, now: Date): EndedKey | undefined {
    const ended = this.keys.get(hash.toString('base64'));
    return ended?.since && ended.since > now ? undefined : ended;
  }

  remember(hash: Buffer, ended: EndedKey): void {
    const oldest = this.keys.size >= MAX_KEYS ? this.keys.keys().next().value : undefined;
    if (oldest !== undefined) this.keys.delete(oldest);
    this.keys.set(hash.toString('base64'), ended);
  }
}
