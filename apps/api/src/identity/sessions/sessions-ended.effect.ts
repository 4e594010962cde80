import type { Tx } from '@billhook/db/unit-of-work';
import type { SessionOwner } from '@billhook/identity/auth/sessions.repository';

/** What a higher feature does in the transaction in which sessions of an account or a member end. */
export interface SessionsEndedEffect {
  /** Runs before the sessions are deleted. */
  sessionsEnded(tx: Tx, owner: SessionOwner, now: Date): Promise<void>;
}

/** The effects in the order in which they run, bound in `app.module.ts`. */
export const SESSIONS_ENDED_EFFECTS = Symbol('sessions ended effects');
