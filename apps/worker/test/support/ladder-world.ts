import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Mail } from '@billhook/mail/mail.entity';
import { Notices } from '@billhook/mail/notices';
import { systemClock } from '@billhook/platform/clock';
import { createLogger } from '@billhook/platform/logger';
import type { DataSource } from 'typeorm';
import { EndpointLadderJob } from '../../src/jobs/endpoint-ladder.job.js';
import { deliver, failing, type SomeFailure } from './failing-endpoint.js';
import { World, type TestEndpoint } from './world.js';

type Row = Readonly<Record<string, unknown>>;

/** Failing endpoints, the job that moves them down the ladder, and its results. */
export class LadderWorld {
  readonly logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

  private constructor(
    readonly world: World,
    readonly source: DataSource,
  ) {}

  static async create(): Promise<LadderWorld> {
    const world = await World.create();
    return new LadderWorld(world, await createDataSource({ url: world.url, poolSize: 8 }, [Mail]).initialize());
  }

  async close(): Promise<void> {
    await this.source.destroy();
    await this.world.close();
  }

  /** After this, no test sees data of another. */
  async clear(): Promise<void> {
    for (const table of ['mails', 'members', 'accounts', 'webhook_attempts', 'webhook_deliveries', 'events']) {
      await this.world.sql(`DELETE FROM ${table}`);
    }
    await this.world.sql(`UPDATE webhook_endpoints SET deleted_at = now()`);
  }

  /** A job as each worker runs it. */
  job({ sendsMail = true, enabled = true } = {}): EndpointLadderJob {
    const notices = new Notices(sendsMail, this.world.secrets, systemClock);
    const env = { PUBLIC_URL: 'https://bills.example', WEBHOOKS_ENABLED: enabled };
    return new EndpointLadderJob(new Database(this.source), new UnitOfWork(this.source), notices, env, this.logger);
  }

  /** An endpoint that has failed for some hours. */
  failing(hours: number, some?: SomeFailure): Promise<TestEndpoint> {
    return failing(this.world, hours, some);
  }

  /** More messages that failed once. */
  deliver(endpoint: TestEndpoint, count: number, sequence?: null): Promise<void> {
    return deliver(this.world, endpoint, count, sequence);
  }

  endpointOf({ id }: TestEndpoint): Promise<Row> {
    return this.#one('SELECT * FROM webhook_endpoints WHERE id = $1', id);
  }

  stateOf({ id }: TestEndpoint): Promise<Row> {
    return this.#one('SELECT * FROM webhook_endpoint_states WHERE endpoint_id = $1', id);
  }

  mails(): Promise<{ to: string; subject: string; text: string }[]> {
    return this.world.source.query(`SELECT recipients->>0 AS "to", subject, body_text AS text FROM mails ORDER BY id`);
  }

  async subjects(): Promise<string[]> {
    return (await this.mails()).map(({ subject }) => subject);
  }

  audited({ id }: TestEndpoint): Promise<Row[]> {
    const text = 'SELECT actor, actor_kind, action, details FROM audit_log WHERE target = $1';
    return this.world.source.query(text, [String(id)]);
  }

  /** Moves the stored times of all endpoints back, because the database has no other clock. */
  async pass(hours: number): Promise<void> {
    await this.world.sql(
      `UPDATE webhook_endpoint_states SET failing_since = failing_since - $1 * interval '1 hour',
        health_since = health_since - $1 * interval '1 hour', notice_at = notice_at - $1 * interval '1 hour'`,
      [hours],
    );
  }

  /** Writes what the engine stores after a success. */
  succeed({ id }: TestEndpoint): Promise<void> {
    return this.world.sql(
      `UPDATE webhook_endpoint_states SET failing_since = NULL, consecutive_failures = 0, failed_messages = 0, health = 'Healthy'
        WHERE endpoint_id = $1`,
      [id],
    );
  }

  async #one(text: string, id: number): Promise<Row> {
    const [row] = await this.world.source.query<Row[]>(text, [id]);
    return row ?? {};
  }
}
