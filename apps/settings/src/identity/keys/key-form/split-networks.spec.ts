import { expect, it } from '@jest/globals';
import { splitNetworks } from './split-networks.js';

it('reads networks from lines, or separated on one line', () => {
  expect(splitNetworks(' 203.0.113.0/24\n\n2001:db8::/32, 198.51.100.7;192.0.2.1 ')).toEqual([
    '203.0.113.0/24',
    '2001:db8::/32',
    '198.51.100.7',
    '192.0.2.1',
  ]);
  expect(splitNetworks('  \n')).toEqual([]);
});
