import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Problem } from '@billhook/domain/shared/problems';
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
  const answer = await server.inject({
    method: 'POST',
    url: '/',
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return answer.json();
}

describe('acceptJsonOnly', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
  ])('reads %s', async (type) => {
    expect(await post('{"a":[1,"é"]}', type)).toEqual({ body: { a: [1, 'é'] } });
  });

  it.each(['null', '[]', '"x"', '0', 'false'])('reads any JSON document: %s', async (text) => {
    expect(await post(text, 'application/json')).toEqual({ body: JSON.parse(text) });
  });

  it('passes over a byte order mark, as a reader may (RFC 8259, 8.1)', async () => {
    expect(await post('\u{feff}{"a":1}', 'application/json')).toEqual({ body: { a: 1 } });
  });

  it('takes no bytes for no body, with a type and without', async () => {
    expect(await post('', 'application/json')).toEqual({ body: 'none' });
    expect(await post(undefined, 'application/json')).toEqual({ body: 'none' });
    expect(await post(undefined)).toMatchObject({ body: expect.anything() });
  });

  it.each(['{"name": ', '{"a":1,}', "{'a':1}", '{"a":NaN}', ' ', '{}{}', '{"a":"\n"}'])(
    'refuses broken JSON and says where: %j',
    async (text) => {
      const answer = await post(text, 'application/json');
      expect(answer['code']).toBe('malformed_json');
      expect(answer['message']).toMatch(/JSON/);
    },
  );

  it('repeats nothing of what it could not read', async () => {
    const answer = await post('{"password":hunter2secret}', 'application/json');
    expect(answer['code']).toBe('malformed_json');
    expect(answer['message']).not.toMatch(/hunter|secret|password/);
    expect(answer['message']).toMatch(/^Unexpected token/);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonx',
    'text/json',
    'application/problem+json',
  ])('refuses %s', async (type) => {
    expect((await post('{}', type))['code']).toBe('FST_ERR_CTP_INVALID_MEDIA_TYPE');
  });

  it('refuses a body without a type', async () => {
    const answer = await server.inject({ method: 'POST', url: '/', payload: Buffer.from('{}') });
    expect(answer.json()).toMatchObject({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' });
  });

  it('refuses what is larger than the limit before it reads it as JSON', async () => {
    expect((await post('{'.repeat(1_001), 'application/json'))['code']).toBe('FST_ERR_CTP_BODY_TOO_LARGE');
  });
});
