import type { SandboxAdvanceView, SandboxClockView } from '@billhook/contract/installation/sandbox-clock';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { updateTenants } from '@billhook/identity/companies/tenants.repository';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { withClient } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Command } from '../../src/installation/admin/command.js';
import { createCompany, setPlan } from '../../src/installation/admin/company.command.js';
import { SECRET } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { killWaiting } from '../support/killed-request.js';
import { sandboxClock } from '../support/sandbox-clocks.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();
const sandboxes = new Sandboxes(api, world);
const CLOCK = '/v1/sandbox/clock';
const DELETION = '/app/company/deletion';
const DAY = 86_400_000;

const sql = <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  withClient(api.databaseUrl, async (client) => (await client.query<T>(text, values)).rows);

const SHARED = 'id, kind, sandbox_of, created_at, name, plan, time_zone, clock_offset, deletes_at';
const of = (table: string): string => `SELECT ${SHARED} FROM ${table} WHERE $1 IN (id, sandbox_of)`;

/** Where a company and its sandboxes differ from their cards, and changes that are not applied. */
const differences = (companyId: number): Promise<object[]> =>
  sql(
    `SELECT 'company' AS what, id FROM (${of('companies')} EXCEPT ${of('tenants')}) c
      UNION ALL SELECT 'card', id FROM (${of('tenants')} EXCEPT ${of('companies')}) t
      UNION ALL SELECT 'change', c.company_id FROM tenant_changes c JOIN tenants t ON t.id = c.company_id
        WHERE $1 IN (t.id, t.sandbox_of) AND c.version <> c.applied`,
    companyId,
  );

const run = (command: Command, line: string): Promise<string> => command.run(api.app, line.split(' '));

let companyId: number;
let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;

beforeEach(async () => {
  companyId = await world.company();
  owner = await world.member(companyId);
  session = await world.session(owner);
  key = await world.key({ member: owner });
});

/** A sandbox, in another browser. */
const newSandbox = async () => sandboxes.ready(await world.session(owner));

const cardOf = (id: number): Promise<object[]> =>
  sql('SELECT name, cell, kind, sandbox_of::float8, time_zone, version::int FROM tenants WHERE id = $1', id);

