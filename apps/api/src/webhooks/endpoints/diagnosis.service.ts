import type { DiagnoseWebhookRequest } from '@billhook/contract/webhooks/diagnosis';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { WebhookDeliveriesRepository } from '@billhook/webhooks/deliveries/deliveries.repository';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { canOpenSecret, liveSecrets, openSecret } from '@billhook/webhooks/endpoints/sealed-secret.rules';
import { diagnose, type Diagnosis, type KnownFacts } from '@billhook/webhooks/verification/signature-diagnosis.rules';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { presentDeliveryDetail } from '../deliveries/delivery.presenter.js';
import { endpointScopeOf } from '../ownership/endpoint-scope.rules.js';
import { requireSecret } from './endpoint-secrets.service.js';
import { mayRead } from './readable-types.rules.js';

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

  /** @throws Problem not_found; 403 as `requireSecret`, because the answer depends on the secret */
  async diagnose(by: Principal, endpointId: number, request: DiagnoseWebhookRequest): Promise<Diagnosis> {
    const endpoint = await this.endpoints.look(endpointScopeOf(by), endpointId);
    requireSecret(by, endpoint);
    const { id } = endpoint;
    const { webhookId = null, webhookTimestamp = null, webhookSignature = null } = request;
    const { computedSignature, receivedAt, body } = request;
    const sentBody = webhookId === null ? null : await this.sentBody(by, id, webhookId);
    return diagnose(
      {
        ...{ id: webhookId, timestamp: webhookTimestamp, signature: webhookSignature, body },
        computed: computedSignature || null,
        receivedAt: receivedAt ? new Date(receivedAt) : null,
      },
      { endpointId: id, ...(await this.knownSecrets(by, id)), sentBody },
    );
  }

  /** The secrets of all endpoints whose secrets the caller may use; the endpoint's own come first. */
  private async knownSecrets(by: Principal, ownId: number): Promise<Pick<KnownFacts, 'secrets' | 'unreadable'>> {
    const now = this.clock.now();
    // For an application only its own, even if it may manage all endpoints.
    const scope = { companyId: by.company.id, ...(by.kind === 'app' && { grantId: by.grant.id }) };
    const endpoints = await this.endpoints.secretsOf(scope);
    const stored = endpoints
      .filter(({ eventTypes }) => mayRead(by, eventTypes))
      .toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
      .flatMap(({ id, secrets }) => {
        const live = liveSecrets(secrets, now);
        return secrets.map((each) => ({ sealed: each.sealed, endpointId: id, isActive: live.includes(each) }));
      });
    const isReadable = ({ sealed }: { readonly sealed: string }) => canOpenSecret(this.secrets, sealed);
    return {
      secrets: stored.filter(isReadable).map(({ sealed, ...rest }) => ({
        ...rest,
        secret: openSecret(this.secrets, sealed),
      })),
      unreadable: [...new Set(stored.filter((each) => !isReadable(each)).map(({ endpointId }) => endpointId))],
    };
  }

  /** The body of the message with this id; null if it is no longer stored, or the caller may not read its record. */
  private async sentBody(by: Principal, endpointId: number, eventId: string): Promise<string | null> {
    const delivery = await this.deliveries.findOfEvent(by.company.id, endpointId, eventId);
    if (!delivery) return null;
    const attempts = await this.deliveries.attempts(delivery);
    return presentDeliveryDetail(delivery, attempts, this.env.PUBLIC_URL, by.permissions).body;
  }
}
