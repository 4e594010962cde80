import type { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
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

/** A warning that is due, by the days before the expiry. */
interface DueWarning {
  readonly key: ExpiringKey;
  readonly days: WarningDays;
}

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
  run(): Promise<void> {
    return this.warnAll(this.clock.now());
  }

  /** Counts what `complete` sends. */
  async follow(tx: Tx, company: AdvancedCompany, now: Date): Promise<{ readonly keyWarnings: number }> {
    let keyWarnings = 0;
    for await (const _ of this.due(now, company, tx)) keyWarnings++;
    return { keyWarnings };
  }

  /** The same as `run` for a sandbox whose clock is advanced. */
  complete(company: AdvancedCompany, now: Date): Promise<void> {
    return this.warnAll(now, company);
  }

  async next(tx: Tx, companyId: number, now: Date): Promise<Date | null> {
    return this.notices.sendsMail ? this.keys.next(tx, companyId, now) : null;
  }

  private async warnAll(now: Date, of?: AdvancedCompany): Promise<void> {
    for await (const { key, days } of this.due(now, of))
      await this.uow.run((tx) => this.warn(tx, key, days, companyTime(now, key)));
  }

  private async *due(now: Date, of?: AdvancedCompany, runner?: ReadRunner): AsyncGenerator<DueWarning> {
    if (!this.notices.sendsMail) return;
    for (let last: ExpiringKey | undefined; ;) {
      const page = await this.keys.page(now, last, of, runner);
      for (const key of page) {
        const days = dueWarning(key, companyTime(now, key));
        if (days !== undefined) yield { key, days };
      }
      last = page.at(-1);
      if (page.length < EXPIRING_KEYS_PAGE) return;
    }
  }

  /** The row and the email share a transaction, which sends each warning once. */
  private async warn(tx: Tx, key: ExpiringKey, days: WarningDays, now: Date): Promise<void> {
    if (!(await this.keys.markWarned(tx, key.id, days))) return;
    const { name: keyName, prefix, expiresAt, companyId } = key;
    for (const { email, locale, isOwner } of await keyRecipients(tx, key, 'owner-or-managers')) {
      const url = keyPage(this.publicUrl, key.id, isOwner);
      const left = daysLeft(expiresAt, now);
      const notice = { kind: 'key_expiring', keyName, prefix, expiresAt, daysLeft: left, url } as const;
      await this.notices.enqueue(tx, { companyId, to: email, locale, notice });
    }
  }
}
