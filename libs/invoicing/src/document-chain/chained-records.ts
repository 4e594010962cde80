import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { presentCreditNote } from '../credit-notes/credit-note.presenter.js';
import { CreditNotesRepository } from '../credit-notes/credit-notes.repository.js';
import { presentInvoice } from '../invoices/invoice.presenter.js';
import { InvoicesRepository } from '../invoices/invoices.repository.js';
import { presentPayment } from '../payments/payment.presenter.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import type { Presented } from '../records/locked-records.js';
import type { RecordContext } from '../records/record.repository.js';
import type { ChainedResource } from './record-digest.rules.js';

/** Reads the records of one kind in the form that is hashed. */
export interface ChainedRecords {
  byIds(companyId: number, ids: readonly number[], runner: ReadRunner): Promise<Presented[]>;
  /** @throws Problem not_found */
  lock(tx: Tx, companyId: number, id: number): Promise<Presented>;
}

/** What all repositories of records have. */
interface Repository<Row> {
  byIds(companyId: number, ids: readonly number[], runner: ReadRunner): Promise<Map<number, Row>>;
  lock(tx: Tx, companyId: number, target: { readonly id: number }): Promise<Row>;
}

/** The records of the document chain, by kind. */
export function chainedRecords(context: RecordContext): Readonly<Record<ChainedResource, ChainedRecords>> {
  return {
    invoice: presentedBy(new InvoicesRepository(context), presentInvoice),
    credit_note: presentedBy(new CreditNotesRepository(context), presentCreditNote),
    payment: presentedBy(new PaymentsRepository(context), presentPayment),
  };
}

function presentedBy<Row>(repository: Repository<Row>, present: (row: Row) => Presented): ChainedRecords {
  return {
    byIds: async (companyId, ids, runner) =>
      [...(await repository.byIds(companyId, ids, runner)).values()].map(present),
    lock: async (tx, companyId, id) => present(await repository.lock(tx, companyId, { id })),
  };
}
