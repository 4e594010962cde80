import { isDeepStrictEqual } from 'node:util';
import {
  ENDPOINT_LIMITS,
  type PutWebhookEndpoint,
  type UpdateWebhookEndpoint,
} from '@billhook/contract/webhooks/webhook-endpoint';
import { openHeaders, sealHeaders } from '@billhook/webhooks/endpoints/sealed-secret.rules';
import type { WebhookEndpointEntity } from '@billhook/webhooks/endpoints/webhook-endpoint.entity';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import { changesOf, type Change } from '@billhook/identity/audit/changes-of';

/** What is chosen of an endpoint, as it is stored. */
export type EndpointSettings = Pick<
  WebhookEndpointEntity,
  'description' | 'payload' | 'headers' | 'filter' | 'ordering' | 'schedule' | 'maxPerSecond' | 'maxInFlight'
>;

/** Those of an endpoint of which nothing is said. */
export const USUAL: EndpointSettings = {
  description: null,
  payload: 'Full',
  headers: null,
  filter: null,
  ordering: 'BestEffort',
  schedule: null,
  maxPerSecond: ENDPOINT_LIMITS.perSecond,
  maxInFlight: ENDPOINT_LIMITS.inFlight,
};

type Wished = Omit<UpdateWebhookEndpoint & PutWebhookEndpoint, 'url' | 'eventTypes' | 'signatureScheme' | 'status'>;

/** `undefined` leaves what was, null is a value. */
const or = <T>(wished: T | undefined, before: T): T => (wished === undefined ? before : wished);

/** The settings after a body; what it leaves out stays. Unchanged headers are not encrypted again, so that they count as equal. */
export function settingsAfter(before: EndpointSettings, body: Partial<Wished>, secrets: AppSecrets): EndpointSettings {
  const { limits = {}, headers } = body;
  const isSame = headers === undefined || isDeepStrictEqual(namesAndValues(headers), opened(before.headers, secrets));
  return {
    description: or(body.description, before.description),
    payload: or(body.payload, before.payload),
    headers: isSame ? before.headers : sealHeaders(secrets, headers),
    filter: or(body.filter, before.filter),
    ordering: or(body.ordering, before.ordering),
    schedule: or(body.schedule, before.schedule),
    maxPerSecond: or(limits.perSecond, before.maxPerSecond),
    maxInFlight: or(limits.inFlight, before.maxInFlight),
  };
}

const namesAndValues = (headers: Readonly<Record<string, string>>) => ({ ...headers });

/** Undefined where they cannot be opened: an application secret is gone. New ones then take their place. */
function opened(sealed: string | null, secrets: AppSecrets): Record<string, string> | undefined {
  try {
    return openHeaders(secrets, sealed);
  } catch {
    return undefined;
  }
}

/** The names of the custom headers. None where they cannot be opened, for then none is sent either. */
export function headerNames(sealed: string | null, secrets: AppSecrets): string[] {
  return Object.keys(opened(sealed, secrets) ?? {});
}

const AUDITED = [
  ...(['url', 'externalId', 'description', 'eventTypes', 'status', 'payload', 'signatureScheme', 'filter'] as const),
  ...(['ordering', 'schedule', 'maxPerSecond', 'maxInFlight'] as const),
];

/** What the audit log tells of an edit. Of headers the names alone: also where only a value is another. */
export function auditedChanges(
  before: WebhookEndpointEntity,
  after: WebhookEndpointEntity,
  secrets: AppSecrets,
): Readonly<Record<string, Change>> {
  const changed = changesOf(before, after, AUDITED);
  if (before.headers === after.headers) return changed;
  const [from, to] = [headerNames(before.headers, secrets), headerNames(after.headers, secrets)];
  return { ...changed, headers: { from, to } };
}
