import { inSeconds, many } from './tables.mjs';

/* The sections of docs/reliability.md about copies that `billhook sync` keeps. */

const total = (rows, of) => rows.reduce((sum, row) => sum + of(row), 0);

/** Copies whose programs were killed. */
export function copyTable(outcomes) {
  const strikes = outcomes.flatMap((outcome) => outcome.strikes);
  const faults = new Map(strikes.map(({ fault }) => [fault.name, fault.did]));
  const rows = [...faults].map(
    ([name, did]) => `| ${name} | ${did} | ${strikes.filter(({ fault }) => fault.name === name).length} |`,
  );
  const done = Object.keys(outcomes[0].changes).map(
    (kind) => `${many(total(outcomes, ({ changes }) => changes[kind]))} ${kind}`,
  );
  return `| fault | action | times |
|---|---|---|
${rows.join('\n')}

- ${many(outcomes.length)} copies, each of a company with 5,000 clients when it began, half of them in SQLite. While they were made and followed, records were changed: ${done.join(', ')}.
- At its end, each copy had every record that the database had, ${many(total(outcomes, ({ records }) => records))} together, with the same version and time, and no other. Its content was that of a new snapshot.
- The reader ended ${many(total(outcomes, ({ endings }) => endings))} times by itself, because a program did not respond for too long, and continued after its next start.
`;
}

/** A large copy, and the memory of the programs. */
export function copyLoadTable({ records, copiedMs, changesPerSecond, growth, memory }, { perSecond, followMs }) {
  const row = (name, key) =>
    `| ${name} | ${many(memory[key])} MB | ${many(memory[key] + growth[key])} MB | ${many(growth[key])} MB |`;
  return `| program | before the copy | highest | growth |
|---|---|---|---|
${row('API', 'api')}
${row('worker', 'worker')}

- ${many(records)} records were copied into SQLite in ${inSeconds(copiedMs)}, while ${perSecond} changes per second were requested. Then the reader followed the log for ${inSeconds(followMs)}. The log got ${changesPerSecond.toFixed(1)} entries per second.
- At the end, the copy had every record that the database had, with the same version and time, and no other. Its content was that of a new snapshot.
- The memory is that of the resident set, read four times per second. The first figure was read after 30 s of the same changes, without a snapshot.
`;
}
