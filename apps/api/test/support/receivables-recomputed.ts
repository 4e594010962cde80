import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import { Records } from './records.js';
import type { KeyCaller } from './world.js';

type Line = TimelineView['data'][number];

/** Everything that the API returns about the documents of a company. */
export interface Books {
  readonly invoices: readonly (InvoiceView & { readonly lived: readonly Line[] })[];
  readonly payments: readonly (PaymentView & { readonly lived: readonly Line[] })[];
  readonly creditNotes: readonly CreditNoteView[];
}

export async function readBooks(by: KeyCaller): Promise<Books> {
  const records = new Records(by);
  const all = async <T>(path: string): Promise<T[]> => {
    const rows: T[] = [];
    for (let cursor = ''; ;) {
      const { data, page } = await records.get<{ data: T[]; page: { nextCursor: string | null } }>(
        `${path}?limit=100${cursor}`,
      );
      rows.push(...data);
      if (page.nextCursor === null) return rows;
      cursor = `&cursor=${page.nextCursor}`;
    }
  };
  const lived = async <T extends { readonly id: number }>(path: string) => {
    const rows = [];
    for (const row of await all<T>(path))
      rows.push({ ...row, lived: (await records.get<TimelineView>(`${path}/${row.id}/timeline`)).data });
    return rows;
  };
  const invoices = (await lived<InvoiceView>('/v1/invoices')).filter(({ number }) => number !== null);
  return { invoices, payments: await lived<PaymentView>('/v1/payments'), creditNotes: await all('/v1/credit-notes') };
}

const dayOf = ({ at }: { readonly at: string }): string => at.slice(0, 10);
const cents = (amount: unknown): number => Math.round(Number(amount) * 100);
const later = (a: string, b: string): string => (a > b ? a : b);

/** The dates of all write-offs by invoice, in their order. One without a date counts from the day of its recording. */
export type WriteOffDates = ReadonlyMap<number, readonly (string | undefined)[]>;

/** A part of a payment that counts for an invoice, in cents. */
interface Move {
  readonly invoiceId: number;
  readonly paymentId: number;
  readonly day: string;
  readonly cents: number;
}

/** Every move between payments and invoices, from the timelines. No change happens between midnight in UTC and in the zone of the company. */
function movesOf({ invoices, payments }: Books): Move[] {
  const ofPayment = new Map(payments.map((payment) => [payment.id, payment]));
  const settled = invoices.flatMap((invoice) =>
    invoice.lived.flatMap((entry): Move[] => {
      const payment = ofPayment.get(Number(entry.details['paymentId']));
      if (!payment || (entry.action !== 'pay' && entry.action !== 'unpay')) return [];
      // What was recorded with the payment has its date. The first line about anything else comes later.
      const next = payment.lived.find(({ action }) => action !== 'create');
      const isFirst = (entry.action === 'pay') === (payment.kind === 'Payment') && (!next || entry.id < next.id);
      const amount = cents(entry.details['amount']) * (entry.action === 'pay' ? 1 : -1);
      const day = isFirst ? later(payment.date, invoice.issueDate) : dayOf(entry);
      return [{ invoiceId: invoice.id, paymentId: payment.id, day, cents: amount }];
    }),
  );
  const released = payments.flatMap((payment) =>
    payment.lived
      .filter(({ action }) => action === 'release')
      .map((entry) => ({
        invoiceId: Number(entry.details['invoiceId']),
        paymentId: payment.id,
        day: dayOf(entry),
        cents: -cents(entry.details['amount']),
      })),
  );
  return [...settled, ...released];
}

/** What was written off an invoice at the end of a day, in cents. */
function writtenOff({ lived, id }: Books['invoices'][number], day: string, dates: WriteOffDates): number {
  let sum = 0;
  let last = 0;
  let count = 0;
  for (const entry of lived) {
    if (entry.action === 'writeOff') {
      last = cents(entry.details['amount']);
      if ((dates.get(id)?.[count] ?? dayOf(entry)) <= day) sum += last;
      count += 1;
    } else if (entry.action === 'reopen' && last > 0) {
      if (dayOf(entry) <= day) sum -= last;
      last = 0;
    }
  }
  return sum;
}

function dueDateOn({ lived, dueDate }: Books['invoices'][number], day: string): string | null {
  const change = lived.find((entry) => entry.action === 'postpone' && dayOf(entry) > day);
  return change ? String(change.details['dueDateBefore']) : dueDate;
}

function bucketOf(dueDate: string | null, day: string): string {
  const days = dueDate === null ? 0 : Math.round((Date.parse(day) - Date.parse(dueDate)) / 86_400_000);
  if (days <= 0) return 'NotDue';
  return days <= 30 ? 'Days1To30' : days <= 60 ? 'Days31To60' : days <= 90 ? 'Days61To90' : 'Over90';
}

/** The receivables at the end of a day in cents, by currency and bucket, from records and timelines. */
export function recompute(books: Books, day: string, writeOffDates: WriteOffDates): Record<string, number> {
  const sums: Record<string, number> = {};
  const put = (currency: string, bucket: string, amount: number) => {
    if (amount !== 0) sums[`${currency} ${bucket}`] = (sums[`${currency} ${bucket}`] ?? 0) + amount;
  };
  const moves = movesOf(books).filter((move) => move.day <= day);
  const total = (rows: readonly { readonly cents: number }[]) => rows.reduce((sum, row) => sum + row.cents, 0);
  for (const invoice of books.invoices) {
    if (invoice.issueDate > day) continue;
    const credited = books.creditNotes
      .filter(({ invoiceId, issueDate }) => invoiceId === invoice.id && issueDate <= day)
      .reduce((sum, { totals }) => sum + cents(totals.due), 0);
    const paid = total(moves.filter(({ invoiceId }) => invoiceId === invoice.id));
    const open = cents(invoice.totals.due) - credited - paid - writtenOff(invoice, day, writeOffDates);
    if (open > 0) put(invoice.currency, bucketOf(dueDateOn(invoice, day), day), open);
    else put(invoice.currency, 'Credit', -open);
  }
  for (const payment of books.payments) {
    if (payment.date > day || (payment.deletedAt !== null && payment.deletedAt.slice(0, 10) <= day)) continue;
    const received = cents(payment.amount) * (payment.kind === 'Refund' ? -1 : 1);
    put(payment.currency, 'Credit', received - total(moves.filter(({ paymentId }) => paymentId === payment.id)));
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}
