import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { accessProblem, pathProblem } from './machine-problems.mjs';
import { root } from './root.mjs';
import { Fault } from './say.mjs';

/** Rejects a folder, or files of another user, with which something fails later. */
export function checkMachine() {
  const problem = pathProblem(root);
  if (problem) throw new Fault(problem);
  if (process.getuid?.() === 0) return;
  for (const path of ['.data', '.data/app-secret', '.data/postgres', '.data/postgres/cluster', 'node_modules'].map(
    (name) => join(root, name),
  ))
    checkAccess(path);
}

function checkAccess(path) {
  if (!existsSync(path)) return;
  try {
    accessSync(path, constants.R_OK);
    // A file system that is read-only as a whole can hold packages, but no data.
    if (!path.endsWith('node_modules')) accessSync(path, constants.W_OK);
  } catch (error) {
    throw new Fault(accessProblem(path, error.code));
  }
}
