import { until } from '../stack.mjs';
import { measured, median, quantile } from '../report.mjs';
import { CLIENTS, produceSteadily } from './delivery-latency.mjs';

const FAN_OUT = 100;
const DEAD = 0;
const SLOW = 1;
const SLOW_MS = 5_000;
const REACHED_MS = 300;

/** One event for many endpoints, of which one never responds and one responds late. */
export async function fanOutRow({ stack, world, receivers }, quick) {
  const urls = receivers.urls.slice(0, FAN_OUT);
  await receivers.behave((index) => ({ [DEAD]: { kind: 'hang' }, [SLOW]: { kind: 'wait', ms: SLOW_MS } })[index]);
  const endpoints = await world.endpoints(urls);
  const times = { all: [], half: [] };
  // The first one warms up the compiler and the connections.
  for (let round = 0; round <= (quick ? 4 : 10); round++) {
    await receivers.reset({ names: true });
    const name = `bench-fan-${round}`;
    await stack.call('POST', '/v1/clients', { kind: 'Business', name, billingAddress: { country: 'FR' } });
    const healthy = async () =>
      (await receivers.arrivals()).filter(([, index, of]) => of === name && index !== DEAD && index !== SLOW);
    await until(async () => (await healthy()).length >= FAN_OUT - 2);
    const committed = (await world.commitTimes('clients', 'name', name)).get(name);
    const took = (await healthy()).map(([at]) => at - committed).sort((a, b) => a - b);
    if (round > 0) {
      times.all.push(took[FAN_OUT - 3]);
      times.half.push(quantile(took, 0.5));
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await receivers.release();
  await world.endEndpoints(endpoints);
  await receivers.behave();
  const all = median(times.all);
  return measured({
    name: `1 event × ${FAN_OUT} endpoints, one that never responds, one that takes ${SLOW_MS / 1000} s: commit to the last of the ${FAN_OUT - 2} others`,
    figure: `${Math.round(all)} ms, at worst ${Math.round(Math.max(...times.all))} ms; half of them in ${Math.round(median(times.half))} ms`,
    goal: { text: `≤ ${REACHED_MS} ms`, met: all <= REACHED_MS },
  });
}

const HEALTHY = 10;
const HANGING = 10;
const WAITING = 10_000;
const RATE = 50;
const OTHER_TYPE = 'quote.sent';

/** The effect of a hanging endpoint with a backlog on the latency of the others. */
export async function neighbourRow({ stack, world, receivers }, quick) {
  const seconds = 4 + (quick ? 8 : 15);
  const endpoints = await world.endpoints(receivers.urls.slice(0, HEALTHY));
  await receivers.behave((index) => (index === HANGING ? { kind: 'hang' } : undefined));
  const produce = (prefix) =>
    produceSteadily(
      { stack, world, receivers },
      { target: CLIENTS(stack), prefix, rate: RATE, seconds, copies: HEALTHY },
    );

  const rounds = { without: [], beside: [] };
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    rounds.without.push((await produce(`bench-w${round}-`)).committed);
    const hanging = await world.endpoints([receivers.urls[HANGING]], { eventType: OTHER_TYPE });
    await world.events(WAITING, { eventType: OTHER_TYPE });
    await until(async () => (await waitingFor(world, hanging)) >= WAITING, 120_000);
    rounds.beside.push((await produce(`bench-b${round}-`)).committed);
    await receivers.release();
    await world.endEndpoints(hanging);
  }
  await world.endEndpoints(endpoints);
  await receivers.behave();
  const of = (name, share) => median(rounds[name].map((round) => quantile(round, share)));
  const show = (name) => [0.5, 0.95, 0.99].map((share) => of(name, share).toFixed(1)).join(' / ') + ' ms';
  const ratio = median(rounds.beside.map((round, n) => quantile(round, 0.95) / quantile(rounds.without[n], 0.95)));
  return measured({
    name: `a hanging endpoint with ${WAITING.toLocaleString('en')} waiting: the others, ${RATE * HEALTHY} deliveries/s to ${HEALTHY}, p50 / p95 / p99`,
    floor: 'the same without it; the ratio is that of the p95',
    floorFigure: show('without'),
    figure: show('beside'),
    ratio,
    goal: { text: '< 1.20', met: ratio < 1.2 },
  });
}

async function waitingFor({ databases }, endpoints) {
  const [{ count }] = await databases.query(
    "SELECT count(*) AS count FROM webhook_deliveries WHERE endpoint_id = ANY ($1) AND status IN ('Waiting', 'Sending')",
    [endpoints],
  );
  return count;
}
