import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * What a pooler does with the start-up options of a connection: PgBouncer drops those that its configuration ignores, and rejects others.
 * One that shares passes them on, and gives its connections to the server to other clients after each transaction.
 */
export type PoolerMode = 'drops' | 'rejects' | 'shares';

/** The parameters that every pooler passes on. */
const PASSED: ReadonlySet<string> = new Set(['user', 'database', 'application_name', 'client_encoding', 'replication']);

const HEADER = 8;

/** A proxy between a program and PostgreSQL that treats connections like a pooler. It has one connection to the server for each. */
export class Pooler {
  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
    readonly url: string,
  ) {}

  static async before(databaseUrl: string, mode: PoolerMode): Promise<Pooler> {
    const target = new URL(databaseUrl);
    const sockets = new Set<Socket>();
    const shared = new PooledConnections();
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket
          .on('error', () => undefined)
          .on('close', () => {
            sockets.delete(socket);
            near.destroy();
            far.destroy();
          });
      }
      let start = Buffer.alloc(0);
      const onStart = (piece: Buffer): void => {
        start = Buffer.concat([start, piece]);
        if (start.length < HEADER || start.length < start.readInt32BE(0)) return;
        near.off('data', onStart);
        const parameters = parametersOf(start);
        const refused = parameters.filter(([name]) => !PASSED.has(name));
        if (mode === 'shares') {
          far.write(start);
          return void shared.serve(near, far);
        }
        if (mode === 'rejects' && refused.length > 0) return void near.end(rejectionOf(refused[0]?.[0] ?? ''));
        far.write(startOf(parameters.filter(([name]) => PASSED.has(name))));
        near.pipe(far);
        far.pipe(near);
      };
      near.on('data', onStart);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    return new Pooler(server, sockets, url.href);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

const [QUERY, SYNC, TERMINATE, READY, IDLE] = ['Q', 'S', 'X', 'Z', 'I'].map((letter) => letter.charCodeAt(0));

/** Connections to the server that any client gets for a transaction: the one that was used last first, as PgBouncer does. */
class PooledConnections {
  readonly #idle: Socket[] = [];
  readonly #clients = new Map<Socket, (message: Buffer) => void>();

  /** @param far begins with the start-up of this client, and is for any of them afterwards */
  serve(near: Socket, far: Socket): void {
    let own: Socket | undefined = far;
    // The start-up ends like a statement.
    let waiting = 1;
    const onMessage = (message: Buffer): void => {
      near.write(message);
      if (message[0] !== READY) return;
      waiting -= 1;
      if (waiting > 0 || message[READY_STATE] !== IDLE || !own) return;
      this.#idle.push(own);
      this.#clients.delete(own);
      own = undefined;
    };
    this.#clients.set(far, onMessage);
    eachMessage(far, (message) => this.#clients.get(far)?.(message));
    far.on('close', () => this.#idle.splice(0, this.#idle.length, ...this.#idle.filter((each) => each !== far)));
    eachMessage(near, (message) => {
      if (message[0] === TERMINATE) return void near.end();
      own ??= this.#idle.pop();
      if (!own) throw new Error('unreachable: each client has brought a connection');
      this.#clients.set(own, onMessage);
      if (message[0] === QUERY || message[0] === SYNC) waiting += 1;
      own.write(message);
    });
  }
}

/** Of a message that says that the server is ready: its length follows its letter. */
const READY_STATE = 5;

function eachMessage(socket: Socket, work: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= READY_STATE && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      work(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}

/** The names and values of a start-up message. */
function parametersOf(message: Buffer): [string, string][] {
  const texts = message.toString('utf8', HEADER).split('\0');
  return Array.from({ length: Math.floor(texts.length / 2) }, (_, n): [string, string] => [
    texts[2 * n] ?? '',
    texts[2 * n + 1] ?? '',
  ]).filter(([name]) => name !== '');
}

function startOf(parameters: readonly (readonly [string, string])[]): Buffer {
  const body = Buffer.from(`${parameters.flat().join('\0')}\0\0`);
  const header = Buffer.alloc(HEADER);
  header.writeInt32BE(HEADER + body.length, 0);
  // Version 3.0 of the protocol.
  header.writeInt32BE(3 << 16, 4);
  return Buffer.concat([header, body]);
}

/** The error with which PgBouncer closes the connection. */
function rejectionOf(parameter: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`);
  const header = Buffer.alloc(5);
  header.write('E');
  header.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([header, body]);
}
