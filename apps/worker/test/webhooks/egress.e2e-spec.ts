import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadChaosEnv } from '@billhook/platform/spec-env';
import { DnsServer, type DnsReply, type ReplyTo } from '@billhook/testing/dns-server';
import { freePort } from '@billhook/testing/free-port';
import { NameResolver } from '@billhook/webhooks/attempts/name-resolver';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { messageTo, send, senderOf, stopOfMany } from '../support/test-sender.js';

const { CHAOS_ROUNDS: ROUNDS } = loadChaosEnv();

/*
 * 127.1.0.0/16 is the allowed network, the rest of this machine is forbidden.
 * One server listens at all of its addresses, and records which of them received a connection.
 */
const MAY = '127.1.0.1';
const MAY_NOT = '127.2.0.1';

// Longer than any test.
const SILENCE_MS = 30_000;

let dialled: string[] = [];
let server: Server;
let port = 0;
let dns: DnsServer;
let sender: ReturnType<typeof senderOf>;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    // Each message needs its own look-up and connection.
    response.writeHead(200, { connection: 'close' }).end();
  });
  server.on('connection', (socket) => dialled.push(socket.localAddress ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = (server.address() as AddressInfo).port;
  dns = await new DnsServer().start();
  sender = senderOf({ allowedCidrs: ['127.1.0.0/16'], dnsServers: [dns.address] });
});
afterAll(async () => {
  await sender.close();
  await dns.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  dialled = [];
});

let names = 0;

/** The URL of a new name with this DNS response. */
function nameFor(reply: DnsReply | ReplyTo): { readonly name: string; readonly url: string } {
  const name = `n${++names}.example`;
  dns.reply(name, reply);
  return { name, url: `http://${name}:${port}/` };
}

const blocked = { errorKind: 'Blocked', error: 'The address is not public', remoteAddress: null, requestHeaders: {} };

describe('a name', () => {
  it('that resolves to an allowed network is dialled, to one beside it is not', async () => {
    expect(await send(sender, nameFor([MAY]).url)).toMatchObject({ error: null, remoteAddress: MAY });
    expect(await send(sender, nameFor([MAY_NOT]).url)).toMatchObject(blocked);
    expect(await send(sender, nameFor(['169.254.169.254']).url)).toMatchObject(blocked);
    expect(dialled).toEqual([MAY]);
  });

  it('is not dialled at a port of another protocol', async () => {
    const url = nameFor([MAY]).url.replace(`:${port}`, ':25');
    const error = 'Port 25 is reserved for a protocol other than HTTP';
    expect(await send(sender, url)).toMatchObject({ ...blocked, error });
    expect(dialled).toEqual([]);
  });

  it.each([[[MAY_NOT, MAY]], [[MAY, MAY_NOT, '10.0.0.1']], [['fd00::1', MAY, '::ffff:127.2.0.1']]])(
    'that resolves to %j is dialled where it is allowed, and nowhere else',
    async (addresses) => {
      expect(await send(sender, nameFor(addresses).url)).toMatchObject({ error: null, remoteAddress: MAY });
      expect(dialled).toEqual([MAY]);
    },
  );

  it('is reached at the next address if the first accepts no connection', async () => {
    const second = createServer((_, response) => void response.end());
    await new Promise<void>((resolve) => second.listen(0, '127.1.0.9', resolve));
    const { port: itsPort } = second.address() as AddressInfo;
    const url = nameFor(['127.1.0.7', '127.1.0.8', '127.1.0.9']).url.replace(`:${port}`, `:${itsPort}`);
    expect(await send(sender, url)).toMatchObject({ error: null, remoteAddress: '127.1.0.9' });
    second.closeAllConnections();
    await new Promise((resolve) => second.close(resolve));
  });

  it.each([[['::1']], [['fd00:ec2::254']], [['::ffff:127.2.0.1']], [['64:ff9b::7f02:1']], [['fe80::1']]])(
    'with only an IPv6 address, %j, is rejected',
    async (addresses) => {
      expect(await send(sender, nameFor(addresses).url)).toMatchObject(blocked);
      expect(dialled).toEqual([]);
    },
  );

  it('that is an alias of an alias is checked by its final address', async () => {
    const [good, bad] = [nameFor([MAY]), nameFor([MAY_NOT])];
    for (const { name } of [good, bad]) {
      dns.alias(`b.${name}`, name);
      dns.alias(`a.${name}`, `b.${name}`);
    }
    expect(await send(sender, good.url.replace('//', '//a.'))).toMatchObject({ error: null, remoteAddress: MAY });
    expect(await send(sender, bad.url.replace('//', '//a.'))).toMatchObject(blocked);
    expect(dialled).toEqual([MAY]);
  });

  it.each([
    ['unknown', 'The host name is not known to DNS'],
    [[], 'The host name has no address in DNS'],
    ['failure', 'DNS could not look up the host name'],
    ['silent', 'DNS did not respond within 1 s'],
  ] as const)('for which DNS replies %j fails as Dns', async (reply, error) => {
    const answer = await send(sender, nameFor(reply).url);
    expect(answer).toMatchObject({ errorKind: 'Dns', error, remoteAddress: null, requestHeaders: {} });
  });

  it('that is looked up twice at the same moment is asked for once, and afterwards again', async () => {
    const { name, url } = nameFor([MAY]);
    await Promise.all([send(sender, url), send(sender, url), send(sender, url)]);
    expect(dns.asked.filter((question) => question === `A ${name}`)).toHaveLength(1);
    await send(sender, url);
    expect(dns.asked.filter((question) => question === `A ${name}`)).toHaveLength(2);
  });
});

