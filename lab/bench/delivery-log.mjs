import { pathToFileURL } from 'node:url';
import { fail, step } from '../../tools/lib/say.mjs';
import { prepareLab } from '../lib/prepare.mjs';
import { median } from './base/report.mjs';
import { demandGoodPlans } from './lists.mjs';
import { DELIVERY_CASES } from './lists/delivery-cases.mjs';
import { fillDeliveries } from './lists/delivery-fill.mjs';
import { library, onFreshDatabase, recorder } from './lists/filled-database.mjs';
import { explain, summarise } from './lists/plan.mjs';

/*
 * `node tools/node.cjs lab/bench/delivery-log.mjs`: explains the statements of the log of deliveries of a company with a million attempts,
 * and fails if one scans a table or takes 100 ms. `--quick` uses fewer rows.
 */

// With the second and later attempts, and without the rows of the other companies, these are a million attempts of one.
const ROWS = 1_120_000;
const QUICK_ROWS = 60_000;
const ROUNDS = 5;
const LIMIT = 25;
const MOST_MS = 100;
const TABLES = ['webhook_deliveries', 'webhook_attempts', 'events'];

/**
 * Fills a database and checks the plans of every case.
 * @returns the result of each case; `fault` describes what is wrong with it
 */
export function measureDeliveryLog(quick) {
  const rows = quick ? QUICK_ROWS : ROWS;
  return onFreshDatabase('deliveries', async (client, url) => {
    const count = rows.toLocaleString('en');
    await step(`Filling in ${count} deliveries`, `${count} deliveries are there`, () => fillDeliveries(client, rows));
    const found = await client.query(`SELECT count(*)::int AS count FROM webhook_attempts a
      JOIN webhook_endpoints e ON e.id = a.endpoint_id WHERE e.company_id = 1`);
    return { attempts: found.rows[0].count, results: await explainDeliveries(url, client) };
  });
}

/** A member, who reads the endpoints of all applications of the first company. */
const SCOPE = { companyId: 1 };

/** Every case on a filled database. */
export async function explainDeliveries(url, client) {
  const { createDataSource } = await library('db/src/data-source');
  const { WEBHOOKS_ENTITIES } = await library('webhooks/src/webhooks-entities');
  const { WebhookDeliveriesRepository } = await library('webhooks/src/deliveries/deliveries.repository');
  const { ListWebhookDeliveries } = await library('contract/src/webhooks/delivery');
  const source = await createDataSource({ url }, WEBHOOKS_ENTITIES).initialize();
  try {
    const results = [];
    const { rows } = await client.query(`SELECT id, created_at FROM webhook_deliveries WHERE company_id = 1
      ORDER BY created_at DESC, id DESC OFFSET 400000 LIMIT 1`);
    const middle = rows.map(({ id, created_at: at }) => ({ id, value: at.toISOString() }))[0];
    for (const each of DELIVERY_CASES) {
      const { statements, query } = recorder(client);
      const repository = new WebhookDeliveriesRepository(source, { query });
      if (each.opens) {
        const delivery = await repository.find(SCOPE, Number(await oneOf(client, each.opens)));
        await repository.attempts(delivery);
      } else {
        const filter = ListWebhookDeliveries.parse(Object.fromEntries(new URLSearchParams(each.query)));
        const from = each.middle && middle ? { ...middle, back: each.back ?? false, including: false } : undefined;
        await repository.list(SCOPE, filter, { limit: LIMIT, from });
      }
      results.push(await judge(client, each, statements));
    }
    return results;
  } finally {
    await source.destroy();
  }
}

async function oneOf(client, where) {
  const { rows } = await client.query(`SELECT id FROM webhook_deliveries WHERE company_id = 1 AND ${where} LIMIT 1`);
  return rows[0].id;
}

async function judge(client, { name, query = '' }, statements) {
  const result = { name, query, ms: 0, rows: 0, indexes: [], fault: undefined };
  for (const statement of statements) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await explain(client, statement));
    result.ms += median(rounds.flat().map((plan) => plan['Planning Time'] + plan['Execution Time']));
    for (const { Plan } of rounds[0]) {
      const read = TABLES.map((table) => summarise(Plan, table));
      result.rows = Math.max(result.rows, read[0].rows);
      result.indexes = [...new Set([...result.indexes, ...read[0].indexes])];
      if (read.some(({ scanned }) => scanned)) result.fault = 'scans a table';
    }
  }
  if (result.ms >= MOST_MS) result.fault = `takes ${result.ms.toFixed(0)} ms`;
  return result;
}

/** The section of docs/performance.md. */
export function deliveryLogText({ attempts, results }) {
  const table = results.map(
    ({ name, query, ms, rows, indexes }) =>
      `| ${name} | ${query ? `\`${query}\`` : ''} | ${ms.toFixed(1)} | ${rows} | ${indexes.map((index) => `\`${index}\``).join(', ')} |`,
  );
  return `The exact statements of \`GET /v1/webhook-deliveries\`, explained for a company with ${attempts.toLocaleString('en')} attempts in 30 days at 40 endpoints, on ${ROWS.toLocaleString('en')} deliveries of three companies, of which the last day belongs to the others. ms is the median of ${ROUNDS} runs in PostgreSQL only, including planning. \`node tools/node.cjs lab/bench/delivery-log.mjs\` explains only these. It fails, like the whole run, if a plan scans a table or takes ${MOST_MS} ms.

| log | query | ms | rows read | index |
|---|---|---|---|---|
${table.join('\n')}
`;
}

async function main() {
  await prepareLab();
  const log = await measureDeliveryLog(process.argv.includes('--quick'));
  process.stdout.write(`\n${log.attempts.toLocaleString('en')} attempts\n`);
  demandGoodPlans(log.results);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main().catch(fail);
