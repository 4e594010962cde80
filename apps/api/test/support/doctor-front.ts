import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '@billhook/testing/certificates';
import { afterAll } from '@jest/globals';

const json = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** What a badly configured proxy does in front of Billhook. */
const FRONTS = {
  redirect: (response: ServerResponse) => void response.writeHead(301, { location: 'https://billing.example' }).end(),
  page: (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  'no credential': (response: ServerResponse) => json(response, 401, { status: 'ok', code: 'credential_missing' }),
} as const;

/** The URL of a server that behaves in this way until the end of the spec file. */
export const startFront = (front: keyof typeof FRONTS): Promise<string> =>
  start(
    'http',
    createServer((_, response) => FRONTS[front](response)),
  );

/** The URL of a server whose certificate has expired, until the end of the spec file. */
export const startTlsFront = async (): Promise<string> =>
  start('https', createTlsServer(await selfSigned({ host: '127.0.0.1', days: -1 })));

async function start(scheme: string, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAllServers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const afterAllServers: (() => void)[] = [];
afterAll(() => {
  for (const stop of afterAllServers) stop();
});
