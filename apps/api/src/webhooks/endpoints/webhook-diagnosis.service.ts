import type { DiagnoseWebhookRequest } from '@billhook/contract/webhooks/webhook-diagnosis';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { CLOCK, ENV } from '@billhook/platform/tokens';
import { WebhookDeliveriesRepository } from '@billhook/webhooks/deliveries/webhook-deliveries.repository';
import { liveSecrets, openSecret } from '@billhook/webhooks/endpoints/sealed-secret.rules';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/webhook-endpoints.repository';
import { diagnose, type Diagnosis, type KnownSecret } from '@billhook/webhooks/verification/signature-diagnosis.rules';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { presentDeliveryDetail } from '../deliveries/webhook-delivery.presenter.js';

/** Why a receiver rejects a request: with the secrets of the company, which stay on the server. */
@Injectable()
export class WebhookDiagnosisService {
  constructor(
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws Problem not_found */
  async diagnose(by: Principal, endpointId: number, request: DiagnoseWebhookRequest): Promise<Diagnosis> {
    const { id } = await this.endpoints.look(by.company.id, endpointId);
    const { webhookId = null, webhookTimestamp = null, webhookSignature = null } = request;
    const { computedSignature, receivedAt, body } = request;
    const sentBody = webhookId === null ? null : await this.sentBody(by, id, webhookId);
    return diagnose(
      {
        ...{ id: webhookId, timestamp: webhookTimestamp, signature: webhookSignature, body },
        computed: computedSignature || null,
        receivedAt: receivedAt ? new Date(receivedAt) : null,
      },
      { endpointId: id, secrets: await this.knownSecrets(by.company.id, id), sentBody },
    );
  }

  /** Those of all endpoints of the company, those of the endpoint first. */
  private async knownSecrets(companyId: number, ownId: number): Promise<KnownSecret[]> {
    const now = this.clock.now();
    const endpoints = await this.endpoints.secretsOf(companyId);
    const known = endpoints.flatMap(({ id, secrets }) => {
      const live = liveSecrets(secrets, now);
      return secrets.map((stored) => ({
        secret: openSecret(this.secrets, stored.sealed),
        endpointId: id,
        isActive: live.includes(stored),
      }));
    });
    return known.toSorted((a, b) => Number(b.endpointId === ownId) - Number(a.endpointId === ownId));
  }

  /** The body of the message with this id; null if it is no longer stored, or the caller may not read its record. */
  private async sentBody(by: Principal, endpointId: number, eventId: string): Promise<string | null> {
    const delivery = await this.deliveries.findOfEvent(by.company.id, endpointId, eventId);
    if (!delivery) return null;
    const attempts = await this.deliveries.attempts(delivery);
    return presentDeliveryDetail(delivery, attempts, this.env.PUBLIC_URL, by.permissions).body;
  }
}
