import { perOperation, readMeter, total } from '../base/meter.mjs';
import { profileOfWorker } from '../base/profile.mjs';
import { measured, median, quantile } from '../base/report.mjs';
import { between, summarise } from '../base/rounds.mjs';
import { freePort, until } from '../base/stack.mjs';
import { otherProgramsText } from './other-programs.mjs';

// The API's code needs time to be compiled.
const WARM_UP_S = 3;
const SHARES = [0.5, 0.95, 0.99];

const NEXT =
  'send the signal in the packet of the commit, store results with the next turn, and set the options of its statements once per connection.';

/** Events per second, with the goals as ratios to the floor: CPU time, and p95 from the request. */
const RATES = [
  { rate: 20, mostCpu: 3.5 },
  { rate: 100, mostCpu: 3, mostP95: 2.5 },
];

/** From the commit of a change to the first byte of its message at the receiver, at steady rates. */
export async function latencyRows(bench) {
  const { stack, world, receivers, quick } = bench;
  const seconds = quick ? 3 : 6;
  const [url] = receivers.urls;
  await receivers.behave();
  const floors = await startFloors(bench, url);
  const rows = [];
  for (const { rate, ...goals } of RATES) {
    const rounds = { ours: [], ...Object.fromEntries(Object.keys(floors).map((name) => [name, []])) };
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const prefix = `${rate}-${round}-`;
      for (const [name, floor] of Object.entries(floors)) {
        const given = { ...floor, prefix: `bench-${name}-${prefix}`, rate, seconds: seconds / 2, warmUpS: 1 };
        rounds[name].push(await produceSteadily(bench, given));
      }
      const endpoints = await world.endpoints([url]);
      const ours = { target: CLIENTS(stack), prefix: `bench-o${prefix}`, rate, seconds };
      rounds.ours.push(await produceSteadily(bench, ours));
      await world.endEndpoints(endpoints);
    }
    rows.push(rowOf(bench, { rate, ...goals }, rounds), ...(rounds.recorded ? [recordedRow(rate, rounds)] : []));
  }
  for (const { end } of Object.values(floors)) await end();
  return { rows, text: otherProgramsText() };
}

/** The programs that the product is compared with, by name. While two commits are compared, none: the other may lack their tables. */
async function startFloors(bench, url) {
  if (bench.stack.isAgainst) return {};
  return {
    floor: await startSender(bench.stack, url, { table: 'bench_floor' }),
    recorded: await startSender(bench.stack, url, { table: 'clients' }, await aReportedClient(bench, url)),
  };
}

/** Starts a floor, as the target of a load. @param client a sample for the floor that records */
async function startSender(stack, receiver, { table }, client) {
  const port = await freePort();
  const words = [String(port), receiver, ...(client ? [String(client)] : [])];
  const { pid, end } = stack.start('lab/bench/floors/delivery.mjs', {}, ...words);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok);
  return {
    target: { url: `http://127.0.0.1:${port}/`, table, name: 'name' },
    pids: { floor: pid, postgres: stack.postgresPid },
    end,
  };
}

/** The id of a client whose event was delivered and recorded. */
async function aReportedClient({ stack, world }, url) {
  const endpoints = await world.endpoints([url]);
  const { id } = await stack.call('POST', '/v1/clients', {
    kind: 'Business',
    name: 'bench-reported',
    billingAddress: { country: 'FR' },
  });
  await until(async () => {
    const [{ found }] = await stack.databases.query(
      `SELECT EXISTS (SELECT FROM webhook_deliveries WHERE resource = 'client' AND resource_id = $1 AND status = 'Delivered') AS found`,
      [id],
    );
    return found;
  });
  await world.endEndpoints(endpoints);
  return id;
}

/** The same figures, beside those of a program that writes the same rows. */
function recordedRow(rate, rounds) {
  const results = summarise(rounds);
  const p95 = (name) => rounds[name].map((round) => quantile(round.asked, 0.95));
  const ratios = p95('ours').map((ms, n) => ms / p95('recorded')[n]);
  return measured({
    id: `live-${rate}-recorded`,
    name: `the same, ${rate} events/s, p95 from the request, compared with a program that writes the same rows`,
    floor: 'the same program, which writes client, history, change, event, delivery and attempt to the same tables',
    floorFigure: `${median(p95('recorded')).toFixed(1)} ms, CPU ${total(results.cpu('recorded')).toFixed(2)} ms`,
    floorValue: median(p95('recorded')),
    figure: `${median(p95('ours')).toFixed(1)} ms`,
    ...results.used('ours'),
    ...results.cpuRatio('ours', 'recorded'),
    value: median(p95('ours')),
    unit: 'ms',
    ratio: median(ratios),
    spread: between(ratios, 2),
  });
}

function rowOf(bench, { rate, mostCpu, mostP95 }, rounds) {
  const results = summarise(rounds);
  const of = (name, from, share) => median(rounds[name].map((round) => quantile(round[from], share)));
  const show = (name, from) => `${SHARES.map((share) => of(name, from, share).toFixed(1)).join(' / ')} ms`;
  const both = (name) => {
    const made = results.of(name, 'rate');
    const late = made < rate * 0.95 ? `; only ${Math.round(made)} events/s were created` : '';
    return `${show(name, 'committed')}; from the request ${show(name, 'asked')}${late}`;
  };
  const p95 = (round) => quantile(round.asked, 0.95);
  const ratios = rounds.floor?.map((round, n) => p95(rounds.ours[n]) / p95(round)) ?? [];
  const isLate = results.of('ours', 'rate') < rate * 0.95;
  const used = { ...results.used('ours'), ...results.cpuRatio('ours', 'floor') };
  const isMet = used.cpuRatio <= mostCpu && (mostP95 === undefined || median(ratios) <= mostP95);
  const wantedP95 = mostP95 === undefined ? '' : `, p95 from the request ≤ ${mostP95.toFixed(1)} ×`;
  return measured({
    id: `live-${rate}`,
    name: `commit to first byte at the receiver, ${rate} events/s, p50 / p95 / p99; the ratio is that of the p95 from the request`,
    floor: 'bare `node:http`, one commit, then the signed POST from the same process',
    ...(rounds.floor && {
      floorFigure: `${both('floor')}, CPU ${total(results.cpu('floor')).toFixed(2)} ms`,
      floorValue: of('floor', 'asked', 0.95),
      ratio: median(ratios),
      spread: between(ratios, 2),
    }),
    figure: both('ours'),
    ...used,
    value: of('ours', 'asked', 0.95),
    unit: 'ms',
    goal: { text: `CPU ≤ ${mostCpu.toFixed(2)} ×${wantedP95}`, met: !isLate && isMet },
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
