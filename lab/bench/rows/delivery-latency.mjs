import { perOperation, readMeter, total } from '../base/meter.mjs';
import { profileOfWorker } from '../base/profile.mjs';
import { measured, median, quantile } from '../base/report.mjs';
import { between, summarise } from '../base/rounds.mjs';
import { freePort, until } from '../base/stack.mjs';

// The API's code needs time to be compiled.
const WARM_UP_S = 4;
const SHARES = [0.5, 0.95, 0.99];

const NEXT =
  'send the signal in the packet of the commit, store results with the next turn, and set the options of its statements once per connection.';

/** Events per second, with the goal. */
const RATES = [
  { rate: 20, text: 'p50 ≤ 8 ms', isMet: ({ p50 }) => p50 <= 8 },
  { rate: 100, text: 'p95 ≤ 20 ms, CPU ≤ 4 ms', isMet: ({ p95, cpu }) => p95 <= 20 && cpu <= 4 },
  { rate: 200, text: 'p50 ≤ 8 ms, p95 ≤ 25 ms', isMet: ({ p50, p95 }) => p50 <= 8 && p95 <= 25 },
];

/** From the commit of a change to the first byte of its message at the receiver, at steady rates. */
export async function latencyRows(bench) {
  const { stack, world, receivers, quick } = bench;
  const seconds = quick ? 3 : 7;
  const [url] = receivers.urls;
  const floorPort = await freePort();
  const floor = stack.spawn('lab/bench/floors/delivery.mjs', String(floorPort), url);
  await until(async () => (await fetch(`http://127.0.0.1:${floorPort}/health`)).ok);
  await receivers.behave();
  const onFloor = { url: `http://127.0.0.1:${floorPort}/`, table: 'bench_floor', name: 'name' };
  const floorPids = { floor: floor.pid, postgres: stack.postgresPid };
  const rows = [];
  for (const { rate, text, isMet } of RATES) {
    const rounds = { floor: [], ours: [] };
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const prefix = `${rate}-${round}-`;
      const floored = {
        target: onFloor,
        prefix: `bench-f${prefix}`,
        rate,
        seconds: seconds / 2,
        warmUpS: 1,
        pids: floorPids,
      };
      rounds.floor.push(await produceSteadily(bench, floored));
      const endpoints = await world.endpoints([url]);
      const ours = { target: CLIENTS(stack), prefix: `bench-o${prefix}`, rate, seconds };
      rounds.ours.push(await produceSteadily(bench, ours));
      await world.endEndpoints(endpoints);
    }
    rows.push(rowOf(bench, { rate, text, isMet }, rounds));
  }
  floor.kill();
  return rows;
}

function rowOf(bench, { rate, text, isMet }, rounds) {
  const results = summarise(rounds);
  const of = (name, from, share) => median(rounds[name].map((round) => quantile(round[from], share)));
  const show = (name, from) => `${SHARES.map((share) => of(name, from, share).toFixed(1)).join(' / ')} ms`;
  const both = (name) => {
    const made = results.of(name, 'rate');
    const late = made < rate * 0.95 ? `; only ${Math.round(made)} events/s were created` : '';
    return `${show(name, 'committed')}; from the request ${show(name, 'asked')}${late}`;
  };
  const p95s = rounds.ours.map(({ committed }) => quantile(committed, 0.95));
  const [p50, p95] = SHARES.map((share) => of('ours', 'committed', share));
  const isLate = results.of('ours', 'rate') < rate * 0.95;
  return measured({
    id: `live-${rate}`,
    name: `commit to first byte at the receiver, ${rate} events/s, p50 / p95 / p99`,
    floor: 'bare `node:http`, one commit, then the signed POST from the same process',
    floorFigure: `${both('floor')}, CPU ${total(results.cpu('floor')).toFixed(2)} ms`,
    floorValue: of('floor', 'committed', 0.95),
    figure: both('ours'),
    spread: `p95 ${between(p95s, 1, ' ms')}`,
    ...results.used('ours'),
    value: p95,
    unit: 'ms',
    goal: { text, met: !isLate && isMet({ p50, p95, cpu: total(results.cpu('ours')) }) },
    next: NEXT,
    profile: profileAt(bench, rate),
  });
}

/** The profile of a worker that delivers live events. */
const profileAt = (bench, rate) =>
  profileOfWorker(bench.stack, async (warm) => {
    const { stack, world, receivers } = bench;
    const endpoints = await world.endpoints(receivers.urls.slice(0, 1));
    const target = CLIENTS(stack);
    await produceSteadily(bench, { target, rate, seconds: 1, prefix: `bench-w${Date.now()}-` });
    warm();
    await produceSteadily(bench, { target, rate, seconds: 4, warmUpS: 0, prefix: `bench-p${Date.now()}-` });
    await world.endEndpoints(endpoints);
  });

/** Where the product creates events, and which row has the commit. */
export const CLIENTS = (stack) => ({ url: `${stack.baseUrl}/v1/clients`, table: 'clients', name: 'name' });

/**
 * Creates events at a steady rate, and waits until each has reached every endpoint.
 * @param seconds without the warm-up
 * @param copies number of endpoints that receive each
 * @param pids the measured processes; default: those of the stack
 * @returns without those of the warm-up, the latencies in ms: `committed` from PostgreSQL's commit, `asked` from the request; and the
 * CPU time and commits per event
 */
export async function produceSteadily(bench, { target, prefix, rate, seconds, warmUpS = WARM_UP_S, copies = 1, pids }) {
  const { stack, world, receivers } = bench;
  await receivers.reset({ names: true });
  const measuredPids = pids ?? stack.pids;
  const words = [target.url, rate, warmUpS + seconds, stack.key, prefix].map(String);
  const production = stack.run('lab/bench/delivery/producer.mjs', ...words);
  const warm = new Promise((resolve) => setTimeout(resolve, warmUpS * 1000)).then(() => readMeter(stack, measuredPids));
  const asked = JSON.parse(await production);
  const ours = async () => (await receivers.arrivals()).filter(([, , name]) => name?.startsWith(prefix));
  const wanted = Object.keys(asked).length * copies;
  await until(async () => (await ours()).length >= wanted);
  const used = perOperation(await warm, await readMeter(stack, measuredPids), rate * seconds);
  const committed = await world.commitTimes(target.table, target.name, prefix);
  const counted = (await ours()).filter(([, , name]) => Number(name.slice(prefix.length)) >= warmUpS * rate);
  const commits = counted.map(([, , name]) => committed.get(name));
  const spanMs =
    commits.reduce((most, at) => Math.max(most, at), 0) - commits.reduce((least, at) => Math.min(least, at));
  return {
    // Number of events: the producer may be too slow.
    rate: (counted.length / copies / spanMs) * 1000,
    committed: counted.map(([at, , name]) => at - committed.get(name)),
    asked: counted.map(([at, , name]) => at - asked[name]),
    ...used,
  };
}
