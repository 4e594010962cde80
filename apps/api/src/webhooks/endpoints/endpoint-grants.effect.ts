import { WAKE, type Wake } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { updateGrants } from '@billhook/webhooks/endpoints/known-grants';
import { Inject, Injectable } from '@nestjs/common';
import type { GrantsChangedEffect } from '../../identity/grants/grants-changed.effect.js';

/** Writes the state of grants to the cell of their endpoints, and disables the endpoints of those that have ended. */
@Injectable()
export class EndpointGrantsEffect implements GrantsChangedEffect {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(WAKE) private readonly wake: Wake,
  ) {}

  async grantsChanged(grantIds: readonly number[]): Promise<void> {
    await updateGrants(this.uow, grantIds);
    this.wake();
  }
}
