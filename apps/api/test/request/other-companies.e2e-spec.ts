import type { SentInvitation } from '@billhook/contract/identity/invitation';
import type { GrantList } from '@billhook/contract/identity/oauth/grant';
import type { SessionList } from '@billhook/contract/identity/session';
import type { SandboxView } from '@billhook/contract/installation/sandbox';
import { EXAMPLE_IDS as IDS } from '@billhook/contract/shared/example-ids';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { ActivePortalLinks } from '@billhook/contract/webhooks/portal';
import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { TABLES_OF_COMPANIES } from '@billhook/testing/own-tables';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { COUNTERS } from '../support/audit-rows.js';
import { completedExport } from '../support/company-export.js';
import { startConformance, type Conformance } from '../support/conformance.js';
import { everyRead, listen, readBy, recordsOfEveryKind, type Readers } from '../support/every-read.js';
import { newAddress } from '../support/invitations.js';
import { authorize, registerApplication } from '../support/oauth.js';
import { openPortal, portalLink } from '../support/portal.js';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { routesBelow } from '../support/routes.js';
import type { SessionCaller } from '../support/world.js';

/*
 * Every route of the settings and of the portal that names a record, called by the owner of another company with the id of an existing
 * record: broken object level authorization, the first of the OWASP API Security Top 10. `conformance-access` does the same for /v1.
 */

