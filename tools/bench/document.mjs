import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

const FILE = join(root, 'docs/performance.md');

const PREFACE = `# Performance

\`npm run bench\` writes this page. \`npm run bench -- keys\` runs one group and updates only its section. \`npm run bench -- delivery:drain\` runs a part of a group and writes nothing. \`npm run bench:quick\` takes a few minutes and writes nothing.

The relevant figure is the **ratio to a floor**: a minimal program that does only what the job requires, measured in the same run, in alternating rounds of which the median is taken. Load generator, PostgreSQL, API, worker and receiver share the machine, so the absolute figures are for orientation only. The load average includes the measured programs.

For rates, a ratio of 1 equals the floor. For latencies, the ratio is the median divided by the median of the floor. For deliveries, the CPU time of each is shown beside the rate, because it is stable when the rate is not. PostgreSQL itself records the time of a commit (\`track_commit_timestamp\`), and the receiver that of the first byte, both on one clock.
`;

/** The sections in order, by the group that measures them. */
const TITLES = {
  read: 'Reads',
  keys: 'Keys',
  write: 'Writes',
  delivery: 'Deliveries',
  lists: 'Lists of a company with a million invoices',
  deliveryLog: 'Log of deliveries of a company with a million attempts',
};

/** Replaces the sections of a document that have the same titles. Sections that were not measured remain unchanged. */
export function withSections(document, sections) {
  const [, ...before] = document.split(/^## /m);
  const texts = new Map(before.map((section) => section.split(/\n+([^]*)/)).map(([title, text = '']) => [title, text]));
  for (const { name, text } of sections) texts.set(TITLES[name], text);
  const there = Object.values(TITLES).filter((title) => texts.has(title));
  return [PREFACE, ...there.map((title) => `## ${title}\n\n${texts.get(title).trimEnd()}\n`)].join('\n');
}

/** Writes the results to docs/performance.md. @param sections each `{ name, text }`: the group and its text */
export function record(sections) {
  writeFileSync(FILE, withSections(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '', sections));
}
