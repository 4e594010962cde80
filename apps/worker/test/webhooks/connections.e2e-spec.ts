import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateAuthority, selfSigned } from '@billhook/testing/certificates';
import { HOSTILE, HostileReceiver } from '@billhook/testing/hostile-receiver';
import { eventually } from '@billhook/testing/patience';
import { Receiver } from '@billhook/testing/receiver';
import { TlsReceiver } from '@billhook/testing/tls-receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { messageTo, send, senderOf, stopOfMany } from '../support/test-sender.js';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** A server that responds as configured, by the numbers of the request and of the connection. */
class ScriptedServer {
  connections = 0;
  requests = 0;
  readonly open = new Set<Socket>();
  readonly #server;

  constructor(answer: (socket: Socket, request: number, connection: number) => void) {
    this.#server = createServer((socket) => {
      const connection = ++this.connections;
      let request = 0;
      this.open.add(socket);
      socket.on('close', () => this.open.delete(socket));
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        // Headers and body may arrive separately. The body of these tests begins with a brace.
        if (!chunk.toString().includes('{')) return;
        this.requests += 1;
        answer(socket, ++request, connection);
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const started: { stop(): Promise<void> }[] = [];
const sender = senderOf();

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});
afterAll(() => sender.close());

async function scripted(...[answer]: ConstructorParameters<typeof ScriptedServer>) {
  const server = new ScriptedServer(answer);
  started.push(server);
  return { server, url: await server.start() };
}

describe('a kept connection', () => {
  it('is used again, and has no times for its connection', async () => {
    const { server, url } = await scripted((socket) => void socket.write(OK));
    const first = await send(sender, url);
    expect(first).toMatchObject({ dnsMs: 0, connectMs: expect.any(Number), tlsMs: null, remoteAddress: '127.0.0.1' });
    await sleep(10);
    const second = await send(sender, url);
    expect(second).toMatchObject({
      error: null,
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      remoteAddress: '127.0.0.1',
    });
    expect(second.firstByteMs).toEqual(expect.any(Number));
    expect(server.connections).toBe(1);
  });

  it.each([
    ['resets', (socket: Socket) => void socket.resetAndDestroy()],
    ['ends', (socket: Socket) => void socket.end()],
  ])('that %s in the moment it is used has no effect: the request uses a new one', async (_, end) => {
    const { server, url } = await scripted((socket, request) => (request === 1 ? void socket.write(OK) : end(socket)));
    await send(sender, url);
    await sleep(10);
    const answer = await send(sender, url);
    expect(answer).toMatchObject({ error: null, responseStatus: 200, connectMs: expect.any(Number) });
    expect([server.connections, server.requests]).toEqual([2, 3]);
  });

  it('is retried once, not twice', async () => {
    const { server, url } = await scripted((socket, request, connection) =>
      connection === 1 && request === 1 ? void socket.write(OK) : void socket.resetAndDestroy(),
    );
    await send(sender, url);
    await sleep(10);
    expect(await send(sender, url)).toMatchObject({ errorKind: 'Reset' });
    expect([server.connections, server.requests]).toEqual([2, 3]);
  });

  it('that ends after a part of the response is a failure: the request was read', async () => {
    const { server, url } = await scripted((socket, request) =>
      request === 1 ? void socket.write(OK) : void socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
    );
    await send(sender, url);
    await sleep(10);
    expect(await send(sender, url)).toMatchObject({ errorKind: 'Closed' });
    expect(server.requests).toBe(2);
  });

  it('that ends long after the request was sent is a failure as well', async () => {
    const patient = senderOf({}, { timeoutMs: 5_000 });
    const { server, url } = await scripted((socket, request) =>
      request === 1 ? void socket.write(OK) : void setTimeout(() => socket.resetAndDestroy(), 1_100),
    );
    await send(patient, url);
    await sleep(10);
    expect(await send(patient, url)).toMatchObject({ errorKind: 'Reset' });
    expect(server.requests).toBe(2);
    await patient.close();
  });

  it('that ended while it was idle is not used', async () => {
    const { server, url } = await scripted((socket) => void socket.write(OK));
    await send(sender, url);
    for (const socket of server.open) socket.end();
    expect(await send(sender, url)).toMatchObject({ error: null });
    expect([server.connections, server.requests]).toEqual([2, 2]);
  });

  it('is closed after some seconds without use', async () => {
    const { server, url } = await scripted((socket) => void socket.write(OK));
    await send(sender, url);
    await sleep(2_000);
    expect(server.open.size).toBe(1);
    await eventually('it is closed', () => server.open.size === 0 || undefined);
  });
});

