import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { migrate } from '@billhook/db/migrate';
import type { EventType } from '@billhook/domain/shared/event-types';
import { freePort } from '@billhook/testing/free-port';
import { LOGICAL_SETTINGS, LogicalServer } from '@billhook/testing/logical-server';
import { RedisServer } from '@billhook/testing/redis-server';
import { SmallDisk } from '@billhook/testing/small-disk';
import { withClient } from '@billhook/testing/test-server';
import { CHAOS_SECRET, makeKey } from './chaos-company.js';
import { NetworkLink } from './network-link.js';
import { Program, repositoryFile, type Origin } from './program.js';
import { ReceiverProcess } from './receiver-process.js';

export interface StackOptions {
  readonly origin: Origin;
  readonly redis?: boolean;
  /** Adds a connection that can be cut between the programs and PostgreSQL. */
  readonly linked?: boolean;
  /** PostgreSQL has a small file system, which a fault can fill. */
  readonly smallDisk?: boolean;
  /** A second server, to which the cell can move. */
  readonly second?: boolean;
  /** Clock error of each worker, in milliseconds. Default: one worker with a correct clock. */
  readonly clocks?: readonly number[];
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Endpoint {
  readonly id: number;
  readonly path: string;
  readonly secret: string;
  readonly types: readonly EventType[];
}

// Waits that are shorter than a run, and more attempts than any receiver here fails.
const SCHEDULE = '0,1,1,2,2,3,3,5,5,5,5,5';

/** Clients of one request. */
const BATCH = 100;

/** PostgreSQL, API, workers, a receiver and optionally Redis: real processes, each of which can be killed. */
export class ChaosStack {
  readonly folder = mkdtempSync(join(tmpdir(), 'billhook-chaos-'));
  readonly receiver = new ReceiverProcess(join(this.folder, 'received'));
  readonly workers: Program[] = [];
  readonly endpoints: Endpoint[] = [];
  /** Programs that ended without being stopped, with their logs. */
  readonly ended: string[] = [];
  #postgres: EmbeddedPostgres | undefined;
  #postgresDir = join(this.folder, 'postgres');
  #api: Program | undefined;
  redis: RedisServer | undefined;
  link: NetworkLink | undefined;
  disk: SmallDisk | undefined;
  second: LogicalServer | undefined;
  url = '';
  databaseUrl = '';
  key = '';

  private constructor(readonly options: StackOptions) {}

  static async start(options: StackOptions): Promise<ChaosStack> {
    const stack = new ChaosStack(options);
    try {
      await stack.#start();
      return stack;
    } catch (error) {
      await stack.stop();
      throw error;
    }
  }

  get api(): Program {
    if (!this.#api) throw new Error('the stack has not been started');
    return this.#api;
  }

  async #start(): Promise<void> {
    if (this.options.smallDisk) this.disk = SmallDisk.mount(this.#postgresDir);
    await this.startPostgres();
    if (this.options.second) await this.#prepareMoves();
    await migrate(this.databaseUrl);
    this.key = await makeKey(this.databaseUrl);
    await this.receiver.start();
    if (this.options.redis) this.redis = await RedisServer.start();
    if (this.options.linked) this.link = await NetworkLink.before(this.databaseUrl);
    const port = String(await freePort());
    this.url = `http://127.0.0.1:${port}`;
    const variables = (): Record<string, string> => ({
      NODE_ENV: 'test',
      DATABASE_URL: this.link?.url ?? this.databaseUrl,
      ...(this.redis ? { REDIS_URL: this.redis.url } : {}),
      APP_SECRETS: CHAOS_SECRET,
      PORT: port,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      WEBHOOK_RETRY_SCHEDULE: SCHEDULE,
      WEBHOOK_SWEEP_MS: '1000',
      // Counted and reported, but higher than any run sends.
      RATE_LIMIT_KEY: '1000000',
      RATE_LIMIT_COMPANY: '1000000',
      RATE_LIMIT_ADDRESS: '1000000',
      RATE_LIMIT_PUBLIC: '1000000',
      ...this.options.settings,
    });
    const { origin, clocks = [0] } = this.options;
    this.#api = new Program('api', 'listening on', origin, variables, join(this.folder, 'api.log'));
    for (const [n, skewMs] of clocks.entries()) {
      const own = () => ({ ...variables(), CLOCK_SKEW_MS: String(skewMs) });
      const imports = skewMs === 0 ? [] : [repositoryFile('lab/chaos/skewed-clock.mjs')];
      const log = join(this.folder, `worker-${n + 1}.log`);
      this.workers.push(new Program('worker', '"ready;', origin, own, log, imports));
    }
    await Promise.all([this.api.start(), ...this.workers.map((worker) => worker.start())]);
  }

  async #prepareMoves(): Promise<void> {
    for (const setting of LOGICAL_SETTINGS)
      await withClient(this.databaseUrl, (client) => client.query(`ALTER SYSTEM SET ${setting}`));
    await this.stopPostgres();
    await this.startPostgres();
    this.second = await LogicalServer.create(join(this.folder, 'second'));
  }

