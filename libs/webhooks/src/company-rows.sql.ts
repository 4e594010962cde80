import { ownRows, type CompanyRows } from '@billhook/db/company-rows';

/** The rows of a company in the tables of webhooks and events, in the order in which they can be deleted. */
export const WEBHOOKS_COMPANY_ROWS: readonly CompanyRows[] = [
  ownRows('portal_sessions'),
  ownRows('portal_links'),
  ownRows('event_stream_places'),
  ownRows('webhook_runs'),
  // In the order of an index: sorting a million deliveries for each batch would take a second.
  ownRows('webhook_deliveries', {
    order: 'r.created_at DESC, r.id DESC',
    parts: [['webhook_attempts', 'delivery_id']],
  }),
  ownRows('webhook_endpoints', {
    hasManyParts: true,
    parts: [
      ['webhook_endpoint_stats', 'endpoint_id'],
      ['webhook_endpoint_states', 'endpoint_id'],
    ],
  }),
  ownRows('webhook_grants'),
  ownRows('events'),
  ownRows('event_counters'),
];
