import ipaddr from 'ipaddr.js';

const NETWORK_PARTS = 4;

/**
 * Who is counted for an address: an IPv4 address itself, of IPv6 the first 64 bits, because a host with one address there has the
 * whole network. IPv4 written as IPv6 is IPv4.
 * @param ip as the socket or a trusted proxy names it
 */
export function clientAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, NETWORK_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
