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

/** Warns the owners of API keys that will expire. */
export class KeyExpiryWarningJob {
  private readonly keys: ExpiringKeysRepository;

  constructor(
    db: Database,
    private readonly uow: UnitOfWork,
    private readonly notices: Notices,
    private readonly clock: Clock,
    /** The address of this installation, without a trailing slash. */
    private readonly publicUrl: string,
  ) {
    this.keys = new ExpiringKeysRepository(db);
  }

  /** Does nothing without a mail server. Once there is one, the nearest warning is sent. */
  async run(): Promise<void> {
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

  /** The row and the email share a transaction, which sends each warning once. */
  private warn(key: ExpiringKey, days: WarningDays, now: Date): Promise<void> {
    return this.uow.run(async (tx) => {
      if (!(await this.keys.markWarned(tx, key.id, days))) return;
      const { name: keyName, prefix, expiresAt, companyId } = key;
      for (const { email, locale, isOwner } of await keyRecipients(tx, key, 'owner-or-managers')) {
        const url = keyPage(this.publicUrl, key.id, isOwner);
        const left = daysLeft(expiresAt, now);
        const notice = { kind: 'key_expiring', keyName, prefix, expiresAt, daysLeft: left, url } as const;
        await this.notices.enqueue(tx, { companyId, to: email, locale, notice });
      }
    });
  }
}
