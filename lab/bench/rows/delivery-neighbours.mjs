import { perOperation, readMeter } from '../base/meter.mjs';
import { profileOfWorker } from '../base/profile.mjs';
import { measured, median, quantile } from '../base/report.mjs';
import { between, summarise } from '../base/rounds.mjs';
import { until } from '../base/stack.mjs';
import { CLIENTS, produceSteadily } from './delivery-latency.mjs';

const NEXT = 'relay and claim what was just committed in one turn, so that a fan-out waits for one statement.';
const PAUSE_MS = 500;

/**
 * Sends single events to many endpoints.
 * @returns `times`: for each event, when it reached the endpoints that respond, in ms after its commit; `cpu` and `commits` per message
 */
async function fanOut({ stack, world, receivers }, { prefix, count, events, behaviours = {}, onWarm }) {
  await receivers.behave((index) => behaviours[index]);
  const endpoints = await world.endpoints(receivers.urls.slice(0, count));
  const isHealthy = (index) => behaviours[index] === undefined;
  const wanted = count - Object.keys(behaviours).length;
  const times = [];
  let warm;
  // The first one warms up the compiler and the connections.
  for (let number = 0; number <= events; number++) {
    if (number === 1) {
      warm = await readMeter(stack, stack.pids);
      onWarm?.();
    }
    await receivers.reset({ names: true });
    const name = `bench-${prefix}-${number}`;
    await stack.call('POST', '/v1/clients', { kind: 'Business', name, billingAddress: { country: 'FR' } });
    const reached = async () => (await receivers.arrivals()).filter(([, index, of]) => of === name && isHealthy(index));
    await until(async () => (await reached()).length >= wanted);
    const committed = (await world.commitTimes('clients', 'name', name)).get(name);
    const took = (await reached()).map(([at]) => at - committed).sort((a, b) => a - b);
    if (number > 0) times.push(took);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const used = perOperation(warm, await readMeter(stack, stack.pids), events * count);
  await receivers.release();
  await world.endEndpoints(endpoints);
  await receivers.behave();
  return { times, ...used };
}

/** The profile of a worker that sends single events to many endpoints. */
const profileOfFanOut = (bench, given) =>
  profileOfWorker(bench.stack, (onWarm) => fanOut(bench, { ...given, prefix: `profile-${given.prefix}`, onWarm }));

const FIFTY = 50;

/** One event for 50 endpoints, all of which respond. */
export async function fiftyRow(bench) {
  const given = { prefix: 'fifty', count: FIFTY, events: bench.quick ? 5 : 15 };
  const { times, ...used } = await fanOut(bench, given);
  const last = times.map((took) => took.at(-1));
  const ratios = times.map((took) => took.at(-1) / took[0]);
  return [
    measured({
      id: 'fan-out-50',
      name: `1 event × ${FIFTY} endpoints: commit to the last of them, p50 / p95`,
      floor: 'commit to the first of them, p50',
      floorFigure: `${median(times.map(([first]) => first)).toFixed(1)} ms`,
      floorValue: median(times.map(([first]) => first)),
      figure: `${median(last).toFixed(1)} / ${quantile(last, 0.95).toFixed(1)} ms`,
      ...used,
      value: median(last),
      unit: 'ms',
      ratio: median(ratios),
      spread: between(ratios, 2),
      goal: { text: '≤ 1.50', met: median(ratios) <= 1.5 },
      next: NEXT,
      profile: profileOfFanOut(bench, given),
    }),
  ];
}

const HUNDRED = 100;
const DEAD = 0;
const SLOW = 1;
const SLOW_MS = 5_000;
const REACHED_MS = 300;

/** One event for 100 endpoints, of which one never responds and one responds late. */
export async function fanOutRow(bench) {
  const behaviours = { [DEAD]: { kind: 'hang' }, [SLOW]: { kind: 'wait', ms: SLOW_MS } };
  const given = { prefix: 'fan', count: HUNDRED, events: bench.quick ? 4 : 10, behaviours };
  const { times, ...used } = await fanOut(bench, given);
  const last = times.map((took) => took[HUNDRED - 3]);
  return [
    measured({
      id: 'fan-out-100',
      name: `1 event × ${HUNDRED} endpoints, one that never responds, one that takes ${SLOW_MS / 1000} s: commit to the last of the ${HUNDRED - 2} others`,
      figure: `${Math.round(median(last))} ms; half of them in ${Math.round(median(times.map((took) => quantile(took, 0.5))))} ms`,
      value: median(last),
      unit: 'ms',
      spread: between(last, 0, ' ms'),
      ...used,
      goal: { text: `≤ ${REACHED_MS} ms`, met: median(last) <= REACHED_MS },
      next: NEXT,
      profile: profileOfFanOut(bench, given),
    }),
  ];
}

const HEALTHY = 10;
const HANGING = 10;
const WAITING = 10_000;
const RATE = 50;
const OTHER_TYPE = 'quote.sent';

/** The effect of a hanging endpoint with a backlog on the latency of the others. */
export async function neighbourRow(bench) {
  const { stack, world, receivers, quick } = bench;
  const seconds = quick ? 4 : 6;
  const endpoints = await world.endpoints(receivers.urls.slice(0, HEALTHY));
  await receivers.behave((index) => (index === HANGING ? { kind: 'hang' } : undefined));
  const produce = (prefix) =>
    produceSteadily(bench, { target: CLIENTS(stack), prefix, rate: RATE, seconds, copies: HEALTHY });

  const rounds = { without: [], beside: [] };
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    rounds.without.push(await produce(`bench-w${round}-`));
    const hanging = await world.endpoints([receivers.urls[HANGING]], { eventType: OTHER_TYPE });
    await world.events(WAITING, { eventType: OTHER_TYPE });
    await until(async () => (await waitingFor(world, hanging)) >= WAITING);
    rounds.beside.push(await produce(`bench-b${round}-`));
    await receivers.release();
    await world.endEndpoints(hanging);
  }
  await world.endEndpoints(endpoints);
  await receivers.behave();
  const p95 = (round) => quantile(round.committed, 0.95);
  const of = (name, share) => median(rounds[name].map(({ committed }) => quantile(committed, share)));
  const show = (name) => [0.5, 0.95, 0.99].map((share) => of(name, share).toFixed(1)).join(' / ') + ' ms';
  const ratios = rounds.beside.map((round, n) => p95(round) / p95(rounds.without[n]));
  return [
    measured({
      id: 'hanging-endpoint',
      name: `a hanging endpoint with ${WAITING.toLocaleString('en')} waiting: the others, ${RATE * HEALTHY} deliveries/s to ${HEALTHY}, p50 / p95 / p99`,
      floor: 'the same without it; the ratio is that of the p95',
      floorFigure: show('without'),
      floorValue: of('without', 0.95),
      figure: show('beside'),
      ...summarise(rounds).used('beside'),
      ...summarise(rounds).cpuRatio('beside', 'without'),
      value: of('beside', 0.95),
      unit: 'ms',
      ratio: median(ratios),
      spread: between(ratios, 2),
      goal: { text: '< 1.20', met: median(ratios) < 1.2 },
      next: 'let a claim skip endpoints without a free place before it reads their rows.',
    }),
  ];
}

async function waitingFor({ databases }, endpoints) {
  const [{ count }] = await databases.query(
    "SELECT count(*) AS count FROM webhook_deliveries WHERE endpoint_id = ANY ($1) AND status IN ('Waiting', 'Sending')",
    [endpoints],
  );
  return count;
}
