import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { urlRejection } from '@billhook/domain/webhooks/endpoint-url';
import type { Env } from '@billhook/platform/env';
import ipaddr from 'ipaddr.js';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { NameResolver, type Resolve } from './name-resolver.js';

/**
 * Ports of other protocols, which a request must not reach: the "bad ports" of the Fetch standard
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const FORBIDDEN_PORTS: ReadonlySet<string> = new Set(
  [
    ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104],
    ...[109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526],
    ...[530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045],
    ...[4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  ].map(String),
);

type EgressNetwork = [ipaddr.IPv4 | ipaddr.IPv6, number];

export interface EgressRules {
  /** Whether plain http is allowed as well. */
  readonly allowHttp: boolean;
  /** Networks that may be dialled although they are not public: `10.0.0.0/8`, `::1/128`, or a single address. */
  readonly allowedCidrs: readonly string[];
  /** DNS servers to use instead of the machine's. */
  readonly dnsServers?: readonly string[];
  /** Replaces DNS. */
  readonly resolve?: Resolve;
}

/** The rules of the installation. */
export const egressRules = (
  env: Pick<Env, 'WEBHOOK_ALLOW_HTTP' | 'WEBHOOK_ALLOWED_CIDRS' | 'WEBHOOK_DNS_SERVERS'>,
): EgressRules => ({
  allowHttp: env.WEBHOOK_ALLOW_HTTP,
  allowedCidrs: env.WEBHOOK_ALLOWED_CIDRS,
  dnsServers: env.WEBHOOK_DNS_SERVERS,
});

/** Time limit of the look-up when a URL is saved. An attempt repeats a slower look-up. */
const SAVE_LOOKUP_MS = 2_000;

/** The same message for every blocked target, so that it reveals nothing about the network. */
export const BLOCKED = 'The address is not public';

export class BlockedAddressError extends Error {
  readonly code = 'EBLOCKED';

  constructor() {
    super(BLOCKED);
  }
}

// Addresses that are routed on the internet (RFC 3513). Special IPv6 ranges that ipaddr.js does not know are all outside.
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Keeps webhooks out of the network they are sent from. A URL is checked when it is stored, and `lookup` gives the connector only checked
 * addresses: an address that changes between check and call is rejected.
 */
export class EgressGuard {
  readonly #allowHttp: boolean;
  readonly #allowed: readonly EgressNetwork[];
  readonly #resolver: NameResolver;
  readonly #resolve: Resolve;

  constructor({ allowHttp, allowedCidrs, dnsServers = [], resolve }: EgressRules) {
    this.#allowHttp = allowHttp;
    this.#allowed = allowedCidrs.map(parseNetwork);
    // Names that only the machine knows are not public, so they are skipped unless other networks are allowed.
    this.#resolver = new NameResolver({ servers: dnsServers, asksMachine: allowedCidrs.length > 0 });
    this.#resolve = resolve ?? this.#resolver.resolve;
  }

