import ipaddr from 'ipaddr.js';

/**
 * Whether an address lies in one of the networks. An IPv4 address that is written as an IPv6 one counts as what it is.
 * @param cidrs `203.0.113.0/24`, `2001:db8::/32`, or single addresses
 */
export function isWithin(address: string, cidrs: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return cidrs.some((cidr) => {
    const [network, bits] = cidr.includes('/') ? ipaddr.parseCIDR(cidr) : single(cidr);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

function single(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
