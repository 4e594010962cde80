import { expect, it } from '@jest/globals';
import { phasesOf } from './phases.rules.js';

const timings = (
  dnsMs: number | null,
  connectMs: number | null,
  tlsMs: number | null,
  firstByteMs: number | null,
  totalMs: number | null,
) => ({
  ...{ dnsMs, connectMs, tlsMs, firstByteMs, totalMs },
});

it.each([
  ['a new connection', timings(2, 10, 20, 50, 55), 'dns 2, connect 10, tls 20, wait 18, download 5'],
  ['a reused connection', timings(null, null, null, 30, 31), 'wait 30, download 1'],
  ['plain http', timings(1, 2, null, 5, 5), 'dns 1, connect 2, wait 2, download 0'],
  ['no response', timings(1, 2, 3, null, 15_000), 'dns 1, connect 2, tls 3, wait 14994'],
  ['no name', timings(12, null, null, null, 12), 'dns 12'],
  ['rounding', timings(1, 2, 3, 5, 5), 'dns 1, connect 2, tls 3, wait 0, download 0'],
  ['in flight', timings(null, null, null, null, null), ''],
])('the phases of %s', (_, given, phases) => {
  expect(
    phasesOf(given)
      .map(({ phase, ms }) => `${phase} ${ms}`)
      .join(', '),
  ).toBe(phases);
});
