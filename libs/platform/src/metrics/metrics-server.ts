import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { PrometheusMeter } from './prometheus-meter.js';

/** Serves the metrics on a separate port, which is reachable only from where the operator allows it. */
export class MetricsServer {
  readonly #server: Server;

  constructor(meter: PrometheusMeter) {
    this.#server = createServer((request, response) => {
      const path = request.url?.split('?', 1)[0];
      if (path !== '/metrics' && path !== '/live') return void response.writeHead(404).end();
      if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
      // For a probe of the worker, which serves no other requests. It only shows that the event loop runs.
      if (path === '/live') return void response.writeHead(200).end();
      meter.scrape().then(
        (text) => response.writeHead(200, { 'content-type': meter.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
  }

  /** @throws an Error if the port is taken */
  async listen(address: { readonly port: number; readonly host: string }): Promise<void> {
    // Exclusive, so that it is not among the ports that processes of the API share.
    this.#server.listen({ ...address, exclusive: true });
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
