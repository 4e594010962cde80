import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/*
 * Root in the folder of another user, such as after `sudo npm start` or in a container with a mounted folder: what root creates is given
 * to that user, who otherwise could no longer start.
 */

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The user of the folder if this process is root and the folder is not; undefined otherwise. */
export function otherOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(root);
  return uid === 0 ? undefined : { uid, gid };
}

/** Gives data, packages and builds to the user of the folder. The cluster already belongs to the PostgreSQL user. */
export function giveToOwner(): void {
  const owner = otherOwner();
  if (!owner) return;
  const own = [
    ...below('.data', ['postgres']),
    ...below('.data/postgres', ['cluster']),
    ...projectFolders('dist'),
    'apps/docs/build',
  ];
  // Only after root has installed: these are 60,000 files.
  const stamp = join(root, 'node_modules/.billhook-installed');
  const packages =
    existsSync(stamp) && statSync(stamp).uid === 0 ? ['node_modules', ...projectFolders('node_modules')] : [];
  chown(owner, ['-h'], ['.data', '.data/postgres']);
  chown(owner, ['-R', '-h'], [...own, ...packages]);
}

function chown({ uid, gid }: Owner, options: readonly string[], paths: readonly string[]): void {
  const found = paths.map((path) => join(root, path)).filter((path) => existsSync(path));
  if (found.length > 0) execFileSync('chown', [...options, `${uid}:${gid}`, ...found]);
}

function below(folder: string, omitted: readonly string[]): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => !omitted.includes(name))
    .map((name) => `${folder}/${name}`);
}

function projectFolders(name: string): string[] {
  return ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(root, group)).map((project) => `${group}/${project}/${name}`),
  );
}
