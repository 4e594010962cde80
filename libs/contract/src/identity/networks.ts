import ipaddr from 'ipaddr.js';

/*
 * Networks that something may be used from, `203.0.113.0/24`, `2001:db8::/32`, or single addresses. Without zod: the form of the settings
 * judges by this too, as one types.
 */

/** As many as an integration needs, and few enough to look at with every request. */
export const MOST_NETWORKS = 50;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The addresses whose first bits are these. */
type Network = readonly [address: Address, bits: number];

/** What is wrong with one of several networks, by its place among them. */
export type NetworkFault = { readonly place: number } & (
  | { readonly code: 'invalid_network' }
  /** It names an address within a network: either one may be meant. */
  | { readonly code: 'host_bits'; readonly network: string; readonly address: string }
  /** It says nothing new: `outer` is named as well. The same one twice, where `isTwice`. */
  | { readonly code: 'network_overlap'; readonly outer: string; readonly isTwice: boolean }
);

/** How many bits of an IPv6 address come before the IPv4 one that it may hold (`::ffff:203.0.113.7`). */
const MAPPED_BITS = 96;

const bitsOf = (address: Address): number => (address.kind() === 'ipv4' ? 32 : 128);

/** The library takes more than is meant: `127.1`, `010.0.0.1`, `fe80::1%eth0`. */
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
  // Requests from there are known by their IPv4 address, so the network has to be one of these.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return [parsed.toIPv4Address(), bits - MAPPED_BITS];
  return [parsed, bits];
}

const written = (address: Address): string =>
  address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();

/** In its shortest form, a single address without its bits. */
const format = ([address, bits]: Network): string =>
  bits === bitsOf(address) ? written(address) : `${written(address)}/${bits}`;

/** Where a network begins: the address without the bits of the host. */
function startOf([address, bits]: Network): Network {
  const bytes = address
    .toByteArray()
    .map((byte, n) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * n))) & 0xff);
  return [ipaddr.fromByteArray(bytes), bits];
}

const isStart = (network: Network): boolean => format(startOf(network)) === format(network);

const holds = ([outer, bits]: Network, [inner, innerBits]: Network): boolean =>
  outer.kind() === inner.kind() && innerBits >= bits && inner.match(outer, bits);

/** Whether a text names a network, or one address. */
export const isNetwork = (text: string): boolean => parse(text) !== undefined;

/**
 * Whether an address lies in one of the networks. An IPv4 address that is written as an IPv6 one counts as what it is.
 * @param address of a connection, which may name its interface (`fe80::1%eth0`)
 */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networksOf(networks).some((network) => holds(network, [parsed, bitsOf(parsed)]));
}

/**
 * Networks as they are kept. None of them lies within another, so that the list says no more than it means, and taking a network off it
 * shuts it out.
 */
export function readNetworks(texts: readonly string[]): {
  readonly networks: readonly string[];
  readonly faults: readonly NetworkFault[];
} {
  const parsed = texts.map(parse);
  const faults = parsed.flatMap((network, place): NetworkFault[] => {
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
  return { networks: networksOf(texts).map(format), faults };
}

/** Whether requests may come from somewhere afterwards that they may not come from before; none means from anywhere. */
export function isWider(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  if (after.length === 0) return true;
  const outer = networksOf(before);
  return networksOf(after).some((network) => !outer.some((other) => holds(other, network)));
}

const networksOf = (texts: readonly string[]): Network[] => texts.map(parse).filter((network) => network !== undefined);
