import { Conditions } from '@billhook/db/lists/conditions';
import { containsPart } from '@billhook/db/lists/filter';
import {
  hasEnded,
  EXPIRING_DAYS,
  KEY_EXPIRIES,
  KEY_STATUSES,
  type KeyStatus,
} from '@billhook/domain/identity/key-status';
import type { Permission } from '@billhook/domain/identity/permissions';
import { redactSecrets } from '@billhook/platform/redact-secrets';

/** The filters of a list of keys. */
export interface KeyFilter {
  /** Only the keys of this member. */
  readonly memberId?: number | undefined;
  readonly status?: KeyStatus | undefined;
  /** Part of the name, or the beginning of the prefix. */
  readonly q?: string | undefined;
  readonly scope?: Permission | undefined;
  readonly neverUsed?: boolean | undefined;
  readonly unusedDays?: number | undefined;
  readonly expiry?: 'none' | undefined;
  readonly creatorGone?: boolean | undefined;
  readonly outsidePolicy?: boolean | undefined;
}

/**
 * `keyStatus` of the domain in SQL; `$1` is now, `k` the key, `m` its creator, `c` the company. A spec runs both against the same
 * cases.
 */
export const STATUS = `CASE WHEN k.revoked_at IS NOT NULL OR k.retires_at <= $1 THEN 'revoked'
  WHEN k.expires_at <= $1 THEN 'expired'
  WHEN m.status <> 'Active' OR c.plan = 'Free' THEN 'suspended'
  WHEN least(k.expires_at, k.retires_at) <= $1::timestamptz + interval '${EXPIRING_DAYS} days' THEN 'expiring'
  ELSE 'active' END`;

const list = (words: readonly string[]): string => `ARRAY[${words.map((word) => `'${word}'`).join(', ')}]`;

const LIVE = KEY_STATUSES.filter((status) => !hasEnded(status));
const lengthOf = (column: string): string => `array_position(${list(KEY_EXPIRIES)}, ${column})`;

/** `isOutsidePolicy` of the domain in SQL; `kp` is the policy of the company, if any. */
const OUTSIDE_POLICY = `(${STATUS}) = ANY (${list(LIVE)}) AND (${lengthOf('k.lifetime')} > ${lengthOf('kp.longest_lifetime')}
  OR kp.cidrs_required AND (cardinality(k.allowed_cidrs) = 0 OR k.allowed_cidrs && ARRAY['0.0.0.0/0', '::/0']))`;

/** Cuts a pasted key to the part that lists show: its secret must reach neither a query nor the audit log. */
export const withoutSecrets = <Filter extends KeyFilter>(filter: Filter): Filter => ({
  ...filter,
  ...(filter.q !== undefined && { q: redactSecrets(filter.q, '') }),
});

/** Short names: PostgreSQL cuts the name of a prepared statement after 63 bytes. */
export function conditionsOf(companyId: number, filter: KeyFilter, now: Date): Conditions {
  const { memberId, status, q, scope, neverUsed = false, unusedDays, expiry, creatorGone = false } = filter;
  return new Conditions()
    .add('now', '?::timestamptz IS NOT NULL', now)
    .add('c', 'k.company_id = ?', companyId)
    .add('m', 'k.member_id = ?', memberId)
    .add('s', `${STATUS} = ?`, status)
    .add('q', `(${containsPart('k.name')} OR starts_with(k.prefix, ?))`, q)
    .add('o', '? = ANY (k.scopes)', scope)
    .when(neverUsed, 'n', 'k.last_used_at IS NULL')
    .add('u', 'coalesce(k.last_used_at, k.created_at) <= $1::timestamptz - make_interval(days => ?)', unusedDays)
    .when(expiry === 'none', 'e', 'k.expires_at IS NULL')
    .when(creatorGone, 'g', "m.status <> 'Active'")
    .when(filter.outsidePolicy ?? false, 'x', OUTSIDE_POLICY);
}
