import type { FieldError } from '../shared/problems.js';
import { hasEnded, KEY_EXPIRIES, type KeyExpiry, type KeyStatus } from './key-status.js';

/** The rules of a company for new keys. Existing keys continue to work. */
export interface KeyPolicyTerms {
  readonly longestLifetime: KeyExpiry;
  /** Whether each key requires a list of allowed networks. */
  readonly cidrsRequired: boolean;
}

/** The policy of a company that has not set one. */
export const NO_POLICY: KeyPolicyTerms = { longestLifetime: 'none', cidrsRequired: false };

/** The terms of a key that a policy checks. */
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

/** Errors in the lifetime of a key under a policy. */
export function lifetimeErrors(policy: KeyPolicyTerms, lifetime: KeyExpiry): FieldError[] {
  if (length(lifetime) <= length(policy.longestLifetime)) return [];
  const message = `exceeds the key policy of the company, which ${LONGEST[policy.longestLifetime]}`;
  return [{ pointer: '/expiry', code: 'policy_lifetime', message }];
}

/** Whether a policy allows keys that the previous policy rejects. */
export const isLooser = (before: KeyPolicyTerms, after: KeyPolicyTerms): boolean =>
  length(after.longestLifetime) > length(before.longestLifetime) || (before.cidrsRequired && !after.cidrsRequired);

/** Whether a network contains all addresses: `0.0.0.0/0`, `::/0`. */
const isEverywhere = (cidr: string): boolean => cidr.endsWith('/0');

/** Errors in the networks of a key under a policy. */
export function cidrErrors(policy: KeyPolicyTerms, allowedCidrs: readonly string[]): FieldError[] {
  if (!policy.cidrsRequired || (allowedCidrs.length > 0 && !allowedCidrs.some(isEverywhere))) return [];
  const message =
    'must contain at least one network, and none that includes every address: the key policy of the company requires networks';
  return [{ pointer: '/allowedCidrs', code: 'policy_cidrs', message }];
}

/** Why a policy rejects a key, with a pointer to the wrong member of the body. */
export const policyErrors = (policy: KeyPolicyTerms, { lifetime, allowedCidrs }: KeyTerms): FieldError[] => [
  ...lifetimeErrors(policy, lifetime),
  ...cidrErrors(policy, allowedCidrs),
];

/** Whether the policy would reject a working key today. Revoked and expired keys are ignored. */
export function isOutsidePolicy(policy: KeyPolicyTerms, key: KeyTerms & { readonly status: KeyStatus }): boolean {
  return !hasEnded(key.status) && policyErrors(policy, key).length > 0;
}
