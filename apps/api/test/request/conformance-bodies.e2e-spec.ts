import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exampleLine } from '@billhook/contract/invoicing/document';
import { gzipSync } from 'node:zlib';
import type { Answer } from '../support/api.js';
import { expectProblem } from '../support/conformance-answers.js';
import { WrongBodies, type WrongBody } from '../support/conformance-bodies.js';
import { DRY, forEvery, send, type Case } from '../support/conformance-cases.js';
import { startConformance, type Conformance } from '../support/conformance.js';
import { raw } from '../support/raw.js';

/** Above the limit. Only announced, because it is rejected before the body is read. */
const TOO_LARGE = '1048577';

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
      const answer = await walk.world.key.call(one.verb, url, { body: one.body, headers: DRY });
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
        const answer = await send(walk.world.key, one, { raw: text, headers: DRY });
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
  const answer = await send(walk.world.key, one, { body, headers: DRY });
  const told = errorsOf(one, answer);
  expect([wrong, told.map(({ pointer }) => pointer)]).toEqual([wrong, expect.arrayContaining([...pointers])]);
  if (code !== undefined) {
    const codes = told.filter(({ pointer }) => pointers.includes(pointer)).map((fault) => fault.code);
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
  // Of an atomic batch, the items that are right are dropped with the one that is wrong.
  const refused = results.filter(({ problem }) => problem && problem.code !== 'batch_aborted');
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 422));
  return refused.flatMap(({ problem }) => problem?.errors ?? []);
}

/** Whether the schema at a place of the document takes a value. */
const documentTakes = (place: readonly (string | number)[], value: unknown): boolean =>
  walk.answers.faults(`#/${place.map((name) => String(name).replaceAll('/', '~1')).join('/')}`, value).length === 0;

const isTaken = ({ status }: Answer): boolean => ![400, 422].includes(status);

