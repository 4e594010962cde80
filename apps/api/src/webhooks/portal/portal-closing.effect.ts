import type { Tx } from '@billhook/db/unit-of-work';
import type { SessionOwner } from '@billhook/identity/auth/sessions.repository';
import { PortalRepository } from '@billhook/webhooks/portal/portal.repository';
import { Injectable } from '@nestjs/common';
import type { SessionsEndedEffect } from '../../identity/sessions/sessions-ended.effect.js';

/** Closes portals with the sessions of their member: a portal does not record from which session it was opened. */
@Injectable()
export class PortalClosingEffect implements SessionsEndedEffect {
  constructor(private readonly portals: PortalRepository) {}

  sessionsEnded(tx: Tx, owner: SessionOwner, now: Date): Promise<void> {
    return this.portals.close(tx, owner, now);
  }
}
