import { companyTimeSql } from '@billhook/db/company-time.sql';
import type { Permission } from '@billhook/domain/identity/permissions';
import { DESTINATION_MEMBERS } from '@billhook/domain/webhooks/endpoint-ownership';
import { readPermissionSql } from '@billhook/domain/webhooks/event-access';

/*
 * What relay and claim ask about the grants of an endpoint. Grants are global, and these statements are of a cell, so they read what the
 * cell knows of them: `known-grants.ts`. The plan and the time of the company are in the cell.
 */

const MANAGES: Permission = 'integration.write';

/** The changes that applications made to an endpoint (alias): its member and the grant. */
const changesOf = (alias: string): string => `jsonb_each_text(${alias}.changed_by_grants) AS change (member, grant_id)`;

/** The company `c` of a known grant `k`. OFFSET 0 prevents a join, which would read all rows in a plan that PostgreSQL reuses. */
const COMPANY_OF_K = `LATERAL (SELECT plan, clock_offset FROM companies WHERE id = k.company_id OFFSET 0) c`;

/** Whether the known grant `k` has expired by the time of its company `c`. */
export const HAS_EXPIRED = `(k.expires_at IS NOT NULL AND k.expires_at <= ${companyTimeSql()})`;

/** Whether a grant works and may manage webhooks; null if nothing is known of it. */
const works = (id: string): string => `(
  SELECT k.access = 'active' AND '${MANAGES}' = ANY (k.permissions) AND c.plan <> 'Free' AND NOT ${HAS_EXPIRED}
  FROM webhook_grants k CROSS JOIN ${COMPANY_OF_K} WHERE k.grant_id = ${id})`;

/**
 * Whether all grants of endpoint `e` work and may manage webhooks: the grant of its application, and the grants of applications that changed it.
 * Part of the claim, so that no attempt starts after the cell knows that a grant has ended. An unknown grant does not work.
 */
export const GRANT_WORKS = `((e.grant_id IS NULL OR ${works('e.grant_id')})
  AND (e.changed_by_grants IS NULL
    OR NOT EXISTS (SELECT FROM ${changesOf('e')} WHERE ${works('change.grant_id::bigint')} IS NOT TRUE)))`;

const DESTINATION = DESTINATION_MEMBERS.map((member) => `'${member}'`).join(', ');

/**
 * Whether an endpoint may receive records of a resource: the grant of its application must hold the permission to read them, and so must
 * each grant that decides where its messages are sent. An unknown grant may: the relay would lose the message, and the claim asks again.
 * @param alias of the endpoint
 * @param resource SQL, such as `'invoice'`
 */
export function grantReads(alias: string, resource: string): string {
  const reads = (id: string): string =>
    `coalesce((SELECT (${readPermissionSql(resource)}) = ANY (k.permissions) FROM webhook_grants k WHERE k.grant_id = ${id}), true)`;
  return `(${alias}.grant_id IS NULL OR ${reads(`${alias}.grant_id`)}) AND (${alias}.changed_by_grants IS NULL
    OR NOT EXISTS (SELECT FROM ${changesOf(alias)} WHERE change.member IN (${DESTINATION}) AND NOT ${reads('change.grant_id::bigint')}))`;
}

/** The endpoints that work only as long as a grant does. Indexes have only these. */
const OF_GRANTS = `(e.grant_id IS NOT NULL OR e.changed_by_grants IS NOT NULL) AND e.deleted_at IS NULL AND e.status = 'Enabled'`;

/** The grants of endpoint `e`. */
const GRANTS_OF_E = `(SELECT e.grant_id UNION ALL SELECT change.grant_id::bigint FROM ${changesOf('e')}) AS bound (id)`;

/** The grants on which enabled endpoints depend. Most installations have none. */
const BOUND = `(SELECT DISTINCT bound.id, e.company_id FROM webhook_endpoints e CROSS JOIN LATERAL ${GRANTS_OF_E}
  WHERE ${OF_GRANTS} AND bound.id IS NOT NULL)`;

/** All grants that are known, or on which enabled endpoints depend. */
export const KNOWN_OR_BOUND = `
SELECT coalesce(b.id, k.grant_id) AS id, b.id IS NOT NULL AS "isBound", k.access, k.expires_at AS "expiresAt", k.permissions,
  coalesce(k.access = 'revoked' OR (SELECT ${HAS_EXPIRED} FROM companies c WHERE c.id = k.company_id), false) AS "hasEnded"
FROM ${BOUND} b FULL JOIN webhook_grants k ON k.grant_id = b.id`;

/**
 * $1 grants. Locks what is known of them, in one order everywhere, because two transactions could deadlock otherwise. Returns those that are
 * known, or on which enabled endpoints depend.
 */
export const HOLD = `
INSERT INTO webhook_grants (grant_id, company_id, access, permissions)
SELECT DISTINCT id, company_id, 'revoked', '{}'::text[]
FROM (SELECT id, company_id FROM ${BOUND} b UNION ALL SELECT grant_id, company_id FROM webhook_grants) g
WHERE id = ANY ($1::bigint[]) ORDER BY id
ON CONFLICT (grant_id) DO UPDATE SET company_id = excluded.company_id
RETURNING grant_id AS id`;

/** $1 locked grants, $2 their states as JSON. A grant without a state no longer exists. */
export const WRITE_STATES = `
UPDATE webhook_grants k
SET access = coalesce(s.access, 'revoked'), expires_at = s."expiresAt", permissions = coalesce(s.permissions, '{}')
FROM unnest($1::bigint[]) AS g (id)
LEFT JOIN jsonb_to_recordset($2::jsonb) AS s (id bigint, access text, "expiresAt" timestamptz, permissions text[]) ON s.id = g.id
WHERE k.grant_id = g.id`;

/** $1 grants. */
export const ENDED = `
SELECT k.grant_id AS id, k.access = 'revoked' AS "isRevoked" FROM webhook_grants k CROSS JOIN ${COMPANY_OF_K}
WHERE k.grant_id = ANY ($1::bigint[]) AND (k.access = 'revoked' OR ${HAS_EXPIRED})`;

/** $1 the revoked grants, $2 the expired ones. Locks in one order everywhere, because two transactions could deadlock otherwise. */
export const OF_ENDED_GRANTS = `
SELECT e.id AS "endpointId", EXISTS (SELECT FROM ${GRANTS_OF_E} WHERE bound.id = ANY ($1::bigint[])) AS "isRevoked" FROM webhook_endpoints e
WHERE ${OF_GRANTS} AND EXISTS (SELECT FROM ${GRANTS_OF_E} WHERE bound.id = ANY ($1::bigint[] || $2::bigint[]))
ORDER BY e.id FOR NO KEY UPDATE OF e`;

/** $1 grants. Forgets those on which no enabled endpoint depends. */
export const FORGET = `
DELETE FROM webhook_grants WHERE grant_id = ANY ($1::bigint[]) AND grant_id NOT IN (SELECT id FROM ${BOUND} b)`;
