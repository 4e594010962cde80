import type { ListWebhookDeliveries } from '@billhook/contract/webhook-delivery';
import type { Wake } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { resend } from '@billhook/delivery/delivery-actions';
import type { WebhookAttemptEntity } from '@billhook/delivery/webhook-attempt.entity';
import { Problem } from '@billhook/domain/problems';
import type { Kept, PageOf, Window } from '@billhook/records/lists/list-records';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { WAKE } from '../platform/tokens.js';
import { WebhookDeliveriesRepository, type DeliveryRow } from './webhook-deliveries.repository.js';

@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly audit: AuditLog,
    @Inject(WAKE) private readonly wake: Wake,
  ) {}

  list(by: Principal, filter: ListWebhookDeliveries, window: Window): Promise<PageOf<Kept<DeliveryRow>>> {
    return this.deliveries.list(by.company.id, filter, window);
  }

  async get(by: Principal, id: number): Promise<[DeliveryRow & { readonly body: string }, WebhookAttemptEntity[]]> {
    const delivery = await this.deliveries.find(by.company.id, id);
    return [delivery, await this.deliveries.attempts(id)];
  }

  /** One attempt more, now. A success ends the schedule, a failure leaves it as it is. */
  resend(by: Principal, id: number): Promise<DeliveryRow> {
    return this.uow.run(async (tx) => {
      const result = await resend(tx, by.company.id, id);
      if (result === 'NotFound') throw new Problem('not_found', 'There is no such delivery.');
      if (result === 'EndpointDisabled') throw new Problem('endpoint_disabled');
      await this.audit.record(tx, actorOf(by), 'webhook_delivery.resent', String(id));
      tx.afterCommit(this.wake);
      return this.deliveries.find(by.company.id, id, tx);
    });
  }
}
