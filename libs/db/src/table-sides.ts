import { RESOURCES, type TableSide } from '@billhook/domain/shared/resources';

/*
 * A cell is a schema with the rows of some companies, which could be on another server than the rest: docs/beyond-one-machine.md. This
 * table says which tables are there. A table of both sides is in both schemas.
 * `table-sides.e2e-spec.ts` compares it with the schemas, and every run of specs with the statements that it sends.
 */

/** Found before a cell is known: credentials, and what belongs to accounts or to the installation. */
const GLOBAL = [
  ...['accounts', 'password_resets', 'recovery_codes', 'second_factors', 'sessions', 'sign_in_attempts'],
  ...['invitations', 'key_hosts', 'key_permissions', 'key_policies', 'key_requests'],
  ...['oauth_applications', 'oauth_grants', 'oauth_policies', 'oauth_secrets', 'oauth_tokens'],
  ...['event_stream_places', 'portal_links', 'portal_sessions'],
  ...['cells', 'cell_moves', 'tenants', 'company_deletions'],
  ...['installation', 'migrations', 'rate_limits', 'served_archives'],
] as const;

/** Of one company, or of the upkeep of a cell. */
const CELL = [
  ...['companies', 'tenant_changes', 'company_logos', 'api_requests', 'sandbox_advances'],
  ...[
    'quote_lines',
    'invoice_lines',
    'credit_note_lines',
    'payment_allocations',
    'postponements',
    'settlement_entries',
  ],
  ...['number_series', 'number_series_numbers', 'number_series_periods', 'document_numbers', 'tax_rates'],
  ...['answering_links', 'client_links', 'document_files'],
  ...['document_chain', 'document_chain_adoption', 'document_chain_heads', 'document_chain_upgrade'],
  ...['primary_history', 'record_change_counters', 'record_changes', 'record_history', 'record_tombstones'],
  ...['event_counters', 'event_sequencer', 'events'],
  ...['webhook_attempts', 'webhook_deliveries', 'webhook_endpoint_states', 'webhook_endpoint_stats'],
  ...['webhook_grants', 'webhook_runs', 'webhook_workers'],
  ...['company_export_files', 'company_export_parts', 'company_exports', 'snapshot_parts', 'snapshots'],
  ...['import_parts', 'import_row_keys', 'imports'],
] as const;

/** A row is on the side of the transaction that writes it. */
const BOTH = ['audit_heads', 'audit_log', 'deleting_companies', 'idempotency_records'] as const;

const of = (side: TableSide, tables: readonly string[]) => tables.map((table) => [table, side] as const);

/** The side of each table. Those of resources are in their rows. */
export const TABLE_SIDES: ReadonlyMap<string, TableSide> = new Map([
  ...of('global', GLOBAL),
  ...of('cell', CELL),
  ...of('both', BOTH),
  ...Object.values(RESOURCES).map(({ table, side }) => [table, side] as const),
]);

/** The tables with rows on both sides. */
export const OF_BOTH = [...TABLE_SIDES].filter(([, side]) => side === 'both').map(([table]) => table);
