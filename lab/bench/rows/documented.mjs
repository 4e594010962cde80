import { measured } from '../base/report.mjs';

/*
 * Figures of other commands, which take longer than this run. Write the result of such a command here.
 */
export const DOCUMENTED = [
  measured({
    id: 'npm-test',
    name: '`npm test`, measured by the command itself',
    figure:
      '9.4 min on two cores in a new clone, 350 of 621 spec files ([258](decisions/258-npm-test-runs-a-part-of-the-specs.md)): installation 0.3, build 0.6, specs 7.3, specs with two cells 1.2 min, types and lint beside them',
    goal: { text: '≤ 10 min', met: true },
  }),
  measured({
    id: 'chaos',
    name: 'chaos: rounds of kills per release, measured by `npm run chaos`',
    figure: '100 rounds, which [reliability.md](reliability.md#killed-processes) has',
    goal: { text: '100 rounds', met: true },
  }),
  measured({
    id: 'memory-hour',
    name: 'memory of API and worker over an hour of load, measured by `npm run soak`',
    figure:
      'API 278 → 284 MB, worker 342 → 331 MB, as [reliability.md](reliability.md#an-hour-of-mixed-load) describes',
    goal: { text: 'flat', met: true },
  }),
  measured({
    id: 'load-hour',
    name: 'memory and p95 over an hour at 70 % of the highest rate, measured by `npm run soak -- --share 70`',
    figure:
      '360,000 requests at 100/s, all as expected; API 362 → 366 MB, worker 201 → 201 MB, p95 109 → 77 ms from the second quarter to the last ([reliability.md](reliability.md#an-hour-at-70--of-the-highest-rate))',
    goal: { text: 'both flat', met: true },
  }),
  measured({
    id: 'issue-against',
    name: 'the CPU time of an issued invoice, compared with a release that rendered each PDF, measured by `npm run bench -- --against ca7b801f write:issued`',
    figure:
      '36.2 → 13.8 ms CPU, 0.40 times (0.32 – 0.41): API 5.02 → 5.12, worker 20.82 → 1.53, PostgreSQL 9.92 → 7.18',
    goal: { text: '≤ 0.30 times', met: false },
    next: 'issue in fewer statements: without the PDF, 12.3 of the 13.8 ms are the transaction of the issue, in API and PostgreSQL.',
  }),
];
