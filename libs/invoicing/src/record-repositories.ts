import type { Listed, Window } from '@billhook/db/lists/list-records';
import type { RecordName } from '@billhook/domain/shared/resources';
import { ClientsRepository } from './clients/clients.repository.js';
import { CreditNotesRepository } from './credit-notes/credit-notes.repository.js';
import { InvoicesRepository } from './invoices/invoices.repository.js';
import { PaymentsRepository } from './payments/payments.repository.js';
import { QuotesRepository } from './quotes/quotes.repository.js';
import type { Presented } from './records/locked-records.js';
import type { RecordColumns, RecordContext } from './records/record.repository.js';

/** What reads records of any resource. */
export interface RecordReader {
  /** The record as its GET returns it, and the times of its newest changes, newest first. */
  present(companyId: number, id: number): Promise<{ data: Presented; changedAt: readonly Date[] }>;
  list(companyId: number, query: object, window: Window): Promise<Listed<RecordColumns>>;
  byIds(companyId: number, ids: readonly number[]): Promise<ReadonlyMap<number, RecordColumns>>;
  presented(row: RecordColumns): object;
}

/** The repository of each record. */
export const RECORD_REPOSITORIES: Readonly<Record<RecordName, new (context: RecordContext) => RecordReader>> = {
  client: ClientsRepository,
  quote: QuotesRepository,
  invoice: InvoicesRepository,
  credit_note: CreditNotesRepository,
  payment: PaymentsRepository,
};
