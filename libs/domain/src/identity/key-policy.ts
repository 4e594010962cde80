import { KEY_EXPIRIES, type KeyExpiry, type KeyStatus } from './api-key.js';
import type { Fault } from '../shared/problems.js';

/** What a company lets keys be. It holds for what is made from then on; a key that there is goes on working. */
export interface KeyPolicy {
  readonly longestLifetime: KeyExpiry;
  /** Whether each key must have a list of networks that it may be used from. */
  readonly cidrsRequired: boolean;
}

/** Of a company that chose none: whatever the product allows. */
export const NO_POLICY: KeyPolicy = { longestLifetime: 'none', cidrsRequired: false };

/** What a policy looks at. */
export interface KeyTerms {
  readonly lifetime: KeyExpiry;
  readonly allowedCidrs: readonly string[];
}

/** From the shortest to the longest. */
const length = (expiry: KeyExpiry): number => KEY_EXPIRIES.indexOf(expiry);

const LONGEST: Readonly<Record<KeyExpiry, string>> = {
  '90d': 'allows at most 90 days',
  '1y': 'allows at most a year',
  none: 'allows keys without an expiry date',
};

/** What a policy says against the lifetime of a key. */
export function lifetimeFaults(policy: KeyPolicy, lifetime: KeyExpiry): Fault[] {
  if (length(lifetime) <= length(policy.longestLifetime)) return [];
  const message = `exceeds the key policy of the company, which ${LONGEST[policy.longestLifetime]}`;
  return [{ pointer: '/expiry', code: 'policy_lifetime', message }];
}

/** Whether a policy allows keys that the one before it does not. */
export const isLooser = (before: KeyPolicy, after: KeyPolicy): boolean =>
  length(after.longestLifetime) > length(before.longestLifetime) || (before.cidrsRequired && !after.cidrsRequired);

/** Whether a network is all there is: `0.0.0.0/0`, `::/0`. */
const isEverywhere = (cidr: string): boolean => cidr.endsWith('/0');

/** What a policy says against the networks of a key. */
export function cidrFaults(policy: KeyPolicy, allowedCidrs: readonly string[]): Fault[] {
  if (!policy.cidrsRequired || (allowedCidrs.length > 0 && !allowedCidrs.some(isEverywhere))) return [];
  const message =
    'must contain at least one network, and none that includes every address: the key policy of the company requires networks';
  return [{ pointer: '/allowedCidrs', code: 'policy_cidrs', message }];
}

/** What keeps a key from being made, each with the place in the body where it is mended. */
export const policyFaults = (policy: KeyPolicy, { lifetime, allowedCidrs }: KeyTerms): Fault[] => [
  ...lifetimeFaults(policy, lifetime),
  ...cidrFaults(policy, allowedCidrs),
];

/** Whether a key that lives would not be let made today. What is dead is no longer anybody's concern. */
export function isOutsidePolicy(policy: KeyPolicy, key: KeyTerms & { readonly status: KeyStatus }): boolean {
  return key.status !== 'revoked' && key.status !== 'expired' && policyFaults(policy, key).length > 0;
}
