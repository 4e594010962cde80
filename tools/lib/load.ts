import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/**
 * A module of the repository by its path from the root, such as `libs/db/dist/migrate.js`. Unlike an import, it may be built later than
 * the types of this program are checked, so the caller names its type.
 */
export function load<T>(path: string): Promise<T> {
  return import(pathToFileURL(join(root, path)).href) as Promise<T>;
}
