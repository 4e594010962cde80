import type { SessionList } from '@billhook/contract/identity/session';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { PortalSessionView } from '@billhook/contract/webhooks/portal';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Log } from '../support/api.js';
import { PORTAL_ENDPOINTS, portalOf, SESSION } from '../support/portal.js';
import { startWorld } from '../support/start.js';
import { type SeededMember, type SessionCaller } from '../support/world.js';

const ENDPOINTS = PORTAL_ENDPOINTS;
const MINUTE = 60_000;

const log = new Log();
const { api, world } = await startWorld({}, log);
let member: SeededMember;
let session: SessionCaller;

beforeEach(async () => {
  member = await world.member(await world.company());
  session = await world.session(member);
});
afterEach(() => api.clock.set(new Date()));

const { token, enter, portal } = portalOf(api, () => session);

describe('a view-only portal', () => {
  it('looks at everything; changes and secrets are 403 portal_view_only', async () => {
    const full = await portal();
    const view = await portal(session, 'view');
    const body = { url: 'https://example.com/hook', eventTypes: ['invoice.paid'] };
    const { id } = (await full.call<WebhookEndpointView>('POST', ENDPOINTS, { body })).body;
    const delivery = (await full.call<{ id: number }>('POST', `${ENDPOINTS}/${id}/test`)).body.id;
    for (const path of [SESSION, ENDPOINTS, `${ENDPOINTS}/${id}`, '/portal/api/webhook-deliveries']) {
      expect((await view.call('GET', path)).status).toBe(200);
    }
    expect((await view.call('GET', SESSION)).body).toMatchObject({ access: 'view' });
    const REJECTED = { status: 403, code: 'portal_view_only' };
    for (const [method, path] of [
      ['GET', `${ENDPOINTS}/${id}/secret`],
      ['POST', `${ENDPOINTS}/${id}/rotate-secret`],
      ['POST', ENDPOINTS],
      ['PATCH', `${ENDPOINTS}/${id}`],
      ['DELETE', `${ENDPOINTS}/${id}`],
      ['POST', `/portal/api/webhook-deliveries/${delivery}/resend`],
      ['POST', '/portal/api/session/confirm'],
    ] as const) {
      expect((await view.call<ProblemView>(method, path, method === 'GET' ? {} : { body })).body).toMatchObject(
        REJECTED,
      );
    }
    expect((await full.call('GET', `${ENDPOINTS}/${id}`)).body).toMatchObject({ status: 'Enabled' });
  });
});

describe('GET /portal/api/session', () => {
  it('401 without the cookie of the portal: a session of the settings does not do', async () => {
    for (const caller of [api, session]) {
      expect((await caller.call<ProblemView>('GET', SESSION)).body).toMatchObject({
        status: 401,
        code: 'portal_session_missing',
      });
    }
  });

  it('401 for a page of another company, whose session this browser had before', async () => {
    const opened = await portal();
    const asked = (company: number) =>
      opened.call<ProblemView>('GET', SESSION, { headers: { 'portal-company': String(company) } });
    expect((await asked(member.companyId + 1)).body).toMatchObject({ status: 401, code: 'portal_session_missing' });
    expect((await asked(member.companyId)).status).toBe(200);
  });

  it('401 after an hour, however much it was used', async () => {
    const opened = await portal();
    api.clock.advance(60 * MINUTE - 1);
    expect((await opened.call('GET', SESSION)).status).toBe(200);
    api.clock.advance(1);
    expect((await opened.call('GET', SESSION)).status).toBe(401);
  });

  it.each([
    [
      'ended one of their sessions',
      async (by: SessionCaller) => {
        await world.session(member);
        const { body } = await by.call<SessionList>('GET', '/app/sessions');
        const [lost] = body.data.filter(({ current }) => !current);
        return by.call('POST', `/app/sessions/${lost?.id}/end`);
      },
    ],
    ['ended all of the others', (by: SessionCaller) => by.call('POST', '/app/sessions/end-others')],
  ])('401 for a member who has %s; an unused link is invalid, and no other member is affected', async (_, end) => {
    const colleague = await portal(await world.session(await world.member(member.companyId)));
    const opened = await portal();
    const unopened = await token();
    // The member has no such session, so every portal session continues.
    expect((await session.call('POST', '/app/sessions/999999999/end')).status).toBe(404);
    expect((await opened.call('GET', SESSION)).status).toBe(200);
    expect((await end(session)).status).toBeLessThan(300);
    expect((await opened.call('GET', SESSION)).status).toBe(401);
    expect((await enter(unopened)).body).toMatchObject({ status: 401, code: 'portal_link_revoked' });
    expect((await colleague.call('GET', SESSION)).status).toBe(200);
  });

  it('401 for a deactivated member, 403 for one without integration.write, immediately', async () => {
    const opened = await portal();
    await world.change(member, { permissions: ['client.read'] });
    for (const path of [SESSION, ENDPOINTS]) {
      const answer = await opened.call<ProblemView>('GET', path);
      expect(answer.body).toMatchObject({ status: 403, code: 'permission_missing', missing: ['integration.write'] });
    }
    await world.change(member, { status: 'Deactivated' });
    expect((await opened.call('GET', SESSION)).status).toBe(401);
    await world.change(member, { status: 'Active', permissions: ['integration.write'] });
    expect((await opened.call('GET', SESSION)).status).toBe(200);
  });

  it('200: the company, when it ends, and what the member holds of what counts here', async () => {
    const { body } = await (await portal()).call<PortalSessionView>('GET', SESSION);
    expect(body).toEqual({
      company: { id: member.companyId, name: expect.stringMatching(/^Company /), kind: 'Production' },
      access: 'full',
      confirmedAt: expect.any(String),
      expiresAt: new Date(api.clock.now().getTime() + 60 * MINUTE).toISOString(),
      permissions: ['client.read', 'invoice.read', 'quote.read', 'payment.read', 'event.read', 'integration.write'],
      allowHttp: true,
    });
  });

  it('200 after the member signed out of the settings: the portal has its own session', async () => {
    const opened = await portal();
    await session.call('DELETE', '/app/session');
    expect((await opened.call('GET', SESSION)).status).toBe(200);
  });
});

