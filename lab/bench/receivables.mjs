import { pathToFileURL } from 'node:url';
import { fail, Fault, step } from '../../tools/lib/say.mjs';
import { prepareLab } from '../lib/prepare.mjs';
import { measured, median } from './base/report.mjs';
import { fill } from './lists/fill.mjs';
import { library, onFreshDatabase } from './lists/filled-database.mjs';
import { settle } from './lists/settle.mjs';

/*
 * `node tools/node.cjs lab/bench/receivables.mjs`: reads the receivables of a company with 200,000 invoices as of three days. `--quick` uses
 * fewer rows, `--explain` prints the plan.
 */

/** Of three companies, of which the first has 85 of 100. */
const ROWS = 236_000;
const QUICK_ROWS = 24_000;
const ROUNDS = 5;
const GOAL_MS = 1_000;
/** Of a page to the whole report. With `--quick`, there is too little to leave out. */
const MOST_RATIO = 0.5;

/** The last day of the company, a day in the middle of its five years, and one soon after the first. */
const DAYS = ['2026-11-20', '2024-06-30', '2022-01-31'];

/** @returns the rows of the page */
export async function measureReceivables(quick, { explain = false } = {}) {
  const rows = quick ? QUICK_ROWS : ROWS;
  return onFreshDatabase('receivables', async (client) => {
    await step('Filling in invoices and payments', 'Invoices and payments are there', async () => {
      await fill(client, rows);
      await settle(client);
    });
    // As on every connection of the product.
    await client.query('SET jit = off');
    const { ReceivablesQueries } = await library('invoicing/src/reports/receivables.queries');
    let statement;
    const query = async (given) => {
      statement = given;
      return (await client.query(given.text, [...given.values])).rows;
    };
    const receivables = new ReceivablesQueries({ query });
    const { rows: counts } = await client.query('SELECT count(*)::int AS count FROM invoices WHERE company_id = 1');
    const invoices = counts[0].count.toLocaleString('en');
    const results = [];
    for (const at of DAYS) {
      const day = { companyId: 1, at, timeZone: 'Europe/Paris' };
      const sums = await timed(() => receivables.sums(day));
      if (explain) await print(client, statement);
      const documents = (near) =>
        receivables.documents(day, { bucket: 'Over90' }, { limit: 25, from: undefined }, near);
      const [page, whole] = await inTurn(
        () => documents(undefined),
        () => documents(0),
      );
      results.push(rowOf(at, 'receivables', `sums of ${invoices} invoices as of ${at}`, sums));
      results.push(rowOf(at, 'receivables-documents', `25 documents of ${invoices} invoices as of ${at}`, page));
      results.push(ratioOf(at, page, whole, quick));
    }
    return results;
  });
}

async function timed(read) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    await read();
    times.push(performance.now() - before);
  }
  return times;
}

/** Of two reads, in alternating rounds. */
async function inTurn(one, other) {
  const times = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, read] of [one, other].entries()) {
      const before = performance.now();
      await read();
      times[n].push(performance.now() - before);
    }
  }
  return times;
}

function ratioOf(at, page, whole, quick) {
  const rounds = page.map((ms, round) => ms / whole[round]);
  const ratio = median(page) / median(whole);
  return measured({
    id: `receivables-page-${at}`,
    name: `25 documents as of ${at}, compared with reading the whole report`,
    figure: ratio.toFixed(2),
    value: ratio,
    unit: '',
    spread: `${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}`,
    next: 'compare the plans of both statements (`libs/invoicing/src/reports`).',
    goal: { text: `≤ ${MOST_RATIO}`, met: quick || ratio <= MOST_RATIO },
  });
}

function rowOf(at, id, name, times) {
  const ms = median(times);
  const text = (value) => `${value.toFixed(0)} ms`;
  return measured({
    id: `${id}-${at}`,
    name,
    figure: text(ms),
    value: ms,
    unit: 'ms',
    spread: `${text(Math.min(...times))} to ${text(Math.max(...times))}`,
    next: 'skip the invoices that were settled before the day.',
    goal: { text: `≤ ${GOAL_MS} ms`, met: ms <= GOAL_MS },
  });
}

async function print(client, { text, values }) {
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [...values]);
  process.stdout.write(`${rows.map((row) => row['QUERY PLAN']).join('\n')}\n\n`);
}

async function main() {
  await prepareLab();
  const { argv } = process;
  const rows = await measureReceivables(argv.includes('--quick'), { explain: argv.includes('--explain') });
  for (const { name, figure, spread } of rows) process.stdout.write(`${name}: ${figure} (${spread})\n`);
  const missed = rows.filter(({ met }) => !met);
  if (missed.length > 0) throw new Fault(missed.map(({ name, figure }) => `${name}: ${figure}`).join('\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main().catch(fail);
