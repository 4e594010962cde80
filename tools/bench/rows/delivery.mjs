import { freePort, until } from '../stack.mjs';
import { measured, quantile } from '../report.mjs';

const RATE = 200;

/** From the request that makes an event to the first byte at its receiver, at a steady 200 events a second. */
export async function deliveryRow(stack, quick) {
  const seconds = quick ? 5 : 15;
  const floorPort = await freePort();
  stack.spawn('tools/bench/floors/delivery.mjs', String(floorPort));
  await until(async () => (await fetch(`http://127.0.0.1:${floorPort}/health`)).ok);
  const port = new URL(stack.baseUrl).port;
  const run = async (target, path, ...more) =>
    JSON.parse(
      await stack.run(
        'tools/bench/events.mjs',
        String(target),
        path,
        String(RATE),
        String(seconds),
        stack.key,
        ...more,
      ),
    );

  const rounds = { floor: [], ours: [] };
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    rounds.floor.push(...(await run(floorPort, '/')));
    rounds.ours.push(...(await run(port, '/v1/clients', 'subscribe')));
  }
  const show = (name) => [0.5, 0.95, 0.99].map((share) => quantile(rounds[name], share).toFixed(1)).join(' / ') + ' ms';
  return [
    measured({
      name: `event to receiver, ${RATE} events/s, p50 / p95 / p99`,
      floor: 'bare `node:http`: one commit, then the signed POST from the same process',
      floorFigure: show('floor'),
      figure: show('ours'),
      ratio: quantile(rounds.ours, 0.5) / quantile(rounds.floor, 0.5),
      goal: {
        text: 'p50 ≤ 20 ms, p95 ≤ 50 ms',
        met: quantile(rounds.ours, 0.5) <= 20 && quantile(rounds.ours, 0.95) <= 50,
      },
    }),
  ];
}
