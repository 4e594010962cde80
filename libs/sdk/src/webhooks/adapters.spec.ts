import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Module, Post, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import express, { type Response as ExpressResponse } from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { certified, NOT_VISIBLE, notPassed } from '../../test/certified.js';
import { billhookWebhook } from './express.js';
import { billhookWebhook as fastifyWebhook } from './fastify.js';
import { webhookHandler } from './fetch.js';
import { MemoryMessageStore, type MessageStore } from './message-store.js';
import { webhookEvent } from './nest.js';
import { sign } from './verify.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"id":"msg_1","type":"invoice.paid","createdAt":"2026-11-21T09:30:00.000Z","data":{"name":"Café ✓"}}';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function post(url: string, body = BODY, signed = BODY, signal?: AbortSignal): Promise<[number, string]> {
  const at = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', at, signed),
  };
  const response = await fetch(url, { method: 'POST', headers, body, ...(signal && { signal }) });
  return [response.status, await response.text()];
}

const urlOf = (address: AddressInfo | string | null) => `http://127.0.0.1:${(address as AddressInfo).port}/hooks`;

type Listening = (seen: string[]) => Promise<string>;

const SERVERS: readonly [string, Listening][] = [
  [
    'Express',
    async (seen) => {
      const app = express();
      app.post(
        '/hooks',
        express.raw({ type: 'application/json', limit: '2mb' }),
        billhookWebhook(SECRET, { store: new MemoryMessageStore() }),
        (request, response) => {
          seen.push(request.billhookEvent?.id ?? '');
          response.sendStatus(204);
        },
      );
      const server = app.listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      closing.push(() => server.close());
      return urlOf(server.address());
    },
  ],
  [
    'Fastify',
    async (seen) => {
      const app = Fastify();
      await app.register(fastifyWebhook, {
        path: '/hooks',
        secrets: SECRET,
        store: new MemoryMessageStore(),
        handle: ({ id }) => seen.push(id),
      });
      await app.listen({ port: 0, host: '127.0.0.1' });
      closing.push(() => app.close());
      return urlOf(app.server.address());
    },
  ],
  [
    'Hono',
    async (seen) => {
      const handler = webhookHandler(SECRET, ({ id }) => seen.push(id), { store: new MemoryMessageStore() });
      const app = new Hono().post('/hooks', (context) => handler(context.req.raw));
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
      await new Promise((resolve) => server.once('listening', resolve));
      closing.push(() => server.close());
      return urlOf(server.address());
    },
  ],
  [
    // The route handlers of Next take a Request and return a Response.
    'a route handler with Request and Response',
    async (seen) => {
      const POST = webhookHandler([SECRET], ({ id }) => seen.push(id), { store: new MemoryMessageStore() });
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const headers = request.headers as Record<string, string>;
          void POST(new Request('http://x/hooks', { method: 'POST', headers, body: Buffer.concat(chunks) })).then(
            async (result) => response.writeHead(result.status).end(await result.text()),
          );
        });
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      closing.push(() => server.close());
      return urlOf(server.address());
    },
  ],
  [
    'Nest',
    async (seen) => {
      @Controller('hooks')
      class HooksController {
        @Post()
        async receive(@Req() request: never): Promise<void> {
          seen.push((await webhookEvent(request, SECRET)).id);
        }
      }
      @Module({ controllers: [HooksController] })
      class AppModule {}
      const options = { rawBody: true, logger: false } as const;
      const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), options);
      await app.listen(0, '127.0.0.1');
      closing.push(() => app.close());
      return urlOf(app.getHttpServer().address());
    },
  ],
];

describe.each(SERVERS)('%s', (name, listen) => {
  it('rejects a changed body and passes on a genuine message', async () => {
    const seen: string[] = [];
    const url = await listen(seen);
    const [rejected, text] = await post(url, BODY.replace('Café', 'Cafe'));
    // Nest leaves the response to a filter of the application.
    if (name !== 'Nest') expect([rejected, text]).toEqual([400, expect.stringContaining('No signature matches')]);
    expect(seen).toEqual([]);
    expect((await post(url))[0]).toBeLessThan(300);
    expect(seen).toEqual(['msg_1']);
    // A repeat. The handler of Nest has no store.
    expect((await post(url))[0]).toBeLessThan(300);
    expect(seen).toHaveLength(name === 'Nest' ? 2 : 1);
  });

  // Nest responds by a filter of the application.
  if (name === 'Nest') return;
  it('is certified', async () => {
    const seen: string[] = [];
    const url = await listen(seen);
    expect(await notPassed(url, SECRET)).toEqual(NOT_VISIBLE);
    expect(new Set(seen).size).toBe(seen.length);
    const repeat = [url, '--secret', SECRET, '--only', 'duplicate-delivery'];
    const { text, code } = await certified(...repeat);
    expect(code).toBe(0);
    const [first = '', ...facts] = text.split('\n');
    expect(first).toMatch(/^not visible {2}duplicate-delivery {2}204, \d+ ms$/);
    expect(facts.slice(0, 3).map((fact) => fact.trim())).toEqual([
      'sent: a message, and its second attempt',
      'a correct receiver: responds with 2xx to both, handles one',
      'proof: webhook-handled',
    ]);
    expect((await certified(...repeat, '--strict')).code).toBe(8);
  });

  it('is known to have another secret', async () => {
    const other = `whsec_${btoa('x'.repeat(32))}`;
    const { text, code } = await certified(await listen([]), '--secret', other, '--only', 'valid');
    expect(text).toContain('it has another secret');
    expect(code).toBe(8);
  });
});

