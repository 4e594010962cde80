import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

const FILE = join(root, 'docs/performance.md');

const PREFACE = `# Performance

Written by \`npm run bench\`; \`npm run bench -- keys\` runs one group and writes its section alone, \`npm run bench -- delivery:drain\` a part of a group and writes nothing. \`npm run bench:quick\` takes a few minutes and writes nothing.

A figure counts as a **ratio to a floor**: a bare program that does the least that the job needs, measured in the same run, in alternating rounds of which the median is taken. Load generator, PostgreSQL, API, worker
and receiver share the machine, so the absolute figures are for orientation only. The load average counts what is measured, too.

For rates a ratio of 1 would be the floor itself; for latencies the ratio tells how many times the floor's median ours is. Of deliveries the processor time that each takes stands beside the rate: it holds still where
the rate does not. A commit is timed by PostgreSQL itself (\`track_commit_timestamp\`), the first byte by the receiver, both on one clock.
`;

/** The sections in their order, by the name of what measures them. */
const TITLES = {
  read: 'Reads',
  keys: 'Keys',
  write: 'Writes',
  delivery: 'Deliveries',
  lists: 'Lists of a company with a million invoices',
};

/** Puts sections into a document, each in the place of the one with its title. What was not measured stays as it is. */
export function withSections(document, sections) {
  const [, ...before] = document.split(/^## /m);
  const texts = new Map(before.map((section) => section.split(/\n+([^]*)/)).map(([title, text = '']) => [title, text]));
  for (const { name, text } of sections) texts.set(TITLES[name], text);
  const there = Object.values(TITLES).filter((title) => texts.has(title));
  return [PREFACE, ...there.map((title) => `## ${title}\n\n${texts.get(title).trimEnd()}\n`)].join('\n');
}

/** Writes what was measured to docs/performance.md. @param sections each `{ name, text }`: of which group, and what it says */
export function record(sections) {
  writeFileSync(FILE, withSections(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '', sections));
}
