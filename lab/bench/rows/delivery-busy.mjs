import { profileOfWorker } from '../base/profile.mjs';
import { measured, median, quantile } from '../base/report.mjs';
import { between, summarise } from '../base/rounds.mjs';
import { CLIENTS, produceSteadily } from './delivery-latency.mjs';

const RATE = 100;
const LOOPS = 3;
const MOST = 5;

/** The latency of live events beside other programs that want every processor. */
export async function busyRow(bench) {
  const { stack, world, receivers, quick } = bench;
  const seconds = quick ? 3 : 6;
  await receivers.behave();
  const endpoints = await world.endpoints(receivers.urls.slice(0, 1));
  const produce = (prefix) =>
    produceSteadily(bench, { target: CLIENTS(stack), prefix, rate: RATE, seconds, warmUpS: 2 });
  const rounds = { quiet: [], beside: [] };
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    rounds.quiet.push(await produce(`bench-q${round}-`));
    rounds.beside.push(await besideLoops(stack, () => produce(`bench-l${round}-`)));
  }
  await world.endEndpoints(endpoints);
  const p95 = (round) => quantile(round.asked, 0.95);
  const ratios = rounds.beside.map((round, n) => p95(round) / p95(rounds.quiet[n]));
  const of = (name, share) => median(rounds[name].map(({ asked }) => quantile(asked, share)));
  const show = (name) => `${[0.5, 0.95, 0.99].map((share) => of(name, share).toFixed(1)).join(' / ')} ms`;
  const results = summarise(rounds);
  return [
    measured({
      id: 'live-busy',
      name: `request to first byte at the receiver, ${RATE} events/s, beside ${LOOPS} busy loops, p50 / p95 / p99`,
      floor: 'the same without them; the ratio is that of the p95',
      floorFigure: show('quiet'),
      floorValue: of('quiet', 0.95),
      figure: show('beside'),
      ...results.used('beside'),
      ...results.cpuRatio('beside', 'quiet'),
      value: of('beside', 0.95),
      unit: 'ms',
      ratio: median(ratios),
      spread: between(ratios, 2),
      goal: { text: `≤ ${MOST.toFixed(2)}`, met: median(ratios) <= MOST },
      next: 'fewer turns of a process for each event: each of them waits for a processor.',
      profile: profileOfBusy(bench),
    }),
  ];
}

async function besideLoops(stack, work) {
  const loops = Array.from({ length: LOOPS }, () => stack.start('lab/bench/base/busy-loop.mjs', {}));
  try {
    return await work();
  } finally {
    for (const loop of loops) await loop.end();
  }
}

/** The profile of the worker during such events. */
const profileOfBusy = (bench) =>
  profileOfWorker(bench.stack, async (warm) => {
    const { stack, world, receivers } = bench;
    const endpoints = await world.endpoints(receivers.urls.slice(0, 1));
    const produce = (prefix) =>
      produceSteadily(bench, { target: CLIENTS(stack), prefix, rate: RATE, seconds: 3, warmUpS: 0 });
    await produce(`bench-w${Date.now()}-`);
    warm();
    await besideLoops(stack, () => produce(`bench-p${Date.now()}-`));
    await world.endEndpoints(endpoints);
  });
