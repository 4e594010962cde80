import { memoryShares } from '../base/memory-profile.mjs';
import { peakMegabytes } from '../base/process-figures.mjs';
import { measured } from '../base/report.mjs';
import { Receivers } from '../delivery/receivers.mjs';
import { World } from '../delivery/world.mjs';
import { backlogRows } from './delivery-backlog.mjs';
import { busyRow } from './delivery-busy.mjs';
import { drainRows } from './delivery-drain.mjs';
import { growthRows } from './delivery-growth.mjs';
import { jitRow } from './delivery-jit.mjs';
import { latencyRows } from './delivery-latency.mjs';
import { fanOutRow, fiftyRow, neighbourRow } from './delivery-neighbours.mjs';
import { anInvoice } from './read.mjs';
import { batchLoad } from './write.mjs';

const RECEIVERS = 100;
const PROFILE_MS = 6_000;

/** The parts of the group: the costs of delivery, and its effect on other work. */
export const DELIVERY = {
  latency: latencyRows,
  busy: busyRow,
  jit: jitRow,
  fifty: fiftyRow,
  drain: withoutWorker(drainRows),
  fanOut: fanOutRow,
  neighbour: neighbourRow,
  growth: withoutWorker(growthRows),
  backlog: withoutWorker(backlogRows),
  memory: memoryRow,
};

/** What all parts share. */
export const openDelivery = async (stack) => ({
  receivers: await Receivers.start(stack, RECEIVERS),
  world: await World.create(stack),
});

/** Workers drain separate databases: the worker of the stack must not compete with them. */
function withoutWorker(measure) {
  return async (bench) => {
    await bench.stack.worker.end();
    try {
      return await measure(bench);
    } finally {
      bench.stack.worker = bench.stack.startWorker();
    }
  };
}

/** Peak memory of the API after these rows and the earlier ones of the run. */
function memoryRow({ stack }) {
  const peak = peakMegabytes(stack.api.pid);
  return [
    measured({
      id: 'api-memory',
      name: 'memory of the API over this run, peak',
      figure: `${Math.round(peak)} MB`,
      value: peak,
      unit: 'MB',
      goal: { text: '≤ 250 MB', met: peak <= 250 },
      next: 'use less memory in the thread that renders PDFs, and a smaller young generation once a request allocates less.',
      profile: {
        of: 'Memory of the API at its largest, while it creates invoices in batches',
        run: () => memoryOfBatches(stack),
      },
    }),
  ];
}

const memoryOfBatches = (stack) =>
  memoryShares(async (settings) => {
    const api = await stack.startApi(settings);
    await stack.load({ ...batchLoad(stack, await anInvoice(stack)), port: api.port, ms: PROFILE_MS });
    await api.end();
  });
