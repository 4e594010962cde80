import type { CreateApiKey, CreatedApiKey, RotateApiKey } from '@billhook/contract/identity/api-key';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { keyExpiresAt, mintSecret, type KeyExpiry } from '@billhook/domain/identity/api-key';
import { policyFaults } from '@billhook/domain/identity/key-policy';
import { readOnlyScopes, type Permission } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { randomText } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { CallerRights } from '../members/caller-rights.js';
import { MembersRepository, type HeldMember } from '@billhook/identity/members/members.repository';
import { CLOCK } from '@billhook/platform/tokens';
import { presentApiKey } from './api-key.presenter.js';
import { grantable, refuseFaults, requireActive, requirePaidPlan, scopeFaults } from './key-conditions.js';
import { hashKey } from '@billhook/identity/keys/key-hash';
import { KeyPolicies } from './key-policies.js';
import { hasEnded, requireLive, statusOf } from './key-status.js';
import { KeysRepository, type KeyRow } from '@billhook/identity/keys/keys.repository';
import { takeNetworks } from './networks.js';
import { requireOwnership, requireService, type Reach } from './reach.js';

type Minter = MemberPrincipal & Principal;

/** What creating a key needs: creating keys of others needs the permission to manage the keys of the company as well. */
const NEEDED = {
  own: ['api_key.create'],
  company: ['api_key.manage', 'api_key.create'],
} as const satisfies Record<Reach, readonly Permission[]>;

/** What a new key is to be. */
interface Terms {
  readonly name: string;
  readonly scopes: readonly Permission[];
  readonly expiry: KeyExpiry;
  readonly allowedCidrs: readonly string[];
  /** The key that it takes over from. */
  readonly predecessor?: KeyRow;
}

/** Makes keys. The secret of each is in the answer that it is made with, and nowhere else. */
@Injectable()
export class KeyMinting {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly members: MembersRepository,
    private readonly callers: CallerRights,
    private readonly policies: KeyPolicies,
    private readonly audit: AuditLog,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A key of one's own. @throws Problem 403 plan_required; 422 */
  create(by: Minter, body: CreateApiKey): Promise<CreatedApiKey> {
    return this.createFor(by, by.memberId, 'own', body);
  }

  /** A key of a service member. @throws Problem 403; 404; 409 member_not_service, member_removed; 422 */
  createForService(by: Minter, memberId: number, body: CreateApiKey): Promise<CreatedApiKey> {
    return this.createFor(by, memberId, 'company', body);
  }

  private createFor(by: Minter, memberId: number, reach: Reach, body: CreateApiKey): Promise<CreatedApiKey> {
    return this.uow.run(async (tx) => {
      const minter = await this.minter(tx, by, reach);
      const holder = await this.members.hold(tx, by.company.id, memberId);
      if (reach === 'company') requireService(holder.kind);
      requireActive(holder);
      const granting = { by: minter, holder };
      const scopes = body.scopes ?? readOnlyScopes(grantable(granting));
      const { networks, faults } = takeNetworks(body.allowedCidrs ?? []);
      const policy = await this.policies.get(by.company.id, tx);
      const terms = { name: body.name, scopes, expiry: body.expiry, allowedCidrs: networks };
      const againstPolicy = policyFaults(policy, { lifetime: body.expiry, allowedCidrs: networks });
      refuseFaults([...scopeFaults(scopes, granting), ...faults, ...againstPolicy]);
      const { id, secret } = await this.mint(tx, by, holder, terms);
      return this.created(tx, by, id, secret);
    });
  }

  /**
   * A key that takes over from another: of the same name, networks, rate limit and permissions, less those that its holder has lost. The old one
   * lives on until the new one is used, and the grace after that.
   * @throws Problem 403; 404; 409 key_ended, key_already_rotated, member_not_service; 422
   */
  rotate(by: Minter, reach: Reach, id: number, body: RotateApiKey): Promise<CreatedApiKey> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const minter = await this.minter(tx, by, reach);
      const found = await this.keys.find(by.company.id, id, tx);
      requireOwnership(reach, by, found);
      const holder = await this.members.hold(tx, by.company.id, found.memberId);
      const old = await this.keys.lock(tx, by.company.id, id);
      requireLive(old, now);
      requireActive(holder);
      await this.requireUnreplaced(tx, old, now);

      const scopes = this.scopesLeft(old, minter, holder);
      const { networks, faults } = takeNetworks(body.allowedCidrs ?? old.allowedCidrs);
      const expiry = body.expiry ?? old.lifetime;
      const policy = await this.policies.get(by.company.id, tx);
      refuseFaults([...faults, ...policyFaults(policy, { lifetime: expiry, allowedCidrs: networks })]);

