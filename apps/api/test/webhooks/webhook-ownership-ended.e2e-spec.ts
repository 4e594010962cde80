import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { MEMBER_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { ENV, type Env } from '@billhook/platform/env';
import { describe, expect, it } from '@jest/globals';
import { bindApplicationChanges } from '../../src/installation/admin/bind-application-changes.command.js';
import { DATABASE_CHECKS } from '../../src/installation/admin/doctor/database-checks.js';
import type { Answer } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { authorize, type TestApplication } from '../support/oauth.js';
import { ALL_SCOPE, OWN_SCOPE, OWNED_TYPES, startOwnership } from '../support/ownership.js';
import { ENDPOINTS, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';
import type { SessionCaller } from '../support/world.js';

const { hooks, session, sql, applicationOf, call, subjectOf } = await startOwnership();

it('an endpoint names what an application set in it', async () => {
  const { app, token } = await applicationOf(ALL_SCOPE);
  const { endpoint } = await subjectOf();
  const changed = await call<WebhookEndpointView>(token, 'PATCH', `${ENDPOINTS}/${endpoint.id}`, {
    ...{ url: 'https://other.example', description: 'Changed', schedule: [0, 60] },
  });
  expect(changed.body).toMatchObject({
    application: null,
    applicationChanges: [{ member: 'url', application: { clientId: app.clientId, access: 'active' } }],
  });
  const own = { url: 'https://example.com/hooks' };
  const back = await hooks.key.call<WebhookEndpointView>('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: own });
  expect(back.body).toMatchObject({ ...own, applicationChanges: [] });
});

describe('on the wire', () => {
  type Colleague = Awaited<ReturnType<WebhookWorld['world']['member']>>;
  interface Scene {
    readonly app: TestApplication;
    readonly member: Colleague;
    readonly theirs: SessionCaller;
    readonly grantId: number;
  }
  const policy = (body: object) => session.call('PUT', '/app/company/application-policy', { body });
  const member = (id: number, move: string) => session.call('POST', `/app/members/${id}/${move}`, { body: {} });
  const permit = (id: number, without: Permission) =>
    session.call('PATCH', `/app/members/${id}`, {
      body: { permissions: MEMBER_PERMISSIONS.filter((permission) => permission !== without) },
    });

  /** The ways in which an access ends or stops working, and what the resulting status of an endpoint that depends on it. */
  const WAYS: readonly (readonly [string, 'Disabled' | 'Enabled', (scene: Scene) => Promise<Answer | void>])[] = [
    [
      'the user revokes it',
      'Disabled',
      ({ theirs, grantId }) => theirs.call('POST', `/app/oauth/grants/${grantId}/revoke`, { body: {} }),
    ],
    [
      'an administrator revokes it',
      'Disabled',
      ({ app }) => session.call('POST', `/app/company/applications/${app.id}/revoke`, { body: {} }),
    ],
    [
      'the application is archived',
      'Disabled',
      ({ app }) => session.call('POST', `/app/oauth/applications/${app.id}/archive`),
    ],
    ['the member is removed', 'Disabled', ({ member: { id } }) => member(id, 'remove')],
    ['the member is deactivated', 'Enabled', ({ member: { id } }) => member(id, 'deactivate')],
    ['the policy excludes it', 'Enabled', () => policy({ allow: 'listed', clientIds: [] })],
    ['the member may no longer read the records', 'Enabled', ({ member: { id } }) => permit(id, 'client.read')],
    ['the member may no longer manage webhooks', 'Enabled', ({ member: { id } }) => permit(id, 'integration.write')],
    ['it expires', 'Disabled', ({ grantId }) => hooks.expire(grantId)],
  ];

  let scenes = 0;

  it.each(WAYS)('no message reaches an address that an application set once %s', async (_, status, end) => {
    await sql('UPDATE webhook_endpoints SET deleted_at = now() WHERE company_id = $1', [hooks.key.companyId]);
    await hooks.restEngine();
    const at = (name: string) => `/scene-${scenes}-${name}`;
    scenes += 1;
    const url = (name: string) => hooks.receiver.url + at(name);
    const happens = async () =>
      expect((await hooks.key.call('POST', '/v1/clients', { body: clientBody })).status).toBe(201);

    const colleague = await hooks.world.member(hooks.key.companyId);
    const theirs = await hooks.world.session(colleague);
    const { app, token } = await applicationOf(ALL_SCOPE, theirs);
    const one = await applicationOf(OWN_SCOPE);
    // The application redirects an endpoint of the company and one of another application, routes a third one by a header, and makes one.
    const company = await hooks.create({ url: url('company'), eventTypes: OWNED_TYPES });
    const routed = await hooks.create({ url: url('routed'), eventTypes: OWNED_TYPES });
    const others = (
      await call<CreatedEndpoint>(one.token, 'POST', ENDPOINTS, { url: url('one'), eventTypes: OWNED_TYPES })
    ).body;
    const made = (await call<CreatedEndpoint>(token, 'POST', ENDPOINTS, { url: url('made'), eventTypes: OWNED_TYPES }))
      .body;
    const untouched = await hooks.create({ url: url('untouched'), eventTypes: OWNED_TYPES });
    const changes: readonly (readonly [CreatedEndpoint, object])[] = [
      [company, { url: url('evil-company') }],
      [others, { url: url('evil-one') }],
      [routed, { headers: { 'X-Route': 'evil' } }],
    ];
    for (const [{ id }, body] of changes) {
      expect((await call(token, 'PATCH', `${ENDPOINTS}/${id}`, body)).status).toBe(200);
    }
    const reached = ['evil-company', 'evil-one', 'routed', 'made'].map(at);
    for (const path of reached) hooks.receiver.answer(path, { status: 500 });

    await happens();
    await hooks.engine.sweep();
    for (const path of reached) await hooks.receiver.waitFor(path, 1);
    await hooks.receiver.waitFor(at('untouched'), 1);
    for (const { id } of [company, others, routed, made]) await hooks.settled(id, 'Waiting');
    await hooks.restEngine();

    const grantId = made.application?.grantId ?? 0;
    try {
      // Every change but the passing of time is a request. Its response is the last moment for a message.
      const ended = await end({ app, member: colleague, theirs, grantId });
      expect(ended?.status ?? 200).toBe(200);
      // Retries, resends and new events are due.
      await sql(
        `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE endpoint_id = ANY ($1) AND status = 'Waiting'`,
        [[company.id, others.id, routed.id, made.id]],
      );
      await happens();
      await hooks.engine.poke();
      await hooks.receiver.waitFor(at('untouched'), 2);
      await hooks.engine.sweep();
      await happens();
      await hooks.engine.sweep();
      await hooks.receiver.waitFor(at('untouched'), 3);
      expect(reached.map((path) => [path, hooks.receiver.at(path).length])).toEqual(reached.map((path) => [path, 1]));
      const rows = await sql('SELECT id, status FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY id', [
        [company.id, others.id, routed.id, made.id, untouched.id].toSorted((a, b) => a - b),
      ]);
      expect(rows.map((row) => row['status'])).toEqual([status, status, status, status, 'Enabled']);
    } finally {
      await policy({ allow: 'every', clientIds: [] });
    }
  });

  it('the company takes its endpoint back by setting what the application set', async () => {
    const { app, token } = await applicationOf(ALL_SCOPE);
    const { id } = await hooks.create({ url: `${hooks.receiver.url}/back`, eventTypes: OWNED_TYPES });
    const patch = (body: object) =>
      hooks.key.call<WebhookEndpointView & { readonly detail?: string }>('PATCH', `${ENDPOINTS}/${id}`, { body });
    const evil = `${hooks.receiver.url}/evil-back`;
    await call(token, 'PATCH', `${ENDPOINTS}/${id}`, { url: evil, headers: { 'X-Route': 'evil' } });
    await session.call('POST', `/app/company/applications/${app.id}/revoke`, { body: {} });

    const refused = await hooks.key.call<ProblemView>('POST', `${ENDPOINTS}/${id}/enable`);
    expect(refused.body).toMatchObject({ status: 409, code: 'application_access_ended' });
    expect(refused.body.detail).toMatch(/^The access of App \d+ was revoked, and it set `headers`\..*`url`/);
    const still = await patch({ url: `${hooks.receiver.url}/back`, status: 'Enabled' });
    expect([still.status, still.body.detail]).toEqual([409, expect.not.stringContaining('`url`')]);
    // Stating a value without changing it confirms it, for which the caller must be able to read the records.
    const confirmed = await patch({ headers: {}, url: evil });
    expect([confirmed.status, confirmed.body.applicationChanges, confirmed.body.status]).toEqual([200, [], 'Disabled']);
    const back = await patch({ url: `${hooks.receiver.url}/back`, status: 'Enabled' });
    expect([back.status, back.body.status]).toEqual([200, 'Enabled']);
    expect((await hooks.key.call('POST', '/v1/clients', { body: clientBody })).status).toBe(201);
    await hooks.engine.sweep();
    await hooks.receiver.waitFor('/back', 1);
    expect(hooks.receiver.at('/evil-back')).toEqual([]);
  });

  it('the application continues with its changes after a new consent', async () => {
    const { app, token } = await applicationOf(ALL_SCOPE);
    const { id } = await hooks.create({ url: `${hooks.receiver.url}/first`, eventTypes: OWNED_TYPES });
    const path = `${ENDPOINTS}/${id}`;
    await call(token, 'PATCH', path, { url: `${hooks.receiver.url}/continued` });
    await session.call('POST', `/app/company/applications/${app.id}/revoke`, { body: {} });
    const again = (await authorize(hooks.api, session, app, { scope: ALL_SCOPE })).accessToken;
    const enabled = await call<WebhookEndpointView>(again, 'POST', `${path}/enable`);
    expect(enabled.body).toMatchObject({
      ...{ status: 'Enabled', application: null },
      applicationChanges: [
        { member: 'status', application: { access: 'active' } },
        { member: 'url', application: { access: 'active' } },
      ],
    });
    await session.call('POST', `/app/company/applications/${app.id}/revoke`, { body: {} });
    expect((await hooks.key.call<WebhookEndpointView>('GET', path)).body.status).toBe('Disabled');
  });
});

describe('changes from before they were bound to the access', () => {
  const doctor = async () => {
    const row = DATABASE_CHECKS.find(({ name }) => name === 'applications');
    const arrival = { kind: 'arrived' } as const;
    return row?.check({ arrival, hasTables: true, env: hooks.api.app.get<Env>(ENV), db: hooks.api.database });
  };
  const clean = { level: 'ok', text: 'No endpoint depends on an application that does not own it.' };

  it('are listed by the installation check and disabled by one command, or bound to an access that works', async () => {
    await sql('UPDATE webhook_endpoints SET deleted_at = now()');
    const [ended, working] = [await applicationOf(ALL_SCOPE), await applicationOf(ALL_SCOPE)];
    const [changed, both, restored, own, bound] = [
      await hooks.create({ eventTypes: OWNED_TYPES }),
      await hooks.create({ eventTypes: OWNED_TYPES }),
      await hooks.create({ eventTypes: OWNED_TYPES }),
      (await subjectOf(ended.token)).endpoint,
      await hooks.create({ eventTypes: OWNED_TYPES }),
    ];
    const url = 'https://evil.example/hooks';
    for (const { id } of [changed, both, restored, own])
      await call(ended.token, 'PATCH', `${ENDPOINTS}/${id}`, { url });
    await call(working.token, 'PATCH', `${ENDPOINTS}/${both.id}`, { headers: { 'X-Route': 'evil' } });
    await call(working.token, 'PATCH', `${ENDPOINTS}/${bound.id}`, { url });
    await hooks.key.call('PATCH', `${ENDPOINTS}/${restored.id}`, { body: { url: 'https://example.com/back' } });
    // As 0.1.0 left them.
    await sql('UPDATE webhook_endpoints SET changed_by_grants = NULL');
    await session.call('POST', `/app/company/applications/${ended.app.id}/revoke`, { body: {} });

    const found = await doctor();
    expect(found).toMatchObject({ level: 'problem', advice: expect.stringContaining('bind-application-changes') });
    expect(
      [...(found?.text.matchAll(/endpoint (\d+) \((\w+) by/g) ?? [])].map(([, id, name]) => [Number(id), name]),
    ).toEqual([
      [changed.id, 'url'],
      [both.id, 'url'],
    ]);

    const said = await bindApplicationChanges.run(hooks.api.app, []);
    expect(said.match(/: disabled\.$/gm)).toHaveLength(2);
    expect(said.match(/: bound\.$/gm)).toHaveLength(2);
    const rows = await sql(
      'SELECT id, status, disabled_reason FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY id',
      [[changed.id, both.id, restored.id, bound.id]],
    );
    expect(rows.map((row) => [row['id'], row['status'], row['disabled_reason']])).toEqual([
      [changed.id, 'Disabled', 'AccessRevoked'],
      [both.id, 'Disabled', 'AccessRevoked'],
      [restored.id, 'Enabled', null],
      [bound.id, 'Enabled', null],
    ]);
    expect((await doctor())?.level).toBe('ok');
    expect(await bindApplicationChanges.run(hooks.api.app, [])).toBe(`${clean.text}\n`);
    await session.call('POST', `/app/company/applications/${working.app.id}/revoke`, { body: {} });
    expect((await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${bound.id}`)).body.status).toBe('Disabled');
  });

  it('name the endpoints whose secret an application knows, until it is rotated', async () => {
    await sql('UPDATE webhook_endpoints SET deleted_at = now()');
    const { token } = await applicationOf(ALL_SCOPE);
    const own = await subjectOf(token);
    expect((await call(token, 'GET', `${ENDPOINTS}/${own.endpoint.id}/secret`)).status).toBe(200);
    expect(await doctor()).toEqual(clean);
    // As if the endpoint were one of the company, whose secret applications could see.
    await sql('UPDATE webhook_endpoints SET grant_id = NULL WHERE id = $1', [own.endpoint.id]);
    expect(await doctor()).toMatchObject({
      level: 'warning',
      text: expect.stringContaining(`endpoint ${own.endpoint.id} (`),
    });
    const rotated = await hooks.key.call('POST', `${ENDPOINTS}/${own.endpoint.id}/rotate-secret`, {
      body: { overlapHours: 0 },
    });
    expect(rotated.status).toBe(200);
    expect(await doctor()).toEqual(clean);
  });
});
