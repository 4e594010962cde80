import { exampleMessage } from '@billhook/contract/examples/example-events';
import type { SendWebhookRecord, TestWebhookEndpoint } from '@billhook/contract/webhooks/endpoint-test';
import { WAKE, messageBody, type Wake } from '@billhook/db/outbox';
import type { Target } from '@billhook/db/target';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { EVENT_TYPES, EVENTS, type EventType } from '@billhook/domain/shared/event-types';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { RESOURCES, type RecordName } from '@billhook/domain/shared/resources';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { newTimedId } from '@billhook/platform/ids';
import { WebhookDeliveriesRepository, type DeliveryRow } from '@billhook/webhooks/deliveries/deliveries.repository';
import { createTestDelivery, type TestMessage } from '@billhook/webhooks/deliveries/delivery-actions.sql';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { EventsRepository, type KeptEvent } from '@billhook/webhooks/events/events.repository';
import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '../../access/permission.rules.js';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import { RecordReaders } from '../../invoicing/records/record-readers.service.js';
import type { Principal } from '../../request/principal.js';
import { EventsService } from '../events/events.service.js';
import { endpointScopeOf } from '../ownership/endpoint-scope.rules.js';
import { WebhookEndpointsService } from './endpoints.service.js';
import { requireReadable } from './readable-types.rules.js';

/** Test messages, which show how a receiver responds, and records that are sent on request. */
@Injectable()
export class WebhookTestsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly service: WebhookEndpointsService,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly events: EventsService,
    private readonly stored: EventsRepository,
    private readonly readers: RecordReaders,
    private readonly audit: AuditLog,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
    @Inject(WAKE) private readonly wake: Wake,
  ) {}

  /** Sends one test message to the endpoint, once: an example, or a copy of an event. It is not an event and appears only in this delivery. */
  send(by: Principal, target: Target, { eventType, eventId }: TestWebhookEndpoint): Promise<DeliveryRow> {
    this.service.requireWebhooks();
    return this.uow.run(async (tx) => {
      const at = this.clock.now();
      const endpoint = await this.endpoints.lock(tx, endpointScopeOf(by), target);
      // The engine would cancel it without sending it.
      if (endpoint.status === 'Disabled') throw new Problem('endpoint_disabled');
      const message =
        eventId === undefined
          ? exampleOf(eventType ?? endpoint.eventTypes[0] ?? 'invoice.paid', at)
          : copyOf(await this.eventOf(tx, by, eventId), at);
      // A signed message of a record that the caller may not read would be a way to use the secret.
      requireReadable(by, [message.type]);
      const deliveryId = await createTestDelivery(tx, endpoint, message);
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.tested', String(endpoint.id), {
        eventType: message.type,
        ...(eventId !== undefined && { eventId }),
      });
      tx.afterCommit(this.wake);
      return this.deliveries.find(endpointScopeOf(by), deliveryId, tx);
    });
  }

  /**
   * Sends the present state of a record, once, as a message of its last event type. It is not an event and appears only in this delivery.
   * @throws Problem 403 without the permission to read the record; not_found; 422 for a record of a resource without events
   */
  async sendRecord(by: Principal, target: Target, { resource, id: recordId }: SendWebhookRecord): Promise<DeliveryRow> {
    this.service.requireWebhooks();
    requirePermission(by, 'integration.write', RESOURCES[resource].read);
    const types = EVENT_TYPES.filter((type) => EVENTS[type].resource === resource);
    const usual = usualTypeOf(types);
    if (usual === undefined) throw withoutEvents(resource);
    // Before the record: the endpoint of another company responds like one that does not exist.
    await this.endpoints.find(endpointScopeOf(by), target.id);
    const { data, changedAt } = await this.readers.of(resource).present(by.company.id, recordId);
    const type = (await this.stored.lastTypeOf(by.company.id, types, recordId, changedAt)) ?? usual;
    return this.uow.run(async (tx) => {
      const at = this.clock.now();
      const endpoint = await this.endpoints.lock(tx, endpointScopeOf(by), target);
      if (endpoint.status === 'Disabled') throw new Problem('endpoint_disabled');
      const id = newTimedId('msg', at);
      const deliveryId = await createTestDelivery(tx, endpoint, {
        ...{ id, type, resourceId: recordId, text: messageBody(id, type, at, data), at },
        ...{ resourceVersion: data.version, manual: true },
      });
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.record_sent', String(endpoint.id), {
        ...{ resource, recordId, eventType: type },
      });
      tx.afterCommit(this.wake);
      return this.deliveries.find(endpointScopeOf(by), deliveryId, tx);
    });
  }

  /** @throws Problem 422 invalid_body */
  private async eventOf(tx: Tx, by: Principal, id: string): Promise<KeptEvent> {
    const event = await this.events.kept(by.company.id, id, tx);
    if (event) return event;
    throw invalidBody('/eventId', 'unknown_event', 'is not the id of an event of the company');
  }
}

/** Of a record whose events are no longer stored. */
const usualTypeOf = (types: readonly EventType[]): EventType | undefined =>
  types.find((type) => type.endsWith('.updated')) ?? types.find((type) => type.endsWith('.created'));

function withoutEvents(resource: RecordName): Problem {
  const { plural } = RESOURCES[resource];
  return invalidBody('/resource', 'no_event_type', `has no event type: GET /v1/${plural} returns these records`);
}

function exampleOf(type: EventType, at: Date): TestMessage {
  const { data } = exampleMessage(type);
  const id = newTimedId('msg', at);
  return { id, type, resourceId: data.id, text: messageBody(id, type, at, data), at };
}

/** A copy of the data of an event as a new message: receivers recognise a message by its id, and would drop one with the event's id. */
function copyOf({ type, resourceId, body, changes, resourceVersion }: KeptEvent, at: Date): TestMessage {
  if (body === null) throw new Problem('event_expired');
  const id = newTimedId('msg', at);
  const head = JSON.stringify({ id, type, createdAt: at.toISOString() }).slice(0, -1);
  // The members before it are an id, a type and a time, none of which contains this.
  const text = head + body.slice(body.indexOf(',"data":'));
  return { id, type, resourceId, text, changes, resourceVersion, at };
}
