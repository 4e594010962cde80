import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/root.mjs';

const FILE = join(root, 'docs/performance.md');

const PREFACE = `# Performance

\`npm run bench\` writes this page: it compares Billhook with minimal programs on the same machine. It takes about 25 minutes on two processors. \`npm run bench -- keys\` runs one group and updates only its section, \`npm run bench -- delivery:drain\` runs a part of a group and writes nothing, and \`npm run bench:quick\` runs everything for a short time and writes nothing. \`--profile\` adds a profile to every row, and \`--wait 600\` waits up to 600 seconds for a quiet machine before each group.

How to read the tables:

- The **floor** is a minimal program that does only what the job requires, measured in the same run, in alternating rounds. Load generator, PostgreSQL, API, worker and receiver share the machine, so the absolute figures are for orientation only.
- The **ratio** to the floor is the figure that counts. It is the median of the rounds; for rates, 1 equals the floor. The **spread** is the least and the greatest round: of the ratio if there is one, otherwise of the result.
- **CPU of each** is the CPU time per operation, in ms, by program. It includes the work that an operation leaves behind, such as the relay of its event, and is steadier than a rate. The CPU of a floor is that of its program and PostgreSQL.
- **Waits** are the times that the API waits for PostgreSQL during one request, counted by a proxy on all connections of the API, so work beside the request counts as well, such as the wake-up of the worker. **Commits** are the transactions per operation that wrote something, savepoints included, counted by the transaction ids of PostgreSQL.
- A goal that is missed is followed by a profile and by the next step. A profile shows the shares of the CPU time by package, of memory by its use, or of a download by file; for a command, it lists the steps.
- PostgreSQL itself records the time of a commit (\`track_commit_timestamp\`), and the receiver that of the first byte, both on one clock.
- Before each group, the run waits until other programs use less than a tenth of a processor. Each section states whether the machine was quiet.
`;

/** The sections in order, by the group that measures them. */
const TITLES = {
  read: 'Reads',
  keys: 'Keys',
  write: 'Writes',
  delivery: 'Deliveries',
  start: 'Start, suite and screens',
  scale: 'Several processes',
  lists: 'Lists of a company with a million invoices',
  deliveryLog: 'Log of deliveries of a company with a million attempts',
  history: 'History',
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
