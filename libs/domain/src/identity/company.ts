export const PLANS = ['Free', 'Pro'] as const;
export type Plan = (typeof PLANS)[number];

/** Creating keys needs a paid plan. */
export function isPaidPlan(plan: Plan): boolean {
  return plan !== 'Free';
}

/** A sandbox is a company of its production company for trying things: none of its documents are real, and none of its emails are sent. */
export const COMPANY_KINDS = ['Production', 'Sandbox'] as const;
export type CompanyKind = (typeof COMPANY_KINDS)[number];
