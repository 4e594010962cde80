import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { expectProblem } from '../support/conformance-answers.js';
import { WrongBodies, type WrongBody } from '../support/conformance-bodies.js';
import { dryIfTaken, forEvery, send, type Case } from '../support/conformance-cases.js';
import { startConformance, type Conformance } from '../support/conformance.js';
import { raw } from '../support/raw-request.js';

/** Above the limit. Only announced, because it is rejected before the body is read. */
/** Above the limit of every operation: an import accepts 4 MiB. */
const TOO_LARGE = '4194305';

// One test calls all operations.
let walk: Conformance;
let wrongBodies: WrongBodies;

beforeAll(async () => {
  walk = await startConformance();
  wrongBodies = new WrongBodies(walk.document, walk.answers);
});
afterAll(() => walk.world.stop());

const writes = (): Case[] => walk.cases.filter((one) => one.writes);
const bodied = (): Case[] => walk.cases.filter((one) => one.takesBody);

function expectRefused(one: Case, answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body['code']]).toEqual([status, code]);
  walk.answers.expectListed(one, answer);
}

/** As `fetch` sends bytes: without a type. */
async function untyped(one: Case): Promise<Answer> {
  const { api, key } = walk.world;
  const response = await fetch(api.url + one.url, {
    method: one.verb,
    headers: { authorization: `Bearer ${key.secret}` },
    body: new TextEncoder().encode('{}'),
  });
  const text = await response.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, text, body };
}

describe('invalid JSON', () => {
  it('415 for every other media type, for none, and for compressed bodies', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ];
    await forEvery(writes(), async (one) => {
      for (const type of types) {
        const answer = await send(walk.world.key, one, { raw: '{}', headers: { 'content-type': type } });
        expectRefused(one, answer, 415, 'unsupported_media_type');
      }
      expectRefused(one, await untyped(one), 415, 'unsupported_media_type');
      const packed = { raw: gzipSync('{}').toString('latin1'), headers: { 'content-encoding': 'gzip' } };
      expectRefused(one, await send(walk.world.key, one, packed), 415, 'unsupported_media_type');
    });
  });

  it('400 for what does not parse, with its position', async () => {
    await forEvery(writes(), async (one) => {
      for (const text of ['{', '{"a": 1,}', "{'a': 1}", 'nothing', '{}{}']) {
        const answer = await send(walk.world.key, one, { raw: text });
        expectRefused(one, answer, 400, 'malformed_json');
        expect(answer.body['detail']).toMatch(/JSON|position|column/);
      }
    });
  });

  it('413 for a body above the limit', async () => {
    const { api, key } = walk.world;
    const headers = ['authorization', `Bearer ${key.secret}`, 'content-type', 'application/json'];
    await forEvery(writes(), async (one) => {
      const { status, text, ...got } = await raw(api.url, one.verb, one.url, [...headers, 'content-length', TOO_LARGE]);
      const given = Object.entries(got.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const body = JSON.parse(text) as Record<string, unknown>;
      expectRefused(one, { status, text, headers: new Headers(given), body }, 413, 'body_too_large');
    });
  });
});

describe('the query', () => {
  it('400 that names each parameter that an operation does not have', async () => {
    await forEvery(walk.cases, async (one) => {
      const url = `${one.url}${one.url.includes('?') ? '&' : '?'}colour=red&size=2`;
      const answer = await walk.world.key.call(one.verb, url, { body: one.body, headers: dryIfTaken(one) });
      expectRefused(one, answer, 400, 'invalid_query');
      const errors = ['colour', 'size'].map((parameter) => ({ parameter, code: 'unknown_parameter' }));
      expect(answer.body['errors']).toEqual(errors.map((error) => expect.objectContaining(error)));
    });
  });
});

describe('422', () => {
  it('for JSON that is no object', async () => {
    await forEvery(bodied(), async (one) => {
      for (const text of ['[]', '"text"', '1', 'true', 'null']) {
        const answer = await send(walk.world.key, one, { raw: text, headers: dryIfTaken(one) });
        // An empty body equals an empty object if nothing is required.
        if (text === 'null' && answer.status === one.success) continue;
        expectRefused(one, answer, 422, 'invalid_body');
      }
    });
  });

  it('with the pointer of missing and unknown members, and of a JSON number instead of a text', async () => {
    let tried = 0;
    await forEvery(bodied(), async (one) => {
      const wrong = wrongBodies.of(one);
      tried += wrong.length;
      expect(wrong).not.toEqual([]);
      for (const each of wrong) await expectPointed(one, each);
    });
    expect(tried).toBeGreaterThan(100);
  });

  it('for read-only members, which the API computes', async () => {
    await forEvery(bodied(), async (one) => {
      const wrong = wrongBodies.readOnly(one);
      expect(wrong?.pointers).not.toEqual([]);
      if (wrong) await expectPointed(one, wrong, 'unknown_property');
    });
  });
});

/** A dry run: an accepted body must not change the records of the next request. */
async function expectPointed(one: Case, { wrong, body, pointers }: WrongBody, code?: string): Promise<void> {
  const answer = await send(walk.world.key, one, { body, headers: dryIfTaken(one) });
  const errors = errorsOf(one, answer);
  expect([wrong, errors.map(({ pointer }) => pointer)]).toEqual([wrong, expect.arrayContaining([...pointers])]);
  if (code !== undefined) {
    const codes = errors.filter(({ pointer }) => pointers.includes(pointer)).map((fault) => fault.code);
    expect([...new Set(codes)]).toEqual([code]);
  }
}

interface FieldError {
  readonly pointer: string;
  readonly code: string;
}

/** Of an error; or of each item, if items have separate results. */
function errorsOf(one: Case, answer: Answer): readonly FieldError[] {
  walk.answers.expectListed(one, answer);
  if (answer.status === 422) {
    expectProblem(answer, one.at);
    return answer.body['errors'] as FieldError[];
  }
  expect([answer.status, answer.text]).toEqual([207, expect.any(String)]);
  const { results } = answer.body as {
    results: { status: number; problem?: { code: string; errors: FieldError[] } }[];
  };
  // In an atomic batch, the valid items are dropped with the invalid one.
  const refused = results.filter(({ problem }) => problem && problem.code !== 'batch_aborted');
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 422));
  return refused.flatMap(({ problem }) => problem?.errors ?? []);
}
