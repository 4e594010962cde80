import type { Tx } from '@billhook/db/unit-of-work';
import type { Actor } from '@billhook/identity/audit/actor';

/** A member who is about to be deactivated or removed, locked and still unchanged. */
export interface MemberDeparture {
  readonly memberId: number;
  readonly status: 'Deactivated' | 'Removed';
  readonly actor: Actor;
}

/** What a higher feature does in the transaction in which a member leaves. */
export interface MemberLeftEffect {
  /** @returns counts for the audit entry of the departure */
  memberLeft(tx: Tx, departure: MemberDeparture): Promise<Readonly<Record<string, number>>>;
}

/** The effects in the order in which they run, bound in `app.module.ts`. */
export const MEMBER_LEFT_EFFECTS = Symbol('member left effects');
