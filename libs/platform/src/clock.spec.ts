import { describe, expect, it } from '@jest/globals';
import { ManualClock, systemClock } from './clock.js';

describe('systemClock', () => {
  it('returns the machine time', () => {
    expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1_000);
  });
});

describe('ManualClock', () => {
  it('changes only when it is set', () => {
    const clock = new ManualClock('2026-01-31T10:00:00Z');
    expect(clock.now().toISOString()).toBe('2026-01-31T10:00:00.000Z');
    clock.advance(90_000);
    expect(clock.now().toISOString()).toBe('2026-01-31T10:01:30.000Z');
    clock.set(new Date('2025-12-24T00:00:00Z'));
    expect(clock.now().toISOString()).toBe('2025-12-24T00:00:00.000Z');
  });

  it('returns a new date each time', () => {
    const clock = new ManualClock('2026-01-31T10:00:00Z');
    clock.now().setFullYear(1999);
    expect(clock.now().getUTCFullYear()).toBe(2026);
  });

  it('rejects an invalid moment', () => {
    expect(() => new ManualClock('tomorrow')).toThrow('not a point in time: tomorrow');
  });
});
