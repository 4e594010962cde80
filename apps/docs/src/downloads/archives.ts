import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  ARCHIVE_INDEX,
  archivePath,
  type ArchiveIndex,
  type PackageArchive,
} from '@billhook/contract/installation/archives';
import { BASE } from '../content/navigation.js';

const ARCHIVE = /\.(tgz|whl)$/;

/** 64 bits: no two archives of an installation have the same by chance. */
const DIGEST_LENGTH = 16;

/**
 * The archives in a folder, with the addresses under which the API serves them.
 * @param version of the archives, which the names that npm uses do not contain
 */
export async function archivesIn(folder: string, version: string): Promise<PackageArchive[]> {
  const files = (await readdir(folder)).filter((file) => ARCHIVE.test(file)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(folder, file));
      const sha256 = createHash('sha256').update(content).digest('hex');
      const digest = sha256.slice(0, DIGEST_LENGTH);
      // The name of a wheel has a fixed form, with the version in it.
      const name = file.replace(/\.tgz$/, `-${version}.tgz`);
      return { file, name, digest, path: archivePath(digest, name), sha256, bytes: content.length };
    }),
  );
}

/** Writes the archives and their index as the API serves them. */
export async function writeArchives(from: string, target: string, archives: readonly PackageArchive[]): Promise<void> {
  for (const { file, path } of archives) {
    const copy = join(target, path.slice(BASE.length));
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(from, file), copy);
  }
  const index: ArchiveIndex = { archives: [...archives] };
  await writeFile(join(target, ARCHIVE_INDEX), `${JSON.stringify(index, null, 2)}\n`);
}

/** The origins that the commands of guides name. */
const ORIGINS = ['$BILLHOOK_URL', 'http://localhost:3000'];

/** Gives the commands of a guide the addresses with version and digest: package managers store the address that they were given. */
export function withArchives(text: string, archives: readonly PackageArchive[]): string {
  const pairs = archives.flatMap(({ file, path }) => ORIGINS.map((origin) => [origin + BASE + file, origin + path]));
  return pairs.reduce((result, [from = '', to = '']) => result.replaceAll(from, to), text);
}

/** The table of the page Downloads. */
export function archiveTable(archives: readonly PackageArchive[]): string {
  const rows = archives.map(({ path, name, sha256 }) => `| [\`${name}\`](${path}) | \`${sha256}\` |`);
  return ['| Archive | SHA-256 |', '| --- | --- |', ...rows].join('\n');
}
