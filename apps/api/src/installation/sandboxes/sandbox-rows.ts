import { ownRows, type CompanyRows } from '@billhook/db/company-rows';
import { INSTALLATION_COMPANY_ROWS } from '@billhook/installation/company-rows.sql';
import { INVOICING_COMPANY_ROWS, SERIES_POSITIONS } from '@billhook/invoicing/company-rows.sql';
import { WEBHOOKS_COMPANY_ROWS } from '@billhook/webhooks/company-rows.sql';

/** Tables that a reset leaves, apart from those of identity: settings, endpoints, the clock, and the sequences that receivers and readers know. */
export const KEPT_AT_RESET: readonly string[] = [
  ...['portal_sessions', 'portal_links', 'event_stream_places', 'webhook_endpoints', 'webhook_grants'],
  ...['event_counters', 'number_series', 'tax_rates', 'record_change_counters', 'sandbox_advances'],
];

/** What a reset deletes, in an order that foreign keys allow. A new table belongs to it unless it is kept. */
export const RESET_ROWS: readonly CompanyRows[] = [
  ...[...WEBHOOKS_COMPANY_ROWS, ...INVOICING_COMPANY_ROWS].filter(({ table }) => !KEPT_AT_RESET.includes(table)),
  ...SERIES_POSITIONS,
  ...[ownRows('mails'), ownRows('idempotency_records')],
  ...INSTALLATION_COMPANY_ROWS.filter(({ table }) => !KEPT_AT_RESET.includes(table)),
];
