import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';

/** The states of `health`, and OnHold: enabled, but the access of its application does not work. */
export type HealthShown = WebhookEndpointView['health']['state'] | 'OnHold';

/** The state that screens show. */
export function healthShown({ health, application }: Pick<WebhookEndpointView, 'health' | 'application'>): HealthShown {
  const isOnHold = health.state !== 'Disabled' && application !== null && application.access !== 'active';
  return isOnHold ? 'OnHold' : health.state;
}

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
