import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder as relative paths, in an order that no locale changes. Links are not followed. */
function* pathsIn(folder: string, below = ''): Generator<string> {
  for (const name of readdirSync(join(folder, below)).toSorted()) {
    const path = join(below, name);
    yield path;
    if (lstatSync(join(folder, path)).isDirectory()) yield* pathsIn(folder, path);
  }
}

/** Gives files the permissions that the umask of no machine changes. */
export function fixModes(folder: string): void {
  for (const path of pathsIn(folder)) {
    const stats = lstatSync(join(folder, path));
    if (stats.isSymbolicLink()) continue;
    chmodSync(join(folder, path), stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

/** A digest over all names, kinds, modes, bytes and targets of links. */
export function folderDigest(folder: string): string {
  const digest = createHash('sha256');
  for (const path of pathsIn(folder)) {
    const at = join(folder, path);
    const stats = lstatSync(at);
    const content = stats.isSymbolicLink() ? readlinkSync(at) : stats.isFile() ? readFileSync(at) : '';
    const hash = createHash('sha256').update(content).digest('hex');
    const mode = stats.isSymbolicLink() ? 0 : stats.mode;
    digest.update(`${path}\0${mode.toString(8)}\0${hash}\n`);
  }
  return `sha256:${digest.digest('hex')}`;
}
