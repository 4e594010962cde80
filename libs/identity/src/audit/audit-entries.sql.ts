/**
 * The one statement that writes the audit log.
 * @param entries a SELECT of its columns, in their order
 */
export const insertAuditEntries = (entries: string): string =>
  `INSERT INTO audit_log (company_id, at, actor_kind, member_id, key_id, actor, action, target, details, ip, user_agent, request_id)
  ${entries}`;

/** SQL expressions for the columns of an entry that Billhook writes itself, without a request. */
interface SystemEntriesSql {
  readonly companyId: string;
  readonly at: string;
  readonly action: string;
  readonly target: string;
  readonly details: string;
  /** The FROM clause and its ORDER BY: two transactions that write for the same companies take them in one order. */
  readonly from?: string;
}

/** The same statement for entries that Billhook writes itself. */
export const insertSystemEntries = ({ companyId, at, action, target, details, from = '' }: SystemEntriesSql): string =>
  insertAuditEntries(
    `SELECT ${companyId}, ${at}, 'system', NULL, NULL, 'system', ${action}, ${target}, ${details}, NULL, NULL, NULL ${from}`,
  );
