import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { clientBody } from '../support/bodies.js';
import { raw } from '../support/raw-request.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let key: KeyCaller;
let records: Records;

beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});

/** The response of the server to these raw lines. */
function spoken(lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

describe('methods', () => {
  it('401 before an anonymous caller learns the methods of a path', async () => {
    const answer = await api.call<ProblemView>('PUT', '/v1/clients');
    expect([answer.status, answer.body.code, answer.headers.get('allow')]).toEqual([401, 'credential_missing', null]);
  });

  it.each([
    ['PUT', '/v1/clients', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/v1/clients/7', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['DELETE', '/v1/invoices/7/send', 'POST, OPTIONS'],
    ['PROPFIND', '/v1/clients', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/v1/clients/batch', 'POST, OPTIONS'],
    ['GET', '/v1/invoices/preview', 'POST, OPTIONS'],
  ])('405 for %s %s, with the allowed methods', async (method, path, allow) => {
    const answer = await key.call<ProblemView>(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
    expect(answer.body).toMatchObject({ code: 'method_not_allowed', allow: allow.split(', ') });
  });

  it('404 for a path that does not exist, with any method', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'OPTIONS']) {
      const answer = await key.call<ProblemView>(method, '/v1/nothing');
      expect([method, answer.status]).toEqual([method, 404]);
      if (method !== 'OPTIONS') expect(answer.body.code).toBe('route_not_found');
    }
  });

  it('404 for a trailing slash, with a hint if the path exists without it', async () => {
    for (const [path, detail] of [
      ['/v1/clients/', 'Remove the slash at the end of the path.'],
      ['/v1/clients/7/?a=b', 'Remove the slash at the end of the path.'],
      ['/v1/clients//', 'Check the path against the reference.'],
      ['/v1/nothing/', 'Check the path against the reference.'],
    ] as const) {
      const { body } = await key.call<ProblemView>('GET', path);
      expect([path, body.code, body.detail]).toEqual([path, 'route_not_found', detail]);
    }
  });

  it('204 to OPTIONS, with Allow, for every caller', async () => {
    for (const path of ['/v1/clients', '/app/session', '/settings/', '/health/live']) {
      const answer = await api.call('OPTIONS', path);
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([
        path,
        204,
        expect.stringContaining('OPTIONS'),
      ]);
    }
  });

  it('a preflight passes without a credential, for every origin, header and method', async () => {
    const headers = {
      origin: 'https://app.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,idempotency-key,if-match',
    };
    for (const path of ['/v1/clients/7', '/v1/nothing']) {
      const answer = await api.call('OPTIONS', path, { headers });
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-max-age': '7200',
        'access-control-allow-headers': 'authorization,idempotency-key,if-match',
        'access-control-allow-methods': expect.stringContaining('PATCH'),
      });
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it('HEAD is GET without the body', async () => {
    const { id } = await records.client();
    const [head, get] = [await key.call('HEAD', `/v1/clients/${id}`), await key.call('GET', `/v1/clients/${id}`)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
    expect((await key.call('HEAD', '/v1/clients/999999999')).status).toBe(404);
    expect((await api.call('HEAD', '/v1/clients')).status).toBe(401);
  });
});

describe('request ids', () => {
  it.each(['Client-Request-Id', 'X-Request-Id', 'Request-Id'])('echoes %s', async (name) => {
    const answer = await key.call('GET', '/v1/clients', { headers: { [name]: 'order-7/retry-2' } });
    expect(answer.headers.get('client-request-id')).toBe('order-7/retry-2');
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  });

  it('is generated for every problem, and an invalid id of the client is ignored', async () => {
    const answer = await key.call<ProblemView>('GET', '/v1/nothing', { headers: { 'Client-Request-Id': 'a b' } });
    expect(answer.body.requestId).toBe(answer.headers.get('request-id'));
    expect(answer.headers.has('client-request-id')).toBe(false);
    const long = await key.call('GET', '/v1/clients', { headers: { 'Client-Request-Id': 'x'.repeat(256) } });
    expect(long.headers.has('client-request-id')).toBe(false);
  });
});

describe('a created record', () => {
  it('is at its Location, also if the action belongs to another record', async () => {
    const quote = await records.accepted();
    const client = await key.call('POST', '/v1/clients', { body: clientBody });
    const copy = await key.call('POST', `/v1/invoices/${(await records.draft()).id}/duplicate`);
    const invoice = await key.call('POST', `/v1/quotes/${quote.id}/convert`, { body: { mode: 'Remaining' } });
    for (const [name, made] of Object.entries({ clients: client, invoices: copy, '/v1/invoices': invoice })) {
      const location = made.headers.get('location') ?? '';
      expect([name, made.status, location]).toEqual([name, 201, expect.stringContaining(name)]);
      expect((await key.call('GET', new URL(location).pathname)).body).toEqual(made.body);
    }
    const patched = await key.call('PATCH', new URL(client.headers.get('location') ?? '').pathname, {
      body: { phone: '1' },
    });
    expect([patched.status, patched.headers.has('location')]).toEqual([200, false]);
  });
});

describe('a repeated read', () => {
  it('304 for a caller that has this version of a record', async () => {
    const { id } = await records.client();
    const path = `/v1/clients/${id}`;
    const first = await key.call('GET', path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"1-[\w-]{22}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await key.call('GET', path, { headers: { 'If-None-Match': known } });
      expect([known, again.status, again.text]).toEqual([known, 304, '']);
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.has('content-type')).toBe(false);
    }
    await key.call('PATCH', path, { body: { phone: '1' } });
    const changed = await key.call('GET', path, { headers: { 'If-None-Match': tag } });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"2-/)]);
  });

  it('304 for lists and catalogues by a digest of their content', async () => {
    for (const path of ['/v1/clients', '/v1/me/permissions', '/v1/openapi.json']) {
      const first = await key.call('GET', path);
      const tag = first.headers.get('etag') ?? '';
      expect([path, tag]).toEqual([path, expect.stringMatching(/^"[\w-]{22}"$/)]);
      expect((await key.call('GET', path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
      expect((await key.call('HEAD', path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    }
    const before = (await key.call('GET', '/v1/clients')).headers.get('etag') ?? '';
    await records.client();
    expect((await key.call('GET', '/v1/clients', { headers: { 'If-None-Match': before } })).status).toBe(200);
  });

  it('never for a write, and never in place of an error', async () => {
    const created = await key.call('POST', '/v1/clients', { body: clientBody, headers: { 'If-None-Match': '*' } });
    expect(created.status).toBe(201);
    expect((await key.call('GET', '/v1/clients/999999999', { headers: { 'If-None-Match': '*' } })).status).toBe(404);
  });
});

describe('a request body', () => {
  it('413 with the rest of the body discarded, so that a proxy that still sends it reads the response', async () => {
    const authorization = `Authorization: Bearer ${key.secret}`;
    const large = ['POST /v1/clients HTTP/1.1', 'Host: x', authorization, 'Content-Type: application/json'];
    const next = ['', 'GET /v1/me HTTP/1.1', 'Host: x', authorization, 'Connection: close'];
    const answers = await spoken([...large, 'Content-Length: 3000000', '', 'x'.repeat(2_999_998), ...next]);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('400 for a query parameter on a route without any', async () => {
    const { id } = await records.client();
    for (const [method, path] of [
      ['GET', `/v1/me/permissions`],
      ['GET', `/v1/clients/${id}/timeline`],
      ['POST', '/v1/clients'],
    ] as const) {
      const answer = await key.call<ProblemView>(method, `${path}?colour=red`, {
        body: method === 'POST' ? clientBody : undefined,
      });
      expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'invalid_query']);
      expect(answer.body.errors).toEqual([expect.objectContaining({ parameter: 'colour', code: 'unknown_parameter' })]);
      expect(answer.body.detail).toBe('colour is unknown: this operation has no query parameters.');
    }
  });

  it('400 and 422 begin with the first error, and with the name that was probably meant', async () => {
    const detailOf = async (...call: Parameters<typeof key.call>) => (await key.call<ProblemView>(...call)).body.detail;
    expect(await detailOf('GET', '/v1/invoices?stauts=Paid&limit=0')).toMatch(
      /^(stauts is unknown; did you mean status\?|limit must be from 1 to 100) \(and 1 more\)\.$/,
    );
    expect(await detailOf('GET', '/v1/clients/1?expnd=x')).toMatch(/^expnd is unknown/);
    expect(await detailOf('GET', '/v1/invoices?colour=red')).toMatch(
      /^colour is unknown: this operation has limit, cursor, .*\d more\.$/,
    );
    const { name, ...nameless } = clientBody;
    expect(await detailOf('POST', '/v1/clients', { body: { ...nameless, Name: name } })).toBe(
      'name is required (and 1 more).',
    );
  });

  it.each<[string, Record<string, string>]>([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['a packed body', { 'content-encoding': 'gzip' }],
  ])('415 for %s', async (_, headers) => {
    const answer = await key.call<ProblemView>('POST', '/v1/clients', { raw: '{}', headers });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    // Without a body there is nothing to reject: the action itself responds.
    const action = await key.call<ProblemView>('POST', '/v1/invoices/999999/duplicate', { raw: '', headers });
    expect([action.status, action.body.code]).toEqual([404, 'not_found']);
  });

  it('400 for invalid JSON, and for bytes that are not UTF-8', async () => {
    const broken = await key.call<ProblemView>('POST', '/v1/clients', { raw: '{"name":' });
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed_json']);
    const response = await fetch(`${api.url}/v1/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0x22, 0x7d]),
    });
    expect(await response.json()).toMatchObject({ code: 'malformed_json', detail: 'The body is not UTF-8.' });
  });

  it('400 for excessive nesting, 422 for members with special meaning in JavaScript', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const name of ['Accept', 'Idempotency-Key']) {
      const answer = await key.call<ProblemView>('POST', '/v1/clients', { raw: deep, headers: { [name]: 'deep' } });
      expect([answer.status, answer.body.code]).toEqual([400, 'malformed_json']);
    }
    for (const name of ['__proto__', 'constructor']) {
      const { billingAddress: address, ...rest } = clientBody;
      const inner = `{"${name}":{},${JSON.stringify(address).slice(1)}`;
      const body = `{"billingAddress":${inner},${JSON.stringify(rest).slice(1)}`;
      const answer = await key.call<ProblemView>('POST', '/v1/clients', { raw: body });
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        [expect.objectContaining({ pointer: `/billingAddress/${name}`, code: 'unknown_property' })],
      ]);
    }
  });

  it('400 for a member that is sent twice, with its name', async () => {
    const body = `{"name":"First",${JSON.stringify(clientBody).slice(1)}`;
    const answer = await key.call<ProblemView>('POST', '/v1/clients', { raw: body });
    expect(answer.body).toMatchObject({
      ...{ status: 400, code: 'malformed_json' },
      detail: 'The body has the member /name twice. Send each member once.',
    });
  });

  it('repeats only the beginning of names and paths that the caller chose', async () => {
    const long = 'x'.repeat(5_000);
    for (const [method, path, body] of [
      ['POST', '/v1/clients', { [long.repeat(100)]: 1 }],
      ['GET', `/v1/clients?${long}=1`, undefined],
      ['GET', `/v1/${long}`, undefined],
      ['GET', `/${long}`, undefined],
    ] as const) {
      const answer = await key.call<ProblemView>(method, path, { ...(body && { body }) });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain('x'.repeat(400));
    }
  });

  it('reports at most a hundred errors', async () => {
    const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`x${n}`, 1]));
    const answer = await key.call<ProblemView>('POST', '/v1/clients', { body });
    expect([answer.status, answer.body.errors?.length]).toEqual([422, 100]);
  });

  it('is the same request in any spelling of its path', async () => {
    const send = (path: string) =>
      raw(api.url, 'POST', path, [
        ...['authorization', `Bearer ${key.secret}`, 'idempotency-key', 'k', 'content-type', 'application/json'],
        ...['content-length', '0', 'origin', 'https://app.example'],
      ]);
    const { id } = await records.draft();
    const [plain, encoded] = [await send(`/v1/invoices/${id}/duplicate`), await send(`/%761/invoices/${id}/duplicate`)];
    expect([plain.status, encoded.status, encoded.text]).toEqual([201, 201, plain.text]);
    expect(encoded.headers).toMatchObject({ 'idempotent-replayed': 'true', 'access-control-allow-origin': '*' });
  });

  it('finds no record if the id is missing or too long', async () => {
    for (const method of ['GET', 'PATCH', 'PUT', 'OPTIONS']) {
      expect([method, (await key.call(method, '/v1/clients/')).status]).toEqual([method, 404]);
    }
    const long = await key.call<ProblemView>('GET', `/v1/clients/${'7'.repeat(5_000)}`);
    expect([long.status, long.body.code]).toEqual([404, 'not_found']);
  });

  it('has a problem document for errors of HTTP as well', async () => {
    const text = await spoken(['GET /v1/clients HTTP/1.1', 'Connection: close']);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('The header Host is missing.');
    const expecting = await spoken(['GET /v1/clients HTTP/1.1', 'Host: x', 'Expect: banana', 'Connection: close']);
    expect(expecting).toMatch(/^HTTP\/1\.1 401 /);
    const unreadable = await spoken(['GET /v1/%zz HTTP/1.1', 'Host: x', 'Connection: close']);
    expect(unreadable).toMatch(/^HTTP\/1\.1 400 [\s\S]*access-control-allow-origin: \*/i);
  });

  it('accepts a patch under its own media type (RFC 7396)', async () => {
    const { id } = await records.client();
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await key.call('PATCH', `/v1/clients/${id}`, { raw: '{"phone":"1"}', headers });
    expect(answer.body['phone']).toBe('1');
  });
});
