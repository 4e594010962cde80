import type { Runner } from '@billhook/db/statement';
import type { Permission } from '@billhook/domain/identity/permissions';
import { DESTINATION_MEMBERS } from '@billhook/domain/webhooks/endpoint-ownership';
import { readPermissionSql } from '@billhook/domain/webhooks/event-access';
import { grantAccessSql, grantHoldsSql } from '@billhook/identity/oauth/grant-status.sql';
import { disableEndpoints } from './disable-endpoints.js';

const MANAGES: Permission = 'integration.write';

/** The changes that applications made to an endpoint (alias): its member and the grant. */
const changesOf = (alias: string): string => `jsonb_each_text(${alias}.changed_by_grants) AS change (member, grant_id)`;

const works = (id: string): string => `(${grantAccessSql(id)} = 'active' AND ${grantHoldsSql(id, `'${MANAGES}'`)})`;

/**
 * Whether all grants of endpoint `e` work and may manage webhooks: the grant of its application, and the grants of applications that changed it.
 * Part of the claim, so that no attempt starts after a grant ended.
 */
export const GRANT_WORKS = `((e.grant_id IS NULL OR ${works('e.grant_id')})
  AND (e.changed_by_grants IS NULL
    OR NOT EXISTS (SELECT FROM ${changesOf('e')} WHERE ${works('change.grant_id::bigint')} IS NOT TRUE)))`;

const DESTINATION = DESTINATION_MEMBERS.map((member) => `'${member}'`).join(', ');

/**
 * Whether an endpoint may receive records of a resource: the grant of its application must hold the permission to read them, and so must
 * each grant that decides where its messages are sent.
 * @param alias of the endpoint
 * @param resource SQL, such as `'invoice'`
 */
export function grantReads(alias: string, resource: string): string {
  const reads = (id: string): string => grantHoldsSql(id, `(${readPermissionSql(resource)})`);
  return `(${alias}.grant_id IS NULL OR ${reads(`${alias}.grant_id`)}) AND (${alias}.changed_by_grants IS NULL
    OR NOT EXISTS (SELECT FROM ${changesOf(alias)} WHERE change.member IN (${DESTINATION}) AND NOT ${reads('change.grant_id::bigint')}))`;
}

/** $1 grants, or null for all of them. Locks in one order everywhere, because two transactions could deadlock otherwise. */
const OF_ENDED_GRANTS = `
SELECT e.id AS "endpointId", ended.access FROM webhook_endpoints e
CROSS JOIN LATERAL (
  SELECT ${grantAccessSql('bound.id')} AS access
  FROM (SELECT e.grant_id UNION ALL SELECT change.grant_id::bigint FROM ${changesOf('e')}) AS bound (id)
  WHERE ($1::bigint[] IS NULL OR bound.id = ANY ($1::bigint[])) AND ${grantAccessSql('bound.id')} IN ('expired', 'revoked')
  -- A revocation is named before an expiry.
  ORDER BY access DESC LIMIT 1
) ended
WHERE (e.grant_id IS NOT NULL OR e.changed_by_grants IS NOT NULL) AND e.deleted_at IS NULL AND e.status = 'Enabled'
ORDER BY e.id FOR NO KEY UPDATE OF e`;

/**
 * Disables the endpoints that depend on an access which was revoked or has expired. The sweep cancels their waiting deliveries.
 * @param grantIds undefined for the endpoints of every grant
 */
export async function disableOfEndedGrants(runner: Runner, grantIds?: readonly number[]): Promise<void> {
  const found = await runner.query<{ endpointId: number; access: 'expired' | 'revoked' }>({
    name: 'endpoints_of_ended_grants',
    text: OF_ENDED_GRANTS,
    values: [grantIds ?? null],
  });
  for (const [access, reason] of [
    ['revoked', 'AccessRevoked'],
    ['expired', 'AccessExpired'],
  ] as const) {
    const endpoints = found.filter((row) => row.access === access).map(({ endpointId }) => ({ endpointId, url: null }));
    if (endpoints.length > 0) await disableEndpoints(runner, endpoints, reason);
  }
}
