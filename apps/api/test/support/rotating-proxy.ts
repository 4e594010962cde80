import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PROBE_MS = 50;

/**
 * A proxy before several API processes, as an installation has it: it reuses connections, asks each process for its readiness, and sends
 * requests to the ready ones in turn. It never repeats a request.
 */
export class RotatingProxy {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly ready = new Map<string, boolean>();
  private readonly probes: NodeJS.Timeout;
  private turn = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    this.probes = setInterval(() => void this.probe(), PROBE_MS);
  }

  static async start(): Promise<RotatingProxy> {
    // Longer than any pause of a caller: the proxy never closes a connection that a caller is about to use.
    const server = createServer({ keepAliveTimeout: 600_000 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const proxy = new RotatingProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (asked, answer) => proxy.pass(asked, answer));
    return proxy;
  }

  /** Sends requests to the process at this address once it is ready. */
  add(url: string): void {
    this.ready.set(url, false);
  }

  isReady(url: string): boolean {
    return this.ready.get(url) === true;
  }

  close(): void {
    clearInterval(this.probes);
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  private async probe(): Promise<void> {
    for (const url of this.ready.keys()) {
      const isReady = await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      this.ready.set(url, isReady);
    }
  }

  private pass(asked: IncomingMessage, answer: ServerResponse): void {
    const targets = [...this.ready].filter(([, isReady]) => isReady).map(([url]) => url);
    const target = targets[this.turn++ % targets.length];
    const fail = (): void => void answer.writeHead(502).end();
    if (target === undefined) return fail();
    const { url, method, headers } = asked;
    const on = request(`${target}${url}`, { method, headers, agent: this.agent }, (answered) => {
      const { connection: _, ...passed } = answered.headers;
      answer.writeHead(answered.statusCode ?? 502, passed);
      answered.pipe(answer);
    });
    on.on('error', fail);
    asked.pipe(on);
  }
}
