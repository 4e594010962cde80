import { fail, Fault } from '../tools/lib/say.mjs';
import { freePort, Stack, until } from './bench/base/stack.mjs';
import { Receivers } from './bench/delivery/receivers.mjs';
import { record } from './chaos/document.mjs';
import { watchLoad } from './chaos/load.mjs';
import { prepareLab } from './lib/prepare.mjs';
import { MixedLoad } from './soak/mixed-load.mjs';
import { Readings } from './soak/readings.mjs';
import { flatness, renderSoak } from './soak/report.mjs';

/*
 * `npm run soak`: an hour of mixed load, with the memory of the API and the worker. Writes a section of docs/reliability.md.
 * `--minutes 5` and `--rate 40` change the length and the requests per second, and write nothing.
 */

const MINUTES = 60;
const RATE = 20;
const ENDPOINTS = 20;
/** One of the endpoints fails, and one takes a second. */
const BEHAVIOURS = [{ kind: 'hang' }, { kind: 'wait', ms: 1_000 }];

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return undefined;
  const value = Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Fault(`--${name} must be a whole number of at least 1.`);
  return value;
};

async function main() {
  const [minutes, rate] = [option('minutes') ?? MINUTES, option('rate') ?? RATE];
  await prepareLab();
  const stack = await Stack.start();
  try {
    const machineLoad = watchLoad();
    const { load, readings } = await run(stack, minutes, rate);
    await until(async () => !(await unnumbered(stack)));
    const books = await stack.run('apps/api/dist/admin.js', 'verify-books');
    const text = renderSoak({ minutes, load: load.totals, readings: readings.all, books });
    process.stdout.write(`\n${text}\n`);
    const problems = [...load.problems, ...flatness(readings.all).flatMap(({ problem }) => problem ?? [])];
    if (problems.length > 0) throw new Fault(problems.join('\n'));
    if (minutes === MINUTES && rate === RATE)
      record('soak', text, `load ${machineLoad().toFixed(1)} on average`, 'npm run soak');
  } finally {
    await stack.stop();
  }
}

/** Runs the load, and reads the metrics of the programs meanwhile. */
async function run(stack, minutes, rate) {
  const [apiPort, workerPort] = [await freePort(), await freePort()];
  await stack.worker.end();
  stack.worker = stack.startWorker({ METRICS_PORT: String(workerPort) });
  const api = await stack.startApi({ METRICS_PORT: String(apiPort) });
  const receivers = await Receivers.start(stack, ENDPOINTS);
  await receivers.behave((n) => BEHAVIOURS[n]);
  const load = await MixedLoad.create(stack, `http://127.0.0.1:${api.port}`, receivers.urls);
  const readings = new Readings({ api: apiPort, worker: workerPort });
  await until(() => readings.take());
  const end = Date.now() + minutes * 60_000;
  readings.start((line) => process.stdout.write(`${line}\n`));
  await load.runUntil(end, rate);
  readings.stop();
  await receivers.behave();
  return { load, readings };
}

const unnumbered = async ({ databases }) =>
  (await databases.query('SELECT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test) AS found'))[0].found;

main().catch(fail);
