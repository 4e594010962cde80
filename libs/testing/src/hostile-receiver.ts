import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** What a server does with each connection. */
export type Behaviour = (socket: Socket) => Promise<void> | void;

const OK = 'HTTP/1.1 200 OK\r\n';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const PIECE = Buffer.alloc(65_536, 'x');

// 32 MiB of zeros in 32 KiB.
const BOMB = gzipSync(Buffer.alloc(32 * 1024 * 1024));

/** Waits for a complete request. */
async function request(socket: Socket): Promise<void> {
  let text = '';
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? [];
    if (end >= 0 && text.length >= end + 4 + Number(length)) return;
  }
}

/** Sends the same data repeatedly, as fast as possible or with a pause, until the other side disconnects. */
async function endlessly(socket: Socket, piece: string | Buffer, pauseMs = 0): Promise<void> {
  while (!socket.destroyed) {
    if (!socket.write(piece)) await once(socket, 'drain');
    // Sleeps even without a pause: a disconnection is noticed only in between.
    await sleep(pauseMs);
  }
}

const afterRequest =
  (then: Behaviour): Behaviour =>
  async (socket) => {
    await request(socket);
    await then(socket);
  };

const answer = (text: string | Buffer): Behaviour => afterRequest((socket) => void socket.end(text));

/** The behaviours by name. */
export const HOSTILE = {
  silent: (socket) => void socket.resume(),
  slowHeaders: afterRequest(async (socket) => {
    socket.write(OK);
    await endlessly(socket, 'x', 20);
  }),
  slowBody: afterRequest(async (socket) => {
    socket.write(`${OK}content-length: 1000\r\n\r\n`);
    await endlessly(socket, '.', 20);
  }),
  endlessBody: afterRequest(async (socket) => {
    socket.write(`${OK}\r\n`);
    await endlessly(socket, PIECE);
  }),
  gigabyte: afterRequest(async (socket) => {
    socket.write(`${OK}content-length: 1000000000\r\n\r\n`);
    await endlessly(socket, PIECE);
  }),
  gzipBomb: answer(
    Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`), BOMB]),
  ),
  manyHeaders: answer(`${OK}${Array.from({ length: 10_000 }, (_, n) => `x-${n}: v\r\n`).join('')}\r\n`),
  bigHeaders: answer(`${OK}x-big: ${'v'.repeat(1024 * 1024)}\r\n\r\n`),
  resetOnConnect: (socket) => void socket.resetAndDestroy(),
  resetOnData: async (socket) => {
    await once(socket, 'data');
    socket.resetAndDestroy();
  },
  resetAfterRequest: afterRequest((socket) => void socket.resetAndDestroy()),
  resetAfterHeaders: afterRequest(async (socket) => {
    socket.write(`${OK}content-length: 100\r\n\r\n`);
    await sleep(20);
    socket.resetAndDestroy();
  }),
  resetInBody: afterRequest(async (socket) => {
    socket.write(`${OK}content-length: 100\r\n\r\nhalf`);
    await sleep(20);
    socket.resetAndDestroy();
  }),
  halfClose: (socket) => void socket.resume().end(),
  emptyReply: answer(''),
  endInBody: answer(`${OK}content-length: 100\r\n\r\nhalf`),
  notHttp: (socket) => void socket.resume().write('SSH-2.0-OpenSSH_9.9\r\n'),
  twoLengths: answer(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
  badChunk: answer(`${OK}transfer-encoding: chunked\r\n\r\nno length\r\n`),
  early: afterRequest((socket) => endlessly(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')),
  continue: answer('HTTP/1.1 100 Continue\r\n\r\n'),
  continueFirst: answer(`${CONTINUE}${CONTINUE}${OK}content-length: 2\r\n\r\nok`),
  continueSlowly: afterRequest(async (socket) => {
    const response = `HTTP/1.1 102 Processing\r\n\r\n${CONTINUE}${OK}content-length: 2\r\n\r\nok`;
    for (const part of response.match(/.{1,7}/gs) ?? []) {
      socket.write(part);
      await sleep(1);
    }
  }),
  noContentWithLength: answer('HTTP/1.1 204 No Content\r\ncontent-length: 15\r\n\r\n'),
  noContentWithBody: answer('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok'),
  upgrade: answer('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  foreign: answer(
    Buffer.concat([
      Buffer.from(`${OK}x-script: <script>alert(1)</script>\r\ncontent-length: 31\r\n\r\n<script>alert("\0")</script>`),
      Buffer.from([0xff, 0xfe, 0x00, 0xc3]),
    ]),
  ),
} satisfies Record<string, Behaviour>;

/** A server on 127.0.0.1 with one of these behaviours for all connections. */
export class HostileReceiver {
  connections = 0;
  readonly open = new Set<Socket>();
  readonly #server;

  constructor(behaviour: Behaviour) {
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.connections += 1;
      this.open.add(socket);
      socket.on('close', () => this.open.delete(socket));
      // The other side can disconnect at any time, which ends the behaviour.
      socket.on('error', () => undefined);
      socket.on('end', () => socket.end());
      void Promise.resolve(behaviour(socket)).catch(() => undefined);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
