import { fail, Fault } from '../tools/lib/say.mjs';
import { freePort, Stack, until } from './bench/base/stack.mjs';
import { Receivers } from './bench/delivery/receivers.mjs';
import { record } from './chaos/document.mjs';
import { watchLoad } from './chaos/load.mjs';
import { prepareLab } from './lib/prepare.mjs';
import { MixedLoad } from './soak/mixed-load.mjs';
import { Readings } from './soak/readings.mjs';
import { flatness, latencyGrowth, renderSoak } from './soak/report.mjs';

/*
 * `npm run soak`: an hour of mixed load, with the memory of the API and the worker. Writes a section of docs/reliability.md.
 * `--minutes 5` and `--rate 40` change the length and the requests per second, and write nothing. `--many` runs ten minutes with 300
 * endpoints and requests of 1,000 keys, and writes another section. `--share 70` measures the highest rate that the programs sustain, runs an
 * hour at 70 % of it, and writes another section with the p95 of the requests.
 */

const RATE = 20;

/** What the load uses: the receivers of the endpoints, and the keys of the requests. */
const ORDINARY = { name: 'soak', command: 'npm run soak', minutes: 60, endpoints: 20, keys: 1 };
const MANY = { name: 'soak-many', command: 'npm run soak -- --many', minutes: 10, endpoints: 300, keys: 1_000 };
const FULL = { name: 'soak-full', command: 'npm run soak -- --share 70', minutes: 60, endpoints: 3, keys: 1 };
const FULL_SHARE = 70;
/** One of the endpoints fails, and one takes a second. */
const BEHAVIOURS = [{ kind: 'hang' }, { kind: 'wait', ms: 1_000 }];

/** How long the highest rate is measured, and the requests at a time. */
const MEASURE_MS = 60_000;
const LANES = 16;

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return undefined;
  const value = Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Fault(`--${name} must be a whole number of at least 1.`);
  return value;
};

async function main() {
  const share = option('share');
  const kind = share ? FULL : process.argv.includes('--many') ? MANY : ORDINARY;
  const minutes = option('minutes') ?? kind.minutes;
  await prepareLab();
  const stack = await Stack.start();
  try {
    const machineLoad = watchLoad();
    const { load, readings, rate } = await run(stack, kind, minutes, share);
    await until(async () => !(await unnumbered(stack)));
    const books = await stack.run('apps/api/dist/admin.js', 'verify-books');
    const text = renderSoak({ ...kind, minutes, share, rate, load, readings: readings.all, books });
    process.stdout.write(`\n${text}\n`);
    const grown = [...flatness(readings.all), ...(share ? [latencyGrowth(load.latencies)] : [])];
    const problems = [...load.problems, ...grown.flatMap(({ problem }) => problem ?? [])];
    if (problems.length > 0) throw new Fault(problems.join('\n'));
    const isUsual = share ? share === FULL_SHARE : rate === RATE;
    if (minutes === kind.minutes && isUsual)
      record(kind.name, text, `load ${machineLoad().toFixed(1)} on average`, kind.command);
  } finally {
    await stack.stop();
  }
}

/** Runs the load, and reads the metrics of the programs in the meantime. @param share of the highest rate, in percent */
async function run(stack, { endpoints, keys }, minutes, share) {
  const [apiPort, workerPort] = [await freePort(), await freePort()];
  await stack.worker.end();
  stack.worker = stack.startWorker({ METRICS_PORT: String(workerPort) });
  const api = await stack.startApi({ METRICS_PORT: String(apiPort) });
  const receivers = await Receivers.start(stack, endpoints);
  // An endpoint that fails, such as those of the demo, has deliveries that wait for days, so no rate would count as sustained.
  if (share) await stack.databases.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE deleted_at IS NULL');
  await receivers.behave((n) => (share ? undefined : BEHAVIOURS[n]));
  const load = await MixedLoad.create(
    stack,
    `http://127.0.0.1:${api.port}`,
    receivers.urls,
    await stack.makeKeys(keys),
  );
  const rate = share ? Math.round((await highestRate(stack, load)) * (share / 100)) : (option('rate') ?? RATE);
  const readings = new Readings({ api: apiPort, worker: workerPort });
  await until(() => readings.take());
  const end = Date.now() + minutes * 60_000;
  readings.start((line) => process.stdout.write(`${line}\n`));
  await load.runUntil(end, rate);
  readings.stop();
  await receivers.behave();
  return { load, readings, rate };
}

/** Requests per second as fast as the responses come, where the time until their events are delivered counts. */
async function highestRate(stack, load) {
  const start = performance.now();
  const before = load.totals.requests;
  await load.saturate(MEASURE_MS, LANES);
  await until(async () => !(await unnumbered(stack)) && !(await undelivered(stack)));
  const rate = (load.totals.requests - before) / ((performance.now() - start) / 1000);
  process.stdout.write(`The programs sustain ${rate.toFixed(1)} requests a second.\n`);
  load.startOver();
  return rate;
}

const unnumbered = async ({ databases }) =>
  (await databases.query('SELECT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test) AS found'))[0].found;

const undelivered = async ({ databases }) =>
  (
    await databases.query(`SELECT EXISTS (SELECT FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.status IN ('Waiting', 'Sending') AND e.deleted_at IS NULL) AS found`)
  )[0].found;

main().catch(fail);
