import type { ReadRunner, Runner } from '@billhook/db/statement';
import { DESTINATION_MEMBERS } from '@billhook/domain/webhooks/endpoint-ownership';
import {
  grantOfEntrySql,
  isEntryOfSql,
  lastChangeSql,
  lastSecretSeenSql,
} from '@billhook/identity/oauth/application-entries.sql';
import { grantAccessSql } from '@billhook/identity/oauth/grant-status.sql';
import { disableOfEndedGrants } from './endpoint-grants.sql.js';

/** A member of an endpoint that an application set before its changes were bound to its access. */
export interface PastChange extends Record<string, unknown> {
  readonly endpointId: number;
  readonly companyId: number;
  readonly member: string;
  /** The application, as the audit log names it. */
  readonly actor: string;
  readonly at: Date;
  /** Null if no access of the application is known. */
  readonly grantId: number | null;
  /** Whether the access has ended. */
  readonly ended: boolean;
}

/** A signing secret that an application saw or replaced on an endpoint that it does not own. */
export type SecretSeen = Pick<PastChange, 'endpointId' | 'companyId' | 'actor' | 'at'>;

const MEMBERS = [...DESTINATION_MEMBERS, 'eventTypes'].map((member) => `('${member}')`).join(', ');

/** The members of enabled endpoints whose last change is by an application that does not own the endpoint. */
const PAST_CHANGES = `
SELECT e.id AS "endpointId", e.company_id AS "companyId", c.member, l.actor, l.at, w.id AS "grantId",
  coalesce(${grantAccessSql('w.id')}, 'revoked') IN ('expired', 'revoked') AS "ended"
FROM webhook_endpoints e
CROSS JOIN (VALUES ${MEMBERS}) AS c (member)
CROSS JOIN LATERAL ${lastChangeSql('e.company_id', 'e.id::text', 'webhook_endpoint.updated', 'c.member')} l
CROSS JOIN LATERAL (SELECT ${grantOfEntrySql('l', 'e.company_id')}) AS w (id)
WHERE e.deleted_at IS NULL AND e.status = 'Enabled' AND l.actor_kind = 'app' AND e.changed_by_grants -> c.member IS NULL
  AND NOT ${isEntryOfSql('l', 'e.grant_id', 'w.id')}
ORDER BY e.id, c.member`;

const SECRETS_SEEN = `
SELECT e.id AS "endpointId", e.company_id AS "companyId", l.actor, l.at
FROM webhook_endpoints e
CROSS JOIN LATERAL ${lastSecretSeenSql('e.company_id', 'e.id::text')} l
CROSS JOIN LATERAL (SELECT ${grantOfEntrySql('l', 'e.company_id')}) AS w (id)
WHERE e.deleted_at IS NULL AND NOT ${isEntryOfSql('l', 'e.grant_id', 'w.id')}
ORDER BY e.id`;

/** What applications set in endpoints of others before this was bound to their access, by the audit log. */
export const pastChanges = (runner: ReadRunner): Promise<PastChange[]> =>
  runner.query<PastChange>({ name: 'endpoint_past_changes', text: PAST_CHANGES });

/** The endpoints whose secret an application knows although it does not own them. */
export const secretsSeen = (runner: ReadRunner): Promise<SecretSeen[]> =>
  runner.query<SecretSeen & Record<string, unknown>>({ name: 'endpoint_secrets_seen', text: SECRETS_SEEN });

/** $1 the changes as JSON. */
const BIND = `
UPDATE webhook_endpoints e SET changed_by_grants = coalesce(e.changed_by_grants, '{}') || b.grants
FROM (SELECT p."endpointId", jsonb_object_agg(p.member, p."grantId") AS grants
  FROM jsonb_to_recordset($1::jsonb) AS p ("endpointId" bigint, member text, "grantId" bigint) GROUP BY p."endpointId") b
WHERE e.id = b."endpointId"`;

/**
 * Binds past changes to the access of their applications, and disables the endpoints of those that have ended.
 * @returns the changes, and whether each endpoint is disabled by it
 */
export async function bindPastChanges(runner: Runner): Promise<PastChange[]> {
  const found = await pastChanges(runner);
  const bound = found.filter(({ grantId }) => grantId !== null);
  if (bound.length > 0) await runner.query({ name: 'endpoint_bind', text: BIND, values: [JSON.stringify(bound)] });
  await disableOfEndedGrants(runner);
  return found;
}
