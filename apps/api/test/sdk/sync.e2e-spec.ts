import { execFile, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { copied, EXPIRE_CHANGES, STORED_RECORDS, storedLines, type ComparedRecord } from '@billhook/testing/copied';
import { isFullRun } from '@billhook/testing/full-run';
import { end, launchProgram, spawnProgram } from '@billhook/testing/program';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Billhook, type SyncStep } from '../../../../libs/sdk/src/billhook.js';
import { SECRET } from '../support/api.js';
import { change, fill } from '../support/changing-records.js';
import { CommandLine } from '../support/command-line.js';
import { Dice } from '../support/dice.js';
import { guideProgram } from '../support/guide-program.js';
import { QueueConsumer } from '../support/queue-consumer.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

/**
 * Odd ones fill a folder, even ones a file of SQLite. `exact-copy.e2e-spec.ts` of the worker has more seeds and records, and also kills the
 * API and PostgreSQL.
 */
const SEEDS = isFullRun ? [1, 2, 3] : [1, 2];
const RECORDS = 300;

const { api, world } = await startWorld({ RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0' });
const workers: ChildProcess[] = [];
const launchWorker = (): Promise<ChildProcess> => {
  const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET };
  return spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
};
/** A worker of one test. */
const startWorker = async (): Promise<ChildProcess> => {
  const worker = await launchWorker();
  workers.push(worker);
  return worker;
};

let folder: string;
let commands: CommandLine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billhook-sync-'));
  commands = await CommandLine.open();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await end(worker, 'SIGKILL');
});
afterAll(async () => {
  await commands.close();
  await rm(folder, { recursive: true, force: true });
});

const variablesOf = ({ secret }: KeyCaller) => ({ BILLHOOK_URL: api.url, BILLHOOK_API_KEY: secret });
const sync = (by: KeyCaller, ...argv: string[]) =>
  commands.start(['sync', ...argv, '--json'], { env: variablesOf(by) }).result;

/** All records of a company, as `copied` returns those of a copy. */
async function stored(companyId: number): Promise<string[]> {
  const statement = { name: 'test_present', text: STORED_RECORDS, values: [companyId] };
  return storedLines(await api.database.query<ComparedRecord & Record<string, unknown>>(statement));
}

/** Runs `sync --follow` in another process, and kills it after some time. */
async function followAndKill(by: KeyCaller, target: string, ms: number): Promise<void> {
  const variables = { ...variablesOf(by), HOME: folder };
  const reader = launchProgram('libs/sdk/src/cli/main.ts', variables, 'sync', target, '--follow');
  await sleep(ms);
  await end(reader, 'SIGKILL');
}

/** Runs `sync` where no file can become larger than 10 to 20 kB. A write that would exceed it stores only its beginning, as on a full disk. */
async function syncWithLittleSpace(by: KeyCaller, target: string): Promise<unknown> {
  const sources = new URL('../../../../tools/lib/register-sources.mjs', import.meta.url).href;
  const main = fileURLToPath(new URL('../../../../libs/sdk/src/cli/main.ts', import.meta.url));
  const limited = ['-c', 'ulimit -f 20 && exec "$0" "$@"', process.execPath, '--import', sources, main];
  const env = { ...variablesOf(by), HOME: folder };
  return promisify(execFile)('bash', [...limited, 'sync', target], { env });
}

