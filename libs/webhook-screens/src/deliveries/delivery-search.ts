import { ATTEMPT_ERROR_KINDS, type AttemptErrorKind } from '@billhook/contract/webhooks/attempt-error-kinds';
import type { ListWebhookDeliveries, WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { EVENT_TYPES, EVENTS, type EventResource, type EventType } from '@billhook/domain/shared/event-types';

export type DeliveryStatusFilter = WebhookDeliveryView['status'];
export type StatusClass = NonNullable<ListWebhookDeliveries['statusClass']>;

/** Most urgent first. A status that the contract drops or renames does not compile here. */
export const DELIVERY_STATUSES = [
  'Failed',
  'Waiting',
  'Sending',
  'Delivered',
  'Cancelled',
] as const satisfies readonly DeliveryStatusFilter[];

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const satisfies readonly StatusClass[];

export const RESOURCES = [...new Set(EVENT_TYPES.map((type) => EVENTS[type].resource))];

/** The lengths of the period, in hours. */
export const PERIODS = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;
export type LogPeriod = keyof typeof PERIODS;
export const PERIOD_NAMES = ['1h', '24h', '7d', '30d'] as const satisfies readonly LogPeriod[];

/** Filters and the open delivery are in the address, which makes a view shareable. */
export interface DeliverySearch {
  endpoint?: number;
  status?: DeliveryStatusFilter;
  type?: EventType;
  error?: AttemptErrorKind;
  /** A status, as 503, or a class of them. */
  response?: number | StatusClass;
  resource?: EventResource;
  record?: number;
  /** The id of an event: its deliveries to all endpoints. */
  event?: string;
  /** Ends now; in place of `since` and `until`. */
  period?: LogPeriod;
  since?: string;
  until?: string;
  delivery?: number;
}

export type DeliveryFilters = Omit<DeliverySearch, 'delivery'>;

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function momentOf(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function oneOf<const T>(known: readonly T[]): (value: unknown) => T | undefined {
  return (value) => known.find((each) => each === value);
}

const READERS: { readonly [K in keyof Required<DeliverySearch>]: (value: unknown) => DeliverySearch[K] | undefined } = {
  endpoint: idOf,
  status: oneOf(DELIVERY_STATUSES),
  type: oneOf(EVENT_TYPES),
  error: oneOf(ATTEMPT_ERROR_KINDS),
  response: (value) => oneOf(STATUS_CLASSES)(value) ?? (/^[1-5]\d\d$/.test(String(value)) ? Number(value) : undefined),
  resource: oneOf(RESOURCES),
  record: idOf,
  event: (value) => (typeof value === 'string' && /^\w{1,100}$/.test(value) ? value : undefined),
  period: oneOf(PERIOD_NAMES),
  since: momentOf,
  until: momentOf,
  delivery: idOf,
};

/** What an address says; anything else in it is ignored. */
export function deliverySearch(search: Readonly<Record<string, unknown>>): DeliverySearch {
  const read = Object.entries(READERS).map(([name, reader]): [string, unknown] => [name, reader(search[name])]);
  const known: DeliverySearch = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  if (known.period === undefined) return known;
  const { since: _since, until: _until, ...others } = known;
  return others;
}

/** Whether any filter is set. On the page of an endpoint, the endpoint is not a filter. */
export function isFiltered(search: DeliverySearch, fixedEndpoint: boolean): boolean {
  const { delivery: _delivery, endpoint, ...filters } = search;
  return Object.keys(filters).length > 0 || (!fixedEndpoint && endpoint !== undefined);
}

/** The query of the API. The caller keeps `now` while the page reads on: a cursor belongs to one query. */
export function deliveryQuery(
  search: DeliveryFilters,
  now: Date,
): Readonly<Record<string, string | number | undefined>> {
  const { endpoint, status, type, error, response, resource, record, event, period, since, until } = search;
  const start = period && new Date(now.getTime() - PERIODS[period] * 3_600_000).toISOString();
  return {
    endpointId: endpoint,
    status,
    eventType: type,
    errorKind: error,
    responseStatus: typeof response === 'number' ? response : undefined,
    statusClass: typeof response === 'string' ? response : undefined,
    resource,
    resourceId: record,
    eventId: event,
    since: start ?? since,
    until,
  };
}
