import { present } from '@billhook/contract/shared/present';
import { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { EndpointHealthView } from '@billhook/contract/webhooks/endpoint-health';
import type { WebhookSecretView } from '@billhook/contract/webhooks/endpoint-secret';
import type { WebhookSecretUseView } from '@billhook/contract/webhooks/endpoint-secret';
import { nextStepOf } from '@billhook/domain/webhooks/endpoint-health';
import type { GrantApplication } from '@billhook/identity/oauth/grant-status.sql';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import type { WebhookEndpoint } from './endpoint.entity.js';
import type { EndpointRow } from './endpoints.repository.js';
import { headerNames, liveSecrets, openSecret, type StoredSecret } from './sealed-secret.rules.js';
import { publicKeyOf, schemeOf } from './secret.rules.js';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What the receiver verifies with: the shared secret, or the public key of a pair. */
export const shownSecret = (secret: string): string => (schemeOf(secret) === 'v1a' ? publicKeyOf(secret) : secret);

const presentApplication = ({ id, clientId, name, grantId, access }: GrantApplication) => ({
  ...{ id, clientId, name, grantId, access },
});

/** The only presenter of endpoints. Secrets have separate responses. */
@Injectable()
export class WebhookEndpointPresenter {
  constructor(
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENV) private readonly env: Pick<Env, 'SMTP_URL'>,
  ) {}

  // A property, so that lists can be mapped with it.
  readonly present = (endpoint: EndpointRow): WebhookEndpointView =>
    present(WebhookEndpointView, endpoint, {
      headers: headerNames(endpoint.headers, this.secrets).map((name) => ({ name })),
      limits: { perSecond: endpoint.maxPerSecond, inFlight: endpoint.maxInFlight },
      application: endpoint.application && presentApplication(endpoint.application),
      applicationChanges: endpoint.applicationChanges.map(({ member, application }) => ({
        member,
        application: presentApplication(application),
      })),
      health: healthOf(endpoint, this.clock.now(), this.env.SMTP_URL !== undefined),
      deliveries: { delivered: endpoint.delivered, failed: endpoint.failed, waiting: endpoint.waiting },
    });

  presentSecrets(endpoint: WebhookEndpoint): WebhookSecretView {
    const [current, ...previous] = liveSecrets(endpoint.secrets, this.clock.now());
    if (!current) throw new Error(`endpoint ${endpoint.id} has no live secret`);
    return {
      ...this.presentSecret(current),
      previous: previous.map((old) => ({
        ...this.presentSecret(old),
        expiresAt: old.expiresAt ?? endpoint.updatedAt.toISOString(),
      })),
    };
  }

  /** @param attempts when the last attempt of each recent delivery was sent, the newest delivery first */
  presentSecretUse({ secrets }: WebhookEndpoint, attempts: readonly Date[]): WebhookSecretUseView {
    return {
      deliveries: attempts.length,
      secrets: liveSecrets(secrets, this.clock.now()).map((stored) => {
        const { createdAt, expiresAt } = stored;
        // A secret signs every attempt from its creation on.
        const signed = attempts.filter((at) => at.getTime() >= Date.parse(createdAt));
        const lastSignedAt = signed.length > 0 ? new Date(Math.max(...signed.map(Number))) : null;
        const { scheme } = this.presentSecret(stored);
        return { createdAt, expiresAt, scheme, verifiable: signed.length, lastSignedAt: iso(lastSignedAt) };
      }),
    };
  }

  private presentSecret({ sealed, createdAt }: StoredSecret): Omit<WebhookSecretView, 'previous'> {
    const secret = openSecret(this.secrets, sealed);
    return { secret: shownSecret(secret), scheme: schemeOf(secret), createdAt };
  }
}

/** An end in the past is omitted. */
function healthOf(endpoint: EndpointRow, now: Date, sendsEmail: boolean): EndpointHealthView {
  const isOff = endpoint.status === 'Disabled';
  const isPaused = !isOff && endpoint.health === 'Paused';
  const held = !isOff && endpoint.heldUntil && endpoint.heldUntil > now ? endpoint.heldUntil : null;
  const next = nextStepOf(endpoint, endpoint, now, sendsEmail);
  return {
    state: isOff ? 'Disabled' : endpoint.health,
    since: (isOff && endpoint.disabledAt ? endpoint.disabledAt : endpoint.healthSince).toISOString(),
    failingSince: iso(endpoint.failingSince),
    consecutiveFailures: endpoint.consecutiveFailures,
    failedMessages: endpoint.failedMessages,
    lastSuccessAt: iso(endpoint.lastSuccessAt),
    lastFailure: failureSinceSuccess(endpoint),
    nextAttemptAt: iso(isOff ? null : nextAttemptOf(endpoint, held, now)),
    heldUntil: iso(held),
    probeAt: isPaused ? iso(endpoint.probeAt) : null,
    nextStep: next && { ...next, at: next.at.toISOString() },
  };
}

/** A failure that a success followed is omitted. The failure that an endpoint counts since its last success is always shown. */
function failureSinceSuccess(endpoint: EndpointRow): EndpointHealthView['lastFailure'] {
  const { lastFailure, lastSuccessAt, failingSince } = endpoint;
  if (!lastFailure) return null;
  const at = new Date(lastFailure.at);
  const isOver = failingSince === null && lastSuccessAt !== null && lastSuccessAt >= at;
  return isOver ? null : { ...lastFailure, at: at.toISOString() };
}

/** Now if it is due. An application without access receives nothing. */
function nextAttemptOf(endpoint: EndpointRow, held: Date | null, now: Date): Date | null {
  const { nextAttemptAt, application, applicationChanges, health, probeAt } = endpoint;
  const accesses = [application, ...applicationChanges.map((change) => change.application)];
  if (!nextAttemptAt || accesses.some((each) => each && each.access !== 'active')) return null;
  const times = [nextAttemptAt, now, ...(held ? [held] : []), ...(health === 'Paused' && probeAt ? [probeAt] : [])];
  return new Date(Math.max(...times.map(Number)));
}
