import { describe, expect, it } from '@jest/globals';
import { firstWaitMs, nextAttempt, type Ended, type Retry } from './retry-schedule.rules.js';

const SCHEDULE = [0, 5, 300, 1800];
const NOW = new Date('2026-11-21T09:00:00.000Z');
const MIDDLE = 0.5;
const DAY = 86_400_000;

const refused: Ended = { responseStatus: null, retryAfter: null };
const answered = (responseStatus: number, retryAfter: string | null = null): Ended => ({ responseStatus, retryAfter });
const spends = (inMs: number): Retry => ({ inMs, spendsStep: true, holdMs: null });
const waits = (inMs: number): Retry => ({ inMs, spendsStep: false, holdMs: inMs });

describe('nextAttempt', () => {
  it.each<[string, Ended, number, number, Retry | undefined]>([
    // what                              how it ended                step random  expected
    ['the first wait of the schedule', refused, 0, MIDDLE, spends(5_000)],
    ['the second', answered(500), 1, MIDDLE, spends(300_000)],
    ['the last', answered(404), 2, MIDDLE, spends(1_800_000)],
    ['nothing after the last', answered(500), 3, MIDDLE, undefined],
    ['a fifth less at most', answered(500), 0, 0, spends(4_000)],
    ['a fifth more at most', answered(500), 0, 0.999_999, spends(6_000)],
    ['seconds of a 429', answered(429, '60'), 0, 0, waits(60_000)],
    ['a fifth more of them at most', answered(429, '60'), 0, 0.999_999, waits(72_000)],
    ['seconds of a 503', answered(503, ' 120 '), 2, 0, waits(120_000)],
    ['the date of a 429', answered(429, 'Sat, 21 Nov 2026 09:10:00 GMT'), 0, 0, waits(600_000)],
    ['a date of the old form', answered(503, 'Saturday, 21-Nov-26 09:10:00 GMT'), 0, 0, waits(600_000)],
    ['no more than a day of seconds', answered(429, '1000000000'), 0, 0.9, waits(DAY)],
    ['no more than a day of a date', answered(429, 'Tue, 01 Jan 2199 00:00:00 GMT'), 0, 0.9, waits(DAY)],
    ['a wait that was asked for even after the schedule', answered(429, '60'), 3, 0, waits(60_000)],
    ['the schedule when 0 is asked for', answered(429, '0'), 0, MIDDLE, spends(5_000)],
    ['the schedule when the date is past', answered(429, 'Sat, 21 Nov 2020 09:10:00 GMT'), 0, MIDDLE, spends(5_000)],
    ['the schedule when it cannot be read', answered(429, 'soon'), 0, MIDDLE, spends(5_000)],
    ['the schedule when it is negative', answered(503, '-5'), 0, MIDDLE, spends(5_000)],
    ['the schedule when it is a fraction', answered(503, '1.5'), 0, MIDDLE, spends(5_000)],
    ['the schedule when a 429 asks for nothing', answered(429), 0, MIDDLE, spends(5_000)],
    ['the schedule when a 500 asks for a wait', answered(500, '60'), 0, MIDDLE, spends(5_000)],
  ])('gives %s', (_, ended, step, random, expected) => {
    expect(nextAttempt(ended, step, step + 1, NOW, SCHEDULE, random)).toEqual(expected);
  });

  it('stops granting Retry-After after a hundred requests for it', () => {
    const again = answered(429, '1');
    expect(nextAttempt(again, 0, 99, NOW, SCHEDULE, 0)).toEqual(waits(1_000));
    expect(nextAttempt(again, 0, 100, NOW, SCHEDULE, 0)).toEqual({ ...waits(1_000), spendsStep: true });
    expect(nextAttempt(again, 3, 103, NOW, SCHEDULE, 0)).toBeUndefined();
  });

  it('matches the published schedule of 75 h 35 min', () => {
    const plan = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    const waitsMs = plan.map((_, step) => nextAttempt(refused, step, step + 1, NOW, plan, MIDDLE)?.inMs);
    expect(waitsMs.pop()).toBeUndefined();
    const total = waitsMs.reduce<number>((sum, ms) => sum + (ms ?? 0), firstWaitMs(plan));
    expect(total).toBe(((75 * 60 + 35) * 60 + 5) * 1000);
  });
});
