import type { GrantList } from '@billhook/contract/identity/oauth/grant';
import type { EnabledWebhookEndpoint, WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { grantAccess, isEndedAccess, type GrantAccess } from '@billhook/domain/identity/grant';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { updateTenants } from '@billhook/identity/companies/tenants.repository';
import { grantApplications } from '@billhook/identity/oauth/grant-applications';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import { GRANT_WORKS } from '@billhook/webhooks/endpoints/endpoint-grants.sql';
import { updateAllGrants } from '@billhook/webhooks/endpoints/known-grants';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { grantStatus } from '../../src/identity/grants/grant.rules.js';
import { auditOf } from '../support/audit-rows.js';
import { clientBody } from '../support/bodies.js';
import { authorize, bearer, registerApplication, type TestApplication } from '../support/oauth.js';
import { ENDPOINTS, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';
import type { SeededMember, SessionCaller } from '../support/world.js';

let hooks: WebhookWorld;
let company: number;
let session: SessionCaller;
let colleague: SeededMember;
let theirs: SessionCaller;
let application: TestApplication;
let paths = 0;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
  // The API's clock must match that of the database, which decides whether access has expired.
  hooks.api.clock.set(new Date().toISOString());
  company = hooks.key.companyId;
  session = await hooks.world.session(await hooks.world.member(company));
});
afterAll(() => hooks.stop());
beforeEach(async () => {
  await sql('UPDATE webhook_endpoints SET deleted_at = now() WHERE company_id = $1', [company]);
  application = await registerApplication(session, { type: 'public' });
  colleague = await hooks.world.member(company, { role: 'Admin' });
  theirs = await hooks.world.session(colleague);
});

