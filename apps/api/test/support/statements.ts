import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Messages that run something: with values, and as plain text. */
const BIND = 'B'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const LENGTH = 4;

/**
 * Stands between an application and its database and notes every statement that is run, by the name it was prepared under (empty when it
 * was not). It reads the protocol as it is on the wire, so nothing of the application is replaced.
 */
export class Statements {
  names: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
    readonly databaseUrl: string,
  ) {}

  static async between(databaseUrl: string): Promise<Statements> {
    const target = new URL(databaseUrl);
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const database = connect(Number(target.port), target.hostname);
      for (const socket of [client, database]) {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
      }
      const reader = new MessageReader((name) => statements.names.push(name));
      client.on('data', (piece: Buffer) => reader.read(piece));
      client.pipe(database).pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const through = new URL(databaseUrl);
    through.hostname = '127.0.0.1';
    through.port = `${(server.address() as AddressInfo).port}`;
    const statements = new Statements(server, sockets, through.href);
    return statements;
  }

  /** The statements that ran during the callback. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    this.names = [];
    await work();
    return this.names;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Splits the data of a client into messages of PostgreSQL's protocol: a letter, a length that includes itself, and the content. */
class MessageReader {
  private rest = Buffer.alloc(0);
  // The very first message has no letter.
  private letter = 0;

  constructor(private readonly onStatement: (name: string) => void) {}

  read(piece: Buffer): void {
    this.rest = Buffer.concat([this.rest, piece]);
    for (;;) {
      if (this.rest.length < this.letter + LENGTH) return;
      const end = this.letter + this.rest.readInt32BE(this.letter);
      if (this.rest.length < end) return;
      const kind = this.letter === 0 ? undefined : this.rest[0];
      if (kind === BIND) this.onStatement(statementOf(this.rest.subarray(1 + LENGTH, end)));
      if (kind === QUERY) this.onStatement('');
      this.rest = this.rest.subarray(end);
      this.letter = 1;
    }
  }
}

/** A Bind names its portal, then its statement, each ended by a zero. */
function statementOf(bind: Buffer): string {
  return bind.toString('latin1').split('\0', 2)[1] ?? '';
}
