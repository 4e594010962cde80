import type { ChildProcess } from 'node:child_process';
import type { SandboxAdvanceView, SandboxClockView } from '@billhook/contract/installation/sandbox-clock';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { CELL_SCHEMAS } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { end, inTurns, spawnProgram } from '@billhook/testing/program';
import { Receiver, type Answer } from '@billhook/testing/receiver';
import { MOST_MOVED } from '@billhook/webhooks/engine/company-timers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const PATH = '/v1/sandbox/clock';
const DAY = 86_400_000;

const { api, world } = await startWorld();
const sandboxes = new Sandboxes(api, world);
const newSandbox = async () => sandboxes.ready(await world.session(await world.member(await world.company())));
const receiver = new Receiver();

let worker: ChildProcess | undefined;
const startWorker = async (): Promise<void> => {
  const local = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' };
  const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, ...local };
  worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
};
const killWorker = async (): Promise<void> => {
  if (worker) await end(worker, 'SIGKILL');
  worker = undefined;
};

beforeAll(() => receiver.start());
afterEach(killWorker);
afterAll(() => receiver.stop());

const advance = (by: KeyCaller, days: number) => {
  // The worker has the clock of the machine.
  api.clock.set(new Date());
  const advanceTo = new Date(api.clock.now().getTime() + days * DAY).toISOString();
  return by.call<SandboxAdvanceView>('POST', PATH, { body: { advanceTo } });
};
const completed = (by: KeyCaller) =>
  eventually('the clock has advanced', async () => {
    const { advance: last } = (await by.call<SandboxClockView>('GET', PATH)).body;
    return last?.status === 'Running' ? undefined : last;
  });

const endpointOf = async (by: KeyCaller, path: string, more: object = {}): Promise<number> => {
  const body = { url: receiver.url + path, eventTypes: ['client.created'], ...more };
  return (await by.call<{ id: number }>('POST', '/v1/webhook-endpoints', { body })).body.id;
};

/** Of each 15 deliveries, one is due after a day, one after two, and the others after 40 days. */
const DUE_DAYS = `CASE r.n % 15 WHEN 1 THEN 1 WHEN 2 THEN 2 ELSE 40 END`;

/** Makes many of the only delivery of an endpoint and of its event, which wait. Their times are also in `waiting_before`. */
async function waitAt(companyId: number, endpointId: number, count: number, from: Date): Promise<void> {
  await relayOf(api, { fanOut: true, firstWaitMs: 40 * DAY }).run();
  const ofEndpoint = [companyId, endpointId];
  await sandboxes.rows(
    `WITH copied AS (
        INSERT INTO events SELECT (jsonb_populate_record(v, jsonb_build_object('position', nextval(pg_get_serial_sequence('events', 'position')),
          'id', v.id || 'c' || $2::bigint || 'c' || n, 'body', replace(v.body, v.id, v.id || 'c' || $2::bigint || 'c' || n),
          'sequence', k.last + n))).*
        FROM webhook_deliveries d JOIN events v ON v.position = d.event_position JOIN event_counters k ON k.company_id = d.company_id,
          generate_series(1, $3::int - 1) n
        WHERE d.company_id = $1 AND d.endpoint_id = $2 RETURNING position
      ), counted AS (
        UPDATE event_counters SET last = last + $3 WHERE company_id = $1
      )
      INSERT INTO webhook_deliveries SELECT (jsonb_populate_record(d, jsonb_build_object('event_position', c.position,
        'id', nextval(pg_get_serial_sequence('webhook_deliveries', 'id')), 'sequence', d.sequence + c.n))).*
      FROM webhook_deliveries d, (SELECT position, row_number() OVER (ORDER BY position) AS n FROM copied) c
      WHERE d.company_id = $1 AND d.endpoint_id = $2 ORDER BY c.position`,
    [...ofEndpoint, count],
  );
  await sandboxes.rows(
    `UPDATE webhook_deliveries d SET next_attempt_at = $3::timestamptz + interval '24 hours' * (${DUE_DAYS})
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM webhook_deliveries WHERE company_id = $1 AND endpoint_id = $2) r
      WHERE d.id = r.id`,
    [...ofEndpoint, from],
  );
  await sandboxes.rows(
    'CREATE TABLE IF NOT EXISTS waiting_before (id bigint PRIMARY KEY, at timestamptz NOT NULL)',
    [],
  );
  await sandboxes.rows(
    'INSERT INTO waiting_before SELECT id, next_attempt_at FROM webhook_deliveries WHERE company_id = $1 AND endpoint_id = $2',
    ofEndpoint,
  );
}

