import { pathToFileURL } from 'node:url';
import { fail, Fault, step } from '../../tools/lib/say.mjs';
import { prepareLab } from '../lib/prepare.mjs';
import { median } from './base/report.mjs';
import { CASES } from './lists/cases.mjs';
import { fill } from './lists/fill.mjs';
import { library, onFreshDatabase, recorder } from './lists/filled-database.mjs';
import { explain, summarise } from './lists/plan.mjs';

/*
 * `node tools/node.cjs lab/bench/lists.mjs`: explains the statements of the lists on a company with a million invoices, and fails if one
 * scans the table or reads more rows than its case allows. `--quick` uses fewer rows.
 */

export const ROWS = 1_190_000;
export const QUICK_ROWS = 60_000;
const ROUNDS = 3;
const LIMIT = 25;

/**
 * Fills a database and checks the plans of every case.
 * @returns the result of each case; `fault` describes what is wrong with its plan
 */
export function measureLists(quick) {
  const rows = quick ? QUICK_ROWS : ROWS;
  return onFreshDatabase('lists', async (client, url) => {
    const count = rows.toLocaleString('en');
    await step(`Filling in ${count} invoices`, `${count} invoices are there`, () => fill(client, rows));
    return explainAll(url, client);
  });
}

/** Every case on a filled database. */
export async function explainAll(url, client) {
  const { createDataSource } = await library('db/src/data-source');
  const { InvoicesRepository } = await library('invoicing/src/invoices/invoices.repository');
  const { Invoice, InvoiceLine } = await library('invoicing/src/invoices/invoice.entity');
  const source = await createDataSource({ url }, [Invoice, InvoiceLine]).initialize();
  try {
    const results = [];
    for (const each of CASES) {
      const { statements, query } = recorder(client);
      const repository = new InvoicesRepository({ source, db: { query }, publicUrl: 'https://billhook.example' });
      await list(repository, each, client);
      results.push(await judge(client, each, statements));
    }
    return results;
  } finally {
    await source.destroy();
  }
}

async function list(repository, { query, middle, back = false }, client) {
  const { ListInvoices } = await library('contract/src/invoicing/invoice');
  const given = {};
  for (const [name, value] of new URLSearchParams(query))
    given[name] = given[name] === undefined ? value : [given[name], value].flat();
  const parsed = ListInvoices.parse(given);
  const from = middle ? { ...(await positionInTheMiddle(client, parsed)), back, including: false } : undefined;
  await repository.list(1, parsed, { limit: LIMIT, from });
}

const COLUMNS = {
  issueDate: 'issue_date::text',
  dueDate: 'due_date::text',
  gross: "totals ->> 'gross'",
  updatedAt: 'updated_at',
};

async function positionInTheMiddle(client, { sort, updatedSince }) {
  const column = COLUMNS[sort?.by ?? (updatedSince ? 'updatedAt' : '')] ?? 'NULL';
  const { rows } = await client.query(
    `SELECT id, ${column} AS value FROM invoices WHERE company_id = 1 AND due_date IS NOT NULL ORDER BY id OFFSET (SELECT count(*) * 0.43 FROM invoices) LIMIT 1`,
  );
  const [{ id, value }] = rows;
  return { id, value: value instanceof Date ? value.toISOString() : value };
}

async function judge(client, { name, query, most }, statements) {
  const result = { name, query, most, ms: 0, rows: 0, lines: 0, indexes: [], fault: undefined };
  for (const statement of statements) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await explain(client, statement));
    result.ms += median(rounds.map(([plan]) => plan['Planning Time'] + plan['Execution Time']));
    const plans = rounds[0].map(({ Plan }) => ({
      ...summarise(Plan, 'invoices'),
      lines: summarise(Plan, 'invoice_lines').rows,
    }));
    result.rows += Math.max(...plans.map(({ rows }) => rows));
    result.lines += Math.max(...plans.map(({ lines }) => lines));
    result.indexes = [...new Set([...result.indexes, ...plans.flatMap(({ indexes }) => indexes)])];
    if (plans.some(({ scanned }) => scanned)) result.fault = 'scans the table';
  }
  if (result.rows > most) result.fault = `reads ${result.rows} rows`;
  // Here each invoice has one line.
  if (result.lines > LIMIT + 1) result.fault = `reads ${result.lines} lines`;
  return result;
}

/** For the terminal. */
export function renderLists(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  return results
    .map(
      ({ name, ms, rows, indexes, fault }) =>
        `${fault ? '✗' : '✓'} ${name.padEnd(width)} ${ms.toFixed(1).padStart(8)} ms ${String(rows).padStart(7)} rows  ${indexes.join(', ')}${fault ? `  ${fault}` : ''}`,
    )
    .join('\n');
}

/** The table of docs/performance.md. */
export function listsText(results) {
  const table = results.map(
    ({ name, query, ms, rows, most, indexes }) =>
      `| ${name} | ${query ? `\`${query}\`` : ''} | ${ms.toFixed(1)} | ${rows} | ${most} | ${indexes.map((index) => `\`${index}\``).join(', ')} |`,
  );
  return `### Plans

The exact statements of \`GET /v1/invoices\`, explained on ${ROWS.toLocaleString('en')} invoices of three companies, of which the last two months belong to another company. ms is the median of ${ROUNDS} runs in PostgreSQL only, including planning. \`node tools/node.cjs lab/bench/lists.mjs\` explains only these. It fails, like the whole run, if a plan scans the table, reads more rows of invoices than the maximum, or more lines than those of the page.

| list | query | ms | rows read | maximum | index |
|---|---|---|---|---|---|
${table.join('\n')}
`;
}

/** A sentence for each plan that is wrong. */
export const wrongPlans = (results) =>
  results.filter(({ fault }) => fault).map(({ name, fault }) => `"${name}" ${fault}.`);

/** Prints the results. @throws a Fault if a plan is wrong */
export function demandGoodPlans(results) {
  process.stdout.write(`\n${renderLists(results)}\n`);
  const wrong = wrongPlans(results);
  if (wrong.length > 0) throw new Fault(wrong.join('\n'));
}

async function main() {
  await prepareLab();
  demandGoodPlans(await measureLists(process.argv.includes('--quick')));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main().catch(fail);
