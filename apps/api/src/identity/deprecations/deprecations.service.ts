import type { DeprecatedCallList } from '@billhook/contract/identity/deprecation';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { CompanyPrincipal } from '../../request/principal.js';
import { DeprecatedRoutes } from '../../request/routes/deprecated-routes.js';
import { CLOCK } from '@billhook/platform/tokens';
import { presentDeprecatedCalls } from './deprecated-call.presenter.js';
import { DeprecatedCallsRepository } from '@billhook/identity/deprecations/deprecated-calls.repository';

/** A key that has not called for this long has been moved or stopped. */
const LOOK_BACK_MS = 30 * 86_400_000;

@Injectable()
export class DeprecationsService {
  constructor(
    private readonly routes: DeprecatedRoutes,
    private readonly calls: DeprecatedCallsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The deprecated routes that keys still call: the caller's own, or (with api_key.manage) those of the company. */
  async list(by: CompanyPrincipal, reach: 'own' | 'company'): Promise<DeprecatedCallList> {
    if (this.routes.isEmpty) return { data: [] };
    const now = this.clock.now();
    const rows = await this.calls.list({
      companyId: by.company.id,
      memberId: reach === 'own' ? by.memberId : undefined,
      since: new Date(now.getTime() - LOOK_BACK_MS),
      now,
    });
    return presentDeprecatedCalls(rows, this.routes);
  }
}
