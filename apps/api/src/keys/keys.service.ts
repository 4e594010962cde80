import type {
  ApiKeyList,
  ApiKeyView,
  CreateApiKey,
  CreatedApiKey,
  ListApiKeys,
  RevokeApiKey,
} from '@billhook/contract/api-key';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { KEY_STATUSES, keyExpiresAt, keyStatus, mintSecret, type KeyStatus } from '@billhook/domain/api-key';
import { isPaidPlan } from '@billhook/domain/company';
import { PERMISSIONS, readOnlyScopes, type Permission } from '@billhook/domain/permissions';
import { Problem, type Fault } from '@billhook/domain/problems';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { randomText } from '@billhook/platform/ids';
import type { Window } from '@billhook/records/lists/list-records';
import { Inject, Injectable } from '@nestjs/common';
import type { CompanyPrincipal, MemberPrincipal, Principal } from '../access/principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { Paging } from '../http/paging.js';
import { CLOCK } from '../platform/tokens.js';
import { presentApiKey } from './api-key.presenter.js';
import { hashKey } from './key-hash.js';
import { KeysRepository } from './keys.repository.js';

/** A password confirmed longer ago than this does not create keys. */
const STEP_UP_MS = 10 * 60_000;

/** Whose keys a list or a revocation is about: one's own, or (with api_key.manage) the whole company's. */
export type Reach = 'own' | 'company';

@Injectable()
export class KeysService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly audit: AuditLog,
    private readonly paging: Paging,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(by: CompanyPrincipal, reach: Reach, query: ListApiKeys): Promise<ApiKeyList> {
    const now = this.clock.now();
    const memberId = reach === 'own' ? by.memberId : undefined;
    const list = `api-keys/${memberId ?? 'company'}`;
    const read = (window: Window) => this.keys.list(by.company.id, { memberId, status: query.status }, window, now);
    const page = await this.paging.page(list, by.company.id, query, read, (key) => presentApiKey(key, now));
    const counted = await this.keys.count(by.company.id, memberId, now);
    const counts = Object.fromEntries(
      KEY_STATUSES.map((status) => [status, counted.find((row) => row.status === status)?.count ?? 0]),
    ) as Record<KeyStatus, number>;
    return { ...page, counts };
  }

  async get(by: CompanyPrincipal, id: number): Promise<ApiKeyView> {
    const key = await this.keys.find(by.company.id, id);
    if (key.memberId !== by.memberId) throw new Problem('not_found', 'There is no such key.');
    return presentApiKey(key, this.clock.now());
  }

  /** Makes a key. Its secret is in this answer and nowhere else. @throws Problem 403 plan_required, step_up_required; 422 */
  async create(by: MemberPrincipal & Principal, body: CreateApiKey): Promise<CreatedApiKey> {
    const now = this.clock.now();
    if (!isPaidPlan(by.company.plan)) throw new Problem('plan_required', 'Creating keys needs a paid plan.');
    if (now.getTime() - by.session.confirmedAt.getTime() > STEP_UP_MS) throw new Problem('step_up_required');
    const scopes = body.scopes ?? readOnlyScopes(by.permissions);
    checkScopes(scopes, by.permissions);
    const { secret, prefix } = mintSecret(randomText);
    const { hash, version } = hashKey(this.secrets, secret);
    const key = await this.uow.run(async (tx) => {
      const id = await this.keys.insert(tx, {
        companyId: by.company.id,
        memberId: by.memberId,
        name: body.name,
        prefix,
        hash,
        hashVersion: version,
        scopes,
        lifetime: body.expiry,
        expiresAt: keyExpiresAt(body.expiry, now),
        allowedCidrs: body.allowedCidrs ?? [],
        rateLimit: null,
        familyId: null,
        predecessorId: null,
        successorId: null,
        graceSeconds: null,
        firstUsedAt: null,
        retiresAt: null,
        warnedDays: null,
        createdAt: now,
        createdFromIp: by.origin.ip,
        createdFromAgent: by.origin.userAgent,
        lastUsedAt: null,
        lastUsedIp: null,
        lastUsedAgent: null,
        revokedAt: null,
        revokedBy: null,
        revocationReason: null,
      });
      await this.audit.record(tx, actorOf(by), 'api_key.created', prefix, {
        name: body.name,
        scopes,
        expiry: body.expiry,
      });
      return this.keys.find(by.company.id, id, tx);
    });
    return { apiKey: presentApiKey(key, now), secret };
  }

  /** Ends a key at once and for good. A key that is revoked or expired stays what it is: no way leads out of either. */
  revoke(by: CompanyPrincipal, reach: Reach, id: number, body: RevokeApiKey): Promise<ApiKeyView> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const key = await this.keys.lock(tx, by.company.id, id);
      if (reach === 'own' && key.memberId !== by.memberId) throw new Problem('not_found', 'There is no such key.');
      const status = keyStatus({ ...key, paidPlan: isPaidPlan(key.plan) }, now);
      if (status !== 'revoked' && status !== 'expired') {
        await this.keys.revoke(tx, id, now, by.label, body.reason ?? null);
        await this.audit.record(tx, actorOf(by), 'api_key.revoked', key.prefix, {
          reason: body.reason ?? null,
          statusBefore: status,
        });
      }
      return presentApiKey(await this.keys.find(by.company.id, id, tx), now);
    });
  }
}

/** @throws Problem 422 naming each permission that can not be given, or that the creator does not hold */
function checkScopes(scopes: readonly Permission[], held: readonly Permission[]): void {
  const faults = scopes.flatMap((scope, n): Fault[] => {
    const pointer = `/scopes/${n}`;
    if (!PERMISSIONS[scope].grantable)
      return [{ pointer, code: 'not_grantable', message: 'names a permission that no key can carry' }];
    if (!held.includes(scope))
      return [{ pointer, code: 'not_held', message: 'names a permission that you do not hold' }];
    return [];
  });
  if (scopes.length === 0)
    faults.push({
      pointer: '/scopes',
      code: 'scopes_missing',
      message: 'takes permissions that you hold, and you hold none',
    });
  if (faults.length > 0) throw new Problem('invalid_body', undefined, { errors: faults });
}
