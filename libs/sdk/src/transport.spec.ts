import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { timersOf } from '../../testing/src/timers.js';
import { Billhook, ConnectionError, UnexpectedResponseError, type SentAttempt, type CreateClient } from './billhook.js';
import { sleep } from './sleep.js';
import { retryDelayMs } from './transport.js';

const KEY = 'bhk_0123456789';
const CLIENT = { kind: 'Business', name: 'Lumen', billingAddress: { country: 'FR' } } as CreateClient;

const errorOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('between the client and the API', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  type Reply = (request: IncomingMessage, response: ServerResponse) => void;

  /** A proxy that responds in place of Billhook, with one response per request; the last one is repeated. */
  async function between(...replies: Reply[]): Promise<{ own: Billhook; url: string; keys: (string | undefined)[] }> {
    const keys: (string | undefined)[] = [];
    let count = 0;
    server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key'] as string | undefined);
      replies[Math.min(count++, replies.length - 1)]?.(request, response);
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return { own: new Billhook({ baseUrl: url, apiKey: KEY, maxRetries: 3 }), url, keys };
  }

  const json =
    (status: number, body: unknown, headers = {}): Reply =>
    (_, response) =>
      void response
        .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
        .end(JSON.stringify(body));
  const problem = (status: number, code: string, headers = {}) =>
    json(status, { type: '', title: '', status, code, detail: 'no', instance: '', requestId: 'req_1' }, headers);
  const html: Reply = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please sign in to the network</h1>');
  const reset: Reply = (request) => request.socket.resetAndDestroy();

  it.each(['.', '..', ''])('an id %j, which would lead to another path, is not sent', async (id) => {
    const { own, keys } = await between(json(200, {}));
    expect(() => own.clients.delete(id as never)).toThrow('DELETE /v1/clients/{id} needs id.');
    expect(keys).toEqual([]);
  });

  it('a page of a proxy is named', async () => {
    const { own } = await between(html);
    const error = await errorOf(own.clients.list());
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ status: 200, message: expect.stringContaining('Please sign in to the network') });
  });

  it('429, 503 and lost connections are sent again with one idempotency key', async () => {
    const { own, keys } = await between(
      problem(429, 'rate_limited', { 'retry-after': '0' }),
      reset,
      problem(503, 'unavailable'),
      json(201, { id: 1 }),
    );
    expect(await own.clients.create(CLIENT)).toEqual({ id: 1 });
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });

  const cut: Reply = (request, response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"id":', () => request.socket.resetAndDestroy());
  };
  const endless: Reply = (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":');

  it('a response that breaks off is sent again with one idempotency key', async () => {
    const { own, keys } = await between(cut, cut, json(201, { id: 1 }));
    expect(await own.clients.create(CLIENT)).toEqual({ id: 1 });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it.each<[string, Reply, string]>([
    ['breaks off', cut, 'an incomplete response'],
    ['never ends', endless, 'the time limit passed'],
  ])('a response that %s is a ConnectionError', async (_, reply, message) => {
    const { own, keys } = await between(reply);
    const error = await errorOf(own.clients.list({}, { maxRetries: 0, timeoutMs: 200 }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
    expect(keys).toHaveLength(1);
  });

  it('a program may have replaced the global Response, as the server of Hono does', async () => {
    const original = globalThis.Response;
    globalThis.Response = class extends original {};
    try {
      const { own } = await between(json(200, { data: [], page: { hasMore: false, nextCursor: null } }));
      expect((await own.clients.list()).data).toEqual([]);
      expect(await errorOf(own.events.follow()[Symbol.asyncIterator]().next())).toBeInstanceOf(UnexpectedResponseError);
    } finally {
      globalThis.Response = original;
    }
  });

  it('429 of a gateway is returned with its Retry-After, or sent again after it', async () => {
    const { own, keys } = await between((_, response) =>
      response.writeHead(429, { 'content-type': 'text/html', 'retry-after': '3600' }).end('<h1>Slow down</h1>'),
    );
    const error = await errorOf(own.clients.list());
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ status: 429, retryAfter: 3600 });
    expect(keys).toHaveLength(1);
    expect(retryDelayMs(new UnexpectedResponseError(429, 'text/html', '', 7), 0)).toBeGreaterThanOrEqual(7_000);
  });

  it('a time limit that is longer than any timer is accepted', async () => {
    const { own } = await between(json(200, { data: [], page: {} }));
    for (const timeoutMs of [2 ** 31, Infinity]) {
      expect((await own.clients.list({}, { maxRetries: 0, timeoutMs })).data).toEqual([]);
    }
  });

  it('a redirect is named, and neither followed nor repeated', async () => {
    const { own, keys } = await between((_, response) =>
      response.writeHead(308, { location: 'https://billing.example/v1/clients' }).end(),
    );
    expect(await errorOf(own.clients.list())).toMatchObject({
      name: 'BillhookError',
      message: expect.stringMatching(/is redirected to https:\/\/billing\.example.* as baseUrl/),
    });
    expect(keys).toHaveLength(1);
  });

  it('callers that share a rate limit wait for each other instead of failing', async () => {
    let left = 10;
    let inFlight = 0;
    const limited: Reply = (request, response) => {
      inFlight++;
      setImmediate(() => {
        // While the quota is used up, one request at a time is accepted.
        const isAccepted = left > 0 || inFlight === 1;
        left = Math.max(0, left - 1);
        inFlight--;
        const rate = { ratelimit: `"minute";r=${left};t=0, "company";r=500;t=1`, 'retry-after': '0' };
        if (isAccepted) json(200, { data: [], page: {} }, rate)(request, response);
        else problem(429, 'rate_limited', rate)(request, response);
      });
    };
    const { own, keys } = await between(limited);
    const caller = async () => {
      for (let call = 0; call < 10; call++) await own.clients.list({}, { maxRetries: 1 });
    };
    await Promise.all(Array.from({ length: 20 }, caller));
    // Those in flight when the quota ended were rejected, each once.
    expect(keys.length).toBeLessThan(200 + 20);
  });

  it('a call may have its own credential, and hooks see each attempt without it', async () => {
    const seen: (string | undefined)[] = [];
    const { url } = await between(problem(503, 'unavailable'), (request, response) => {
      seen.push(request.headers.authorization, request.headers['user-agent']);
      json(200, { id: 7 }, { 'request-id': 'req_2' })(request, response);
    });
    const attempts: SentAttempt[] = [];
    let started = 0;
    const own = new Billhook({
      ...{ baseUrl: url, apiKey: KEY },
      onRequest: () => started++,
      onResponse: (attempt) => attempts.push(attempt),
    });
    await own.clients.get(7, { apiKey: 'bhk_another' });
    expect(seen).toEqual(['Bearer bhk_another', expect.stringMatching(/^billhook-typescript\/\d+\.\d+\.\d+$/)]);
    expect(started).toBe(2);
    expect(attempts).toMatchObject([
      { method: 'GET', url: `${url}/v1/clients/7`, number: 1, status: 503 },
      { number: 2, status: 200, requestId: 'req_2' },
    ]);
    expect(JSON.stringify(attempts.map(({ headers }) => [...headers]))).not.toContain('bhk_');
  });

  it('the limit of another credential delays no call, and a call has one credential', async () => {
    const { own } = await between(json(200, {}, { ratelimit: '"minute";r=0;t=50' }));
    const signal = AbortSignal.timeout(4000);
    for (const options of [{ apiKey: 'bhk_a' }, { accessToken: 'bha_b' }, { apiKey: 'bhk_c' }, {}]) {
      await own.clients.list({}, { ...options, signal });
    }
    // The last call had the credential of the client.
    await own.clients.list({}, { apiKey: 'bhk_a', signal });
    const both = own.clients.list({}, { apiKey: 'bhk_a', accessToken: 'bha_b' });
    await expect(both).rejects.toThrow('Give either apiKey or accessToken.');
    await expect(own.clients.list({}, { apiKey: '' })).rejects.toThrow('is empty');
  });

  it('429 without end is returned with its Retry-After', async () => {
    const { own, keys } = await between(problem(429, 'rate_limited', { 'retry-after': '3600' }));
    expect(await errorOf(own.clients.list())).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 3600 });
    expect(keys).toHaveLength(1);
  });

  it('other rejections are not sent again', async () => {
    const { own, keys } = await between(problem(409, 'invoice_not_draft'));
    expect(await errorOf(own.invoices.update(1, {}))).toMatchObject({ code: 'invoice_not_draft' });
    expect(keys).toHaveLength(1);
  });

  const event = (id: string) => `id: ${id}\nevent: client.created\ndata: {"id":"${id}","type":"client.created"}\n\n`;
  const stream =
    (text: string): Reply =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
  const newest = json(200, { data: [{ id: 'msg_7' }], page: {} });

  /** The events that a client has followed through these replies, the positions that it asked for, and its warnings. */
  async function followed(count: number, after: string | undefined, ...replies: Reply[]) {
    const places: (string | null)[] = [];
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    const noted = replies.map((reply): Reply => (request, response) => {
      places.push(new URL(request.url ?? '', 'http://x').searchParams.get('after'));
      reply(request, response);
    });
    const { own } = await between(...noted);
    const seen: string[] = [];
    const stop = new AbortController();
    const options = { signal: stop.signal, ...(after !== undefined && { after }) };
    const error = await errorOf(
      (async () => {
        for await (const { id } of own.events.follow(options)) if (seen.push(id) === count) break;
      })(),
    );
    process.off('warning', warn);
    return { seen, places, warnings, error };
  }

  it.each<[string, string | undefined, Reply[], string[], (string | null)[]]>([
    [
      'a truncated stream continues after its last complete event',
      'msg_0',
      [stream(`: hello\n\n${event('msg_1')}id: msg_2\nda`), stream(event('msg_2') + event('msg_3'))],
      ['msg_1', 'msg_2', 'msg_3'],
      ['msg_0', 'msg_1'],
    ],
    [
      'a stream that breaks off before its first event continues where it began',
      undefined,
      [newest, stream('retry: 2000\n\n'), reset, stream(event('msg_8'))],
      ['msg_8'],
      [null, 'msg_7', 'msg_7', 'msg_7'],
    ],
    [
      'pages of a proxy during an interruption, and 429 without end, are waited out',
      'msg_0',
      [
        stream(event('msg_1')),
        html,
        problem(429, 'rate_limited', { 'retry-after': '0' }),
        html,
        stream(event('msg_2')),
      ],
      ['msg_1', 'msg_2'],
      ['msg_0', 'msg_1', 'msg_1', 'msg_1', 'msg_1'],
    ],
  ])('%s', async (_, after, replies, events, positions) => {
    const { seen, places, error } = await followed(events.length, after, ...replies);
    expect([seen, places, error]).toEqual([events, positions, undefined]);
  });

  it('a page of a proxy at the first request is named, and no stream', async () => {
    const { error } = await followed(1, 'msg_0', html);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
  });

  it('a signal that outlives many connections keeps no listeners', async () => {
    const replies = Array.from({ length: 12 }, (_, n) => stream(event(`msg_${n}`)));
    expect((await followed(12, 'msg_0', ...replies)).warnings).toEqual([]);
  });

  it('nothing at the address', async () => {
    const own = new Billhook({ baseUrl: 'http://127.0.0.1:1', apiKey: KEY, maxRetries: 0 });
    const error = await errorOf(own.clients.list());
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).not.toContain(KEY);
  });

  it('follow ends without an error when its signal is aborted', async () => {
    const { own } = await between((_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n'),
    );
    const stop = new AbortController();
    const onOpen = () => stop.abort(new Error('no longer needed'));
    const events = [];
    for await (const each of own.events.follow({ after: 'msg_0', signal: stop.signal, onOpen })) events.push(each);
    expect(events).toEqual([]);
  });

  it('ends when its signal is aborted', async () => {
    const { own } = await between(() => undefined);
    const stop = new AbortController();
    const call = errorOf(own.clients.list({}, { signal: stop.signal }));
    stop.abort(new Error('no longer needed'));
    expect(await call).toMatchObject({ message: 'no longer needed' });
  });
});

describe('a pause', () => {
  it.each([
    ['whose time has passed does not wait', -3, [0]],
    ['of more than a timer can wait takes several', 2 ** 31 + 5, [2 ** 31 - 1, 6]],
  ])('%s', async (_, milliseconds, delays) => {
    expect(await timersOf(() => sleep(milliseconds))).toEqual(delays);
  });

  it('ends with its signal', async () => {
    const stop = new AbortController();
    const pause = sleep(60_000, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(pause).rejects.toThrow('stopped');
    await expect(sleep(-1, stop.signal)).rejects.toThrow('stopped');
  });
});
