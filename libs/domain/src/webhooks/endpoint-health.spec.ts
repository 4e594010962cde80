import { describe, expect, it } from '@jest/globals';
import {
  afterAttempt,
  disablesAt,
  dueNotice,
  isDisablingDue,
  LADDER_RULES,
  nextStepOf,
  stepsAhead,
  type AttemptResult,
  type EndpointNotice,
  type EndpointState,
  type LadderState,
} from './endpoint-health.js';

const START = new Date('2026-03-01T00:00:00.000Z');
const AT_REST: EndpointState = {
  health: 'Healthy',
  healthSince: START,
  failingSince: null,
  consecutiveFailures: 0,
  failedMessages: 0,
  concurrency: 1,
  probeAt: null,
};
const CAP = 10;

const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);

const OUTCOMES: Readonly<Record<string, AttemptResult['outcome']>> = { o: 'Succeeded', d: 'Deferred' };

/** The state after attempts at one per second: `x` first failure of a message, `r` failed retry, `o` success, `d` deferral. */
function after(attempts: string, state: EndpointState = AT_REST): EndpointState {
  return [...attempts].reduce(
    (before, letter, index) =>
      afterAttempt(before, { outcome: OUTCOMES[letter] ?? 'Failed', first: letter === 'x' }, CAP, at(index + 1)),
    state,
  );
}

/** The number of requests that a claim allows in flight. */
const placesOf = ({ health, concurrency }: EndpointState): number => (health === 'Healthy' ? CAP : concurrency);

describe('the health of an endpoint', () => {
  it.each([
    ['', 'Healthy', 10],
    ['oooo', 'Healthy', 10],
    ['xxxx', 'Healthy', 10],
    ['xxxxx', 'Degraded', 2],
    ['xrrrr', 'Degraded', 2],
    // Two messages that the receiver rejects repeatedly.
    ['xxrrrrrrrrrrrrrrrr', 'Degraded', 2],
    ['xxrrrrrrrrrrrrrrrroooooooo', 'Healthy', 10],
    ['xxxxoxxxx', 'Healthy', 10],
    ['xxxxxo', 'Degraded', 3],
    ['xxxxxoooooooo', 'Healthy', 10],
    ['xxxxxooox', 'Degraded', 5],
    ['xxxxxoooxxxxx', 'Degraded', 2],
    ['xxxxxxxxxx', 'Paused', 1],
    ['xxxxxxxxxxr', 'Paused', 1],
    ['xrxrxrxrxrxrxrxrxrx', 'Paused', 1],
    ['xxxxxxxxxxo', 'Degraded', 2],
    ['xxxxxxxxxxoo', 'Degraded', 3],
    ['xxxxxxxxxxooooooooo', 'Healthy', 10],
    ['xxxxxxxxxxoxxxxx', 'Degraded', 2],
  ])('after "%s" is %s and allows %i in flight', (attempts, health, places) => {
    const state = after(attempts);
    expect([state.health, placesOf(state)]).toEqual([health, places]);
  });

  it('counts failed messages without their retries, since the first failure', () => {
    expect(after('oxrrx')).toMatchObject({ failedMessages: 2, consecutiveFailures: 4, failingSince: at(2) });
    expect(after('oxrrxo')).toMatchObject({ failedMessages: 0, consecutiveFailures: 0, failingSince: null });
  });

  it('doubles the wait between probes of a paused endpoint, up to ten minutes', () => {
    let state = after('xxxxxxxxxx');
    const waits = Array.from({ length: 9 }, () => {
      const now = state.probeAt ?? START;
      state = afterAttempt(state, { outcome: 'Failed', first: false }, CAP, now);
      return ((state.probeAt?.getTime() ?? 0) - now.getTime()) / 1000;
    });
    expect((after('xxxxxxxxxx').probeAt?.getTime() ?? 0) - at(10).getTime()).toBe(10_000);
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
  });

  it('keeps the time since when it has its state', () => {
    expect(after('xxxxxxx').healthSince).toEqual(at(5));
    expect(after('xxxxxxxxxxxxx').healthSince).toEqual(at(10));
  });

  it('counts a deferral neither as a failure nor as a success, and reduces the requests in flight', () => {
    expect(after('oddd')).toMatchObject({
      health: 'Degraded',
      consecutiveFailures: 0,
      failingSince: at(2),
      concurrency: 2,
    });
    expect(after('dddo')).toMatchObject({ health: 'Degraded', failingSince: null, concurrency: 3 });
    expect(after('doooooooo')).toMatchObject({ health: 'Healthy', failingSince: null });
    expect(after('xxxxxxxxxxd')).toMatchObject({ health: 'Paused', consecutiveFailures: 10 });
  });

  it('is disabled five days after its first failure', () => {
    expect(disablesAt(after('ox'))).toEqual(new Date('2026-03-06T00:00:02.000Z'));
    expect(disablesAt(AT_REST)).toBeNull();
  });
});

const HOUR = 3_600_000;
const LADDER: LadderState = { ...AT_REST, heldUntil: null, notice: null, noticeAt: null };
const hours = (n: number): Date => new Date(START.getTime() + n * HOUR);
const failing: LadderState = { ...LADDER, failingSince: START, consecutiveFailures: 1 };
const paused: LadderState = { ...failing, health: 'Paused', consecutiveFailures: 12, probeAt: at(30) };
const notified = (notice: EndpointNotice, n: number, state = paused): LadderState => ({
  ...state,
  notice,
  noticeAt: hours(n),
});

