import { describe, expect, it } from '@jest/globals';
import { networkFaults, splitNetworks } from './network-text.js';

describe('the networks that are typed', () => {
  it('stand on lines, or beside each other', () => {
    expect(splitNetworks(' 203.0.113.0/24\n\n2001:db8::/32, 198.51.100.7;192.0.2.1 ')).toEqual([
      '203.0.113.0/24',
      '2001:db8::/32',
      '198.51.100.7',
      '192.0.2.1',
    ]);
    expect(splitNetworks('  \n')).toEqual([]);
  });

  it.each([
    [['203.0.113.0/24', '203.0.114.7', '2001:db8::/32', '2001:DB9::1', '10.0.0.0/8', '198.51.100.7/32']],
    [['0.0.0.0/0', '::/0']],
    [[]],
  ])('%j are taken', (entries) => {
    expect(networkFaults(entries)).toEqual([]);
  });

  it.each([
    '203.0.113',
    '127.1',
    '010.0.0.1',
    '203.0.113.256',
    '203.0.113.0/33',
    '203.0.113.0/',
    '::1/129',
    'x',
    'fe80::1%eth0',
  ])('%s is none', (text) => {
    expect(networkFaults([text])).toEqual([{ code: 'invalid', text }]);
  });

  it.each([
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['10.1.2.3/9', '10.0.0.0/9'],
    ['10.1.2.3/0', '0.0.0.0/0'],
    ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
  ])('%s lies in %s', (text, network) => {
    expect(networkFaults([text])).toEqual([{ code: 'hostBits', text, network }]);
  });

  it('says which one says nothing new', () => {
    expect(networkFaults(['203.0.113.7', '203.0.113.0/24', '203.0.113.0/24'])).toEqual([
      { code: 'covered', text: '203.0.113.7', other: '203.0.113.0/24' },
      { code: 'twice', text: '203.0.113.0/24' },
    ]);
  });
});
