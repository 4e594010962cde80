import { describe, expect, it } from '@jest/globals';
import { keyOutcome, type KeyOutcome } from './key-outcome.js';

describe('keyOutcome', () => {
  it.each<[number, boolean, KeyOutcome]>([
    [200, false, 'ok'],
    [207, false, 'ok'],
    [304, false, 'ok'],
    [400, false, 'refused'],
    [403, false, 'refused'],
    [428, false, 'refused'],
    [429, false, 'limited'],
    [430, false, 'refused'],
    [499, false, 'refused'],
    [500, false, 'failed'],
    [503, false, 'failed'],
    [401, true, 'dead'],
    [429, true, 'dead'],
  ])('%i, revoked or expired: %s, is %s', (status, dead, outcome) => {
    expect(keyOutcome(status, dead)).toBe(outcome);
  });
});
