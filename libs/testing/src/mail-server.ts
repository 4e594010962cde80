import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** A mail as it came over the wire, and as a client of the receiver would read it. */
export interface ReceivedMail {
  /** Of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly email: Email;
}

/** What a server says instead of yes. */
export interface Reply {
  readonly code: number;
  readonly text: string;
}

/** How the end of a message is answered: a refusal, or a way to misbehave. */
export type DataAnswer =
  | Reply
  /** Takes the message and never says so. */
  | 'hang'
  /** Cuts all connections when it has the message, as one does that is killed. */
  | 'die';

export interface MailServerOptions {
  /** Offers STARTTLS with a certificate that nobody has signed. */
  readonly tls?: boolean;
  /** The one password that is let in; without it nobody is asked. */
  readonly password?: string;
}

/** A mail server on 127.0.0.1 that keeps what it gets and does as it is told. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** What is said of a recipient, by address. */
  readonly recipients = new Map<string, Reply>();
  /** What is said of a sender, by address. */
  readonly senders = new Map<string, Reply>();
  /** What is said to the messages to come, one after the other; then all are taken. */
  readonly answers: DataAnswer[] = [];
  /** Milliseconds to think about each message. */
  thinkMs = 0;
  #held: Promise<void> | undefined;
  /** Messages that are being looked at now, and the most that ever were at once. */
  readonly load = { now: 0, most: 0 };
  /** Where it listens. */
  url = '';

  readonly #sockets = new Set<Socket>();
  readonly #server: SMTPServer;

  /** Leaves the messages to come without a response until the returned function is called. */
  hold(): () => void {
    let release!: () => void;
    this.#held = new Promise((resolve) => (release = resolve));
    return release;
  }

  constructor({ tls = false, password }: MailServerOptions = {}) {
    this.#server = new SMTPServer({
      logger: false,
      authOptional: password === undefined,
      allowInsecureAuth: true,
      disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(password === undefined ? ['AUTH'] : [])],
      closeTimeout: 100,
      onAuth: (auth, _, callback) =>
        auth.password === password
          ? callback(null, { user: auth.username })
          : callback(refusal({ code: 535, text: '5.7.8 Authentication failed' })),
      onMailFrom: ({ address }, _, callback) => callback(refusal(this.senders.get(address))),
      onRcptTo: ({ address }, _, callback) => callback(refusal(this.recipients.get(address))),
      onData: (stream, { envelope }, callback) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        const answered = this.#take(stream, from, to).then((answer) => {
          if (answer === undefined) callback(null, 'taken');
          else if (typeof answer === 'object') callback(refusal(answer));
        });
        // A sender may hang up in the middle.
        answered.catch(() => undefined);
      },
    });
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('error', () => undefined);
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#sockets.size;
  }

  async start(): Promise<this> {
    const server = this.#server.server;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve()));
    this.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #take(stream: SMTPServerDataStream, from: string, to: readonly string[]): Promise<DataAnswer | undefined> {
    this.load.most = Math.max(this.load.most, ++this.load.now);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const answer = this.answers.shift();
    if (this.thinkMs > 0) await sleep(this.thinkMs);
    await this.#held;
    this.load.now -= 1;
    const raw = Buffer.concat(chunks).toString();
    // One that takes a message and then fails to say so has it all the same.
    if (typeof answer !== 'object') this.received.push({ from, to, raw, email: await PostalMime.parse(raw) });
    if (answer === 'die') for (const socket of this.#sockets) socket.destroy();
    return answer;
  }
}

function refusal(reply: Reply | undefined): Error | null {
  return reply ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null;
}
