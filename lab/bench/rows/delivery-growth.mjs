import { WORKER_TIME } from '../base/profile.mjs';
import { measured } from '../base/report.mjs';
import { summarise } from '../base/rounds.mjs';
import { drain } from '../delivery/drain.mjs';
import { profileOfDrain, showDrain } from './delivery-drain.mjs';

/** How much more a delivery may cost than with one company that has one endpoint. */
const MOST = 1.2;

/** Companies, and the endpoints of each. */
const CASES = [
  { companies: 1, endpoints: 1 },
  { companies: 10, endpoints: 1 },
  { companies: 100, endpoints: 1 },
  { companies: 1_000, endpoints: 1 },
  { companies: 1, endpoints: 50 },
  { companies: 6, endpoints: 50 },
];

const nameOf = ({ companies, endpoints }) => `c${companies}e${endpoints}`;
const [FIRST] = CASES.map(nameOf);

/**
 * Events of more companies, and for more endpoints, from their commit until they are delivered and recorded. The number of deliveries is the
 * same in each case, and so is the host of all receivers, as new connections cost more than a company.
 */
export async function growthRows(bench) {
  const { stack, world, receivers, quick } = bench;
  const deliveries = quick ? 3_000 : 6_000;
  await receivers.behave();
  const start = (url) => stack.startWorker({ DATABASE_URL: url });
  const results = Object.fromEntries(CASES.map((each) => [nameOf(each), []]));
  const counts = {};
  for (const each of CASES) counts[nameOf(each)] = await world.fill(nameOf(each), receivers.urls[0], each, deliveries);
  for (let round = 0; round < (quick ? 1 : 2); round++)
    for (const name of Object.keys(results))
      results[name].push(await drain(bench, { from: `bench_${name}`, count: counts[name], start }));
  const summary = summarise(results);
  const rows = CASES.slice(1).map((each) => {
    const name = nameOf(each);
    const run = () => profileOfDrain(bench, { from: `bench_${name}`, count: counts[name] });
    return rowOf(summary, each, { of: WORKER_TIME, run });
  });
  // The databases end with this function.
  await bench.explain(rows);
  for (const name of Object.keys(results)) await stack.databases.drop(`bench_${name}`);
  return rows;
}

function rowOf(summary, { companies, endpoints }, profile) {
  const name = nameOf({ companies, endpoints });
  const many = (count, one, more) => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${more}`);
  return measured({
    id: `growth-${name}`,
    name: `events until they are delivered: ${many(companies, 'company', 'companies')}, ${many(companies * endpoints, 'endpoint', 'endpoints')} in all`,
    floor: 'the same number of deliveries of 1 company to 1 endpoint',
    floorFigure: showDrain(summary, FIRST),
    floorValue: summary.of(FIRST, 'rate'),
    figure: showDrain(summary, name),
    ...summary.ratio(name, FIRST),
    ...summary.used(name),
    ...summary.cpuRatio(name, FIRST),
    goal: { mostCpu: MOST },
    next: 'find the endpoints with due deliveries, and read their settings and states, with fewer look-ups: a claim looks up each of them.',
    profile,
  });
}
