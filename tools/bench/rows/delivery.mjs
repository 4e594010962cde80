import { peakMegabytes } from '../delivery/process-figures.mjs';
import { Receivers } from '../delivery/receivers.mjs';
import { World } from '../delivery/world.mjs';
import { measured } from '../report.mjs';
import { backlogRows } from './delivery-backlog.mjs';
import { drainRows } from './delivery-drain.mjs';
import { latencyRow } from './delivery-latency.mjs';
import { fanOutRow, neighbourRow } from './delivery-neighbours.mjs';

const RECEIVERS = 100;

/** The parts of the group, each of which can run alone: `delivery:drain`. */
export const PARTS = {
  latency: latencyRow,
  drain: withoutWorker(drainRows),
  fanOut: fanOutRow,
  neighbour: neighbourRow,
  backlog: withoutWorker(backlogRows),
  memory: memoryRow,
};

/** The costs of delivery, and its effect on other work. @param tell gets the rows of each part as soon as they are known */
export async function deliveryRows(stack, quick, tell, part) {
  const receivers = await Receivers.start(stack, RECEIVERS);
  const world = await World.create(stack);
  const bench = { stack, world, receivers };
  const rows = [];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (part !== undefined && part !== name) continue;
    const found = [await measure(bench, quick)].flat();
    tell(found);
    rows.push(...found);
  }
  return rows;
}

/** Workers drain separate databases: the worker of the stack must not compete with them. */
function withoutWorker(measure) {
  return async (bench, quick) => {
    await bench.stack.worker.end();
    try {
      return await measure(bench, quick);
    } finally {
      bench.stack.worker = bench.stack.startWorker();
    }
  };
}

/** Peak memory of the API after these rows and the earlier ones of the run. */
function memoryRow({ stack }) {
  const peak = peakMegabytes(stack.api.pid);
  return measured({
    name: 'memory of the API, peak',
    figure: `${Math.round(peak)} MB`,
    goal: { text: '≤ 250 MB', met: peak <= 250 },
  });
}
