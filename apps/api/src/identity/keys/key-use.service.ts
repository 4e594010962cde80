import type { Origin } from '@billhook/identity/audit/actor';
import type { KeyHash } from '@billhook/identity/keys/key-hash';
import { KeyUsesRepository, type KeyUseRow } from '@billhook/identity/keys/key-uses.repository';
import type { VerifiedKey } from '@billhook/identity/keys/keys.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { WriteBehind } from '@billhook/platform/write-behind';
import { Inject, Injectable } from '@nestjs/common';

/**
 * Records when and from where each key was last used, without a write per request. The first use is written immediately. The first
 * use of a successor is awaited, because it starts the grace period of its predecessor.
 */
@Injectable()
export class KeyUseService extends WriteBehind<number, KeyUseRow> {
  constructor(
    private readonly uses: KeyUsesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'could not store the last use of API keys');
  }

  /**
   * @param rehash the hash under the current application secret, when the key was hashed with another one
   * @throws when the first use of a successor cannot be written: its predecessor would keep working unnoticed
   */
  async note(key: VerifiedKey, origin: Origin, rehash: KeyHash | undefined): Promise<void> {
    const { ip, userAgent } = origin;
    const at = companyTime(this.clock.now(), key);
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
