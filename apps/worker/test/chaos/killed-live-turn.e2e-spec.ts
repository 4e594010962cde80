import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@billhook/testing/free-port';
import { isFullRun } from '@billhook/testing/full-run';
import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';
import { PostgresSignals } from '@billhook/webhooks/engine/wake-signal';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

const KILLS = isFullRun ? 50 : 2;
// A worker takes up to ten seconds to start on a busy machine.
const TIMEOUT_MS = 600_000 + KILLS * 20_000;
const EVENTS_PER_SECOND = 150;
const AHEAD = 3;
const AHEAD_MS = 100;

interface Running {
  readonly child: ChildProcess;
  readonly metricsPort: number;
}

let world: World;
let running: Running[];

beforeEach(async () => {
  world = await World.create();
  running = [];
});
afterEach(async () => {
  for (const { child } of running) await end(child, 'SIGKILL');
  await world.close();
});

async function start(): Promise<void> {
  const metricsPort = await freePort();
  const child = await spawnWorker(world.variables({ METRICS_PORT: String(metricsPort), WEBHOOK_SWEEP_MS: '2000' }));
  running.push({ child, metricsPort });
}

async function liveTurns({ metricsPort }: Running): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^billhook_relay_turns_total\{path="live"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

/**
 * Records events with their signals until it is stopped, at a steady rate. It waits briefly while several have not arrived: a busy machine
 * would gather them for general turns.
 */
function writing(path: string): () => Promise<void> {
  const signal = new PostgresSignals(world.url).sender();
  let stopped = false;
  const done = (async () => {
    while (!stopped) {
      const begin = performance.now();
      await world.record();
      await signal.send();
      const isAhead = () =>
        world.recorded - world.receiver.at(path).length > AHEAD && performance.now() - begin < AHEAD_MS;
      do await sleep(Math.max(begin + 1_000 / EVENTS_PER_SECOND - performance.now(), 1));
      while (isAhead());
    }
    await signal.close();
  })();
  return () => ((stopped = true), done);
}

describe('workers that are killed one after the other while events are sent live', () => {
  it(
    'lose nothing, repeat only attempts in flight, and leave no gap in the numbers',
    async () => {
      const endpoint = await world.createEndpoint('/live', { maxInFlight: 100 });
      await start();
      const stop = writing(endpoint.path);
      let live = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const arrived = world.receiver.at(endpoint.path).length;
        // In every second round two workers share the events.
        if (kill % 2 === 0) await start();
        await world.receiver.waitFor(endpoint.path, arrived + 20 + (kill % 7));
        const [killed] = running.splice(0, 1);
        if (!killed) throw new Error('no worker runs');
        live += await liveTurns(killed);
        if (running.length === 0) await start();
        await end(killed.child, 'SIGKILL');
      }
      await stop();
      const delivered = await eventually('all are delivered', async () => {
        const rows = await world.deliveries(endpoint);
        return rows.length === world.recorded && rows.every(({ status }) => status === 'Delivered') ? rows : undefined;
      });
      const ids = world.receiver.at(endpoint.path).map(({ headers }) => headers['webhook-id']);
      const [counts] = await world.source.query<{ interrupted: number; last: number; numbered: number }[]>(`SELECT
      (SELECT count(*)::integer FROM webhook_attempts WHERE outcome = 'Interrupted') AS interrupted,
      (SELECT max(sequence)::integer FROM events) AS last, (SELECT count(DISTINCT sequence)::integer FROM events) AS numbered`);
      process.stdout.write(
        `${KILLS} kills, ${world.recorded} events, ${live} live turns, ${ids.length - new Set(ids).size} repeated, ${counts?.interrupted} attempts in flight\n`,
      );
      expect(new Set(ids).size).toBe(world.recorded);
      expect(ids.length - world.recorded).toBeLessThanOrEqual(counts?.interrupted ?? 0);
      expect(counts).toMatchObject({ last: world.recorded, numbered: world.recorded });
      expect(delivered.map(({ sequence }) => sequence).toSorted((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: world.recorded }, (_, index) => index + 1),
      );
      expect(live).toBeGreaterThan(KILLS);
    },
    TIMEOUT_MS,
  );
});
