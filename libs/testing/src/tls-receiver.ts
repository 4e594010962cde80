import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { KeyAndCertificate } from './certificates.js';

/** An https server on 127.0.0.1 that responds 200 to all requests and counts connections. */
export class TlsReceiver {
  received = 0;
  /** The number of accepted connections, including failed ones. */
  connections = 0;
  readonly #server;
  readonly #sockets = new Set<Duplex>();

  constructor(options: ServerOptions) {
    this.#server = createServer(options, (request, response) => {
      this.received += 1;
      request.resume();
      response.end('ok');
    });
    this.#server.on('connection', (socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
    });
    // A client that does not trust the certificate disconnects.
    this.#server.on('tlsClientError', () => undefined);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  /** Uses another certificate. Open connections end, because they would not see it. */
  change(certificate: KeyAndCertificate): void {
    this.#server.setSecureContext(certificate);
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