describe('a portal session', () => {
  it('sees and changes only the webhooks of its own company', async () => {
    const mine = await portal();
    const other = await portal(await world.session(await world.member(await world.company())));
    const body = { url: 'https://example.com/hook', eventTypes: ['invoice.paid'] };
    const made = await other.call<WebhookEndpointView>('POST', ENDPOINTS, { body });
    expect(made.status).toBe(201);
    expect((await mine.call<ListOf<unknown>>('GET', ENDPOINTS)).body.data).toEqual([]);
    for (const [method, suffix] of [
      ['GET', ''],
      ['GET', '/secret'],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const) {
      const call = method === 'PATCH' ? { body: {} } : {};
      expect((await mine.call(method, `${ENDPOINTS}/${made.body.id}${suffix}`, call)).status).toBe(404);
    }
    expect((await other.call<ListOf<unknown>>('GET', ENDPOINTS)).body.data).toHaveLength(1);
  });

  it('is shown by a dry run what a run would send, and starts none', async () => {
    const opened = await portal();
    const body = { url: 'https://example.com/hook', eventTypes: ['invoice.paid'] };
    const { id } = (await opened.call<WebhookEndpointView>('POST', ENDPOINTS, { body })).body;
    const start = (prefer: string) =>
      opened.call<ProblemView>('POST', `${ENDPOINTS}/${id}/replay-missing`, {
        body: { since: new Date(api.clock.now().getTime() - MINUTE).toISOString() },
        headers: { prefer },
      });
    const runs = async () => (await opened.call<ListOf<unknown>>('GET', `${ENDPOINTS}/${id}/runs`)).body.data;
    expect(await start('dryrun')).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    const dry = await start('dry-run');
    expect([dry.status, dry.headers.get('preference-applied')]).toEqual([202, 'dry-run']);
    expect(await runs()).toEqual([]);
    expect((await start('respond-async')).status).toBe(202);
    expect(await runs()).toHaveLength(1);
  });

  it('shows and sends what its member may read, as they are now', async () => {
    const opened = await portal();
    const make = (types: readonly string[]) =>
      opened.call<Record<string, unknown>>('POST', ENDPOINTS, {
        body: { url: 'https://example.com/hook', eventTypes: types },
      });
    const id = Number((await make(['client.created', 'invoice.paid'])).body['id']);
    const test = await opened.call<{ id: number }>('POST', `${ENDPOINTS}/${id}/test`);
    const delivery = async () => (await opened.call('GET', `/portal/api/webhook-deliveries/${test.body.id}`)).body;
    expect(await delivery()).toMatchObject({ body: expect.stringContaining('"data":{'), missingPermission: null });

    await world.change(member, { permissions: ['integration.write', 'invoice.read'] });
    expect(await delivery()).toMatchObject({ body: null, bodies: {}, missingPermission: 'client.read' });
    const REFUSED = { status: 403, code: 'permission_missing', missing: ['client.read'], whoCanFix: 'administrator' };
    expect((await make(['client.created'])).body).toMatchObject(REFUSED);
    const patch = (body: object) => opened.call<ProblemView>('PATCH', `${ENDPOINTS}/${id}`, { body });
    expect((await patch({ url: 'https://elsewhere.example/' })).body).toMatchObject(REFUSED);
    expect((await patch({ eventTypes: ['client.updated', 'invoice.paid'] })).body).toMatchObject(REFUSED);
    expect((await patch({ eventTypes: ['client.created'], description: 'The ERP' })).status).toBe(200);
    expect((await make(['invoice.paid'])).status).toBe(201);
    expect((await opened.call<PortalSessionView>('GET', SESSION)).body.permissions).toEqual([
      'integration.write',
      'invoice.read',
    ]);
  });

  it('opens nothing else: not the settings, not the API', async () => {
    const opened = await portal();
    for (const path of ['/app/session', '/app/api-keys', '/app/audit-log', '/v1/webhook-endpoints', '/v1/clients']) {
      expect((await opened.call('GET', path)).status).toBe(401);
    }
  });

  it('is refused to other sites', async () => {
    const opened = await portal();
    const answer = await opened.call('POST', ENDPOINTS, { body: {}, headers: { origin: 'https://evil.example' } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  });
});
