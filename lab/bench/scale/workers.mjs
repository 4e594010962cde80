import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../../tools/lib/root.mjs';

/* Several workers that end together: node workers.mjs COUNT. One process for the measurement, which counts the time of its children. */

const children = Array.from({ length: Number(process.argv[2]) }, () =>
  spawn(process.execPath, [join(root, 'apps/worker/dist/bundle/main.js')], { stdio: 'ignore' }),
);
process.on('SIGTERM', () => {
  for (const child of children) child.kill('SIGKILL');
  process.exit();
});
