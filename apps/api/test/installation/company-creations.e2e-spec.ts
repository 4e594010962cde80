import { EventEmitter, once } from 'node:events';
import type { SessionView } from '@billhook/contract/identity/session';
import type { SandboxList } from '@billhook/contract/installation/sandbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { lockCreation } from '@billhook/identity/companies/creating-companies.sql';
import { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setUpLink } from '../../src/installation/admin/company.command.js';
import { CompanyCreationsService } from '../../src/installation/company-creations/company-creations.service.js';
import { bareCompany, SetUpService } from '../../src/installation/set-up/set-up.service.js';
import { SECRET, TestApi, type Answer } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { oneBehindTheOther } from '../support/concurrent-changes.js';
import { killWaiting, type HeldLock } from '../support/killed-request.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWorld } from '../support/start.js';
import { PASSWORD, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/sandboxes';
const NEVER = new AbortController().signal;

const { api, world } = await startWorld();
const sandboxes = new Sandboxes(api, world);
const creations = api.app.get(CompanyCreationsService);
const rows = (text: string, ...values: unknown[]) => sandboxes.rows(text, values);

const closing: TestApi[] = [];
afterAll(async () => {
  for (const each of closing) await each.stop();
});

let owner: SeededMember;
let session: SessionCaller;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
});

const list = async () => (await session.call<SandboxList>('GET', PATH)).body.data;

/** The sandboxes of the company that are being created. */
const creating = async (): Promise<number[]> => {
  const text = 'SELECT id FROM tenants WHERE sandbox_of = $1 AND creating_since IS NOT NULL';
  return (await rows(text, owner.companyId)).map(({ id }) => Number(id));
};

/** As if it had waited for so long that the job decides. */
const age = (id: number) =>
  rows(`UPDATE tenants SET creating_since = creating_since - interval '3 minutes' WHERE id = $1`, id);

/** The number of rows of the company in each table that has some, with its card. */
const rowsOfCompany = async (id: number): Promise<Record<string, number>> => {
  const counts = Object.entries(await sandboxes.inTables(id)).filter(([, count]) => count > 0);
  const cards = await rows('SELECT id FROM tenants WHERE id = $1', id);
  return { ...Object.fromEntries(counts), ...(cards.length > 0 && { tenants: cards.length }) };
};

const COMPANY_LOCK: HeldLock = {
  text: 'SELECT FROM companies WHERE id = $1 FOR UPDATE',
  values: async () => [owner.companyId],
  waits: 'SELECT plan FROM companies',
};
const CARD_LOCK: HeldLock = {
  text: 'SELECT FROM tenants WHERE id = ANY ($1) FOR NO KEY UPDATE',
  values: async () => [await creating()],
  waits: 'UPDATE tenants SET creating_since',
};

/** A sandbox whose process was killed before its company, or between the company and the end of its creation. */
async function killedCreation(...locks: readonly HeldLock[]): Promise<number> {
  await killWaiting(api, { by: session, path: PATH }, ...locks);
  const [id = 0, ...others] = await creating();
  expect([id > 0, others]).toEqual([true, []]);
  return id;
}

const bare = () =>
  bareCompany({
    ...{ name: 'Bare', plan: 'Pro', currency: 'EUR', timeZone: 'UTC', country: 'FR', locale: 'fr' },
    createdAt: api.clock.now(),
  });

