import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.mjs';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'test-results', '.git', '.nx', '.data']);

/** The files of the repository that people write, relative to its root. Read from the disk: a copy without git has them as well. */
export function* treeFiles(folder = root): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) yield relative(root, path).replaceAll('\\', '/');
    else if (!SKIPPED_FOLDERS.has(entry.name)) yield* treeFiles(path);
  }
}
