import { z } from 'zod';
import { Amount, CalendarDate, CalendarDateView } from '../shared/common.js';

/** The lengths of the periods that totals are split by, with the number of characters of a date that name the period. */
export const TOTALS_PERIODS = { month: 'YYYY-MM'.length, year: 'YYYY'.length } as const;
export type TotalsPeriod = keyof typeof TOTALS_PERIODS;

/** 240 months are as many periods as a response should have. */
const MOST_YEARS = 20;

export const TotalsQuery = z
  .strictObject({
    from: CalendarDate.optional().meta({
      description: 'The first day of the period. Default: the first day of the month of `to`, or of this month',
    }),
    to: CalendarDate.optional().meta({
      description: `The last day of the period, at most ${MOST_YEARS} years after \`from\`. Default: the last day of this month, or of the month of \`from\` if that is later`,
    }),
    by: z
      .enum(Object.keys(TOTALS_PERIODS) as [TotalsPeriod, ...TotalsPeriod[]])
      .optional()
      .meta({ description: 'Also splits the totals of the period by month or year' }),
  })
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined) return;
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
    if (to < from) issue('must not be before from');
    else if (Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > MOST_YEARS)
      issue(`must be at most ${MOST_YEARS} years after from`);
  });
export type TotalsQuery = z.infer<typeof TotalsQuery>;

/** What happened in a period. */
const movements = {
  invoiced: Amount.meta({
    description: 'The invoices with an issue date in the period, including those that were voided later',
  }),
  credited: Amount.meta({ description: 'The credit notes with an issue date in the period' }),
  paid: Amount.nullable().meta({
    description: 'The payments dated in the period, less refunds. Null without `payment.read`',
  }),
};

const CurrencyTotals = z
  .object({
    currency: z.string().meta({ description: 'The ISO 4217 code of the amounts' }),
    outstanding: Amount.meta({ description: 'The outstanding amount of all issued invoices now, whatever the period' }),
    outstandingInvoices: z.int().meta({ description: 'How many invoices have an outstanding amount' }),
    overdue: Amount.meta({ description: 'The overdue part of the outstanding amount' }),
    overdueInvoices: z.int().meta({ description: 'How many of them are overdue' }),
    credit: Amount.nullable().meta({
      description: 'The unallocated rest of payments now. Null without `payment.read`',
    }),
    ...movements,
    periods: z
      .array(z.object({ period: z.string().meta({ description: 'Like 2026-11 or 2026' }), ...movements }))
      .meta({ description: 'With `by`: the periods in which something happened, earliest first. Otherwise empty' }),
  })
  .meta({ id: 'CurrencyTotals' });

export const CompanyTotals = z
  .object({
    from: CalendarDateView.meta({ description: 'The first day of the period' }),
    to: CalendarDateView.meta({ description: 'The last day of the period' }),
    currencies: z.array(CurrencyTotals).meta({
      description: 'Each currency with an amount, by its code. Amounts in different currencies are never added up',
    }),
  })
  .meta({ id: 'CompanyTotals' });
export type CompanyTotals = z.infer<typeof CompanyTotals>;
