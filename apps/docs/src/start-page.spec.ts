import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readText } from './content/read-text.js';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** Where messages of a start are written. */
const FOLDERS = [
  'tools',
  'libs/db/src',
  'libs/platform/src',
  'apps/api/src/installation/health',
  'libs/webhooks/src/engine',
  'libs/installation/src',
];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!spec)\.(ts|mjs|cjs)$/.test(name))
    .map((name) => readText(join(ROOT, folder, name))),
);

const messages = [...readText(join(ROOT, 'docs/when-it-does-not-start.md')).matchAll(/^\| `([^`]+)`/gm)].map(
  ([, message = '']) => message,
);

describe('the page about starts', () => {
  it('has messages', () => expect(messages.length).toBeGreaterThan(40));

  it.each(messages)('quotes "%s" from a source', (message) => {
    // The parts between values, in one file.
    const parts = message.split('…').map((part) => part.trim());
    expect(sources.some((text) => parts.every((part) => text.includes(part)))).toBe(true);
  });
});