/** By how many milliseconds the waiting deliveries of a company were moved, with the number of those that were moved as far. */
const moves = (companyId: number) =>
  sandboxes.rows(
    `SELECT round(extract(epoch FROM w.at - d.next_attempt_at) * 1000)::float8 AS by, count(*)::int AS count
      FROM waiting_before w JOIN webhook_deliveries d USING (id) WHERE d.company_id = $1 AND d.status = 'Waiting' GROUP BY 1 ORDER BY 1`,
    [companyId],
  );

/** Those of a company that are due within three days, in the order of time. */
const dueOf = (companyId: number) =>
  sandboxes.rows(
    `SELECT v.id, d.endpoint_id AS endpoint, d.status, d.attempt_count::int AS attempts,
        (SELECT count(*)::int FROM webhook_attempts a WHERE a.delivery_id = d.id) AS made
      FROM webhook_deliveries d JOIN events v ON v.position = d.event_position JOIN waiting_before w ON w.id = d.id
      WHERE d.company_id = $1 AND w.at < now() + interval '3 days' ORDER BY w.at, d.id`,
    [companyId],
  );

const offsetOf = async (companyId: number): Promise<number> => {
  const [row] = await sandboxes.rows('SELECT clock_offset::float8 AS by FROM companies WHERE id = $1', [companyId]);
  return Number(row?.['by']);
};

const COUNT = 2 * MOST_MOVED + 600;
const idsAt = (path: string) => receiver.at(path).map(({ headers }) => headers['webhook-id']);

