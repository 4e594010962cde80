import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import type { Plan } from '@billhook/domain/identity/company';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { Company } from '@billhook/identity/companies/company.entity';
import { updateTenants } from '@billhook/identity/companies/tenants.repository';
import type { ClockFollower } from '@billhook/installation/sandbox-clock/clock-followers';
import { SandboxAdvance } from '@billhook/installation/sandbox-clock/sandbox-advance.entity';
import { SandboxAdvancesRepository } from '@billhook/installation/sandbox-clock/sandbox-advances.repository';
import { SandboxClock } from '@billhook/installation/sandbox-clock/sandbox-clock';
import { Mail } from '@billhook/mail/mail.entity';
import { Notices } from '@billhook/mail/notices';
import { ManualClock } from '@billhook/platform/clock';
import { MailServer } from '@billhook/testing/mail-server';
import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';
import { withCards } from '@billhook/testing/with-cards';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { KeyExpiryWarningJob } from '../../src/jobs/key-expiry-warning.job.js';
import { spawnWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

const DAY = 86_400_000;
const MADE = new Date('2026-01-01T00:00:00.000Z');
const END = new Date(MADE.getTime() + 90 * DAY);

let world: World;
let source: DataSource;
let clock: ManualClock;

beforeAll(async () => {
  world = await World.create();
  source = await createDataSource({ url: world.url, poolSize: 8 }, [Mail, Company, SandboxAdvance]).initialize();
});
afterAll(async () => {
  await source.destroy();
  await world.close();
});
beforeEach(() => {
  clock = new ManualClock(MADE);
});
afterEach(async () => {
  await world.sql('DELETE FROM sandbox_advances');
  await world.sql('DELETE FROM mails');
  await world.sql('DELETE FROM api_keys');
  await world.sql('DELETE FROM members');
  await world.sql('DELETE FROM accounts');
  await setPlan('Pro');
});

async function setPlan(plan: Plan): Promise<void> {
  await world.sql('UPDATE companies SET plan = $1', [plan]);
  await updateTenants(world.db.autocommit);
}

/** A job as each worker runs it. */
function job(sendsMail = true): KeyExpiryWarningJob {
  const notices = new Notices(sendsMail, world.secrets, clock);
  return new KeyExpiryWarningJob(new Database(source), new UnitOfWork(source), notices, clock, 'https://bills.example');
}

async function inserted(text: string, values: unknown[]): Promise<number> {
  const [row] = await world.source.query<{ id: number }[]>(`${text} RETURNING id`, values);
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}

interface SomeMember {
  readonly kind?: 'Person' | 'Service';
  readonly email?: string;
  readonly locale?: string;
  readonly permissions?: readonly string[];
  readonly companyId?: number;
}

async function member({
  kind = 'Person',
  email = 'ada@example.com',
  locale = 'en',
  permissions = [],
  companyId = world.companyId,
}: SomeMember = {}) {
  const accountId =
    kind === 'Service'
      ? null
      : await inserted(
          `INSERT INTO accounts (email, password_hash, locale, created_at) VALUES ($1, 'none', $2, now())`,
          [email, locale],
        );
  return inserted(
    `INSERT INTO members (company_id, account_id, kind, name, role, permissions, status, created_at)
      VALUES ($1, $2, $3, 'Somebody', 'Admin', $4, 'Active', now())`,
    [companyId, accountId, kind, permissions],
  );
}

let made = 0;

/** A key of 90 days, with optional other columns. */
async function key(memberId: number, change: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const n = String(++made).padStart(8, '0');
  const row = {
    ...{ company_id: world.companyId, member_id: memberId, name: 'Shop', prefix: `bhk_${n}`, hash: Buffer.from(n) },
    ...{
      hash_version: world.secrets.versions[0],
      scopes: [],
      lifetime: '90d',
      allowed_cidrs: [],
      created_at: MADE,
      expires_at: END,
      ...change,
    },
  };
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`).join(', ');
  return inserted(`INSERT INTO api_keys (${names.join(', ')}) VALUES (${places})`, Object.values(row));
}

const mails = (): Promise<{ to: string; subject: string; text: string }[]> =>
  world.source.query(`SELECT recipients->>0 AS "to", subject, body_text AS text FROM mails ORDER BY id`);

const subjects = async (): Promise<string[]> => (await mails()).map(({ subject }) => subject);

const daysBefore = (days: number): void => clock.set(new Date(END.getTime() - days * DAY));

describe('KeyExpiryWarningJob', () => {
  it('notifies the owner 14, 3 and 1 days ahead, once each, in their language', async () => {
    const id = await key(await member({ locale: 'fr' }));
    for (let hours = 90 * 24; hours > -24; hours -= 6) {
      daysBefore(hours / 24);
      await job().run();
    }
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual([
      'La clé d’API «\u202fShop\u202f» expire dans 14 jours',
      'La clé d’API «\u202fShop\u202f» expire dans 3 jours',
      'La clé d’API «\u202fShop\u202f» expire dans moins de 24 heures',
    ]);
    expect(sent[0]?.to).toBe('ada@example.com');
    expect(sent[0]?.text).toContain(`https://bills.example/settings/api-keys/${id}`);
  });

  it('sends each warning once with several workers in parallel', async () => {
    const owner = await member();
    for (let n = 0; n < 30; n++) await key(owner);
    daysBefore(10);
    await Promise.all([job().run(), job().run(), job().run(), job().run()]);
    expect(await subjects()).toHaveLength(30);
  });

  it('processes more keys than it reads per batch', async () => {
    const owner = await member();
    for (let n = 0; n < 410; n++) await key(owner);
    daysBefore(14);
    await job().run();
    expect(await subjects()).toHaveLength(410);
  });

  it('sends only the nearest warning after days without a worker', async () => {
    await key(await member());
    daysBefore(0.5);
    await job().run();
    await job().run();
    expect(await subjects()).toEqual(['API key “Shop” expires within 24 hours']);
  });

  it.each([
    ['revoked', { revoked_at: MADE }],
    ['replaced', { retires_at: END }],
    ['without an end', { expires_at: null, lifetime: 'none' }],
    ['in the first half of its life', { created_at: new Date(END.getTime() - 12 * DAY) }],
  ])('sends nothing for a key that is %s', async (_, change) => {
    await key(await member(), change);
    daysBefore(8);
    await job().run();
    expect(await subjects()).toEqual([]);
  });

  it('sends nothing for a suspended key until it works again', async () => {
    const owner = await member();
    await key(owner);
    daysBefore(8);
    await world.sql(`UPDATE members SET status = 'Deactivated'`);
    await job().run();
    await world.sql(`UPDATE members SET status = 'Active'`);
    await setPlan('Free');
    await job().run();
    expect(await subjects()).toEqual([]);
    await setPlan('Pro');
    await job().run();
    expect(await subjects()).toEqual(['API key “Shop” expires in 8 days']);
  });

  it('notifies those who manage keys about a key of a service member, and only the owner about other keys', async () => {
    const person = await member();
    const service = await member({ kind: 'Service' });
    const manages = ['client.read', 'api_key.manage'];
    await member({ email: 'admin@example.com', permissions: manages });
    const gone = await member({ email: 'gone@example.com', permissions: manages });
    await world.sql(`UPDATE members SET status = 'Removed' WHERE id = $1`, [gone]);
    await key(person);
    const shared = await key(service, { name: 'Nightly export' });
    daysBefore(3);
    await job().run();
    const sent = await mails();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'API key “Shop” expires in 3 days'],
      ['admin@example.com', 'API key “Nightly export” expires in 3 days'],
    ]);
    expect(sent[1]?.text).toContain(`/settings/company-keys/${shared}`);
  });

  it('skips warnings without a recipient, and sends the nearest once there is a mail server', async () => {
    await key(await member());
    daysBefore(14);
    await job(false).run();
    expect(await subjects()).toEqual([]);
    daysBefore(13);
    await job().run();
    expect(await subjects()).toEqual(['API key “Shop” expires in 13 days']);
  });
});

