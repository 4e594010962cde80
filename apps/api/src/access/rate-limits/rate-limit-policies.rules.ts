import { rateOf, type Rate } from '@billhook/domain/shared/gcra';
import type { Env } from '@billhook/platform/env';

/** Whose requests a policy counts: a key's, a company's, an address's without a valid key, or an address's to public pages. */
export type PolicyName = 'minute' | 'company' | 'address' | 'public';

type LimitSetting = 'RATE_LIMIT_KEY' | 'RATE_LIMIT_COMPANY' | 'RATE_LIMIT_ADDRESS' | 'RATE_LIMIT_PUBLIC';

export type LimitSettings = Pick<Env, LimitSetting>;

export interface Policy {
  readonly name: PolicyName;
  readonly quota: number;
  /** Seconds in which the quota is restored. */
  readonly window: number;
  readonly rate: Rate;
}

interface PolicyRow {
  readonly name: PolicyName;
  readonly setting: LimitSetting;
  readonly window: number;
}

/** All rate limits. */
const POLICIES: readonly PolicyRow[] = [
  { name: 'minute', setting: 'RATE_LIMIT_KEY', window: 60 },
  { name: 'company', setting: 'RATE_LIMIT_COMPANY', window: 60 },
  { name: 'address', setting: 'RATE_LIMIT_ADDRESS', window: 60 },
  // Separate from `address`: a program with a wrong key must not keep people at its address from signing in.
  { name: 'public', setting: 'RATE_LIMIT_PUBLIC', window: 60 },
];

const policyOf = ({ name, window }: PolicyRow, quota: number): Policy => ({
  ...{ name, quota, window },
  rate: rateOf(quota, window),
});

/** The policies in force by the settings: a quota of 0 means none. */
export function policiesOf(settings: LimitSettings): ReadonlyMap<PolicyName, Policy> {
  const inForce = POLICIES.filter(({ setting }) => settings[setting] > 0);
  return new Map(inForce.map((row) => [row.name, policyOf(row, settings[row.setting])]));
}

/** A policy with a specific quota instead of the configured one. */
export function policyWithQuota(name: PolicyName, quota: number): Policy {
  const row = POLICIES.find((each) => each.name === name);
  if (!row) throw new RangeError(`there is no policy ${name}`);
  return policyOf(row, quota);
}