describe('the card of a company', () => {
  it('is created with the company, by the operator and by a member', async () => {
    const said = await run(createCompany, '--name Nordlicht --email ada@nordlicht.example --time-zone Europe/Oslo');
    const id = Number(/Created company (\d+)/.exec(said)?.[1]);
    const cell = id > 2 ** 40 ? 2 : 1;
    const production = { name: 'Nordlicht', cell, kind: 'Production', sandbox_of: null, time_zone: 'Europe/Oslo' };
    expect(await cardOf(id)).toEqual([{ ...production, version: 0 }]);
    const sandbox = await sandboxes.create(session);
    expect(await cardOf(sandbox.id)).toMatchObject([{ kind: 'Sandbox', sandbox_of: companyId, name: sandbox.name }]);
    for (const each of [id, companyId]) expect(await differences(each)).toEqual([]);
  });

  it.each([
    ['the name', { name: 'Atelier Nord' }, 1],
    ['the time zone', { timeZone: 'Pacific/Kiritimati' }, 1],
    ['both, and more', { name: 'Atelier Sud', timeZone: 'Pacific/Pago_Pago', phone: '+33 3 20 00 00 00' }, 1],
    ['nothing that it has', { website: 'https://atelier.example' }, 0],
  ])('follows a change of %s before the response', async (_, body, version) => {
    expect((await session.call('PATCH', '/app/company', { body })).status).toBe(200);
    expect(await differences(companyId)).toEqual([]);
    expect(await cardOf(companyId)).toMatchObject([{ version }]);
    const { name, timeZone } = (await session.call('GET', '/app/company')).body;
    expect((await key.call('GET', '/v1/me')).body).toMatchObject({ company: { name, timeZone } });
  });

  it('stays as it is if the change is not committed', async () => {
    const before = await cardOf(companyId);
    const companies = api.app.get(CompaniesRepository);
    await api.within(companyId, () =>
      api.app.get(UnitOfWork).around(async (tx) => {
        const company = await companies.get(companyId, tx, 'FOR UPDATE');
        await companies.update(tx, { ...company, name: 'Discarded' });
      }, 'discard'),
    );
    expect(await cardOf(companyId)).toEqual(before);
    expect(await differences(companyId)).toEqual([]);
  });

  it('follows the plan, as the cards of sandboxes do', async () => {
    const sandbox = await newSandbox();
    for (const [plan, status] of [
      ['Free', 403],
      ['Pro', 200],
    ] as const) {
      await run(setPlan, `--company ${companyId} --plan ${plan}`);
      expect(await differences(companyId)).toEqual([]);
      for (const by of [key, sandbox.key]) expect((await by.call('GET', '/v1/clients')).status).toBe(status);
    }
  });

  it('follows a requested deletion and its withdrawal, as the cards of sandboxes do', async () => {
    const sandbox = await newSandbox();
    const { name } = (await session.call<{ name: string }>('GET', '/app/company')).body;
    for (const [path, body, status] of [
      [DELETION, { body: { name } }, 409],
      [`${DELETION}/withdraw`, {}, 201],
    ] as const) {
      expect((await session.call('POST', path, body)).status).toBe(200);
      expect(await differences(companyId)).toEqual([]);
      for (const by of [key, sandbox.key])
        expect((await by.call('POST', '/v1/clients', { body: clientBody })).status).toBe(status);
    }
    expect((await sandbox.within.call('POST', DELETION, { body: { name: sandbox.name } })).status).toBe(200);
    expect(await differences(companyId)).toEqual([]);
  });

  it('follows each step of an advance, which counts once credentials have its time', async () => {
    const { id, key: trial } = await newSandbox();
    const advanceTo = new Date(api.clock.now().getTime() + 40 * DAY).toISOString();
    const { body: advance } = await trial.call<SandboxAdvanceView>('POST', CLOCK, { body: { advanceTo } });
    for (const clock = sandboxClock(api); (await clock.step({ id: advance.id, companyId: id })) !== 'Ended';)
      expect(await differences(companyId)).toEqual([]);
    expect(await differences(companyId)).toEqual([]);
    const clockOf = async () => (await trial.call<SandboxClockView>('GET', CLOCK)).body;
    const done = await clockOf();
    expect(done).toMatchObject({ now: advanceTo, advance: { status: 'Completed', reached: advanceTo } });

    // A step of 60 days, with which the key expires, whose worker was killed before the card.
    await sql('UPDATE companies SET clock_offset = clock_offset + $2 WHERE id = $1', id, 60 * DAY);
    await sql(
      `UPDATE sandbox_advances SET to_time = to_time + interval '60 days', reached = reached + interval '60 days' WHERE company_id = $1`,
      id,
    );
    const running = { status: 'Running', completedAt: null, from: advance.from, reached: advanceTo };
    expect(await clockOf()).toMatchObject({ now: advanceTo, advance: running });
    await sandboxClock(api).step({ id: advance.id, companyId: id });
    expect((await trial.call('GET', CLOCK)).body).toMatchObject({ status: 401, code: 'key_expired' });
    expect(await differences(companyId)).toEqual([]);
  });

  it('is only replaced by a later state, whichever process copies it', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Name ${n}`);
    await Promise.all(
      names.map(async (name) => {
        await sql('UPDATE companies SET name = $2 WHERE id = $1', companyId, name);
        await updateTenants(api.database, companyId);
      }),
    );
    expect(await differences(companyId)).toEqual([]);
    expect(await cardOf(companyId)).toMatchObject([{ version: names.length }]);
    // A process that has read the state before stops, and another one copies the next state.
    await sql(`UPDATE tenants SET name = 'Later', version = version + 1 WHERE id = $1`, companyId);
    await sql('UPDATE tenant_changes SET applied = 0 WHERE company_id = $1', companyId);
    expect(await updateTenants(api.database, companyId)).toBe(1);
    expect(await cardOf(companyId)).toMatchObject([{ name: 'Later', version: names.length + 1 }]);
  });
});

describe('the worker', () => {
  it('updates the card if the process of the change is killed before, and after a change in SQL', async () => {
    await killWaiting(
      api,
      { by: session, method: 'PATCH', path: '/app/company', body: { name: 'Between' } },
      {
        text: 'SELECT FROM tenants WHERE id = $1 FOR NO KEY UPDATE',
        values: async () => [companyId],
        waits: 'UPDATE tenants',
      },
    );
    expect(await sql('SELECT name FROM companies WHERE id = $1', companyId)).toEqual([{ name: 'Between' }]);
    expect(await differences(companyId)).toMatchObject([{ what: 'company' }, { what: 'card' }, { what: 'change' }]);

    const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET };
    const worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
    const isEqual = async () => (await differences(companyId)).length === 0 || undefined;
    await eventually('the worker has updated the card', isEqual);
    await sql(
      `INSERT INTO company_deletions (company_id, status, requested_at, deletes_at, deleted_rows)
        VALUES ($1, 'Requested', now(), now() + interval '1 day', 0)`,
      companyId,
    );
    await sql(
      `UPDATE companies SET name = 'In SQL', plan = 'Free', deletes_at = d.deletes_at FROM company_deletions d
        WHERE d.company_id = id AND id = $1`,
      companyId,
    );
    await eventually('the worker has updated the card again', isEqual);
    await end(worker, 'SIGTERM');
    expect(await sql('SELECT name, plan FROM tenants WHERE id = $1', companyId)).toEqual([
      { name: 'In SQL', plan: 'Free' },
    ]);
  });
});
