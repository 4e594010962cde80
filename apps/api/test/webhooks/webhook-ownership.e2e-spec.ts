import { createHmac } from 'node:crypto';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { describe, expect, it } from '@jest/globals';
import { clientBody } from '../support/bodies.js';
import { authorize, registerApplication } from '../support/oauth.js';
import {
  ALL_SCOPE,
  LISTED_SCOPES,
  OWN_SCOPE,
  OWNED_TYPES,
  startOwnership,
  type Subject,
} from '../support/ownership.js';
import { openPortal } from '../support/portal.js';
import { routesBelow } from '../support/routes.js';
import { DELIVERIES, ENDPOINTS, type CreatedEndpoint } from '../support/webhooks.js';
import type { Caller } from '../support/world.js';

const { hooks, session, sql, applicationOf, call, subjectOf } = await startOwnership();
const { id: clientId } = (await hooks.key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody })).body;

const pathOf = (path: string, { endpoint, delivery, run }: Subject): string => {
  const id = path.includes('/webhook-deliveries') ? delivery : path.includes('/webhook-runs') ? run : endpoint.id;
  return path.replace(':id', String(id)).replace(':externalId', endpoint.externalId ?? '');
};

type Use = 'read' | 'change' | 'secret';

/** Every route of a single endpoint, delivery or run: what it does, and a body. The order matters: each leaves the next one possible. */
const SINGLE: readonly (readonly [string, Use, unknown?])[] = [
  ['GET /v1/webhook-endpoints/:id', 'read'],
  ['GET /v1/webhook-endpoints/by-external-id/:externalId', 'read'],
  ['GET /v1/webhook-endpoints/:id/deliveries', 'read'],
  ['GET /v1/webhook-endpoints/:id/stats', 'read'],
  ['GET /v1/webhook-endpoints/:id/secrets', 'read'],
  ['GET /v1/webhook-endpoints/:id/runs', 'read'],
  ['GET /v1/webhook-deliveries/:id', 'read'],
  ['GET /v1/webhook-runs/:id', 'read'],
  ['POST /v1/webhook-runs/:id/pause', 'change'],
  ['POST /v1/webhook-runs/:id/resume', 'change'],
  ['POST /v1/webhook-runs/:id/cancel', 'change'],
  ['POST /v1/webhook-deliveries/:id/resend', 'change'],
  ['POST /v1/webhook-deliveries/:id/cancel', 'change'],
  ['PATCH /v1/webhook-endpoints/:id', 'change', { description: 'Changed' }],
  [
    'PUT /v1/webhook-endpoints/by-external-id/:externalId',
    'change',
    { url: 'https://other.example', eventTypes: OWNED_TYPES },
  ],
  ['POST /v1/webhook-endpoints/:id/test', 'change', {}],
  ['POST /v1/webhook-endpoints/:id/send-record', 'change', { resource: 'client', id: clientId }],
  ['POST /v1/webhook-endpoints/:id/recover', 'change', { since: new Date(Date.now() - 3_600_000).toISOString() }],
  [
    'POST /v1/webhook-endpoints/:id/replay-missing',
    'change',
    { since: new Date(Date.now() - 3_600_000).toISOString() },
  ],
  ['GET /v1/webhook-endpoints/:id/secret', 'secret'],
  ['POST /v1/webhook-endpoints/:id/diagnose', 'secret', { body: '{}' }],
  ['POST /v1/webhook-endpoints/:id/rotate-secret', 'secret', { overlapHours: 1 }],
  ['POST /v1/webhook-endpoints/:id/end-previous-secrets', 'secret', {}],
  ['POST /v1/webhook-endpoints/:id/disable', 'change'],
  ['POST /v1/webhook-endpoints/:id/enable', 'change'],
  ['DELETE /v1/webhook-endpoints/:id', 'change'],
];

/** Routes without a single endpoint. The lists are checked below. */
const OTHERS = [
  'GET /v1/webhook-endpoints',
  'POST /v1/webhook-endpoints',
  'GET /v1/webhook-endpoints/stats',
  'POST /v1/webhook-endpoints/preview',
  'GET /v1/webhook-deliveries',
];

/** Everything that a change of an endpoint writes. */
const stateOf = ({ endpoint: { id } }: Subject) =>
  sql(
    `SELECT e.url, e.description, e.status, e.version, e.secrets, e.deleted_at, e.changed_by_grants,
      (SELECT jsonb_agg(d.status || d.trigger ORDER BY d.id) FROM webhook_deliveries d WHERE d.endpoint_id = e.id) AS deliveries,
      (SELECT jsonb_agg(r.status ORDER BY r.id) FROM webhook_runs r WHERE r.endpoint_id = e.id) AS runs
      FROM webhook_endpoints e WHERE e.id = $1`,
    [id],
  );

/** Calls every route of a single endpoint. @returns the status and code of each */
async function walk(token: string, subject: Subject): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [route, , body] of SINGLE) {
    const [method = '', path = ''] = route.split(' ');
    const { status, body: answer } = await call(token, method, pathOf(path, subject), body);
    found.set(route, status < 300 ? 'done' : `${status} ${answer.code}`);
  }
  return found;
}

