import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { isAlive } from './running-process.js';

it('this process is alive, and an id that no system assigns is not', () => {
  expect([isAlive(process.pid), isAlive(4_194_999)]).toEqual([true, false]);
});

it('a process that ended is not alive, even while its parent has not asked for its result', async () => {
  // The child waits until the shell has become a program that does not read its result.
  const waiting = 'while [ "$(cat /proc/$$/comm)" = sh ]; do sleep 0.01; done';
  const parent = spawn('sh', ['-c', `${waiting} & echo $!; exec sleep 60`], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  while (isAlive(pid)) await sleep(10);
  expect(process.kill(pid, 0)).toBe(true);
  parent.kill('SIGKILL');
});
