import { readPermissionSql } from '@billhook/domain/webhooks/event-access';
import type { Runner } from '@billhook/db/statement';
import { grantAccessSql, grantHoldsSql } from '@billhook/identity/oauth/grant-status.sql';
import { disableEndpoints } from './disable-endpoints.js';

/** Whether the grant of endpoint `e` works, or it has none. Part of the claim, so that no attempt starts after the grant ended. */
export const GRANT_WORKS = `(e.grant_id IS NULL OR ${grantAccessSql('e.grant_id')} = 'active')`;

/**
 * Whether an endpoint may receive records of a resource: for that of an application, its grant must hold the permission to read them.
 * @param alias of the endpoint
 * @param resource SQL, such as `'invoice'`
 */
export const grantReads = (alias: string, resource: string): string =>
  `(${alias}.grant_id IS NULL OR ${grantHoldsSql(`${alias}.grant_id`, `(${readPermissionSql(resource)})`)})`;

/** $1 grants, or null for all of them. Locks in one order everywhere, because two transactions could deadlock otherwise. */
const OF_ENDED_GRANTS = `
SELECT e.id AS "endpointId", ${grantAccessSql('e.grant_id')} AS access FROM webhook_endpoints e
WHERE e.grant_id IS NOT NULL AND e.deleted_at IS NULL AND e.status = 'Enabled'
  AND ($1::bigint[] IS NULL OR e.grant_id = ANY ($1::bigint[])) AND ${grantAccessSql('e.grant_id')} IN ('expired', 'revoked')
ORDER BY e.id FOR NO KEY UPDATE OF e`;

/**
 * Disables the endpoints of applications whose access was revoked or has expired. The sweep cancels their waiting deliveries.
 * @param grantIds undefined for those of every grant
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
