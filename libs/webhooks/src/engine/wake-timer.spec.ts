import { expect, it } from '@jest/globals';
import { timersOf } from '../../../testing/src/timers.js';
import { WakeTimer } from './wake-timer.js';

// Node warns of a negative delay, and waits a millisecond.
it.each([
  ['a time in the past', -0.02, 0],
  ['now', 0, 0],
  ['later', 30, 30],
  ['more than a minute', 3_600_000, 60_000],
])('plans %s without a negative delay', async (_, inMs, delay) => {
  let count = 0;
  const timer = new WakeTimer(() => count++);
  expect(await timersOf(() => timer.wakeIn(inMs))).toEqual([delay]);
  expect(count).toBe(1);
});

it('plans the earliest of several times', async () => {
  const timer = new WakeTimer(() => undefined);
  const delays = await timersOf(() => {
    for (const inMs of [500, 20, 40, -5]) timer.wakeIn(inMs);
  });
  expect(delays).toEqual([500, 20, 0]);
});
