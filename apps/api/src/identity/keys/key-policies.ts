import { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { isLooser, NO_POLICY, type KeyPolicy } from '@billhook/domain/identity/key-policy';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { requireStepUp } from '../../access/step-up.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { changesOf } from '../audit/changes.js';
import { CallerRights } from '../members/caller-rights.js';
import { CLOCK } from '@billhook/platform/tokens';

/** What each company lets its keys be. */
@Injectable()
export class KeyPolicies {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly callers: CallerRights,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get(companyId: number, runner: ReadRunner = this.db): Promise<KeyPolicy> {
    return this.read(runner, companyId, '');
  }

  /** Holds for what is made from now on. Existing keys keep working and are marked as outside it. @throws Problem 403 step_up_required for a looser one */
  set(by: MemberPrincipal & Principal, to: KeyPolicy): Promise<KeyPolicy> {
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by, 'api_key.manage');
      const { id } = by.company;
      const { longestLifetime, cidrsRequired } = NO_POLICY;
      // There has to be a row to lock: two who set it at once are told apart in the audit log.
      await tx.query({
        name: 'key_policy_begin',
        text: 'INSERT INTO key_policies VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        values: [id, longestLifetime, cidrsRequired, this.clock.now()],
      });
      const before = await this.read(tx, id, 'FOR UPDATE');
      const changed = changesOf(before, to, ['longestLifetime', 'cidrsRequired']);
      if (Object.keys(changed).length === 0) return before;
      if (isLooser(before, to)) requireStepUp(by, this.clock.now());
      await tx.query({
        name: 'key_policy_set',
        text: 'UPDATE key_policies SET longest_lifetime = $2, cidrs_required = $3, updated_at = $4 WHERE company_id = $1',
        values: [id, to.longestLifetime, to.cidrsRequired, this.clock.now()],
      });
      await this.audit.record(tx, actorOf(by), 'key_policy.updated', null, { changed });
      return to;
    });
  }

  private async read(runner: ReadRunner, companyId: number, lock: '' | 'FOR UPDATE'): Promise<KeyPolicy> {
    const [policy = NO_POLICY] = await runner.query<KeyPolicy & { readonly [column: string]: unknown }>({
      name: lock ? 'key_policy_lock' : 'key_policy',
      text: `SELECT longest_lifetime AS "longestLifetime", cidrs_required AS "cidrsRequired" FROM key_policies WHERE company_id = $1 ${lock}`,
      values: [companyId],
    });
    return policy;
  }
}
