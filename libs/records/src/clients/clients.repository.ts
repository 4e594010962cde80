import type { Database } from '@billhook/db/database';
import type { NO_EVENT, Outbox } from '@billhook/db/outbox';
import { selectColumns } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import type { EventType } from '@billhook/domain/events';
import type { DataSource } from 'typeorm';
import { Conditions, type Slice, type Sliced } from '../paging.js';
import { RecordRepository } from '../record.repository.js';
import { Client } from './client.entity.js';
import { presentClient } from './client.presenter.js';

export interface ClientFilter {
  readonly status?: string;
  readonly externalId?: string;
  /** Part of the name. */
  readonly q?: string;
}

export class ClientsRepository extends RecordRepository<Client, Client> {
  constructor(source: DataSource, db: Database, outbox: Outbox) {
    super(db, outbox, {
      resource: 'client',
      table: 'clients',
      entity: Client,
      columns: selectColumns(source, Client, 'r'),
      present: presentClient,
    });
  }

  list(companyId: number, filter: ClientFilter, slice: Slice): Promise<Sliced<Client>> {
    const conditions = new Conditions()
      .add('company', 'r.company_id = ?', companyId)
      .add('status', 'r.status = ?', filter.status)
      .add('external', 'r.external_id = ?', filter.externalId)
      .add('q', `r.name ILIKE '%' || ? || '%'`, filter.q?.replace(/[\\%_]/g, '\\$&'));
    return this.slice(conditions, slice);
  }

  async insert(tx: Tx, client: Client, event: EventType | typeof NO_EVENT): Promise<Client> {
    const row: Client = { ...client, id: await this.insertRecord(tx, client) };
    await this.tell(tx, row, event, row.updatedAt);
    return row;
  }

  async write(tx: Tx, client: Client, event: EventType | typeof NO_EVENT): Promise<Client> {
    await this.updateRecord(tx, client);
    await this.tell(tx, client, event, client.updatedAt);
    return client;
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