describe('the advance of the clock of a sandbox', () => {
  let sandboxId: number;
  let advances: SandboxAdvancesRepository;
  let advance: { readonly id: number; readonly companyId: number };

  beforeEach(async () => {
    const [sandbox] = await world.source.query<{ id: number }[]>(
      withCards(`INSERT INTO companies (name, plan, time_zone, currency, created_at, kind, sandbox_of)
        VALUES ('Trial', 'Pro', 'UTC', 'EUR', now(), 'Sandbox', $1)`),
      [world.companyId],
    );
    sandboxId = sandbox?.id ?? 0;
    await key(await member({ companyId: sandboxId }), { company_id: sandboxId });
    advances = new SandboxAdvancesRepository(source, new Database(source));
    const times = { fromTime: MADE, toTime: new Date(END.getTime() + DAY), createdAt: MADE };
    const row = { ...times, companyId: sandboxId, requestedBy: 'member ada@example.com' };
    const { id } = await new UnitOfWork(source).run((tx) => advances.insert(tx, row));
    advance = { id, companyId: sandboxId };
  });

  const advancing = (follower: ClockFollower): SandboxClock =>
    new SandboxClock({
      ...{ uow: new UnitOfWork(source), clock, advances, followers: [follower], delivers: false },
      companies: new CompaniesRepository(source, new Database(source)),
    });

  /** As the job of its cell does. */
  const step = (of: SandboxClock) => world.inCell(() => of.step(advance));

  /** The clock of the company and of its card in days, and what the advance has counted. */
  const state = async (): Promise<object | undefined> => {
    const [row] = await world.source.query<object[]>(
      `SELECT (c.clock_offset / 86400000)::int AS company, (t.clock_offset / 86400000)::int AS card, a.key_warnings AS warnings
        FROM companies c JOIN tenants t ON t.id = c.id JOIN sandbox_advances a ON a.company_id = c.id WHERE c.id = $1`,
      [sandboxId],
    );
    return row;
  };
  const ALL = [14, 3]
    .map((days) => `API key “Shop” expires in ${days} days`)
    .concat('API key “Shop” expires within 24 hours');

  it('sends each warning before it goes on, and counts it', async () => {
    const clockOfSandbox = advancing(job());
    const sent: [object | undefined, number][] = [];
    while ((await step(clockOfSandbox)) !== 'Ended') sent.push([await state(), (await subjects()).length]);
    expect(sent).toEqual([
      [{ company: 76, card: 76, warnings: 1 }, 1],
      [{ company: 87, card: 87, warnings: 2 }, 2],
      [{ company: 89, card: 89, warnings: 3 }, 3],
    ]);
    expect([await state(), await subjects()]).toEqual([{ company: 91, card: 91, warnings: 3 }, ALL]);
  });

  it('sends a warning once, and before the card has its time, if the worker ends between the sides', async () => {
    const warnings = job();
    let isInterrupted = true;
    const interrupted: ClockFollower = {
      next: (...of) => warnings.next(...of),
      follow: (tx, company, now) => warnings.follow(tx, company, now),
      complete: async (...of) => {
        // After the commit of the step. Before it, the clock has not moved.
        if (isInterrupted && of[0].clockOffset > 0) throw new Error('interrupted');
        await warnings.complete(...of);
      },
    };
    await expect(step(advancing(interrupted))).rejects.toThrow('interrupted');
    expect([await state(), await subjects()]).toEqual([{ company: 76, card: 0, warnings: 1 }, []]);
    isInterrupted = false;
    await step(advancing(interrupted));
    expect([await state(), await subjects()]).toEqual([{ company: 87, card: 87, warnings: 2 }, ALL.slice(0, 2)]);
  });
});

describe('a worker process', () => {
  it('warns and sends', async () => {
    const server = await new MailServer().start();
    const now = Date.now();
    await key(await member(), { created_at: new Date(now - 88 * DAY), expires_at: new Date(now + 2 * DAY) });
    const mail = { SMTP_URL: server.url, MAIL_FROM: 'Billhook <billing@bills.example>' };
    const worker = await spawnWorker(world.variables({ ...mail, PUBLIC_URL: 'https://bills.example' }));
    try {
      const received = await eventually('a warning', () => server.received[0]);
      expect(received.to).toEqual(['ada@example.com']);
      expect(received.email).toMatchObject({
        from: { name: 'Billhook', address: 'billing@bills.example' },
        subject: 'API key “Shop” expires in 2 days',
      });
    } finally {
      await end(worker, 'SIGTERM');
      await server.stop();
    }
  });
});
