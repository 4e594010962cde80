import type { Database } from '@billhook/db/database';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { daysLeft, dueWarning, type WarningDays } from '@billhook/domain/identity/key-expiry';
import {
  EXPIRING_KEYS_PAGE,
  ExpiringKeysRepository,
  type ExpiringKey,
} from '@billhook/identity/keys/expiring-keys.repository';
import { keyPage, keyRecipients } from '@billhook/identity/keys/key-recipients';
import type { Notices } from '@billhook/mail/notices';
import type { Clock } from '@billhook/platform/clock';
import type { UpkeepJob } from './upkeep.job.js';

/** Warns the owners of keys that are about to expire. Works from rows: it may run late, twice, or in several workers. */
export class KeyExpiryJob implements UpkeepJob {
  readonly name = 'key-expiry';
  readonly everyMs = 15 * 60_000;
  private readonly keys: ExpiringKeysRepository;

  constructor(
    db: Database,
    private readonly uow: UnitOfWork,
    private readonly notices: Notices,
    private readonly clock: Clock,
    /** Where people reach this installation, without a slash at the end. */
    private readonly publicUrl: string,
  ) {
    this.keys = new ExpiringKeysRepository(db);
  }

  async run(): Promise<void> {
    // Without a mail server no warning is used up: once there is one, the nearest is sent.
    if (!this.notices.sendsMail) return;
    const now = this.clock.now();
    for (let last: ExpiringKey | undefined; ;) {
      const page = await this.keys.page(now, last);
      for (const key of page) {
        const days = dueWarning(key, now);
        if (days !== undefined) await this.warn(key, days, now);
      }
      last = page.at(-1);
      if (page.length < EXPIRING_KEYS_PAGE) return;
    }
  }

  /** Marks the key and enqueues the emails in one transaction, so that each warning is sent once. */
  private warn(key: ExpiringKey, days: WarningDays, now: Date): Promise<void> {
    return this.uow.run(async (tx) => {
      if (!(await this.keys.markWarned(tx, key.id, days))) return;
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
