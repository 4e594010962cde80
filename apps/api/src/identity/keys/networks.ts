import { readNetworks, type NetworkFault } from '@billhook/contract/identity/networks';
import type { Fault } from '@billhook/domain/shared/problems';

/** Networks as they are kept, and what is wrong with them, in words. */
export function takeNetworks(texts: readonly string[]): { readonly networks: string[]; readonly faults: Fault[] } {
  const { networks, faults } = readNetworks(texts);
  return {
    networks: [...networks],
    faults: faults.map((fault) => ({
      pointer: `/allowedCidrs/${fault.place}`,
      code: fault.code,
      message: messageOf(fault),
    })),
  };
}

function messageOf(fault: NetworkFault): string {
  switch (fault.code) {
    case 'invalid_network':
      return 'must be a network, like 203.0.113.0/24 or 2001:db8::/32, or one address';
    case 'host_bits':
      return `is an address within a network: use the network, ${fault.network}, or the address alone, ${fault.address}`;
    case 'network_overlap':
      return fault.isTwice ? 'is a duplicate' : `is within ${fault.outer}, which is in the list as well`;
  }
}
