import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import type { InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import type { QuoteStatus } from '@billhook/domain/invoicing/quote';
import { CheckpointSigning } from '@billhook/invoicing/document-chain/checkpoint-signing';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { markOverdueInvoices } from '@billhook/invoicing/invoices/mark-overdue-invoices';
import type { TestApi } from './api.js';
import { chainContext, linkChains } from './document-chains.js';
import type { Records } from './records.js';

/** All on one day, which the number series accepts in any order. */
const ISSUED = { issueDate: '2026-11-01', dueDate: '2998-12-31' };
/** In the past, so that the clock makes it overdue on request. */
export const FALLEN_DUE = { ...ISSUED, dueDate: '2026-11-10' };

/** The worker's round: marks overdue invoices, in all companies. */
export async function markOverdue(api: TestApi): Promise<number> {
  const [uow, invoices] = [api.app.get(UnitOfWork), api.app.get(InvoicesRepository)];
  const marked = await api.cells.each(() => markOverdueInvoices(uow, invoices, api.clock));
  return marked.reduce((sum, count) => sum + count, 0);
}

/** The worker's rounds: links the document chains and signs their heads, in all companies. */
export async function signChains(api: TestApi): Promise<void> {
  await linkChains(api);
  const signing = new CheckpointSigning(chainContext(api, ''), api.app.get(UnitOfWork), api.clock);
  await api.cells.each(() => signing.run());
}

/** Moves the last day of a quote far into the past: it expires by the calendar of the database. */
export async function letExpire(api: TestApi, id: number): Promise<void> {
  await api.database.query({
    name: 'test_let_expire',
    text: `UPDATE quotes SET issue_date = '2020-01-01', expiry_date = '2020-01-31' WHERE id = $1`,
    values: [id],
  });
}

/** How an invoice reaches each status. The total is 1080.00 EUR; `paid` is paid in advance. */
export async function invoiceIn(
  status: InvoiceStatus,
  { api, records, paid }: { api: TestApi; records: Records; paid?: string },
): Promise<InvoiceView> {
  const draft = await records.draft(status === 'Overdue' ? FALLEN_DUE : ISSUED);
  const path = `/v1/invoices/${draft.id}`;
  if (status === 'Draft') return draft;
  const sent = await records.send(draft);
  if (status === 'Paid') await records.paid(sent);
  else if (paid !== undefined) await records.paid(sent, paid);
  if (status === 'Overdue') await markOverdue(api);
  if (status === 'WrittenOff') await records.act(`${path}/write-off`, { reason: 'Insolvent' });
  if (status === 'Rejected') await records.act(`${path}/reject`, { code: 'WrongAmount' });
  if (status === 'Void') await records.act(`${path}/void`);
  return records.invoice(draft.id);
}

/** How a quote reaches each status. The total is 1080.00 EUR. */
export async function quoteIn(
  status: QuoteStatus,
  { api, records }: { api: TestApi; records: Records },
): Promise<QuoteView> {
  const draft = await records.quote();
  const path = `/v1/quotes/${draft.id}`;
  if (status === 'Draft') return draft;
  await records.act(`${path}/send`);
  if (status === 'Accepted' || status === 'Invoiced') await records.act(`${path}/accept`, { by: 'Jeanne Lumen' });
  if (status === 'Invoiced') await records.convert(draft, { mode: 'Whole' });
  if (status === 'Declined') await records.act(`${path}/decline`, { code: 'TooExpensive' });
  if (status === 'Expired') await letExpire(api, draft.id);
  if (status === 'Superseded') {
    const { id } = await records.act<QuoteView>(`${path}/revise`);
    await records.act(`/v1/quotes/${id}/send`);
  }
  return records.get(path);
}
