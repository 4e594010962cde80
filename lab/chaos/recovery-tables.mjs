import { inSeconds, many, quantile, second } from './tables.mjs';

/* The sections of docs/reliability.md about servers that were lost. */

const sum = (rows, of) => rows.reduce((total, row) => total + of(row), 0);
const spread = (values) => `${inSeconds(quantile(values, 0.5))}, ${inSeconds(Math.max(...values))}`;

const CHOICES = {
  send: 'everything that waits is sent',
  cancel: 'deliveries of events before the moment are cancelled',
};

/** Installations that were destroyed, and restored to a moment after their backup. */
export function restoreTable(drills) {
  const runs = drills.flatMap((drill) => drill.runs);
  const rows = Object.entries(CHOICES).map(([choice, says]) => {
    const own = runs.filter((run) => run.choice === choice);
    const counts = [own.length, sum(own, (run) => run.again), sum(own, (run) => run.missing)];
    return `| ${says} | ${counts.map(many).join(' | ')} | ${spread(own.map((run) => run.tookMs))} |`;
  });
  const backups = drills.map((drill) => drill.backup);
  const size = (
    quantile(
      backups.map(({ bytes }) => bytes),
      0.5,
    ) /
    1024 /
    1024
  ).toFixed(1);
  return `| choice of the operator | restores | messages that a receiver got again | messages that no receiver got | duration of a restore: median, maximum |
|---|---|---|---|---|
${rows.join('\n')}

- ${drills.length} backups of ${size} MiB were taken while four integrations wrote, in ${spread(backups.map(({ tookMs }) => tookMs))} (median, maximum). Then the processes and the server were killed, and a moment after the backup was restored from the archive of the write-ahead log, in another folder.
- ${many(sum(drills, ({ kept }) => kept))} writes had received a response before the moment, and each was there. ${many(sum(drills, ({ lost }) => lost))} were written after it, and none was there. The books balanced with ${many(sum(drills, ({ invoices }) => invoices))} issued invoices, the audit logs were unchanged, and sequences had no gap.
- No message was sent while the endpoints were held. With the first choice, no event of the restored database was missing at a receiver.
`;
}

/** Servers that were lost, and whose standby took over. */
export function failoverTable(outcomes) {
  const rows = outcomes.map(({ synchronous, behindMs, takeovers, loss }) => {
    const kind = synchronous ? 'synchronous' : 'asynchronous';
    const state = behindMs === 0 ? 'up to date' : `cut off ${inSeconds(behindMs)} before the failure`;
    const lost = [loss.answered, loss.writes, loss.events, loss.sequences].map(many).join(' | ');
    const times = spread(takeovers.map(({ unavailableMs }) => unavailableMs));
    return `| ${kind}, ${state} | ${takeovers.length} | ${lost} | ${times} |`;
  });
  const [first] = outcomes;
  return `| standby | takeovers | writes with a response | of these lost | events that receivers have and the database lacks | sequences assigned twice | time without writes: median, maximum |
|---|---|---|---|---|---|---|
${rows.join('\n')}

- The server was killed while four integrations wrote. Its standby was promoted, and the address of the database led to it. API and worker kept running and reconnected.
- With the synchronous standby, all checks above held: ${many(first.verdict.changes)} changes were committed, with ${many(first.verdict.events)} events, and each of the ${many(first.loss.answered)} writes with a response was stored exactly once. ${second(first.verdict)}
- An asynchronous standby lacks what the primary confirmed and had not sent yet. Receivers and callers know of these changes, and their numbers and sequences are assigned again.
`;
}
