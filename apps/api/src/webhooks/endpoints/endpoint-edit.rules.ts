import { isDeepStrictEqual } from 'node:util';
import type { EventType } from '@billhook/domain/shared/event-types';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { MOST_ENDPOINTS } from '@billhook/domain/shared/webhook-limits';
import type { EndpointStatus } from '@billhook/domain/webhooks/endpoint';
import { DESTINATION_MEMBERS } from '@billhook/domain/webhooks/endpoint-ownership';
import type { WebhookEndpoint } from '@billhook/webhooks/endpoints/endpoint.entity';
import type { EndpointRow, UncountedEndpoint } from '@billhook/webhooks/endpoints/endpoints.repository';

/** The other changes when a person enables or disables an endpoint. */
export function switchedTo(
  status: EndpointStatus | undefined,
  { disabledReason, disabledAt }: UncountedEndpoint,
  now: Date,
): Pick<EndpointRow, 'disabledReason' | 'disabledAt'> {
  if (status === 'Enabled') return { disabledReason: null, disabledAt: null };
  if (status === 'Disabled') return { disabledReason: disabledReason ?? 'Manual', disabledAt: disabledAt ?? now };
  return { disabledReason, disabledAt };
}

/** The members whose value did not change, but no longer depends on an application. */
export const confirmedMembers = (before: WebhookEndpoint, after: WebhookEndpoint, changed: object): string[] =>
  Object.keys(before.changedByGrants ?? {}).filter(
    (member) => !Object.hasOwn(after.changedByGrants ?? {}, member) && !Object.hasOwn(changed, member),
  );

/** Problem 409 endpoint_limit, with the limit. */
export function tooManyEndpoints(): Problem {
  const detail = `The company already has ${MOST_ENDPOINTS} endpoints, the maximum.`;
  return new Problem('endpoint_limit', detail, { extensions: { limit: MOST_ENDPOINTS } });
}

/** @throws Problem 422 endpoint_refused, naming the rule */
export function requireUrl(rejection: string | undefined): void {
  if (rejection === undefined) return;
  throw new Problem('endpoint_refused', rejection, {
    errors: [{ pointer: '/url', code: 'endpoint_refused', message: rejection }],
  });
}

/** The members that a replacing body states, by naming or by omitting them. */
export const REPLACED = [...DESTINATION_MEMBERS, 'eventTypes'];

/** The event types that an edit selects: new ones, or all if other texts are sent, or to another place. */
export function typesSelected(
  before: WebhookEndpoint,
  after: WebhookEndpoint,
  named: readonly string[],
): readonly EventType[] {
  const isSame = DESTINATION_MEMBERS.every(
    (name) =>
      isDeepStrictEqual(before[name], after[name]) &&
      // Confirming what an application chose is a choice as well.
      (before.changedByGrants?.[name] === undefined || !named.includes(name)),
  );
  return isSame ? after.eventTypes.filter((type) => !before.eventTypes.includes(type)) : after.eventTypes;
}

/** @throws Problem invalid_body */
export function requireScheme(
  endpoint: UncountedEndpoint,
  wished: UncountedEndpoint['signatureScheme'] | undefined,
): void {
  if (wished === undefined || wished === endpoint.signatureScheme) return;
  const message = 'can be set only on a new endpoint; rotate-secret changes it, with an overlap';
  throw invalidBody('/signatureScheme', 'scheme_by_rotation', message);
}
