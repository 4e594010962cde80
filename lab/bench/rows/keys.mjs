import { startFloor } from '../base/floor-server.mjs';
import { total } from '../base/meter.mjs';
import { profileOfApi } from '../base/profile.mjs';
import { measured, median } from '../base/report.mjs';
import { RoundTrips } from '../base/round-trips.mjs';
import { alternate, between } from '../base/rounds.mjs';
import { until } from '../base/stack.mjs';

const CONNECTIONS = 32;
const KEYS = 200;
const RATE = 200;
const PATH = '/v1/me/permissions';
// No comparable route under /v1 works without a key.
const OPEN = '/health/live';
const UNAUTHENTICATED = 'the same server, `GET /health/live`, which needs no key';

/** The parts of the group. */
export const KEY_PARTS = { verification: verificationRows, paced: pacedRow };

const bearers = (secrets) => secrets.map((secret) => `Bearer ${secret}`);

/** The same length and prefix as a key, with a wrong checksum. */
const malformed = (secret) => `${secret.slice(0, -6)}${secret.slice(-6) === '000000' ? '111111' : '000000'}`;

/** The cost of a key or access token: compared with a route without one, with another implementation, and one key compared with many. */
async function verificationRows({ stack, quick }) {
  const secrets = await stack.makeKeys(KEYS);
  const token = await stack.makeToken();
  const theirs = await startTheirs(stack);
  const ours = { connections: CONNECTIONS, port: stack.port, path: PATH };
  const loads = {
    open: { ...ours, path: OPEN },
    malformed: { ...ours, authorizations: bearers([malformed(secrets[0])]), status: 4 },
    one: { ...ours, authorizations: bearers(secrets.slice(0, 1)) },
    many: { ...ours, authorizations: bearers(secrets) },
    token: { ...ours, authorizations: bearers([token]) },
  };
  const cases = {
    ...Object.fromEntries(Object.entries(loads).map(([name, load]) => [name, { load }])),
    ...theirs.cases('theirOne', 1),
    ...theirs.cases('theirMany', KEYS),
  };
  // Last uses are written every 5 s: a round is long enough for one such write.
  const length = quick ? { count: 1, ms: 1_000 } : { count: 2, ms: 5_500, warmUpMs: 2_000 };
  const results = await alternate(stack, cases, length);
  await theirs.end();
  return rowsOf(results, await waitsOf(stack, loads), (name) => profileOfApi(stack, loads[name]));
}

/** The other implementation with its keys. */
async function startTheirs(stack) {
  const server = await startFloor(stack, 'lab/bench/floors/better-auth.mjs', [KEYS]);
  if (server.pid === undefined) return server;
  const secrets = async () => (await fetch(`http://127.0.0.1:${server.port}/keys`)).json();
  await until(async () => (await secrets()).length === KEYS);
  const all = await secrets();
  const load = (count) => ({ connections: CONNECTIONS, authorizations: bearers(all.slice(0, count)) });
  return { ...server, cases: (name, count) => server.cases(name, load(count)) };
}

/** How often each of the requests waits for PostgreSQL. */
async function waitsOf(stack, loads) {
  const trips = await RoundTrips.start(stack);
  const waits = {};
  for (const name of ['malformed', 'one', 'token']) {
    const [authorization] = loads[name].authorizations;
    waits[name] = await trips.of(() => [PATH, { headers: { authorization } }]);
  }
  await trips.stop();
  return waits;
}

