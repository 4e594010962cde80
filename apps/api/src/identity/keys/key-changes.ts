import { isWider } from '@billhook/contract/identity/networks';
import type { ApiKeyView, LimitApiKey } from '@billhook/contract/identity/api-key';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { cidrFaults } from '@billhook/domain/identity/key-policy';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { requireStepUp } from '../../access/step-up.js';
import { actorOf } from '../audit/actor-of.js';
import { AuditLog } from '../audit/audit-log.js';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { CLOCK } from '@billhook/platform/tokens';
import { presentApiKey } from './api-key.presenter.js';
import { refuseFaults } from './key.rules.js';
import { KeyPolicyService } from './key-policy.service.js';
import { requireLive } from './key-status.js';
import { KeysRepository, type KeyChange } from '@billhook/identity/keys/keys.repository';
import { takeNetworks } from './networks.js';
import { requireOwnership, requireVisible, type KeyOwnership } from './key-ownership.rules.js';

/** Changes what can be changed of a key: its name, where it is used from, how often. Never what it may do, nor how long. */
@Injectable()
export class KeyChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly policies: KeyPolicyService,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Holds from the next request on.
   * @throws Problem 404; 409 key_ended, member_not_service; 403 step_up_required for more networks; 422
   */
  async change(by: MemberPrincipal & Principal, reach: KeyOwnership, id: number, body: LimitApiKey): Promise<ApiKeyView> {
    const { name, allowedCidrs, rateLimit } = body;
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const before = await this.keys.lock(tx, by.company.id, id);
      if (name === undefined && allowedCidrs === undefined) requireVisible(reach, by, before);
      else requireOwnership(reach, by, before);
      requireLive(before, now);
      const to: KeyChange = { ...(name !== undefined && { name }), ...(rateLimit !== undefined && { rateLimit }) };
      if (allowedCidrs) {
        if (isWider(before.allowedCidrs, allowedCidrs)) requireStepUp(by, now);
        const { networks, faults } = takeNetworks(allowedCidrs);
        refuseFaults([...faults, ...cidrFaults(await this.policies.get(by.company.id, tx), networks)]);
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
