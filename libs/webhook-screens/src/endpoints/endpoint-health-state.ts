import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { isEndedAccess } from '@billhook/domain/identity/grant';

/** The parts of an endpoint that name applications. */
export type EndpointApplications = Pick<WebhookEndpointView, 'application' | 'applicationChanges'>;

/** The application whose access does not work, or else the one that created the endpoint; null for an endpoint of the company. */
export function decidingApplication({ application, applicationChanges }: EndpointApplications) {
  const all = [...(application ? [application] : []), ...applicationChanges.map((change) => change.application)];
  return all.find(({ access }) => access !== 'active') ?? application;
}

/** What an application set before its access ended: it must be set again before the endpoint can be enabled. */
export const membersToSet = ({ applicationChanges }: EndpointApplications): string[] =>
  applicationChanges.flatMap(({ member, application: { access } }) =>
    member !== 'status' && isEndedAccess(access) ? [member] : [],
  );

/** Whether it can be enabled: not after the access of its application, or of one that changed it, has ended. */
export const canBeEnabled = (endpoint: EndpointApplications): boolean =>
  !(endpoint.application && isEndedAccess(endpoint.application.access)) && membersToSet(endpoint).length === 0;

/** The states of `health`, and OnHold: enabled, but the access of an application that it depends on does not work. */
export type HealthShown = WebhookEndpointView['health']['state'] | 'OnHold';

/** The state that screens show. */
export function healthShown(endpoint: Pick<WebhookEndpointView, 'health'> & EndpointApplications): HealthShown {
  const { health } = endpoint;
  const access = decidingApplication(endpoint)?.access ?? 'active';
  const isOnHold = health.state !== 'Disabled' && access !== 'active';
  return isOnHold ? 'OnHold' : health.state;
}

/** Why an endpoint is in its state and how that affects sending: a key of `health.reason`. */
export type HealthReason =
  | NonNullable<WebhookEndpointView['disabledReason']>
  | 'accessSuspended'
  | 'accessEnded'
  | 'paused'
  | 'held'
  | 'degraded'
  | 'recovering'
  | 'enabledAgain'
  | 'failing'
  | 'notSent'
  | 'healthy'
  | 'unused';

type LastFailure = NonNullable<WebhookEndpointView['health']['lastFailure']>;

/** Whether the failure counted for the health: not of a test, and not of a message that could not be sent (`Other`). */
const isOfReceiver = ({ test, errorKind }: LastFailure): boolean => !test && errorKind !== 'Other';

/** The reason that screens show below the last error. Pure. */
export function healthReason(
  endpoint: Pick<WebhookEndpointView, 'health' | 'disabledReason'> & EndpointApplications,
): HealthReason {
  const { health } = endpoint;
  const { state, since, consecutiveFailures, failingSince, lastFailure, lastSuccessAt } = health;
  if (state === 'Disabled') return endpoint.disabledReason ?? 'Manual';
  if (healthShown(endpoint) === 'OnHold') {
    return decidingApplication(endpoint)?.access === 'suspended' ? 'accessSuspended' : 'accessEnded';
  }
  if (state === 'Paused') return 'paused';
  if (health.heldUntil) return 'held';
  // Without a failure, it only asked to wait.
  if (failingSince && consecutiveFailures === 0) return 'held';
  if (failingSince) return state === 'Degraded' ? 'degraded' : 'failing';
  if (lastFailure?.errorKind === 'NotSigned') return 'notSent';
  // Enabling resets the failures, but until an attempt succeeds, nothing shows that the receiver works.
  if (state === 'Degraded') {
    const hasSucceeded = !lastFailure && lastSuccessAt !== null && lastSuccessAt >= since;
    return hasSucceeded ? 'recovering' : 'enabledAgain';
  }
  if (lastFailure && isOfReceiver(lastFailure)) return 'enabledAgain';
  return lastSuccessAt ? 'healthy' : 'unused';
}

/** Whether only the state is shown. */
export const isQuiet = (endpoint: Pick<WebhookEndpointView, 'health'> & EndpointApplications): boolean =>
  healthShown(endpoint) === 'Healthy' && !endpoint.health.failingSince && !endpoint.health.lastFailure;

const BY_TROUBLE: readonly HealthShown[] = ['Paused', 'Degraded', 'OnHold', 'Disabled', 'Healthy'];

/** The endpoints sorted by trouble: those that fail first; a disabled one comes before the healthy ones. */
export function byTrouble(endpoints: readonly WebhookEndpointView[]): WebhookEndpointView[] {
  const rank = (endpoint: WebhookEndpointView) => {
    const shown = healthShown(endpoint);
    const isFailing = shown === 'Healthy' && endpoint.health.failingSince !== null;
    return isFailing ? BY_TROUBLE.indexOf('Degraded') + 0.5 : BY_TROUBLE.indexOf(shown);
  };
  return endpoints.toSorted((a, b) => rank(a) - rank(b) || b.deliveries.waiting - a.deliveries.waiting || b.id - a.id);
}
