import { Fault } from '../../../tools/lib/say.mjs';
import { perOperation, readMeter } from '../base/meter.mjs';
import { peakMegabytes } from '../base/process-figures.mjs';
import { until } from '../base/stack.mjs';

/** This share of a drain warms up the compiler and the connections, and does not count. */
const WARM_UP = 0.3;

const NOTHING_LEFT = `SELECT NOT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test)
  AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE status = 'Waiting')
  AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE status = 'Sending') AS done`;

/**
 * One round: copies a database, starts the drain, and waits until everything has arrived and is recorded.
 * @param start gets the URL of the copy, returns the process with `pid` and `end()`
 * @param done SQL that returns `done`
 * @param onWarm called after the warm-up
 * @param endSignal ends the process
 * @returns deliveries per second after the warm-up, including the recording of the last one; the CPU time and the commits of each;
 * peak memory of the process, in MB; the rates of the first and the last tenth
 */
export async function drain({ stack, receivers }, { from, count, start, done = NOTHING_LEFT, onWarm, endSignal }) {
  const { databases } = stack;
  const name = 'bench_round';
  await databases.drop(name);
  await databases.copy(from, name);
  await databases.query('CHECKPOINT');
  await receivers.reset();
  const running = await start(databases.urlOf(name));
  try {
    const sample = async () => ({
      at: performance.timeOrigin + performance.now(),
      count: await receivers.count(),
      ...(await readMeter(stack, { worker: running.pid, postgres: stack.postgresPid })),
    });
    await until(async () => (await receivers.count()) >= count * WARM_UP, 300_000);
    const warm = await sample();
    onWarm?.();
    await until(async () => (await receivers.count()) >= count, 600_000);
    await until(async () => (await databases.query(done, [], name))[0].done, 300_000, 5);
    const end = await sample();
    if (end.count > count) throw new Fault(`${end.count - count} messages arrived twice.`);
    return { ...figures(await receivers.arrivals(), count, warm, end), peak: peakMegabytes(running.pid) };
  } finally {
    await running.end(endSignal);
    await databases.drop(name);
  }
}

function figures(arrivals, count, warm, end) {
  const at = (share) => arrivals[Math.min(count, Math.ceil(count * share)) - 1] ?? arrivals[0];
  const tenth = (from, to) => (count / 10 / (at(to) - at(from))) * 1000;
  return {
    rate: (count * (1 - WARM_UP) * 1000) / (end.at - at(WARM_UP)),
    ...perOperation(warm, end, end.count - warm.count),
    first: tenth(0, 0.1),
    last: tenth(0.9, 1),
  };
}
