import { forgiveFailures } from '@billhook/delivery/endpoint-actions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { EndpointLadder } from '@billhook/delivery/endpoint-ladder';
import { Mail } from '@billhook/mail/mail.entity';
import { Notices } from '@billhook/mail/notices';
import { systemClock } from '@billhook/platform/clock';
import { createLogger } from '@billhook/platform/logger';
import { MailServer } from '@billhook/testing/mail-server';
import type { DataSource } from 'typeorm';
import { EndpointLadderJob } from '../src/upkeep/endpoint-ladder.job.js';
import { deliver as deliverTo, failing as failingIn, type SomeFailure } from './failing-endpoint.js';
import { createMember } from './people.js';
import { startWorker } from './running-worker.js';
import { eventually, World, type TestEndpoint } from './world.js';

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

let world: World;
let source: DataSource;

beforeAll(async () => {
  world = await World.create();
  source = await createDataSource({ url: world.url, poolSize: 8 }, [Mail]).initialize();
});
afterAll(async () => {
  await source.destroy();
  await world.close();
});
beforeEach(() => createMember(world, { role: 'Owner' }));
afterEach(async () => {
  for (const table of ['mails', 'members', 'accounts', 'webhook_attempts', 'webhook_deliveries', 'events']) {
    await world.sql(`DELETE FROM ${table}`);
  }
  await world.sql(`UPDATE webhook_endpoints SET deleted_at = now()`);
});

/** A job as each worker has one. */
function job({ sendsMail = true, enabled = true } = {}): EndpointLadderJob {
  const notices = new Notices(sendsMail, world.secrets, systemClock);
  const env = { PUBLIC_URL: 'https://bills.example', WEBHOOKS_ENABLED: enabled };
  return new EndpointLadderJob(new Database(source), new UnitOfWork(source), notices, env, logger);
}

type Row = Readonly<Record<string, unknown>>;

async function one(text: string, id: number): Promise<Row> {
  const [row] = await world.source.query<Row[]>(text, [id]);
  return row ?? {};
}
const endpointOf = ({ id }: TestEndpoint) => one('SELECT * FROM webhook_endpoints WHERE id = $1', id);
const stateOf = ({ id }: TestEndpoint) => one('SELECT * FROM webhook_endpoint_states WHERE endpoint_id = $1', id);

const mails = (): Promise<{ to: string; subject: string; text: string }[]> =>
  world.source.query(`SELECT recipients->>0 AS "to", subject, body_text AS text FROM mails ORDER BY id`);
const subjects = async (): Promise<string[]> => (await mails()).map(({ subject }) => subject);

const audited = ({ id }: TestEndpoint): Promise<Row[]> =>
  world.source.query('SELECT actor, actor_kind, action, details FROM audit_log WHERE target = $1', [String(id)]);

const failing = (hours: number, some?: SomeFailure) => failingIn(world, hours, some);
const deliver = (endpoint: TestEndpoint, count: number, sequence?: null) => deliverTo(world, endpoint, count, sequence);

/** Lets time pass for all endpoints: the database has no other clock, so what is stored moves back. */
async function pass(hours: number): Promise<void> {
  await world.sql(
    `UPDATE webhook_endpoint_states SET failing_since = failing_since - $1 * interval '1 hour',
      health_since = health_since - $1 * interval '1 hour', notice_at = notice_at - $1 * interval '1 hour'`,
    [hours],
  );
}

/** What the engine writes after a success. */
const succeed = ({ id }: TestEndpoint): Promise<void> =>
  world.sql(
    `UPDATE webhook_endpoint_states SET failing_since = NULL, consecutive_failures = 0, failed_messages = 0, health = 'Healthy'
      WHERE endpoint_id = $1`,
    [id],
  );

