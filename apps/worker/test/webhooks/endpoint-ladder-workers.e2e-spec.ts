import { Database } from '@billhook/db/database';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { MailServer } from '@billhook/testing/mail-server';
import { eventually } from '@billhook/testing/patience';
import { EndpointLadder } from '@billhook/webhooks/endpoints/endpoint-ladder';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LadderWorld } from '../support/ladder-world.js';
import { createMember } from '../support/member-rows.js';
import { startWorker } from '../support/running-worker.js';
import { type TestEndpoint, type World } from '../support/world.js';

let ladder: LadderWorld;
let world: World;

beforeAll(async () => {
  ladder = await LadderWorld.create();
  world = ladder.world;
});
afterAll(() => ladder.close());
beforeEach(() => createMember(world, { role: 'Owner' }));
afterEach(() => ladder.clear());

describe('several workers, and one that dies', () => {
  it('take each step once', async () => {
    const off: TestEndpoint[] = [];
    for (let n = 0; n < 12; n++) {
      off.push(await ladder.failing(121));
      await ladder.failing(7);
    }
    await Promise.all(Array.from({ length: 5 }, () => ladder.job().run()));
    const said = await ladder.subjects();
    expect(said.filter((subject) => subject.endsWith('were disabled'))).toHaveLength(12);
    expect(said.filter((subject) => subject.endsWith('6 hours'))).toHaveLength(12);
    for (const endpoint of off) {
      expect(await ladder.endpointOf(endpoint)).toMatchObject({ status: 'Disabled', version: 2 });
      expect(await ladder.audited(endpoint)).toHaveLength(1);
    }
  });

  const stepsOf = (tell: (tx: Tx) => Promise<void>) =>
    new EndpointLadder(new Database(ladder.source), new UnitOfWork(ladder.source), true, tell, ladder.logger);

  it('undo a step whose worker dies in it, and take it again', async () => {
    const endpoint = await ladder.failing(121);
    const dying = stepsOf(async (tx) => {
      await tx.query({ name: 'test_die', text: 'SELECT pg_terminate_backend(pg_backend_pid())' });
    });
    await expect(dying.round()).rejects.toThrow();
    expect([await world.statusOf(endpoint), await ladder.audited(endpoint)]).toEqual(['Enabled', []]);
    await ladder.job().run();
    expect([await world.statusOf(endpoint), await ladder.subjects()]).toEqual([
      'Disabled',
      ['Webhooks to shop.example/hook were disabled'],
    ]);
  });

  it('undo a step if the endpoint accepts a message in the meantime', async () => {
    const endpoint = await ladder.failing(121);
    await stepsOf(() => ladder.succeed(endpoint)).round();
    await ladder.job().run();
    expect([await world.statusOf(endpoint), await ladder.audited(endpoint), await ladder.subjects()]).toEqual([
      'Enabled',
      [],
      [],
    ]);
  });

  it('do not make the engine wait for a lock on the audit log', async () => {
    const endpoint = await ladder.failing(121);
    const holder = ladder.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`INSERT INTO audit_log (company_id, at, actor_kind, actor, action, details)
      VALUES (${world.companyId}, now(), 'system', 'system', 'company.updated', '{}')`);
    const round = ladder.job().run();
    try {
      await eventually('a step that waits', async () => {
        const rows = await world.source.query<unknown[]>(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        return rows.length > 0 || undefined;
      });
      await ladder.succeed(endpoint);
    } finally {
      await holder.commitTransaction();
      await holder.release();
    }
    await round;
    expect(await world.statusOf(endpoint)).toBe('Enabled');
  });
});

describe('an endpoint that responded 410', () => {
  it('is disabled immediately, with an audit entry, and its owners are notified once', async () => {
    const endpoint = await world.createEndpoint('/gone');
    world.receiver.answer('/gone', { status: 410 });
    const worker = await startWorker(world.env());
    try {
      await world.record(() => void worker.engine.poke());
      await eventually('disabled', async () => ((await world.statusOf(endpoint)) === 'Disabled' ? true : undefined));
    } finally {
      await worker.stop();
    }
    await Promise.all([ladder.job().run(), ladder.job().run()]);
    await ladder.job().run();
    expect(await ladder.audited(endpoint)).toMatchObject([{ details: { reason: 'endpoint_gone' } }]);
    const said = await ladder.mails();
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toContain('responded with 410 Gone');
    expect(said[0]?.text).toContain('Last error: ');
  });
});

describe('a worker', () => {
  it('notifies of failures, and disables an endpoint after five days of them', async () => {
    const server = await new MailServer().start();
    await ladder.failing(7);
    const off = await ladder.failing(121, { url: 'https://other.example/hook' });
    const mail = { SMTP_URL: server.url, MAIL_FROM: 'Billhook <billing@bills.example>' };
    const worker = await startWorker(world.env({ ...mail, PUBLIC_URL: 'https://bills.example' }));
    try {
      await eventually('two mails', () => (server.received.length === 2 ? true : undefined));
      expect(server.received.map(({ email }) => email.subject).sort()).toEqual([
        'Webhooks to other.example/hook were disabled',
        'Webhooks to shop.example/hook have failed for 6 hours',
      ]);
      expect(await world.statusOf(off)).toBe('Disabled');
    } finally {
      await worker.stop();
      await server.stop();
    }
  });
});
