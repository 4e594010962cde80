import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Origin } from '../../request/principal.js';
import { CLOCK, LOGGER } from '@billhook/platform/tokens';
import { WriteBehind } from '@billhook/platform/write-behind';
import type { KeyHash } from '@billhook/identity/keys/key-hash';
import { KeyUsesRepository, type KeyUseRow } from './key-uses.repository.js';
import type { VerifiedKey } from '@billhook/identity/keys/keys.repository';

/**
 * When and from where each key was last used. The first use of all is written at once, so that "never used" turns immediately, and for
 * a successor it is waited for: from then on its predecessor has the promised time left.
 */
@Injectable()
export class KeyUse extends WriteBehind<number, KeyUseRow> {
  constructor(
    private readonly uses: KeyUsesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'could not store the last use of API keys');
  }

  /**
   * @param rehash what the key is to be kept under from now on, where that is another application secret
   * @throws when the first use of a successor cannot be written: answered all the same, its predecessor would live on unknown to anybody
   */
  async note(key: VerifiedKey, origin: Origin, rehash: KeyHash | undefined): Promise<void> {
    const { ip, userAgent } = origin;
    const at = this.clock.now();
    const succeeds = key.predecessorId !== null;
    const use = { id: key.id, firstAt: at, at, ip, userAgent, rehash, succeeds };
    const isFirst = key.lastUsedAt === null;
    if (isFirst && succeeds) return this.uses.record([use], origin);
    this.keep(key.id, use);
    if (isFirst) void this.flush();
  }

  protected merge(older: KeyUseRow, newer: KeyUseRow): KeyUseRow {
    return { ...newer, firstAt: older.firstAt, rehash: newer.rehash ?? older.rehash };
  }

  protected write(uses: readonly KeyUseRow[]): Promise<void> {
    return this.uses.record(uses.toSorted((a, b) => a.id - b.id));
  }
}
