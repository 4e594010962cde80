import ipaddr from 'ipaddr.js';

/** As many as the API takes. */
export const MOST_NETWORKS = 50;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [address: Address, bits: number];

/** What is wrong with one of the networks that were typed. */
export type NetworkFault =
  | { readonly code: 'invalid' | 'twice'; readonly text: string }
  | { readonly code: 'hostBits'; readonly text: string; readonly network: string }
  | { readonly code: 'covered'; readonly text: string; readonly other: string };

/** The networks of a text: one a line, or separated by commas or spaces. */
export function splitNetworks(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** The library takes more than the API does: `127.1`, `010.0.0.1`, `fe80::1%eth0`. */
function isAddress(text: string): boolean {
  return text.includes(':')
    ? !text.includes('%') && ipaddr.IPv6.isValid(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text) && !/(^|\.)0\d/.test(text);
}

function parse(text: string): Network | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  if (!isAddress(address) || rest.length > 0) return undefined;
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [parsed, most];
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= most ? [parsed, Number(bits)] : undefined;
}

/** Where a network begins, written as the API writes it. */
function networkOf([address, bits]: Network): string {
  const bytes = address
    .toByteArray()
    .map((byte, n) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * n))) & 0xff);
  const start = ipaddr.fromByteArray(bytes);
  return `${start instanceof ipaddr.IPv6 ? start.toRFC5952String() : start.toString()}/${bits}`;
}

const holds = ([outer, bits]: Network, [inner, innerBits]: Network): boolean =>
  outer.kind() === inner.kind() && innerBits >= bits && inner.match(outer, bits);

/** What the API would refuse of these networks, in their order. The API has the last word. */
export function networkFaults(entries: readonly string[]): NetworkFault[] {
  const networks = entries.map(parse);
  return entries.flatMap((text, n): NetworkFault[] => {
    const network = networks[n];
    if (!network) return [{ code: 'invalid', text }];
    const [address, bits] = network;
    const [start, startBits] = ipaddr.parseCIDR(networkOf(network));
    if (startBits !== bits || start.toNormalizedString() !== address.toNormalizedString())
      return [{ code: 'hostBits', text, network: networkOf(network) }];
    const other = networks.findIndex(
      (each, m) => each !== undefined && m !== n && holds(each, network) && (m < n || !holds(network, each)),
    );
    const outer = networks[other];
    if (!outer) return [];
    return holds(network, outer) ? [{ code: 'twice', text }] : [{ code: 'covered', text, other: entries[other] ?? '' }];
  });
}
