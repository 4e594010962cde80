import type { CreatedApiKey } from '@billhook/contract/identity/key';
import type { SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { STEP_UP_OPERATIONS, stepUpOf, type StepUpOperation } from '@billhook/domain/identity/step-up';
import { describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Answer } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { completedExport } from '../support/company-export.js';
import { newAddress } from '../support/invitations.js';
import { openPortal } from '../support/portal.js';
import { routesBelow } from '../support/routes.js';
import { startWorld } from '../support/start.js';
import { oauthRequests } from '../support/step-up-oauth.js';
import { PASSWORD, type SeededMember, type SessionCaller } from '../support/world.js';

const OPERATIONS = Object.keys(STEP_UP_OPERATIONS) as StepUpOperation[];

/** Routes that write or return sensitive data without a password confirmation, each with the reason. */
const WITHOUT: readonly (readonly [routes: RegExp, reason: string])[] = [
  [/^(POST|PATCH|DELETE) \/app\/(clients|invoices|quotes|credit-notes|payments|imports)\b/, 'works on records alone'],
  [/^POST \/app\/mails\/:id\/retry$/, 'works on records alone'],
  [/^(POST|PATCH) \/app\/series\b/, 'changes how documents are numbered'],
  [/^(PUT|DELETE) \/app\/company\/logo$/, 'changes how documents look, and no rights'],
  [/^(POST|PATCH) \/app\/tax-rates\b/, 'changes which rates are known, and no rights'],
  [/^POST \/(app|portal\/api)\/session\/confirm$/, 'takes the password itself'],
  [/^POST \/app\/account\/password$/, 'takes the current password itself'],
  [/^PATCH \/app\/account$/, 'changes the name and the language of oneself'],
  [/^GET \/app\/clients\/:id\/page-link$/, 'shows no part of the link'],
  [/^POST \/app\/session\/company$/, 'takes the time of the confirmation along'],
  [/^POST \/app\/sandboxes\/:id\/open$/, 'takes the time of the confirmation along'],
  [/^POST \/app\/sandboxes$/, 'has no records, and sends nothing'],
  [/^POST \/app\/sandbox\/reset$/, 'deletes trials, and takes the name of the sandbox'],
  [/^POST \/app\/sandbox\/clock$/, 'changes the time of trials alone'],
  [/^GET \/app\/(clients|invoices|quotes|credit-notes|payments|mails)\/export$/, 'shows what the list shows'],
  [/^(DELETE \/app\/session|POST \/app\/sessions\/(end-others|:id\/end))$/, 'takes away'],
  [/^POST \/app\/api-keys\/test$/, 'takes a whole key, and says what it can do'],
  [/^POST \/app\/(company\/)?api-keys\/:id\/revoke$/, 'takes away'],
  [/^POST \/app\/oauth\/(grants\/:id|applications\/:id\/secrets\/:secretId)\/revoke$/, 'takes away'],
  [/^POST \/app\/(oauth\/applications\/:id\/archive|company\/applications\/:id\/revoke)$/, 'takes away'],
  [/^POST \/app\/company\/api-keys\/revoke(\/preview)?$/, 'takes away'],
  [/^GET \/app\/company\/api-keys\/export$/, 'shows what the list shows: no part of a secret'],
  [/^GET \/app\/company\/exports$/, 'shows when exports were requested, and no file'],
  [/^POST \/app\/company\/deletion\/withdraw$/, 'takes away'],
  [/^POST \/app\/invitations\/:id\/withdraw$/, 'takes away'],
  [/^POST \/app\/members\/:id\/(deactivate|remove|end-sessions)$/, 'takes away'],
  [/^POST \/app\/members\/:id\/departure$/, 'changes nothing'],
  [/^POST \/app\/webhook-portal-links$/, 'is made at every visit of the portal, which asks for the password itself'],
  [/^GET \/app\/webhook-portal-links$/, 'shows no part of a link'],
  [/^DELETE \/app\/webhook-portal-links\/:id$/, 'takes away'],
  [/^POST \/portal\/api\/session$/, 'takes a link, which was made for it'],
  [
    /^(POST|PUT) \/portal\/api\/webhook-endpoints\b(\/by-external-id\/:externalId)?$/,
    'sends only what the member may read',
  ],
  [/^(PATCH|DELETE) \/portal\/api\/webhook-endpoints\/:id$/, 'sends only what the member may read'],
  [/^POST \/portal\/api\/webhook-endpoints\/(preview|:id\/diagnose)$/, 'changes nothing, and returns no secret'],
  [/^GET \/portal\/api\/webhook-endpoints\/:id\/secrets$/, 'shows when the secrets sign, and no part of them'],
  [/^POST \/portal\/api\/webhook-endpoints\/:id\/(enable|disable)$/, 'leaves where it sends, and what'],
  [
    /^POST \/portal\/api\/webhook-endpoints\/:id\/(test|certify|send-record|recover|replay-missing)$/,
    'leaves where it sends, and what',
  ],
  [/^POST \/portal\/api\/webhook-deliveries\/:id\/(resend|cancel)$/, 'leaves where it sends, and what'],
  [/^POST \/portal\/api\/webhook-runs\/:id\/(pause|resume|cancel)$/, 'leaves where it sends, and what'],
];

const { api, world } = await startWorld();

const routes = () => ['/app', '/portal/api'].flatMap((prefix) => routesBelow(api, prefix));
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

/** A GET changes nothing, but may return sensitive data. */
const isOfConcern = ({ method, path }: { method: string; path: string }): boolean =>
  method !== 'GET' || /secret|export|link|code|token|password/.test(path);

describe('the routes of the settings and of the portal', () => {
  it('each require the password, or the list has the reason', () => {
    const undecided = routes()
      .filter(({ access }) => access !== 'public')
      .filter(isOfConcern)
      .filter(({ method, path }) => !stepUpOf(method, path))
      .map(nameOf)
      .filter((name) => !WITHOUT.some(([pattern]) => pattern.test(name)));
    expect(undecided).toEqual([]);
  });

  it('match the table and the list, and none is in both', () => {
    const names = routes().map(nameOf);
    expect(OPERATIONS.filter((name) => !names.includes(name))).toEqual([]);
    expect(WITHOUT.filter(([pattern]) => !names.some((name) => pattern.test(name)))).toEqual([]);
    expect(OPERATIONS.filter((name) => WITHOUT.some(([pattern]) => pattern.test(name)))).toEqual([]);
  });

  it('document the error in the settings; those of the portal are also routes of /v1', () => {
    const saying = routes().filter(({ problems }) => problems.includes('step_up_required'));
    expect(saying.map(nameOf).sort()).toEqual(OPERATIONS.filter((name) => name.includes(' /app/')).sort());
  });
});

/** The caller, and the request for the row of the table. */
interface Asked {
  readonly by: SessionCaller;
  readonly path: string;
  readonly body?: unknown;
  /** Created at the moment of the call: a code of an app is valid for half a minute. */
  readonly bodyNow?: () => unknown;
}

interface Stage {
  readonly owner: SeededMember;
  readonly session: SessionCaller;
}

const INVITATION = { name: 'Ines Carvalho', role: 'Accountant' };
const KEY = { name: 'Nightly export', preset: 'readOnly', expiry: '90d' };

/** The id in the response to a creation. */
async function made(by: SessionCaller, path: string, body: unknown): Promise<number> {
  const answer = await by.call<{ id?: number; apiKey?: { id: number }; invitation?: { id: number } }>('POST', path, {
    body,
  });
  expect([path, answer.status]).toEqual([path, 201]);
  return answer.body.id ?? answer.body.apiKey?.id ?? answer.body.invitation?.id ?? 0;
}

const ownKey = ({ session }: Stage, more: object = {}) => made(session, '/app/api-keys', { ...KEY, ...more });

async function serviceKey({ owner, session }: Stage, more: object = {}): Promise<number> {
  const { id } = await world.service(owner.companyId);
  return made(session, `/app/members/${id}/api-keys`, { ...KEY, ...more });
}

async function ofEndpoint(stage: Stage, rest: string): Promise<Asked> {
  const by = await openPortal(api, stage.session);
  const body = { url: 'https://example.com/hooks', eventTypes: ['invoice.paid'] };
  const endpoint = await by.call<{ id: number }>('POST', '/portal/api/webhook-endpoints', { body });
  return { by, path: `/portal/api/webhook-endpoints/${endpoint.body.id}/${rest}` };
}

/** A pending or enabled two-factor authentication, and an unused code. */
async function factorOf({ session }: Stage, state: 'begun' | 'set'): Promise<() => { code: string }> {
  const { body } = await session.call<SecondFactorSetup>('POST', '/app/account/second-factor');
  // Each code is accepted once: the code of the next half minute is unused.
  const code = (ahead: number) => ({
    code: new TOTP({ secret: body.secret }).generate({ timestamp: api.clock.now().getTime() + ahead * 30_000 }),
  });
  if (state === 'begun') return () => code(0);
  const set = await session.call('POST', '/app/account/second-factor/confirm', { body: code(0) });
  expect(set.status).toBe(200);
  return () => code(1);
}

const FROM_OFFICE = { allowedCidrs: ['203.0.113.0/24'] };
const FROM_MORE = { allowedCidrs: ['203.0.112.0/23'] };

const ASKED: Readonly<Record<StepUpOperation, (stage: Stage) => Promise<Asked>>> = {
  'POST /app/api-keys': async ({ session }) => ({ by: session, path: '/app/api-keys', body: KEY }),
  'POST /app/api-keys/:id/rotate': async (stage) => ({
    ...{ by: stage.session, path: `/app/api-keys/${await ownKey(stage)}/rotate` },
    body: { graceSeconds: 0 },
  }),
  'PATCH /app/api-keys/:id': async (stage) => ({
    ...{ by: stage.session, path: `/app/api-keys/${await ownKey(stage, FROM_OFFICE)}` },
    body: FROM_MORE,
  }),
  'POST /app/members/:id/api-keys': async ({ owner, session }) => ({
    ...{ by: session, path: `/app/members/${(await world.service(owner.companyId)).id}/api-keys` },
    body: KEY,
  }),
  'POST /app/company/api-keys/:id/rotate': async (stage) => ({
    ...{ by: stage.session, path: `/app/company/api-keys/${await serviceKey(stage)}/rotate` },
    body: { graceSeconds: 0 },
  }),
  'PATCH /app/company/api-keys/:id': async (stage) => ({
    ...{ by: stage.session, path: `/app/company/api-keys/${await serviceKey(stage, FROM_OFFICE)}` },
    body: FROM_MORE,
  }),
  'PUT /app/company/key-policy': async ({ session }) => {
    const path = '/app/company/key-policy';
    await session.call('PUT', path, { body: { longestLifetime: '90d', cidrsRequired: false } });
    return { by: session, path, body: { longestLifetime: '1y', cidrsRequired: false } };
  },
  ...oauthRequests(() => api),
  'PATCH /app/company': async ({ session }) => {
    await session.call('PATCH', '/app/company', { body: { lockedUntil: '2026-06-30' } });
    return { by: session, path: '/app/company', body: { lockedUntil: '2026-01-31' } };
  },
  'POST /app/company/exports': async ({ session }) => ({ by: session, path: '/app/company/exports' }),
  'GET /app/company/exports/:id/archive': async ({ owner, session }) => ({
    ...{ by: session, path: `/app/company/exports/${await completedExport(api, owner.companyId, owner.id)}/archive` },
  }),
  'POST /app/company/deletion': async ({ session }) => {
    const { name } = (await session.call<{ name: string }>('GET', '/app/company')).body;
    return { by: session, path: '/app/company/deletion', body: { name } };
  },
  'POST /app/invitations': async ({ session }) => ({
    ...{ by: session, path: '/app/invitations' },
    body: { ...INVITATION, email: newAddress() },
  }),
  'POST /app/invitations/:id/resend': async ({ session }) => {
    const id = await made(session, '/app/invitations', { ...INVITATION, email: newAddress() });
    return { by: session, path: `/app/invitations/${id}/resend` };
  },
  'POST /app/members': async ({ session }) => ({
    ...{ by: session, path: '/app/members' },
    body: { name: 'ERP', role: 'Accountant' },
  }),
  'PATCH /app/members/:id': async ({ owner, session }) => {
    const { id } = await world.member(owner.companyId, { role: 'Sales' });
    return { by: session, path: `/app/members/${id}`, body: { role: 'Owner' } };
  },
  'POST /app/members/:id/reactivate': async ({ owner, session }) => {
    const { id } = await world.member(owner.companyId);
    await world.change({ id }, { status: 'Deactivated' });
    return { by: session, path: `/app/members/${id}/reactivate` };
  },
  'POST /app/account/second-factor': async ({ session }) => ({ by: session, path: '/app/account/second-factor' }),
  'POST /app/account/second-factor/confirm': async (stage) => ({
    ...{ by: stage.session, path: '/app/account/second-factor/confirm' },
    bodyNow: await factorOf(stage, 'begun'),
  }),
  'POST /app/account/second-factor/disable': async (stage) => ({
    ...{ by: stage.session, path: '/app/account/second-factor/disable' },
    bodyNow: await factorOf(stage, 'set'),
  }),
  'POST /app/account/second-factor/recovery-codes': async (stage) => ({
    ...{ by: stage.session, path: '/app/account/second-factor/recovery-codes' },
    bodyNow: await factorOf(stage, 'set'),
  }),
  'GET /app/audit-log/export': async ({ session }) => ({ by: session, path: '/app/audit-log/export?format=json' }),
  'GET /portal/api/webhook-endpoints/:id/secret': (stage) => ofEndpoint(stage, 'secret'),
  'POST /portal/api/webhook-endpoints/:id/rotate-secret': async (stage) => ({
    ...(await ofEndpoint(stage, 'rotate-secret')),
    body: { overlapHours: 24 },
  }),
  'POST /portal/api/webhook-endpoints/:id/end-previous-secrets': async (stage) => ({
    ...(await ofEndpoint(stage, 'end-previous-secrets')),
    body: {},
  }),
};

async function stage(): Promise<Stage> {
  const owner = await world.member(await world.company());
  return { owner, session: await world.session(owner) };
}

const confirmAt = (path: string): string =>
  path.startsWith('/portal') ? '/portal/api/session/confirm' : '/app/session/confirm';

describe('a session whose password was entered two hours ago', () => {
  it.each(OPERATIONS)('%s: 403 without an effect; succeeds after the password confirmation', async (operation) => {
    const here = await stage();
    const { by, path, body, bodyNow } = await ASKED[operation](here);
    const method = operation.split(' ')[0] ?? '';
    const send = (): Promise<Answer<ProblemView>> =>
      by.call<ProblemView>(method, path, { body: bodyNow ? bodyNow() : body });
    await world.ageConfirmation(here.owner);

    const before = await auditOf(api, here.owner.companyId);
    const refused = await send();
    expect(refused.body).toMatchObject({ status: 403, code: 'step_up_required' });
    expect(await auditOf(api, here.owner.companyId)).toEqual(before);

    const wrong = await by.call('POST', confirmAt(path), { body: { password: 'not this one' } });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'sign_in_failed' } });
    expect((await send()).status).toBe(403);

    expect((await by.call('POST', confirmAt(path), { body: { password: PASSWORD } })).status).toBe(200);
    const done = await send();
    expect([done.text.slice(0, 200), done.status]).toEqual([expect.any(String), expect.any(Number)]);
    expect(Math.floor(done.status / 100)).toBe(2);
  });
});