const sql = (text: string, values: readonly unknown[]) => hooks.api.database.query({ name: '', text, values });
const get = async (id: number) => (await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${id}`)).body;
const happens = async () =>
  expect((await hooks.key.call('POST', '/v1/clients', { body: clientBody })).status).toBe(201);

interface Created {
  readonly endpoint: CreatedEndpoint;
  readonly path: string;
  readonly token: string;
}

/** An endpoint that the application creates for the colleague. */
async function createEndpoint(): Promise<Created> {
  const { accessToken: token } = await authorize(hooks.api, theirs, application, {
    scope: 'integration.write client.read',
  });
  const path = `/application-${++paths}`;
  const body = { url: hooks.receiver.url + path, eventTypes: ['client.created'] };
  const made = await hooks.api.call<CreatedEndpoint>('POST', ENDPOINTS, { body, ...bearer(token) });
  expect(made.status).toBe(201);
  return { endpoint: made.body, path, token };
}

/** An endpoint that a key created, which shows that the engine delivered everything that it may. */
async function besideIt() {
  const path = `/key-${++paths}`;
  const endpoint = await hooks.create({ url: hooks.receiver.url + path, eventTypes: ['client.created'] });
  return { endpoint, delivered: (count: number) => hooks.receiver.waitFor(path, count) };
}

const statuses = async ({ endpoint }: Created) =>
  (await sql('SELECT status FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id', [endpoint.id])).map(
    (row) => row['status'],
  );

it('an endpoint names the application that created it', async () => {
  const { endpoint } = await createEndpoint();
  const grantId = (await theirs.call<GrantList>('GET', '/app/oauth/grants')).body.data[0]?.id;
  const named = { id: application.id, clientId: application.clientId, name: 'Acme Sync', grantId, access: 'active' };
  expect(endpoint.application).toEqual(named);
  expect((await get(endpoint.id)).application).toEqual(named);
  expect((await hooks.create()).application).toBeNull();
});

describe('an endpoint is disabled with the access of its application', () => {
  const ways: readonly [string, (created: Created) => Promise<{ readonly status: number }>][] = [
    [
      'by the member',
      ({ endpoint }) => theirs.call('POST', `/app/oauth/grants/${endpoint.application?.grantId}/revoke`, { body: {} }),
    ],
    [
      'by an administrator',
      () => session.call('POST', `/app/company/applications/${application.id}/revoke`, { body: {} }),
    ],
    ['by archiving the application', () => session.call('POST', `/app/oauth/applications/${application.id}/archive`)],
    ['by removing the member', () => session.call('POST', `/app/members/${colleague.id}/remove`)],
  ];

  it.each(ways)('%s, before any worker runs', async (_, revoke) => {
    const created = await createEndpoint();
    const other = await besideIt();
    expect((await revoke(created)).status).toBe(200);
    expect(await get(created.endpoint.id)).toMatchObject({
      ...{ status: 'Disabled', disabledReason: 'AccessRevoked', health: { state: 'Disabled' } },
      application: { name: 'Acme Sync', access: 'revoked' },
    });
    expect((await get(other.endpoint.id)).status).toBe('Enabled');
    const [entry] = (await auditOf(hooks.api, company, 'webhook_endpoint.updated')).slice(-1);
    expect(entry).toMatchObject({ actorKind: 'system', target: String(created.endpoint.id) });
    expect(entry?.details).toMatchObject({ reason: 'access_revoked' });
    await happens();
    await hooks.engine.sweep();
    await other.delivered(1);
    expect([await statuses(created), hooks.receiver.at(created.path)]).toEqual([[], []]);
  });

  it('cancels what waits', async () => {
    const created = await createEndpoint();
    hooks.receiver.answer(created.path, { status: 500 });
    await happens();
    await hooks.engine.sweep();
    await hooks.receiver.waitFor(created.path, 1);
    await hooks.settled(created.endpoint.id, 'Waiting');
    await session.call('POST', `/app/company/applications/${application.id}/revoke`, { body: {} });
    await hooks.engine.sweep();
    expect(await statuses(created)).toEqual(['Cancelled']);
  });
});

describe('the claim', () => {
  it('starts nothing once the access has expired, even if nothing else was written', async () => {
    const created = await createEndpoint();
    const other = await besideIt();
    await hooks.restEngine();
    await happens();
    await hooks.expire(created.endpoint.application?.grantId ?? 0);
    // A poke creates and claims deliveries. Only the sweep disables the endpoint.
    await hooks.engine.poke();
    await other.delivered(1);
    expect(await statuses(created)).toEqual(['Waiting']);
    expect((await get(created.endpoint.id)).application).toMatchObject({ access: 'expired' });
    await hooks.engine.sweep();
    expect(await statuses(created)).toEqual(['Cancelled']);
    expect(await get(created.endpoint.id)).toMatchObject({ status: 'Disabled', disabledReason: 'AccessExpired' });
    expect(hooks.receiver.at(created.path)).toEqual([]);
  });

  it('waits while the access is suspended, and delivers when it works again', async () => {
    const created = await createEndpoint();
    const other = await besideIt();
    const states: readonly [string, () => unknown, () => unknown][] = [
      [
        'the member is deactivated',
        () => session.call('POST', `/app/members/${colleague.id}/deactivate`),
        () => session.call('POST', `/app/members/${colleague.id}/reactivate`),
      ],
      ['the plan has no API', () => hooks.world.setPlan(company, 'Free'), () => hooks.world.setPlan(company, 'Pro')],
      [
        'the policy does not list it',
        () => session.call('PUT', '/app/company/application-policy', { body: { allow: 'listed', clientIds: [] } }),
        () => session.call('PUT', '/app/company/application-policy', { body: { allow: 'every', clientIds: [] } }),
      ],
    ];
    let count = 0;
    for (const [why, suspend, resume] of states) {
      await hooks.restEngine();
      await happens();
      await suspend();
      try {
        await hooks.engine.sweep();
        await other.delivered(++count);
        expect([why, hooks.receiver.at(created.path).length]).toEqual([why, count - 1]);
        const [row] = await sql('SELECT status FROM webhook_endpoints WHERE id = $1', [created.endpoint.id]);
        expect([why, row?.['status']]).toEqual([why, 'Enabled']);
      } finally {
        await resume();
      }
      await hooks.engine.poke();
      await hooks.receiver.waitFor(created.path, count);
    }
  });
});

it('an endpoint receives no record that the member may no longer read', async () => {
  const created = await createEndpoint();
  const other = await besideIt();
  hooks.receiver.answer(created.path, { status: 500 });
  await happens();
  await hooks.engine.sweep();
  await hooks.receiver.waitFor(created.path, 1);
  await hooks.settled(created.endpoint.id, 'Waiting');
  await hooks.restEngine();
  await hooks.world.change(colleague, {
    permissions: MEMBER_PERMISSIONS.filter((permission) => permission !== 'client.read'),
  });
  hooks.receiver.answer(created.path, { status: 200 });
  await sql('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE endpoint_id = $1', [created.endpoint.id]);

  // What waits is not sent, and no delivery is created of what happens now.
  await happens();
  await hooks.engine.sweep();
  await other.delivered(2);
  expect([await statuses(created), hooks.receiver.at(created.path).length]).toEqual([['Waiting'], 1]);
  expect((await get(created.endpoint.id)).status).toBe('Enabled');

  await hooks.world.change(colleague, { permissions: [...MEMBER_PERMISSIONS] });
  await hooks.engine.sweep();
  await hooks.receiver.waitFor(created.path, 2);
  await hooks.settled(created.endpoint.id, 'Delivered');
  expect(await statuses(created)).toEqual(['Delivered']);
});

it('the status in SQL is that of the lists of access, and that of the claim', async () => {
  const { endpoint } = await createEndpoint();
  const grantId = endpoint.application?.grantId ?? 0;
  const grants = hooks.api.app.get(OAuthGrantsRepository);
  const member = '(SELECT member_id FROM oauth_grants WHERE id = $1)';
  const theCompany = '(SELECT company_id FROM oauth_grants WHERE id = $1)';
  const theApplication = '(SELECT application_id FROM oauth_grants WHERE id = $1)';
  const ENABLE = `UPDATE webhook_endpoints SET status = 'Enabled', disabled_reason = NULL, disabled_at = NULL WHERE id = $1`;
  const changes: readonly (readonly [GrantAccess, string])[] = [
    ['active', `UPDATE oauth_grants SET expires_at = now() + interval '1 day' WHERE id = $1`],
    ['suspended', `UPDATE members SET status = 'Deactivated' WHERE id = ${member}`],
    ['active', `UPDATE members SET status = 'Active' WHERE id = ${member}`],
    ['suspended', `UPDATE companies SET plan = 'Free' WHERE id = ${company}`],
    ['active', `UPDATE companies SET plan = 'Pro' WHERE id = ${company}`],
    ['suspended', `UPDATE oauth_policies SET allow = 'listed' WHERE company_id = ${theCompany}`],
    ['expired', `UPDATE oauth_grants SET expires_at = now() - interval '1 day' WHERE id = $1`],
    ['revoked', `UPDATE oauth_grants SET revoked_at = now() WHERE id = $1`],
    ['expired', `UPDATE oauth_grants SET revoked_at = NULL WHERE id = $1`],
    ['suspended', `UPDATE oauth_grants SET expires_at = NULL WHERE id = $1`],
    ['active', `UPDATE oauth_policies SET allow = 'every' WHERE company_id = ${theCompany}`],
    ['revoked', `UPDATE oauth_applications SET archived_at = now() WHERE id = ${theApplication}`],
  ];
  const policy = { allow: 'every', clientIds: [] };
  expect((await session.call('PUT', '/app/company/application-policy', { body: policy })).status).toBe(200);
  for (const [access, text] of changes) {
    await sql(text, text.includes('$1') ? [grantId] : []);
    await hooks.api.cells.each(() => updateTenants(hooks.api.database));
    const row = await grants.findById(grantId);
    const listed = row && grantAccess(grantStatus(row, new Date()));
    const found = await grantApplications(hooks.api.database, [grantId]);
    expect([text, listed, found.get(grantId)?.access]).toEqual([text, access, access]);
    // What the claim reads. An access that has ended also disables the endpoint.
    await sql(ENABLE, [endpoint.id]);
    await hooks.api.cells.each(() => updateAllGrants(hooks.api.database, hooks.api.app.get(UnitOfWork)));
    const [claim] = await sql(`SELECT e.status, ${GRANT_WORKS} AS works FROM webhook_endpoints e WHERE e.id = $1`, [
      endpoint.id,
    ]);
    const expected = [isEndedAccess(access) ? 'Disabled' : 'Enabled', access === 'active'];
    expect([text, claim?.['status'], claim?.['works'] === true]).toEqual([text, ...expected]);
  }
});

describe('enabling an endpoint whose application has no access', () => {
  it('409 for others, 200 for the application with its new access', async () => {
    const { endpoint, path, token } = await createEndpoint();
    const enable = (headers: { readonly headers: Record<string, string> }) =>
      hooks.api.call<EnabledWebhookEndpoint>('POST', `${ENDPOINTS}/${endpoint.id}/enable`, headers);
    await session.call('POST', `/app/company/applications/${application.id}/revoke`, { body: {} });
    expect((await enable(bearer(token))).status).toBe(401);
    for (const [method, at, body] of [
      ['POST', `${ENDPOINTS}/${endpoint.id}/enable`, undefined],
      ['PATCH', `${ENDPOINTS}/${endpoint.id}`, { status: 'Enabled' }],
    ] as const) {
      expect((await hooks.key.call(method, at, { body })).body).toMatchObject({
        ...{ status: 409, code: 'application_access_ended' },
        detail: 'The access of Acme Sync was revoked.',
      });
    }
    expect(
      (await hooks.key.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { description: 'Old' } })).status,
    ).toBe(200);

    const stranger = await registerApplication(session, { type: 'public' });
    const scope = 'integration.write client.read';
    const theirToken = (await authorize(hooks.api, theirs, stranger, { scope })).accessToken;
    expect((await enable(bearer(theirToken))).body).toMatchObject({ code: 'not_found' });
    const all = await registerApplication(session, {
      ...{ type: 'public', scopes: ['integration.write', 'integration.manage_all', 'client.read'] },
    });
    const managing = await authorize(hooks.api, theirs, all, { scope: `${scope} integration.manage_all` });
    expect((await enable(bearer(managing.accessToken))).body).toMatchObject({ code: 'application_access_ended' });
    const narrow = await authorize(hooks.api, theirs, application, { scope: 'integration.write' });
    expect((await enable(bearer(narrow.accessToken))).status).toBe(403);

    const again = await authorize(hooks.api, theirs, application, { scope });
    const enabled = await enable(bearer(again.accessToken));
    expect(enabled.body).toMatchObject({ status: 'Enabled', disabledReason: null, application: { access: 'active' } });
    expect(enabled.body.application?.grantId).not.toBe(endpoint.application?.grantId);
    await happens();
    await hooks.engine.sweep();
    await hooks.receiver.waitFor(path, 1);
  });
});