      const terms = { name: old.name, scopes, expiry, allowedCidrs: networks, predecessor: old };
      const minted = await this.mint(tx, by, holder, terms);
      await this.keys.replace(tx, old.id, minted.id, body.graceSeconds);
      await this.audit.record(tx, actorOf(by), 'api_key.rotated', old.prefix, {
        successor: minted.prefix,
        graceSeconds: body.graceSeconds,
        dropped: old.scopes.filter((scope) => !scopes.includes(scope)),
      });
      return this.created(tx, by, minted.id, minted.secret);
    });
  }

  /** The caller, with their current rights. @throws Problem 401, 403 */
  private async minter(tx: Tx, by: Minter, reach: Reach): Promise<Minter> {
    const minter = await this.callers.current(tx, by, ...NEEDED[reach]);
    requirePaidPlan(minter);
    return minter;
  }

  /**
   * A key has one successor. One that died before anybody used it took over nothing, and another may be made in its place; unless it was
   * replaced in turn, by one that lives or was used: two who take over from one key would each end it.
   * @throws Problem 409 key_already_rotated
   */
  private async requireUnreplaced(tx: Tx, { companyId, successorId }: KeyRow, now: Date): Promise<void> {
    if (successorId === null) return;
    let successor = await this.keys.find(companyId, successorId, tx);
    while (hasEnded(statusOf(successor, now)) && successor.firstUsedAt === null) {
      if (successor.successorId === null) return;
      successor = await this.keys.find(companyId, successor.successorId, tx);
    }
    const detail = `Its successor is ${successor.prefix}${successor.firstUsedAt ? ', which is in use' : ''}.`;
    throw new Problem('key_already_rotated', detail, { extensions: { existingId: successor.id } });
  }

  /**
   * What a successor carries: what its holder still has. Nobody gets a secret with more rights than their own, so a member who rotates the key of a
   * service member has to have all of it.
   * @throws Problem 422
   */
  private scopesLeft(old: KeyRow, by: Minter, holder: HeldMember): Permission[] {
    const scopes = old.scopes.filter((scope) => holder.permissions.includes(scope));
    if (scopes.length === 0) {
      const message = 'The member no longer has any of the permissions of the key';
      refuseFaults([{ pointer: '', code: 'scopes_missing', message }]);
    }
    const given = grantable({ by, holder });
    const beyond = scopes.filter((scope) => !given.includes(scope));
    const message = `The key has permissions that you do not have: ${beyond.join(', ')}`;
    if (beyond.length > 0) refuseFaults([{ pointer: '', code: 'not_held', message }]);
    return scopes;
  }

  private async mint(
    tx: Tx,
    by: Minter,
    holder: HeldMember,
    { name, scopes, expiry, allowedCidrs, predecessor }: Terms,
  ): Promise<{ id: number; secret: string; prefix: string }> {
    const now = this.clock.now();
    const { secret, prefix } = mintSecret(randomText);
    const { hash, version } = hashKey(this.secrets, secret);
    const id = await this.keys.insert(tx, {
      companyId: by.company.id,
      memberId: holder.id,
      ...{ name, prefix, hash, hashVersion: version, scopes: [...scopes] },
      ...{ lifetime: expiry, expiresAt: keyExpiresAt(expiry, now), allowedCidrs: [...allowedCidrs] },
      rateLimit: predecessor?.rateLimit ?? null,
      familyId: predecessor ? (predecessor.familyId ?? predecessor.id) : null,
      predecessorId: predecessor?.id ?? null,
      ...{ successorId: null, graceSeconds: null, retiresAt: null, warnedDays: null },
      ...{ createdAt: now, createdFromIp: by.origin.ip, createdFromAgent: by.origin.userAgent },
      ...{ firstUsedAt: null, lastUsedAt: null, lastUsedIp: null, lastUsedAgent: null },
      ...{ revokedAt: null, revokedBy: null, revocationReason: null },
    });
    await this.audit.record(tx, actorOf(by), 'api_key.created', prefix, {
      ...{ name, scopes, expiry },
      ...(allowedCidrs.length > 0 && { allowedCidrs }),
      ...(holder.id !== by.memberId && { memberId: holder.id, member: holder.name }),
      ...(predecessor && { predecessor: predecessor.prefix }),
    });
    return { id, secret, prefix };
  }

  private async created(tx: Tx, by: Minter, id: number, secret: string): Promise<CreatedApiKey> {
    return { apiKey: presentApiKey(await this.keys.find(by.company.id, id, tx), this.clock.now()), secret };
  }
}
