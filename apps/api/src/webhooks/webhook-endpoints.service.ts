import { exampleMessage } from '@billhook/contract/example-events';
import { messageBody } from '@billhook/db/outbox';
import {
  UpdateWebhookEndpoint,
  type CreateWebhookEndpoint,
  type RotateWebhookSecret,
  type TestWebhookEndpoint,
  type WebhookSecretView,
} from '@billhook/contract/webhook-endpoint';
import type { Wake } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { createTestDelivery } from '@billhook/delivery/delivery-actions';
import { EgressGuard } from '@billhook/delivery/egress-guard';
import { liveSecrets, openSecret, sealSecret, type StoredSecret } from '@billhook/delivery/sealed-secret';
import { newSigningSecret } from '@billhook/delivery/secret';
import type { EndpointStatus } from '@billhook/delivery/webhook-endpoint.entity';
import { Problem } from '@billhook/domain/problems';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { newId } from '@billhook/platform/ids';
import type { Kept, PageOf, Window } from '@billhook/records/lists/list-records';
import type { Target } from '@billhook/records/target';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { changesOf } from '../audit/changes.js';
import { isEmpty } from '../http/patch.js';
import { CLOCK, ENV, WAKE } from '../platform/tokens.js';
import { WebhookDeliveriesRepository, type DeliveryRow } from './webhook-deliveries.repository.js';
import { WebhookEndpointsRepository, type EndpointRow } from './webhook-endpoints.repository.js';

const HOUR_MS = 3_600_000;

const CHANGEABLE = UpdateWebhookEndpoint.keyof().options;

/** A bound to the deliveries that one event can make. */
const ENDPOINT_LIMIT = 50;

/** What else changes when a person switches an endpoint on or off. */
function switchedTo(
  status: EndpointStatus | undefined,
  { disabledReason, disabledAt }: EndpointRow,
  now: Date,
): Pick<EndpointRow, 'disabledReason' | 'disabledAt'> {
  if (status === 'Enabled') return { disabledReason: null, disabledAt: null };
  if (status === 'Disabled') return { disabledReason: disabledReason ?? 'Manual', disabledAt: disabledAt ?? now };
  return { disabledReason, disabledAt };
}

