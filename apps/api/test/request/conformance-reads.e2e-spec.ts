import { findPython } from '@billhook/testing/python';
import { unless, withProgram } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, type PublishedDocument } from '../../../docs/src/openapi/api-operations.js';
import { snippetsOf } from '../../../docs/src/openapi/operation-snippets.js';
import { forEvery, send, type Case } from '../support/conformance-cases.js';
import { startConformance, type Conformance } from '../support/conformance.js';
import { SnippetRuns, type NamedSnippet } from '../support/snippet-runs.js';

/** Headers that differ per response, independent of the request. */
const VOLATILE = ['date', 'request-id', 'ratelimit', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

// One test calls all operations.
let walk: Conformance;

beforeAll(async () => {
  walk = await startConformance();
});
afterAll(() => walk.world.stop());

const reads = (): Case[] => walk.cases.filter(({ writes }) => !writes);

/** Operations whose whole response can be stored. */
const kept = (): Case[] => reads().filter(({ streams }) => !streams);

const lasting = (headers: Headers): [string, string][] => [...headers].filter(([name]) => !VOLATILE.includes(name));

describe('the example request of every GET', () => {
  it('works as in the document, and its response matches its schema', async () => {
    await forEvery(reads(), async (one) => walk.answers.expectDone(one, await send(walk.world.key, one)));
  });

  it('finds at least one record in a list', async () => {
    await forEvery(reads(), async (one) => {
      const { data } = (await send(walk.world.key, one)).body;
      if (Array.isArray(data)) expect(data.length).toBeGreaterThan(0);
    });
  });

  it('works with each parameter at the example value of its schema', async () => {
    await forEvery(reads(), async (one) => {
      const own = new URL(one.url, 'http://any').searchParams;
      for (const name of new Set(own.keys())) {
        const alone = own.getAll(name).map((value) => `${name}=${encodeURIComponent(value)}`);
        const answer = await walk.world.key.call('GET', `${one.at}?${alone.join('&')}`);
        walk.answers.expectDone(one, answer);
      }
    });
  });
});

describe('every GET', () => {
  it('responds to HEAD in the same way, without the body', async () => {
    await forEvery(reads(), async (one) => {
      const got = await send(walk.world.key, one);
      const head = await walk.world.key.call('HEAD', one.url);
      expect([head.status, head.text]).toEqual([one.success, '']);
      expect(lasting(head.headers)).toEqual(lasting(got.headers));
      const length = head.headers.get('content-length');
      if (length !== null) expect(Number(length)).toBe(Number(got.headers.get('content-length')));
    });
  });

  it('responds to HEAD in the same way for an error', async () => {
    await forEvery(reads(), async (one) => {
      const got = await walk.world.stranger.call('GET', `${one.at}?colour=red`);
      const head = await walk.world.stranger.call('HEAD', `${one.at}?colour=red`);
      expect([head.status, head.text]).toEqual([got.status, '']);
      expect(lasting(head.headers)).toEqual(lasting(got.headers));
    });
  });

  it('has an ETag, and is 304 without a body for a caller that already has it', async () => {
    await forEvery(kept(), async (one) => {
      const { headers } = await send(walk.world.key, one);
      const tag = headers.get('etag') ?? 'no ETag';
      expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const answer = await send(walk.world.key, one, { headers: { 'if-none-match': known } });
        expect([known, answer.status, answer.text]).toEqual([known, 304, '']);
        expect(answer.headers.get('etag')).toBe(tag);
        walk.answers.expectListed(one, answer);
      }
      const head = await walk.world.key.call('HEAD', one.url, { headers: { 'if-none-match': tag } });
      expect(head.status).toBe(304);
      const changed = await send(walk.world.key, one, { headers: { 'if-none-match': '"other"' } });
      walk.answers.expectDone(one, changed);
    });
  });

  it('echoes Client-Request-Id, and never uses it as its own', async () => {
    await forEvery(reads(), async (one) => {
      const answer = await send(walk.world.key, one, { headers: { 'client-request-id': 'import-42' } });
      expect(answer.headers.get('client-request-id')).toBe('import-42');
      walk.answers.expectDone(one, answer);
    });
  });
});

/** Requests that can be repeated and create records, beside every read. A stream does not end. */
const CREATING = ['Clients.create', 'Invoices.create', 'Quotes.create', 'WebhookEndpoints.create'];

const snippetsIn = (language: string): NamedSnippet[] =>
  operationsOf(walk.document as unknown as PublishedDocument)
    .filter(({ id, method, success }) => CREATING.includes(id) || (method === 'GET' && success.kind !== 'stream'))
    .map((operation) => ({
      id: operation.id,
      text: snippetsOf(operation).find((snippet) => snippet.language === language)?.text ?? '',
    }));

const python = await findPython();

/** Operations that only the key of a sandbox may call. */
const isOfSandbox = ({ id }: NamedSnippet): boolean => id.startsWith('SandboxClock.');

describe('the snippets of the documentation', () => {
  let runs: SnippetRuns;
  let inSandbox: SnippetRuns;
  beforeAll(() => {
    runs = new SnippetRuns(walk.world.api.url, walk.world.key.secret);
    inSandbox = new SnippetRuns(walk.world.api.url, walk.world.sandboxKey.secret);
  });

  /** Runs the snippets of a language, each with the key that may call its operation. @returns those that failed */
  const failing = async (
    language: string,
    execute: (by: SnippetRuns, snippets: NamedSnippet[]) => Promise<string[]>,
  ): Promise<string[]> => {
    const snippets = snippetsIn(language);
    const own = await execute(
      runs,
      snippets.filter((snippet) => !isOfSandbox(snippet)),
    );
    return [...own, ...(await execute(inSandbox, snippets.filter(isOfSandbox)))];
  };

  it('cover every read', () => {
    expect(snippetsIn('curl').length).toBeGreaterThan(40);
  });

  it('work in TypeScript, with the client', async () => {
    expect(await failing('TypeScript', (by, all) => by.typescript(all))).toEqual([]);
  });

  withProgram('curl', it)('work as curl commands', async () => {
    expect(await failing('curl', (by, all) => by.curl(all))).toEqual([]);
  });

  unless(python.path ? undefined : python.missing, it)('work in Python, with the client', async () => {
    expect(await failing('Python', (by, all) => by.python(python.path ?? '', all))).toEqual([]);
  });
});
