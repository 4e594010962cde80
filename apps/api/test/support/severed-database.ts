import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** PostgreSQL's confirmation of a commit: the tag of a CommandComplete message. */
const COMMITTED = Buffer.from('COMMIT\0');

/** A proxy between a program and PostgreSQL, which lets a test act right after a commit, before the program gets the response. */
export class SeveredDatabase {
  /** Called with the first commit after it was set; that commit's confirmation is never passed on. */
  onCommit: (() => void) | undefined;

  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<SeveredDatabase> {
    const target = new URL(databaseUrl);
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.on('data', (data: Buffer) => {
        const act = self.onCommit;
        if (!act || !data.includes(COMMITTED)) return void near.write(data);
        self.onCommit = undefined;
        act();
        near.destroy();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const self = new SeveredDatabase(server, sockets, url.href);
    return self;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}
