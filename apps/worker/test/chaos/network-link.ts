import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The connection between the programs and PostgreSQL, which can be cut or frozen. */
export class NetworkLink {
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isCut = false;
  #target = { host: '', port: 0 };

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<NetworkLink> {
    const url = new URL(databaseUrl);
    const server = createServer((near) => self.#join(near, self.#target)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const self = new NetworkLink(server, url.href);
    self.aimAt(databaseUrl);
    return self;
  }

  /** Leads later connections to another server, as a virtual address does after a failover. */
  aimAt(databaseUrl: string): void {
    const { hostname, port } = new URL(databaseUrl);
    this.#target = { host: hostname, port: Number(port) };
  }

  #join(near: Socket, target: { host: string; port: number }): void {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const far = connect(target);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        this.#pairs.delete(pair);
      });
    }
    near.pipe(far);
    far.pipe(near);
  }

  /** Breaks every connection and accepts no new one. */
  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Connections stay open without traffic, and neither side notices. */
  hold(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.unpipe().pause();
  }

  restore(): void {
    this.#isCut = false;
    for (const [near, far] of this.#pairs) {
      near.pipe(far);
      far.pipe(near);
    }
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }
}
