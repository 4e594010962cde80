import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tools/lib/root.mjs';
import { fail, Fault, step } from '../tools/lib/say.mjs';
import { prepareLab } from './lib/prepare.mjs';
import { renderReads, renderRelays, renderSizes } from './many-companies/report.mjs';

/*
 * `npm run many-companies`: fills a new database with events of 10,000 companies, numbers them with 1, 2 and 4 relays, and measures what a
 * row and its indexes cost. `--companies 10000 --events 100` changes the numbers. docs/beyond-one-machine.md has the results.
 */

const RELAYS = [1, 2, 4];

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? fallback : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Fault(`--${name} must be a whole number of at least 1.`);
  return value;
};

async function main() {
  const [companies, events] = [option('companies', 10_000), option('events', 100)];
  await prepareLab();
  const { Filled } = await import('./many-companies/filled.mjs');
  const { startEmbeddedPostgres } = await import('../libs/db/dist/embedded/embedded-postgres.js');
  const dir = mkdtempSync(join(tmpdir(), 'billhook-companies-'));
  const postgres = await startEmbeddedPostgres({ dir, database: 'billhook' });
  try {
    const filled = await Filled.create(postgres.socketUrl, companies);
    const rates = [];
    for (const [n, count] of RELAYS.entries()) {
      // The last part takes what the division leaves.
      const share =
        n === RELAYS.length - 1 ? events - n * Math.floor(events / RELAYS.length) : Math.floor(events / RELAYS.length);
      const text = `${(share * companies).toLocaleString('en')} events`;
      await step(`Writing ${text}`, `Wrote ${text}`, () => filled.happen(share));
      const { ms } = await number(postgres.socketUrl, count);
      rates.push({ count, events: share * companies, ms });
    }
    process.stdout.write(`\n${renderRelays(rates)}\n`);
    await step('Delivering', 'Delivered all events', () => filled.deliver());
    process.stdout.write(`\n${renderSizes(await filled.sizes())}\n`);
    process.stdout.write(`\n${renderReads(await filled.reads())}\n`);
    await filled.close();
  } finally {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Numbers all events with relays in separate processes. Returns the time that they took together. */
async function number(url, count) {
  const relays = Array.from({ length: count }, () => fork(join(root, 'lab/many-companies/relay.mjs'), [url]));
  await Promise.all(relays.map((relay) => once(relay, 'message')));
  const start = performance.now();
  const ends = relays.map((relay) => once(relay, 'exit'));
  for (const relay of relays) relay.send('start');
  const codes = await Promise.all(ends);
  if (codes.some(([code]) => code !== 0)) throw new Fault('A relay failed.');
  return { ms: performance.now() - start };
}

main().catch(fail);
