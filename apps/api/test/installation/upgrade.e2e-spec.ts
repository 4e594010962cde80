import type { ChildProcess } from 'node:child_process';
import type { SnapshotView } from '@billhook/contract/installation/snapshot';
import { migrate } from '@billhook/db/migrate';
import { KNOWN_MIGRATIONS } from '@billhook/db/schema-state';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import {
  builtPreviousRelease,
  launchPrevious,
  PREVIOUS_RELEASE,
  previousReleaseProblem,
} from '@billhook/testing/previous-release';
import { end, spawnProgram, whenRunning } from '@billhook/testing/program';
import { Receiver } from '@billhook/testing/receiver';
import { inFullRun, unless } from '@billhook/testing/skipped';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET, TestApi } from '../support/api.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { rewind, schemaOf, seed } from '../support/former-schema.js';
import { World } from '../support/world.js';

const ROWS = 30_000;
const CALLERS = 3;
const READY = { api: 'listening on', worker: 'ready; the queue uses' } as const;

let database: TestDatabase;
let receiver: Receiver;
let authorization: string;
let load: Load | undefined;
const running = new Set<ChildProcess>();

/** Building the previous release takes a minute. */
const full = previousReleaseProblem() === undefined ? inFullRun(describe) : unless(previousReleaseProblem(), describe);