describe('an operation that removes permissions, or gives none', () => {
  it('requires no password, however old the last one is', async () => {
    const { owner, session } = await stage();
    const { body: key } = await session.call<CreatedApiKey>('POST', '/app/api-keys', {
      body: { ...KEY, ...FROM_MORE },
    });
    const colleague = await world.member(owner.companyId, { role: 'Accountant' });
    await world.ageConfirmation(owner);
    const asked: readonly (readonly [method: string, path: string, body?: object])[] = [
      ['PATCH', `/app/api-keys/${key.apiKey.id}`, { name: 'Renamed', ...FROM_OFFICE }],
      ['PUT', '/app/company/key-policy', { longestLifetime: '1y', cidrsRequired: true }],
      ['PATCH', `/app/members/${colleague.id}`, { name: 'Ines' }],
      ['PATCH', `/app/members/${colleague.id}`, { role: 'Read-only' }],
      ['POST', `/app/members/${colleague.id}/deactivate`],
      ['POST', `/app/api-keys/${key.apiKey.id}/revoke`, {}],
      ['POST', '/app/webhook-portal-links'],
    ];
    expect((await session.call('GET', '/app/session')).body).toMatchObject({ confirmed: false });
    for (const [method, path, body] of asked) {
      const { status } = await session.call(method, path, { body });
      expect([path, Math.floor(status / 100)]).toEqual([path, 2]);
    }
  });
});
