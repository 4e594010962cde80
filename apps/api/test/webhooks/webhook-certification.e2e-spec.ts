import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookCertificationView } from '@billhook/contract/webhooks/certification';
import { CERTIFICATION_CASE_NAMES } from '@billhook/domain/webhooks/certification-cases';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verify } from '../../../../libs/sdk/src/webhooks/verify.js';
import { PORTAL_ENDPOINTS, portalOf } from '../support/portal.js';
import { startWorld } from '../support/start.js';
import type { CreatedEndpoint } from '../support/webhooks.js';
import type { Caller, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();
let session: SessionCaller;
let caller: Caller;
/** A correct receiver that counts, as in the guide, and the headers that it got. */
let server: Server;
let secret = '';
const seen: (readonly [string | undefined, NodeJS.Dict<string | string[]>])[] = [];
const { portal } = portalOf(api, () => session);

beforeAll(async () => {
  session = await world.session(await world.member(await world.company()));
  caller = await portal();
  const counts = new Map<string, number>();
  const versions = new Map<number, number>();
  server = createServer((request, response) => {
    seen.push([request.method, request.headers]);
    buffer(request)
      .then((body) => verify(body, request.headers, secret))
      .then(({ id, data }) => {
        const { id: record, version } = data as { id: number; version: number };
        const isOlder = version < (versions.get(record) ?? 0);
        if (!counts.has(id)) counts.set(id, isOlder ? 0 : 1);
        versions.set(record, Math.max(version, versions.get(record) ?? 0));
        response.writeHead(204, { 'webhook-handled': counts.get(id) }).end();
      })
      .catch(() => response.writeHead(400).end());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(() => void server.close());

const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

async function created(body: object): Promise<CreatedEndpoint> {
  const answer = await caller.call<CreatedEndpoint>('POST', PORTAL_ENDPOINTS, {
    body: { eventTypes: ['client.created'], ...body },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  ({ secret } = answer.body);
  return answer.body;
}

type PlayedCase = WebhookCertificationView & ProblemView;
const play = (id: number, name: string, by = caller) =>
  by.call<PlayedCase>('POST', `${PORTAL_ENDPOINTS}/${id}/certify`, { body: { case: name } });

describe('a certification in the portal', () => {
  it('401, 403 for a view-only link, 404 for another company, 422 for an unknown case, 409 for a disabled endpoint', async () => {
    const { id } = await created({ url: urlOf('/refused') });
    expect((await play(id, 'valid', api)).status).toBe(401);
    expect((await play(id, 'valid', await portal(session, 'view'))).body.code).toBe('portal_view_only');
    const stranger = await world.session(await world.member(await world.company()));
    expect((await play(id, 'valid', await portal(stranger))).status).toBe(404);
    expect((await play(id, 'gzipp')).body).toMatchObject({ status: 422, errors: [{ pointer: '/case' }] });
    const dry = { headers: { prefer: 'dry-run' }, body: { case: 'valid' } };
    expect((await caller.call('POST', `${PORTAL_ENDPOINTS}/${id}/certify`, dry)).status).toBe(400);
    await caller.call('POST', `${PORTAL_ENDPOINTS}/${id}/disable`, { body: {} });
    expect((await play(id, 'valid')).body).toMatchObject({ status: 409, code: 'endpoint_disabled' });
    expect(seen).toEqual([]);
  });

  it.each(['v1', 'v1a'])('200: a correct receiver that counts passes every case, with %s', async (signatureScheme) => {
    const { id } = await created({ url: urlOf('/right?a=1'), signatureScheme, headers: { 'x-tenant': 'lumen' } });
    if (signatureScheme === 'v1a') {
      const { body } = await caller.call<{ publicKey: string }>('GET', `${PORTAL_ENDPOINTS}/${id}/secret`);
      secret = body.publicKey ?? secret;
    }
    const failed: unknown[] = [];
    for (const name of CERTIFICATION_CASE_NAMES) {
      const { status, body } = await play(id, name);
      if (status !== 200 || body.outcome !== 'Passed') failed.push([name, status, body]);
    }
    expect(failed).toEqual([]);
    expect(seen.every(([, headers]) => headers['x-tenant'] === 'lumen' && headers['webhook-test'] === 'true')).toBe(
      true,
    );
    const entries = await api.database.query<{ action: string }>({
      name: 'test_certified',
      text: `SELECT action FROM audit_log WHERE target = $1 AND action = 'webhook_endpoint.certified'`,
      values: [String(id)],
    });
    expect(entries).toHaveLength(1);
    expect((await caller.call<{ data: unknown[] }>('GET', `${PORTAL_ENDPOINTS}/${id}/deliveries`)).body.data).toEqual(
      [],
    );
  });

  it('429 beyond one certification, with the time until the next case', async () => {
    const { id } = await created({ url: urlOf('/often') });
    const answers = await Promise.all(Array.from({ length: 16 }, () => play(id, 'valid')));
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => play(id, 'valid')))));
    const rejected = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected[0]?.body).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) });
  });

  it('429 while twenty cases wait for their receivers, however many endpoints they have', async () => {
    const held: ServerResponse[] = [];
    const slow = createServer((_, response) => void held.push(response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => slow.once('listening', resolve));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
    const endpoints = await Promise.all(Array.from({ length: 4 }, () => created({ url })));
    const playing = endpoints.flatMap(({ id }) => Array.from({ length: 8 }, () => play(id, 'valid')));
    let rejected = 0;
    for (const each of playing) void each.then(({ status }) => (rejected += status === 429 ? 1 : 0));
    await eventually('each case is sent or rejected', async () => held.length + rejected === 32 || undefined);
    const sent = held.length;
    for (const response of held) response.writeHead(204).end();
    await Promise.all(playing);
    slow.close();
    expect([sent, rejected]).toEqual([20, 12]);
  });

  it('sends nothing to an address that deliveries may not reach', async () => {
    const { id } = await created({ url: urlOf('/private') });
    const before = seen.length;
    for (const url of ['http://10.1.2.3/x', 'http://169.254.169.254/', 'ftp://example.com/']) {
      await api.database.query({
        name: 'test_move_endpoint',
        text: 'UPDATE webhook_endpoints SET url = $2 WHERE id = $1',
        values: [id, url],
      });
      const { body } = await play(id, 'valid');
      expect([url, body]).toMatchObject([
        url,
        { outcome: 'Failed', reason: 'NoResponse', responses: [{ status: null }] },
      ]);
    }
    expect(seen).toHaveLength(before);
  });
});
