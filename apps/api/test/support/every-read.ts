import { KEY_EXPORT_FORMATS } from '@billhook/contract/identity/key';
import { AUDIT_EXPORT_FORMATS } from '@billhook/domain/identity/audit';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { eventually } from '@billhook/testing/patience';
import { expect } from '@jest/globals';
import type { Answer, TestApi } from './api.js';
import type { Case } from './conformance-cases.js';
import { newAddress } from './invitations.js';
import { isText, readContent } from './read-content.js';
import { Records } from './records.js';
import { relayOf } from './relay.js';
import { routesBelow } from './routes.js';
import type { Caller, SessionCaller } from './world.js';

/** Reads that no credential of a company makes, or that have no answer for one, each with the reason. */
const NOT_READ: readonly (readonly [routes: RegExp, reason: string])[] = [
  [/^\/(\.well-known|health|logos)\//, 'describes the installation, or one file by its digest'],
  [/^\/portal\/enter$/, 'redeems a link'],
  [/^\/public\/api\/document/, 'shows one document, by its link'],
  [/^\/app\/oauth\/applications\/:id\/logo$/, 'is a file of an application'],
  [/^\/app\/oauth\/(interactions|devices)\//, 'names a request of the same browser'],
  [/^\/(v1|app)\/sandbox\/clock$/, 'is 403 in a production company'],
  [/^\/app\/company\/exports\/:id\/archive$/, 'has files that a worker writes: written-files.e2e-spec.ts'],
];

/** Reads whose answers contain requests, which the reads themselves are. */
const OF_REQUESTS = /\/(audit-log|audit-log\/export|requests|requests\/:id|traffic|activity)$/;

const inFormats = (formats: readonly string[]): string[] => formats.map((format) => `?format=${format}`);

/** Queries of reads that are not in the document: one for each format. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/app/audit-log/export': inFormats(AUDIT_EXPORT_FORMATS),
  '/app/company/api-keys/export': inFormats(KEY_EXPORT_FORMATS),
};

interface Read {
  readonly name: string;
  readonly url: string;
  readonly isStream: boolean;
  /** Whether two answers are the same if nothing was written. */
  readonly isStable: boolean;
}

/**
 * Every GET route of the controllers, so a new route is read as well, or listed with its reason.
 * @param ids the records of the company, by collection
 */
export function everyRead(
  api: TestApi,
  cases: readonly Case[],
  ids: Readonly<Record<string, number | string>>,
): { readonly reads: readonly Read[]; readonly unused: readonly string[] } {
  const routes = routesBelow(api, '/').filter(({ method }) => method === 'GET');
  const reads = routes
    .filter(({ path }) => !NOT_READ.some(([pattern]) => pattern.test(path)))
    .flatMap(({ path }) => {
      const template = path.replace(/^\/(app|portal\/api)\//, '/v1/').replaceAll(/:(\w+)/g, '{$1}');
      const example = cases.find(({ name }) => name === `GET ${template}`);
      const isOfApi = path.startsWith('/v1/');
      const known = { ...ids, 'event-types': EVENT_TYPES[0] };
      const own = path.replace(/([^/]+)\/:\w+/g, (_, name: keyof typeof known) => `${name}/${known[name] ?? ''}`);
      const read = { isStream: path.endsWith('/stream'), isStable: !OF_REQUESTS.test(path) };
      const queries = QUERIES[path]?.map((query) => [`GET ${path}${query}`, query] as const);
      const [fromExample = ''] = /\?.*/.exec(example?.url ?? '') ?? [];
      return (queries ?? [[`GET ${path}`, fromExample] as const]).map(([name, query]) => ({
        ...{ ...read, name, url: (isOfApi && example?.url) || own + query },
      }));
    });
  const unused = NOT_READ.filter(([pattern]) => !routes.some(({ path }) => pattern.test(path)));
  return { reads, unused: unused.map(([pattern]) => String(pattern)) };
}

/** The callers of a company: its key, a browser in its settings and one in its portal. */
export interface Readers {
  readonly key: Caller & { readonly secret: string };
  readonly session: SessionCaller;
  readonly portal: SessionCaller;
}

/** The answer with everything that it shows as its text, also what is compressed or drawn. @throws an Error for an unknown type */
export async function readBy(api: TestApi, { key, session, portal }: Readers, { url }: Read): Promise<Answer> {
  const by = url.startsWith('/v1/') ? key : url.startsWith('/portal/') ? portal : session;
  const answer = await by.call('GET', url);
  const type = answer.headers.get('content-type');
  if (isText(type) || answer.text === '') return answer;
  const headers: Record<string, string> =
    'cookie' in by ? { cookie: by.cookie } : { authorization: `Bearer ${by.secret}` };
  const bytes = Buffer.from(await (await fetch(api.url + url, { headers })).arrayBuffer());
  return { ...answer, text: await readContent(type, bytes) };
}

/** Records of every kind, and what belongs to them, with a mark in their names. */
export async function recordsOfEveryKind(api: TestApi, { key, session }: Readers, mark: string): Promise<void> {
  const records = new Records(key);
  const { id: clientId } = await records.client({ name: mark, email: 'trial@client.example' });
  const invoice = await records.sent({ clientId });
  await records.paid(invoice);
  await records.credit(await records.sent({ clientId }), { reason: { code: 'Other', text: mark } });
  await records.sentQuote({ clientId });
  await records.act(`/v1/invoices/${(await records.draft({ clientId })).id}/send`, { channel: 'Email' });
  const body = { url: 'https://example.com/trial', description: mark, eventTypes: ['client.created'] };
  await records.act('/v1/webhook-endpoints', body);
  for (const [path, added] of [
    ['/app/tax-rates', { name: mark, taxRate: '7' }],
    ['/app/invitations', { email: newAddress(), name: mark, role: 'Sales' }],
  ] as const)
    expect((await session.call('POST', path, { body: added })).status).toBe(201);
  await relayOf(api, { fanOut: true, firstWaitMs: 0 }).run();
  expect((await key.call('GET', '/v1/events')).text).toContain(mark);
}

/** What a stream has sent so far, until it is closed. */
export async function listen(api: TestApi, { key, session }: Readers, { url }: Read) {
  const headers: Record<string, string> = url.startsWith('/v1/')
    ? { authorization: `Bearer ${key.secret}` }
    : { cookie: session.cookie };
  const stop = new AbortController();
  const answer = await fetch(api.url + url.replace(/\?.*/, ''), { headers, signal: stop.signal });
  let text = '';
  const reading = (async () => {
    for await (const part of answer.body ?? []) text += Buffer.from(part).toString();
  })().catch(() => undefined);
  return {
    /** Its text when it has sent this part. Checkpoints and other entries can come before it. */
    until: (part: string) => eventually(`${part} in ${url}`, () => (text.includes(part) ? text : undefined)),
    close: async () => {
      stop.abort();
      await reading;
    },
  };
}
