import type { ChildProcess } from 'node:child_process';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { Receiver } from '@billhook/testing/receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { SECRET } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { CommandLine, type RunningCommand } from '../support/command-line.js';
import { relayOf } from '../support/relay.js';
import { startWorld } from '../support/start.js';

const { api, world } = await startWorld();
const key = await world.key();
const receiver = await new Receiver().start();
const relay = relayOf(api);
const port = String(await freePort());
/** With the API of this process, and with the one that is killed. */
let cli: CommandLine;
let line: CommandLine;
let server: ChildProcess;
let listening: ChildProcess;

const startApi = () =>
  spawnProgram('apps/api/src/main.ts', 'listening on', {
    ...{ NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, PORT: port },
  });
const startListen = () =>
  spawnProgram(
    'libs/sdk/src/cli/main.ts',
    '"ready":true',
    line.variables,
    ...['listen', '--json', '--forward-to', `${receiver.url}/hooks`, '--retries', '0'],
  );

beforeAll(async () => {
  const env = { BILLHOOK_URL: `http://127.0.0.1:${port}`, BILLHOOK_API_KEY: key.secret };
  cli = await CommandLine.open({ ...env, BILLHOOK_URL: api.url });
  [line, server] = await Promise.all([CommandLine.open(env), startApi()]);
});
afterAll(async () => {
  await end(listening, 'SIGKILL');
  await end(server, 'SIGKILL');
  await Promise.all([line.close(), cli.close()]);
  await receiver.stop();
});

async function create(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await key.call('POST', '/v1/clients', { body: clientBody });
  await relay.run();
}

const hooks = () => received('/hooks');
const receivedIds = () => hooks().map(({ headers }) => String(headers['webhook-id']));
const receivedAtLeast = (count: number) =>
  eventually(`${count} events`, () => (new Set(receivedIds()).size >= count ? true : undefined));

const received = (path: string) => receiver.received.filter((each) => each.path === path);
const shows = (command: RunningCommand, text: string) =>
  eventually(`"${text}" in: ${command.output()}`, () => (command.output().includes(text) ? true : undefined));

async function createClient(name: string): Promise<void> {
  await key.call('POST', '/v1/clients', { body: { ...clientBody, name } });
  await relay.run();
}

