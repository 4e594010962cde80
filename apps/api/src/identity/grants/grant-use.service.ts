import type { Origin } from '@billhook/identity/audit/actor';
import { OAuthGrantsRepository, type GrantUse } from '@billhook/identity/oauth/grants.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { WriteBehind } from '@billhook/platform/write-behind';
import { Inject, Injectable } from '@nestjs/common';

/** Records when and from where each application last used its access, without a write per request. */
@Injectable()
export class GrantUseService extends WriteBehind<number, GrantUse> {
  constructor(
    private readonly grants: OAuthGrantsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'could not store the last use of applications');
  }

  note(id: number, { ip, userAgent }: Origin): void {
    this.keep(id, { id, at: this.clock.now(), ip, userAgent });
  }

  protected merge(_older: GrantUse, newer: GrantUse): GrantUse {
    return newer;
  }

  protected write(uses: readonly GrantUse[]): Promise<void> {
    return this.grants.recordUses(uses.toSorted((a, b) => a.id - b.id));
  }
}
