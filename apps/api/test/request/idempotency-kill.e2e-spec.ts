import type { ChildProcess } from 'node:child_process';
import { freePort } from '@billhook/testing/free-port';
import { end, spawnProgram } from '@billhook/testing/program';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SECRET, TestApi } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { eventsOf, Records } from '../support/records.js';
import { SeveredDatabase } from '../support/severed-database.js';
import { World, type KeyCaller } from '../support/world.js';

/** Starting a program takes seconds, and longer on a busy machine. */

let api: TestApi;
let database: SeveredDatabase;
let key: KeyCaller;

beforeAll(async () => {
  api = await TestApi.start();
  database = await SeveredDatabase.before(api.databaseUrl);
});
afterAll(async () => {
  await database.close();
  await api.stop();
});
beforeEach(async () => {
  key = await new World(api).key();
});

/** A real API process whose commits pass through a proxy of the test. */
async function spawnApi(): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const child = await spawnProgram('apps/api/src/main.ts', 'listening on', {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    APP_SECRETS: SECRET,
    PORT: String(port),
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

const request = (name: string, body: object) => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${key.secret}`,
    'content-type': 'application/json',
    'Idempotency-Key': name,
  },
  body: JSON.stringify(body),
});

describe('a process that is killed between the commit and the response', () => {
  it('has created the record, and a repeated request gets its stored response, also 50 at the same time', async () => {
    const { child, url } = await spawnApi();
    database.onCommit = () => child.kill('SIGKILL');
    const cut = await Promise.allSettled(
      Array.from({ length: 50 }, () => fetch(`${url}/v1/clients`, request('killed', clientBody))),
    );
    await end(child, 'SIGKILL');
    // The response with the creation was lost.
    expect(cut.filter((one) => one.status === 'fulfilled' && one.value.status === 201)).toEqual([]);

    const again = await Promise.all(
      Array.from({ length: 50 }, () =>
        key.call<{ id: number }>('POST', '/v1/clients', {
          body: clientBody,
          headers: { 'Idempotency-Key': 'killed' },
        }),
      ),
    );
    const answered = again.filter(({ status }) => status === 201);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.every(({ headers }) => headers.get('idempotent-replayed') === 'true')).toBe(true);
    expect(new Set(again.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    const { data } = (await key.call<{ data: { id: number }[] }>('GET', '/v1/clients')).body;
    expect(data.map(({ id }) => id)).toEqual([answered[0]?.body.id]);
    expect(await eventsOf(api, 'client', data[0]?.id ?? 0)).toHaveLength(1);
  });

  it('has given the number of a sent invoice once', async () => {
    const draft = await new Records(key).draft();
    const { child, url } = await spawnApi();
    database.onCommit = () => child.kill('SIGKILL');
    await expect(fetch(`${url}/v1/invoices/${draft.id}/send`, request('send', {}))).rejects.toThrow();
    await end(child, 'SIGKILL');
    const again = await key.call('POST', `/v1/invoices/${draft.id}/send`, {
      body: {},
      headers: { 'Idempotency-Key': 'send' },
    });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toMatchObject({ status: 'Sent', number: expect.stringMatching(/0*1$/) });
    expect((await key.call('GET', `/v1/invoices/${draft.id}`)).body).toEqual(again.body);
  });
});
