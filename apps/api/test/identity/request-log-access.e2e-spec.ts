import type { LoggedRequestDetail, LoggedRequestView } from '@billhook/contract/identity/logged-request';
import type { ListOf } from '@billhook/contract/shared/page';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { authorize, PUBLIC_URL, registerApplication } from '../support/oauth.js';
import { startWorld } from '../support/start.js';
import type { Caller, KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld({ PUBLIC_URL });
let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
});

const idOf = ({ headers }: Answer<unknown>): string => headers.get('request-id') ?? '';
const listed = async (query: string, by: Caller, path = '/v1/requests'): Promise<LoggedRequestView[]> =>
  (await by.call<ListOf<LoggedRequestView>>('GET', `${path}${query}`)).body.data;
const inSettings = (query = '', by: Caller = session) => listed(query, by, '/app/requests');
/** What a member sees of a request. */
const seen = async (id: string): Promise<LoggedRequestDetail> =>
  (await session.call<LoggedRequestDetail>('GET', `/app/requests/${id}`)).body;

describe('who sees a request', () => {
  it('a key and an application see their own, a member those of their credentials, an administrator all', async () => {
    const application = await registerApplication(session);
    const token = world.bearer((await authorize(api, session, application)).accessToken);
    const second = await world.key({ member: owner });
    const sales = await world.member(owner.companyId, { role: 'Sales' });
    const theirs = await world.key({ member: sales });
    const ids: string[] = [];
    for (const each of [key, token, second, theirs]) ids.push(idOf(await each.call('GET', '/v1/clients')));

    for (const [n, each] of [key, token, second, theirs].entries()) {
      expect((await listed('?route=/v1/clients', each)).map(({ id }) => id)).toEqual([ids[n]]);
      for (const id of ids.filter((other) => other !== ids[n])) {
        expect((await each.call('GET', `/v1/requests/${id}`)).status).toBe(404);
      }
    }
    const member = await world.session(sales);
    const newcomer = await world.session(await world.member(owner.companyId, { role: 'Sales' }));
    expect(await inSettings('', newcomer)).toEqual([]);
    expect((await newcomer.call('GET', `/app/requests/${ids[3]}`)).status).toBe(404);
    expect((await inSettings('?route=/v1/clients', member)).map(({ id }) => id)).toEqual([ids[3]]);
    expect((await member.call('GET', `/app/requests/${ids[0]}`)).status).toBe(404);
    expect((await inSettings('?route=/v1/clients')).map(({ id }) => id)).toEqual(ids.toReversed());
    const ofApplication = await inSettings(`?route=/v1/clients&credential=application-${application.id}`);
    expect(ofApplication.map(({ id, credential }) => ({ id, credential }))).toEqual([
      { id: ids[1], credential: { kind: 'application', id: application.id, name: 'Acme Sync', prefix: null } },
    ]);
  });

  it('a member sees the bodies only with the permission of the operation', async () => {
    const id = idOf(await key.call('POST', '/v1/clients', { body: clientBody }));
    expect((await seen(id)).request?.body).toContain(clientBody.name);
    await world.change(owner, { permissions: ['api_key.manage', 'client.read'] });
    expect(await seen(id)).toMatchObject({
      ...{ id, status: 201, request: null, response: null, missingPermission: 'client.write' },
    });
    const missing = idOf(await key.call('GET', '/v1/invoices/999999'));
    const refused = idOf(await key.call('POST', '/v1/invoices', { body: { notes: 'Acme' } }));
    for (const [each, status, missingPermission] of [
      [missing, 403, 'invoice.read'],
      [refused, 403, 'invoice.write'],
    ] as const) {
      expect(await seen(each)).toMatchObject({
        ...{ status, request: null, response: null, missingPermission },
      });
    }
  });

  it.each([
    ['PUT', '/v1/nothing'],
    ['POST', '/v1/webhook-endpoints/1/diagnose'],
    ['POST', '/v1/webhook-endpoints/preview'],
    ['POST', '/v1/invoices/preview'],
  ])('no member sees the bodies of %s %s, which need more than a permission of the route', async (method, path) => {
    const id = idOf(await key.call(method, path, { body: { body: '{"client":"Acme"}' } }));
    const line = await seen(id);
    expect(line).toMatchObject({ id, request: null, response: null, missingPermission: null });
    expect(line.status).toBeGreaterThanOrEqual(400);
  });
});
