import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a PostgreSQL server, which can become silent: connections stay open, new ones are accepted, and nothing passes. */
export class SilencedServer {
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<SilencedServer> {
    const url = new URL(databaseUrl);
    const target = { host: url.hostname, port: Number(url.port) };
    const server = createServer((near) => self.#join(near, target)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const self = new SilencedServer(server, url.href);
    return self;
  }

  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Breaks the connections, so that programs open new ones. */
  restore(): void {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.restore();
    this.server.close();
    await once(this.server, 'close');
  }

  #join(near: Socket, target: { readonly host: string; readonly port: number }): void {
    const far = this.#isSilent ? undefined : connect(target);
    const pair = [near, far].filter((socket) => socket !== undefined);
    for (const socket of pair) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        for (const each of pair) each.destroy();
      });
    }
    if (!far) return void near.pause();
    near.pipe(far);
    far.pipe(near);
  }
}
