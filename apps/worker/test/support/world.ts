import { exampleMessage } from '@billhook/contract/examples/example-events';
import type { ClientView } from '@billhook/contract/invoicing/client';
import { inCell } from '@billhook/db/current-cell';
import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { Outbox, type Wake } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import type { EventType } from '@billhook/domain/shared/event-types';
import type { Ordering, Payload } from '@billhook/domain/webhooks/endpoint';
import type { EventFilter } from '@billhook/domain/webhooks/event-filter';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import { parseEnv } from '@billhook/platform/load-env';
import { checkMessage } from '@billhook/testing/message-check';
import { Receiver } from '@billhook/testing/receiver';
import { createTestDatabase } from '@billhook/testing/test-database';
import { withCards } from '@billhook/testing/with-cards';
import { sealHeaders, sealSecret, type StoredSecret } from '@billhook/webhooks/endpoints/sealed-secret.rules';
import { newSigningSecret } from '@billhook/webhooks/endpoints/secret.rules';
import { Webhook } from 'standardwebhooks';
import type { DataSource } from 'typeorm';

const APP_SECRET = 'an application secret for the tests only';

export interface TestEndpoint {
  readonly id: number;
  readonly companyId: number;
  readonly path: string;
  readonly secret: string;
}

export interface DeliveryRow {
  readonly id: number;
  readonly status: string;
  readonly trigger: string;
  readonly attempt_count: number;
  readonly schedule_step: number;
  readonly sequence: number | null;
  readonly next_attempt_at: Date | null;
  readonly worker_id: number | null;
  readonly last_response_status: number | null;
  readonly last_error: string | null;
}

export interface AttemptRow {
  readonly number: number;
  readonly trigger: string;
  readonly outcome: string | null;
  readonly duration_ms: number | null;
  readonly remote_address: string | null;
  readonly response_status: number | null;
  readonly response_headers: Record<string, string> | null;
  readonly response_body: string | null;
  readonly error: string | null;
}

/** A database with a company, a receiver, and the effects of API requests. */
export class World {
  readonly receiver = new Receiver();
  readonly secrets = new AppSecrets([APP_SECRET]);
  companyId = 0;
  /** The number of recorded events. */
  recorded = 0;
  #nextRecord = 1;

  private constructor(
    readonly url: string,
    readonly source: DataSource,
    readonly db: Database,
    readonly uow: UnitOfWork,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  static async create(): Promise<World> {
    const { url, drop } = await createTestDatabase();
    const source = await createDataSource({ url, poolSize: 6 }, []).initialize();
    const world = new World(url, source, new Database(source), new UnitOfWork(source), drop);
    await world.receiver.start();
    // Created now: creating it during a test would delay the receiver for longer than an attempt may take.
    checkMessage('client.created', JSON.stringify(exampleMessage('client.created')));
    world.companyId = await world.createCompany();
    return world;
  }

  /** The cell of the companies, by the range of their ids. */
  get cell(): number {
    return 1 + Math.floor(this.companyId / 2 ** 40);
  }

  /** Runs work there, as a job of the cell. */
  inCell<T>(work: () => T): T {
    return inCell(this.cell, work);
  }

  async close(): Promise<void> {
    await this.receiver.stop();
    await this.source.destroy();
    await this.dropDatabase();
  }

  /** Settings of a worker. The sweep is off by default, because it would hide a lost wake-up. */
  variables(overrides: Record<string, string> = {}): Record<string, string> {
    return {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: this.url,
      APP_SECRETS: APP_SECRET,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      WEBHOOK_SWEEP_MS: '600000',
      ...overrides,
    };
  }

  env(overrides: Record<string, string> = {}): Env {
    const { env, errors } = parseEnv(this.variables(overrides));
    if (!env) throw new Error(JSON.stringify(errors));
    return env;
  }

  async createCompany(): Promise<number> {
    return this.#insert(
      withCards(`INSERT INTO companies (name, plan, time_zone, currency, created_at)
        VALUES ('Nordlicht', 'Pro', 'Europe/Berlin', 'EUR', now())`),
      [],
    );
  }

