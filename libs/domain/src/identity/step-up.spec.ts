import { describe, expect, it } from '@jest/globals';
import { isConfirmed, stepUpOf, STEP_UP_MINUTES } from './step-up.js';

describe('the operations that require the password', () => {
  it('are found by method and path, HEAD as GET', () => {
    expect(stepUpOf('POST', '/app/invitations')?.when).toBeUndefined();
    expect(stepUpOf('PATCH', '/app/members/:id')?.when).toEqual(expect.any(String));
    expect(stepUpOf('HEAD', '/app/audit-log/export')).toBe(stepUpOf('GET', '/app/audit-log/export'));
    expect(stepUpOf('GET', '/app/invitations')).toBeUndefined();
    expect(stepUpOf('POST', '/v1/webhook-endpoints/:id/rotate-secret')).toBeUndefined();
    expect(stepUpOf('toString', '')).toBeUndefined();
  });

  it('are allowed for 10 minutes, to the millisecond', () => {
    const now = new Date('2026-12-04T09:30:00.000Z');
    const ago = (ms: number) => new Date(now.getTime() - ms);
    expect(isConfirmed(ago(STEP_UP_MINUTES * 60_000), now)).toBe(true);
    expect(isConfirmed(ago(STEP_UP_MINUTES * 60_000 + 1), now)).toBe(false);
  });
});