/** What shows a sandbox to its owner. */
async function expectUnseen(id: number): Promise<void> {
  expect(await list()).toEqual([]);
  expect(await session.call('POST', `${PATH}/${id}/open`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const [member] = await rows('SELECT id FROM members WHERE company_id = $1', id);
  const to = { body: { memberId: Number(member?.id) } };
  expect(await session.call('POST', '/app/session/company', to)).toMatchObject({ status: 404 });
  const { companies } = (await session.call<SessionView>('GET', '/app/session')).body;
  expect(companies.map(({ companyId }) => companyId)).toEqual([owner.companyId]);
  const signIn = { body: { email: owner.email, password: PASSWORD } };
  const signedIn = await api.call<SessionView>('POST', '/app/session', signIn);
  expect(signedIn.body.company.id).toBe(owner.companyId);
  await creations.decideAll(NEVER);
  expect(await creating()).toEqual([id]);
}

describe('a company that is being created', () => {
  it('is not seen, and nothing of it remains, if its process is killed before the company exists', async () => {
    const id = await killedCreation(COMPANY_LOCK);
    expect(await rowsOfCompany(id)).toEqual({ audit_heads: 1, audit_log: 1, members: 1, tenants: 1 });
    await expectUnseen(id);
    // A member who leaves the company leaves it as well, with an entry of its audit log.
    const admin = await world.session(await world.member(owner.companyId));
    expect(await admin.call('POST', `/app/members/${owner.id}/deactivate`)).toMatchObject({ status: 200 });
    await age(id);
    await creations.decideAll(NEVER);
    expect(await rowsOfCompany(id)).toEqual({});
    expect(await auditOf(api, owner.companyId, 'sandbox.created')).toEqual([]);
    expect(await rows('SELECT id FROM members WHERE id = $1', owner.id)).toHaveLength(1);
  });

  it('is not seen, and is created by the worker, if its process is killed once the company exists', async () => {
    const id = await killedCreation(COMPANY_LOCK, CARD_LOCK);
    expect(await rowsOfCompany(id)).toMatchObject({ members: 1, number_series: 3, tenants: 1 });
    await expectUnseen(id);
    await age(id);
    const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET };
    const worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
    await eventually('the worker ends the creation', async () => (await creating()).length === 0 || undefined);
    await end(worker, 'SIGTERM');
    expect(await list()).toMatchObject([{ id, deletesAt: null }]);
    const [{ name } = { name: '' }] = await list();
    expect(await auditOf(api, owner.companyId, 'sandbox.created')).toMatchObject([
      { actorKind: 'system', target: name, details: { sandboxId: id } },
    ]);
    const within = await sandboxes.open(id, session);
    expect((await within.call<SessionView>('GET', '/app/session')).body.member.role).toBe('Owner');
  });

  it('is left to its process as long as that inserts the company, which it no longer does after a minute', async () => {
    const steps = new EventEmitter();
    const reached = once(steps, 'reached') as Promise<[number]>;
    const created = creations.create({
      describe: bare,
      global: () => Promise.resolve(),
      fill: async (_, { id }) => {
        const released = once(steps, 'released');
        steps.emit('reached', id);
        await released;
      },
    });
    const [id] = await reached;
    await age(id);
    await creations.decideAll(NEVER);
    steps.emit('released');
    expect((await created).id).toBe(id);
    expect(await rows('SELECT creating_since, plan FROM tenants WHERE id = $1', id)).toEqual([
      { creating_since: null, plan: 'Pro' },
    ]);
    const late = api.app.get(UnitOfWork).run((tx) => lockCreation(tx, id, new Date(Date.now() - 61_000)));
    await expect(late).rejects.toThrow('took more than 60 s');
  });

  it('leaves nothing if its first records are rejected, and is rejected within another transaction', async () => {
    let failed = 0;
    const create = () =>
      creations.create({
        describe: bare,
        global: () => Promise.resolve(),
        fill: (_, { id }) => {
          failed = id;
          return Promise.reject(new Error('no records'));
        },
      });
    await expect(create()).rejects.toThrow('no records');
    expect([failed > 0, await rowsOfCompany(failed)]).toEqual([true, {}]);
    await expect(api.app.get(UnitOfWork).around(create)).rejects.toThrow('none may be around it');
  });

  it('takes the plan of its company, and is read-only with it, if either changes in the meantime', async () => {
    const { name } = (await session.call<{ name: string }>('GET', '/app/company')).body;
    const hold = { name: 'test_hold', text: COMPANY_LOCK.text, values: [owner.companyId] };
    const [created, , deletion] = await api.within(owner.companyId, () =>
      oneBehindTheOther<Answer | undefined>(
        api,
        async (tx) => {
          await tx.query(hold);
          await tx.query({
            name: 'test_plan',
            text: `UPDATE companies SET plan = 'Free' WHERE id = $1`,
            values: [owner.companyId],
          });
        },
        [
          () => session.call('POST', PATH, { body: {} }),
          async () => {
            expect(await creating()).toHaveLength(1);
            return undefined;
          },
          () => session.call('POST', '/app/company/deletion', { body: { name } }),
        ],
      ),
    );
    expect([created, deletion]).toMatchObject([{ status: 201 }, { status: 200 }]);
    await api.app.get(CompanyDeletionsRepository).applyAllRequests(api.app.get(UnitOfWork), NEVER);
    const cards = await rows('SELECT plan, deletes_at FROM tenants WHERE sandbox_of = $1', owner.companyId);
    const deletesAt = new Date(String(deletion?.body['deletesAt']));
    expect(cards).toEqual([{ plan: 'Free', deletes_at: deletesAt }]);
    const companies = await rows('SELECT plan, deletes_at FROM companies WHERE sandbox_of = $1', owner.companyId);
    expect(companies).toEqual(cards);
  });

  it('is one of at most five, also if six are created at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => session.call('POST', PATH, { body: {} })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409]);
    expect(new Set((await list()).map(({ name }) => name)).size).toBe(5);
  });
});

describe('an installation without a company', () => {
  it('creates one, and keeps its set-up link until then', async () => {
    const first = await TestApi.start();
    closing.push(first);
    const others = new Sandboxes(first, world);
    await others.rows(
      `INSERT INTO tenants (id, kind, created_at, name, plan, time_zone, clock_offset, creating_since)
        VALUES (1000, 'Production', now(), 'Interrupted', 'Pro', 'UTC', 0, now())`,
      [],
    );
    const { url } = (await first.app.get(SetUpService).link()) ?? { url: '' };
    expect(await setUpLink.run(first.app, [])).toContain('Open this link');
    const facts = { company: 'Nordlicht', email: 'ada@example.com', timeZone: 'UTC', currency: 'EUR', locale: 'en' };
    const setUp = () =>
      first.call('POST', '/app/set-up', { body: { ...facts, token: new URL(url).hash.slice(1), country: 'FR' } });
    // It may be created in another process at this moment.
    expect(await setUp()).toMatchObject({ status: 401, body: { code: 'set_up_link_invalid' } });
    await others.rows(`UPDATE tenants SET creating_since = now() - interval '3 minutes'`, []);
    await first.app.get(CompanyCreationsService).decideAll(NEVER);
    expect(await setUp()).toMatchObject({ status: 201 });
    expect(await others.rows('SELECT name, creating_since FROM tenants', [])).toEqual([
      { name: 'Nordlicht', creating_since: null },
    ]);
  });
});
