import { describe, expect, it } from '@jest/globals';
import { isNetwork, isWider, isWithin, readNetworks } from './networks.js';

describe('isWithin', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.114.7', ['203.0.113.0/24'], false],
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.7', ['198.51.100.0/24', '203.0.113.0/24'], true],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.113.7', ['::ffff:203.0.113.0/120'], true],
    ['203.0.113.7', ['::/0'], false],
    ['203.0.113.7', ['0.0.0.0/0'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['2001:db8::1', ['203.0.113.0/24'], false],
    ['2001:DB8:0::1', ['2001:db8::1'], true],
    ['nonsense', ['0.0.0.0/0'], false],
    ['203.0.113.7', [], false],
  ])('%s in %j: %s', (address, cidrs, within) => {
    expect(isWithin(address, cidrs)).toBe(within);
  });
});

describe('readNetworks', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['203.0.113.128/25', '203.0.113.128/25'],
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['::/0', '::/0'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ])('%s is stored as %s', (given, kept) => {
    expect(readNetworks([given])).toEqual({ networks: [kept], errors: [] });
  });

  it.each([
    ['203.0.113.7/24', '203.0.113.0/24', '203.0.113.7'],
    ['203.0.113.7/31', '203.0.113.6/31', '203.0.113.7'],
    ['10.1.2.3/0', '0.0.0.0/0', '10.1.2.3'],
    ['10.1.2.3/9', '10.0.0.0/9', '10.1.2.3'],
    ['2001:db8:ffff::1/33', '2001:db8:8000::/33', '2001:db8:ffff::1'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24', '203.0.113.7'],
  ])('rejects %s: the network is %s, the address %s', (given, network, address) => {
    expect(readNetworks(['192.0.2.1', given]).errors).toEqual([{ place: 1, code: 'host_bits', network, address }]);
  });

  it.each([
    [['203.0.113.0/24', '203.0.113.0/24'], 1, '203.0.113.0/24', true],
    [['203.0.113.7', '203.0.113.7/32'], 1, '203.0.113.7', true],
    [['203.0.113.0/24', '203.0.113.7'], 1, '203.0.113.0/24', false],
    [['203.0.113.7', '203.0.113.0/24'], 0, '203.0.113.0/24', false],
    [['2001:db8:1::/48', '2001:db8::/32'], 0, '2001:db8::/32', false],
  ])('rejects an overlap in %j: the one at %i is within %s', (given, place, outer, isTwice) => {
    expect(readNetworks(given).errors).toEqual([{ place, code: 'network_overlap', outer, isTwice }]);
  });

  it('names all overlapping networks', () => {
    expect(readNetworks(['203.0.113.7', '203.0.113.0/24', '203.0.113.0/24']).errors).toEqual([
      { place: 0, code: 'network_overlap', outer: '203.0.113.0/24', isTwice: false },
      { place: 2, code: 'network_overlap', outer: '203.0.113.0/24', isTwice: true },
    ]);
  });

  it.each([
    ...['203.0.113', '127.1', '010.0.0.1', '203.0.113.256', '203.0.113.0/33', '203.0.113.0/', '203.0.113.0/24/1'],
    ...['::1/129', 'x', '', 'fe80::1%eth0', '203.0.113.0/024'],
  ])('rejects %s', (text) => {
    expect(isNetwork(text)).toBe(false);
    expect(readNetworks([text]).errors).toEqual([{ place: 0, code: 'invalid_network' }]);
  });

  it('accepts IPv4 and IPv6 networks together', () => {
    const given = ['0.0.0.0/0', '::/0'];
    expect(readNetworks(given)).toEqual({ networks: given, errors: [] });
  });
});

describe('isWider', () => {
  it.each([
    [[], [], false],
    [[], ['203.0.113.0/24'], false],
    [['203.0.113.0/24'], [], true],
    [['203.0.113.0/24'], ['203.0.113.0/24'], false],
    [['203.0.113.0/24'], ['203.0.113.0/25', '203.0.113.200'], false],
    [['203.0.113.0/25'], ['203.0.113.0/24'], true],
    [['203.0.113.0/24'], ['203.0.113.0/24', '198.51.100.7'], true],
    [['203.0.113.0/24'], ['2001:db8::/32'], true],
  ])('from %j to %j: %s', (before, after, wider) => {
    expect(isWider(before, after)).toBe(wider);
  });
});
