import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { BLOCKED, EgressGuard, type EgressRules } from './egress-guard.js';
import { NameError } from './name-resolver.js';

const guardOf = (rules: Partial<EgressRules> = {}) => new EgressGuard({ allowHttp: false, allowedCidrs: [], ...rules });
const strict = guardOf();

const FORBIDDEN = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'no address',
];
const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'];

describe('isAllowed', () => {
  it.each(FORBIDDEN)('rejects %s', (address) => expect(strict.isAllowed(address)).toBe(false));
  it.each(PUBLIC)('passes %s', (address) => expect(strict.isAllowed(address)).toBe(true));

  it('passes what the operator allows, and nothing else', () => {
    const guard = guardOf({ allowedCidrs: ['10.1.0.0/16', '::1/128', '192.168.7.7'] });
    const allowed = ['10.1.2.3', '::ffff:10.1.2.3', '::1', '192.168.7.7', '8.8.8.8'];
    const refused = ['10.2.0.1', '127.0.0.1', '169.254.169.254', '192.168.7.8', '::2', '64:ff9b::a01:203'];
    expect(allowed.filter((address) => !guard.isAllowed(address))).toEqual([]);
    expect(refused.filter((address) => guard.isAllowed(address))).toEqual([]);
  });
});

describe('refusal', () => {
  it.each([
    'https://example.com/hooks?a=b',
    'https://example.com:8443/',
    'https://bücher.example/x',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost.example.com/',
  ])('accepts %s', (url) => expect(strict.rejection(url)).toBeUndefined());

  it.each([
    ['no url', 'The URL contains a space or a control character.'],
    ['https://example.com/a\r\nHost: x', 'The URL contains a space or a control character.'],
    ['example.com', 'This is not a URL.'],
    ['https://', 'This is not a URL.'],
    ['http://example.com/', 'The URL must begin with https://.'],
    ['ftp://example.com/', 'The URL must begin with https://.'],
    ['file:///etc/passwd', 'The URL must begin with https://.'],
    ['https://user@example.com/', 'The URL must not contain a user name or a password.'],
    ['https://:secret@example.com/', 'The URL must not contain a user name or a password.'],
    ['https://example.com/#', 'The URL must not contain a fragment, because it is never sent.'],
    ['https://example.com/#part', 'The URL must not contain a fragment, because it is never sent.'],
  ])('rejects %s', (url, reason) => expect(strict.rejection(url)).toBe(reason));

  it.each([
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0',
    '１２７.0.0.1',
    '127.0.0.1.',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '192.0.0.192',
    '[::1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'x.localhost',
  ])('rejects the host %s with the common text', (host) => {
    expect(strict.rejection(`https://${host}/`)).toBe(`${BLOCKED}.`);
    expect(strict.rejection(`https://${host}:8443/path`)).toBe(`${BLOCKED}.`);
  });

  it.each([0, 21, 22, 23, 25, 110, 143, 465, 587, 993, 2049, 5060, 6000, 6667, 10080])(
    'rejects port %i, which belongs to another protocol',
    (port) => {
      const reason = `Port ${port} is reserved for a protocol other than HTTP.`;
      expect(strict.rejection(`https://example.com:${port}/`)).toBe(reason);
      expect(strict.rejection(`https://127.0.0.1:${port}/`)).toBe(`${BLOCKED}.`);
    },
  );

  it.each([80, 443, 3000, 4000, 8080, 8443, 9443, 65535])('accepts port %i', (port) =>
    expect(strict.rejection(`https://example.com:${port}/`)).toBeUndefined(),
  );

  it('accepts http and local hosts if the operator allows them', () => {
    const guard = guardOf({ allowHttp: true, allowedCidrs: ['127.0.0.0/8', '::1/128'] });
    expect(guard.rejection('http://localhost:9000/hook')).toBeUndefined();
    expect(guard.rejection('http://127.0.0.1:9000/hook')).toBeUndefined();
    expect(guard.rejection('https://[::1]/')).toBeUndefined();
    expect(guard.rejection('http://10.0.0.1/')).toBe(`${BLOCKED}.`);
    expect(guard.rejection('ftp://example.com/')).toBe('The URL must begin with https:// or http://.');
  });
});

describe('refusalNow', () => {
  const BLOCKED_SENTENCE = `${BLOCKED}.`;
  const leadingTo = (resolve: EgressRules['resolve']) => guardOf(resolve ? { resolve } : {});
  const found = (...addresses: string[]) =>
    leadingTo(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

  it('rejects only a name whose addresses are all forbidden', async () => {
    expect(await found('10.0.0.1', '::1').refusalNow('https://a.example/')).toBe(BLOCKED_SENTENCE);
    expect(await found('10.0.0.1', '8.8.8.8').refusalNow('https://a.example/')).toBeUndefined();
    const unknown = leadingTo(() => Promise.reject(new NameError('EDNS_UNKNOWN', 'ENOTFOUND')));
    expect(await unknown.refusalNow('https://a.example/')).toBeUndefined();
    expect(await leadingTo(() => new Promise(() => undefined)).refusalNow('https://a.example/', 10)).toBeUndefined();
  });

  it('makes no look-up if the text is sufficient', async () => {
    const guard = leadingTo(() => Promise.reject(new Error('asked')));
    expect(await guard.refusalNow('https://127.0.0.1/')).toBe(BLOCKED_SENTENCE);
    expect(await guard.refusalNow('https://8.8.8.8/')).toBeUndefined();
    expect(await guard.refusalNow('ftp://a.example/')).toBe('The URL must begin with https://.');
  });
});

describe('lookup', () => {
  const ask = (guard: EgressGuard, all: boolean) =>
    new Promise<{ error: NodeJS.ErrnoException | null; address: string | LookupAddress[] }>((resolve) =>
      guard.lookup('receiver.example', { all }, (error, address) => resolve({ error, address })),
    );
  const leadingTo = (...addresses: string[]) =>
    guardOf({
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });

  it('returns only allowed addresses', async () => {
    const guard = leadingTo('127.0.0.1', '8.8.8.8', '::1', '2606:4700:4700::1111');
    const survivors = [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ];
    expect(await ask(guard, true)).toEqual({ error: null, address: survivors });
    expect(await ask(guard, false)).toEqual({ error: null, address: '8.8.8.8' });
  });

  it('fails with one error if none remains', async () => {
    for (const guard of [leadingTo('127.0.0.1'), leadingTo('10.0.0.1', 'fe80::1'), leadingTo()]) {
      const { error } = await ask(guard, true);
      expect(error).toMatchObject({ code: 'EBLOCKED', message: BLOCKED });
    }
  });

  it('checks each DNS response again: a name that was public first and no longer is gets rejected', async () => {
    const answers = ['8.8.8.8', '127.0.0.1'];
    const guard = guardOf({
      resolve: async () => [{ address: answers.shift() ?? '', family: 4 }],
    });
    expect((await ask(guard, false)).address).toBe('8.8.8.8');
    expect((await ask(guard, false)).error).toMatchObject({ code: 'EBLOCKED' });
  });

  it('passes on that a name is unknown', async () => {
    const unknown = new NameError('EDNS_UNKNOWN', 'ENOTFOUND');
    const guard = guardOf({ resolve: () => Promise.reject(unknown) });
    expect((await ask(guard, true)).error).toBe(unknown);
  });
});