const settings = async (): Promise<Record<string, string>> => ({
  ...{ NODE_ENV: 'test', DATABASE_URL: database.url, APP_SECRETS: SECRET, PORT: String(await freePort()) },
  ...{ RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0', WEBHOOK_SWEEP_MS: '500' },
  ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' },
});

interface Program {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(release: 'previous' | 'this', role: 'api' | 'worker'): Promise<Program> {
  const variables = await settings();
  const child = await (release === 'this'
    ? spawnProgram(`apps/${role}/src/main.ts`, READY[role], variables)
    : whenRunning(launchPrevious(`apps/${role}/dist/main.js`, variables), `previous ${role}`, READY[role]));
  running.add(child);
  return { child, url: `http://127.0.0.1:${variables['PORT']}` };
}

async function stop({ child }: Program): Promise<void> {
  expect(await end(child, 'SIGTERM')).toBe(0);
  running.delete(child);
}

async function previousSchemaStep(variables: Record<string, string>): Promise<void> {
  const step = launchPrevious('apps/api/dist/migrate.js', variables);
  let output = '';
  step.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // Not `exit`, which comes before the rest of the output.
  await new Promise((resolve) => step.once('close', resolve));
  expect(output).toContain('The schema is up to date');
}

/** Creates clients and invoices, sends and pays them, and reads lists at the addresses in turn. */
class Load {
  readonly addresses: string[] = [];
  /** Responses that are not a success, with the request. */
  readonly failures: string[] = [];
  readonly clients: number[] = [];
  readonly invoices: number[] = [];
  #isRunning = true;
  #turn = 0;
  readonly #loops = Array.from({ length: CALLERS }, () => this.#run());

  get count(): number {
    return this.#turn;
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      if (this.addresses.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      else await this.#sale();
    }
  }

  async #sale(): Promise<void> {
    const client = await this.#call('POST', '/v1/clients', clientBody);
    if (client === undefined) return;
    this.clients.push(client.id);
    const invoice = await this.#call('POST', '/v1/invoices', invoiceBody(client.id));
    if (invoice === undefined) return;
    await this.#call('PATCH', `/v1/invoices/${invoice.id}`, { purchaseOrder: 'PO-1' });
    await this.#call('POST', `/v1/invoices/${invoice.id}/send`);
    this.invoices.push(invoice.id);
    const allocations = [{ invoiceId: invoice.id, amount: '10.00' }];
    const money = { clientId: client.id, currency: 'EUR', amount: '10.00', date: '2026-11-21', allocations };
    await this.#call('POST', '/v1/payments', money);
    await this.#call('GET', '/v1/invoices?limit=10');
    await this.#call('GET', '/v1/clients?q=acme&limit=10');
  }

  async #call(method: string, path: string, body?: object): Promise<{ id: number } | undefined> {
    const url = this.addresses[this.#turn++ % this.addresses.length];
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
    try {
      const response = await fetch(`${url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as { id: number };
      this.failures.push(`${method} ${path}: ${response.status} ${text}`);
    } catch (error) {
      this.failures.push(`${method} ${path}: ${String(error)}`);
    }
    return undefined;
  }
}

const RESOURCES_OF_LOAD = ['client', 'invoice', 'payment'];

/** How many records of each kind a snapshot has. */
async function copiedFrom(url: string): Promise<Record<string, number>> {
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ resources: RESOURCES_OF_LOAD });
  const requested = await fetch(`${url}/v1/snapshots`, { method: 'POST', headers, body });
  const { id } = (await requested.json()) as SnapshotView;
  const { parts } = await eventually('the snapshot is completed', async () => {
    const snapshot = (await (await fetch(`${url}/v1/snapshots/${id}`, { headers })).json()) as SnapshotView;
    return snapshot.status === 'Completed' ? snapshot : undefined;
  });
  const counts: Record<string, number> = {};
  for (const { resource, records } of parts) counts[resource] = (counts[resource] ?? 0) + records;
  return counts;
}

async function storedRecords(): Promise<Record<string, number>> {
  const counts = RESOURCES_OF_LOAD.map(
    (name) => `(SELECT count(*)::int FROM ${name}s WHERE company_id = (SELECT max(id) FROM companies)) AS ${name}`,
  );
  const { rows } = await withClient(database.url, (client) =>
    client.query<Record<string, number>>(`SELECT ${counts.join(', ')}`),
  );
  return rows[0] ?? {};
}

full(`an upgrade from ${PREVIOUS_RELEASE.version} under load`, () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    builtPreviousRelease();
    receiver = await new Receiver().start();
    const api = await TestApi.on(database.url);
    const world = new World(api);
    // The rows of the seed belong to the first company.
    await world.company();
    authorization = `Bearer ${(await world.key()).secret}`;
    await api.stop();
    await rewind(database.url, PREVIOUS_RELEASE.lastMigration);
    await seed(database.url, ROWS);
  });
  afterAll(async () => {
    await load?.stop();
    await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
    // The catalogue does not describe messages of the previous release: they lack newer members.
    receiver.received.length = 0;
    await receiver.stop();
    await database.drop();
  });

  it('gives the schema of a new installation', async () => {
    const [former, fresh] = [await createTestDatabase({ hasSchema: false }), await createTestDatabase()];
    await previousSchemaStep({ ...(await settings()), DATABASE_URL: former.url });
    const rewound = await createTestDatabase();
    await rewind(rewound.url, PREVIOUS_RELEASE.lastMigration);
    expect(await schemaOf(rewound.url)).toEqual(await schemaOf(former.url));
    await migrate(former.url);
    expect(await schemaOf(former.url)).toEqual(await schemaOf(fresh.url));
    await Promise.all([former.drop(), fresh.drop(), rewound.drop()]);
  });

  it('fails no request and loses no event, while programs of both releases run', async () => {
    await previousSchemaStep(await settings());
    const previous = [await start('previous', 'api'), await start('previous', 'worker')] as const;
    const [{ url }] = previous;
    const endpoint = await fetch(`${url}/v1/webhook-endpoints`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${receiver.url}/hook`, eventTypes: ['client.created', 'invoice.sent'] }),
    });
    expect(endpoint.status).toBe(201);
    const calls = (load = new Load());
    const served = async (requests = 60): Promise<void> => {
      const before = calls.count;
      await eventually('requests are served', () => (calls.count > before + requests ? true : undefined));
    };
    calls.addresses.push(url);
    await served();
    const later = KNOWN_MIGRATIONS.slice(KNOWN_MIGRATIONS.indexOf(PREVIOUS_RELEASE.lastMigration) + 1);
    expect(await migrate(database.url)).toBe(later.length);
    await served();
    const next = [await start('this', 'api'), await start('this', 'worker')] as const;
    calls.addresses.push(next[0].url);
    await served(200);
    calls.addresses.shift();
    await served();
    for (const program of previous) await stop(program);
    await served();
    await calls.stop();
    expect(calls.failures).toEqual([]);
    const sent = (type: string): Set<unknown> =>
      new Set(
        receiver.received
          .filter(({ headers }) => headers['webhook-event-type'] === type)
          .map(({ body }) => (JSON.parse(body.toString()) as { data: { id: number } }).data.id),
      );
    for (const [type, ids] of [
      ['client.created', calls.clients],
      ['invoice.sent', calls.invoices],
    ] as const)
      await eventually(`${type} of all ${ids.length} has arrived`, () =>
        ids.every((id) => sent(type).has(id)) ? true : undefined,
      );
    expect(await copiedFrom(next[0].url)).toEqual(await storedRecords());
    for (const program of next) await stop(program);
    const gaps = await withClient(database.url, (client) =>
      client.query(`SELECT count(*)::int AS events, max(sequence)::int - min(sequence)::int + 1 AS numbers FROM events
        WHERE company_id = (SELECT max(id) FROM companies) AND NOT test`),
    );
    const [row] = gaps.rows as { events: number; numbers: number }[];
    expect(row?.events).toBe(row?.numbers);
    process.stderr.write(`${calls.count} requests, ${row?.events} events\n`);
  });
});
