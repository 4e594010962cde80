import type { Cells } from '@billhook/db/cells';
import { currentCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import type { Wake } from '@billhook/db/outbox';
import type { Runner } from '@billhook/db/statement';
import { inCellOf } from '@billhook/identity/companies/tenants.repository';
import { ManualClock } from '@billhook/platform/clock';
import { parseEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { checkMessage } from '@billhook/testing/message-check';
import { createTestDatabase } from '@billhook/testing/test-database';
import type { SignalListener, SignalSender, WakeSignals } from '@billhook/webhooks/engine/wake-signal';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../src/create-app.js';
import { send } from './send.js';

export const SECRET = 'a-secret-for-tests-that-is-long-enough';

/** The content of a response. `text` is the exact body. */
export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: T;
}

export interface Call {
  readonly body?: unknown;
  /** Sent unchanged instead of a JSON body. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Settings = Readonly<Record<string, string>>;

/** Collects the log. */
export class Log {
  text = '';

  write(line: string): void {
    this.text += line;
  }
}

type OnSignal = Parameters<WakeSignals['listen']>[0];

/** The signals of one process, without the server of a queue. */
class ProcessSignals implements WakeSignals {
  readonly #listeners = new Set<OnSignal>();

  send(cells?: readonly number[]): void {
    for (const onSignal of this.#listeners) onSignal(cells);
  }

  sender(): SignalSender {
    return { send: async (cells) => this.send(cells), close: async () => undefined };
  }

  listen(onSignal: OnSignal): SignalListener {
    this.#listeners.add(onSignal);
    return { close: async () => void this.#listeners.delete(onSignal) };
  }
}

/** The real application on a real port, with its own database per spec file. Only the clock is replaced. */
export class TestApi {
  #app: NestFastifyApplication | undefined;

  private constructor(
    app: NestFastifyApplication,
    readonly url: string,
    readonly databaseUrl: string,
    readonly clock: ManualClock,
    readonly wakes: { count: number },
    private readonly drop: () => Promise<void>,
  ) {
    this.#app = app;
  }

  get app(): NestFastifyApplication {
    if (!this.#app) throw new Error('The application has stopped.');
    return this.#app;
  }

  /**
   * @param settings environment variables that differ from the defaults of tests
   * @param log where to write the log, for tests that read it
   * @param create creates the application, for tests that add routes
   */
  static async start(settings: Settings = {}, log?: Log, create = createApp): Promise<TestApi> {
    const database = await createTestDatabase();
    return TestApi.open(database.url, settings, new ManualClock(new Date()), database.drop, log, create);
  }

  /** Another process of the same installation: its own connections, the same database and the same time. Stop it before the first. */
  static async beside(first: TestApi, settings: Settings = {}, create = createApp): Promise<TestApi> {
    return TestApi.open(first.databaseUrl, settings, first.clock, async () => undefined, undefined, create);
  }

  /** The application on a database that the spec has prepared, and drops. */
  static async on(databaseUrl: string, settings: Settings = {}, log?: Log): Promise<TestApi> {
    return TestApi.open(databaseUrl, settings, new ManualClock(new Date()), async () => undefined, log, createApp);
  }

  private static async open(
    databaseUrl: string,
    settings: Settings,
    clock: ManualClock,
    drop: () => Promise<void>,
    log: Log | undefined,
    create: typeof createApp,
  ): Promise<TestApi> {
    const { env, errors } = parseEnv({
      NODE_ENV: 'test',
      LOG_LEVEL: log ? 'trace' : 'silent',
      DATABASE_URL: databaseUrl,
      // Two hundred requests in parallel share ten connections, even on a slow machine.
      DATABASE_WAIT_SECONDS: '180',
      APP_SECRETS: SECRET,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      // Counted and reported, but higher than any spec sends.
      RATE_LIMIT_KEY: '1000000',
      RATE_LIMIT_COMPANY: '1000000',
      RATE_LIMIT_ADDRESS: '1000000',
      RATE_LIMIT_PUBLIC: '1000000',
      // A process that is asked too late counts separately, and two processes then allow twice as much.
      RATE_LIMIT_PATIENCE_MS: '10000',
      ...settings,
    });
    if (!env) throw new Error(JSON.stringify(errors));
    const wakes = { count: 0 };
    const signals = new ProcessSignals();
    const known: { cells?: Pick<Cells, 'areOne'> } = {};
    const wake: Wake = () => {
      wakes.count++;
      // As a process of the API does: with one cell, signals name none.
      const cell = known.cells?.areOne === false ? currentCell() : undefined;
      signals.send(cell === undefined ? undefined : [cell]);
    };
    const app = await create({ env, clock, logger: createLogger('test', env, log) }, wake, signals);
    known.cells = app.get(Database).cells;
    // Without a given port, a free one.
    await app.listen(Number(settings['PORT'] ?? 0), '127.0.0.1');
    return new TestApi(app, await app.getUrl(), databaseUrl, clock, wakes, drop);
  }

  async stop(): Promise<void> {
    await this.app.close();
    // Node keeps the module of every spec file, and so its variables: an application is 20 MB.
    this.#app = undefined;
    await this.drop();
  }

  get cells(): Cells {
    return this.app.get(Database).cells;
  }

  /** Runs product code in the cell of a company, as a request of it does. */
  within<T>(companyId: number, work: () => Promise<T>): Promise<T> {
    return inCellOf(this.app.get(Database), companyId, work);
  }

  get database(): Runner {
    return this.app.get(Database).autocommit;
  }

  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    { body, raw, headers }: Call = {},
  ): Promise<Answer<T>> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const {
      status,
      headers: received,
      text,
    } = await send(this.url + path, method, payload, {
      // Compressing every response would add a tenth to the CPU time of a spec that reads lists.
      'accept-encoding': 'identity',
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    });
    const isJson = text !== '' && /\bjson\b/.test(received.get('content-type') ?? '');
    return { status, headers: received, text, body: (isJson ? JSON.parse(text) : {}) as T };
  }

  /** The recorded events whose message is still stored, oldest first, as they would be delivered. */
  async events(): Promise<{ type: string; companyId: number; body: string; data: Record<string, unknown> }[]> {
    const rows = await this.database.query<{ type: string; companyId: number; body: string }>({
      name: 'test_events',
      text: 'SELECT type, company_id AS "companyId", body FROM events WHERE body IS NOT NULL ORDER BY position',
    });
    // Whichever of them a spec reads: each matches the catalogue entry of its type.
    for (const { type, body } of rows) checkMessage(type, body);
    return rows.map((row) => ({ ...row, data: (JSON.parse(row.body) as { data: Record<string, unknown> }).data }));
  }
}