describe('billhook sync', () => {
  it.each(SEEDS)(
    'makes an exact copy while records change and its reader and the worker are killed (seed %d)',
    async (seed) => {
      const dice = new Dice(seed * 7_919);
      const own = await world.key();
      const ids = await fill(own, RECORDS);
      const target = join(folder, `copy-${seed}${seed % 2 === 0 ? '.sqlite' : ''}`);
      const stop = new AbortController();
      const changes = change(own, dice, ids, stop.signal);
      const first = await startWorker();
      const reading = followAndKill(own, target, 1_000 + dice.below(1_500));
      await sleep(dice.below(2_500));
      await end(first, 'SIGKILL');
      await startWorker();
      await reading;
      await followAndKill(own, target, 1_000 + dice.below(1_500));
      stop.abort();
      await changes;
      const { code, stdout, stderr } = await sync(own, target, '--verify');
      expect([code, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout.split('\n').at(-1) ?? '')).toMatchObject({ different: [] });
      expect(await copied(target)).toEqual(await stored(own.companyId));
    },
  );

  it('begins again after a snapshot that failed', async () => {
    const own = await world.key();
    const { id } = await new Records(own).client();
    const billhook = new Billhook({ apiKey: own.secret, baseUrl: api.url });
    const first = await billhook.sync()[Symbol.asyncIterator]().next();
    await api.database.query({
      name: 'test_fail_snapshots',
      text: `UPDATE snapshots SET status = 'Failed', completed_at = now() WHERE company_id = $1`,
      values: [own.companyId],
    });
    await startWorker();
    const steps: SyncStep[] = [];
    const from = (first.value as SyncStep).cursor;
    for await (const step of billhook.sync({ from, follow: false })) steps.push(step);
    expect(steps).toMatchObject([{ kind: 'begin' }, { kind: 'record', resource: 'client', id }, { kind: 'complete' }]);
  });
});