  /** The server of the cell. */
  async #cellUrl(): Promise<string> {
    if (!this.second) return this.databaseUrl;
    const text = 'SELECT url FROM public.cells';
    const { rows } = await withClient(this.databaseUrl, (client) => client.query<{ url: string | null }>(text));
    return rows[0]?.url ?? this.databaseUrl;
  }

  /** @param dir the folder of another server, which takes the place of the earlier one */
  async startPostgres(dir = this.#postgresDir): Promise<void> {
    this.#postgresDir = dir;
    // Not the server of the specs, which loses committed data in a crash.
    this.#postgres = await startEmbeddedPostgres({ dir, database: 'billhook' });
    this.databaseUrl = this.#postgres.url;
    this.link?.aimAt(this.databaseUrl);
  }

  get postgresPid(): number {
    const file = join(this.#postgresDir, 'cluster/postmaster.pid');
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  }

  get isPostgresRunning(): boolean {
    return this.#postgres?.isRunning() ?? false;
  }

  async killPostgres(): Promise<void> {
    process.kill(this.postgresPid, 'SIGKILL');
    // Nothing needs to be stopped; this only drops the reference.
    while (this.#postgres?.isRunning()) await sleep(5);
    await this.#postgres?.stop();
  }

  async stopPostgres(): Promise<void> {
    await this.#postgres?.stop();
  }

  /** Reads from the database past the connection that can be cut, and retries while the database is down. */
  async read<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        const { rows } = await withClient(await this.#cellUrl(), (client) => client.query<T>(text, values));
        return rows;
      } catch (error) {
        if (tries === 200) throw error;
        await sleep(50);
      }
    }
  }

  /** A request with the key of the company. */
  fetch(method: string, path: string, body?: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) {
    return fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  }

  /** Like `fetch`, for requests that must succeed. @throws an Error with the response otherwise */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.fetch(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** An endpoint at a path of the receiver, whose first word selects the response. */
  async addEndpoint(path: string, types: readonly EventType[]): Promise<Endpoint> {
    const body = { url: this.receiver.url + path, eventTypes: types };
    const { id, secret } = await this.call<{ id: number; secret: string }>('POST', '/v1/webhook-endpoints', body);
    const endpoint = { id, path, secret, types };
    this.endpoints.push(endpoint);
    return endpoint;
  }

  /** Creates many clients in batches. Returns their ids. @param lanes batches at a time: more of them are faster on a busy machine */
  async addClients(count: number, prefix: string, lanes = 1): Promise<number[]> {
    const batches: number[][] = [];
    let next = 0;
    const lane = async () => {
      while (next < count) {
        const from = next;
        next += BATCH;
        const size = Math.min(BATCH, count - from);
        const items = Array.from({ length: size }, (_, n) => aClient(`${prefix} ${from + n}`));
        type Made = { results: { record: { id: number } }[] };
        const { results } = await this.call<Made>('POST', '/v1/clients/batch', { mode: 'atomic', items });
        batches[from / BATCH] = results.map(({ record }) => record.id);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return batches.flat();
  }

  /** Waits until no event waits for a number, a delivery or a result. @throws an Error that lists the rest */
  async drain(timeoutMs: number, besides: readonly Endpoint[] = []): Promise<void> {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const [left] = await this.read<{ events: number; deliveries: number }>(LEFT, [besides.map(({ id }) => id)]);
      if (left?.events === 0 && left.deliveries === 0) return;
      if (Date.now() > end) throw new Error(`not drained within ${timeoutMs} ms: ${JSON.stringify(left)}`);
      await sleep(100);
    }
  }

  /** @param keep keeps the logs and the database for inspection */
  async stop(keep = false): Promise<void> {
    this.redis?.release();
    for (const program of [this.#api, ...this.workers]) await program?.end('SIGKILL');
    await this.link?.close();
    this.receiver.stop();
    this.redis?.stop();
    await this.#postgres?.stop();
    await this.second?.stop();
    if (!keep) this.disk?.unmount();
    if (!keep) rmSync(this.folder, { recursive: true, force: true });
  }
}

const LEFT = `SELECT
  (SELECT count(*)::integer FROM events WHERE sequence IS NULL AND NOT test) AS events,
  (SELECT count(*)::integer FROM webhook_deliveries
    WHERE status IN ('Waiting', 'Sending') AND NOT endpoint_id = ANY ($1::bigint[])) AS deliveries`;

export const aClient = (name: string) => ({ kind: 'Business', name, billingAddress: { country: 'FR' } });
