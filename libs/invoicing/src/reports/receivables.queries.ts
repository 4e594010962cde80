import type { ListReceivables, ReceivableDocument } from '@billhook/contract/invoicing/receivables';
import { Database } from '@billhook/db/database';
import { cut, type Kept, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { beyond } from '@billhook/db/lists/sort';
import type { ReadRunner } from '@billhook/db/statement';
import { UNALLOCATED_CREDIT } from '@billhook/domain/invoicing/aging';
import { Injectable } from '@nestjs/common';
import {
  nearReceivables,
  receivableDocuments,
  RECEIVABLES,
  receivablesOfClient,
  INVOICE,
  WITHOUT_DUE_DATE,
  type DocumentsEdge,
} from './receivables.sql.js';

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

type KeyedDocument = ReceivableDocument & { readonly key: string };

/** A row without a document if there is none. */
type NearRow = { readonly isWhole: boolean; readonly hasUndated: boolean; readonly id: number | null };

const documentOf = ({ isWhole: _, hasUndated: __, ...document }: NearRow & KeyedDocument): KeyedDocument => document;

/** Invoices that a page reads first: a few percent of them are open. */
const NEAR = 4_000;

/** How many more are read if some, but not enough of them are open. More would cost as much as everything. */
const MOST_TIMES = 4;

type DocumentFilters = Pick<ListReceivables, 'currency' | 'bucket' | 'clientId'>;

interface DocumentsPage {
  readonly day: ReportDay;
  readonly filters: DocumentFilters;
  readonly window: Window;
  readonly near: number;
}

type NearestDocuments = Pick<DocumentsPage, 'filters' | 'window'> & { readonly values: readonly unknown[] };

@Injectable()
export class ReceivablesQueries {
  constructor(private readonly db: Database) {}

  /** The sums of each currency and bucket that is not empty, by currency. */
  sums({ companyId, at, timeZone }: ReportDay): Promise<ReceivablesRow[]> {
    // Without a name, the statement is planned for the company and the day: a generic plan takes several times as long.
    const statement = { name: '', text: RECEIVABLES, values: [companyId, at, timeZone] };
    return this.db.readRecords(companyId, (db) => db.query<ReceivablesRow>(statement));
  }

  /**
   * A page of the documents behind the sums. Most pages consist of the next invoices by due date, so these are read first, and everything
   * only if they are not enough.
   * @param near how many; 0 reads everything
   */
  documents(
    day: ReportDay,
    filters: DocumentFilters,
    window: Window,
    near = NEAR,
  ): Promise<PageOf<Kept<ReceivableDocument>>> {
    return this.db.readRecords(day.companyId, (db) => this.#page(db, { day, filters, window, near }));
  }

  async #page(
    db: ReadRunner,
    { day, filters, window, near }: DocumentsPage,
  ): Promise<PageOf<Kept<ReceivableDocument>>> {
    const { from, limit } = window;
    const { currency, bucket, clientId } = filters;
    const filtered = [currency ?? null, bucket ?? null, clientId ?? null];
    const values = (third: unknown) => [
      ...[day.companyId, day.at, third, ...filtered],
      ...[from?.value ?? null, from?.id ?? null, limit + 1],
    ];
    const edge = from && { isBackward: from.back, comparison: beyond(from.back, from) };
    const nearest = (most: number) => this.#nearest(db, edge, { filters, window, values: values(most) });
    let rows: KeyedDocument[] | undefined;
    if (near > 0 && isByDueDate(filters, from)) {
      const first = await nearest(near);
      const missing = near * (limit / Math.max(first.found.length, 1)) * 1.5;
      rows = first.isEnough ? first.found : undefined;
      if (!rows && missing <= near * MOST_TIMES) {
        const second = await nearest(Math.ceil(missing));
        rows = second.isEnough ? second.found : undefined;
      }
    }
    const whole = clientId === undefined ? receivableDocuments(edge) : receivablesOfClient(edge);
    rows ??= await this.#rows(db, whole, values(day.timeZone));
    return cut(
      rows.map(({ key, ...row }) => ({ row, position: { value: key, id: row.id } })),
      window,
    );
  }

  /** The documents among the next invoices by due date, and whether the page needs no others. */
  async #nearest(
    db: ReadRunner,
    edge: DocumentsEdge | undefined,
    { filters: { bucket }, window: { from, limit }, values }: NearestDocuments,
  ): Promise<{ readonly found: KeyedDocument[]; readonly isEnough: boolean }> {
    const age = bucket === UNALLOCATED_CREDIT ? undefined : bucket;
    const rows = await this.#rows<NearRow>(db, nearReceivables(edge, age), values);
    const found = rows.filter((row): row is NearRow & KeyedDocument => row.id !== null);
    const { isWhole = false, hasUndated = true } = rows[0] ?? {};
    // Invoices without a due date, and payments, are behind all others.
    const isLast = from?.back === true || (age !== undefined && (age !== 'NotDue' || !hasUndated));
    return { found: found.map(documentOf), isEnough: found.length > limit || (isLast && isWhole) };
  }

  // Without a name, as for the sums.
  #rows<Row extends Record<string, unknown> = KeyedDocument>(
    db: ReadRunner,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return db.query<Row>({ name: '', text, values });
  }
}

/** Whether the page begins among invoices with a due date. Credit is mostly of payments, and the invoices of a client are few. */
function isByDueDate({ bucket, clientId }: DocumentFilters, from: Window['from']): boolean {
  if (bucket === UNALLOCATED_CREDIT || clientId !== undefined) return false;
  const key = from?.value ?? undefined;
  return key === undefined || (key.startsWith(INVOICE) && key !== INVOICE + WITHOUT_DUE_DATE);
}
