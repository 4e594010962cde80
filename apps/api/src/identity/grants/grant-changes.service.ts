import type { Tx } from '@billhook/db/unit-of-work';
import { OAuthGrantsRepository, type GrantsOf } from '@billhook/identity/oauth/grants.repository';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberChangedEffect } from '../members/member-changed.effect.js';
import { GRANTS_CHANGED_EFFECTS, type GrantsChangedEffect } from './grants-changed.effect.js';

/** What follows each change that decides what grants may do: a step after its commit, for which its response waits. */
@Injectable()
export class GrantChangesService implements MemberChangedEffect {
  constructor(
    private readonly grants: OAuthGrantsRepository,
    @Inject(GRANTS_CHANGED_EFFECTS) private readonly effects: readonly GrantsChangedEffect[],
  ) {}

  /** These grants were revoked, now or before: a repeated request also repeats the step. */
  changed(tx: Tx, grantIds: readonly number[]): void {
    tx.completeWith(`grants ${grantIds.join()}`, () => this.follow(grantIds));
  }

  /** The application or the member of grants, or the policy of their company, has changed. */
  changedOf(tx: Tx, of: GrantsOf): void {
    // Read after the commit: a grant that was created in the meantime has read the former state.
    tx.completeWith(`grants of ${Object.entries(of).join()}`, async () => this.follow(await this.grants.liveIds(of)));
  }

  memberChanged(tx: Tx, memberId: number): void {
    this.changedOf(tx, { memberId });
  }

  private async follow(grantIds: readonly number[]): Promise<void> {
    if (grantIds.length > 0) for (const effect of this.effects) await effect.grantsChanged(grantIds);
  }
}
