import type { Runner } from '@billhook/db/statement';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { isLooser, type KeyPolicyTerms } from '@billhook/domain/identity/key-policy';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { KeyPoliciesRepository } from '@billhook/identity/keys/key-policies.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { requireStepUp } from '../../access/step-up.rules.js';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { CallerRightsService } from '../members/caller-rights.service.js';

/** What each company allows its keys to be. */
@Injectable()
export class KeyPolicyService {
  constructor(
    private readonly policies: KeyPoliciesRepository,
    private readonly uow: UnitOfWork,
    private readonly callers: CallerRightsService,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get(companyId: number, runner?: Runner): Promise<KeyPolicyTerms> {
    return this.policies.find(companyId, runner);
  }

  /** Existing keys keep working and are marked as outside the policy. @throws Problem 403 step_up_required for a looser one */
  set(by: SignedInMember, to: KeyPolicyTerms): Promise<KeyPolicyTerms> {
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by, 'api_key.manage');
      const { id } = by.company;
      const before = await this.policies.lock(tx, id, this.clock.now());
      const changed = changesOf(before, to, ['longestLifetime', 'cidrsRequired']);
      if (Object.keys(changed).length === 0) return before;
      if (isLooser(before, to)) requireStepUp(by, this.clock.now());
      await this.policies.update(tx, id, to, this.clock.now());
      await this.audit.record(tx, actorOf(by), 'key_policy.updated', null, { changed });
      return to;
    });
  }
}
