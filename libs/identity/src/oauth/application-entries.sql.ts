import type { ReadRunner } from '@billhook/db/statement';
import type { AuditAction } from '@billhook/domain/identity/audit';

/*
 * For other libraries that read what applications did to their records. An entry names the application and the member, and no grant. The
 * entries are of the cell of the records, and grants are global: first a statement of the other library finds the entries.
 */

const labelOf = (name: string): string => `('application ' || ${name})`;

/**
 * SQL for the last entry about a member of a record: it was changed, or confirmed.
 * @param companyId, target, member SQL
 */
export const lastChangeSql = (companyId: string, target: string, action: AuditAction, member: string): string => `(
  SELECT l.id, l.at, l.actor_kind, l.actor, l.member_id FROM audit_log l
  WHERE l.company_id = ${companyId} AND l.target = ${target} AND l.action = '${action}'
    AND (l.details -> 'changed' ? ${member} OR l.details -> 'confirmed' ? ${member})
  ORDER BY l.id DESC LIMIT 1)`;

/**
 * SQL for the last entry by an application that saw or replaced a secret which no member or key has replaced since.
 * @param companyId, target SQL
 */
export const lastSecretSeenSql = (companyId: string, target: string): string => `(
  SELECT l.id, l.at, l.actor, l.member_id FROM audit_log l
  WHERE l.company_id = ${companyId} AND l.target = ${target} AND l.actor_kind = 'app'
    AND l.action IN ('webhook_endpoint.secret_viewed', 'webhook_endpoint.secret_rotated')
    AND NOT EXISTS (SELECT FROM audit_log r WHERE r.company_id = l.company_id AND r.target = l.target AND r.id > l.id
      AND r.action = 'webhook_endpoint.secret_rotated' AND r.actor_kind <> 'app')
  ORDER BY l.id DESC LIMIT 1)`;

/** An entry by an application, and what its grant depends on. */
export interface ApplicationEntry {
  readonly companyId: number;
  readonly memberId: number | null;
  /** The application, as the audit log names it. */
  readonly actor: string;
  readonly at: Date;
  /** The present time of the company. */
  readonly companyTime: Date;
  /** The grant of the application that owns the record; null if the company owns it. */
  readonly ownerGrantId: number | null;
}

/** The grant with which an application acted. */
export interface GrantOfEntry {
  /** Null if no access of the application is known. */
  readonly grantId: number | null;
  /** Whether the access has ended. */
  readonly ended: boolean;
  /** Whether the application owns the record. */
  readonly isOwner: boolean;
}

/** The grant of an entry: one that still works if there is any, the newest first. The name is the current one, or that of the consent. */
const GRANT_OF_ENTRY = `(
  SELECT h.id, h.application_id,
    h.revoked_at IS NOT NULL OR n.archived_at IS NOT NULL OR coalesce(h.expires_at <= l."companyTime", false) AS ended
  FROM oauth_grants h JOIN oauth_applications n ON n.id = h.application_id
  WHERE h.company_id = l."companyId" AND h.member_id = l."memberId" AND h.created_at <= l."at"
    AND (${labelOf('n.name')} = l."actor"
      OR EXISTS (SELECT FROM audit_log k WHERE k.company_id = h.company_id AND k.member_id = h.member_id
        AND k.action = 'oauth_grant.created' AND k.details ->> 'grantId' = h.id::text AND ${labelOf('k.target')} = l."actor"))
  ORDER BY ended, h.id DESC LIMIT 1)`;

const IS_OWNER = `EXISTS (
  SELECT FROM oauth_grants o JOIN oauth_applications n ON n.id = o.application_id
  WHERE o.id = l."ownerGrantId" AND (${labelOf('n.name')} = l."actor" OR w.application_id = o.application_id))`;

/** $1 the entries as JSON, each with its place `n`. */
const GRANTS_OF_ENTRIES = `
SELECT w.id AS "grantId", coalesce(w.ended, true) AS ended, ${IS_OWNER} AS "isOwner"
FROM jsonb_to_recordset($1::jsonb) AS l (n integer, "companyId" bigint, "memberId" bigint, "actor" text, "at" timestamptz,
  "companyTime" timestamptz, "ownerGrantId" bigint)
LEFT JOIN LATERAL ${GRANT_OF_ENTRY} w ON true
ORDER BY l.n`;

/** The grants of entries, in their order. Asks nothing without an entry. */
export async function grantsOfEntries(
  runner: ReadRunner,
  entries: readonly ApplicationEntry[],
): Promise<GrantOfEntry[]> {
  if (entries.length === 0) return [];
  const values = [JSON.stringify(entries.map((entry, n) => ({ ...entry, n })))];
  return runner.query<GrantOfEntry & Record<string, unknown>>({
    name: 'grants_of_entries',
    text: GRANTS_OF_ENTRIES,
    values,
  });
}
