import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { WARNING_DAYS, type WarningDays } from '@billhook/domain/identity/key-expiry';

export interface ExpiringKey {
  readonly id: number;
  readonly companyId: number;
  readonly memberId: number;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly warnedDays: number | null;
}

/** Keys of one page. */
export const EXPIRING_KEYS_PAGE = 200;

/** A key that is revoked or has a successor needs no warning. */
const NEEDS_WARNING = 'k.revoked_at IS NULL AND k.retires_at IS NULL';

/** API keys that expire soon, and the warnings that their owners have received. */
export class ExpiringKeysRepository {
  constructor(private readonly db: Runner) {}

  /** The keys that expire within the first threshold and lack a warning, from the one after `last`. */
  page(now: Date, last: ExpiringKey | undefined): Promise<ExpiringKey[]> {
    return this.db.query<ExpiringKey & Record<string, unknown>>({
      name: 'key_expiring',
      text: `SELECT k.id, k.company_id AS "companyId", k.member_id AS "memberId", k.name, k.prefix, k.created_at AS "createdAt",
          k.expires_at AS "expiresAt", k.warned_days AS "warnedDays"
        FROM api_keys k JOIN members m ON m.id = k.member_id JOIN companies c ON c.id = k.company_id
        WHERE k.expires_at > $1 AND k.expires_at <= $1::timestamptz + make_interval(days => $2) AND ${NEEDS_WARNING}
          AND (k.warned_days IS NULL OR k.warned_days > $3) AND m.status = 'Active' AND c.plan <> 'Free'
          AND ($4::timestamptz IS NULL OR (k.expires_at, k.id) > ($4, $5::bigint))
        ORDER BY k.expires_at, k.id LIMIT ${EXPIRING_KEYS_PAGE}`,
      values: [now, Math.max(...WARNING_DAYS), Math.min(...WARNING_DAYS), last?.expiresAt ?? null, last?.id ?? 0],
    });
  }

  /** Records a warning. @returns false where another worker has recorded it, or the key no longer needs one */
  async markWarned(tx: Tx, keyId: number, days: WarningDays): Promise<boolean> {
    const rows = await tx.query({
      name: 'key_warned',
      text: `UPDATE api_keys k SET warned_days = $2
        WHERE k.id = $1 AND (k.warned_days IS NULL OR k.warned_days > $2) AND ${NEEDS_WARNING} RETURNING k.id`,
      values: [keyId, days],
    });
    return rows.length > 0;
  }
}
