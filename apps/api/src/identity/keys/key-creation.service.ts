import type { CreateApiKey, CreatedApiKey, RotateApiKey } from '@billhook/contract/identity/key';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { policyErrors } from '@billhook/domain/identity/key-policy';
import { hasEnded, keyExpiresAt, type KeyExpiry } from '@billhook/domain/identity/key-status';
import { readOnlyScopes, type Permission } from '@billhook/domain/identity/permissions';
import { generateSecret, keyPrefixOf } from '@billhook/domain/identity/secret-format';
import { Problem } from '@billhook/domain/shared/problems';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { hashKey } from '@billhook/identity/keys/key-hash';
import { presentApiKey, statusOf } from '@billhook/identity/keys/key.presenter';
import { KeysRepository, type KeyRow } from '@billhook/identity/keys/keys.repository';
import { MembersRepository, type LockedMember } from '@billhook/identity/members/members.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { randomText } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { KeyPolicyService } from '../key-policy/key-policy.service.js';
import { CallerRightsService } from '../members/caller-rights.service.js';
import { requireOwnership, requireService, type KeyOwnership } from './key-ownership.rules.js';
import {
  grantable,
  rejectErrors,
  requireActive,
  requireLive,
  requirePaidPlan,
  scopeErrors,
  takeNetworks,
} from './key.rules.js';

/** The permissions for creating a key: for service members, api_key.manage as well. */
const NEEDED = {
  own: ['api_key.create'],
  company: ['api_key.manage', 'api_key.create'],
} as const satisfies Record<KeyOwnership, readonly Permission[]>;

/** The terms of a new key. */
interface NewKeyTerms {
  readonly name: string;
  readonly scopes: readonly Permission[];
  readonly expiry: KeyExpiry;
  readonly allowedCidrs: readonly string[];
  /** The key that it replaces. */
  readonly predecessor?: KeyRow;
}

/** Creates and rotates keys. The secret is in the response that creates the key, and nowhere else. */
@Injectable()
export class KeyCreationService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly members: MembersRepository,
    private readonly callers: CallerRightsService,
    private readonly policies: KeyPolicyService,
    private readonly audit: AuditLog,
    private readonly secrets: AppSecrets,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** Creates a key for the caller. @throws Problem 403 plan_required; 422 */
  create(by: SignedInMember, body: CreateApiKey): Promise<CreatedApiKey> {
    return this.createFor(by, by.memberId, 'own', body);
  }

  /** Creates a key for a service member. @throws Problem 403; 404; 409 member_not_service, member_removed; 422 */
  createForService(by: SignedInMember, memberId: number, body: CreateApiKey): Promise<CreatedApiKey> {
    return this.createFor(by, memberId, 'company', body);
  }

  private createFor(
    by: SignedInMember,
    memberId: number,
    ownership: KeyOwnership,
    body: CreateApiKey,
  ): Promise<CreatedApiKey> {
    return this.uow.run(async (tx) => {
      const issuer = await this.issuer(tx, by, ownership);
      const holder = await this.members.lockForShare(tx, by.company.id, memberId);
      if (ownership === 'company') requireService(holder.kind);
      requireActive(holder);
      const granting = { by: issuer, holder };
      const scopes = body.scopes ?? readOnlyScopes(grantable(granting));
      const { networks, errors } = takeNetworks(body.allowedCidrs ?? []);
      const policy = await this.policies.get(by.company.id, tx);
      const terms = { name: body.name, scopes, expiry: body.expiry, allowedCidrs: networks };
      const againstPolicy = policyErrors(policy, { lifetime: body.expiry, allowedCidrs: networks });
      rejectErrors([...scopeErrors(scopes, granting), ...errors, ...againstPolicy]);
      const { id, secret } = await this.insert(tx, by, holder, terms);
      return this.created(tx, by, id, secret);
    });
  }

  /**
   * Creates a successor with the same name, networks, rate limit and permissions that the owner still holds. The old key works until the
   * grace period after the first use of the new one.
   * @throws Problem 403; 404; 409 key_ended, key_already_rotated, member_not_service; 422
   */
  rotate(by: SignedInMember, ownership: KeyOwnership, id: number, body: RotateApiKey): Promise<CreatedApiKey> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const issuer = await this.issuer(tx, by, ownership);
      const found = await this.keys.find(by.company.id, id, tx);
      requireOwnership(ownership, by, found);
      const holder = await this.members.lockForShare(tx, by.company.id, found.memberId);
      const old = await this.keys.lock(tx, by.company.id, id);
      requireLive(old, now);
      requireActive(holder);
      await this.requireUnreplaced(tx, old, now);

      const scopes = this.scopesLeft(old, issuer, holder);
      const { networks, errors } = takeNetworks(body.allowedCidrs ?? old.allowedCidrs);
      const expiry = body.expiry ?? old.lifetime;
      const policy = await this.policies.get(by.company.id, tx);
      rejectErrors([...errors, ...policyErrors(policy, { lifetime: expiry, allowedCidrs: networks })]);

      const terms = { name: old.name, scopes, expiry, allowedCidrs: networks, predecessor: old };
      const successor = await this.insert(tx, by, holder, terms);
      await this.keys.replace(tx, old.id, successor.id, body.graceSeconds);
      await this.audit.record(tx, actorOf(by), 'api_key.rotated', old.prefix, {
        successor: successor.prefix,
        graceSeconds: body.graceSeconds,
        dropped: old.scopes.filter((scope) => !scopes.includes(scope)),
      });
      return this.created(tx, by, successor.id, successor.secret);
    });
  }

  /** The caller as they are now. @throws Problem 401, 403 */
  private async issuer(tx: Tx, by: SignedInMember, ownership: KeyOwnership): Promise<SignedInMember> {
    const issuer = await this.callers.current(tx, by, ...NEEDED[ownership]);
    requirePaidPlan(issuer);
    return issuer;
  }

  /**
   * A key has one successor. A successor that ended unused may be replaced, unless its own successors work or were used: two successors
   * would each end the key.
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
   * The permissions of a successor: those that the owner still holds. The caller must hold them all, as they get the secret.
   * @throws Problem 422
   */
  private scopesLeft(old: KeyRow, by: SignedInMember, holder: LockedMember): Permission[] {
    const scopes = old.scopes.filter((scope) => holder.permissions.includes(scope));
    if (scopes.length === 0) {
      const message = 'The member no longer has any of the permissions of the key';
      rejectErrors([{ pointer: '', code: 'scopes_missing', message }]);
    }
    const given = grantable({ by, holder });
    const beyond = scopes.filter((scope) => !given.includes(scope));
    const message = `The key has permissions that you do not have: ${beyond.join(', ')}`;
    if (beyond.length > 0) rejectErrors([{ pointer: '', code: 'not_held', message }]);
    return scopes;
  }

  private async insert(
    tx: Tx,
    by: SignedInMember,
    holder: LockedMember,
    { name, scopes, expiry, allowedCidrs, predecessor }: NewKeyTerms,
  ): Promise<{ id: number; secret: string; prefix: string }> {
    const now = this.clock.now();
    const { secret, prefix } = generateSecret(randomText, keyPrefixOf(by.company.kind));
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

  private async created(tx: Tx, by: SignedInMember, id: number, secret: string): Promise<CreatedApiKey> {
    return { apiKey: presentApiKey(await this.keys.find(by.company.id, id, tx), this.clock.now()), secret };
  }
}
