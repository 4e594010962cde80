import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { withClient } from '@billhook/testing/test-server';
import { SECRET, type TestApi } from './api.js';
import type { SessionCaller } from './world.js';

interface KilledRequest {
  readonly by: SessionCaller;
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
}

/** A lock that keeps a request waiting. */
export interface HeldLock {
  readonly text: string;
  /** Reads them when the lock is taken. */
  readonly values: () => Promise<unknown[]>;
  /** How the statement begins that waits for it. */
  readonly waits: string;
}

/**
 * Sends a request to a separate process of the API, and kills the process while the request waits for the last one of these locks. Each is
 * released when the request waits for it and the next one is held. What the request has committed remains, and there is no response.
 */
export async function killWaiting(
  api: TestApi,
  { by, method = 'POST', path, body = {} }: KilledRequest,
  ...locks: readonly HeldLock[]
): Promise<void> {
  const PORT = String(await freePort());
  const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, PORT };
  const program = await spawnProgram('apps/api/src/main.ts', 'listening on', variables);
  const send = (): Promise<number | 'none'> =>
    fetch(`http://127.0.0.1:${PORT}${path}`, {
      method,
      headers: { cookie: by.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(
      ({ status }) => status,
      () => 'none' as const,
    );
  let response: Promise<number | 'none'> | undefined;
  const hold = ([lock, ...others]: readonly HeldLock[], release: () => Promise<unknown>): Promise<void> =>
    withClient(api.databaseUrl, async (holder) => {
      if (!lock) return;
      await holder.query('BEGIN');
      await holder.query(lock.text, await lock.values());
      await release();
      response ??= send();
      await eventually('the request waits', async () => (await waiting(api, lock.waits)) > 0 || undefined);
      if (others.length > 0) return hold(others, () => holder.query('ROLLBACK'));
      await end(program, 'SIGKILL');
      // Its statement would continue without it.
      await rowsOf(api, `SELECT pg_terminate_backend(pid) ${WAITING}`, [lock.waits]);
      await eventually('nothing waits', async () => (await waiting(api, lock.waits)) === 0 || undefined);
      await holder.query('ROLLBACK');
    });
  await hold(locks, () => Promise.resolve());
  if ((await response) !== 'none') throw new Error(`the killed process has responded with ${String(await response)}`);
}

const WAITING = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1 || '%'`;

/** Outside of a transaction, which would see an old state. */
const rowsOf = (api: TestApi, text: string, values: readonly unknown[]): Promise<unknown[]> =>
  withClient(api.databaseUrl, async (client) => (await client.query(text, [...values])).rows);

const waiting = async (api: TestApi, statement: string): Promise<number> =>
  (await rowsOf(api, `SELECT pid ${WAITING}`, [statement])).length;
