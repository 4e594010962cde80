import type { Database } from '@billhook/db/database';
import type { Tx } from '@billhook/db/unit-of-work';
import { WARNING_DAYS, type WarningDays } from '@billhook/domain/identity/key-expiry';
import type { ApiKey } from './key.entity.js';

export type ExpiringKey = Pick<
  ApiKey,
  'id' | 'companyId' | 'memberId' | 'name' | 'prefix' | 'createdAt' | 'warnedDays'
> & { readonly expiresAt: Date };

/** Keys per statement. */
export const EXPIRING_KEYS_PAGE = 200;

/** The owner of a revoked or replaced key need not act on its expiry. */
const ALIVE = 'k.revoked_at IS NULL AND k.retires_at IS NULL';

/** Keys whose owners are warned before they expire. */
export class ExpiringKeysRepository {
  constructor(private readonly db: Database) {}

  /** The keys that expire within the first threshold and have warnings left, after the last one of the page before. */
  page(now: Date, last: ExpiringKey | undefined): Promise<ExpiringKey[]> {
    return this.db.query<ExpiringKey>({
      name: 'key_expiring',
      text: `SELECT k.id, k.company_id AS "companyId", k.member_id AS "memberId", k.name, k.prefix, k.created_at AS "createdAt",
          k.expires_at AS "expiresAt", k.warned_days AS "warnedDays"
        FROM api_keys k JOIN members m ON m.id = k.member_id JOIN companies c ON c.id = k.company_id
        WHERE k.expires_at > $1 AND k.expires_at <= $1::timestamptz + make_interval(days => $2) AND ${ALIVE}
          AND (k.warned_days IS NULL OR k.warned_days > $3) AND m.status = 'Active' AND c.plan <> 'Free'
          AND ($4::timestamptz IS NULL OR (k.expires_at, k.id) > ($4, $5::bigint))
        ORDER BY k.expires_at, k.id LIMIT ${EXPIRING_KEYS_PAGE}`,
      values: [now, Math.max(...WARNING_DAYS), Math.min(...WARNING_DAYS), last?.expiresAt ?? null, last?.id ?? 0],
    });
  }

  /** @returns whether this call set it: of two workers, one sends the warning */
  async markWarned(tx: Tx, id: number, days: WarningDays): Promise<boolean> {
    const rows = await tx.query({
      name: 'key_warned',
      text: `UPDATE api_keys k SET warned_days = $2
        WHERE k.id = $1 AND (k.warned_days IS NULL OR k.warned_days > $2) AND ${ALIVE} RETURNING k.id`,
      values: [id, days],
    });
    return rows.length > 0;
  }
}