/** Routes whose parameter names no record of a company, each with the reason. */
const WITHOUT_RECORD: readonly (readonly [routes: RegExp, reason: string])[] = [
  [/^\S+ \/app\/oauth\/(interactions|devices)\//, 'names a request of the same browser'],
  [/^GET \/portal\/api\/event-types\//, 'names an event type'],
  [/^GET \/app\/oauth\/applications\/:id\/logo$/, 'is on the consent page, which members of all companies see'],
  [/^PUT \/portal\/api\/webhook-endpoints\/by-external-id\//, 'creates a missing record'],
];

/** Bodies of routes that are not in the document, so that only the record can be wrong. */
const BODIES: Readonly<Record<string, object>> = {
  'PATCH /app/api-keys/:id': { name: 'Taken over' },
  'PATCH /app/company/api-keys/:id': { name: 'Taken over' },
  'POST /app/api-keys/:id/rotate': { graceSeconds: 3_600 },
  'POST /app/company/api-keys/:id/rotate': { graceSeconds: 3_600 },
  'PATCH /app/oauth/applications/:id': { name: 'Taken over' },
  'PATCH /app/members/:id': { role: 'Sales' },
  'POST /app/members/:id/api-keys': { name: 'Taken over', scopes: ['client.read'], expiry: '90d' },
  'POST /app/members/:id/departure': { change: 'deactivate' },
  'PATCH /app/series/:id': { pattern: 'X-{YYYY}-{####}' },
  'PATCH /app/tax-rates/:id': { name: 'Taken over' },
  'POST /portal/api/webhook-endpoints/:id/send-record': { resource: 'client', id: 1 },
  'POST /portal/api/webhook-endpoints/:id/certify': { case: 'valid' },
};

let walk: Conformance;
let stranger: SessionCaller;
let strangersPortal: SessionCaller;
let ids: Readonly<Record<string, number | string>>;
let secretId: number;
let sandboxId: number;

beforeAll(async () => {
  walk = await startConformance();
  const { api, world, owner } = walk.world;
  const session = await world.session(owner);
  stranger = await world.session(await world.member(await world.company()));
  strangersPortal = await openPortal(api, stranger);
  const invitation = await session.call<SentInvitation>('POST', '/app/invitations', {
    body: { email: newAddress(), name: 'New Colleague', role: 'Sales' },
  });
  const application = await registerApplication(session);
  const registered = await session.call<{ secrets: { id: number }[] }>(
    ...(['GET', `/app/oauth/applications/${application.id}`] as const),
  );
  secretId = registered.body.secrets[0]?.id ?? 0;
  await authorize(api, session, application);
  const grants = await session.call<GrantList>('GET', '/app/oauth/grants');
  const sessions = await session.call<SessionList>('GET', '/app/sessions');
  await portalLink(session);
  const links = await session.call<ActivePortalLinks>('GET', '/app/webhook-portal-links');
  const sandbox = await session.call<SandboxView>('POST', '/app/sandboxes', { body: {} });
  sandboxId = sandbox.body.id;
  ids = {
    clients: IDS.client,
    invoices: IDS.sentInvoice,
    quotes: IDS.sentQuote,
    'credit-notes': IDS.creditNote,
    payments: IDS.payment,
    mails: IDS.failedMail,
    requests: IDS.request,
    series: IDS.series,
    'tax-rates': IDS.taxRate,
    'webhook-endpoints': IDS.endpoint,
    'by-external-id': IDS.endpointExternalId,
    'webhook-deliveries': IDS.failedDelivery,
    'webhook-runs': IDS.pausedRun,
    'api-keys': IDS.key,
    imports: IDS.endedImport,
    exports: await completedExport(walk.world.api, IDS.company, IDS.member),
    members: IDS.member,
    invitations: invitation.body.invitation.id,
    sessions: sessions.body.data[0]?.id ?? 0,
    applications: application.id,
    grants: grants.body.data[0]?.id ?? 0,
    'webhook-portal-links': links.body.data[0]?.id ?? 0,
    sandboxes: sandbox.body.id,
  };
});
afterAll(() => walk.world.stop());

interface NamingRoute {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly collection: string;
}

const routes = (): NamingRoute[] =>
  ['/app', '/portal/api']
    .flatMap((prefix) => routesBelow(walk.world.api, prefix))
    .map(({ method, path }) => ({
      ...{ method, path, name: `${method} ${path}` },
      collection: /([^/]+)\/:\w+/.exec(path)?.[1] ?? '',
    }))
    .filter(({ path, name }) => path.includes(':') && !WITHOUT_RECORD.some(([pattern]) => pattern.test(name)));

/** The example of the same operation of /v1. */
const exampleOf = ({ method, path }: NamingRoute) => {
  const template = path.replace(/^\/(app|portal\/api)/, '/v1').replaceAll(/:(\w+)/g, '{$1}');
  return walk.cases.find(({ name }) => name === `${method} ${template}`);
};

const queryOf = (route: NamingRoute): string => /\?.*/.exec(exampleOf(route)?.url ?? '')?.[0] ?? '';

const bodyOf = (route: NamingRoute): unknown =>
  BODIES[route.name] ?? exampleOf(route)?.body ?? (route.method === 'GET' ? undefined : {});

/** A digest of every row of the example company, by table. Counters of requests change with every request. */
async function digests(): Promise<Record<string, string>> {
  const { database } = walk.world.api;
  const tables = await database.query<{ name: string }>({
    name: 'test_company_tables',
    text: `${TABLES_OF_COMPANIES} ORDER BY 1`,
  });
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !COUNTERS.includes(table.name))) {
    const text = `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS digest
      FROM "${name}" t WHERE company_id = $1`;
    const [row] = await database.query<{ digest: string }>({
      ...{ name: `test_digest_${name}`, text },
      values: [IDS.company],
    });
    found[name] = row?.digest ?? '';
  }
  return found;
}

describe('a record of another company', () => {
  it('has a known collection in every route that names one', () => {
    expect(routes().length).toBeGreaterThan(80);
    expect(routes().filter(({ collection }) => !ids[collection])).toEqual([]);
    const names = ['/app', '/portal/api']
      .flatMap((prefix) => routesBelow(walk.world.api, prefix))
      .map(({ method, path }) => `${method} ${path}`);
    expect(WITHOUT_RECORD.filter(([pattern]) => !names.some((name) => pattern.test(name)))).toEqual([]);
  });

  it('404, the same response as for an unknown id, and no row changes', async () => {
    const before = await digests();
    const wrong: unknown[] = [];
    for (const route of routes()) {
      const { name, method, path, collection } = route;
      const by = path.startsWith('/portal') ? strangersPortal : stranger;
      const record = ids[collection] ?? '';
      const answers: string[] = [];
      for (const id of [record, typeof record === 'number' ? 999_999_999 : `${record}-unknown`]) {
        const url = path.replace(/:\w+/, String(id)).replace(':secretId', String(secretId)) + queryOf(route);
        const { status, body } = await by.call<ProblemView>(method, url, { body: bodyOf(route) });
        if (status !== 404 || body.code !== 'not_found') wrong.push([name, id, status, body]);
        answers.push(JSON.stringify({ ...body, instance: '', requestId: '' }));
      }
      if (answers[0] !== answers[1]) wrong.push([name, answers]);
    }
    expect(wrong).toEqual([]);
    expect(await digests()).toEqual(before);
  });

  it('is found by the owner of its own company', async () => {
    const { api, world, owner } = walk.world;
    const session = await world.session(owner);
    const portal = await openPortal(api, session);
    const reads = routes().filter(({ method }) => method === 'GET');
    const missing: string[] = [];
    for (const { name, path, collection } of reads) {
      const by = path.startsWith('/portal') ? portal : session;
      const { status } = await by.call('GET', path.replace(/:\w+/, String(ids[collection])));
      if (status !== 200) missing.push(`${name}: ${status}`);
    }
    expect(missing).toEqual([]);
  });
});

describe('a sandbox of the company', () => {
  it('is another company: 404 for every record of production, which no write changes', async () => {
    const { api, world, owner } = walk.world;
    const session = await world.session(owner);
    const inSandbox = await switched(session);
    const portal = await openPortal(api, inSandbox);
    const before = await digests();
    const wrong: unknown[] = [];
    // Sandboxes, applications, sessions and grants of a person belong to the person in all companies.
    const ofPerson = ['sandboxes', 'applications', 'sessions', 'grants'];
    for (const { name, method, path, collection, ...rest } of routes()) {
      if (ofPerson.includes(collection)) continue;
      const by = path.startsWith('/portal') ? portal : inSandbox;
      const route = { name, method, path, collection, ...rest };
      const url = path.replace(/:\w+/, String(ids[collection])).replace(':secretId', String(secretId)) + queryOf(route);
      const { status, body } = await by.call<ProblemView>(method, url, { body: bodyOf(route) });
      if (status !== 404) wrong.push([name, status, body]);
    }
    expect(wrong).toEqual([]);
    expect(await digests()).toEqual(before);
  });

  it('appears in no read, stream or export of production, whose answers stay the same, and shows none of it', async () => {
    const { api, world, owner } = walk.world;
    const session = await world.session(owner);
    const inSandbox = await switched(await world.session(owner));
    const { secret } = (
      await inSandbox.call<{ secret: string }>('POST', '/app/api-keys', {
        body: { name: MARK, scopes: GRANTABLE_PERMISSIONS, expiry: '90d' },
      })
    ).body;
    const { key } = walk.world;
    const production: Readers = { key, session, portal: await openPortal(api, session) };
    const trial: Readers = {
      key: { ...world.bearer(secret), secret },
      session: inSandbox,
      portal: await openPortal(api, inSandbox),
    };
    const { reads, unused } = everyRead(api, walk.cases, ids);
    expect(unused).toEqual([]);
    const answers = async () => {
      const found = new Map<string, Answer>();
      for (const read of reads.filter(({ isStream }) => !isStream))
        found.set(read.name, await readBy(api, production, read));
      return found;
    };
    const before = await answers();
    const wrong = [...before]
      .filter(([, { status }]) => status !== 200)
      .map(([name, { status, text }]) => [name, status, text]);
    expect(wrong).toEqual([]);
    const streams = [];
    for (const read of reads.filter(({ isStream }) => isStream)) streams.push(await listen(api, production, read));

    await recordsOfEveryKind(api, trial, MARK);
    const after = await answers();
    for (const { name, isStable } of reads) {
      const [was, is] = [before.get(name)?.text, after.get(name)?.text];
      if (is?.includes(MARK)) wrong.push([name, 200, 'shows the sandbox']);
      if (isStable && is !== was) wrong.push([name, 200, 'differs']);
    }
    for (const path of ['/app/search', '/v1/clients', '/v1/invoices']) {
      const { text } = await readBy(api, production, {
        name: path,
        url: `${path}?q=Only`,
        isStream: false,
        isStable: true,
      });
      if (text.includes(MARK)) wrong.push([path, 200, 'finds the sandbox']);
    }
    expect(wrong).toEqual([]);
    const own = await new Records(key).client({ name: 'Of production' });
    await relayOf(api).run();
    for (const stream of streams) {
      expect(await stream.until(`"id":${own.id},`)).not.toContain(MARK);
      await stream.close();
    }

    // The example company has a name that its sandbox does not have, but examples do. A browser shows the companies of its person.
    const named = /^GET (\/app\/((optional-)?session|sandboxes|account|oauth\/.*)|.*\/(openapi\.json|event-types.*))$/;
    for (const read of reads.filter(({ isStream, name }) => !isStream && !named.test(name))) {
      const { status, text } = await readBy(api, trial, read);
      if (status === 200 && text.includes('Studio Nord SAS"')) wrong.push([read.name, status, 'shows production']);
    }
    expect(wrong).toEqual([]);
    const [{ count } = { count: -1 }] = await api.database.query<{ count: number }>({
      name: 'test_chain_of_sandbox',
      text: `SELECT count(*)::int AS count FROM document_chain p JOIN document_chain s USING (resource, record_id)
        WHERE p.company_id = $1 AND s.company_id = $2`,
      values: [IDS.company, sandboxId],
    });
    expect(count).toBe(0);
  });
});

const MARK = 'Only a trial of the sandbox';

/** The browser of the session in the sandbox of the example company. */
async function switched(session: SessionCaller): Promise<SessionCaller> {
  const { api } = walk.world;
  const { headers } = await session.call('POST', `/app/sandboxes/${sandboxId}/open`);
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const call: SessionCaller['call'] = (method, path, more) =>
    api.call(method, path, { ...more, headers: { cookie, ...more?.headers } });
  return { cookie, call };
}
