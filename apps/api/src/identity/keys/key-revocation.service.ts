import type { ApiKeyView, RevokeApiKey, RevokeApiKeys, RevokedKeys } from '@billhook/contract/identity/api-key';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { keyPage, keyRecipients, keysPage } from '@billhook/identity/keys/key-recipients';
import { Notices } from '@billhook/mail/notices';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { strikeSecrets } from '@billhook/platform/struck-secrets';
import { Inject, Injectable } from '@nestjs/common';
import type { CompanyPrincipal } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.js';
import { CLOCK, ENV } from '@billhook/platform/tokens';
import { presentApiKey } from './api-key.presenter.js';
import { KeyEnding } from './key-ending.js';
import { hasEnded, statusOf } from './key-status.js';
import { KeysRepository, type KeyRow } from '@billhook/identity/keys/keys.repository';
import { requireVisible, type KeyOwnership } from './key-ownership.rules.js';

/** Keys that a mail names; the page that it leads to shows them all. */
const MOST_NAMED = 20;

/** Ends keys, at once and for good. A key that is revoked or expired stays what it is: no way leads out of either. */
@Injectable()
export class KeyRevocationService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly ending: KeyEnding,
    private readonly notices: Notices,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 404 */
  revoke(by: CompanyPrincipal, reach: KeyOwnership, id: number, { reason }: RevokeApiKey): Promise<ApiKeyView> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const key = await this.keys.lock(tx, by.company.id, id);
      requireVisible(reach, by, key);
      await this.end(tx, by, [key], reason ?? null);
      return presentApiKey(await this.keys.find(by.company.id, id, tx), now);
    });
  }

  /** What `revokeAll` would find and do. @throws Problem 422 naming each id that is of no key of the company */
  async preview(by: CompanyPrincipal, { ids }: RevokeApiKeys): Promise<RevokedKeys> {
    const now = this.clock.now();
    const keys = await this.keys.findAll(by.company.id, ids);
    return {
      data: keys.map((key) => presentApiKey(key, now)),
      revoked: keys.filter((key) => !hasEnded(statusOf(key, now))).length,
    };
  }

  /** All of them, or none. @throws Problem 422 naming each id that is of no key of the company */
  revokeAll(by: CompanyPrincipal, { ids, reason }: RevokeApiKeys): Promise<RevokedKeys> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      await this.keys.lockAll(tx, by.company.id, ids);
      const keys = await this.keys.findAll(by.company.id, ids, tx);
      const revoked = await this.end(tx, by, keys, reason ?? null);
      const after = await this.keys.findAll(by.company.id, ids, tx);
      return { data: after.map((key) => presentApiKey(key, now)), revoked };
    });
  }

  /** @param keys locked. @returns how many of them lived */
  private async end(tx: Tx, by: CompanyPrincipal, keys: readonly KeyRow[], words: string | null): Promise<number> {
    // What a person writes goes into mails as well, where no key belongs.
    const reason = words && strikeSecrets(words);
    const ended = await this.ending.end(tx, keys, { actor: actorOf(by), reason, action: 'api_key.revoked' });
    const others = new Set(ended.map(({ memberId }) => memberId).filter((memberId) => memberId !== by.memberId));
    if (others.size > 0) {
      const revoker = await this.keys.memberName(tx, by.memberId);
      for (const owner of others) {
        const theirs = ended.filter(({ memberId }) => memberId === owner);
        await this.tellOwner(tx, theirs, revoker, reason);
      }
    }
    return ended.length;
  }

  /** One mail, of all their keys. A service member has nobody to be told. */
  private async tellOwner(tx: Tx, keys: readonly KeyRow[], by: string, reason: string | null): Promise<void> {
    const [first] = keys;
    if (!first) return;
    const owner = (await keyRecipients(tx, first, 'owner')).find(({ isOwner }) => isOwner);
    if (!owner) return;
    const { PUBLIC_URL } = this.env;
    const notice = {
      kind: 'key_revoked_by_admin',
      keys: keys.slice(0, MOST_NAMED).map(({ name, prefix }) => ({ keyName: name, prefix })),
      more: Math.max(0, keys.length - MOST_NAMED),
      ...{ by, reason, url: keys.length === 1 ? keyPage(PUBLIC_URL, first.id, true) : keysPage(PUBLIC_URL, true) },
    } as const;
    await this.notices.enqueue(tx, { companyId: first.companyId, to: owner.email, locale: owner.locale, notice });
  }
}
