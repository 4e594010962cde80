import { freePort, until } from '../stack.mjs';
import { measured, median, quantile } from '../report.mjs';

const RATE = 200;
// The API's code needs time to be compiled.
const WARM_UP_S = 4;

/** From the commit of a change to the first byte of its message at the receiver, at a steady rate. */
export async function latencyRow({ stack, world, receivers }, quick) {
  const seconds = WARM_UP_S + (quick ? 5 : 15);
  const [url] = receivers.urls;
  const floorPort = await freePort();
  const floor = stack.spawn('tools/bench/floors/delivery.mjs', String(floorPort), url);
  await until(async () => (await fetch(`http://127.0.0.1:${floorPort}/health`)).ok);
  await receivers.behave();
  const produce = (target, prefix) =>
    produceSteadily({ stack, world, receivers }, { target, prefix, rate: RATE, seconds });

  const rounds = { floor: [], ours: [] };
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    rounds.floor.push(
      await produce({ url: `http://127.0.0.1:${floorPort}/`, table: 'bench_floor', name: 'name' }, `bench-f${round}-`),
    );
    const endpoints = await world.endpoints([url]);
    rounds.ours.push(await produce(CLIENTS(stack), `bench-o${round}-`));
    await world.endEndpoints(endpoints);
  }
  floor.kill();
  const of = (name, from, share) => median(rounds[name].map((round) => quantile(round[from], share)));
  const show = (name, from) => [0.5, 0.95, 0.99].map((share) => of(name, from, share).toFixed(1)).join(' / ') + ' ms';
  const rate = (name) => median(rounds[name].map((round) => round.rate));
  const both = (name) => {
    const late = rate(name) < RATE * 0.95 ? `; only ${Math.round(rate(name))} events/s were made` : '';
    return `${show(name, 'committed')}; from the request ${show(name, 'asked')}${late}`;
  };
  return measured({
    name: `commit to first byte at the receiver, ${RATE} events/s, p50 / p95 / p99`,
    floor: 'bare `node:http`: one commit, then the signed POST from the same process',
    floorFigure: both('floor'),
    figure: both('ours'),
    ratio: of('ours', 'committed', 0.5) / of('floor', 'committed', 0.5),
    goal: {
      text: 'p50 ≤ 20 ms, p95 ≤ 50 ms',
      met: of('ours', 'committed', 0.5) <= 20 && of('ours', 'committed', 0.95) <= 50,
    },
  });
}

/** Where the product creates events, and which row has the commit. */
export const CLIENTS = (stack) => ({ url: `${stack.baseUrl}/v1/clients`, table: 'clients', name: 'name' });

/**
 * Creates events at a steady rate, and waits until each has reached every endpoint.
 * @param copies number of endpoints that receive each
 * @returns the latencies in ms without those of the warm-up: `committed` from PostgreSQL's commit, `asked` from the request
 */
export async function produceSteadily({ stack, world, receivers }, { target, prefix, rate, seconds, copies = 1 }) {
  await receivers.reset({ names: true });
  const words = [target.url, rate, seconds, stack.key, prefix].map(String);
  const asked = JSON.parse(await stack.run('tools/bench/delivery/producer.mjs', ...words));
  const ours = async () => (await receivers.arrivals()).filter(([, , name]) => name?.startsWith(prefix));
  const wanted = Object.keys(asked).length * copies;
  await until(async () => (await ours()).length >= wanted, 60_000);
  const committed = await world.commitTimes(target.table, target.name, prefix);
  const counted = (await ours()).filter(([, , name]) => Number(name.slice(prefix.length)) >= WARM_UP_S * rate);
  const commits = counted.map(([, , name]) => committed.get(name));
  const spanMs =
    commits.reduce((most, at) => Math.max(most, at), 0) - commits.reduce((least, at) => Math.min(least, at));
  return {
    // Number of events: the producer may be too slow.
    rate: (counted.length / copies / spanMs) * 1000,
    committed: counted.map(([at, , name]) => at - committed.get(name)),
    asked: counted.map(([at, , name]) => at - asked[name]),
  };
}
