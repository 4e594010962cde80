import type { CompanyDeletionView } from '@billhook/contract/installation/company-deletion';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { clientBody } from '../support/bodies.js';
import { killWaiting } from '../support/killed-request.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const PATH = '/app/company/deletion';
const WITHDRAW = `${PATH}/withdraw`;
const NEVER = new AbortController().signal;

const { api, world } = await startWorld();
const sandboxes = new Sandboxes(api, world);
const deletions = api.app.get(CompanyDeletionsRepository);
const apply = () => deletions.applyAllRequests(api.app.get(UnitOfWork), NEVER);

let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;
let trial: KeyCaller;
let name: string;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
  trial = (await sandboxes.ready(await world.session(owner))).key;
  name = (await session.call<{ name: string }>('GET', '/app/company')).body.name;
});

const requestedAt = async () => (await session.call<CompanyDeletionView>('GET', PATH)).body.requestedAt;

/** The status of a write with a key of the company, and with one of its sandbox. */
const writes = async (): Promise<number[]> => {
  const answers = [key, trial].map((by) => by.call('POST', '/v1/clients', { body: clientBody }));
  return (await Promise.all(answers)).map(({ status }) => status);
};

const COMPANY_LOCK = {
  text: 'SELECT FROM companies WHERE id = $1 FOR UPDATE',
  values: async () => [owner.companyId],
  waits: 'SELECT deletes_at AS "deletesAt" FROM companies',
};
const killed = (path: string, body?: object) =>
  killWaiting(api, { by: session, path, ...(body && { body }) }, COMPANY_LOCK);

describe('the request of a deletion whose process is killed between the sides', () => {
  it('is applied by the worker, to the company and its sandboxes', async () => {
    await killed(PATH, { name });
    expect([await requestedAt(), await writes()]).toEqual([expect.any(String), [201, 201]]);
    expect(await auditOf(api, owner.companyId, 'company.deletion_requested')).toHaveLength(1);
    const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET };
    const worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
    await eventually(
      'the company is read-only',
      async () => (await writes()).every((status) => status === 409) || undefined,
    );
    await end(worker, 'SIGTERM');
  });

  it('is applied by a repeated request, which keeps the first one', async () => {
    await killed(PATH, { name });
    const first = await requestedAt();
    api.clock.advance(1_000);
    expect(await session.call('POST', PATH, { body: { name } })).toMatchObject({
      status: 200,
      body: { requestedAt: first },
    });
    expect(await writes()).toEqual([409, 409]);
    expect(await auditOf(api, owner.companyId, 'company.deletion_requested')).toHaveLength(1);
  });

  it('is not applied if it was withdrawn in the meantime', async () => {
    await killed(PATH, { name });
    expect(await session.call('POST', WITHDRAW)).toMatchObject({ status: 200 });
    await apply();
    expect([await requestedAt(), await writes()]).toEqual([null, [201, 201]]);
  });
});

describe('the withdrawal of a deletion whose process is killed between the sides', () => {
  it('is applied, unless the deletion is requested again', async () => {
    const request = () => session.call('POST', PATH, { body: { name } });
    expect((await request()).status).toBe(200);
    expect(await writes()).toEqual([409, 409]);
    await killed(WITHDRAW);
    expect([await requestedAt(), await writes()]).toEqual([null, [409, 409]]);
    await apply();
    expect(await writes()).toEqual([201, 201]);

    expect((await request()).status).toBe(200);
    await killed(WITHDRAW);
    expect((await request()).status).toBe(200);
    await apply();
    expect([await requestedAt(), await writes()]).toEqual([expect.any(String), [409, 409]]);
  });
});
