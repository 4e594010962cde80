import { measured } from '../report.mjs';

/*
 * Figures of other commands, which take longer than this run. Write the result of such a command here.
 */
export const DOCUMENTED = [
  measured({
    id: 'npm-test',
    name: '`npm test`, measured by the command itself',
    figure: '11.4 min on two cores: build 0.6, specs 10.6; 18.3 min of processor time',
    goal: { text: '≤ 6 min', met: false },
    next: 'start fewer programs per spec and share worlds between specs of the same kind.',
  }),
  measured({
    id: 'chaos',
    name: 'chaos: rounds of kills per release, measured by `npm run chaos`',
    figure: '[reliability.md](reliability.md) has the runs',
    goal: { text: '100 rounds' },
  }),
  measured({
    id: 'memory-hour',
    name: 'memory of API and worker over an hour of load',
    figure: '–',
    goal: { text: 'flat' },
  }),
  measured({
    id: 'lighthouse',
    name: 'screens: Lighthouse, accessibility and best practices',
    figure: 'the browser specs check the pages with axe instead',
    goal: { text: '1.0' },
  }),
];
