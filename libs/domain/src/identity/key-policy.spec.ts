import { describe, expect, it } from '@jest/globals';
import { cidrErrors, isLooser, isOutsidePolicy, lifetimeErrors, NO_POLICY, policyErrors } from './key-policy.js';
import { KEY_EXPIRIES, KEY_STATUSES, type KeyExpiry } from './key-status.js';

const NETWORK = ['203.0.113.0/24'];

describe('the longest lifetime', () => {
  it.each<[longest: KeyExpiry, allowed: KeyExpiry[]]>([
    ['90d', ['90d']],
    ['1y', ['90d', '1y']],
    ['none', ['90d', '1y', 'none']],
  ])('%s allows %j', (longestLifetime, allowed) => {
    const policy = { longestLifetime, cidrsRequired: false };
    expect(KEY_EXPIRIES.filter((expiry) => lifetimeErrors(policy, expiry).length === 0)).toEqual(allowed);
  });

  it('reports the place of the error and the allowed lifetimes', () => {
    expect(lifetimeErrors({ longestLifetime: '1y', cidrsRequired: false }, 'none')).toEqual([
      {
        pointer: '/expiry',
        code: 'policy_lifetime',
        message: 'exceeds the key policy of the company, which allows at most a year',
      },
    ]);
  });
});

describe('a looser policy', () => {
  it.each<[from: [KeyExpiry, boolean], to: [KeyExpiry, boolean], looser: boolean]>([
    [['90d', false], ['90d', false], false],
    [['90d', false], ['1y', false], true],
    [['1y', false], ['90d', false], false],
    [['none', false], ['none', true], false],
    [['none', true], ['none', false], true],
    [['1y', true], ['90d', false], true],
    [['90d', true], ['none', true], true],
  ])('from %j to %j: %s', (from, to, looser) => {
    const policy = ([longestLifetime, cidrsRequired]: [KeyExpiry, boolean]) => ({ longestLifetime, cidrsRequired });
    expect(isLooser(policy(from), policy(to))).toBe(looser);
  });
});

describe('required networks', () => {
  it.each([
    [false, [], true],
    [false, NETWORK, true],
    [true, [], false],
    [true, NETWORK, true],
    [true, ['0.0.0.0/0'], false],
    [true, [...NETWORK, '::/0'], false],
    [false, ['::/0'], true],
  ])('required %s, given %j: allowed %s', (cidrsRequired, allowedCidrs, allowed) => {
    expect(cidrErrors({ longestLifetime: 'none', cidrsRequired }, allowedCidrs)).toHaveLength(allowed ? 0 : 1);
  });
});

describe('a key under a policy', () => {
  const strict = { longestLifetime: '90d', cidrsRequired: true } as const;

  it('gets all errors together', () => {
    const errors = policyErrors(strict, { lifetime: 'none', allowedCidrs: [] });
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/expiry', 'policy_lifetime'],
      ['/allowedCidrs', 'policy_cidrs'],
    ]);
    expect(policyErrors(strict, { lifetime: '90d', allowedCidrs: NETWORK })).toEqual([]);
    expect(policyErrors(NO_POLICY, { lifetime: 'none', allowedCidrs: [] })).toEqual([]);
  });

  it('is outside the policy only while it works', () => {
    const outside = KEY_STATUSES.filter((status) =>
      isOutsidePolicy(strict, { status, lifetime: '1y', allowedCidrs: NETWORK }),
    );
    expect(outside).toEqual(['active', 'expiring', 'suspended']);
    expect(isOutsidePolicy(strict, { status: 'active', lifetime: '90d', allowedCidrs: NETWORK })).toBe(false);
  });
});
