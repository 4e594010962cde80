import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { finishConnections } from './finish-connections.js';

let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  server = createServer((_, response) => response.end('done'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends a request on a connection. Returns the text of the response, empty if the connection ends without one. */
async function send(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const ended = once(socket, 'end');
  while (!text.endsWith('done\r\n0\r\n\r\n') && !text.endsWith('\r\n\r\ndone')) {
    if ((await Promise.race([ended.then(() => 'ended'), sleep(5)])) === 'ended') break;
  }
  socket.removeAllListeners('data');
  return text;
}

describe('connections of a process that stops', () => {
  it('accept one more request each, and end with its response', async () => {
    const [idle, unused] = [await open(), await open()];
    expect(await send(idle)).toContain('Connection: keep-alive');
    const finished = finishConnections(server);
    for (const socket of [idle, unused]) {
      const text = await send(socket);
      expect(text).toMatch(/^HTTP\/1.1 200 /);
      expect(text).toContain('Connection: close');
    }
    await finished;
    expect(server.listening).toBe(false);
  });

  it('are served if the kernel has accepted them, and the process has not yet', async () => {
    const { port } = server.address() as AddressInfo;
    const waiting = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    sockets.push(...waiting);
    const finished = finishConnections(server);
    for (const socket of waiting) expect(await send(socket)).toMatch(/^HTTP\/1.1 200 /);
    await finished;
    const late = connect(port, '127.0.0.1');
    expect((await once(late, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('are not waited for if their clients send nothing more', async () => {
    const idle = await open();
    await send(idle);
    await finishConnections(server);
    await once(idle.resume(), 'end');
  });
});
