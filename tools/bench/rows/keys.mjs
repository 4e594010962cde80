import { freePort, until } from '../stack.mjs';
import { measured, medians } from '../report.mjs';

const CONNECTIONS = 32;
const KEYS = 200;

const UNLIMITED = { RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0', RATE_LIMIT_ADDRESS: '0' };

const bearers = (secrets) => secrets.map((secret) => `Bearer ${secret}`).join('\n');

/** The cost of a key or access token: compared with a route without one, with another implementation, and one key compared with many. */
export async function keyRows(stack, quick) {
  const secrets = await stack.makeKeys(KEYS);
  const token = bearers([await stack.makeToken()]);
  const port = new URL(stack.baseUrl).port;
  const unlimited = await stack.startApi(UNLIMITED);
  const theirPort = await freePort();
  stack.spawn('tools/bench/floors/better-auth/server.mjs', String(theirPort), String(KEYS));
  const theirs = async () => (await fetch(`http://127.0.0.1:${theirPort}/keys`)).json();
  await until(async () => (await theirs()).length === KEYS);
  const theirSecrets = await theirs();

  const [one, many] = [bearers(secrets.slice(0, 1)), bearers(secrets)];
  const path = '/v1/me/permissions';
  // No comparable route under /v1 works without a key.
  const open = '/health/live';
  const cases = {
    open: [port, CONNECTIONS, open],
    one: [port, CONNECTIONS, path, one],
    many: [port, CONNECTIONS, path, many],
    token: [port, CONNECTIONS, path, token],
    oneUnlimited: [unlimited, CONNECTIONS, path, one],
    manyUnlimited: [unlimited, CONNECTIONS, path, many],
    theirOne: [theirPort, CONNECTIONS, '/', bearers(theirSecrets.slice(0, 1))],
    theirMany: [theirPort, CONNECTIONS, '/', bearers(theirSecrets)],
    openAlone: [port, 1, open],
    oneAlone: [port, 1, path, one],
  };
  const results = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  // Last uses are written every 5 s: a round is long enough for one such write.
  const ms = quick ? 1_500 : 5_500;
  // The first round warms up the compiler and does not count.
  for (let round = 0; round <= (quick ? 2 : 5); round++) {
    for (const [name, [target, connections, ...request]] of Object.entries(cases)) {
      const words = [target, connections, round === 0 ? 1_500 : ms, ...request].map(String);
      const result = JSON.parse(await stack.run('tools/bench/load.mjs', ...words));
      if (result.wrong > 0) throw new Error(`${name}: ${result.wrong} answers were not 200`);
      if (round > 0) results[name].push(result);
    }
  }
  return rowsOf(medians(results));
}

function rowsOf({ rate, p50, p99, show }) {
  const alone = (name) => `p50 ${p50(name).toFixed(2)} ms, p99 ${p99(name).toFixed(2)} ms`;
  const added = p99('oneAlone') - p99('openAlone');
  const ours = (name) => `${show(name)}; without rate limits ${show(`${name}Unlimited`)}`;
  const hot = { rate: rate('one') / rate('many'), p99: p99('one') / p99('many') };
  return [
    measured({
      name: '`GET /v1/me/permissions`: verifies a key, reads nothing else',
      floor: 'the same server, `GET /health/live`: no key, no rate limit, a shorter response',
      floorFigure: show('open'),
      figure: show('one'),
      ratio: rate('one') / rate('open'),
      goal: { least: 0.4 },
    }),
    measured({
      name: '`GET /v1/me/permissions` with an access token: verifies token, grant, application and member in one query',
      floor: 'the same server, `GET /health/live`: no token, no rate limit, a shorter response',
      floorFigure: show('open'),
      figure: `${show('token')}; with a key ${show('one')}`,
      ratio: rate('token') / rate('open'),
      goal: { least: 0.4 },
    }),
    measured({
      name: '`GET /v1/me/permissions`, one request at a time: p50',
      floor: 'the same server, `GET /health/live`',
      floorFigure: alone('openAlone'),
      figure: `${alone('oneAlone')}: ${added.toFixed(2)} ms more`,
      ratio: p50('oneAlone') / p50('openAlone'),
      goal: { text: 'p99 + 1 ms at most', met: added <= 1 },
    }),
    measured({
      name: `key verification, ${KEYS} keys in turn`,
      floor:
        'better-auth 1.7.5 on the same PostgreSQL: a key and a permission verified by a bare Fastify, no rate limits',
      floorFigure: show('theirMany'),
      figure: ours('many'),
      ratio: rate('many') / rate('theirMany'),
      goal: { least: 1 },
    }),
    measured({
      name: 'key verification, always the same key',
      floor: 'the same: each request writes to the row of its key',
      floorFigure: show('theirOne'),
      figure: ours('one'),
      ratio: rate('one') / rate('theirOne'),
      goal: { least: 1 },
    }),
    measured({
      name: `one key beside ${KEYS}: recording its last use delays no request`,
      floor: `the same server, ${KEYS} keys in turn`,
      floorFigure: show('many'),
      figure: `${show('one')}, ${hot.p99.toFixed(2)} times`,
      ratio: hot.rate,
      goal: { text: 'rate ≥ 0.90, p99 ≤ 2 times', met: hot.rate >= 0.9 && hot.p99 <= 2 },
    }),
  ];
}
