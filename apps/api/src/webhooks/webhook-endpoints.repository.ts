import { Database } from '@billhook/db/database';
import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { WebhookEndpointEntity } from '@billhook/delivery/webhook-endpoint.entity';
import { Problem } from '@billhook/domain/problems';
import type { Kept, PageOf, Window } from '@billhook/records/lists/list-records';
import { Conditions, listNewestFirst } from '@billhook/records/paging';
import { requireVersion, type Target } from '@billhook/records/target';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An endpoint with what became of its deliveries: of the last 24 hours, and what still waits. */
export type EndpointRow = WebhookEndpointEntity & {
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
};

const NONE_YET = { delivered: 0, failed: 0, waiting: 0 } as const;

const countOf = (condition: string, name: string): string =>
  `(SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${condition}) AS ${name}`;

const COUNTS = [
  countOf(`d.status = 'Delivered' AND d.finished_at > now() - interval '24 hours'`, 'delivered'),
  countOf(`d.status = 'Failed' AND d.finished_at > now() - interval '24 hours'`, 'failed'),
  countOf(`d.status IN ('Waiting', 'Sending')`, 'waiting'),
].join(', ');

@Injectable()
export class WebhookEndpointsRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = `${selectColumns(source, WebhookEndpointEntity, 'e')}, ${COUNTS}`;
  }

  /** @throws Problem not_found, also for another company's endpoint and for a deleted one */
  find(companyId: number, id: number, runner: Runner = this.db): Promise<EndpointRow> {
    return this.one(runner, 'endpoint_get', '', companyId, id);
  }

  /** @throws Problem not_found; version_mismatch when it is not the version that the caller has seen */
  async lock(tx: Tx, companyId: number, target: Target): Promise<EndpointRow> {
    const endpoint = await this.one(tx, 'endpoint_lock', 'FOR UPDATE OF e', companyId, target.id);
    requireVersion(endpoint, target);
    return endpoint;
  }

  list(companyId: number, window: Window): Promise<PageOf<Kept<EndpointRow>>> {
    const conditions = new Conditions()
      .add('company', 'e.company_id = ?', companyId)
      .when(true, 'live', 'e.deleted_at IS NULL');
    const select = `SELECT ${this.columns} FROM webhook_endpoints e`;
    const idOf = (endpoint: EndpointRow) => endpoint.id;
    return listNewestFirst(this.db, { name: 'endpoint', select, id: 'e.id', idOf, conditions }, window);
  }

  /** How many endpoints the company has. Its row is locked, so that two requests can not both be the last. */
  async countForUpdate(tx: Tx, companyId: number): Promise<number> {
    await tx.query({
      name: 'endpoint_company',
      text: 'SELECT FROM companies WHERE id = $1 FOR UPDATE',
      values: [companyId],
    });
    const [row] = await tx.query<{ count: number }>({
      name: 'endpoint_count',
      text: 'SELECT count(*)::int AS count FROM webhook_endpoints WHERE company_id = $1 AND deleted_at IS NULL',
      values: [companyId],
    });
    return row?.count ?? 0;
  }

  async insert(tx: Tx, endpoint: Omit<WebhookEndpointEntity, 'id'>): Promise<EndpointRow> {
    return { ...endpoint, id: await insertRow(tx, WebhookEndpointEntity, endpoint), ...NONE_YET };
  }

  async write(tx: Tx, endpoint: EndpointRow): Promise<EndpointRow> {
    await updateRow(tx, WebhookEndpointEntity, endpoint);
    return endpoint;
  }

  private async one(runner: Runner, name: string, suffix: string, companyId: number, id: number): Promise<EndpointRow> {
    const [row] = await runner.query<EndpointRow>({
      name,
      text: `SELECT ${this.columns} FROM webhook_endpoints e
        WHERE e.company_id = $1 AND e.id = $2 AND e.deleted_at IS NULL ${suffix}`,
      values: [companyId, id],
    });
    if (!row) throw new Problem('not_found', 'There is no such webhook endpoint.');
    return row;
  }
}
