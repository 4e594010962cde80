import { Readable } from 'node:stream';
import { Problem } from '@billhook/domain/shared/problems';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { acceptJsonOnly } from './json-body.hooks.js';

const server = fastify({ bodyLimit: 1_000 });

beforeAll(async () => {
  acceptJsonOnly(server);
  server.setErrorHandler((error: Error & { code?: string }, _, reply) =>
    reply.status(error instanceof Problem ? 400 : 500).send({ code: error.code, message: error.message }),
  );
  server.post('/', (request) => ({ body: request.body === undefined ? 'none' : request.body }));
  await server.ready();
});
afterAll(() => server.close());

async function post(payload: string | undefined, type?: string): Promise<Record<string, unknown>> {
  const headers = type === undefined ? {} : { 'content-type': type };
  const response = await server.inject({
    method: 'POST',
    url: '/',
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return response.json();
}

describe('acceptJsonOnly', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset=utf8',
    'application/json; charset="us-ascii"',
  ])('reads %s', async (type) => {
    expect(await post('{"a":[1,"é"]}', type)).toEqual({ body: { a: [1, 'é'] } });
  });

  it.each(['null', '[]', '"x"', '0', 'false'])('reads any JSON document: %s', async (text) => {
    expect(await post(text, 'application/json')).toEqual({ body: JSON.parse(text) });
  });

  it('ignores a byte order mark, as RFC 8259, 8.1 allows', async () => {
    expect(await post('\u{feff}{"a":1}', 'application/json')).toEqual({ body: { a: 1 } });
  });

  it('rejects a member that is sent twice, and names it', async () => {
    const lines = '{"lines":[{"quantity":"1"},{"quantity":"2","quantity":"3"}]}';
    expect(await post(lines, 'application/json')).toEqual({
      ...{ code: 'malformed_json' },
      message: 'The body has the member /lines/1/quantity twice. Send each member once.',
    });
    expect(await post('{"a":{"x":1},"b":{"x":1}}', 'application/json')).toEqual({ body: { a: { x: 1 }, b: { x: 1 } } });
  });

  it.each([
    'application/json',
    'application/json; charset=iso-8859-1',
    'application/x-www-form-urlencoded',
    'text/plain',
    'no type',
    '',
  ])('treats no bytes as no body, with the media type %j', async (type) => {
    expect(await post('', type)).toEqual({ body: 'none' });
    expect(await post(undefined, type)).toEqual({ body: 'none' });
    const headers = { 'content-type': type || 'text/plain', 'transfer-encoding': 'chunked' };
    if (type !== 'no type') {
      const chunked = await server.inject({ method: 'POST', url: '/', headers, payload: Readable.from([]) });
      expect(chunked.json()).toEqual({ body: 'none' });
    }
  });

  it('treats no bytes as no body without a media type', async () => {
    expect(await post(undefined)).toEqual({ body: 'none' });
  });

  it.each(['{"name": ', '{"a":1,}', "{'a':1}", '{"a":NaN}', ' ', '{}{}', '{"a":"\n"}'])(
    'rejects invalid JSON with its position: %j',
    async (text) => {
      const response = await post(text, 'application/json');
      expect(response['code']).toBe('malformed_json');
      expect(response['message']).toMatch(/JSON/);
    },
  );

  it('repeats nothing of an invalid body', async () => {
    const response = await post('{"password":hunter2secret}', 'application/json');
    expect(response['code']).toBe('malformed_json');
    expect(response['message']).not.toMatch(/hunter|secret|password/);
    expect(response['message']).toMatch(/^Unexpected token/);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonx',
    'text/json',
    'application/problem+json',
  ])('rejects %s', async (type) => {
    expect((await post('{}', type))['code']).toBe('unsupported_media_type');
  });

  it('rejects a body without a media type', async () => {
    const response = await server.inject({ method: 'POST', url: '/', payload: Buffer.from('{}') });
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('rejects a body above the limit before it parses it', async () => {
    expect((await post('{'.repeat(1_001), 'application/json'))['code']).toBe('FST_ERR_CTP_BODY_TOO_LARGE');
  });
});