describe('one host', () => {
  it('has about as many connections as requests in flight, however many requests there were', async () => {
    let open = 0;
    const { server, url } = await scripted((socket) => {
      open = Math.max(open, server.open.size);
      setTimeout(() => socket.write(OK), 2);
    });
    let left = 1_000;
    const work = async () => {
      while (left-- > 0) expect((await send(sender, url)).error).toBeNull();
    };
    await Promise.all(Array.from({ length: 10 }, work));
    expect(server.requests).toBe(1_000);
    // A closing idle connection may still be open when its successor is.
    expect(open).toBeLessThanOrEqual(20);
    // A pause of the machine closes idle connections, so the sum has no tight bound.
    expect(server.connections).toBeLessThanOrEqual(100);
  });

  it('serves other paths while one hangs', async () => {
    const receiver = await new Receiver().start();
    started.push(receiver);
    receiver.answer('/hangs', 'hang');
    const patient = senderOf({}, { timeoutMs: 60_000 });
    const stop = stopOfMany();
    const hanging = Array.from({ length: 20 }, () => patient.send(messageTo(`${receiver.url}/hangs`), stop.signal));
    await eventually('all hang', () => receiver.at('/hangs').length === 20 || undefined);
    // Would arrive after those that hang, and miss this test.
    const others = await Promise.all(Array.from({ length: 20 }, () => send(patient, `${receiver.url}/works`)));
    expect(others.map(({ error }) => error)).toEqual(Array(20).fill(null));
    stop.abort();
    for (const answer of await Promise.all(hanging)) expect(answer.responseStatus).toBeNull();
    await patient.close();
  });
});

describe('TLS', () => {
  const HOST = 'receiver.example';
  let authority: CertificateAuthority;
  let trusting: ReturnType<typeof senderOf>;

  beforeAll(async () => {
    authority = await CertificateAuthority.create();
    trusting = senderOf(
      { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
      { ca: [authority.certificate] },
    );
  });
  afterAll(() => trusting.close());

  async function receiverWith(options: ConstructorParameters<typeof TlsReceiver>[0]): Promise<TlsReceiver> {
    const receiver = await new TlsReceiver(options).start();
    started.push(receiver);
    return receiver;
  }

  it('with a certificate of the host is established once for several requests', async () => {
    const receiver = await receiverWith(await authority.issue({ host: HOST }));
    const url = `https://${HOST}:${receiver.port}/`;
    const first = await send(trusting, url);
    expect(first).toMatchObject({ error: null, dnsMs: expect.any(Number), tlsMs: expect.any(Number) });
    await sleep(20);
    expect(await send(trusting, url)).toMatchObject({ error: null, dnsMs: null, connectMs: null, tlsMs: null });
    expect([receiver.connections, receiver.received]).toEqual([1, 2]);
    expect(await send(trusting, url.replace(HOST, `${HOST}.`))).toMatchObject({ error: null });
  });

  it('with a certificate of the address is established', async () => {
    const receiver = await receiverWith(await authority.issue({ host: '127.0.0.1' }));
    expect(await send(trusting, `https://127.0.0.1:${receiver.port}/`)).toMatchObject({ error: null, dnsMs: 0 });
  });

  it.each([
    ['has expired', () => authority.issue({ host: HOST, days: -1 }), 'TLS failed: certificate has expired'],
    ['vouches for itself', () => selfSigned({ host: HOST }), 'TLS failed: self-signed certificate'],
    [
      'is of another host',
      () => authority.issue({ host: 'other.example' }),
      `TLS failed: Hostname/IP does not match certificate's altnames: Host: ${HOST}. is not in the cert's altnames: DNS:other.example`,
    ],
    [
      'is of an authority that nobody knows',
      async () => (await CertificateAuthority.create()).issue({ host: HOST }),
      /^TLS failed: (unable to verify the first certificate|certificate signature failure|unable to get local issuer)/,
    ],
  ])('with a certificate that %s is not', async (_, certificate, error) => {
    const receiver = await receiverWith(await certificate());
    const answer = await send(trusting, `https://${HOST}:${receiver.port}/`);
    expect(answer).toMatchObject({ errorKind: 'Tls', remoteAddress: '127.0.0.1', requestHeaders: {}, tlsMs: null });
    expect(answer.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
    expect(receiver.received).toBe(0);
  });

  it('of version 1.1 is not', async () => {
    const receiver = await receiverWith({
      ...(await authority.issue({ host: HOST })),
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const answer = await send(trusting, `https://${HOST}:${receiver.port}/`);
    expect(answer).toMatchObject({
      errorKind: 'Tls',
      error: 'TLS failed: the receiver supports neither TLS 1.2 nor 1.3',
    });
    expect(receiver.received).toBe(0);
  });

  it('on a port that speaks plain HTTP is not, and nothing is sent without it', async () => {
    const receiver = await new Receiver().start();
    started.push(receiver);
    const answer = await send(trusting, receiver.url.replace('http://127.0.0.1', `https://${HOST}`));
    expect(answer).toMatchObject({ errorKind: 'Tls', error: 'TLS failed: the port does not speak TLS' });
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ['silent', 'Timeout', 'No TLS connection within 1 s'],
    ['resetOnData', 'Tls', 'TLS failed: the receiver closed the connection during the handshake'],
  ] as const)('with a receiver that is %s is not', async (name, errorKind, error) => {
    const receiver = await new HostileReceiver(HOSTILE[name]).start();
    started.push(receiver);
    const answer = await send(trusting, receiver.url.replace('http://127.0.0.1', `https://${HOST}`));
    expect(answer).toMatchObject({ errorKind, error, requestHeaders: {} });
    await eventually('the connection is closed', () => receiver.open.size === 0 || undefined);
  });
});