describe('the notices to owners', () => {
  it.each<[string, LadderState, number, EndpointNotice | null]>([
    ['none for a healthy endpoint', LADDER, 1000, null],
    ['none in the first hours of a failure', failing, 5.9, null],
    ['Failing after six hours', failing, 6, 'Failing'],
    ['only the last of several missed notices', failing, 97, 'DisablesIn24Hours'],
    ['Paused after ten minutes', paused, 1 / 6, 'Paused'],
    ['none for a short pause', paused, 0.1, null],
    ['no notice twice', notified('Paused', 0.2), 5.9, null],
    ['the next when it is due', notified('Paused', 0.2), 6, 'Failing'],
    ['none before the next is due', notified('Failing', 6), 71.9, null],
    ['48 hours before it is disabled', notified('Failing', 6), 72, 'DisablesIn48Hours'],
    ['24 hours before it is disabled', notified('DisablesIn48Hours', 72), 96, 'DisablesIn24Hours'],
    ['no warning about a time in the past', notified('Failing', 6), 120, null],
    ['Recovered after an earlier notice', notified('Failing', 6, LADDER), 7, 'Recovered'],
    ['Recovered only once', notified('Recovered', 7, LADDER), 8, null],
    ['no notice of another pause within a day', notified('Recovered', -23), 0.9, null],
    ['a notice of another pause after a day', notified('Recovered', -23), 1, 'Paused'],
    ['the first notice again for another failure', notified('DisablesIn24Hours', -1, failing), 6, 'Failing'],
  ])('%s', (_, state, now, notice) => {
    expect(dueNotice(state, hours(now))).toBe(notice);
  });

  it('is disabled after five days, not before', () => {
    expect([119.99, 120, 300].map((n) => isDisablingDue(failing, hours(n)))).toEqual([false, true, true]);
    expect(isDisablingDue(LADDER, hours(300))).toBe(false);
  });
});

describe('the next step', () => {
  const ENABLED = { status: 'Enabled' } as const;
  const next = (state: LadderState, n: number) => nextStepOf(state, ENABLED, hours(n), true);

  it('is null for an endpoint that is healthy or disabled', () => {
    expect(next(LADDER, 1)).toBeNull();
    expect(nextStepOf(paused, { status: 'Disabled' }, hours(1), true)).toBeNull();
  });

  it('has the step, the time and the rule, soonest first', () => {
    const steps = stepsAhead(paused, ENABLED, at(1));
    expect(steps.map(({ step, ruleName, at: when }) => [step, ruleName, when])).toEqual([
      ['Probe', 'Probe', at(30)],
      ['Notice', 'PausedNotice', at(600)],
      ['Notice', 'Failing', hours(6)],
      ['Notice', 'DisablesIn48Hours', hours(72)],
      ['Notice', 'DisablesIn24Hours', hours(96)],
      ['Disable', 'Disable', hours(120)],
    ]);
    for (const { rule, ruleName } of steps) expect(rule).toBe(LADDER_RULES[ruleName].en);
    for (const { en, fr } of Object.values(LADDER_RULES))
      for (const text of [en, fr]) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it('follows the last notice', () => {
    expect(next(notified('DisablesIn48Hours', 72, failing), 73)).toMatchObject({ step: 'Notice', at: hours(96) });
    expect(next(notified('DisablesIn24Hours', 96, failing), 97)).toMatchObject({ step: 'Disable', at: hours(120) });
  });

  it('is never in the past: due steps are due now, and missed notices are skipped', () => {
    const steps = (state: LadderState, now: Date) =>
      stepsAhead(state, ENABLED, now).map(({ step, at: when }) => [step, when]);
    expect(steps(paused, at(700))).toEqual([
      ['Probe', at(700)],
      ['Notice', hours(6)],
      ['Notice', hours(72)],
      ['Notice', hours(96)],
      ['Disable', hours(120)],
    ]);
    const now = hours(130);
    expect(steps(failing, now)).toEqual([['Disable', now]]);
    expect(nextStepOf(failing, ENABLED, now, true)?.rule).toMatch(/as soon as at least 10 messages/);
    for (const state of [paused, failing, notified('Failing', 6)]) {
      for (const n of [0, 1, 7, 73, 97, 119, 121])
        expect(next(state, n)?.at.getTime()).toBeGreaterThanOrEqual(hours(n).getTime());
    }
  });

  it('is no email for an installation that sends none', () => {
    expect(nextStepOf(failing, ENABLED, hours(1), true)).toMatchObject({ step: 'Notice', at: hours(6) });
    expect(nextStepOf(failing, ENABLED, hours(1), false)).toMatchObject({ step: 'Disable', at: hours(120) });
    expect(nextStepOf(paused, ENABLED, at(1), false)).toMatchObject({ step: 'Probe', at: at(30) });
  });

  it('is the end of the Retry-After of the receiver', () => {
    const held = { ...LADDER, heldUntil: hours(2) };
    expect(next(held, 1)).toMatchObject({ step: 'Resume', at: hours(2) });
    expect(next(held, 2)).toBeNull();
  });
});
