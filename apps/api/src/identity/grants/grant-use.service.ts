import type { Origin } from '@billhook/identity/audit/actor';
import { OAuthGrantsRepository, type GrantUse } from '@billhook/identity/oauth/grants.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { WriteBehind } from '@billhook/platform/write-behind';
import { Inject, Injectable } from '@nestjs/common';
import type { AppPrincipal } from '../../request/principal.js';

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

  note({ grant, company }: Pick<AppPrincipal, 'grant' | 'company'>, { ip, userAgent }: Origin): void {
    const { id } = grant;
    this.keep(id, { id, at: companyTime(this.clock.now(), company), ip, userAgent });
  }

  protected merge(_older: GrantUse, newer: GrantUse): GrantUse {
    return newer;
  }

  protected write(uses: readonly GrantUse[]): Promise<void> {
    return this.grants.recordUses(uses.toSorted((a, b) => a.id - b.id));
  }
}