@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly audit: AuditLog,
    private readonly guard: EgressGuard,
    private readonly secrets: AppSecrets,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WAKE) private readonly wake: Wake,
  ) {}

  list(by: Principal, window: Window): Promise<PageOf<Kept<EndpointRow>>> {
    return this.endpoints.list(by.company.id, window);
  }

  get(by: Principal, id: number): Promise<EndpointRow> {
    return this.endpoints.find(by.company.id, id);
  }

  create(by: Principal, body: CreateWebhookEndpoint): Promise<{ endpoint: EndpointRow; secret: string }> {
    this.requireWebhooks();
    this.checkUrl(body.url);
    const now = this.clock.now();
    const secret = newSigningSecret();
    return this.uow.run(async (tx) => {
      if ((await this.endpoints.countForUpdate(tx, by.company.id)) >= ENDPOINT_LIMIT)
        throw new Problem('endpoint_limit');
      const endpoint = await this.endpoints.insert(tx, {
        companyId: by.company.id,
        url: body.url,
        description: body.description ?? null,
        eventTypes: body.eventTypes,
        status: 'Enabled',
        externalId: null,
        payload: 'Full',
        signatureScheme: 'v1',
        headers: null,
        filter: null,
        ordering: 'BestEffort',
        schedule: null,
        maxPerSecond: null,
        maxInFlight: 10,
        disabledReason: null,
        disabledAt: null,
        secrets: [this.store(secret, now)],
        version: 1,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      });
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.created', String(endpoint.id), { url: body.url });
      return { endpoint, secret };
    });
  }

  update(by: Principal, target: Target, body: UpdateWebhookEndpoint): Promise<EndpointRow> {
    if (body.url !== undefined) this.checkUrl(body.url);
    const { id } = target;
    return this.uow.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, by.company.id, target);
      if (isEmpty(body)) return endpoint;
      const now = this.clock.now();
      const next: EndpointRow = {
        ...endpoint,
        ...body,
        ...switchedTo(body.status, endpoint, now),
        version: endpoint.version + 1,
        updatedAt: now,
      };
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.updated', String(id), {
        changed: changesOf(endpoint, next, CHANGEABLE),
      });
      await this.endpoints.write(tx, next);
      // What waits for an endpoint that is off is cancelled by the engine, in its own time.
      tx.afterCommit(this.wake);
      // Read again: what waited may have been cancelled just now, and others deliver meanwhile.
      return this.endpoints.find(by.company.id, id, tx);
    });
  }

  delete(by: Principal, target: Target): Promise<void> {
    const { id } = target;
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const endpoint = await this.endpoints.lock(tx, by.company.id, target);
      await this.endpoints.write(tx, { ...endpoint, deletedAt: now, updatedAt: now });
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.deleted', String(id), { url: endpoint.url });
    });
  }

  /** The signing secret, and those that still sign beside it. Looking at it is audited. */
  secret(by: Principal, id: number): Promise<WebhookSecretView> {
    return this.uow.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, by.company.id, { id });
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.secret_viewed', String(id));
      return this.presentSecrets(endpoint);
    });
  }

  /** A new secret; the old one signs beside it until the overlap ends, so that no receiver misses a message. */
  rotateSecret(by: Principal, target: Target, { overlapHours }: RotateWebhookSecret): Promise<WebhookSecretView> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const endpoint = await this.endpoints.lock(tx, by.company.id, target);
      const ends = new Date(now.getTime() + overlapHours * HOUR_MS).toISOString();
      const kept = liveSecrets(endpoint.secrets, now).map((old) => ({
        ...old,
        expiresAt: old.expiresAt !== null && old.expiresAt < ends ? old.expiresAt : ends,
      }));
      const secrets = [this.store(newSigningSecret(), now), ...liveSecrets(kept, now)];
      const version = endpoint.version + 1;
      const rotated = await this.endpoints.write(tx, { ...endpoint, secrets, version, updatedAt: now });
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.secret_rotated', String(endpoint.id), {
        overlapHours,
      });
      return this.presentSecrets(rotated);
    });
  }

  /** Sends an example message to the endpoint, once. It is no event: it stands in no log but this delivery's. */
  test(by: Principal, target: Target, { eventType }: TestWebhookEndpoint): Promise<DeliveryRow> {
    this.requireWebhooks();
    return this.uow.run(async (tx) => {
      const at = this.clock.now();
      const endpoint = await this.endpoints.lock(tx, by.company.id, target);
      // The engine would cancel it unsent.
      if (endpoint.status === 'Disabled') throw new Problem('endpoint_disabled');
      const type = eventType ?? endpoint.eventTypes[0] ?? 'invoice.paid';
      const { data } = exampleMessage(type);
      const message = newId('msg');
      const text = messageBody(message, type, at, data);
      const deliveryId = await createTestDelivery(tx, endpoint, { id: message, type, resourceId: data.id, text, at });
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.tested', String(endpoint.id), { eventType: type });
      tx.afterCommit(this.wake);
      return this.deliveries.find(by.company.id, deliveryId, tx);
    });
  }

  private requireWebhooks(): void {
    if (!this.env.WEBHOOKS_ENABLED) throw new Problem('webhooks_unavailable');
  }

  /** @throws Problem 422 endpoint_refused, naming the rule */
  private checkUrl(url: string): void {
    const refusal = this.guard.refusal(url);
    if (refusal === undefined) return;
    throw new Problem('endpoint_refused', refusal, {
      errors: [{ pointer: '/url', code: 'endpoint_refused', message: refusal }],
    });
  }

  private store(secret: string, now: Date): StoredSecret {
    return { sealed: sealSecret(this.secrets, secret), createdAt: now.toISOString(), expiresAt: null };
  }

  private presentSecrets(endpoint: EndpointRow): WebhookSecretView {
    const [current, ...previous] = liveSecrets(endpoint.secrets, this.clock.now());
    if (!current) throw new Error(`endpoint ${endpoint.id} has no live secret`);
    return {
      secret: openSecret(this.secrets, current.sealed),
      previous: previous.map((old) => ({
        secret: openSecret(this.secrets, old.sealed),
        expiresAt: old.expiresAt ?? endpoint.updatedAt.toISOString(),
      })),
    };
  }
}