describe('billhook sync beside a worker', () => {
  // A start takes more than a second of CPU time, so tests that kill no worker share one.
  let worker: ChildProcess;
  beforeAll(async () => void (worker = await launchWorker()));
  afterAll(() => end(worker, 'SIGKILL'));

  it('reports what differs, and rejects what is no copy of the company', async () => {
    const [own, other] = [await world.key(), await world.key()];
    const { id } = await new Records(own).client();
    const target = join(folder, 'different');
    expect(await sync(own, target)).toMatchObject({ code: 0 });
    // A change that the log does not contain, as if the copy had lost it.
    const lose = (name: string) =>
      api.database.query({
        name: 'test_lose',
        text: 'UPDATE clients SET name = $2 WHERE company_id = $1',
        values: [own.companyId, name],
      });
    await lose('Lost');
    const { code, stdout } = await sync(own, target, '--verify');
    expect([code, JSON.parse(stdout.split('\n').at(-1) ?? '')]).toMatchObject([
      8,
      { records: 1, differences: 1, different: [{ resource: 'client', id, why: 'has other content' }] },
    ]);
    // Each is listed once, in one line of JSON.
    expect(stdout.split('\n')).toHaveLength(1);
    await fill(own, 24);
    expect(await sync(own, target)).toMatchObject({ code: 0 });
    await lose('Lost again');
    const many = JSON.parse((await sync(own, target, '--verify')).stdout) as { different: object[] };
    expect([many, many.different.length]).toMatchObject([{ records: 25, differences: 25 }, 20]);
    const { code: usage, stderr } = await sync(other, target);
    expect([usage, stderr]).toEqual([2, expect.stringContaining('is a copy of company')]);
    expect((await readdir(target)).sort()).toContain('clients.ndjson');
    for (const name of ['notes.txt', 'notes.db']) {
      await writeFile(join(folder, name), 'Not a copy');
      const wrong = await sync(own, join(folder, name));
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(`${name} cannot be opened`)]);
    }
  });

  it('begins again once the key may read more, and names what is neither copied nor compared', async () => {
    const member = await world.member(await world.company());
    const [full, limited] = [
      await world.key({ member }),
      await world.key({ member, scopes: ['client.read', 'event.read'] }),
    ];
    const { id } = await new Records(full).draft();
    const target = join(folder, 'limited');
    const lacks = expect.stringContaining('quote (needs quote.read), invoice (needs invoice.read)');
    for (let n = 0; n < 2; n++) expect(await sync(limited, target)).toMatchObject({ code: 0, stderr: lacks });
    const partial = await sync(limited, target, '--verify');
    const notCompared = expect.arrayContaining([{ resource: 'invoice', missingPermission: 'invoice.read' }]);
    expect([partial.code, JSON.parse(partial.stdout)]).toMatchObject([0, { records: 1, notCompared }]);
    expect(await sync(full, target, '--verify')).toMatchObject({ code: 0, stderr: '' });
    expect(await copied(target)).toEqual(await stored(member.companyId));
    // The log has passed this change when the invoice can be read again.
    await full.call('PATCH', `/v1/invoices/${id}`, { body: { purchaseOrder: 'PO-7' } });
    await new Records(full).client();
    const lost = await sync(limited, target);
    expect([lost.code, lost.stderr]).toEqual([0, expect.stringContaining('leaves out: invoice (needs invoice.read)')]);
    expect(await sync(full, target, '--verify')).toMatchObject({ code: 0, stderr: '' });
    expect(await copied(target)).toEqual(await stored(member.companyId));
  });

  it('continues a folder whose disk was full, and has each record once after a verification', async () => {
    const own = await world.key();
    const [edited, deleted] = await fill(own, 60);
    const target = join(folder, 'full');
    await expect(syncWithLittleSpace(own, target)).rejects.toMatchObject({ stderr: expect.stringContaining('EFBIG') });
    expect(await sync(own, target)).toMatchObject({ code: 0 });
    expect(await copied(target)).toEqual(await stored(own.companyId));
    const { fetch: send } = globalThis;
    globalThis.fetch = async (url, init) => {
      // The snapshot of the verification: records change before it, and after the copy is up to date.
      if (init?.method === 'POST') {
        globalThis.fetch = send;
        await own.call('PATCH', `/v1/clients/${edited}`, { body: { name: 'Atelier Nord' } });
        await own.call('DELETE', `/v1/clients/${deleted}`);
      }
      return send(url, init);
    };
    expect(await sync(own, target, '--verify')).toMatchObject({ code: 0 });
    expect(await copied(target)).toEqual(await stored(own.companyId));
  });

  it('does not report a quote that has expired since it was copied', async () => {
    const own = await world.key();
    const { id } = await new Records(own).sentQuote();
    const inZone = (zone: string) =>
      api.database.query({
        name: 'test_zone',
        text: 'UPDATE companies SET time_zone = $2 WHERE id = $1',
        values: [own.companyId, zone],
      });
    // It is a later day in Kiritimati than in Pago Pago at any time.
    await inZone('Pacific/Pago_Pago');
    await api.database.query({
      name: 'test_expiry',
      text: `UPDATE quotes SET expiry_date = (now() AT TIME ZONE 'Pacific/Pago_Pago')::date WHERE id = $1`,
      values: [id],
    });
    const target = join(folder, 'quotes');
    expect(await sync(own, target)).toMatchObject({ code: 0 });
    await inZone('Pacific/Kiritimati');
    expect((await own.call('GET', `/v1/quotes/${id}`)).body).toMatchObject({ status: 'Expired' });
    const { code, stdout } = await sync(own, target, '--verify');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { records: 2, differences: 0 }]);
  });

  it.each(['expired', 'expired.sqlite'])('copies all records again if its position has expired: %s', async (name) => {
    const own = await world.key();
    const made = new Records(own);
    const { id } = await made.client();
    const target = join(folder, name);
    expect(await sync(own, target)).toMatchObject({ code: 0 });
    await own.call('DELETE', `/v1/clients/${id}`);
    await made.client();
    await api.database.query({
      name: 'test_expire_changes',
      text: EXPIRE_CHANGES,
      values: [own.companyId],
    });
    expect(await sync(own, target, '--verify')).toMatchObject({ code: 0 });
    expect(await copied(target)).toEqual(await stored(own.companyId));
  });

  it('is an iterator of the TypeScript client, which continues at each cursor', async () => {
    const own = await world.key();
    const made = new Records(own);
    const client = await made.client();
    await made.draft({ clientId: client.id });
    const billhook = new Billhook({ apiKey: own.secret, baseUrl: api.url });
    const steps: SyncStep[] = [];
    for await (const step of billhook.sync({ follow: false })) steps.push(step);
    expect(steps.map(({ kind }) => kind)).toEqual(['begin', 'record', 'record', 'complete']);
    await own.call('PATCH', `/v1/clients/${client.id}`, { body: { name: 'Atelier Nord' } });
    const unused = await made.client();
    await own.call('DELETE', `/v1/clients/${unused.id}`);
    for (const [n, { cursor }] of steps.entries()) {
      const rest: SyncStep[] = [];
      for await (const step of billhook.sync({ from: cursor, follow: false })) rest.push(step);
      expect(rest.slice(0, steps.length - n - 1)).toEqual(steps.slice(n + 1));
      expect(rest.slice(steps.length - n - 1)).toMatchObject([
        { kind: 'record', resource: 'client', id: client.id, version: 2 },
        { kind: 'deleted', resource: 'client', id: unused.id, version: 2 },
      ]);
    }
    const next = async (): Promise<SyncStep | undefined> => {
      for await (const step of billhook.sync({ from: steps.at(-1)?.cursor, resources: ['invoice'] })) return step;
      return undefined;
    };
    const [step, draft] = await Promise.all([next(), sleep(500).then(() => made.draft({ clientId: client.id }))]);
    expect(step).toMatchObject({ kind: 'record', resource: 'invoice', id: draft.id, record: draft });
  });

  it('keeps a table of PostgreSQL and fills a queue with the programs of the guide', async () => {
    const member = await world.member(await world.company());
    const own = await world.key({ member });
    const limited = await world.key({ member, scopes: ['client.read', 'event.read'] });
    const made = new Records(own);
    const { copyToPostgres } = await guideProgram<{
      copyToPostgres: (billhook: Billhook, db: unknown, follow: boolean) => Promise<void>;
    }>('copies', 'copy-to-postgres.ts', folder);
    const { copyToQueue } = await guideProgram<{
      copyToQueue: (billhook: Billhook, queue: unknown, position: unknown, follow: boolean) => Promise<void>;
    }>('copies', 'copy-to-queue.ts', folder);
    const consumer = new QueueConsumer();
    let place: string | undefined;
    const position = { read: async () => place, write: async (cursor: string) => void (place = cursor) };
    await withClient(api.databaseUrl, async (client) => {
      const tabled = async () => {
        const text = `SELECT resource, id, version, (record->>'updatedAt')::timestamptz AS at FROM billhook_records`;
        return storedLines((await client.query<ComparedRecord>(text)).rows);
      };
      const copy = async ({ secret }: KeyCaller) => {
        const billhook = new Billhook({ apiKey: secret, baseUrl: api.url });
        await copyToPostgres(billhook, client, false);
        await copyToQueue(billhook, consumer, position, false);
        return [await tabled(), consumer.lines()];
      };
      const [{ id }, unused] = [await made.client(), await made.client()];
      await made.paid(await made.sent(), '80.00');
      const clients = (await stored(own.companyId)).filter((line) => line.startsWith('client '));
      expect(await copy(limited)).toEqual([clients, clients]);
      // The key may read more from the first of them on, and the position has expired at the last.
      for (const change of [
        () => Promise.resolve(),
        () => own.call('PATCH', `/v1/clients/${id}`, { body: { name: 'Atelier Nord' } }),
        () => own.call('DELETE', `/v1/clients/${id}`),
        async () => {
          await own.call('DELETE', `/v1/clients/${unused.id}`);
          await client.query(EXPIRE_CHANGES, [own.companyId]);
        },
      ]) {
        await change();
        const all = await stored(own.companyId);
        expect(await copy(own)).toEqual([all, all]);
      }
      await client.query('DROP TABLE billhook_records, billhook_position');
      expect([consumer.begun, consumer.deleted]).toEqual([3, [`client/${id}`]]);
    });
  });
});
