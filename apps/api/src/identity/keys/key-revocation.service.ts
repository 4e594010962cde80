import type { ApiKeyView, RevokeApiKey, RevokeApiKeys, RevokedKeys } from '@billhook/contract/identity/key';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { AuditAction } from '@billhook/domain/identity/audit';
import { hasEnded } from '@billhook/domain/identity/key-status';
import type { Actor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { candidateHashes } from '@billhook/identity/keys/key-hash';
import { keyPage, keyRecipients, keysPage } from '@billhook/identity/keys/key-recipients';
import { presentApiKey, statusOf } from '@billhook/identity/keys/key.presenter';
import { KeysRepository, type KeyRow } from '@billhook/identity/keys/keys.repository';
import { Notices } from '@billhook/mail/notices';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { redactSecrets } from '@billhook/platform/redact-secrets';
import { Inject, Injectable } from '@nestjs/common';
import type { CompanyPrincipal } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import type { MemberDeparture, MemberLeftEffect } from '../members/member-left.effect.js';
import { requireVisible, type KeyOwnership } from './key-ownership.rules.js';

/** Keys named in one email; the page that it links to shows them all. */
const MAX_NAMED_KEYS = 20;

const MEMBER_REMOVED = 'The member was removed';

/** Who revokes keys, and why. */
export interface KeyRevocation {
  readonly actor: Actor;
  /** How the key names the actor that revoked it; by default, as the audit log does. */
  readonly label?: string;
  readonly reason: string | null;
  readonly action: Extract<AuditAction, 'api_key.revoked' | 'api_key.burned'>;
  /** Further details of the audit entry. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Revokes keys, immediately and permanently. A key that is revoked or expired stays so. */
@Injectable()
export class KeyRevocationService implements MemberLeftEffect {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly audit: AuditLog,
    private readonly notices: Notices,
    private readonly secrets: AppSecrets,
    @Inject(ENV) private readonly env: Env,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** @throws Problem 404 */
  revoke(by: CompanyPrincipal, ownership: KeyOwnership, id: number, { reason }: RevokeApiKey): Promise<ApiKeyView> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const key = await this.keys.lock(tx, by.company.id, id);
      requireVisible(ownership, by, key);
      await this.endFor(tx, by, [key], reason ?? null);
      return presentApiKey(await this.keys.find(by.company.id, id, tx), now);
    });
  }

  /** What `revokeAll` would find and do. @throws Problem 422 naming each id that is not a key of the company */
  async preview(by: CompanyPrincipal, { ids }: RevokeApiKeys): Promise<RevokedKeys> {
    const now = this.clock.now();
    const keys = await this.keys.findAll(by.company.id, ids);
    return {
      data: keys.map((key) => presentApiKey(key, now)),
      revoked: keys.filter((key) => !hasEnded(statusOf(key, now))).length,
    };
  }

  /** All of them, or none. @throws Problem 422 naming each id that is not a key of the company */
  revokeAll(by: CompanyPrincipal, { ids, reason }: RevokeApiKeys): Promise<RevokedKeys> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      await this.keys.lockAll(tx, by.company.id, ids);
      const keys = await this.keys.findAll(by.company.id, ids, tx);
      const revoked = await this.endFor(tx, by, keys, reason ?? null);
      const after = await this.keys.findAll(by.company.id, ids, tx);
      return { data: after.map((key) => presentApiKey(key, now)), revoked };
    });
  }

  /** Revokes the keys of a removed member. The keys of a deactivated member work again when the member is reactivated. */
  async memberLeft(tx: Tx, { memberId, status, actor }: MemberDeparture): Promise<{ readonly keys?: number }> {
    if (status !== 'Removed') return {};
    const keys = await this.keys.lockOf(tx, memberId);
    const ended = await this.end(tx, keys, { actor, reason: MEMBER_REMOVED, action: 'api_key.revoked' });
    return { keys: ended.length };
  }

  /**
   * Revokes the keys that still work, each with its audit entry. A rotation without a grace period ends the old key in `KeyUsesRepository`.
   * @param keys locked
   * @returns the keys that were revoked, as they were before
   */
  async end(tx: Tx, keys: readonly KeyRow[], revocation: KeyRevocation): Promise<KeyRow[]> {
    const now = this.clock.now();
    const live = keys.filter((key) => !hasEnded(statusOf(key, now)));
    const { actor, reason, action, label = actor.label, details } = revocation;
    for (const key of live) {
      await this.keys.revoke(tx, key.id, now, label, reason);
      const entry = { name: key.name, reason, statusBefore: statusOf(key, now), ...details };
      await this.audit.record(tx, actor, action, key.prefix, entry);
    }
    return live;
  }

  /** The key that a secret belongs to, revoked and expired ones included. */
  async lockBySecret(tx: Tx, secret: string): Promise<KeyRow | undefined> {
    const found = await this.keys.findByHash(candidateHashes(this.secrets, secret).map(({ hash }) => hash));
    return found && this.keys.lock(tx, found.companyId, found.id);
  }

  /** @param keys locked @returns how many were revoked */
  private async endFor(tx: Tx, by: CompanyPrincipal, keys: readonly KeyRow[], words: string | null): Promise<number> {
    // The reason is copied into emails, where no secret belongs.
    const reason = words && redactSecrets(words);
    const ended = await this.end(tx, keys, { actor: actorOf(by), reason, action: 'api_key.revoked' });
    const others = new Set(ended.map(({ memberId }) => memberId).filter((memberId) => memberId !== by.memberId));
    if (others.size > 0) {
      const revoker = await this.keys.memberName(tx, by.memberId);
      for (const owner of others) {
        const theirs = ended.filter(({ memberId }) => memberId === owner);
        await this.notifyOwner(tx, theirs, revoker, reason);
      }
    }
    return ended.length;
  }

  /** One email for all keys of the owner. A service member has no person to notify. */
  private async notifyOwner(tx: Tx, keys: readonly KeyRow[], by: string, reason: string | null): Promise<void> {
    const [first] = keys;
    if (!first) return;
    const owner = (await keyRecipients(tx, first, 'owner-or-managers')).find(({ isOwner }) => isOwner);
    if (!owner) return;
    const { PUBLIC_URL } = this.env;
    const notice = {
      kind: 'key_revoked_by_admin',
      keys: keys.slice(0, MAX_NAMED_KEYS).map(({ name, prefix }) => ({ keyName: name, prefix })),
      more: Math.max(0, keys.length - MAX_NAMED_KEYS),
      ...{ by, reason, url: keys.length === 1 ? keyPage(PUBLIC_URL, first.id, true) : keysPage(PUBLIC_URL, true) },
    } as const;
    await this.notices.enqueue(tx, { companyId: first.companyId, to: owner.email, locale: owner.locale, notice });
  }
}
