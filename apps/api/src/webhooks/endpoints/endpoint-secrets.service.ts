import {
  RotateWebhookSecret,
  CHECKED_DELIVERIES,
  type EndPreviousSecrets,
} from '@billhook/contract/webhooks/endpoint-secret';
import type { Target } from '@billhook/db/target';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { HOUR_MS } from '@billhook/domain/shared/durations';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { MOST_LIVE_SECRETS } from '@billhook/domain/shared/webhook-limits';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { WebhookDeliveriesRepository } from '@billhook/webhooks/deliveries/deliveries.repository';
import type { WebhookEndpoint } from '@billhook/webhooks/endpoints/endpoint.entity';
import { WebhookEndpointsRepository, type UncountedEndpoint } from '@billhook/webhooks/endpoints/endpoints.repository';
import { liveSecrets, sealSecret, type StoredSecret } from '@billhook/webhooks/endpoints/sealed-secret.rules';
import { newSigningSecret } from '@billhook/webhooks/endpoints/secret.rules';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import type { Principal } from '../../request/principal.js';
import { endpointScopeOf } from '../ownership/endpoint-scope.rules.js';
import { requireOwnSecret } from './endpoint-application.rules.js';
import { requireReadable } from './readable-types.rules.js';

/** Old secrets are stored so that a receiver that still uses one can be recognised. */
const MOST_STORED_SECRETS = MOST_LIVE_SECRETS + 5;

/** The signing secrets of endpoints. */
@Injectable()
export class WebhookSecretsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly audit: AuditLog,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The endpoint with its secret, and the previous ones that still sign. Viewing them is audited. @throws Problem 403 as `requireSecret` */
  view(by: Principal, id: number): Promise<WebhookEndpoint> {
    return this.uow.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, endpointScopeOf(by), { id });
      requireSecret(by, endpoint);
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.secret_viewed', String(id));
      return endpoint;
    });
  }

  /**
   * A new secret, optionally of another scheme; the old one signs as well until the overlap ends, so that no receiver misses a message.
   * @throws Problem signing_secret_limit; 403 as `requireSecret`
   */
  rotate(by: Principal, target: Target, { overlapHours, scheme }: RotateWebhookSecret): Promise<WebhookEndpoint> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const endpoint = await this.endpoints.lock(tx, endpointScopeOf(by), target);
      requireSecret(by, endpoint);
      const signatureScheme = scheme ?? endpoint.signatureScheme;
      const ends = new Date(now.getTime() + overlapHours * HOUR_MS).toISOString();
      const live = liveSecrets(endpoint.secrets, now);
      const kept = live.map((old) => ({
        ...old,
        expiresAt: old.expiresAt !== null && old.expiresAt < ends ? old.expiresAt : ends,
      }));
      if (liveSecrets(kept, now).length >= MOST_LIVE_SECRETS) throw tooMany(live);
      const sealed = sealSecret(this.secrets, newSigningSecret(signatureScheme));
      const old = [...kept, ...endpoint.secrets.filter((each) => !live.includes(each))];
      const secrets = [{ sealed, createdAt: now.toISOString(), expiresAt: null }, ...old].slice(0, MOST_STORED_SECRETS);
      const version = endpoint.version + 1;
      const rotated = await this.endpoints.write(tx, {
        ...endpoint,
        signatureScheme,
        secrets,
        version,
        updatedAt: now,
      });
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.secret_rotated', String(endpoint.id), {
        overlapHours,
        ...(signatureScheme !== endpoint.signatureScheme && { scheme: signatureScheme }),
      });
      return rotated;
    });
  }

  /** The endpoint, and when the last attempt of each of its newest deliveries was sent. Shows no secret, so it is not audited. */
  async use(by: Principal, id: number): Promise<[WebhookEndpoint, Date[]]> {
    const endpoint = await this.endpoints.look(endpointScopeOf(by), id);
    return [endpoint, await this.deliveries.lastSent(endpoint.id, CHECKED_DELIVERIES)];
  }

  /**
   * Ends the overlap of all previous secrets, or of one. Without a previous secret nothing changes.
   * @throws Problem invalid_body if no previous secret was created at the given time
   */
  endPrevious(by: Principal, target: Target, { createdAt }: EndPreviousSecrets): Promise<WebhookEndpoint> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const endpoint = await this.endpoints.lock(tx, endpointScopeOf(by), target);
      requireSecret(by, endpoint);
      const live = liveSecrets(endpoint.secrets, now);
      const isEnded = ({ expiresAt, createdAt: at }: StoredSecret) =>
        expiresAt !== null && (createdAt === undefined || Date.parse(at) === Date.parse(createdAt));
      const ended = live.filter(isEnded);
      if (createdAt !== undefined && ended.length === 0) throw noSuchSecret();
      if (ended.length === 0) return endpoint;
      // Kept without signing: the signature check recognises a receiver that still has it.
      const expiresAt = now.toISOString();
      const secrets = endpoint.secrets.map((secret) => (ended.includes(secret) ? { ...secret, expiresAt } : secret));
      const version = endpoint.version + 1;
      const written = await this.endpoints.write(tx, { ...endpoint, secrets, version, updatedAt: now });
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.previous_secrets_ended', String(endpoint.id), {
        ended: ended.length,
      });
      return written;
    });
  }
}

/**
 * With the secret, a caller can sign messages about every record of the event types.
 * @throws Problem 403 secret_of_another_owner, or for a missing permission to read
 */
export function requireSecret(by: Principal, endpoint: UncountedEndpoint): void {
  requireOwnSecret(by, endpoint);
  requireReadable(by, endpoint.eventTypes);
}

/** @param live the secrets that sign now */
function tooMany(live: readonly StoredSecret[]): Problem {
  const nextExpiryAt = live.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted()[0] ?? null;
  const detail = `The endpoint has ${live.length} active secrets. The next one expires at ${nextExpiryAt ?? 'no time'}.`;
  return new Problem('signing_secret_limit', detail, { extensions: { nextExpiryAt } });
}

function noSuchSecret(): Problem {
  const message = 'must be the creation time of a previous secret that is still active';
  return invalidBody('/createdAt', 'unknown_secret', message);
}
