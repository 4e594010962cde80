import type { ApiKeyList, ApiKeyView, LimitApiKey } from '@billhook/contract/identity/key';
import { isWider } from '@billhook/contract/identity/networks';
import type { Window } from '@billhook/db/lists/list-records';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { cidrErrors } from '@billhook/domain/identity/key-policy';
import { KEY_STATUSES, type KeyStatus } from '@billhook/domain/identity/key-status';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { withoutSecrets, type KeyFilter } from '@billhook/identity/keys/key-filter';
import { presentApiKey } from '@billhook/identity/keys/key.presenter';
import { KeysRepository, type KeyChange } from '@billhook/identity/keys/keys.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { requireStepUp } from '../../access/step-up.rules.js';
import { PagingService } from '../../request/paging/paging.service.js';
import type { CompanyPrincipal, SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { KeyPolicyService } from '../key-policy/key-policy.service.js';
import { ownerFilter, requireOwnership, requireVisible, type KeyOwnership } from './key-ownership.rules.js';
import { rejectErrors, requireLive, takeNetworks } from './key.rules.js';

type KeyQuery = KeyFilter & { readonly limit: number; readonly cursor?: string | undefined };

/** Lists, shows and changes keys, revoked and expired ones included. */
@Injectable()
export class KeysService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly policies: KeyPolicyService,
    private readonly audit: AuditLog,
    private readonly paging: PagingService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(COMPANY_TIME) private readonly time: Clock,
  ) {}

  async list(by: CompanyPrincipal, ownership: KeyOwnership, rawQuery: KeyQuery): Promise<ApiKeyList> {
    const now = this.time.now();
    const query = withoutSecrets(rawQuery);
    const owner = ownerFilter(ownership, by);
    const filter: KeyFilter = { ...query, ...(owner !== undefined && { memberId: owner }) };
    const list = `api-keys/${owner ?? 'company'}`;
    const read = (window: Window) => this.keys.list(by.company.id, filter, window, now);
    const page = await this.paging.page(list, by.company.id, query, read, (key) => presentApiKey(key, now));
    const counted = await this.keys.count(by.company.id, { ...filter, status: undefined }, now);
    const counts = Object.fromEntries(
      KEY_STATUSES.map((status) => [status, counted.find((row) => row.status === status)?.count ?? 0]),
    ) as Record<KeyStatus, number>;
    return { ...page, counts };
  }

  /** How many keys expire soon. */
  async countExpiring(by: CompanyPrincipal, ownership: KeyOwnership): Promise<number> {
    const filter: KeyFilter = { status: 'expiring', memberId: ownerFilter(ownership, by) };
    const counted = await this.keys.count(by.company.id, filter, this.time.now());
    return counted.reduce((sum, { count }) => sum + count, 0);
  }

  /** @throws Problem 404 */
  async get(by: CompanyPrincipal, ownership: KeyOwnership, id: number): Promise<ApiKeyView> {
    const key = await this.keys.find(by.company.id, id);
    requireVisible(ownership, by, key);
    return presentApiKey(key, this.time.now());
  }

  /**
   * Changes name, networks and rate limit from the next request on; never permissions or expiry.
   * @throws Problem 404; 409 key_ended, member_not_service; 403 step_up_required for more networks; 422
   */
  async change(by: SignedInMember, ownership: KeyOwnership, id: number, body: LimitApiKey): Promise<ApiKeyView> {
    const { name, allowedCidrs, rateLimit } = body;
    return this.uow.run(async (tx) => {
      const now = this.time.now();
      const before = await this.keys.lock(tx, by.company.id, id);
      if (name === undefined && allowedCidrs === undefined) requireVisible(ownership, by, before);
      else requireOwnership(ownership, by, before);
      requireLive(before, now);
      const to: KeyChange = { ...(name !== undefined && { name }), ...(rateLimit !== undefined && { rateLimit }) };
      if (allowedCidrs) {
        if (isWider(before.allowedCidrs, allowedCidrs)) requireStepUp(by, this.clock.now());
        const { networks, errors } = takeNetworks(allowedCidrs);
        rejectErrors([...errors, ...cidrErrors(await this.policies.get(by.company.id, tx), networks)]);
        to.allowedCidrs = networks;
      }
      const changed = changesOf(before, { ...before, ...to }, ['name', 'allowedCidrs', 'rateLimit']);
      if (Object.keys(changed).length === 0) return presentApiKey(before, now);
      await this.keys.change(tx, id, to);
      await this.audit.record(tx, actorOf(by), 'api_key.updated', before.prefix, { changed });
      return presentApiKey(await this.keys.find(by.company.id, id, tx), now);
    });
  }
}
