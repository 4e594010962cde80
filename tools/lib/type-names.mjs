import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { treeFiles } from './tree.mjs';

const SOURCES = /^(?:apps|libs)\/[^/]+\/src\/.*\.tsx?$/;
// Generated types have the names of the public document.
const SKIPPED = /\.spec\.tsx?$|\/generated\/|\/migrations\//;
const DECLARATION = /^export (?:declare |abstract )*(?:type|interface|class|enum) ([A-Z]\w*)/gm;

/** Two files that declare one name, which proves that the check reports it. */
const PROBE = [
  ['one.ts', 'export interface Probe {}\n'],
  ['other.ts', 'export type Probe = string;\n'],
];

/** The names that several of the files export, each as `Name: file, file`. */
function duplicates(files) {
  const byName = new Map();
  for (const [file, text] of files)
    for (const [, name] of text.matchAll(DECLARATION)) byName.set(name, (byName.get(name) ?? new Set()).add(file));
  return [...byName].filter(([, where]) => where.size > 1).map(([name, where]) => `${name}: ${[...where].join(', ')}`);
}

/** Every type name that two files export: a name means one thing. Throws if the check does not find its probe. */
export function duplicateTypeNames() {
  if (duplicates(PROBE).length !== 1) throw new Error('The check for type names misses its own duplicate.');
  const files = [...treeFiles()].filter((file) => SOURCES.test(file) && !SKIPPED.test(file));
  return duplicates(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}