describe('the ladder of an endpoint that fails for five days', () => {
  it('warns in time, each once, then switches it off, and says so in the audit log', async () => {
    const endpoint = await failing(0, { health: 'Paused' });
    const told: [number, string][] = [];
    for (let hour = 0; hour <= 130; hour += 2) {
      await job().run();
      const all = await subjects();
      for (const subject of all.slice(told.length)) told.push([hour, subject]);
      await pass(2);
    }
    expect(told).toEqual([
      [2, 'Webhooks to shop.example are paused'],
      [6, 'Webhooks to shop.example have failed for six hours'],
      [72, 'Webhooks to shop.example will be switched off within 48 hours'],
      [96, 'Webhooks to shop.example will be switched off within 24 hours'],
      [120, 'Webhooks to shop.example were switched off'],
    ]);
    expect(await endpointOf(endpoint)).toMatchObject({ status: 'Disabled', disabled_reason: 'Failing', version: 2 });
    expect(await audited(endpoint)).toEqual([
      {
        actor: 'system',
        actor_kind: 'system',
        action: 'webhook_endpoint.updated',
        details: { reason: 'endpoint_failing', changed: { status: { from: 'Enabled', to: 'Disabled' } } },
      },
    ]);
  });

  it('tells all that somebody needs, and nothing of the query', async () => {
    await failing(73, { url: 'https://shop.example/hook?token=s3cr3t', waiting: 12 });
    await job().run();
    const [mail] = await mails();
    expect(mail?.text).toContain('Endpoint: https://shop.example/hook\nFailing since: ');
    expect(mail?.text).toContain('Last error: The receiver answered 503\nMessages that wait: 12\nNext step: ');
    expect(mail?.text).toMatch(/Next step: .* UTC: the next warning\nSwitched off on: \d+ \w+ \d{4}, \d\d:\d\d UTC\n/);
    expect(mail?.text).toContain('https://bills.example/settings/webhooks');
    expect(mail?.text).not.toMatch(/token|s3cr3t/);
  });

  it('leaves one on that had fewer than ten messages; tests do not count', async () => {
    const endpoint = await failing(121, { waiting: 9 });
    await deliver(endpoint, 3, null);
    await job().run();
    expect([await world.statusOf(endpoint), await subjects()]).toEqual(['Enabled', []]);
    await world.sql(
      `UPDATE webhook_deliveries SET status = 'Failed', next_attempt_at = NULL, finished_at = now() WHERE endpoint_id = $1
        AND id % 2 = 0`,
      [endpoint.id],
    );
    await deliver(endpoint, 1);
    await job().run();
    expect([await world.statusOf(endpoint), await subjects()]).toEqual([
      'Disabled',
      ['Webhooks to shop.example were switched off'],
    ]);
  });

  it('begins anew for one that somebody switches on again', async () => {
    const endpoint = await failing(121);
    await job().run();
    await world.sql(
      `UPDATE webhook_endpoints SET status = 'Enabled', disabled_reason = NULL, disabled_at = NULL WHERE id = $1`,
      [endpoint.id],
    );
    await world.uow.run((tx) => forgiveFailures(tx, endpoint.id));
    await job().run();
    expect(await world.statusOf(endpoint)).toBe('Enabled');
    expect(await stateOf(endpoint)).toMatchObject({ health: 'Degraded', failing_since: null, notice: null });
    expect(await subjects()).toHaveLength(1);
  });

  it('makes up only for the last warning after days without a worker', async () => {
    await failing(100);
    await job().run();
    await job().run();
    expect(await subjects()).toEqual(['Webhooks to shop.example will be switched off within 24 hours']);
  });

  it('says that an endpoint works again, once, to those who were told that it does not', async () => {
    const [told, untold] = [await failing(7), await failing(5)];
    await job().run();
    await succeed(told);
    await succeed(untold);
    await job().run();
    await job().run();
    expect(await subjects()).toEqual([
      'Webhooks to shop.example have failed for six hours',
      'Webhooks to shop.example work again',
    ]);
  });

  it('does nothing of it where webhooks are switched off', async () => {
    const endpoint = await failing(121);
    await job({ enabled: false }).run();
    expect([await world.statusOf(endpoint), await subjects()]).toEqual(['Enabled', []]);
  });

  it('without a mail server switches off all the same, and warns once there is one', async () => {
    const [off, warned] = [await failing(121), await failing(73)];
    await job({ sendsMail: false }).run();
    expect([await world.statusOf(off), await world.statusOf(warned)]).toEqual(['Disabled', 'Enabled']);
    expect(await subjects()).toEqual([]);
    await job().run();
    expect(await subjects()).toEqual(['Webhooks to shop.example will be switched off within 48 hours']);
  });
});

describe('who is told', () => {
  it('owners and those who manage webhooks, each once in their language; nobody else', async () => {
    const manages = ['client.read', 'integration.write'];
    await createMember(world, { email: 'luc@example.com', locale: 'fr', permissions: manages });
    await createMember(world, { email: 'sales@example.com', permissions: ['client.read'] });
    await createMember(world, { email: 'gone@example.com', permissions: manages, status: 'Deactivated' });
    await createMember(world, { kind: 'Service', permissions: manages });
    const other = await world.createCompany();
    await createMember(world, { companyId: other, email: 'other@example.com', role: 'Owner', permissions: manages });
    await failing(7);
    await job().run();
    const told = await mails();
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'Webhooks to shop.example have failed for six hours'],
      ['luc@example.com', 'Webhooks vers shop.example\u00a0: en échec depuis six heures'],
    ]);
    expect(told[1]?.text).toContain('Dernière erreur\u00a0: La réponse n’est pas un 2xx (503)');
  });
});

