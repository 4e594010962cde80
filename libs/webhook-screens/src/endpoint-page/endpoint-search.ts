import { deliverySearch, type DeliverySearch } from '../deliveries/delivery-search.js';

export const ENDPOINT_TABS = ['overview', 'deliveries', 'recover', 'settings', 'secrets', 'certification'] as const;
export type EndpointTab = (typeof ENDPOINT_TABS)[number];

/** The periods of the plots, with the bucket in which the API counts. */
export const STATS_RANGES = {
  day: { bucket: 'hour', hours: 24 },
  week: { bucket: 'hour', hours: 168 },
  month: { bucket: 'day', hours: 720 },
} as const;
export type StatsRange = keyof typeof STATS_RANGES;

/** The state of an endpoint's page in the address. A missing tab is the overview, a missing range the last 24 hours. */
export interface EndpointSearch extends DeliverySearch {
  tab?: EndpointTab;
  range?: StatsRange;
}

const isRange = (value: unknown): value is StatsRange =>
  typeof value === 'string' && Object.hasOwn(STATS_RANGES, value);

/** A link to an open delivery without a tab was created by an earlier version. */
export function endpointSearch(search: Record<string, unknown>): EndpointSearch {
  const rest = deliverySearch(search);
  const { range } = search;
  const tab = ENDPOINT_TABS.find((known) => known === search['tab']) ?? (rest.delivery ? 'deliveries' : undefined);
  return {
    ...rest,
    ...(tab && tab !== 'overview' && { tab }),
    ...(isRange(range) && range !== 'day' && { range }),
  };
}
