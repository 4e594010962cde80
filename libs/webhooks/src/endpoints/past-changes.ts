import { companyTimeSql } from '@billhook/db/company-time.sql';
import type { ReadRunner } from '@billhook/db/statement';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { DESTINATION_MEMBERS } from '@billhook/domain/webhooks/endpoint-ownership';
import {
  grantsOfEntries,
  lastChangeSql,
  lastSecretSeenSql,
  type ApplicationEntry,
  type GrantOfEntry,
} from '@billhook/identity/oauth/application-entries.sql';
import { updateGrants } from './known-grants.js';

/** What an application did to an endpoint that it does not own. */
interface ForeignEntry extends ApplicationEntry, GrantOfEntry {
  readonly endpointId: number;
}

/** A member of an endpoint that an application set before its changes were bound to its access. */
export interface PastChange extends ForeignEntry {
  readonly member: string;
}

/** A signing secret that an application saw or replaced on an endpoint that it does not own. */
export type SecretSeen = Pick<PastChange, 'endpointId' | 'companyId' | 'actor' | 'at'>;

const MEMBERS = [...DESTINATION_MEMBERS, 'eventTypes'].map((member) => `('${member}')`).join(', ');

/** An entry `l` about endpoint `e`, as an `ApplicationEntry`. */
const ENTRY = `e.id AS "endpointId", e.company_id AS "companyId", e.grant_id AS "ownerGrantId", l.member_id AS "memberId", l.actor, l.at,
  (SELECT ${companyTimeSql()} FROM companies c WHERE c.id = e.company_id) AS "companyTime"`;

/** The members of enabled endpoints whose last change is by an application. */
const PAST_CHANGES = `
SELECT ${ENTRY}, c.member
FROM webhook_endpoints e
CROSS JOIN (VALUES ${MEMBERS}) AS c (member)
CROSS JOIN LATERAL ${lastChangeSql('e.company_id', 'e.id::text', 'webhook_endpoint.updated', 'c.member')} l
WHERE e.deleted_at IS NULL AND e.status = 'Enabled' AND l.actor_kind = 'app' AND e.changed_by_grants -> c.member IS NULL
ORDER BY e.id, c.member`;

const SECRETS_SEEN = `
SELECT ${ENTRY}
FROM webhook_endpoints e
CROSS JOIN LATERAL ${lastSecretSeenSql('e.company_id', 'e.id::text')} l
WHERE e.deleted_at IS NULL
ORDER BY e.id`;

/** Those by applications that do not own the endpoint, with their grants. */
async function foreignOnes<Entry extends ApplicationEntry>(
  runner: ReadRunner,
  entries: readonly Entry[],
): Promise<(Entry & GrantOfEntry)[]> {
  const grants = await grantsOfEntries(runner, entries);
  return entries.flatMap((entry, n) => {
    const grant = grants[n];
    return grant && !grant.isOwner ? [{ ...entry, ...grant }] : [];
  });
}

/** What applications set in endpoints of others before this was bound to their access, by the audit log. */
export async function pastChanges(runner: ReadRunner): Promise<PastChange[]> {
  const statement = { name: 'endpoint_past_changes', text: PAST_CHANGES };
  return foreignOnes(runner, await runner.query<Omit<PastChange, keyof GrantOfEntry>>(statement));
}

/** The endpoints whose secret an application knows although it does not own them. */
export async function secretsSeen(runner: ReadRunner): Promise<SecretSeen[]> {
  const statement = { name: 'endpoint_secrets_seen', text: SECRETS_SEEN };
  return foreignOnes(runner, await runner.query<Omit<ForeignEntry, keyof GrantOfEntry>>(statement));
}

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
export async function bindPastChanges(uow: UnitOfWork): Promise<PastChange[]> {
  const found = await uow.run(async (tx) => {
    const changes = await pastChanges(tx);
    const bound = changes.filter(({ grantId }) => grantId !== null);
    if (bound.length > 0) await tx.query({ name: 'endpoint_bind', text: BIND, values: [JSON.stringify(bound)] });
    return changes;
  });
  await updateGrants(
    uow,
    found.flatMap(({ grantId }) => grantId ?? []),
  );
  return found;
}
