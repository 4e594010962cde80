import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Finds all addresses of a name, at least one. @throws a NameError */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export interface ResolverSettings {
  /** DNS servers, as `192.0.2.1`, `192.0.2.1:5353` or `[2001:db8::1]:53`; empty for the machine's servers. */
  readonly servers: readonly string[];
  /** Whether to ask the machine for names that DNS does not know: search domains and the local network. */
  readonly asksMachine: boolean;
}

/*
 * A silent server is asked at 0, 1, 3 and 7 s, and sooner if it usually responds fast, because c-ares adapts.
 * The deadline of an attempt is usually shorter.
 */
const FIRST_TRY_MS = 1_000;
const TRIES = 4;

// How long to wait for the other address family once one is known.
const OTHER_FAMILY_MS = 300;

// Names that wait for the machine's resolver.
const MACHINE_QUEUE = 20;

// RFC 6761: never looked up.
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves names without `dns.lookup`, which blocks one of Node's two threads until DNS responds: two names of a silent server would stop
 * all deliveries. A look-up here is an open query on a UDP socket.
 */
export class NameResolver {
  readonly #resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
  readonly #asksMachine: boolean;
  readonly #pending = new Map<string, Promise<LookupAddress[]>>();
  #machine: Promise<unknown> = Promise.resolve();
  #machineQueue = 0;

  constructor({ servers, asksMachine }: ResolverSettings) {
    if (servers.length > 0) this.#resolver.setServers(servers);
    this.#asksMachine = asksMachine && servers.length === 0;
  }

  /** Simultaneous queries for a name share one request. Nothing is cached, so each response is current. */
  readonly resolve: Resolve = (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const pending = this.#pending.get(name) ?? this.#find(name).finally(() => this.#pending.delete(name));
    this.#pending.set(name, pending);
    return pending;
  };

  /** Cancels all open queries; each fails. */
  close(): void {
    this.#resolver.cancel();
  }

  async #find(name: string): Promise<LookupAddress[]> {
    if (/(^|\.)localhost$/.test(name)) return [...LOOPBACK];
    const listed = await findInHostsFile(name);
    if (listed.length > 0) return listed;
    try {
      return await this.#askDns(name);
    } catch (thrown) {
      const error = nameError(thrown);
      const isUnknown = error.code === 'EDNS_UNKNOWN' || error.code === 'EDNS_EMPTY';
      if (!this.#asksMachine || !isUnknown || this.#machineQueue >= MACHINE_QUEUE) throw error;
      return this.#askMachine(name);
    }
  }

  async #askDns(name: string): Promise<LookupAddress[]> {
    const errors: NameError[] = [];
    const ask = async (question: Promise<string[]>, family: 4 | 6): Promise<LookupAddress[]> => {
      try {
        return (await question).map((address) => ({ address, family }));
      } catch (thrown) {
        errors.push(nameError(thrown));
        return [];
      }
    };
    const found = await bothOrOneSoon(ask(this.#resolver.resolve4(name), 4), ask(this.#resolver.resolve6(name), 6));
    if (found.length === 0) throw gravest(errors);
    return found;
  }

  /** One name at a time, because each occupies one of two threads until it is resolved. */
  async #askMachine(name: string): Promise<LookupAddress[]> {
    this.#machineQueue += 1;
    const answer = this.#machine.then(() => lookup(name, { all: true }));
    this.#machine = answer.catch(() => undefined).finally(() => (this.#machineQueue -= 1));
    return answer.catch((thrown: unknown) => {
      throw nameError(thrown);
    });
  }
}

/** The addresses of both families, IPv4 first because every machine supports it; of one family if the other is late. */
async function bothOrOneSoon(v4: Promise<LookupAddress[]>, v6: Promise<LookupAddress[]>): Promise<LookupAddress[]> {
  const both = Promise.all([v4, v6]).then((found) => found.flat());
  const oneAfterAWhile = async (question: Promise<LookupAddress[]>): Promise<LookupAddress[]> => {
    const found = await question;
    // Without addresses of the first family the other one is required, however long it takes.
    return found.length === 0 ? both : sleep(OTHER_FAMILY_MS, found, { ref: false });
  };
  return Promise.race([both, oneAfterAWhile(v4), oneAfterAWhile(v6)]);
}

export type NameFailure = 'EDNS_UNKNOWN' | 'EDNS_EMPTY' | 'EDNS_SILENT' | 'EDNS_FAILED';

/** A host name without an address. Has its own codes, because the codes of DNS mean something else for connections. */
export class NameError extends Error {
  constructor(
    readonly code: NameFailure,
    reason: string,
  ) {
    super(reason);
  }
}

const FAULTS: Readonly<Record<string, NameFailure>> = {
  ENOTFOUND: 'EDNS_UNKNOWN',
  // A label of more than 63 characters, or a name of more than 253.
  EBADNAME: 'EDNS_UNKNOWN',
  ENODATA: 'EDNS_EMPTY',
  ETIMEOUT: 'EDNS_SILENT',
  ECONNREFUSED: 'EDNS_SILENT',
  EAI_AGAIN: 'EDNS_SILENT',
};

/** Converts an error of node:dns. */
export function nameError(thrown: unknown): NameError {
  if (thrown instanceof NameError) return thrown;
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
  return new NameError(FAULTS[code] ?? 'EDNS_FAILED', code || String(thrown));
}

const GRAVITY: readonly NameFailure[] = ['EDNS_SILENT', 'EDNS_FAILED', 'EDNS_EMPTY', 'EDNS_UNKNOWN'];

/** The error to report if both address families failed: a temporary one comes before a permanent one. */
function gravest(errors: readonly NameError[]): NameError {
  const [first] = [...errors].sort((a, b) => GRAVITY.indexOf(a.code) - GRAVITY.indexOf(b.code));
  return first ?? new NameError('EDNS_EMPTY', 'no response');
}

const PATH = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/**
 * Looks a name up in the hosts file of this machine, which DNS does not know: containers find their neighbours in it.
 * @param name in lower case, without a trailing dot
 */
async function findInHostsFile(name: string): Promise<LookupAddress[]> {
  // Read each time, because it may change while the process runs, and look-ups occur only for new connections.
  return findInHosts(await readFile(PATH, 'utf8').catch(() => ''), name);
}

/** The addresses of a name in the text of a hosts file (hosts(5)), each once. */
export function findInHosts(text: string, name: string): LookupAddress[] {
  const found = text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return names.some((other) => other.toLowerCase() === name) ? [address] : [];
  });
  return [...new Set(found)].flatMap((address) => (isIP(address) ? [{ address, family: isIP(address) }] : []));
}
