import type { ListReceivables, ReceivableDocument } from '@billhook/contract/invoicing/receivables';
import { Database } from '@billhook/db/database';
import { cut, type Kept, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { beyond } from '@billhook/db/lists/sort';
import { Injectable } from '@nestjs/common';
import { receivableDocuments, RECEIVABLES } from './receivables.sql.js';

/** A sum of one currency. The amount is a decimal. */
export interface ReceivablesRow {
  readonly currency: string;
  readonly bucket: ReceivableDocument['bucket'];
  readonly amount: string;
  readonly documents: number;
}

/** The end of a day in the time zone of a company. */
export interface ReportDay {
  readonly companyId: number;
  readonly at: string;
  readonly timeZone: string;
}

type DocumentFilters = Pick<ListReceivables, 'currency' | 'bucket' | 'clientId'>;

@Injectable()
export class ReceivablesQueries {
  constructor(private readonly db: Database) {}

  /** The sums of each currency and bucket that is not empty, by currency. */
  sums({ companyId, at, timeZone }: ReportDay): Promise<ReceivablesRow[]> {
    // Without a name, the statement is planned for the company and the day: a generic plan takes several times as long.
    return this.db.query<ReceivablesRow>({ name: '', text: RECEIVABLES, values: [companyId, at, timeZone] });
  }

  /** A page of the documents behind the sums. */
  async documents(
    { companyId, at, timeZone }: ReportDay,
    { currency, bucket, clientId }: DocumentFilters,
    window: Window,
  ): Promise<PageOf<Kept<ReceivableDocument>>> {
    const { from, limit } = window;
    const rows = await this.db.query<ReceivableDocument & { key: string }>({
      name: '',
      text: receivableDocuments(from && { isBackward: from.back, comparison: beyond(from.back, from) }),
      values: [
        ...[companyId, at, timeZone, currency ?? null, bucket ?? null, clientId ?? null],
        ...[from?.value ?? null, from?.id ?? null, limit + 1],
      ],
    });
    return cut(
      rows.map(({ key, ...row }) => ({ row, position: { value: key, id: row.id } })),
      window,
    );
  }
}
