import type { Database } from '@billhook/db/database';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { daysLeft, dueWarning, WARNING_DAYS, type WarningDays } from '@billhook/domain/identity/key-expiry';
import { keyPage, keyRecipients } from '@billhook/identity/keys/key-recipients';
import type { Notices } from '@billhook/mail/notices';
import type { Clock } from '@billhook/platform/clock';
import type { UpkeepJob } from './upkeep.job.js';

interface ExpiringKey {
  readonly id: number;
  readonly companyId: number;
  readonly memberId: number;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly warnedDays: number | null;
}

/** Keys that are looked at in one statement. */
const PAGE = 200;

/** Those that live: who is told of a key that is revoked, replaced or does not work anyhow would have nothing to do. */
const ALIVE = 'k.revoked_at IS NULL AND k.retires_at IS NULL';

/** Tells the owners of keys that these will expire. Follows from rows: it may be late, repeated, and done by several workers at once. */
export class KeyExpiryJob implements UpkeepJob {
  readonly name = 'key-expiry';
  readonly everyMs = 15 * 60_000;

  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly notices: Notices,
    private readonly clock: Clock,
    /** Where people reach this installation, without a slash at the end. */
    private readonly publicUrl: string,
  ) {}

  async run(): Promise<void> {
    // A warning that nobody gets is none: once there is a mail server, the nearest one is given.
    if (!this.notices.sendsMail) return;
    const now = this.clock.now();
    for (let last: ExpiringKey | undefined; ;) {
      const page = await this.page(now, last);
      for (const key of page) {
        const days = dueWarning(key, now);
        if (days !== undefined) await this.warn(key, days, now);
      }
      last = page.at(-1);
      if (page.length < PAGE) return;
    }
  }

  /** The keys that end within the first threshold and that not all has been said of, from the one after the last. */
  private page(now: Date, last: ExpiringKey | undefined): Promise<ExpiringKey[]> {
    return this.db.query<ExpiringKey>({
      name: 'key_expiring',
      text: `SELECT k.id, k.company_id AS "companyId", k.member_id AS "memberId", k.name, k.prefix, k.created_at AS "createdAt",
          k.expires_at AS "expiresAt", k.warned_days AS "warnedDays"
        FROM api_keys k JOIN members m ON m.id = k.member_id JOIN companies c ON c.id = k.company_id
        WHERE k.expires_at > $1 AND k.expires_at <= $1::timestamptz + make_interval(days => $2) AND ${ALIVE}
          AND (k.warned_days IS NULL OR k.warned_days > $3) AND m.status = 'Active' AND c.plan <> 'Free'
          AND ($4::timestamptz IS NULL OR (k.expires_at, k.id) > ($4, $5::bigint))
        ORDER BY k.expires_at, k.id LIMIT ${PAGE}`,
      values: [now, Math.max(...WARNING_DAYS), Math.min(...WARNING_DAYS), last?.expiresAt ?? null, last?.id ?? 0],
    });
  }

  /** Says it once: whoever writes the row first does, in the transaction of the mail. */
  private warn(key: ExpiringKey, days: WarningDays, now: Date): Promise<void> {
    return this.uow.run(async (tx) => {
      const [warned] = await tx.query({
        name: 'key_warned',
        text: `UPDATE api_keys k SET warned_days = $2
          WHERE k.id = $1 AND (k.warned_days IS NULL OR k.warned_days > $2) AND ${ALIVE} RETURNING k.id`,
        values: [key.id, days],
      });
      if (!warned) return;
      const { name: keyName, prefix, expiresAt, companyId } = key;
      for (const { email, locale, isOwner } of await keyRecipients(tx, key, 'owner')) {
        const url = keyPage(this.publicUrl, key.id, isOwner);
        const left = daysLeft(expiresAt, now);
        const notice = { kind: 'key_expiring', keyName, prefix, expiresAt, daysLeft: left, url } as const;
        await this.notices.enqueue(tx, { companyId, to: email, locale, notice });
      }
    });
  }
}
