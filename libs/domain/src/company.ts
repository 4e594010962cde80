export const PLANS = ['Free', 'Pro'] as const;
export type Plan = (typeof PLANS)[number];

/** Creating keys needs a paid plan (published interface, section 5). */
export function isPaidPlan(plan: Plan): boolean {
  return plan !== 'Free';
}

export const MEMBER_STATUSES = ['Active', 'Deactivated'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];
