import type { Policy } from './rate-limit-policies.rules.js';
import type { Standing } from './limiter.js';

/*
 * draft-ietf-httpapi-ratelimit-headers-11: both fields are lists of strings with parameters (RFC 9651). Names of policies hold nothing that
 * would have to be escaped.
 */

/** `"minute";q=600;w=60`: the quota and its window. */
export function policyHeader(policies: readonly Policy[]): string {
  return policies.map(({ name, quota, window }) => `"${name}";q=${quota};w=${window}`).join(', ');
}

/** `"minute";r=512;t=9`: what is left, and when it is full again. */
export function standingHeader(standings: readonly Standing[]): string {
  return standings.map(({ policy, remaining, seconds }) => `"${policy.name}";r=${remaining};t=${seconds}`).join(', ');
}