describe('the document is as strict as the server', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ['/v1/invoices', 'currency', ['EUR', 'JPY', 'KWD'], ['eur', 'XXX', 'EURO', '']],
    [
      '/v1/invoices',
      'grossFrom',
      ['0', '-1.5', '0.0001', '999999999999999'],
      ['01', '+1', '1e3', '1.00000', '1,5', ''],
    ],
    [
      '/v1/invoices',
      'sort',
      ['id', '-id', 'issueDate', '-gross,id', 'number,-id'],
      ['id,id', 'name', '--id', 'gross,', ''],
    ],
    ['/v1/invoices', 'q', ['ab', ' ab ', 'a b', '日本'], ['a', ' a ', '  ', '', 'a\u0001b']],
    [
      '/v1/invoices',
      'issueDateFrom',
      ['1900-01-01', '2024-02-29', '2999-12-31'],
      ['1899-12-31', '3000-01-01', '2026-02-29'],
    ],
    [
      '/v1/invoices',
      'createdAfter',
      ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.123456789Z'],
      ['2026-11-21', '3000-01-01T00:00:00Z'],
    ],
    ['/v1/payments', 'reference', ['a', ' a'], [' ', '\u202ea', 'a\u0000']],
    ['/v1/events', 'after', ['beginning', 'msg_invoicepaid4Qm8'], ['end', 'msg_', 'a.b.c']],
    ['/v1/webhook-endpoints/5/stats', 'since', ['2026-12-01T00:00:00Z'], ['1800-01-01T00:00:00Z', '2026-12-01']],
  ])('%s?%s', async (path, name, taken, refused) => {
    const documented = path.replace(/\/\d+/, '/{id}');
    const parameters = walk.document.paths[documented]?.get?.parameters ?? [];
    const at = parameters.findIndex((one) => 'name' in one && one.name === name);
    for (const value of [...taken, ...refused]) {
      const answer = await walk.world.key.call('GET', `${path}?${name}=${encodeURIComponent(value)}`);
      const said = documentTakes(['paths', documented, 'get', 'parameters', at, 'schema'], value);
      expect([value, isTaken(answer), said]).toEqual([value, taken.includes(value), taken.includes(value)]);
    }
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['If-Match', 'IfMatch', ['*', '"7"', '"7-abc", W/"8"'], ['', '7', '"7', '"7" "8"']],
    ['Idempotency-Key', 'IdempotencyKey', ['a', '"a b"', 'a b', 'x'.repeat(255)], ['', 'a"b', 'é', 'x'.repeat(256)]],
    ['Client-Request-Id', 'ClientRequestId', ['a', 'x'.repeat(300)], []],
    ['Prefer', 'DryRun', ['dry-run', 'respond-async'], []],
  ])('the header %s', async (name, parameter, taken, refused) => {
    for (const value of [...taken, ...refused]) {
      const headers = { ...DRY, [name]: value };
      const body = { name: 'Atelier Lumen' };
      const answer = await walk.world.key.call('PATCH', '/v1/clients/17', { body, headers });
      const said = documentTakes(['components', 'parameters', parameter, 'schema'], value);
      expect([value, isTaken(answer), said]).toEqual([value, taken.includes(value), taken.includes(value)]);
    }
  });

  it.each<[string, string, boolean, object]>([
    ['an amount and a percent', 'LineBody', false, { discount: { amount: '1.00', percent: '5' } }],
    ['neither of them', 'LineBody', false, { discount: { reason: 'Loyalty' } }],
    ['one of them', 'LineBody', true, { discount: { percent: '5' } }],
    ['a decimal with a leading zero', 'LineBody', false, { quantity: '01' }],
    ['a negative price', 'LineBody', false, { unitPrice: '-1' }],
    ['a base of zero', 'LineBody', false, { priceBaseQuantity: '0.0' }],
    ['a rate of zero in category S', 'LineBody', false, { taxRate: '0' }],
    ['no rate in category Z', 'LineBody', false, { taxCategory: 'Z', taxRate: undefined }],
    ['a rate of zero in category Z', 'LineBody', true, { taxCategory: 'Z', taxRate: '0.00' }],
    ['a rate in category O', 'LineBody', false, { taxCategory: 'O', taxRate: '0' }],
    [
      'no rate in category O',
      'LineBody',
      true,
      { taxCategory: 'O', taxRate: undefined, exemptionReason: 'Article 44' },
    ],
    ['a reason in category S', 'LineBody', false, { exemptionReason: 'Article 44' }],
    ['a reason in category E', 'LineBody', true, { taxCategory: 'E', taxRate: '0', exemptionReason: 'Article 44' }],
    ['a blank name', 'LineBody', false, { name: '  ' }],
    ['a name with a control character', 'LineBody', false, { name: 'a\u001bb' }],
  ])('a line with %s', async (_, schema, taken, change) => {
    const line = JSON.parse(JSON.stringify({ ...exampleLine, ...change })) as object;
    const body = { clientId: 17, currency: 'EUR', lines: [line] };
    const answer = await walk.world.key.call('POST', '/v1/invoices/preview', { body });
    expect([isTaken(answer), documentTakes(['components', 'schemas', schema], line)]).toEqual([taken, taken]);
  });

  it.each<[string, string, string, boolean, object]>([
    [
      '/v1/webhook-endpoints',
      'a type twice',
      'CreateWebhookEndpoint',
      false,
      { eventTypes: ['invoice.paid', 'invoice.paid'] },
    ],
    ['/v1/webhook-endpoints', 'an address without a host', 'CreateWebhookEndpoint', false, { url: 'https://' }],
    [
      '/v1/webhook-endpoints',
      'a header with a line break',
      'CreateWebhookEndpoint',
      false,
      { headers: { 'X-A': 'a\nb' } },
    ],
    [
      '/v1/webhook-endpoints',
      'a filter',
      'CreateWebhookEndpoint',
      true,
      { filter: { field: 'totals.gross', gte: '10' } },
    ],
    [
      '/v1/webhook-endpoints',
      'a filter without a comparison',
      'CreateWebhookEndpoint',
      false,
      { filter: { field: 'id' } },
    ],
    ['/v1/webhook-endpoints', 'a comparison without a field', 'CreateWebhookEndpoint', false, { filter: { eq: 1 } }],
    [
      '/v1/webhook-endpoints',
      'a filter on no member',
      'CreateWebhookEndpoint',
      false,
      { filter: { field: 'colour', eq: 1 } },
    ],
    ['/v1/leaked-keys', 'a short key', 'ReportLeakedKey', false, { key: 'bhk_short' }],
    ['/v1/me/permissions/check', 'no question', 'CheckPermissions', false, { requests: [] }],
    [
      '/v1/webhook-endpoints/5/test',
      'an event and a type',
      'TestWebhookEndpoint',
      false,
      { eventType: 'invoice.paid', eventId: 'msg_1' },
    ],
  ])('%s with %s', async (path, _, schema, taken, change) => {
    const url = 'https://example.com/webhooks/billhook';
    const base = schema === 'CreateWebhookEndpoint' ? { url, eventTypes: ['invoice.paid'] } : {};
    const body = { ...base, ...change };
    const answer = await walk.world.key.call('POST', path, { body, headers: DRY });
    expect([isTaken(answer), documentTakes(['components', 'schemas', schema], body)]).toEqual([taken, taken]);
  });
});
