export const PLANS = ['Free', 'Pro'] as const;
export type Plan = (typeof PLANS)[number];

/** Creating keys needs a paid plan. */
export function isPaidPlan(plan: Plan): boolean {
  return plan !== 'Free';
}

/** Removed is permanent: a person who returns becomes a new member. */
export const MEMBER_STATUSES = ['Active', 'Deactivated', 'Removed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** A service member belongs to the company, owns API keys and cannot sign in. */
export const MEMBER_KINDS = ['Person', 'Service'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];