  /** Why a URL cannot receive webhooks, as a sentence; undefined if its text is valid. */
  rejection(text: string): string | undefined {
    // URL silently drops these, so the stored text would differ from the dialled one.
    if (/[\s\p{Cc}]/u.test(text)) return urlRejection('characters').en;
    if (!URL.canParse(text)) return urlRejection('notUrl').en;
    const url = new URL(text);
    if (url.protocol !== 'https:' && !(this.#allowHttp && url.protocol === 'http:')) {
      return urlRejection(this.#allowHttp ? 'httpOrHttps' : 'https').en;
    }
    if (url.username !== '' || url.password !== '') return urlRejection('credentials').en;
    if (text.includes('#')) return urlRejection('fragment').en;
    if (!this.#isHostAllowed(url.hostname)) return urlRejection('notPublic').en;
    return FORBIDDEN_PORTS.has(url.port) ? urlRejection('port', url.port).en : undefined;
  }

  /**
   * Also checks the addresses of the name: if all are forbidden, it is rejected with the text for an address. An unknown or slow name
   * passes, because each attempt looks it up again.
   */
  async refusalNow(text: string, timeoutMs = SAVE_LOOKUP_MS): Promise<string | undefined> {
    const rejection = this.rejection(text);
    if (rejection !== undefined) return rejection;
    const host = hostOf(new URL(text).hostname);
    if (ipaddr.isValid(host)) return undefined;
    const unanswered = sleep(timeoutMs, [], { ref: false });
    const found = await Promise.race([this.#resolve(host), unanswered]).catch(() => []);
    const isForbidden = found.length > 0 && !found.some(({ address }) => this.isAllowed(address));
    return isForbidden ? urlRejection('notPublic').en : undefined;
  }

  /** True for a public address, and for one that the operator allows. */
  isAllowed(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    // ::ffff:10.0.0.1 dials 10.0.0.1.
    const parsed = ipaddr.process(address);
    if (this.#allowed.some((network) => contains(network, parsed))) return true;
    if (parsed.range() !== 'unicast') return false;
    return parsed.kind() === 'ipv4' || contains(GLOBAL_UNICAST, parsed);
  }

  /** For the connector: resolves a name to its allowed addresses. Node does not call it for literal addresses. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#allowedAddressesOf(hostname, options.family).then(
      ([first, ...rest]) => {
        // With happy eyeballs Node requests all addresses.
        if (options.all) callback(null, [first, ...rest]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };

  async #allowedAddressesOf(
    hostname: string,
    family: LookupOptions['family'],
  ): Promise<[LookupAddress, ...LookupAddress[]]> {
    const wanted = family === 4 || family === 6 ? [family] : [4, 6];
    const [first, ...rest] = (await this.#resolve(hostname)).filter(
      (found) => wanted.includes(found.family) && this.isAllowed(found.address),
    );
    if (!first) throw new BlockedAddressError();
    return [first, ...rest];
  }

  /** Ends the running look-ups. */
  close(): void {
    this.#resolver.close();
  }

  /**
   * Takes a host from WHATWG URL, which has already turned 2130706433, 0x7f.1, 127.1 and full-width digits into 127.0.0.1.
   * A name passes, because its text does not reveal its addresses.
   */
  #isHostAllowed(hostname: string): boolean {
    const host = hostOf(hostname);
    if (ipaddr.isValid(host)) return this.isAllowed(host);
    // RFC 6761: always the machine itself, with or without the dot of the root.
    if (/(^|\.)localhost\.?$/.test(host)) return this.isAllowed('127.0.0.1') || this.isAllowed('::1');
    return true;
  }
}

const hostOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

function parseNetwork(text: string): EgressNetwork {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains([network, length]: EgressNetwork, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return network.kind() === address.kind() && address.match(network, length);
}

const TIMEOUT_MS = 5_000;

/**
 * Fetches a URL that a stranger chose, from public addresses only. Redirects are returned, not followed: each would have to be checked.
 * @throws an Error with the reason
 */
export class GuardedFetch {
  private readonly agent: Agent;

  constructor(
    private readonly guard: EgressGuard,
    ca?: readonly string[],
  ) {
    this.agent = new Agent({
      connect: { lookup: guard.lookup, timeout: TIMEOUT_MS, ...(ca ? { ca: [...ca] } : {}) },
      // No connection is kept: these addresses are called rarely.
      pipelining: 0,
    });
  }

  async fetch(url: string, init: Pick<RequestInit, 'headers' | 'signal'> = {}): Promise<Response> {
    // Node calls no look-up for a literal address.
    const refusal = await this.guard.refusalNow(url);
    if (refusal !== undefined) throw new Error(refusal);
    const signal = init.signal ?? AbortSignal.timeout(TIMEOUT_MS);
    return fetch(url, {
      ...(init.headers && { headers: init.headers }),
      redirect: 'manual',
      signal,
      dispatcher: this.agent,
    });
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
