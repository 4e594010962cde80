import { describe, expect, it } from '@jest/globals';
import { afterAttempt, disablesAt, HEALTH_RULES, isAtRest, placesOf, type EndpointState } from './endpoint-health.js';

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

/** The state after these attempts, one a second: `x` a message's first failure, `r` a failed retry, `o` a success. */
function after(attempts: string, state: EndpointState = AT_REST): EndpointState {
  return [...attempts].reduce(
    (before, letter, index) =>
      afterAttempt(before, { succeeded: letter === 'o', first: letter === 'x' }, CAP, at(index + 1)),
    state,
  );
}

describe('the health of an endpoint', () => {
  it.each([
    ['', 'Healthy', 10],
    ['oooo', 'Healthy', 10],
    ['xxxx', 'Healthy', 10],
    ['xxxxx', 'Degraded', 2],
    ['xrrrr', 'Degraded', 2],
    ['xxxxoxxxx', 'Healthy', 10],
    ['xxxxxo', 'Degraded', 3],
    ['xxxxxoooooooo', 'Healthy', 10],
    ['xxxxxooox', 'Degraded', 5],
    ['xxxxxoooxxxxx', 'Degraded', 2],
    ['xxxxxxxxxx', 'Paused', 1],
    ['xxxxxxxxxxx', 'Paused', 1],
    ['xxxxxxxxxxo', 'Degraded', 2],
    ['xxxxxxxxxxoo', 'Degraded', 3],
    ['xxxxxxxxxxooooooooo', 'Healthy', 10],
    ['xxxxxxxxxxoxxxxx', 'Degraded', 2],
  ])('after "%s" is %s and takes %i at once', (attempts, health, places) => {
    const state = after(attempts);
    expect([state.health, placesOf(state, CAP)]).toEqual([health, places]);
  });

  it('counts messages that failed and not their retries, since the first failure', () => {
    expect(after('oxrrx')).toMatchObject({ failedMessages: 2, consecutiveFailures: 4, failingSince: at(2) });
    expect(after('oxrrxo')).toMatchObject({ failedMessages: 0, consecutiveFailures: 0, failingSince: null });
  });

  it('is at rest when nothing failed since the last success, and at full flow', () => {
    expect(['', 'o', 'xo', 'x', 'xxxxxo'].map((attempts) => isAtRest(after(attempts)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('probes a paused endpoint ever more rarely, but not more rarely than every ten minutes', () => {
    const waits = Array.from({ length: 9 }, (_, n) => {
      const failures = HEALTH_RULES.pausedAfter + n;
      return ((after('x'.repeat(failures)).probeAt?.getTime() ?? 0) - at(failures).getTime()) / 1000;
    });
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
  });

  it('keeps the moment since when it is what it is', () => {
    expect(after('xxxxxxx').healthSince).toEqual(at(5));
    expect(after('xxxxxxxxxxxxx').healthSince).toEqual(at(10));
  });

  it('is switched off five days after its first failure', () => {
    expect(disablesAt(after('ox'))).toEqual(new Date('2026-03-06T00:00:02.000Z'));
    expect(disablesAt(AT_REST)).toBeNull();
  });
});
