import type {
  ListReceivables,
  ReceivableDocument,
  ReceivablesQuery,
  ReceivablesView,
} from '@billhook/contract/invoicing/receivables';
import type { Kept, PageOf, Window } from '@billhook/db/lists/list-records';
import { AGING_BUCKET_NAMES, UNALLOCATED_CREDIT } from '@billhook/domain/invoicing/aging';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { add, decimalOrThrow, formatDecimal, subtract, ZERO } from '@billhook/domain/shared/decimal';
import { Problem } from '@billhook/domain/shared/problems';
import {
  ReceivablesQueries,
  type ReceivablesRow,
  type ReportDay,
} from '@billhook/invoicing/reports/receivables.queries';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';

/** What clients owed at the end of a day. */
@Injectable()
export class ReceivablesService {
  constructor(
    private readonly receivables: ReceivablesQueries,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  async get(by: Principal, query: ReceivablesQuery): Promise<ReceivablesView> {
    const day = this.day(by, query.at);
    return presentReceivables(day.at, await this.receivables.sums(day));
  }

  documents(by: Principal, query: ListReceivables, window: Window): Promise<PageOf<Kept<ReceivableDocument>>> {
    return this.receivables.documents(this.day(by, query.at), query, window);
  }

  /**
   * The day of the report.
   * @throws Problem 400 invalid_query for a day after today
   */
  private day(by: Principal, at: string | undefined): ReportDay {
    const { id: companyId, timeZone } = by.company;
    const today = dateInZone(this.clock.now(), timeZone);
    if (at !== undefined && at > today) {
      const message = `must not be after today, ${today}`;
      throw new Problem('invalid_query', undefined, { errors: [{ parameter: 'at', code: 'date_in_future', message }] });
    }
    return { companyId, at: at ?? today, timeZone };
  }
}

/** The document with the digits of its currency. */
export const presentReceivableDocument = (row: ReceivableDocument): ReceivableDocument => ({
  ...row,
  amount: formatDecimal(decimalOrThrow(row.amount), currencyDigits(row.currency)),
});

function presentReceivables(at: string, rows: readonly ReceivablesRow[]): ReceivablesView {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const digits = currencyDigits(currency);
    const of = (bucket: string) => rows.find((row) => row.currency === currency && row.bucket === bucket);
    const amountOf = (bucket: string) => decimalOrThrow(of(bucket)?.amount ?? '0');
    const text = (amount: typeof ZERO) => formatDecimal(amount, digits);
    const sum = (buckets: readonly string[]) => buckets.reduce((total, bucket) => add(total, amountOf(bucket)), ZERO);
    const part = (bucket: string) => ({ amount: text(amountOf(bucket)), documents: of(bucket)?.documents ?? 0 });
    const outstanding = sum(AGING_BUCKET_NAMES);
    return {
      currency,
      outstanding: text(outstanding),
      overdue: text(sum(AGING_BUCKET_NAMES.filter((bucket) => bucket !== 'NotDue'))),
      buckets: AGING_BUCKET_NAMES.map((bucket) => ({ bucket, ...part(bucket) })),
      credit: part(UNALLOCATED_CREDIT),
      total: text(subtract(outstanding, amountOf(UNALLOCATED_CREDIT))),
    };
  });
  return { at, currencies };
}
