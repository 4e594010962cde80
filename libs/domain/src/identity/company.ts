export const PLANS = ['Free', 'Pro'] as const;
export type Plan = (typeof PLANS)[number];

/** Creating keys needs a paid plan. */
export function isPaidPlan(plan: Plan): boolean {
  return plan !== 'Free';
}
