import { TOTALS_PERIODS, type CompanyTotals, type TotalsQuery } from '@billhook/contract/invoicing/company-totals';
import { currencyDigits, type CurrencyCode } from '@billhook/domain/invoicing/codes/currency';
import { dateInZone, endOfMonth, startOfMonth } from '@billhook/domain/shared/calendar';
import { add, decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import { CompanyTotalsQueries, type TotalsRow } from '@billhook/invoicing/totals/company-totals.queries';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { workingPermissions } from '../../access/permission.rules.js';
import type { Principal } from '../../request/principal.js';

@Injectable()
export class TotalsService {
  constructor(
    private readonly totals: CompanyTotalsQueries,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
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

type Currency = CompanyTotals['currencies'][number];

interface ShownTotals {
  readonly from: string;
  readonly to: string;
  /** Whether the totals are split by period. */
  readonly isSplit: boolean;
  /** Whether the reader may see payments. */
  readonly seesPayments: boolean;
}

/** @param rows of each currency together, earliest period first */
function presentCompanyTotals(rows: readonly TotalsRow[], shown: ShownTotals): CompanyTotals {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].map((code) =>
    currencyTotals(
      code as CurrencyCode,
      rows.filter(({ currency }) => currency === code),
      shown,
    ),
  );
  return { from: shown.from, to: shown.to, currencies: currencies.filter(hasAmounts) };
}

function currencyTotals(
  currency: CurrencyCode,
  rows: readonly TotalsRow[],
  { isSplit, seesPayments }: ShownTotals,
): Currency {
  const digits = currencyDigits(currency);
  type AmountName = 'outstanding' | 'overdue' | 'credit' | 'invoiced' | 'credited' | 'paid';
  const sum = (of: readonly TotalsRow[], name: AmountName) =>
    formatDecimal(
      of.reduce((total, row) => add(total, decimalOrThrow(row[name])), ZERO),
      digits,
    );
  const count = (name: 'outstandingInvoices' | 'overdueInvoices') => rows.reduce((total, row) => total + row[name], 0);
  const movements = (of: readonly TotalsRow[]) => ({
    invoiced: sum(of, 'invoiced'),
    credited: sum(of, 'credited'),
    paid: seesPayments ? sum(of, 'paid') : null,
  });
  const periods = isSplit ? rows.filter(({ period }) => period !== null) : [];
  return {
    currency,
    outstanding: sum(rows, 'outstanding'),
    outstandingInvoices: count('outstandingInvoices'),
    overdue: sum(rows, 'overdue'),
    overdueInvoices: count('overdueInvoices'),
    credit: seesPayments ? sum(rows, 'credit') : null,
    ...movements(rows),
    periods: periods.map((row) => ({ period: row.period ?? '', ...movements([row]) })),
  };
}

/** A reader who may not see payments does not see that a currency was only used in them. */
const hasAmounts = ({ outstandingInvoices, credit, invoiced, credited, paid }: Currency): boolean =>
  outstandingInvoices > 0 || [credit, invoiced, credited, paid].some((amount) => /[1-9]/.test(amount ?? ''));
