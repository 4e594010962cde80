import { total } from '../base/meter.mjs';
import { measured } from '../base/report.mjs';
import { summarise } from '../base/rounds.mjs';
import { CLIENTS, produceSteadily } from './delivery-latency.mjs';

const RATE = 20;

/** The CPU time of an event if the role compiles plans (the default of most PostgreSQL packages), compared with one that does not. */
export async function jitRow(bench) {
  const { stack, world, receivers, quick } = bench;
  await receivers.behave();
  const rounds = { off: [], on: [] };
  try {
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      // Each is first in turn, because an event costs less on a table that was just cleaned up.
      for (const jit of round % 2 === 0 ? ['off', 'on'] : ['on', 'off']) {
        await reconnect(stack, `ALTER ROLE CURRENT_USER SET jit = ${jit}`);
        const endpoints = await world.endpoints(receivers.urls.slice(0, 1));
        const prefix = `bench-jit-${jit}-${round}-`;
        const result = await produceSteadily(bench, {
          target: CLIENTS(stack),
          prefix,
          rate: RATE,
          seconds: quick ? 3 : 4,
        });
        rounds[jit].push({ ...result, all: total(result.cpu) });
        await world.endEndpoints(endpoints);
      }
    }
  } finally {
    await reconnect(stack, 'ALTER ROLE CURRENT_USER RESET jit');
  }
  return [rowOf(summarise(rounds))];
}

/** Changes a default of the role, and ends the connections of the programs, which open others with it. */
async function reconnect({ databases }, change) {
  await databases.query(change);
  await databases.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
}

function rowOf(results) {
  const { of, cpuRatio, used } = results;
  const show = (name) => `CPU ${of(name, 'all').toFixed(2)} ms`;
  const found = cpuRatio('on', 'off');
  return measured({
    id: 'jit',
    name: `CPU time of an event with \`ALTER ROLE … SET jit = on\`, ${RATE} events/s`,
    floor: 'the same with `jit = off`',
    floorFigure: show('off'),
    floorValue: of('off', 'all'),
    figure: show('on'),
    ...used('on'),
    ...found,
    value: of('on', 'all'),
    unit: 'ms',
    goal: { mostCpu: 1.1 },
    next: 'find the connection whose options do not arrive: `npm run admin -- doctor`.',
  });
}
