import type { Tx } from '@billhook/db/unit-of-work';

/** What a higher feature does when the permissions or the status of a member change. */
export interface MemberChangedEffect {
  /** Runs in the transaction, and adds the step that follows its commit. */
  memberChanged(tx: Tx, memberId: number): void;
}

/** The effects in the order in which they run, bound in `app.module.ts`. */
export const MEMBER_CHANGED_EFFECTS = Symbol('member changed effects');
