import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { treeFiles } from './tree.ts';

const SOURCES = /^(?:apps|libs)\/[^/]+\/src\/.*\.tsx?$/;
// Generated types have the names of the public document.
const SKIPPED = /\.spec\.tsx?$|\.d\.ts$|\/generated\/|\/migrations\//;
const DECLARATION = /^(export )?(?:declare |abstract )*(?:type|interface|class|enum) ([A-Z]\w*)/gm;

/** Two files that declare one name, which only one exports: they prove that the check reports it. */
const PROBE: readonly (readonly [string, string])[] = [
  ['one.ts', 'interface Probe {}\n'],
  ['other.ts', 'export type Probe = string;\n'],
];

/** The names that one of the files exports and another one declares, each as `Name: file, file`. */
function duplicates(files: readonly (readonly [string, string])[]): string[] {
  const byName = new Map<string, Set<string>>();
  const exported = new Set<string>();
  for (const [file, text] of files) {
    for (const [, isExported, name = ''] of text.matchAll(DECLARATION)) {
      byName.set(name, (byName.get(name) ?? new Set()).add(file));
      if (isExported) exported.add(name);
    }
  }
  return [...byName]
    .filter(([name, where]) => where.size > 1 && exported.has(name))
    .map(([name, where]) => `${name}: ${[...where].join(', ')}`);
}

/** Every exported type name that another file declares: a name means one thing. Throws if the check does not find its probe. */
export function duplicateTypeNames(): string[] {
  if (duplicates(PROBE).length !== 1) throw new Error('The check for type names misses its own duplicate.');
  const files = [...treeFiles()].filter((file) => SOURCES.test(file) && !SKIPPED.test(file));
  return duplicates(files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const));
}
