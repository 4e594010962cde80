import { companyTimeSql } from '@billhook/db/company-time.sql';
import type { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { WARNING_DAYS, type WarningDays } from '@billhook/domain/identity/key-expiry';
import type { ApiKey } from './key.entity.js';

export type ExpiringKey = Pick<
  ApiKey,
  'id' | 'companyId' | 'memberId' | 'name' | 'prefix' | 'createdAt' | 'warnedDays'
> & { readonly expiresAt: Date; readonly clockOffset: number };

/** Keys per statement. */
export const EXPIRING_KEYS_PAGE = 200;

/** The owner of a revoked or replaced key need not act on its expiry. */
const ALIVE = 'k.revoked_at IS NULL AND k.retires_at IS NULL';

/** Of keys `k` with their member `m` and company `c`. */
const WARNED = `${ALIVE} AND m.status = 'Active' AND c.plan <> 'Free'`;

const NOW = companyTimeSql('$1::timestamptz');

/** A sandbox whose clock was moved: its card gets the new offset last. */
export interface AdvancedCompany {
  readonly id: number;
  readonly clockOffset: number;
}

/** Keys whose owners are warned before they expire. */
export class ExpiringKeysRepository {
  constructor(private readonly db: Database) {}

  /**
   * The keys that expire within the first threshold, by the clock of their company, and have warnings left, after the last one of the page
   * before.
   * @param of undefined for all companies
   */
  page(
    now: Date,
    last: ExpiringKey | undefined,
    of?: AdvancedCompany,
    runner: ReadRunner = this.db,
  ): Promise<ExpiringKey[]> {
    const companies = of === undefined ? 'tenants' : '(SELECT id, plan, $7::bigint AS clock_offset FROM tenants)';
    return runner.query<ExpiringKey>({
      name: of === undefined ? 'key_expiring' : 'key_expiring_of',
      text: `SELECT k.id, k.company_id AS "companyId", k.member_id AS "memberId", k.name, k.prefix, k.created_at AS "createdAt",
          k.expires_at AS "expiresAt", k.warned_days AS "warnedDays",
          c.clock_offset AS "clockOffset"
        FROM api_keys k JOIN members m ON m.id = k.member_id JOIN ${companies} c ON c.id = k.company_id
        WHERE k.expires_at > $1 AND (k.expires_at <= $1::timestamptz + make_interval(days => $2) OR c.clock_offset > 0)
          AND k.expires_at > ${NOW} AND k.expires_at <= ${NOW} + make_interval(days => $2)
          AND ${WARNED} AND (k.warned_days IS NULL OR k.warned_days > $3) ${of === undefined ? '' : 'AND k.company_id = $6'}
          AND ($4::timestamptz IS NULL OR (k.expires_at, k.id) > ($4, $5::bigint))
        ORDER BY k.expires_at, k.id LIMIT ${EXPIRING_KEYS_PAGE}`,
      values: [
        ...[now, Math.max(...WARNING_DAYS), Math.min(...WARNING_DAYS), last?.expiresAt ?? null, last?.id ?? 0],
        ...(of === undefined ? [] : [of.id, of.clockOffset]),
      ],
    });
  }

  /** When the next warning about a key of a company is due, after `now` in its time; null without one. The rule of `dueWarning`. */
  async next(tx: Tx, companyId: number, now: Date): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }>({
      name: 'key_warning_next',
      text: `SELECT min(t.at) AS at
        FROM api_keys k JOIN members m ON m.id = k.member_id JOIN tenants c ON c.id = k.company_id
        CROSS JOIN unnest($3::integer[]) AS w (days)
        CROSS JOIN LATERAL (SELECT greatest(k.expires_at - make_interval(days => w.days),
          (k.created_at + (k.expires_at - k.created_at) / 2)::timestamptz(3) + interval '1 millisecond') AS at) t
        WHERE k.company_id = $1 AND ${WARNED} AND (k.warned_days IS NULL OR k.warned_days > w.days)
          AND t.at > $2 AND t.at < k.expires_at`,
      values: [companyId, now, WARNING_DAYS],
    });
    return row?.at ?? null;
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
