import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { exampleMessage } from '@billhook/contract/examples/example-events';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { certify, type CertificationKit, type CertificationResult } from '@billhook/domain/webhooks/certification';
import type { CertificationCaseName } from '@billhook/domain/webhooks/certification-cases';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { NOT_SIGNED } from '@billhook/webhooks/attempts/attempt-sender';
import { CertificationSender } from '@billhook/webhooks/attempts/certification-sender';
import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import { signatureHeaders } from '@billhook/webhooks/attempts/signature.rules';
import { takeCertificationSlot } from '@billhook/webhooks/endpoints/certification-slots.sql';
import type { WebhookEndpoint } from '@billhook/webhooks/endpoints/endpoint.entity';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { canOpenSecret, liveSecrets, openSecret, readHeaders } from '@billhook/webhooks/endpoints/sealed-secret.rules';
import { newSigningSecret } from '@billhook/webhooks/endpoints/secret.rules';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import type { Principal } from '../../request/principal.js';
import { endpointScopeOf } from '../ownership/endpoint-scope.rules.js';
import { requireSecret } from './endpoint-secrets.service.js';
import { WebhookEndpointsService } from './endpoints.service.js';

/** Cases that this process plays at the same time: each may wait for a slow receiver. */
const MOST_TOGETHER = 20;

/** Plays the cases of a certification against the URL of an endpoint, with its secrets. */
@Injectable()
export class WebhookCertificationService {
  private readonly sender: CertificationSender;
  private playing = 0;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly service: WebhookEndpointsService,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly audit: AuditLog,
    private readonly secrets: AppSecrets,
    guard: EgressGuard,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENV) env: Env,
  ) {
    this.sender = new CertificationSender({ guard, timeoutMs: env.WEBHOOK_TIMEOUT_MS });
  }

  /** @throws Problem not_found, endpoint_disabled; 403 as `requireSecret`; 429 rate_limited */
  async certify(by: Principal, id: number, name: CertificationCaseName): Promise<CertificationResult> {
    this.service.requireWebhooks();
    if (this.playing >= MOST_TOGETHER) throw tooMany(1);
    // Before the first wait, so that no other request counts without it.
    this.playing += 1;
    try {
      return await certify(name, this.kitOf(await this.started(by, id)));
    } finally {
      this.playing -= 1;
    }
  }

  private started(by: Principal, id: number): Promise<WebhookEndpoint> {
    return this.uow.run(async (tx) => {
      const locked = await this.endpoints.lock(tx, endpointScopeOf(by), { id });
      requireSecret(by, locked);
      if (locked.status === 'Disabled') throw new Problem('endpoint_disabled');
      const { retryAfter, isFirst } = await takeCertificationSlot(tx, locked.id);
      if (retryAfter > 0) throw tooMany(retryAfter);
      if (isFirst) await this.audit.record(tx, actorOf(by), 'webhook_endpoint.certified', String(id));
      return locked;
    });
  }

  private kitOf({ url, secrets, headers, eventTypes, signatureScheme }: WebhookEndpoint): CertificationKit {
    const live = liveSecrets(secrets, this.clock.now());
    const custom = readHeaders(headers, this.secrets);
    if (!custom || !live.every(({ sealed }) => canOpenSecret(this.secrets, sealed))) {
      throw new Problem('action_not_allowed', `${NOT_SIGNED.error}.`);
    }
    const own = live.map(({ sealed }) => openSecret(this.secrets, sealed));
    const other = [newSigningSecret(signatureScheme)];
    const signWith = (keys: readonly string[]) => (messageId: string, timestamp: number, body: string) =>
      signatureHeaders(keys, messageId, new Date(timestamp * 1000), Buffer.from(body))['webhook-signature'];
    return {
      example: exampleMessage(eventTypes[0] ?? 'invoice.paid'),
      newId: () => `msg_certify${randomBytes(8).toString('hex')}`,
      sign: signWith(own),
      signOther: signWith(other),
      gzip: (text) => gzipSync(text),
      send: (request) => this.sender.send(url, request, custom),
    };
  }
}

const tooMany = (retryAfter: number): Problem =>
  new Problem('rate_limited', 'A certification is being repeated too quickly.', { extensions: { retryAfter } });