describe('several workers, and one that dies', () => {
  it('take each step once', async () => {
    const off: TestEndpoint[] = [];
    for (let n = 0; n < 12; n++) {
      off.push(await failing(121));
      await failing(7);
    }
    await Promise.all(Array.from({ length: 5 }, () => job().run()));
    const said = await subjects();
    expect(said.filter((subject) => subject.endsWith('switched off'))).toHaveLength(12);
    expect(said.filter((subject) => subject.endsWith('six hours'))).toHaveLength(12);
    for (const endpoint of off) {
      expect(await endpointOf(endpoint)).toMatchObject({ status: 'Disabled', version: 2 });
      expect(await audited(endpoint)).toHaveLength(1);
    }
  });

  const ladder = (tell: (tx: Tx) => Promise<void>) =>
    new EndpointLadder(new Database(source), new UnitOfWork(source), true, tell, logger);

  it('undo a step whose worker died in it, and take it again', async () => {
    const endpoint = await failing(121);
    const dying = ladder(async (tx) => {
      await tx.manager.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(dying.round()).rejects.toThrow();
    expect([await world.statusOf(endpoint), await audited(endpoint)]).toEqual(['Enabled', []]);
    await job().run();
    expect([await world.statusOf(endpoint), await subjects()]).toEqual([
      'Disabled',
      ['Webhooks to shop.example were switched off'],
    ]);
  });

  it('undo a step when the endpoint takes a message at that moment', async () => {
    const endpoint = await failing(121);
    await ladder(() => succeed(endpoint)).round();
    await job().run();
    expect([await world.statusOf(endpoint), await audited(endpoint), await subjects()]).toEqual(['Enabled', [], []]);
  });

  it('do not make the engine wait for somebody who holds the audit log', async () => {
    const endpoint = await failing(121);
    const holder = source.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`INSERT INTO audit_log (company_id, at, actor_kind, actor, action, details)
      VALUES (${world.companyId}, now(), 'system', 'system', 'company.updated', '{}')`);
    const round = job().run();
    try {
      await eventually('a step that waits', async () => {
        const rows = await world.source.query<unknown[]>(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        return rows.length > 0 || undefined;
      });
      await succeed(endpoint);
    } finally {
      await holder.commitTransaction();
      await holder.release();
    }
    await round;
    expect(await world.statusOf(endpoint)).toBe('Enabled');
  });
});

describe('an endpoint that answered 410', () => {
  it('is off at once, in the audit log, and its owners hear of it once', async () => {
    const endpoint = await world.createEndpoint('/gone');
    world.receiver.answer('/gone', { status: 410 });
    const worker = await startWorker(world.env());
    try {
      await world.record(() => void worker.engine.poke());
      await eventually('disabled', async () => ((await world.statusOf(endpoint)) === 'Disabled' ? true : undefined));
    } finally {
      await worker.stop();
    }
    await Promise.all([job().run(), job().run()]);
    await job().run();
    expect(await audited(endpoint)).toMatchObject([{ details: { reason: 'endpoint_gone' } }]);
    const said = await mails();
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toContain('answered 410 Gone');
    expect(said[0]?.text).toContain('Last error: ');
  });
});

describe('a worker', () => {
  it('tells of what fails, and switches off what has failed for five days', async () => {
    const server = await new MailServer().start();
    await failing(7);
    const off = await failing(121, { url: 'https://other.example/hook' });
    const mail = { SMTP_URL: server.url, MAIL_FROM: 'Billhook <billing@bills.example>' };
    const worker = await startWorker(world.env({ ...mail, PUBLIC_URL: 'https://bills.example' }));
    try {
      await eventually('two mails', () => (server.received.length === 2 ? true : undefined), 30_000);
      expect(server.received.map(({ email }) => email.subject).sort()).toEqual([
        'Webhooks to other.example were switched off',
        'Webhooks to shop.example have failed for six hours',
      ]);
      expect(await world.statusOf(off)).toBe('Disabled');
    } finally {
      await worker.stop();
      await server.stop();
    }
  }, 60_000);
});
