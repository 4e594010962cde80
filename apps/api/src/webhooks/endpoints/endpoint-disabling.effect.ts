import { WAKE, type Wake } from '@billhook/db/outbox';
import type { Tx } from '@billhook/db/unit-of-work';
import { disableOfEndedGrants } from '@billhook/webhooks/endpoints/endpoint-grants.sql';
import { Inject, Injectable } from '@nestjs/common';
import type { GrantsEndedEffect } from '../../identity/grants/grants-ended.effect.js';

/** Disables the endpoints of an application with its grant. */
@Injectable()
export class EndpointDisablingEffect implements GrantsEndedEffect {
  constructor(@Inject(WAKE) private readonly wake: Wake) {}

  async grantsEnded(tx: Tx, grantIds: readonly number[]): Promise<void> {
    await disableOfEndedGrants(tx, grantIds);
    tx.afterCommit(this.wake);
  }
}
