import type { Kept, PageOf, Window } from '@billhook/db/lists/list-records';
import { WAKE, type Wake } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import type { WebhookAttempt } from '@billhook/webhooks/deliveries/attempt.entity';
import {
  WebhookDeliveriesRepository,
  type DeliveryFilter,
  type DeliveryRow,
  type DeliveryWithMessage,
} from '@billhook/webhooks/deliveries/deliveries.repository';
import { cancel, resend } from '@billhook/webhooks/deliveries/delivery-actions.sql';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import type { Principal } from '../../request/principal.js';
import { endpointScopeOf } from '../ownership/endpoint-scope.rules.js';

const expired = () =>
  new Problem('event_expired', 'The message is no longer stored, so it cannot be sent again. Read the record instead.');
const notFound = () => new Problem('not_found', 'There is no such delivery.');

@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly audit: AuditLog,
    @Inject(WAKE) private readonly wake: Wake,
  ) {}

  list(by: Principal, filter: DeliveryFilter, window: Window): Promise<PageOf<Kept<DeliveryRow>>> {
    return this.deliveries.list(endpointScopeOf(by), filter, window);
  }

  /** The deliveries of one endpoint, which must exist. */
  async listOf(
    by: Principal,
    endpointId: number,
    filter: DeliveryFilter,
    window: Window,
  ): Promise<PageOf<Kept<DeliveryRow>>> {
    const { id } = await this.endpoints.look(endpointScopeOf(by), endpointId);
    return this.list(by, { ...filter, endpointId: id }, window);
  }

  async get(by: Principal, id: number): Promise<[DeliveryWithMessage, WebhookAttempt[]]> {
    const delivery = await this.deliveries.find(endpointScopeOf(by), id);
    return [delivery, await this.deliveries.attempts(delivery)];
  }

  /** Makes one more attempt immediately. A success ends the schedule, a failure does not change it. */
  resend(by: Principal, id: number): Promise<DeliveryRow> {
    return this.uow.run(async (tx) => {
      await this.deliveries.find(endpointScopeOf(by), id, tx);
      const result = await resend(tx, by.company.id, id);
      if (result === 'NotFound') throw notFound();
      if (result === 'EndpointDeleted') throw new Problem('endpoint_deleted');
      if (result === 'EndpointDisabled') throw new Problem('endpoint_disabled');
      if (result === 'Expired') throw expired();
      await this.audit.record(tx, actorOf(by), 'webhook_delivery.resent', String(id));
      tx.afterCommit(this.wake);
      return this.deliveries.find(endpointScopeOf(by), id, tx);
    });
  }

  /** Cancels a waiting delivery. */
  cancel(by: Principal, id: number): Promise<DeliveryRow> {
    return this.uow.run(async (tx) => {
      await this.deliveries.find(endpointScopeOf(by), id, tx);
      const status = await cancel(tx, by.company.id, id);
      if (status === undefined) throw notFound();
      if (status !== 'Waiting') {
        const why = status === 'Sending' ? 'an attempt is in progress' : 'no attempt is waiting';
        throw new Problem('action_not_allowed', `The delivery is ${status}: ${why}.`, {
          extensions: { currentStatus: status },
        });
      }
      await this.audit.record(tx, actorOf(by), 'webhook_delivery.cancelled', String(id));
      // Later deliveries of the same record may continue.
      tx.afterCommit(this.wake);
      return this.deliveries.find(endpointScopeOf(by), id, tx);
    });
  }
}
