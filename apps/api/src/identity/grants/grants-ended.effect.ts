import type { Tx } from '@billhook/db/unit-of-work';

/** What a higher feature does in the transaction in which grants are revoked. */
export interface GrantsEndedEffect {
  /** Runs after the grants are marked as revoked. */
  grantsEnded(tx: Tx, grantIds: readonly number[]): Promise<void>;
}

/** The effects in the order in which they run, bound in `app.module.ts`. */
export const GRANTS_ENDED_EFFECTS = Symbol('grants ended effects');