describe('a store of messages', () => {
  const message = () => new Request('http://x/hooks', { method: 'POST', headers: sign(BODY, SECRET), body: BODY });

  it('has a repeat sent again while the first one is being handled, and after it failed', async () => {
    const begun: ((error?: Error) => void)[] = [];
    const starts: (() => void)[] = [];
    const nextStart = () => new Promise<void>((resolve) => starts.push(resolve));
    const handle = () =>
      new Promise<void>((resolve, reject) => {
        begun.push((error) => (error ? reject(error) : resolve()));
        starts.shift()?.();
      });
    const POST = webhookHandler(SECRET, handle, { store: new MemoryMessageStore() });

    const [first] = [POST(message()), await nextStart()];
    expect((await POST(message())).status).toBe(409);
    begun[0]?.(new Error('no space left'));
    await expect(first).rejects.toThrow('no space left');
    const [again] = [POST(message()), await nextStart()];
    begun[1]?.();
    expect([(await again).status, (await POST(message())).status, begun.length]).toEqual([204, 204, 2]);
  });

  it('forgets the oldest message', () => {
    const store = new MemoryMessageStore(2);
    for (const id of ['a', 'b', 'c']) {
      expect(store.begin(id)).toBe('new');
      store.end(id, true);
    }
    expect(['c', 'a'].map((id) => store.begin(id))).toEqual(['handled', 'new']);
  });
});

describe('a store of messages in Express, when the sender disconnects', () => {
  /** A receiver that leaves its first response to the test. Emits `request` and `handle` with the response. */
  async function listen(store: MessageStore) {
    const emitter = new EventEmitter();
    const raw = express.raw({ type: 'application/json', limit: '2mb' });
    const arrive = (_: unknown, response: ExpressResponse, next: () => void) => {
      emitter.emit('request', response);
      next();
    };
    let count = 0;
    const app = express().post('/hooks', raw, arrive, billhookWebhook(SECRET, { store }), (_, response) => {
      if (++count > 1) response.sendStatus(204);
      else emitter.emit('handle', response);
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    return { url: urlOf(server.address()), emitter, count: () => count };
  }

  it.each([
    [204, 1],
    [500, 2],
  ])('while the handler runs, which then responds with %d', async (status, expected) => {
    const { url, emitter, count } = await listen(new MemoryMessageStore());
    const stop = new AbortController();
    const handling = once(emitter, 'handle') as Promise<[ExpressResponse]>;
    const lost = post(url, BODY, BODY, stop.signal);
    const [response] = await handling;
    const closed = once(response, 'close');
    stop.abort();
    await expect(lost).rejects.toThrow('aborted');
    await closed;
    expect((await post(url))[0]).toBe(409);
    response.sendStatus(status);
    expect([(await post(url))[0], count()]).toEqual([204, expected]);
  });

  it('before the store responds', async () => {
    const store = new MemoryMessageStore();
    const stop = new AbortController();
    let closed: Promise<unknown> | undefined;
    const { url, emitter, count } = await listen({
      begin: async (id) => {
        stop.abort();
        await closed;
        return store.begin(id);
      },
      end: (id, isHandled) => store.end(id, isHandled),
    });
    emitter.once('request', (response: ExpressResponse) => {
      closed = once(response, 'close');
    });
    await expect(post(url, BODY, BODY, stop.signal)).rejects.toThrow('aborted');
    await closed;
    expect(count()).toBe(0);
    emitter.once('handle', (response: ExpressResponse) => response.sendStatus(204));
    expect([(await post(url))[0], count()]).toEqual([204, 1]);
  });
});

it.each<[string, () => unknown]>([
  ['Express', () => billhookWebhook(undefined)],
  ['fetch', () => webhookHandler(undefined, () => undefined)],
  ['Fastify', () => fastifyWebhook({} as never, { path: '/', secrets: '', handle: () => undefined }, () => undefined)],
])('a missing secret is an error at the start: %s', (_, start) => {
  expect(start).toThrow('Check that the environment variable with it is set');
});

it('a body that the framework has parsed is named', async () => {
  const app = express();
  app.use(express.json());
  app.post('/hooks', billhookWebhook(SECRET), (_, response) => void response.sendStatus(204));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => server.close());
  expect(await post(urlOf(server.address()))).toEqual([400, expect.stringContaining('express.raw')]);
});