const expected = (answers: Readonly<Record<Use, string>>) =>
  new Map(SINGLE.map(([route, use]) => [route, answers[use]]));

describe('every route of endpoints, deliveries and runs', () => {
  it('is in the table', () => {
    const routes = routesBelow(hooks.api, '/v1/webhook-').map(({ method, path }) => `${method} ${path}`);
    expect(routes.toSorted()).toEqual([...SINGLE.map(([route]) => route), ...OTHERS].toSorted());
  });

  it('404 for endpoints of the company and of other applications, and nothing changes; 2xx for its own', async () => {
    const { token } = await applicationOf(OWN_SCOPE);
    const other = await applicationOf(OWN_SCOPE);
    const foreign = [await subjectOf(), await subjectOf(other.token)];
    for (const subject of foreign) {
      const before = await stateOf(subject);
      const all = '404 not_found';
      expect(await walk(token, subject)).toEqual(expected({ read: all, change: all, secret: all }));
      expect(await stateOf(subject)).toEqual(before);
    }
    const own = await subjectOf(token);
    expect(await walk(token, own)).toEqual(expected({ read: 'done', change: 'done', secret: 'done' }));
  });

  it('2xx for all of them with integration.manage_all, but 403 for foreign secrets', async () => {
    const { token } = await applicationOf(ALL_SCOPE);
    const other = await applicationOf(OWN_SCOPE);
    const refused = '403 secret_of_another_owner';
    for (const subject of [await subjectOf(), await subjectOf(other.token)]) {
      expect(await walk(token, subject)).toEqual(expected({ read: 'done', change: 'done', secret: refused }));
    }
    expect(await walk(token, await subjectOf(token))).toEqual(
      expected({ read: 'done', change: 'done', secret: 'done' }),
    );
  });

  it('2xx for members and keys, which need no further permission', async () => {
    const { token } = await applicationOf(OWN_SCOPE);
    for (const subject of [await subjectOf(), await subjectOf(token)]) {
      expect(await walk(hooks.key.secret, subject)).toEqual(expected({ read: 'done', change: 'done', secret: 'done' }));
    }
  });

  it('404 for an application of another member, until that access has ended', async () => {
    const app = await registerApplication(session, { type: 'public', scopes: [...LISTED_SCOPES] });
    const colleague = await hooks.world.session(await hooks.world.member(hooks.key.companyId));
    const mine = (await authorize(hooks.api, session, app, { scope: OWN_SCOPE })).accessToken;
    const again = (await authorize(hooks.api, session, app, { scope: OWN_SCOPE })).accessToken;
    const theirs = (await authorize(hooks.api, colleague, app, { scope: OWN_SCOPE })).accessToken;
    const { endpoint } = await subjectOf(mine);
    const statuses = async () => [
      (await call(again, 'GET', `${ENDPOINTS}/${endpoint.id}`)).status,
      (await call(theirs, 'GET', `${ENDPOINTS}/${endpoint.id}`)).status,
    ];
    expect(await statuses()).toEqual([200, 404]);
    const ended = await session.call('POST', `/app/oauth/grants/${endpoint.application?.grantId}/revoke`, { body: {} });
    expect(ended.status).toBe(200);
    expect(await statuses()).toEqual([200, 200]);
  });
});

