import { Database } from '@billhook/db/database';
import { WAKE, type Wake } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { cellsOfGrants } from '@billhook/identity/oauth/grant-applications';
import { updateGrants } from '@billhook/webhooks/endpoints/known-grants';
import { Inject, Injectable } from '@nestjs/common';
import type { GrantsChangedEffect } from '../../identity/grants/grants-changed.effect.js';

/** Writes the state of grants to the cells of their endpoints, and disables the endpoints of those that have ended. */
@Injectable()
export class EndpointGrantsEffect implements GrantsChangedEffect {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    @Inject(WAKE) private readonly wake: Wake,
  ) {}

  /** @throws the error of a cell, after the others have been updated */
  async grantsChanged(grantIds: readonly number[]): Promise<void> {
    const { cells } = this.db;
    // An application has grants of companies in any cell.
    const updates = (await cellsOfGrants(this.db, grantIds)).map(({ cell, ids }) =>
      cells.within(cell, async () => {
        await updateGrants(this.uow, ids);
        this.wake();
      }),
    );
    for (const ended of await Promise.allSettled(updates)) if (ended.status === 'rejected') throw ended.reason;
  }
}