describe('a name with a different address each time', () => {
  it.each<[string, ReplyTo]>([
    ['first where it may', (count) => (count % 2 === 1 ? [MAY] : [MAY_NOT])],
    ['first where it may not', (count) => (count % 2 === 1 ? [MAY_NOT] : [MAY])],
    ['once where it may', (count) => (count === 1 ? [MAY] : [MAY_NOT])],
    ['both, in turns', (count) => (count % 2 === 1 ? [MAY, MAY_NOT] : [MAY_NOT, MAY])],
  ])(`never gets through, ${ROUNDS} times: %s`, async (_, reply) => {
    const { url } = nameFor(reply);
    for (let round = 0; round < ROUNDS; round++) await send(sender, url);
    expect(dialled.filter((address) => address !== MAY)).toEqual([]);
    expect(dialled.length).toBeGreaterThan(0);
  });
});

describe('a literal address', () => {
  it.each([
    ...['127.2.0.1', '127.1', '127.0.0.1.', '2130706433', '0x7f.1', '0177.0.0.1', '0', '１２７.0.0.1', '0.0.0.0'],
    ...['10.0.0.1', '100.64.0.1', '169.254.169.254', '192.0.0.192', '192.168.1.1', '224.0.0.1', '255.255.255.255'],
    ...['[::1]', '[::]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]'],
    ...['[fd00:ec2::254]', 'localhost', 'LOCALHOST.', 'a.localhost'],
  ])('%s is not dialled', async (host) => {
    const answer = await send(sender, `http://${host}:${port}/`);
    expect(answer).toMatchObject({ ...blocked, durationMs: 0, dnsMs: null, connectMs: null });
    expect(dialled).toEqual([]);
  });

  it('of an allowed network is', async () => {
    expect(await send(sender, `http://${MAY}:${port}/`)).toMatchObject({ error: null, remoteAddress: MAY, dnsMs: 0 });
    expect(await send(sender, `http://[::ffff:${MAY}]:${port}/`)).toMatchObject({ error: null });
  });

  it('and a name reveal nothing about the target: an open port and a closed one give one result', async () => {
    const { url } = nameFor([MAY_NOT]);
    const closed = await freePort();
    for (const open of [`http://${MAY_NOT}:${port}/`, url]) {
      const [here, there] = [await send(sender, open), await send(sender, open.replace(`:${port}`, `:${closed}`))];
      // Neither received a connection, so neither can take longer.
      const untried = { ...blocked, connectMs: null, tlsMs: null, firstByteMs: null };
      for (const answer of [here, there]) expect(answer).toMatchObject(untried);
      expect({ ...here, durationMs: 0, dnsMs: 0 }).toEqual({ ...there, durationMs: 0, dnsMs: 0 });
    }
    expect(dialled).toEqual([]);
  });
});

describe('the resolver', () => {
  const resolvers: NameResolver[] = [];
  const resolverOf = () => {
    const resolver = new NameResolver({ servers: [dns.address], asksMachine: false });
    resolvers.push(resolver);
    return resolver;
  };
  afterEach(() => {
    for (const resolver of resolvers.splice(0)) resolver.close();
  });

  it('finds the addresses of both families, IPv4 first', async () => {
    const { name } = nameFor(['2001:db8::1', '192.0.2.1', '192.0.2.2']);
    expect((await resolverOf().resolve(name.toUpperCase())).map(({ address }) => address)).toEqual([
      '192.0.2.1',
      '192.0.2.2',
      '2001:db8::1',
    ]);
  });

  it.each([
    ['A', '192.0.2.1'],
    ['AAAA', '2001:db8::1'],
  ])('continues with %s if DNS does not respond for the other', async (type, address) => {
    const { name } = nameFor((_, asked) => (asked === type ? [address] : 'silent'));
    const resolver = resolverOf();
    // The time that waiting for it would take.
    let isGivenUp = false;
    resolver.resolve(nameFor('silent').name).catch(() => (isGivenUp = true));
    expect((await resolver.resolve(name)).map((found) => found.address)).toEqual([address]);
    expect(isGivenUp).toBe(false);
  });

  it('waits for the other if the first has none', async () => {
    const { name } = nameFor((count, asked) => (asked === 'A' ? [] : count === 1 ? 'silent' : ['2001:db8::1']));
    expect(await resolverOf().resolve(name)).toEqual([{ address: '2001:db8::1', family: 6 }]);
  });

  it('asks no server for localhost', async () => {
    const asked = dns.asked.length;
    for (const name of ['localhost', 'LOCALHOST.', 'a.localhost']) {
      expect((await resolverOf().resolve(name)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
    }
    expect(dns.asked).toHaveLength(asked);
  });

  it('drops its open look-ups when it is closed', async () => {
    const resolver = resolverOf();
    const { name } = nameFor(() => {
      resolver.close();
      return 'silent';
    });
    await expect(resolver.resolve(name)).rejects.toMatchObject({ code: 'EDNS_FAILED' });
  });
});

describe('a DNS server that never responds', () => {
  it('delays only those that ask it: 50 names, and 20 messages to others', async () => {
    const patient = senderOf({ allowedCidrs: ['127.1.0.0/16'], dnsServers: [dns.address] }, { timeoutMs: SILENCE_MS });
    const stop = stopOfMany();
    let given = 0;
    const silent = Array.from({ length: 50 }, async () => {
      const answer = await patient.send(messageTo(nameFor('silent').url), stop.signal);
      given += 1;
      return answer;
    });
    await readFile(import.meta.filename);
    const others = await Promise.all(Array.from({ length: 20 }, () => send(patient, nameFor([MAY]).url)));
    expect(others.map(({ error }) => error)).toEqual(Array(20).fill(null));
    expect(given).toBe(0);
    stop.abort();
    for (const answer of await Promise.all(silent)) expect(answer.dnsMs).toBeNull();
    await patient.close();
  });
});