function rowsOf(results, waits, profileOf) {
  const { of, show, cpuRatio, compared } = results;
  const open = (name) => ({ floor: UNAUTHENTICATED, ...compared(name, 'open') });
  const one = profileOf('one');
  const hot = { rate: of('one', 'rate') / of('many', 'rate'), p99: of('one', 'p99') / of('many', 'p99') };
  const spared = cpuRatio('malformed', 'open');
  return [
    measured({
      id: 'authenticated-route',
      name: '`GET /v1/me/permissions`, which verifies a key and reads nothing else',
      ...open('one'),
      waits: waits.one,
      goal: { mostCpu: 1.8 },
      next: 'spend less on the gate and its limits; the query must stay, because a revocation applies to the next request.',
      profile: one,
    }),
    measured({
      id: 'access-token-route',
      name: 'the same with an access token: verifies token, grant, application and member in one query',
      ...open('token'),
      waits: waits.token,
      goal: { mostCpu: 1.8 },
      next: 'the same as with a key.',
      profile: profileOf('token'),
    }),
    measured({
      id: 'malformed-key',
      name: 'a malformed key, rejected by its checksum',
      ...open('malformed'),
      waits: waits.malformed,
      goal: { text: 'CPU ≤ 1.25 ×, no query', met: spared.cpuRatio <= 1.25 && waits.malformed === 0 },
      next: 'render the problem document of a malformed key once instead of per request.',
      profile: profileOf('malformed'),
    }),
    measured({
      id: 'key-verification',
      name: `key verification, ${KEYS} keys in turn`,
      floor:
        'better-auth 1.7.5 on the same PostgreSQL, a key and a permission verified by a bare Fastify without rate limits',
      ...compared('many', 'theirMany'),
      waits: waits.one,
      goal: { mostCpu: 0.2 },
      next: 'the same as for the authenticated route.',
      profile: profileOf('many'),
    }),
    measured({
      id: 'key-verification-one',
      name: 'key verification, always the same key',
      floor: 'the same, where each request writes to the row of its key',
      ...compared('one', 'theirOne'),
      waits: waits.one,
      goal: { mostCpu: 0.2 },
      next: 'the same as for the authenticated route.',
      profile: one,
    }),
    measured({
      id: 'last-use',
      name: `one key beside ${KEYS}: recording its last use delays no request`,
      floor: `the same server, ${KEYS} keys in turn`,
      ...compared('one', 'many'),
      figure: `${show('one')}, ${hot.p99.toFixed(2)} times`,
      waits: waits.one,
      goal: { text: 'rate ≥ 0.90, p99 ≤ 2 times', met: hot.rate >= 0.9 && hot.p99 <= 2 },
      next: 'write last uses less often.',
      profile: one,
    }),
  ];
}

/** What a key adds to the latency at a steady rate. */
async function pacedRow({ stack, quick }) {
  const paced = { connections: CONNECTIONS, rate: RATE, port: stack.port };
  const cases = {
    open: { load: { ...paced, path: OPEN } },
    keyed: { load: { ...paced, path: PATH, authorizations: bearers([stack.key]) } },
  };
  const results = await alternate(stack, cases, { count: quick ? 1 : 3, ms: quick ? 2_000 : 4_000, warmUpMs: 2_000 });
  const added = results.all('keyed', 'p99').map((p99, round) => p99 - results.all('open', 'p99')[round]);
  const latencies = (name) =>
    `p50 ${results.of(name, 'p50').toFixed(2)} ms, p99 ${results.of(name, 'p99').toFixed(2)} ms`;
  return [
    measured({
      id: 'authenticated-route-latency',
      name: `\`GET /v1/me/permissions\`, ${RATE} requests/s`,
      floor: UNAUTHENTICATED,
      floorFigure: `${latencies('open')}, CPU ${total(results.cpu('open')).toFixed(2)} ms`,
      floorValue: results.of('open', 'p99'),
      figure: `${latencies('keyed')}: ${median(added).toFixed(2)} ms more at p99`,
      spread: between(added, 2, ' ms'),
      ...results.used('keyed'),
      ...results.cpuRatio('keyed', 'open'),
      value: median(added),
      unit: 'ms',
      goal: { text: 'p99 + 1 ms at most', met: median(added) <= 1 },
      next: 'find the pauses that the p99 consists of: garbage collection of the API, or a checkpoint of PostgreSQL.',
      profile: profileOfApi(stack, cases.keyed.load),
    }),
  ];
}
