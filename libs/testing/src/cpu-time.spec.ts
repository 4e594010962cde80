import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { cpuSeconds, withCpuTimes } from '../../../tools/jest/cpu-time.mjs';

const BUSY_SECONDS = 0.3;

it('the CPU time of a spec file includes that of a process that it has started', () => {
  const before = cpuSeconds();
  if (before === undefined) return expect(process.platform).not.toBe('linux');
  const program = `while (process.cpuUsage().user < ${BUSY_SECONDS * 1e6});`;
  execFileSync(process.execPath, ['--eval', program]);
  expect((cpuSeconds() ?? 0) - before).toBeGreaterThan(BUSY_SECONDS - 0.05);
});

it('the results of a run have the CPU time of each spec file that was measured', () => {
  const testResults = [{ name: '/a b/one.spec.ts' }, { name: '/a b/two.spec.ts' }];
  const results = withCpuTimes({ numPassedTests: 2, testResults }, '1.25 /a b/two.spec.ts\n0.75 /a b/three.spec.ts\n');
  expect(results).toEqual({
    numPassedTests: 2,
    testResults: [
      { name: '/a b/one.spec.ts', cpuSeconds: undefined },
      { name: '/a b/two.spec.ts', cpuSeconds: 1.25 },
    ],
  });
});
