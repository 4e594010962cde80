import { existsSync, readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { root } from './root.mjs';

/** As the projects of jest.config.mjs select them. */
const SPEC = /^(?:(?:apps|libs)\/[^/]+\/(?:src\/.*\.spec|test\/.*\.e2e-spec)|apps\/[^/]+\/test\/.*\.browser-spec)\.ts$/;

/** The paths of all spec files from the root, with slashes. */
export function specFiles(): string[] {
  return ['apps', 'libs']
    .flatMap((top) => readdirSync(join(root, top)).map((name) => `${top}/${name}`))
    .flatMap((project) => ['src', 'test'].map((folder) => `${project}/${folder}`))
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { encoding: 'utf8', recursive: true }).map(
        (path) => `${folder}/${path.replaceAll(sep, '/')}`,
      ),
    )
    .filter((path) => SPEC.test(path));
}

/**
 * The patterns that match no spec file. Jest only rejects a run in which none of several patterns matches.
 * @param words what Jest gets: patterns, and then options, whose values look like patterns
 * @param files their paths from the root
 */
export function unmatchedPatterns(words: readonly string[], files: readonly string[] = specFiles()): string[] {
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const patterns = firstOption < 0 ? words : words.slice(0, firstOption);
  return patterns.filter((pattern) => {
    const wanted = expressionOf(pattern);
    return !wanted || !files.some((file) => wanted.test(file) || wanted.test(resolve(root, file)));
  });
}

export const unmatchedSentence = (patterns: readonly string[]): string =>
  `No spec file has a path that matches ${patterns.join(' or ')}.`;

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern.replace(/^\.\//, '^'), 'i');
  } catch {
    return undefined;
  }
}
