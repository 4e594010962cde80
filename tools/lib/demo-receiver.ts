import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PREFERRED = 4010;

/**
 * A webhook receiver on this machine that accepts everything: the target of the demo's endpoint. It ends with this process.
 * @param port of the last start, the only one that the endpoint has
 * @returns its address; undefined if the port is taken
 */
export async function openReceiver(port?: number): Promise<string | undefined> {
  const ports = port === undefined ? [PREFERRED, 0] : [port];
  for (const one of ports) {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(204).end());
    }).unref();
    try {
      await once(server.listen(one, '127.0.0.1'), 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    }
  }
  return undefined;
}
