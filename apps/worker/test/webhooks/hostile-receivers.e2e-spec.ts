import type { AttemptErrorKind } from '@billhook/contract/webhooks/attempt-error-kinds';
import { freePort } from '@billhook/testing/free-port';
import { HOSTILE, HostileReceiver } from '@billhook/testing/hostile-receiver';
import { eventually } from '@billhook/testing/patience';
import { Receiver } from '@billhook/testing/receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { measureMemory } from '../support/hostile-memory.js';
import { send, senderOf } from '../support/test-sender.js';

const sender = senderOf({}, { timeoutMs: 500 });
const receivers: HostileReceiver[] = [];

afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
});
afterAll(() => sender.close());

async function hostile(name: keyof typeof HOSTILE): Promise<HostileReceiver> {
  const receiver = await new HostileReceiver(HOSTILE[name]).start();
  receivers.push(receiver);
  return receiver;
}

describe('a receiver that keeps an attempt waiting', () => {
  it.each([
    ['silent', 'No response within 0.5 s', null],
    ['slowHeaders', 'No complete response within 0.5 s', null],
    ['slowBody', 'No complete response within 0.5 s', 200],
    ['early', 'No complete response within 0.5 s', null],
  ] as const)('%s: is disconnected at the deadline', async (name, error, responseStatus) => {
    const receiver = await hostile(name);
    const answer = await send(sender, `${receiver.url}/`);
    expect(answer).toMatchObject({ error, errorKind: 'Timeout', responseStatus, remoteAddress: '127.0.0.1' });
    expect(answer.durationMs).toBeGreaterThanOrEqual(490);
    await eventually('the connection is closed', () => receiver.open.size === 0 || undefined);
  });

  it('stores the part of the response that arrived', async () => {
    const { responseBody, responseTruncated, firstByteMs, durationMs } = await send(
      sender,
      (await hostile('slowBody')).url,
    );
    expect(responseBody).toMatch(/^\.+$/);
    expect(responseTruncated).toBe(true);
    expect(firstByteMs).toBeLessThan(durationMs);
  });
});