  /** An endpoint at a path of the receiver. `also` are further signing secrets. */
  async createEndpoint(
    path: string,
    {
      types = ['client.created'],
      url,
      also = [],
      companyId = this.companyId,
      secret = newSigningSecret(),
      ...more
    }: EndpointOptions = {},
  ): Promise<TestEndpoint> {
    const stored = [secret, ...also].map((text): StoredSecret => ({
      sealed: sealSecret(this.secrets, text),
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: null,
    }));
    const id = await this.#insert(
      `INSERT INTO webhook_endpoints (company_id, url, event_types, status, secrets, version, created_at, updated_at, payload, headers,
          filter, ordering, schedule, max_per_second, max_in_flight)
        VALUES ($1, $2, $3, 'Enabled', $4, 1, now(), now(), $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
      [
        companyId,
        url ?? this.receiver.url + path,
        types,
        JSON.stringify(stored),
        more.payload ?? 'Full',
        sealHeaders(this.secrets, more.headers ?? {}),
        more.filter === undefined ? null : JSON.stringify(more.filter),
        more.ordering ?? 'BestEffort',
        more.schedule ?? null,
        more.maxPerSecond ?? null,
        more.maxInFlight ?? 10,
      ],
    );
    return { id, companyId, path, secret };
  }

  /** Records an event as a service of the API does, in its own transaction. */
  async record(
    wake: Wake = () => undefined,
    type: EventType = 'client.created',
    companyId = this.companyId,
    { recordId = this.#nextRecord++, name }: { readonly recordId?: number; readonly name?: string } = {},
  ): Promise<void> {
    const client = aClient(recordId);
    const data = { ...client, name: name ?? client.name };
    const outbox = new Outbox(wake);
    await this.uow.run(async (tx) => outbox.record(tx, { companyId, type, data, before: null, at: new Date() }));
    this.recorded += 1;
  }

  /** The row of a worker that outlives any test. Returns its id. */
  createWorker(): Promise<number> {
    return this.#insert(
      `INSERT INTO webhook_workers (started_at, beat_at, clock_ahead_ms) VALUES (now(), now() + interval '1 hour', 0) RETURNING id`,
      [],
    );
  }

  /** The deliveries of an endpoint, oldest first. */
  deliveries(endpoint: TestEndpoint): Promise<DeliveryRow[]> {
    return this.db.query({
      name: 'test_deliveries',
      text: 'SELECT * FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id',
      values: [endpoint.id],
    });
  }

  attempts(deliveryId: number): Promise<AttemptRow[]> {
    return this.db.query({
      name: 'test_attempts',
      text: 'SELECT * FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number',
      values: [deliveryId],
    });
  }

  async statusOf(endpoint: TestEndpoint): Promise<string | undefined> {
    const text = 'SELECT status FROM webhook_endpoints WHERE id = $1';
    const [row] = await this.db.query<{ status: string }>({ name: 'test_endpoint', text, values: [endpoint.id] });
    return row?.status;
  }

  async healthOf(endpoint: TestEndpoint): Promise<string | undefined> {
    const text = 'SELECT health FROM webhook_endpoint_states WHERE endpoint_id = $1';
    const [row] = await this.db.query<{ health: string }>({ name: 'test_health', text, values: [endpoint.id] });
    return row?.health;
  }

  /** The stored texts of all events, in order. */
  async bodies(): Promise<string[]> {
    const text = 'SELECT body FROM events ORDER BY sequence';
    const rows = await this.db.query<{ body: string }>({ name: 'test_bodies', text });
    return rows.map(({ body }) => body);
  }

  /** Runs an SQL statement of the test. */
  async sql(text: string, values: unknown[] = []): Promise<void> {
    await this.source.query(text, values);
  }

  async #insert(text: string, values: unknown[]): Promise<number> {
    const [row] = await this.source.query<{ id: number }[]>(text, values);
    return row?.id ?? 0;
  }
}

interface EndpointOptions {
  readonly types?: readonly EventType[];
  readonly url?: string;
  readonly also?: readonly string[];
  readonly companyId?: number;
  readonly secret?: string;
  readonly payload?: Payload;
  readonly headers?: Readonly<Record<string, string>>;
  readonly filter?: EventFilter;
  readonly ordering?: Ordering;
  readonly schedule?: readonly number[];
  readonly maxPerSecond?: number;
  readonly maxInFlight?: number;
}

/** Verifies a request as a receiver with the public package does. Throws if the signature is wrong. */
export function verify(
  endpoint: TestEndpoint,
  request: { headers: NodeJS.Dict<string | string[]>; body: Buffer },
): void {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  new Webhook(endpoint.secret).verify(request.body.toString(), headers);
  checkMessage(headers['webhook-event-type'] ?? '', request.body.toString());
}

/** Texts that break a signature over anything but the exact bytes. */
function aClient(id: number): ClientView {
  const at = '2026-11-21T09:00:00.000Z';
  return {
    id,
    externalId: null,
    status: 'Active',
    kind: 'Business',
    name: 'Brücke & Söhne / 日本 </script> 🧾',
    tradingName: null,
    firstName: null,
    lastName: null,
    email: 'kontakt@example.com',
    phone: null,
    contacts: [],
    billingAddress: { line1: 'Kai 1', city: 'Hamburg', country: 'DE' },
    deliveryAddress: null,
    legalId: null,
    vatNumber: null,
    electronicAddress: null,
    buyerReference: null,
    currency: 'EUR',
    locale: null,
    paymentTerms: null,
    notes: 'two\nlines',
    balances: [],
    customFields: { big: '9007199254740993' },
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}
