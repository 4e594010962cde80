import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { z } from 'zod';
import { ARCHIVE, MANIFEST } from './backup-folder.js';

const Manifest = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.number(), Checksum: z.string() })),
  'Manifest-Checksum': z.string(),
});

// The archive has the write-ahead log as well, which has its own checksums.
const WITHOUT_CHECKSUM = /^pg_wal\//;

/**
 * Unpacks a backup into an empty PostgreSQL data folder, and compares every file with the manifest of the server.
 * @throws an Error that names the first file that differs; the data folder is removed
 */
export async function unpackBackup(folder: string, cluster: string): Promise<void> {
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  try {
    await pipeline(createReadStream(join(folder, ARCHIVE)), createGunzip(), unpackTar(cluster));
    await verifyFiles(cluster, readManifest(join(folder, MANIFEST)));
  } catch (cause) {
    rmSync(cluster, { recursive: true, force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The backup in ${folder} is damaged: ${reason}`, { cause });
  }
}

type Sizes = ReadonlyMap<string, { readonly Size: number; readonly Checksum: string }>;

/** The last line of a manifest is the SHA-256 of all lines before it. */
function readManifest(file: string): Sizes {
  const text = readFileSync(file, 'utf8');
  const manifest = Manifest.parse(JSON.parse(text));
  const signed = text.slice(0, text.lastIndexOf('"Manifest-Checksum"'));
  if (createHash('sha256').update(signed).digest('hex') !== manifest['Manifest-Checksum']) {
    throw new Error(`${MANIFEST} was changed.`);
  }
  return new Map(manifest.Files.map((file) => [file.Path, file]));
}

async function verifyFiles(cluster: string, expected: Sizes): Promise<void> {
  for (const [path, { Size, Checksum }] of expected) {
    const file = join(cluster, path);
    const size = await stat(file).then(
      (found) => found.size,
      () => undefined,
    );
    if (size === undefined) throw new Error(`${path} is missing.`);
    if (size !== Size || (await checksumOf(file)) !== Checksum) throw new Error(`${path} was changed.`);
  }
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = relative(cluster, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    if (entry.isFile() && !expected.has(path) && !WITHOUT_CHECKSUM.test(path))
      throw new Error(`${path} does not belong to it.`);
  }
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
