import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Messages that run something: with values, and as plain text. */
const BIND = 'B'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const LENGTH = 4;

const ENDS: ReadonlySet<string> = new Set(['COMMIT', 'ROLLBACK']);

/**
 * A proxy between an application and its database that records every statement by its prepared name (empty without one). It parses the protocol, so
 * nothing in the application is replaced.
 */
export class Statements {
  names: string[] = [];
  /** How often a connection has changed its path. */
  paths = 0;
  /** The transactions that ended, if responses are held, each with the number of times for which the application waited for them. */
  transactions: { readonly names: readonly string[]; readonly waits: number }[] = [];

  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
    readonly databaseUrl: string,
  ) {}

  /**
   * @param holdMs holds responses until the application has sent nothing for this long, so that statements which it sends without waiting
   * count as one wait
   */
  static async between(databaseUrl: string, holdMs?: number): Promise<Statements> {
    const target = new URL(databaseUrl);
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const database = connect(Number(target.port), target.hostname);
      for (const socket of [client, database]) {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
      }
      const held = new HeldResponses(client, holdMs ?? 0, (ended) => statements.transactions.push(ended));
      const reader = new MessageReader((name, text) => {
        // Of a connection that goes to another cell. It is in the packet of the statement that follows.
        if (text.startsWith('SET search_path')) return void (statements.paths += 1);
        statements.names.push(name);
        held.note(name, text);
      });
      client.on('data', (piece: Buffer) => {
        held.postpone();
        reader.read(piece);
      });
      client.pipe(database);
      if (holdMs === undefined) database.pipe(client);
      else database.on('data', (piece: Buffer) => held.add(piece)).on('close', () => client.destroy());
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
    this.transactions = [];
    await work();
    return this.names;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Passes the responses of a connection on when its client has been silent for a while, and counts how often per transaction. */
class HeldResponses {
  private pieces: Buffer[] = [];
  private timer: NodeJS.Timeout | undefined;
  private open: { names: string[]; passed: number } | undefined;

  constructor(
    private readonly client: Socket,
    private readonly holdMs: number,
    private readonly onEnd: (transaction: { names: string[]; waits: number }) => void,
  ) {}

  /** @param text of a statement without a name, such as BEGIN, COMMIT and settings */
  note(name: string, text: string): void {
    if (name !== '') this.open?.names.push(name);
    else if (text === 'BEGIN') this.open = { names: [], passed: 0 };
    else if (this.open && ENDS.has(text)) {
      this.onEnd({ names: this.open.names, waits: this.open.passed + 1 });
      this.open = undefined;
    }
  }

  add(piece: Buffer): void {
    this.pieces.push(piece);
    this.postpone();
  }

  postpone(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.pass(), this.holdMs);
  }

  private pass(): void {
    if (this.pieces.length === 0) return;
    if (this.open) this.open.passed++;
    this.client.write(Buffer.concat(this.pieces));
    this.pieces = [];
  }
}

/** Splits the data of a client into messages of PostgreSQL's protocol: a letter, a length that includes itself, and the content. */
class MessageReader {
  private rest = Buffer.alloc(0);
  // The first message has no letter.
  private letter = 0;

  constructor(private readonly onStatement: (name: string, text: string) => void) {}

  read(piece: Buffer): void {
    this.rest = Buffer.concat([this.rest, piece]);
    for (;;) {
      if (this.rest.length < this.letter + LENGTH) return;
      const end = this.letter + this.rest.readInt32BE(this.letter);
      if (this.rest.length < end) return;
      const kind = this.letter === 0 ? undefined : this.rest[0];
      const [first = '', second = ''] = this.rest.toString('latin1', 1 + LENGTH, end).split('\0', 2);
      // A Bind names its portal, then its statement. A Query is a text.
      if (kind === BIND) this.onStatement(second, '');
      if (kind === QUERY) this.onStatement('', first);
      this.rest = this.rest.subarray(end);
      this.letter = 1;
    }
  }
}
