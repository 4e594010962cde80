import { measured } from '../base/report.mjs';

/*
 * Figures of other commands, which take longer than this run. Write the result of such a command here.
 */
export const DOCUMENTED = [
  measured({
    id: 'npm-test',
    name: '`npm test`, measured by the command itself',
    figure: '17.1 min on two cores in a new clone; 26 min of CPU time',
    goal: { text: '≤ 10 min', met: false },
    next: 'start fewer programs per spec and share worlds between specs of the same kind.',
    steps: 'installation 0.3 min, build 0.7 min, specs 16.2 min, types and lint 4.2 min beside them',
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
      '41 minutes at 111 requests/s with flat memory (API 340 → 372 MB, worker 187 → 202 MB) and a p95 of 0.2 to 2 s; then PostgreSQL fell behind, with a p95 of 20 s and 564 MB of the API for requests that waited',
    goal: { text: 'both flat', met: false },
    next: 'repeat it: a search within a status read all invoices of that status (20,000 at the end, four times a second), and no longer does. If that is not all, measure the highest rate with as many records as at the end, because it was measured with few.',
  }),
];
