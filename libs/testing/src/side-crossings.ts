/*
 * What still crosses the sides of tables (libs/db/src/table-sides.ts). These lists must only shrink: a new statement, key or function stays
 * on one side. A run of all specs fails for an entry that nothing needs.
 */

/** Foreign keys between the sides, as `table -> table`. The first three are of tables that each cell will have, with a key to `companies`. */
export const CROSSING_KEYS: readonly string[] = [
  ...['audit_heads', 'idempotency_records', 'mails'].map((table) => `${table} -> tenants`),
  'webhook_endpoints -> oauth_grants',
];

/** Functions of triggers that name tables of another side, with what they ask there. */
export const CROSSING_FUNCTIONS: Readonly<Record<string, string>> = {
  audit_kept: 'whether a company is being deleted',
  audit_kept_with_company: 'whether the company is being deleted',
  create_tenant: 'creates the card of a new company',
  document_chain_kept: 'whether a company is being deleted',
  document_chain_kept_with_company: 'whether the company is being deleted',
};

/** Names of statements; `*` stands for what a program adds to a name. A trigger asks whether the deletion of the company is running. */
const OF_DELETION: readonly string[] = ['company_rows_document_chain_delete'];

/** A trigger creates the card of the company. */
const OF_CREATION: readonly string[] = ['insert_companies'];

/** They need the state of the grants of an endpoint. */
const NEED_GRANTS: readonly string[] = [
  ...['deliveries_claim', 'relay_batch', 'relay_filters'],
  ...['endpoint_past_changes', 'endpoint_secrets_seen'],
];

const STATEMENTS = [...OF_CREATION, ...OF_DELETION, ...NEED_GRANTS];

/** Sent by workers that specs start as processes, which no run reads. They are known from the sources. */
const OF_PROGRAMS: readonly string[] = ['company_timer_busy', 'company_timers', 'webhook_backlog'];

/**
 * A transaction with one of these statements may write both sides: it creates a company, deletes one, or ends a grant. A pass of a deletion
 * that finds nothing is known by its last statement.
 */
const TRANSACTIONS: readonly string[] = [
  'insert_companies',
  ...['company_deletes_at', 'company_deletion_add', 'key_requests_delete_orphaned'],
  'endpoints_disable',
];

const LISTS = { statement: [...STATEMENTS, ...OF_PROGRAMS], transaction: TRANSACTIONS } as const;

/** The entries that a run of all specs needs, each with its kind. */
export const CROSSING_ENTRIES: readonly string[] = [
  ...STATEMENTS.map((name) => `statement ${name}`),
  ...TRANSACTIONS.map((name) => `transaction ${name}`),
];

/** The entry that allows a crossing. */
export function allowedBy(kind: keyof typeof LISTS, names: readonly string[]): string | undefined {
  return LISTS[kind].find((entry) =>
    names.some((name) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry)),
  );
}
