import type { Database } from '@billhook/db/database';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { daysLeft, dueWarning, type WarningDays } from '@billhook/domain/identity/key-expiry';
import {
  EXPIRING_KEYS_PAGE,
  ExpiringKeysRepository,
  type AdvancedCompany,
  type ExpiringKey,
} from '@billhook/identity/keys/expiring-keys.repository';
import { keyPage, keyRecipients } from '@billhook/identity/keys/key-recipients';
import type { ClockFollower } from '@billhook/installation/sandbox-clock/clock-followers';
import type { Notices } from '@billhook/mail/notices';
import type { Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';

/** Warns the owners of API keys that will expire. */
export class KeyExpiryWarningJob implements ClockFollower {
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
        const days = dueWarning(key, companyTime(now, key));
        if (days !== undefined) await this.uow.run((tx) => this.warn(tx, key, days, companyTime(now, key)));
      }
      last = page.at(-1);
      if (page.length < EXPIRING_KEYS_PAGE) return;
    }
  }

  /** The same for a sandbox whose clock is advanced. */
  async follow(tx: Tx, company: AdvancedCompany, now: Date): Promise<{ readonly keyWarnings: number }> {
    let keyWarnings = 0;
    if (!this.notices.sendsMail) return { keyWarnings };
    for (let last: ExpiringKey | undefined; ;) {
      const page = await this.keys.page(now, last, company, tx);
      for (const key of page) {
        const days = dueWarning(key, companyTime(now, key));
        if (days !== undefined && (await this.warn(tx, key, days, companyTime(now, key)))) keyWarnings++;
      }
      last = page.at(-1);
      if (page.length < EXPIRING_KEYS_PAGE) return { keyWarnings };
    }
  }

  async next(tx: Tx, companyId: number, now: Date): Promise<Date | null> {
    return this.notices.sendsMail ? this.keys.next(tx, companyId, now) : null;
  }

  /** The row and the email share a transaction, which sends each warning once. */
  private async warn(tx: Tx, key: ExpiringKey, days: WarningDays, now: Date): Promise<boolean> {
    if (!(await this.keys.markWarned(tx, key.id, days))) return false;
    const { name: keyName, prefix, expiresAt, companyId } = key;
    for (const { email, locale, isOwner } of await keyRecipients(tx, key, 'owner-or-managers')) {
      const url = keyPage(this.publicUrl, key.id, isOwner);
      const left = daysLeft(expiresAt, now);
      const notice = { kind: 'key_expiring', keyName, prefix, expiresAt, daysLeft: left, url } as const;
      await this.notices.enqueue(tx, { companyId, to: email, locale, notice });
    }
    return true;
  }
}
