import { isDeepStrictEqual } from 'node:util';
import type { PutWebhookEndpoint, UpdateWebhookEndpoint } from '@billhook/contract/webhooks/endpoint';
import { ENDPOINT_LIMITS } from '@billhook/domain/webhooks/endpoint';
import { changesOf, type AuditedChange } from '@billhook/identity/audit/changes-of';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { WebhookEndpoint } from '@billhook/webhooks/endpoints/endpoint.entity';
import { headerNames, readHeaders, sealHeaders } from '@billhook/webhooks/endpoints/sealed-secret.rules';

/** The settings of an endpoint, as they are stored. */
export type EndpointSettings = Pick<
  WebhookEndpoint,
  'description' | 'payload' | 'headers' | 'filter' | 'ordering' | 'schedule' | 'maxPerSecond' | 'maxInFlight'
>;

/** The default settings. */
export const DEFAULT_SETTINGS: EndpointSettings = {
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

/** `undefined` keeps the current value, null is a value. */
const or = <T>(wished: T | undefined, before: T): T => (wished === undefined ? before : wished);

/** The settings after a body; omitted members stay. Unchanged headers are not encrypted again, so that they count as equal. */
export function settingsAfter(before: EndpointSettings, body: Partial<Wished>, secrets: AppSecrets): EndpointSettings {
  const { limits = {}, headers } = body;
  const isSame =
    headers === undefined || isDeepStrictEqual(namesAndValues(headers), readHeaders(before.headers, secrets));
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

const AUDITED = [
  ...(['url', 'externalId', 'description', 'eventTypes', 'status', 'payload', 'signatureScheme', 'filter'] as const),
  ...(['ordering', 'schedule', 'maxPerSecond', 'maxInFlight'] as const),
];

/** The details of an edit in the audit log, with the names of headers only, even if just a value changed. */
export function auditedChanges(
  before: WebhookEndpoint,
  after: WebhookEndpoint,
  secrets: AppSecrets,
): Readonly<Record<string, AuditedChange>> {
  const changed = changesOf(before, after, AUDITED);
  if (before.headers === after.headers) return changed;
  const [from, to] = [headerNames(before.headers, secrets), headerNames(after.headers, secrets)];
  return { ...changed, headers: { from, to } };
}
