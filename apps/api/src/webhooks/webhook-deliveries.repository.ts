import { Database } from '@billhook/db/database';
import { selectColumns } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import { WebhookAttemptEntity } from '@billhook/delivery/webhook-attempt.entity';
import { WebhookDeliveryEntity } from '@billhook/delivery/webhook-delivery.entity';
import type { EventType } from '@billhook/domain/events';
import { Problem } from '@billhook/domain/problems';
import type { Kept, PageOf, Window } from '@billhook/records/lists/list-records';
import { Conditions, listNewestFirst } from '@billhook/records/paging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A delivery with what it delivers. */
export type DeliveryRow = WebhookDeliveryEntity & { readonly eventId: string; readonly eventType: EventType };

export interface DeliveryFilter {
  readonly endpointId?: number;
  readonly eventType?: string;
  readonly status?: string;
}

const FROM = 'FROM webhook_deliveries d JOIN events v ON v.position = d.event_position';

@Injectable()
export class WebhookDeliveriesRepository {
  private readonly columns: string;
  private readonly attemptColumns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = `${selectColumns(source, WebhookDeliveryEntity, 'd')}, v.id AS "eventId", v.type AS "eventType"`;
    this.attemptColumns = selectColumns(source, WebhookAttemptEntity, 'a');
  }

  list(companyId: number, filter: DeliveryFilter, window: Window): Promise<PageOf<Kept<DeliveryRow>>> {
    const conditions = new Conditions()
      .add('company', 'd.company_id = ?', companyId)
      .add('endpoint', 'd.endpoint_id = ?', filter.endpointId)
      .add('type', 'v.type = ?', filter.eventType)
      .add('status', 'd.status = ?', filter.status);
    const select = `SELECT ${this.columns} ${FROM}`;
    const idOf = (delivery: DeliveryRow) => delivery.id;
    return listNewestFirst(this.db, { name: 'delivery', select, id: 'd.id', idOf, conditions }, window);
  }

  /** With the exact body. @throws Problem not_found */
  async find(
    companyId: number,
    id: number,
    runner: Runner = this.db,
  ): Promise<DeliveryRow & { readonly body: string }> {
    const [row] = await runner.query<DeliveryRow & { readonly body: string }>({
      name: 'delivery_get',
      text: `SELECT ${this.columns}, v.body ${FROM} WHERE d.company_id = $1 AND d.id = $2`,
      values: [companyId, id],
    });
    if (!row) throw new Problem('not_found', 'There is no such delivery.');
    return row;
  }

  attempts(deliveryId: number): Promise<WebhookAttemptEntity[]> {
    return this.db.query<WebhookAttemptEntity>({
      name: 'delivery_attempts',
      text: `SELECT ${this.attemptColumns} FROM webhook_attempts a WHERE a.delivery_id = $1 ORDER BY a.number`,
      values: [deliveryId],
    });
  }
}
