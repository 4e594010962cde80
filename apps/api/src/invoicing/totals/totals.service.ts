import { TOTALS_PERIODS, type CompanyTotals, type TotalsQuery } from '@billhook/contract/invoicing/company-totals';
import { dateInZone, endOfMonth, startOfMonth } from '@billhook/domain/shared/calendar';
import { CompanyTotalsQueries } from '@billhook/invoicing/totals/company-totals.queries';
import type { Clock } from '@billhook/platform/clock';
import { CLOCK } from '@billhook/platform/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { workingPermissions } from '../../access/permission.rules.js';
import type { Principal } from '../../request/principal.js';
import { presentCompanyTotals } from './totals.presenter.js';

@Injectable()
export class TotalsService {
  constructor(
    private readonly totals: CompanyTotalsQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(by: Principal, query: TotalsQuery): Promise<CompanyTotals> {
    const today = dateInZone(this.clock.now(), by.company.timeZone);
    const from = query.from ?? startOfMonth(query.to ?? today);
    const to = query.to ?? endOfMonth(from > today ? from : today);
    const length = query.by === undefined ? 0 : TOTALS_PERIODS[query.by];
    return presentCompanyTotals(await this.totals.read(by.company.id, { from, to }, length), {
      ...{ from, to, isSplit: query.by !== undefined },
      seesPayments: workingPermissions(by).includes('payment.read'),
    });
  }
}
