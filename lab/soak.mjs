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
 * `--minutes 5` and `--rate 40` change the length and the requests per second, and write nothing. `--many` runs ten minutes with 300
 * endpoints and requests of 1,000 keys, and writes another section.
 */

const RATE = 20;

/** What the load uses: the receivers of the endpoints, and the keys of the requests. */
const ORDINARY = { name: 'soak', command: 'npm run soak', minutes: 60, endpoints: 20, keys: 1 };
const MANY = { name: 'soak-many', command: 'npm run soak -- --many', minutes: 10, endpoints: 300, keys: 1_000 };
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
  const kind = process.argv.includes('--many') ? MANY : ORDINARY;
  const [minutes, rate] = [option('minutes') ?? kind.minutes, option('rate') ?? RATE];
  await prepareLab();
  const stack = await Stack.start();
  try {
    const machineLoad = watchLoad();
    const { load, readings } = await run(stack, kind, minutes, rate);
    await until(async () => !(await unnumbered(stack)));
    const books = await stack.run('apps/api/dist/admin.js', 'verify-books');
    const text = renderSoak({ ...kind, minutes, load: load.totals, readings: readings.all, books });
    process.stdout.write(`\n${text}\n`);
    const problems = [...load.problems, ...flatness(readings.all).flatMap(({ problem }) => problem ?? [])];
    if (problems.length > 0) throw new Fault(problems.join('\n'));
    if (minutes === kind.minutes && rate === RATE)
      record(kind.name, text, `load ${machineLoad().toFixed(1)} on average`, kind.command);
  } finally {
    await stack.stop();
  }
}

/** Runs the load, and reads the metrics of the programs in the meantime. */
async function run(stack, { endpoints, keys }, minutes, rate) {
  const [apiPort, workerPort] = [await freePort(), await freePort()];
  await stack.worker.end();
  stack.worker = stack.startWorker({ METRICS_PORT: String(workerPort) });
  const api = await stack.startApi({ METRICS_PORT: String(apiPort) });
  const receivers = await Receivers.start(stack, endpoints);
  await receivers.behave((n) => BEHAVIOURS[n]);
  const load = await MixedLoad.create(
    stack,
    `http://127.0.0.1:${api.port}`,
    receivers.urls,
    await stack.makeKeys(keys),
  );
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
