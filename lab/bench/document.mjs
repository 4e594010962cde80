import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/root.mjs';

const FILE = join(root, 'docs/performance.md');

const PREFACE = `# Performance

\`npm run bench\` writes this page: it compares Billhook with minimal programs and with other implementations on the same machine. It takes about half an hour on two processors. \`npm run bench -- keys\` runs one group and updates only its section, \`npm run bench -- delivery:drain\` runs a part of a group and writes nothing, and \`npm run bench:quick\` runs everything for a short time and writes nothing. \`--profile\` adds a profile to every row, and \`--wait 600\` waits up to 600 seconds for a quiet machine before each group. \`npm run bench -- --against v0.1.0 read write:invoices\` builds another commit, runs the named parts with its programs and with those of this tree in turn (\`--rounds 5\`), and prints the CPU time of both, its ratio and that of the rates.

How to read the tables:

- A figure counts only **compared with** another one of the same run. The least is a **floor**: the job in the fewest lines, in alternating rounds. The floors of writes, issues, drains and recorded events write the same rows as Billhook to the same tables, with all of their indexes and triggers. Other comparisons are with **what people would use instead**: a NestJS service on TypeORM and one on Drizzle with the same tables, key check and validation, a BullMQ job per delivery, and the keys of better-auth. None of them has limits of requests, a request log, ETags, an Idempotency-Key or calculated members. They run with V8's defaults, a young generation of up to 32 MB and a heap that doubles, while the heaps of Billhook are limited ([241](decisions/241-one-option-sizes-the-heaps.md)).
- Load generator, PostgreSQL, API, worker and receiver share the machine, so the absolute figures are for orientation only.
- The **ratio** is that of the figure. It is the median of the rounds; for rates, 1 equals the other program. The **spread** is the least and the greatest round: of the ratio if there is one, otherwise of the result.
- **CPU of each** is the CPU time per operation, in ms, by program, and after *against* that of the other side with its PostgreSQL. It includes the work that an operation leaves behind, such as the relay of its event, and is steadier than a rate. When records are created, the worker numbers the events of floors and services as well, and its time counts on both sides. The **ratio of the CPU** has its least and its greatest round in brackets.
- A goal in the form *CPU ≤ 3.00 ×* is a limit of that ratio. Goals against a floor say how far the product may be from the least; no framework reaches the floor itself. A row without a goal is for orientation.
- **Waits** are the times that the API waits for PostgreSQL during one request, counted by a proxy on all connections of the API, so work beside the request counts as well, such as the wake-up of the worker. **Commits** are the transactions per operation that wrote something, savepoints included, counted by the transaction ids of PostgreSQL.
- A goal that is missed is followed by a profile and by the next step. A profile shows the shares of the CPU time by package, of memory by its use, or of a download by file; for a command, it lists the steps. It leaves out writes to sockets (\`writev\`): a write wakes another process, which the kernel runs in place of the thread, and the sampler counts that time as the write's.
- PostgreSQL itself records the time of a commit (\`track_commit_timestamp\`), and the receiver that of the first byte, both on one clock.
- Each section names the machine: the model and family of its processor, the time of a calculation and of a disk flush, and how much other virtual machines took (steal). Before each group, the run waits until other programs use less than a tenth of a processor, and the section states whether the machine was quiet.
- An hour of load with flat memory and a flat p95 is a separate command: \`npm run soak -- --share 70\` ([reliability](reliability.md)).
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
  reports: 'Reports of a company with 200,000 invoices',
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
