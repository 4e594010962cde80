import { createSocket, type RemoteInfo } from 'node:dgram';
import { isIP } from 'node:net';
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer, type Packet } from 'dns-packet';

/** Addresses of both families; or an unknown name, a server failure, or no reply. */
export type DnsReply = readonly string[] | 'unknown' | 'failure' | 'silent';

/** Called with the number of queries for the name and type, from 1. */
export type ReplyTo = (count: number, type: string) => DnsReply;

const RCODES = { unknown: 3, failure: 2 } as const;

/** A DNS server on 127.0.0.1 with set replies and a TTL of 0. It knows no other names. */
export class DnsServer {
  /** The received queries, as `A name`. */
  readonly asked: string[] = [];
  readonly #socket = createSocket('udp4');
  readonly #replies = new Map<string, DnsReply | ReplyTo>();
  readonly #aliases = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The address of the server, in the format of the setting. */
  address = '';

  async start(): Promise<this> {
    this.#socket.on('message', (message, from) => this.#receive(message, from));
    await new Promise<void>((resolve) => this.#socket.bind(0, '127.0.0.1', resolve));
    this.address = `127.0.0.1:${this.#socket.address().port}`;
    return this;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(resolve));
  }

  /** Sets the reply for a name, or a function that returns it. */
  reply(name: string, reply: DnsReply | ReplyTo): void {
    this.#replies.set(name, reply);
  }

  /** Makes a name an alias (CNAME) of another. */
  alias(name: string, of: string): void {
    this.#aliases.set(name, of);
  }

  #receive(message: Buffer, from: RemoteInfo): void {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (!question) return;
    this.asked.push(`${question.type} ${question.name}`);
    const chain: Answer[] = [];
    // Resolvers can randomize the case of a name to detect forged replies.
    let name = question.name.toLowerCase();
    for (let alias = this.#aliases.get(name); alias !== undefined; alias = this.#aliases.get(name)) {
      chain.push({ type: 'CNAME', name, data: alias, ttl: 0 });
      name = alias;
    }
    const reply = this.#replyTo(question.type, name);
    if (reply === 'silent') return;
    const packet: Packet = {
      type: 'response',
      id: query.id ?? 0,
      flags: AUTHORITATIVE_ANSWER | (typeof reply === 'string' ? RCODES[reply] : 0),
      questions: [question],
      answers: typeof reply === 'string' ? [] : [...chain, ...answersOf(question.type, name, reply)],
    };
    this.#socket.send(encode(packet), from.port, from.address);
  }

  #replyTo(type: string, name: string): DnsReply {
    const count = (this.#counts.get(`${type} ${name}`) ?? 0) + 1;
    this.#counts.set(`${type} ${name}`, count);
    const reply = this.#replies.get(name) ?? 'unknown';
    return typeof reply === 'function' ? reply(count, type) : reply;
  }
}

function answersOf(type: string, name: string, addresses: readonly string[]): Answer[] {
  return addresses.flatMap((data): Answer[] => {
    if (type === 'A' && isIP(data) === 4) return [{ type, name, data, ttl: 0 }];
    if (type === 'AAAA' && isIP(data) === 6) return [{ type, name, data, ttl: 0 }];
    return [];
  });
}
