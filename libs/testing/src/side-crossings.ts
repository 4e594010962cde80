/*
 * What still crosses the sides of tables (libs/db/src/table-sides.ts). These lists must only shrink: a new statement or key stays on one
 * side, and no function of a trigger crosses. A run of all specs fails for an entry that nothing needs.
 */

const toCompanies = (table: string): string => `${table} -> companies`;

/** Foreign keys between the sides, as `table -> table`. Those to `companies` will refer to a global row with the place of the company. */
export const CROSSING_KEYS: readonly string[] = [
  ...['api_keys', 'invitations', 'key_policies', 'members', 'portal_links', 'portal_sessions'].map(toCompanies),
  ...['oauth_applications', 'oauth_grants', 'oauth_policies'].map(toCompanies),
  ...['audit_heads', 'idempotency_records', 'mails'].map(toCompanies),
];

/**
 * Names of statements; `*` stands for what a program adds to a name. They need the name, the plan, the time zone or the deletion of a
 * company.
 */
const NEED_COMPANY: readonly string[] = [
  ...['company_deletions_due', 'company_rows_document_chain_delete', 'sandbox_list', 'sandbox_members_of'],
  ...['session_live', 'sessions_of_account', 'member_of', 'member_keys'],
  ...['invitation_by_token', 'invitation_get', 'invitation_pending', 'invitation_pending_to'],
  ...['key_count_*', 'key_get', 'key_get_all', 'key_list_*', 'key_lock', 'key_lock_of'],
  ...['key_expiring', 'key_traffic_dead'],
  ...['key_verify_*', 'oauth_verify_*', 'oauth_client', 'oauth_companies', 'oauth_companies_hold'],
  ...['oauth_application', 'oauth_application_lock', 'oauth_applications'],
  ...['grant_applications', 'grants_ended', 'grants_owned', 'oauth_grant', 'oauth_grant_get'],
  ...['oauth_grants_account', 'oauth_grants_application', 'oauth_grants_company', 'oauth_grants_member'],
  ...['portal_link', 'portal_link_redeem', 'portal_link_revoke', 'portal_links_active', 'portal_session_live'],
];

/** Sent by workers that specs start as processes, which no run reads. They are known from the sources. */
const OF_PROGRAMS: readonly string[] = ['key_expiring_of', 'key_warning_next'];

/** A transaction with one of these statements may write both sides: it creates a company, or deletes one. */
const TRANSACTIONS: readonly string[] = [
  'insert_companies',
  ...['company_deletes_at', 'company_deletion_add', 'company_deletion_complete'],
];

const LISTS = { statement: [...NEED_COMPANY, ...OF_PROGRAMS], transaction: TRANSACTIONS } as const;

/** The entries that a run of all specs needs, each with its kind. */
export const CROSSING_ENTRIES: readonly string[] = [
  ...NEED_COMPANY.map((name) => `statement ${name}`),
  ...TRANSACTIONS.map((name) => `transaction ${name}`),
];

/** The entry that allows a crossing. */
export function allowedBy(kind: keyof typeof LISTS, names: readonly string[]): string | undefined {
  return LISTS[kind].find((entry) =>
    names.some((name) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry)),
  );
}
