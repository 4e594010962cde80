import { request, type Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@billhook/testing/patience';
import type { TestApi } from './api.js';
import { clientBody } from './bodies.js';
import type { KeyCaller } from './world.js';

/** What callers have seen: how often each status below 400, and each other response or error of a connection, with its text. */
export type SeenByCallers = Readonly<Record<string, number>>;

export interface SteadyLoad {
  /** Waits until this many more requests are sent. */
  readonly untilSent: (count: number) => Promise<void>;
  /** Ends it, and waits for the responses. */
  readonly stop: () => Promise<SeenByCallers>;
}

interface LoadTarget {
  readonly url: string;
  readonly key: KeyCaller;
  readonly perSecond: number;
  /** Keeps the connections of half of the requests. Without it, each has its own. */
  readonly agent?: Agent;
}

/** Sends requests at a fixed rate, whether or not the previous ones have a response: reads and writes alternate and are never repeated. */
export function steadyLoad({ url, key, perSecond, agent }: LoadTarget): SteadyLoad {
  const seen: Record<string, number> = {};
  const waiting = new Set<Promise<void>>();
  let sent = 0;
  let isOver = false;
  const loop = (async () => {
    const begun = performance.now();
    while (!isOver) {
      const body = sent % 2 === 0 ? JSON.stringify(clientBody) : undefined;
      const one = outcome(`${url}/v1/clients`, key.secret, body, sent % 4 < 2 && agent ? agent : false).then((what) => {
        seen[what] = (seen[what] ?? 0) + 1;
        waiting.delete(one);
      });
      waiting.add(one);
      sent++;
      await sleep(Math.max(0, begun + (sent * 1_000) / perSecond - performance.now()));
    }
  })();
  return {
    untilSent: async (count) => {
      const target = sent + count;
      await eventually('more requests are sent', () => (sent >= target ? true : undefined));
    },
    stop: async () => {
      isOver = true;
      await loop;
      await Promise.all(waiting);
      return seen;
    },
  };
}

/** Ends the loads after the work, even if it fails. */
export async function whileLoading(
  loads: readonly SteadyLoad[],
  work: () => Promise<void>,
): Promise<readonly SeenByCallers[]> {
  try {
    await work();
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
  }
  return Promise.all(loads.map((load) => load.stop()));
}

function outcome(url: string, secret: string, body: string | undefined, agent: Agent | false): Promise<string> {
  const headers = {
    authorization: `Bearer ${secret}`,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve) => {
    const failed = (error: Error & { code?: string }): void => resolve(error.code ?? error.message);
    const sent = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      const { statusCode: status = 0 } = response;
      let text = '';
      response.on('error', failed).on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(status < 400 ? String(status) : `${status} ${text}`));
    });
    sent.on('error', failed).end(body);
  });
}

/** How many clients the database has: each confirmed write of a load is one. */
export async function clientsCount(api: TestApi): Promise<number> {
  const text = 'SELECT count(*) FROM clients';
  const [row] = await api.database.query<{ count: number }>({ name: 'test_clients', text });
  return row?.count ?? 0;
}
