import { measured } from '../base/report.mjs';

/*
 * Figures of other commands, which take longer than this run. Write the result of such a command here.
 */
export const DOCUMENTED = [
  measured({
    id: 'npm-test',
    name: '`npm test`, measured by the command itself',
    figure: '7.2 min on two cores in a new clone; 12.5 min of CPU time',
    goal: { text: '≤ 6 min', met: false },
    next: 'start fewer programs per spec and share worlds between specs of the same kind.',
    steps: 'installation 0.2 min, build 0.6 min, specs 6.4 min, types and lint 1.2 min beside them',
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
];
