import type { Fault } from '@billhook/domain/problems';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The addresses whose first bits are these. */
type Network = readonly [address: Address, bits: number];

/** How many bits of an IPv6 address come before the IPv4 one that it may hold (`::ffff:203.0.113.7`). */
const MAPPED_BITS = 96;

const bitsOf = (address: Address): number => (address.kind() === 'ipv4' ? 32 : 128);

/** @param text a network or an address, as the contract has checked it */
function parse(text: string): Network {
  if (!text.includes('/')) {
    const address = ipaddr.process(text);
    return [address, bitsOf(address)];
  }
  const [address, bits] = ipaddr.parseCIDR(text);
  // Requests from there are known by their IPv4 address, so the network has to be one of these.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return [address.toIPv4Address(), bits - MAPPED_BITS];
  return [address, bits];
}

const written = (address: Address): string =>
  address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();

const format = ([address, bits]: Network): string =>
  bits === bitsOf(address) ? written(address) : `${written(address)}/${bits}`;

/** Where a network begins: the address without the bits of the host. */
function startOf([address, bits]: Network): Network {
  const bytes = address
    .toByteArray()
    .map((byte, n) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - 8 * n)))) & 0xff);
  return [ipaddr.fromByteArray(bytes), bits];
}

const isStart = (network: Network): boolean => format(startOf(network)) === format(network);

const holds = ([outer, bits]: Network, [inner, innerBits]: Network): boolean =>
  outer.kind() === inner.kind() && innerBits >= bits && inner.match(outer, bits);

/**
 * Whether an address lies in one of the networks. An IPv4 address that is written as an IPv6 one counts as what it is.
 * @param cidrs `203.0.113.0/24`, `2001:db8::/32`, or single addresses
 */
export function isWithin(address: string, cidrs: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return cidrs.some((cidr) => holds(parse(cidr), [parsed, bitsOf(parsed)]));
}

/**
 * Networks as they are kept: in their shortest form, a single address without its bits. None of them lies within another, so that the list
 * says no more than it means, and taking a network off it shuts it out.
 * @returns the networks, or a fault for each that is no network or lies within another
 */
export function readNetworks(cidrs: readonly string[]): { readonly networks: string[]; readonly faults: Fault[] } {
  const parsed = cidrs.map(parse);
  const faults = parsed.flatMap((network, n): Fault[] => {
    const pointer = `/allowedCidrs/${n}`;
    if (!isStart(network)) {
      const message = `is an address within a network: name the network, ${format(startOf(network))}, or the address alone, ${written(network[0])}`;
      return [{ pointer, code: 'host_bits', message }];
    }
    const outer = parsed.find(
      (other, m) => m !== n && isStart(other) && holds(other, network) && (m < n || !holds(network, other)),
    );
    if (!outer) return [];
    const message =
      format(outer) === format(network) ? 'is named twice' : `lies within ${format(outer)}, which is named as well`;
    return [{ pointer, code: 'network_overlap', message }];
  });
  return { networks: parsed.map(format), faults };
}

/** Whether requests may come from somewhere afterwards that they may not come from before; none means from anywhere. */
export function isWider(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  if (after.length === 0) return true;
  const outer = before.map(parse);
  return after.map(parse).some((network) => !outer.some((other) => holds(other, network)));
}
