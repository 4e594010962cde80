import type { Runner } from '@billhook/db/statement';
import type { Permission } from '@billhook/domain/identity/permissions';
import { DESTINATION_MEMBERS } from '@billhook/domain/webhooks/endpoint-ownership';
import { readPermissionSql } from '@billhook/domain/webhooks/event-access';
import { endedGrants } from '@billhook/identity/oauth/grant-applications';
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

/** The endpoints that work only as long as a grant does. Indexes have only these. */
const OF_GRANTS = `(e.grant_id IS NOT NULL OR e.changed_by_grants IS NOT NULL) AND e.deleted_at IS NULL AND e.status = 'Enabled'`;

/** The grants of endpoint `e`. */
const BOUND = `(SELECT e.grant_id UNION ALL SELECT change.grant_id::bigint FROM ${changesOf('e')}) AS bound (id)`;

/** $1 the revoked grants, $2 the expired ones. Locks in one order everywhere, because two transactions could deadlock otherwise. */
const OF_ENDED_GRANTS = `
SELECT e.id AS "endpointId", EXISTS (SELECT FROM ${BOUND} WHERE bound.id = ANY ($1::bigint[])) AS "isRevoked" FROM webhook_endpoints e
WHERE ${OF_GRANTS} AND EXISTS (SELECT FROM ${BOUND} WHERE bound.id = ANY ($1::bigint[] || $2::bigint[]))
ORDER BY e.id FOR NO KEY UPDATE OF e`;

/** The grants on which enabled endpoints depend. Most installations have none. */
async function boundGrants(runner: Runner): Promise<number[]> {
  const rows = await runner.query<{ id: number }>({
    name: 'endpoints_bound_grants',
    text: `SELECT DISTINCT bound.id FROM webhook_endpoints e CROSS JOIN LATERAL ${BOUND} WHERE ${OF_GRANTS} AND bound.id IS NOT NULL`,
  });
  return rows.map(({ id }) => id);
}

/**
 * Disables the endpoints that depend on an access which was revoked or has expired. The sweep cancels their waiting deliveries.
 * @param grantIds undefined for the endpoints of every grant
 */
export async function disableOfEndedGrants(runner: Runner, grantIds?: readonly number[]): Promise<void> {
  const ended = await endedGrants(runner, grantIds ?? (await boundGrants(runner)));
  if (ended.length === 0) return;
  const idsOf = (access: 'expired' | 'revoked') => ended.filter((grant) => grant.access === access).map(({ id }) => id);
  const found = await runner.query<{ endpointId: number; isRevoked: boolean }>({
    name: 'endpoints_of_ended_grants',
    text: OF_ENDED_GRANTS,
    values: [idsOf('revoked'), idsOf('expired')],
  });
  // A revocation is named before an expiry.
  for (const [isRevoked, reason] of [
    [true, 'AccessRevoked'],
    [false, 'AccessExpired'],
  ] as const) {
    const endpoints = found
      .filter((row) => row.isRevoked === isRevoked)
      .map(({ endpointId }) => ({ endpointId, url: null }));
    if (endpoints.length > 0) await disableEndpoints(runner, endpoints, reason);
  }
}