describe('an advance with many waiting deliveries', () => {
  it('moves them in batches, of which a kill loses and repeats none, and sends each in the order of time', async () => {
    const [sandbox, other] = [await newSandbox(), await newSandbox()];
    // One request at a time, so that the order of arrival is that of the attempts.
    const [first, second] = [
      await endpointOf(sandbox.key, '/first', { limits: { inFlight: 1 } }),
      await endpointOf(sandbox.key, '/second', { limits: { inFlight: 1 } }),
    ];
    const elsewhere = await endpointOf(other.key, '/elsewhere');
    for (const { key } of [sandbox, other]) await new Records(key).client();
    const from = new Date();
    await waitAt(sandbox.id, first, COUNT / 2, from);
    await waitAt(sandbox.id, second, COUNT / 2, from);
    await waitAt(other.id, elsewhere, 20, from);

    expect((await advance(sandbox.key, 3)).status).toBe(202);
    await startWorker();
    const moving = await inTurns('some deliveries are moved', Number(worker?.pid), async () => {
      const text =
        'SELECT moving_by, moved_to, moving_to FROM sandbox_advances WHERE company_id = $1 AND moving_by IS NOT NULL';
      return (await sandboxes.rows(text, [sandbox.id]))[0];
    });
    await killWorker();
    const by = Number(moving['moving_by']);
    expect(Number(moving['moved_to'])).toBeLessThan(Number(moving['moving_to']));
    // A batch that was being committed at the kill counts.
    const partly = await moves(sandbox.id);
    expect(partly.map((row) => row['by'])).toEqual([0, by]);
    expect(Number(partly[1]?.['count']) % MOST_MOVED).toBe(0);
    // Deliveries that are due wait until all are moved.
    expect(receiver.received).toEqual([]);
    const held = await sandboxes.rows(
      'SELECT endpoint_id AS id FROM webhook_endpoint_states WHERE moving ORDER BY 1',
      [],
    );
    expect(held.map(({ id }) => id)).toEqual([first, second]);

    await startWorker();
    const done = await completed(sandbox.key);
    // On a slow machine, the advance ends before its deliveries: after a minute, it no longer waits for receivers.
    const due = await eventually('all that are due were sent', async () => {
      const rows = await dueOf(sandbox.id);
      return rows.every(({ status }) => status === 'Delivered') ? rows : undefined;
    });
    expect(done).toMatchObject({ status: 'Completed', done: { dueDeliveries: due.length } });
    expect(due.length).toBeGreaterThan(500);
    expect(due.filter(({ attempts, made }) => attempts !== 1 || made !== 1)).toEqual([]);
    for (const [endpoint, path] of [[first, '/first'] as const, [second, '/second'] as const])
      expect(idsAt(path)).toEqual(due.filter((row) => row['endpoint'] === endpoint).map(({ id }) => id));

    expect(await moves(sandbox.id)).toEqual([{ by: await offsetOf(sandbox.id), count: COUNT - due.length }]);
    expect(await moves(other.id)).toEqual([{ by: 0, count: 20 }]);
    expect(await sandboxes.rows('SELECT endpoint_id FROM webhook_endpoint_states WHERE moving', [])).toEqual([]);
  });

  /** 20 deliveries of which ten are moved by a second, as a worker leaves them that was killed. @returns the last one */
  const halfMoved = async (
    sandbox: { readonly id: number; readonly key: KeyCaller },
    path: string,
  ): Promise<number> => {
    const endpoint = await endpointOf(sandbox.key, path);
    await new Records(sandbox.key).client();
    await waitAt(sandbox.id, endpoint, 20, new Date());
    expect((await advance(sandbox.key, 3)).status).toBe(202);
    const [row] = await sandboxes.rows(
      `UPDATE sandbox_advances SET attempts = 19, moving_by = 1000, moving_to = (SELECT max(id) FROM webhook_deliveries WHERE company_id = $1),
          moved_to = (SELECT id FROM webhook_deliveries WHERE company_id = $1 ORDER BY id OFFSET 9 LIMIT 1)
        WHERE company_id = $1 RETURNING moving_to`,
      [sandbox.id],
    );
    await sandboxes.rows('UPDATE webhook_endpoint_states SET moving = true WHERE endpoint_id = $1', [endpoint]);
    return Number(row?.['moving_to']);
  };
  const allMoved = () =>
    eventually('all are moved', async () => {
      const held = await sandboxes.rows('SELECT endpoint_id FROM webhook_endpoint_states WHERE moving', []);
      return held.length === 0 || undefined;
    });

  it('continues its move after failures, before which it does not fail, and with a request to delete the company', async () => {
    const owner = await world.member(await world.company());
    const session = await world.session(owner);
    const sandbox = await sandboxes.ready(await world.session(owner));
    const last = await halfMoved(sandbox, '/deleted');
    const { name } = (await session.call<{ name: string }>('GET', '/app/company')).body;
    expect((await session.call('POST', '/app/company/deletion', { body: { name } })).status).toBe(200);
    await sandboxes.rows(
      `CREATE FUNCTION no_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`,
      [],
    );
    for (const schema of CELL_SCHEMAS)
      await sandboxes.rows(
        `CREATE TRIGGER no_move BEFORE UPDATE OF next_attempt_at ON ${schema}.webhook_deliveries FOR EACH ROW WHEN (OLD.id = ${last})
          EXECUTE FUNCTION no_move()`,
        [],
      );
    await startWorker();
    const state = async () => {
      const text = 'SELECT status, attempts::int FROM sandbox_advances WHERE company_id = $1';
      return (await sandboxes.rows(text, [sandbox.id]))[0];
    };
    await eventually('two more steps have failed', async () => Number((await state())?.['attempts']) > 20 || undefined);
    expect(await state()).toMatchObject({ status: 'Running' });
    await sandboxes.rows('DROP FUNCTION no_move CASCADE', []);
    await allMoved();
    expect(await moves(sandbox.id)).toEqual([
      { by: 0, count: 10 },
      { by: 1_000, count: 10 },
    ]);
    expect((await session.call('POST', '/app/company/deletion/withdraw')).status).toBe(200);
    expect(await completed(sandbox.key)).toMatchObject({ status: 'Completed' });
  });

  it('ends its move after a reset, which deletes the deliveries', async () => {
    const sandbox = await newSandbox();
    await halfMoved(sandbox, '/reset');
    const { name } = sandbox;
    expect((await sandbox.within.call('POST', '/app/sandbox/reset', { body: { name } })).status).toBe(200);
    await startWorker();
    expect(await completed(sandbox.key)).toMatchObject({ status: 'Completed', done: { dueDeliveries: 0 } });
    await allMoved();
    expect(receiver.at('/reset')).toEqual([]);
    await new Records(sandbox.key).client();
    await receiver.waitFor('/reset', 1);
  });

  it('moves the time to which a resend in flight returns', async () => {
    const sandbox = await newSandbox();
    const endpoint = await endpointOf(sandbox.key, '/slow');
    await new Records(sandbox.key).client();
    await waitAt(sandbox.id, endpoint, 3, new Date());
    let respond: (answer: Answer) => void = () => undefined;
    receiver.answer('/slow', () => new Promise((resolve) => (respond = resolve)));
    const [resent] = await sandboxes.rows('SELECT max(id) AS id FROM webhook_deliveries WHERE endpoint_id = $1', [
      endpoint,
    ]);
    const path = `/v1/webhook-deliveries/${Number(resent?.['id'])}`;
    await startWorker();
    expect((await sandbox.key.call('POST', `${path}/resend`)).status).toBe(202);
    await receiver.waitFor('/slow', 1);
    expect((await advance(sandbox.key, 0.5)).status).toBe(202);
    // It no longer waits for receivers.
    await sandboxes.rows(
      `UPDATE sandbox_advances SET created_at = created_at - interval '2 minutes' WHERE company_id = $1`,
      [sandbox.id],
    );
    await completed(sandbox.key);
    respond({ status: 503 });
    await eventually('the resend has failed', async () => {
      const { body } = await sandbox.key.call<WebhookDeliveryView>('GET', path);
      return body.status === 'Waiting' || undefined;
    });
    expect(await moves(sandbox.id)).toEqual([{ by: await offsetOf(sandbox.id), count: 3 }]);
  });
});
