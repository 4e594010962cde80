import type { ListClients } from '@billhook/contract/invoicing/client';
import { contains, hasCustomFields, is, recordFilters, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape } from '@billhook/db/lists/list-records';
import { selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { emailSpellings } from '@billhook/domain/shared/email-address';
import { Problem } from '@billhook/domain/shared/problems';
import { insertRecords, type NewRecordsChange } from '../records/insert-records.js';
import { RecordRepository, type RecordContext } from '../records/record.repository.js';
import { Client, type ClientRow } from './client.entity.js';
import { presentClient } from './client.presenter.js';
import { clientTexts } from './search-with-client.js';

/** The outstanding and overdue amounts of issued invoices and the unallocated rest of payments, by currency. */
const BALANCES = `(SELECT coalesce(json_agg(json_build_object('currency', b.currency, 'due', b.due::text, 'overdue', b.overdue::text,
    'credit', b.credit::text) ORDER BY b.currency), '[]')
  FROM (SELECT t.currency, sum(t.due) AS due, sum(t.overdue) AS overdue, sum(t.credit) AS credit FROM (
    SELECT i.currency, i.payable - i.amount_paid - i.amount_credited AS due,
      CASE i.status WHEN 'Overdue' THEN i.payable - i.amount_paid - i.amount_credited ELSE 0 END AS overdue, 0 AS credit
    FROM invoices i WHERE i.client_id = r.id AND i.status IN ('Sent', 'Partial', 'Overdue', 'Rejected')
    UNION ALL
    SELECT p.currency, 0, 0, CASE p.kind WHEN 'Refund' THEN -p.unallocated ELSE p.unallocated END
    FROM payments p WHERE p.client_id = r.id AND p.status = 'Recorded' AND p.unallocated > 0) t GROUP BY t.currency) b)`;

/** Values that identify clients. */
export interface ClientIdentifiers {
  readonly externalIds: readonly string[];
  readonly emails: readonly string[];
  readonly vatNumbers: readonly string[];
}

export interface ClientHolder {
  readonly member: 'externalId' | 'email' | 'vatNumber';
  readonly value: string;
  readonly id: number;
}

export class ClientsRepository extends RecordRepository<Client, ClientRow, ListClients> {
  private readonly ownColumns: string;

  constructor(context: RecordContext) {
    super(context, {
      resource: 'client',
      table: 'clients',
      entity: Client,
      columns: `${selectColumns(context.source, Client, 'r')}, ${BALANCES} AS balances`,
      list: clientList,
      present: presentClient,
    });
    this.ownColumns = selectColumns(context.source, Client, 'r');
  }

  /**
   * Locks the client until the transaction ends: shared with other holders, or exclusively (`alone`) to spend its credit.
   * Leaves out the balances, which are slow to compute for a client with many outstanding invoices.
   * @throws Problem not_found
   */
  keep(tx: Tx, companyId: number, id: number, alone = false): Promise<Client> {
    return alone
      ? this.kept(tx, 'client_keep_alone', '$2 FOR NO KEY UPDATE', companyId, id)
      : this.kept(tx, 'client_keep', '$2 FOR SHARE', companyId, id);
  }

  /**
   * Locks the client of a document, shared with other holders. The lock of the document can be sent before without waiting for its row.
   * @throws Problem not_found
   */
  keepOf(tx: Tx, companyId: number, table: 'invoices' | 'quotes', documentId: number): Promise<Client> {
    const id = `(SELECT d.client_id FROM ${table} d WHERE d.company_id = $1 AND d.id = $2)`;
    return this.kept(tx, `client_keep_of_${table}`, `${id} FOR SHARE OF r`, companyId, documentId);
  }

  /** One statement, unlike `lock`: without subqueries in its columns, it returns the row as it is after the lock is taken. */
  private async kept(tx: Tx, name: string, which: string, ...values: readonly number[]): Promise<Client> {
    const [client] = await tx.query<Client>({
      name,
      text: `SELECT ${this.ownColumns} FROM clients r WHERE r.company_id = $1 AND r.id = ${which}`,
      values,
    });
    if (!client) throw new Problem('not_found', 'There is no such client.');
    return client;
  }

  /** Inserts clients that have their ids. The caller has reserved their externalIds and found none of them taken. */
  insertAll(tx: Tx, rows: readonly ClientRow[], change: NewRecordsChange): void {
    insertRecords(tx, this.context, this.shape, rows, change);
  }

  /** Those of the ids that are clients of the company. */
  async existing(runner: ReadRunner, companyId: number, ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const rows = await runner.query<{ id: number }>({
      name: 'clients_existing',
      text: 'SELECT id FROM clients WHERE company_id = $1 AND id = ANY ($2)',
      values: [companyId, ids],
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** The clients that have one of these values. The email addresses are in lower case. */
  holders(
    runner: ReadRunner,
    companyId: number,
    { externalIds, emails, vatNumbers }: ClientIdentifiers,
  ): Promise<ClientHolder[]> {
    return runner.query<ClientHolder & Record<string, unknown>>({
      name: 'client_holders',
      text: `SELECT 'externalId' AS member, external_id AS value, id FROM clients WHERE company_id = $1 AND external_id = ANY ($2)
        UNION ALL SELECT 'email', lower(email), id FROM clients WHERE company_id = $1 AND lower(email) = ANY ($3)
        UNION ALL SELECT 'vatNumber', vat_number, id FROM clients WHERE company_id = $1 AND vat_number = ANY ($4)`,
      values: [companyId, externalIds, emails, vatNumbers],
    });
  }

  /** Whether any document or payment refers to the client. */
  async inUse(tx: Tx, id: number): Promise<boolean> {
    const [row] = await tx.query<{ used: boolean }>({
      name: 'client_in_use',
      text: `SELECT EXISTS (SELECT FROM invoices WHERE client_id = $1) OR EXISTS (SELECT FROM quotes WHERE client_id = $1)
        OR EXISTS (SELECT FROM payments WHERE client_id = $1) AS used`,
      values: [id],
    });
    return row?.used ?? false;
  }
}

/** A name without case and accents, in the order of Unicode. */
const ordered = (name: string): string => `(search_form(${name}) COLLATE natural_order)`;

/** The index contains all texts of a client. */
const WORDS = contains(...clientTexts('r'));

/** Finds an address by that index: all spellings of one have the same local part. */
const WITH_LOCAL_PART = WORDS.replace('?', `split_part((?::text[])[1], '@', 1) || '@'`);

const clientList: ListShape<ListClients, ClientRow> = {
  filters: {
    ...recordFilters,
    status: is('r.status'),
    kind: is('r.kind'),
    email: (email) => ({
      any: [`${WITH_LOCAL_PART} AND lower(r.email) = ANY (?::text[])`],
      value: emailSpellings(email).map((spelling) => spelling.toLowerCase()),
      few: true,
    }),
    vatNumber: is('r.vat_number'),
    currency: is('r.currency'),
    customField: hasCustomFields,
    q: (value) => ({ any: [WORDS], value }),
  } satisfies AllFilters<ListClients>,
  sorts: {
    name: { sql: ordered('r.name'), bound: ordered('?'), value: (row) => row.name },
    updatedAt: { sql: 'r.updated_at', value: (row) => row.updatedAt.toISOString() },
    createdAt: { sql: 'r.created_at', value: (row) => row.createdAt.toISOString() },
  },
};