describe('listen and trigger', () => {
  afterEach(() => cli.stopAll());

  const run = (path: string, ...argv: string[]) => cli.start(['listen', '--forward-to', receiver.url + path, ...argv]);

  it('forwards each event, signed, with the body of webhooks, and continues where it ended', async () => {
    const secret = (await cli.run(['listen', '--print-secret'])).stdout;
    const first = run('/forward', '--events', 'client.created');
    await shows(first, `Signing secret: ${secret}`);
    await createClient('Forwarded');
    await shows(first, '  200  ');
    expect(await first.stop()).toMatchObject({ code: 0 });
    await createClient('Meanwhile');
    const second = run('/forward', '--events', 'client.created', '--json');
    await eventually('the second event', () => received('/forward')[1]);
    await shows(second, '"status":200');
    const { stdout } = await second.stop();
    const lines = stdout.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ ready: true, secret });
    expect(lines[1]).toMatchObject({ type: 'client.created', status: 200, attempt: 1, error: null, failed: false });
    const events = (await api.events()).filter(({ companyId }) => companyId === key.companyId).slice(-2);
    expect(received('/forward').map(({ body }) => body.toString())).toEqual(events.map(({ body }) => body));
    for (const { headers, body } of received('/forward')) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'client.created',
      });
    }
    expect(received('/forward').map(({ headers }) => headers['webhook-sequence'])).toEqual(['1', '2']);
  });

  it('shows a failed event after its retries, goes on, and sends it again on request', async () => {
    receiver.answer('/failing', (count: number) => ({ status: count <= 2 ? 500 : 204, body: 'out of order' }));
    const command = run('/failing', '--retries', '1', '--events', 'client.created');
    await shows(command, 'Signing secret');
    await createClient('Fails');
    await shows(command, 'HTTP 500: out of order');
    await shows(command, 'billhook events resend msg_');
    await createClient('Works');
    await eventually('the next event', () => received('/failing')[2]);
    const [failed, again, next] = received('/failing').map(({ headers }) => headers);
    expect([again?.['webhook-id'], again?.['webhook-attempt']]).toEqual([failed?.['webhook-id'], '2']);
    expect(next?.['webhook-id']).not.toBe(failed?.['webhook-id']);
    const resent = await cli.run(['events', 'resend', String(failed?.['webhook-id'])]);
    expect([resent.code, received('/failing')[3]?.headers['webhook-id']]).toEqual([0, failed?.['webhook-id']]);
    expect(received('/failing')[3]?.body.equals(received('/failing')[0]?.body ?? Buffer.of())).toBe(true);
    await command.stop();
  });

  it('passes on the example of trigger, and runs once for a receiver', async () => {
    const command = run('/trigger');
    await shows(command, 'Signing secret');
    expect(await run('/trigger').result).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already forwards'),
    });
    const { code, stdout } = await cli.run(['trigger', 'invoice.paid']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('invoice.paid  msg_test')]);
    expect(received('/trigger')[0]?.headers).toMatchObject({
      'webhook-test': 'true',
      'webhook-event-type': 'invoice.paid',
    });
    await shows(command, 'test');
    await command.stop();
    receiver.answer('/direct', { status: 400, body: 'no' });
    const direct = await cli.run(['trigger', 'invoice.paid', '--forward-to', `${receiver.url}/direct`]);
    expect(direct).toMatchObject({ code: 8, stdout: expect.stringContaining('HTTP 400: no') });
  });
});

/* As a real process, against a real process of the API. Both are killed in turn. */
it('loses no event and repeats only one whose response is unknown, through kills of both processes', async () => {
  const before = (await api.events()).length;
  listening = await startListen();
  await create(3);
  await receivedAtLeast(1);
  // Somewhere between two events.
  await end(listening, 'SIGKILL');
  await create(2);
  listening = await startListen();
  await receivedAtLeast(5);

  await end(server, 'SIGKILL');
  await create(3);
  server = await startApi();
  await receivedAtLeast(8);

  // While the receiver has the event, and its response has not come.
  const responses: (() => void)[] = [];
  receiver.answer('/hooks', () => new Promise((resolve) => responses.push(() => resolve({ status: 204 }))));
  await create(2);
  await receivedAtLeast(9);
  const pending = receivedIds().at(-1);
  await end(listening, 'SIGKILL');
  receiver.answer('/hooks', { status: 204 });
  for (const respond of responses) respond();
  listening = await startListen();
  await receivedAtLeast(10);

  const all = (await api.events()).map(({ body }) => (JSON.parse(body) as { id: string }).id);
  const events = all.slice(before);
  const ids = receivedIds();
  expect([...new Set(ids)]).toEqual(events);
  const repeats = hooks().filter(({ headers }, n) => ids.indexOf(String(headers['webhook-id'])) < n);
  // The first kill may have come between a response and its storing as well.
  expect(repeats.length).toBeLessThanOrEqual(2);
  expect(repeats.map(({ headers }) => headers['webhook-id'])).toContain(pending);
  for (const { headers } of repeats) expect(Number(headers['webhook-attempt'])).toBeGreaterThan(1);
  // A repeat follows its first attempt: nothing came in between.
  for (const repeat of repeats) {
    const id = String(repeat.headers['webhook-id']);
    expect(ids.lastIndexOf(id) - ids.indexOf(id)).toBe(1);
  }
  expect(
    hooks()
      .map(({ headers }) => Number(headers['webhook-sequence']))
      .at(-1),
  ).toBe(10);
});
