import { Database } from '@billhook/db/database';
import { Injectable } from '@nestjs/common';

/** Sums of one currency: of a period, or with `period` null what is outstanding now. Amounts are decimals. */
export interface TotalsRow {
  readonly currency: string;
  readonly period: string | null;
  readonly outstanding: string;
  readonly outstandingInvoices: number;
  readonly overdue: string;
  readonly overdueInvoices: number;
  readonly credit: string;
  readonly invoiced: string;
  readonly credited: string;
  readonly paid: string;
}

/** The invoices with a balance: the index `invoices_with_balance` has exactly this predicate. */
const OPEN = 'issued_at IS NOT NULL AND payable > amount_paid + amount_credited + amount_written_off';

/** Without a time zone: the text of a date is the same in every session. */
const periodOf = (date: string): string => `left(to_char(${date}::timestamp, 'YYYY-MM-DD'), $4::int)`;

const COLUMNS = ['due', 'late', 'is_late', 'is_open', 'credit', 'invoiced', 'credited', 'paid'] as const;
type FactColumn = (typeof COLUMNS)[number];

/** The facts of one table with the amounts that it adds to; the others are 0. */
const facts = (from: string, period: string, amounts: Partial<Record<FactColumn, string>>): string =>
  `SELECT currency, ${period} AS period, ${COLUMNS.map((name) => `${amounts[name] ?? '0'} AS ${name}`).join(', ')} FROM ${from}`;

const balance = 'payable - amount_paid - amount_credited - amount_written_off';

const FACTS = [
  facts(`invoices WHERE company_id = $1 AND ${OPEN}`, 'NULL', {
    due: balance,
    is_open: '1',
    late: `CASE status WHEN 'Overdue' THEN ${balance} ELSE 0 END`,
    is_late: `CASE status WHEN 'Overdue' THEN 1 ELSE 0 END`,
  }),
  facts(`payments WHERE company_id = $1 AND status = 'Recorded' AND kind = 'Payment' AND unallocated > 0`, 'NULL', {
    credit: 'unallocated',
  }),
  facts(
    'invoices WHERE company_id = $1 AND issue_date BETWEEN $2 AND $3 AND issued_at IS NOT NULL',
    periodOf('issue_date'),
    { invoiced: 'payable' },
  ),
  facts('credit_notes WHERE company_id = $1 AND issue_date BETWEEN $2 AND $3', periodOf('issue_date'), {
    credited: 'payable',
  }),
  facts(`payments WHERE company_id = $1 AND date BETWEEN $2 AND $3 AND status = 'Recorded'`, periodOf('date'), {
    paid: `CASE kind WHEN 'Refund' THEN -amount ELSE amount END`,
  }),
];

export const COMPANY_TOTALS = `SELECT currency, period, sum(due)::text AS outstanding, sum(is_open)::int AS "outstandingInvoices",
    sum(late)::text AS overdue, sum(is_late)::int AS "overdueInvoices", sum(credit)::text AS credit,
    sum(invoiced)::text AS invoiced, sum(credited)::text AS credited, sum(paid)::text AS paid
  FROM (${FACTS.join('\n  UNION ALL ')}) f
  GROUP BY currency, period ORDER BY currency, period NULLS FIRST`;

@Injectable()
export class CompanyTotalsQueries {
  constructor(private readonly db: Database) {}

  /**
   * What is outstanding now, and what was invoiced, credited and paid in a period, by currency.
   * @param days the first and the last day, both included
   * @param length of the part of a date that names a period: 7 for months, 4 for years, 0 for one period
   */
  read(companyId: number, days: { readonly from: string; readonly to: string }, length: number): Promise<TotalsRow[]> {
    const values = [companyId, days.from, days.to, length];
    const statement = { name: 'company_totals', text: COMPANY_TOTALS, values };
    return this.db.readRecords(companyId, (db) => db.query<TotalsRow>(statement));
  }
}
