import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { treeFiles } from './tree.ts';

/** Words that are never right here, each with its replacement. docs/language.md has the terms of the product. */
const BANNED = [
  { word: 'can not', pattern: /\bcan\s+(?:(?:\*|\/\/|--|#)\s+)?not\b/gi, instead: 'cannot' },
  { word: 'anew', pattern: /\banew\b/gi, instead: 'again' },
  { word: 'whoever', pattern: /\bwhoever\b/gi, instead: 'a person, or their role, such as the sender' },
  { word: 'under way', pattern: /\bunder way\b/gi, instead: 'in progress' },
  { word: 'everybody', pattern: /\beverybody\b/gi, instead: 'everyone' },
  { word: 'any more', pattern: /\bany more\b(?=[.,;:'"`)]|$)/gim, instead: 'no longer' },
  { word: 'lest', pattern: /\blest\b/gi, instead: 'so that ... not' },
];

const CHECKED = /\.(?:ts|tsx|mjs|js|css|html|md|py|yaml|yml)$|(?:^|\/)(?:Dockerfile|\.env\.example)$/;
// Existing migrations are never edited, lockfiles are generated, and these two files have to contain the words.
const SKIPPED_FILES = /\/migrations\/|pnpm-lock\.yaml$|^docs\/language\.md$|^tools\/lib\/banned-words\.ts$/;

/** A text with every banned word, which proves that the check reports each. */
const PROBE = BANNED.map(({ word }) => `// ${word}\n`).join('');

/** The banned words of a text, each as `file:line  "word": write ...`. */
function bannedIn(file: string, text: string): string[] {
  return BANNED.flatMap(({ word, pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line}  "${word}": write ${instead}`;
    }),
  );
}

/** Every banned word in sources, texts and documentation. Throws if the check does not find the words of its probe. */
export function bannedWords(): string[] {
  const found = bannedIn('probe', PROBE);
  if (found.length !== BANNED.length)
    throw new Error(`The check for banned words misses a word that it must find: ${found.join(', ')}`);
  const files = [...treeFiles()].filter((file) => CHECKED.test(file) && !SKIPPED_FILES.test(file));
  return files.flatMap((file) => bannedIn(file, readFileSync(join(root, file), 'utf8')));
}
