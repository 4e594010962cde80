import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { KeyAndCertificate } from './certificates.js';

/** An email as received, and as an email client shows it. */
export interface ReceivedMail {
  /** From the SMTP envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly email: Email;
}

/** A reply other than success. */
export interface Reply {
  readonly code: number;
  readonly text: string;
}

/** The reply to the end of a message: an error, or a misbehaviour. */
export type DataAnswer =
  | Reply
  /** Accepts the message and never replies. */
  | 'hang'
  /** Closes all connections after it received the message, as a killed server does. */
  | 'die';

export interface MailServerOptions {
  /** Offers STARTTLS with this certificate; true uses a self-signed one. */
  readonly tls?: boolean | KeyAndCertificate;
  /** The only accepted password; without it no sign-in is required. */
  readonly password?: string;
}

/** A mail server on 127.0.0.1 that stores received emails and has set replies. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Replies to recipients, by address. */
  readonly recipients = new Map<string, Reply>();
  /** Replies to senders, by address. */
  readonly senders = new Map<string, Reply>();
  /** Replies to the next messages, in order; further messages are accepted. */
  readonly answers: DataAnswer[] = [];
  /** The delay of each message in milliseconds. */
  thinkMs = 0;
  #held: Promise<void> | undefined;
  /** The number of messages in progress, and its maximum. */
  readonly load = { now: 0, most: 0 };
  /** The URL of the server. */
  url = '';

  readonly #sockets = new Set<Socket>();
  readonly #server: SMTPServer;

  /** Delays the replies to messages until the returned function is called. */
  hold(): () => void {
    let release!: () => void;
    this.#held = new Promise((resolve) => (release = resolve));
    return release;
  }

  constructor({ tls = false, password }: MailServerOptions = {}) {
    this.#server = new SMTPServer({
      ...(typeof tls === 'object' ? tls : {}),
      logger: false,
      authOptional: password === undefined,
      allowInsecureAuth: true,
      disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(password === undefined ? ['AUTH'] : [])],
      closeTimeout: 100,
      onAuth: (auth, _, callback) =>
        auth.password === password
          ? callback(null, { user: auth.username })
          : callback(rejection({ code: 535, text: '5.7.8 Authentication failed' })),
      onMailFrom: ({ address }, _, callback) => callback(rejection(this.senders.get(address))),
      onRcptTo: ({ address }, _, callback) => callback(rejection(this.recipients.get(address))),
      onData: (stream, { envelope }, callback) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        const answered = this.#take(stream, from, to).then((answer) => {
          if (answer === undefined) callback(null, 'taken');
          else if (typeof answer === 'object') callback(rejection(answer));
        });
        // A sender can disconnect during the message.
        answered.catch(() => undefined);
      },
    });
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('error', () => undefined);
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#sockets.size;
  }

  async start(): Promise<this> {
    const server = this.#server.server;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve()));
    this.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  /** Uses another certificate. Open connections end, because they would not see it. */
  change(certificate: KeyAndCertificate): void {
    this.#server.updateSecureContext({ ...certificate });
    for (const socket of this.#sockets) socket.destroy();
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
    // A server that fails after it accepted a message has the message.
    if (typeof answer !== 'object') this.received.push({ from, to, raw, email: await PostalMime.parse(raw) });
    if (answer === 'die') for (const socket of this.#sockets) socket.destroy();
    return answer;
  }
}

function rejection(reply: Reply | undefined): Error | null {
  return reply ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null;
}
