import { describe, expect, it } from '@jest/globals';
import { attemptLimits, giveBack, takeAttempt, type AttemptLimit } from './sign-in-attempt.rules.js';

const WHO = { email: 'Ada@example.com', address: '192.0.2.1' };
const START = 1_700_000_000_000_000;
const SECOND = 1_000_000;

/** The seconds before each further failure, for a person who tries again as soon as possible. */
function waitsOf(limits: readonly AttemptLimit[], failures: number): number[] {
  let tats: readonly number[] = limits.map(() => 0);
  let now = START;
  const waits: number[] = [];
  for (let n = 0; n < failures; n++) {
    let taken = takeAttempt(limits, tats, now);
    const waited = 'waitFor' in taken ? taken.waitFor : 0;
    now += waited * SECOND;
    waits.push(waited);
    if (waited > 0) taken = takeAttempt(limits, tats, now);
    if ('waitFor' in taken) throw new Error('the wait was too short');
    tats = taken.tats;
  }
  return waits;
}

describe('attempts', () => {
  it('of one person from one address wait 3 minutes after 5 failures, and 72 after 20', () => {
    const waits = waitsOf(attemptLimits('password', WHO), 30);
    expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(new Set(waits.slice(5, 20))).toEqual(new Set([180]));
    expect(waits.slice(22)).toEqual(waits.slice(22).map(() => 4320));
  });

  it('of one account from all addresses wait 9 seconds after 100 failures: no one is locked out for long', () => {
    const limits = attemptLimits('password', WHO).filter(({ ofAccount }) => ofAccount);
    const waits = waitsOf(limits, 110);
    expect(waits.slice(0, 100).every((wait) => wait === 0)).toBe(true);
    expect(waits.slice(100)).toEqual(waits.slice(100).map(() => 9));
  });

  it('with codes of one account are 10 immediately, at most 100 on the first day, and 50 on each further one', () => {
    const waits = waitsOf(attemptLimits('code', WHO), 250);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    let at = 0;
    const perDay = [0, 0, 0];
    for (const wait of waits) {
      at += wait;
      const day = Math.floor(at / 86_400);
      if (day < perDay.length) perDay[day] = (perDay[day] ?? 0) + 1;
    }
    expect(perDay).toEqual([99, 50, 50]);
  });

  it('count together for all spellings of an email address, and separately for each kind', () => {
    const names = (email: string) => attemptLimits('password', { ...WHO, email }).map(({ name }) => name);
    expect(names('ada@EXAMPLE.com')).toEqual(names('Ada@example.com'));
    expect(names('ada@xn--mller-kva.example')).toEqual(names('Ada@ＭÜLLER.example'));
    const all = (['password', 'code', 'reset', 'resetMail'] as const)
      .flatMap((kind) => attemptLimits(kind, WHO))
      .map(({ name }) => name);
    expect(new Set(all).size).toBe(all.length);
  });

  it('that were rejected take nothing from any counter', () => {
    const limits = attemptLimits('password', WHO);
    const tats = limits.map(({ ofAccount, rate }) => (ofAccount ? START + rate.quota * rate.emission : 0));
    expect(takeAttempt(limits, tats, START)).toEqual({ waitFor: 9 });
  });

  it('that succeeded are returned', () => {
    const limits = attemptLimits('link', WHO);
    const taken = takeAttempt(limits, [START, START], START);
    if ('waitFor' in taken) throw new Error('there is room');
    expect(limits.map((limit, index) => giveBack(limit, taken.tats[index] ?? 0))).toEqual([START, START]);
  });
});
