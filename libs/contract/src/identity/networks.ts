import ipaddr from 'ipaddr.js';

/*
 * Allowed networks, such as `203.0.113.0/24` or `2001:db8::/32`, or single addresses.
 * Does not use zod: the settings form checks input with it as well.
 */

/** Enough for an integration, and few enough to check on each request. */
export const MOST_NETWORKS = 50;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The addresses that share the first `bits` bits. */
type Network = readonly [address: Address, bits: number];

/** What is wrong with a network, by its index in the list. */
export type NetworkError = { readonly place: number } & (
  | { readonly code: 'invalid_network' }
  /** The text names an address within a network, so either can be meant. */
  | { readonly code: 'host_bits'; readonly network: string; readonly address: string }
  /** A network inside `outer`, which is in the list as well. For duplicates see `isTwice`. */
  | { readonly code: 'network_overlap'; readonly outer: string; readonly isTwice: boolean }
);

/** The bits before the IPv4 address in an IPv4-mapped IPv6 address (`::ffff:203.0.113.7`). */
const MAPPED_BITS = 96;

const bitsOf = (address: Address): number => (address.kind() === 'ipv4' ? 32 : 128);

/** Rejects forms that the library accepts: `127.1`, `010.0.0.1`, `fe80::1%eth0`. */
function isAddress(text: string): boolean {
  if (text.includes(':')) return !text.includes('%') && ipaddr.IPv6.isValid(text);
  return ipaddr.IPv4.isValidFourPartDecimal(text) && !/(^|\.)0\d/.test(text);
}

function parse(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/');
  if (!isAddress(address) || rest.length > 0) return undefined;
  const parsed = ipaddr.parse(address);
  const bits = length === undefined ? bitsOf(parsed) : Number(length);
  if (length !== undefined && (!/^(0|[1-9]\d{0,2})$/.test(length) || bits > bitsOf(parsed))) return undefined;
  // Requests from mapped addresses have an IPv4 address, so the network must be an IPv4 network.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return [parsed.toIPv4Address(), bits - MAPPED_BITS];
  return [parsed, bits];
}

const written = (address: Address): string =>
  address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();

/** The shortest form; a single address has no prefix length. */
const format = ([address, bits]: Network): string =>
  bits === bitsOf(address) ? written(address) : `${written(address)}/${bits}`;

/** The first address of a network, without the host bits. */
function startOf([address, bits]: Network): Network {
  const bytes = address
    .toByteArray()
    .map((byte, n) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * n))) & 0xff);
  return [ipaddr.fromByteArray(bytes), bits];
}

const isStart = (network: Network): boolean => format(startOf(network)) === format(network);

const holds = ([outer, bits]: Network, [inner, innerBits]: Network): boolean =>
  outer.kind() === inner.kind() && innerBits >= bits && inner.match(outer, bits);

/** Whether the text is a network or an address. */
export const isNetwork = (text: string): boolean => parse(text) !== undefined;

/**
 * Whether an address is in one of the networks. An IPv4-mapped IPv6 address counts as IPv4.
 * @param address of a connection; can include its interface (`fe80::1%eth0`)
 */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networksOf(networks).some((network) => holds(network, [parsed, bitsOf(parsed)]));
}

/** Parses and normalizes networks. Rejects overlaps, so that removing a network from the list always blocks it. */
export function readNetworks(texts: readonly string[]): {
  readonly networks: readonly string[];
  readonly errors: readonly NetworkError[];
} {
  const parsed = texts.map(parse);
  const errors = parsed.flatMap((network, place): NetworkError[] => {
    if (!network) return [{ place, code: 'invalid_network' }];
    if (!isStart(network))
      return [{ place, code: 'host_bits', network: format(startOf(network)), address: written(network[0]) }];
    const outer = parsed.find(
      (other, m) =>
        other && m !== place && isStart(other) && holds(other, network) && (m < place || !holds(network, other)),
    );
    if (!outer) return [];
    return [{ place, code: 'network_overlap', outer: format(outer), isTwice: holds(network, outer) }];
  });
  return { networks: networksOf(texts).map(format), errors };
}

/** Whether `after` allows addresses that `before` does not; an empty list allows all. */
export function isWider(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  if (after.length === 0) return true;
  const outer = networksOf(before);
  return networksOf(after).some((network) => !outer.some((other) => holds(other, network)));
}

const networksOf = (texts: readonly string[]): Network[] => texts.map(parse).filter((network) => network !== undefined);