describe('lists and names', () => {
  it('leave out what is not its own', async () => {
    const { token } = await applicationOf(OWN_SCOPE);
    const all = await applicationOf(ALL_SCOPE);
    const company = await subjectOf();
    const other = await subjectOf((await applicationOf(OWN_SCOPE)).token);
    const own = await subjectOf(token);
    const idsOf = async (by: string, path: string, name: 'id' | 'endpointId') => {
      const { status, body } = await call<ListOf<Record<string, number>>>(by, 'GET', path);
      expect(status).toBe(200);
      const known = [company, other, own].map(({ endpoint }) => endpoint.id);
      return [...new Set(body.data.map((row) => row[name] ?? 0))].filter((id) => known.includes(id)).toSorted();
    };
    const lists = [
      [`${ENDPOINTS}?limit=100`, 'id'],
      [`${ENDPOINTS}/stats?bucket=day`, 'endpointId'],
      [`${DELIVERIES}?limit=100`, 'endpointId'],
    ] as const;
    for (const [path, name] of lists) {
      expect([path, await idsOf(token, path, name)]).toEqual([path, [own.endpoint.id]]);
      const everything = [company, other, own].map(({ endpoint }) => endpoint.id).toSorted();
      expect([path, await idsOf(all.token, path, name)]).toEqual([path, everything]);
    }
    for (const filter of [`endpointId=${company.endpoint.id}`, `status=Waiting&endpointId=${other.endpoint.id}`]) {
      expect(await idsOf(token, `${DELIVERIES}?${filter}`, 'endpointId')).toEqual([]);
    }
    const [event] = (
      await call<ListOf<WebhookDeliveryView>>(all.token, 'GET', `${DELIVERIES}?endpointId=${company.endpoint.id}`)
    ).body.data;
    expect(await idsOf(token, `${DELIVERIES}?eventId=${event?.eventId}`, 'endpointId')).toEqual([]);
  });

  it('409 for an externalId of another endpoint, without naming the endpoint', async () => {
    const { token } = await applicationOf(OWN_SCOPE);
    const { endpoint } = await subjectOf();
    const body = { url: 'https://example.com', eventTypes: OWNED_TYPES, externalId: endpoint.externalId };
    const taken = await call(token, 'POST', ENDPOINTS, body);
    expect([taken.status, taken.body.code, taken.body['existingId']]).toEqual([409, 'external_id_taken', undefined]);
    // The id of the request may contain the digits by chance.
    expect(taken.text.replace(/"requestId":"[^"]+"/, '')).not.toContain(String(endpoint.id));
    const own = await subjectOf(token);
    const renamed = await call(token, 'PATCH', `${ENDPOINTS}/${own.endpoint.id}`, { externalId: endpoint.externalId });
    expect([renamed.status, renamed.body.code, renamed.body['existingId']]).toEqual([
      409,
      'external_id_taken',
      undefined,
    ]);
    const key = await hooks.key.call<ProblemView>('POST', ENDPOINTS, { body });
    expect([key.status, key.body['existingId']]).toEqual([409, endpoint.id]);
  });

  it('the signature check compares only with secrets of endpoints that the application owns', async () => {
    const { token } = await applicationOf(ALL_SCOPE);
    const own = await subjectOf(token);
    const { endpoint } = await subjectOf();
    const [webhookId, webhookTimestamp, body] = ['msg_1', String(Math.floor(Date.now() / 1_000)), '{"a":1}'];
    const key = Buffer.from(endpoint.secret.slice('whsec_'.length), 'base64');
    const digest = createHmac('sha256', key).update(`${webhookId}.${webhookTimestamp}.${body}`).digest('base64');
    const request = { webhookId, webhookTimestamp, body, webhookSignature: `v1,${digest}` };
    const mistakes = async (by: string) =>
      (
        await call<{ mistakes: { code: string }[] }>(by, 'POST', `${ENDPOINTS}/${own.endpoint.id}/diagnose`, request)
      ).body.mistakes.map(({ code }) => code);
    expect(await mistakes(hooks.key.secret)).toContain('other_endpoint');
    expect(await mistakes(token)).not.toContain('other_endpoint');
  });
});

describe('a signing secret', () => {
  const READABLE = ['client.created'];
  const MIXED = ['client.created', 'invoice.paid'];
  const SECRET_ROUTES = SINGLE.filter(([, use]) => use === 'secret');

  /** Calls the routes of the secret, and sends a test message of a type that needs `invoice.read`. */
  async function tried(caller: Caller, id: number, prefix: string): Promise<string[]> {
    const answers: string[] = [];
    for (const [route, , body] of [
      ...SECRET_ROUTES,
      ['POST /v1/webhook-endpoints/:id/test', 'secret', { eventType: 'invoice.paid' }],
    ] as const) {
      const [method = '', path = ''] = route.split(' ');
      const at = path.replace('/v1', prefix).replace(':id', String(id));
      const { status, body: answer, text } = await caller.call<ProblemView>(method, at, { body });
      expect(text).not.toContain('whsec_');
      answers.push(`${status} ${answer.code} ${[answer['missing']].flat().join(' ')}`.trim());
    }
    return answers;
  }

  it('403 without the permission to read each record that it signs: for a key, a token, and a member in the portal', async () => {
    const { id } = await hooks.create({ eventTypes: MIXED });
    const narrow = await hooks.world.key({
      member: { id: (await hooks.world.member(hooks.key.companyId)).id, companyId: hooks.key.companyId },
      scopes: ['integration.write', 'client.read'],
    });
    const missing = (code: string) => Array.from({ length: 5 }, () => `403 ${code} invoice.read`);
    const before = await sql('SELECT secrets, version FROM webhook_endpoints WHERE id = $1', [id]);
    expect(await tried(narrow, id, '/v1')).toEqual(missing('insufficient_scope'));

    const app = await registerApplication(session, { type: 'public' });
    const wide = await authorize(hooks.api, session, app, { scope: 'integration.write client.read invoice.read' });
    const small = await authorize(hooks.api, session, app, { scope: 'integration.write client.read' });
    const made = await call<CreatedEndpoint>(wide.accessToken, 'POST', ENDPOINTS, {
      url: 'https://example.com',
      eventTypes: MIXED,
    });
    expect(await tried(hooks.world.bearer(small.accessToken), made.body.id, '/v1')).toEqual(
      missing('insufficient_scope'),
    );

    const seller = await hooks.world.member(hooks.key.companyId, { permissions: ['integration.write', 'client.read'] });
    const portal = await openPortal(hooks.api, await hooks.world.session(seller));
    expect(await tried(portal, id, '/portal/api')).toEqual(missing('permission_missing'));
    expect(await sql('SELECT secrets, version FROM webhook_endpoints WHERE id = $1', [id])).toEqual(before);

    const readable = await hooks.create({ eventTypes: READABLE });
    expect((await narrow.call('GET', `${ENDPOINTS}/${readable.id}/secret`)).status).toBe(200);
  });
});