describe('a receiver that sends something other than a response', () => {
  const RESET = 'The connection was reset before the response was complete';
  const CLOSED = 'The connection was closed before the response was complete';
  const OTHER = 'The response does not fit the request: it changes the protocol or asks for more data';
  const table: [keyof typeof HOSTILE, AttemptErrorKind, string | RegExp][] = [
    ['resetOnConnect', 'Reset', RESET],
    ['resetAfterRequest', 'Reset', RESET],
    ['resetAfterHeaders', 'Reset', RESET],
    ['resetInBody', 'Reset', RESET],
    ['halfClose', 'Closed', CLOSED],
    ['emptyReply', 'Closed', CLOSED],
    ['endInBody', 'Closed', CLOSED],
    ['manyHeaders', 'ResponseTooLarge', 'The headers of the response are too large'],
    ['bigHeaders', 'ResponseTooLarge', 'The headers of the response are too large'],
    ['notHttp', 'InvalidResponse', /^The response is not valid HTTP: Expected HTTP/],
    ['twoLengths', 'InvalidResponse', 'The length of the response differs from its Content-Length'],
    ['badChunk', 'InvalidResponse', 'The response is not valid HTTP: Invalid character in chunk size'],
    ['continue', 'Closed', CLOSED],
    ['upgrade', 'InvalidResponse', OTHER],
  ];

  it.each(table)('%s: fails as %s', async (name, errorKind, error) => {
    const receiver = await hostile(name);
    const answer = await send(sender, `${receiver.url}/`);
    expect(answer.errorKind).toBe(errorKind);
    expect(answer.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
    // Sent once: a new connection must not be mistaken for a stale one.
    expect(receiver.connections).toBe(1);
    await eventually('the connection is closed', () => receiver.open.size === 0 || undefined);
  });

  it('connection refused: no program listens', async () => {
    const answer = await send(sender, `http://127.0.0.1:${await freePort()}/`);
    expect(answer).toMatchObject({
      errorKind: 'Refused',
      error: 'The connection was refused',
      remoteAddress: '127.0.0.1',
      requestHeaders: {},
      firstByteMs: null,
    });
  });

  it.each(['endlessBody', 'gigabyte'] as const)(
    '%s: the first 64 KiB are stored, and no more is read',
    async (name) => {
      const receiver = await hostile(name);
      const answer = await send(sender, `${receiver.url}/`);
      expect(answer).toMatchObject({ error: null, responseStatus: 200, responseTruncated: true });
      expect(answer.responseBody).toHaveLength(65_536);
      await eventually('the connection is closed', () => receiver.open.size === 0 || undefined);
    },
  );

  it('a gzip bomb stays compressed', async () => {
    const { responseBody, responseTruncated, error } = await send(sender, (await hostile('gzipBomb')).url);
    expect([error, responseTruncated]).toEqual([null, false]);
    expect(responseBody).toMatch(/^\[gzip, not unpacked, base64 of \d{5} bytes\] H4sI/);
    expect(responseBody?.length).toBeLessThan(60_000);
  });

  it('bytes that are not text, NUL and scripts are stored unchanged, as far as PostgreSQL can', async () => {
    const answer = await send(sender, (await hostile('foreign')).url);
    expect(answer.responseBody).toBe('<script>alert("\uFFFD")</script>\uFFFD\uFFFD\uFFFD\uFFFD');
    expect(answer.responseHeaders).toMatchObject({ 'x-script': '<script>alert(1)</script>' });
  });
});

describe('a receiver that responds with a status', () => {
  const receiver = new Receiver();
  beforeAll(async () => void (await receiver.start()));
  afterAll(() => receiver.stop());

  it.each([200, 201, 202, 204, 206, 299])('%i is a success', async (status) => {
    receiver.answer(`/${status}`, { status });
    const answer = await send(sender, `${receiver.url}/${status}`);
    expect(answer).toMatchObject({ error: null, errorKind: null, responseStatus: status, responseTruncated: false });
  });

  it.each([300, 301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    receiver.answer(`/${status}`, { status, headers: { location: `${receiver.url}/trap` } });
    const answer = await send(sender, `${receiver.url}/${status}`);
    expect(answer).toMatchObject({
      errorKind: 'Redirect',
      error: `Responded with ${status}, a redirect to ${receiver.url}/trap; redirects are not followed`,
    });
    expect(receiver.at('/trap')).toEqual([]);
  });

  it.each([304, 400, 401, 404, 409, 410, 422, 429, 500, 503])('%i is a failure', async (status) => {
    receiver.answer(`/${status}`, { status });
    const answer = await send(sender, `${receiver.url}/${status}`);
    expect(answer).toMatchObject({ errorKind: 'Status', error: `Responded with ${status}`, responseStatus: status });
  });
});

describe('a receiver that responds in an unusual, valid way', () => {
  it.each([
    ['continueFirst', 200, 'ok'],
    ['continueSlowly', 200, 'ok'],
    ['noContentWithLength', 204, ''],
    ['noContentWithBody', 204, ''],
  ] as const)('%s: is a success', async (name, responseStatus, responseBody) => {
    const receiver = await hostile(name);
    const answer = await send(sender, `${receiver.url}/`);
    expect(answer).toMatchObject({ error: null, responseStatus, responseBody });
    expect(receiver.connections).toBe(1);
  });
});

describe('memory', () => {
  it('stays constant over 200 attempts', async () => {
    const names = ['endlessBody', 'gigabyte', 'gzipBomb', 'manyHeaders', 'bigHeaders', 'early', 'slowBody'] as const;
    const urls = await Promise.all(names.map(async (name) => (await hostile(name)).url));
    const { attempts, grownMb, mostMb } = await measureMemory(urls);
    expect(attempts).toBe(200);
    expect(grownMb).toBeLessThan(10);
    // Ten parallel attempts that keep one of these responses whole would exceed it.
    expect(mostMb).toBeLessThan(100);
  });
});
