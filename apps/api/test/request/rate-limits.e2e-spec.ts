import { CELL_SCHEMAS } from '@billhook/testing/own-tables';
import { RedisServer } from '@billhook/testing/redis-server';
import { BACKENDS } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi, type Answer, type Call } from '../support/api.js';
import { Sandboxes } from '../support/sandboxes.js';
import { World, type Caller, type KeyCaller } from '../support/world.js';

const POLICY = /^"[a-z]+";q=[1-9]\d*;w=60(, "[a-z]+";q=[1-9]\d*;w=60)*$/;
const STANDING = /^"[a-z]+";r=\d+;t=\d+(, "[a-z]+";r=\d+;t=\d+)*$/;

const statuses = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
/** The values for a caller at the limit: on a slow machine some requests may already be restored. */
async function rejection(call: () => Promise<Answer>): Promise<Answer> {
  for (let n = 0; n < 5; n++) {
    const answer = await call();
    if (answer.status === 429) return answer;
  }
  throw new Error('nothing was refused');
}

/**
 * An error of only these limits. After a burst a process still holds quota of requests that another limit rejected, and returns it at its
 * next contact with the store.
 */
async function refusalBy(policies: readonly string[], call: () => Promise<Answer>): Promise<Answer> {
  for (let n = 0; n < 40; n++) {
    const answer = await rejection(call);
    const { 'violated-policies': violated } = answer.body as { readonly 'violated-policies': readonly string[] };
    if (violated.join() === policies.join()) return answer;
    await pause(25);
  }
  throw new Error(`never refused by ${policies.join(' and ')} alone`);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Many requests, in parallel or in sequence, by callers in turn. */
const together = (count: number, ...callers: Caller[]): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) => callers[n % callers.length]?.call('GET', '/v1/me/permissions')).flatMap(
      (call) => call ?? [],
    ),
  );

describe('the rate limit headers of every response of /v1', () => {
  let api: TestApi;
  let world: World;
  let key: KeyCaller;

  beforeAll(async () => {
    api = await TestApi.start();
    world = new World(api);
    key = await world.key();
  });
  afterAll(() => api.stop());

  const readOnly = async (): Promise<Caller> => world.key({ scopes: ['client.read'] });
  const client = { kind: 'Business', name: 'Atelier', billingAddress: { country: 'FR' } };
  const cases: readonly (readonly [
    status: number,
    who: 'key' | 'reader' | 'nobody',
    method: string,
    path: string,
    call: Call,
  ])[] = [
    [200, 'key', 'GET', '/v1/clients', {}],
    [200, 'key', 'HEAD', '/v1/clients', {}],
    [201, 'key', 'POST', '/v1/clients', { body: client }],
    [304, 'key', 'GET', '/v1/clients/1', { headers: { 'if-none-match': '*' } }],
    [400, 'key', 'GET', '/v1/clients?limit=0', {}],
    [400, 'key', 'POST', '/v1/clients', { raw: '{' }],
    [403, 'reader', 'POST', '/v1/clients', { body: client }],
    [404, 'key', 'GET', '/v1/clients/999999', {}],
    [404, 'key', 'GET', '/v1/nothing', {}],
    [405, 'key', 'DELETE', '/v1/clients', {}],
    [415, 'key', 'POST', '/v1/clients', { raw: 'a', headers: { 'content-type': 'text/plain' } }],
    [422, 'key', 'POST', '/v1/clients', { body: {} }],
    [200, 'key', 'GET', '/v1/openapi.json', {}],
    [200, 'nobody', 'GET', '/v1/openapi.json', {}],
    [200, 'nobody', 'GET', '/v1/openapi.json', { headers: { authorization: 'Bearer bhk_nonsense' } }],
    [401, 'nobody', 'GET', '/v1/clients', {}],
    [401, 'nobody', 'HEAD', '/v1/clients', {}],
    [401, 'nobody', 'GET', '/v1/nothing', {}],
    [401, 'nobody', 'DELETE', '/v1/clients', { headers: { authorization: 'Bearer bhk_nonsense' } }],
  ];

  it.each(cases)('%i to %s: %s %s', async (status, who, method, path, call) => {
    const caller = { key, reader: await readOnly(), nobody: api }[who];
    const answer = await caller.call(method, path, call);
    expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
    const [policy, standing] = [answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')];
    expect(policy).toMatch(POLICY);
    expect(standing).toMatch(STANDING);
    const names = (text: string | null): string[] =>
      [...(text ?? '').matchAll(/"([a-z]+)"/g)].map(([, name = '']) => name);
    expect(names(policy)).toEqual(who === 'nobody' ? ['address'] : ['minute', 'company']);
    expect(names(standing)).toEqual(names(policy));
    expect(answer.headers.has('retry-after')).toBe(false);
  });

  it('500 and 503 contain them as well', async () => {
    const rename = (from: string, to: string): Promise<unknown> =>
      api.database.query({ name: `rename_${from}`, text: `ALTER TABLE ${from} RENAME TO ${to}` });
    // Not a table that a database with two schemas has twice.
    for (const schema of CELL_SCHEMAS) await rename(`${schema}.clients`, 'gone');
    const broken = await key.call('GET', '/v1/clients');
    for (const schema of CELL_SCHEMAS) await rename(`${schema}.gone`, 'clients');
    await rename('api_keys', 'gone_keys');
    const unknown = await key.call('GET', '/v1/clients');
    await rename('gone_keys', 'api_keys');
    expect([broken.status, unknown.status]).toEqual([500, 500]);
    expect(broken.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "company"/);
    // The caller is unknown, and no limit is charged.
    expect(unknown.headers.get('ratelimit')).toMatch(/^"address";r=\d+;t=\d+$/);
  });

  it('are absent for preflights and on other surfaces', async () => {
    const headers = { origin: 'https://example.com', 'access-control-request-method': 'GET' };
    const preflight = await api.call('OPTIONS', '/v1/clients', { headers });
    for (const answer of [preflight, await api.call('GET', '/health/live'), await api.call('GET', '/app/session')]) {
      expect([...answer.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
  });

  it('can be read by a script of another site', async () => {
    const answer = await key.call('GET', '/v1/clients', { headers: { origin: 'https://example.com' } });
    const exposed = (answer.headers.get('access-control-expose-headers') ?? '').split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']));
  });
});

describe('disabled limits', () => {
  it('are neither shown nor stored', async () => {
    const api = await TestApi.start({ RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0', RATE_LIMIT_ADDRESS: '0' });
    const key = await new World(api).key();
    for (const caller of [key, api]) {
      const answer = await caller.call('GET', '/v1/clients');
      expect(answer.headers.has('ratelimit')).toBe(false);
      expect(answer.headers.has('ratelimit-policy')).toBe(false);
    }
    await api.stop();
  });
});

describe('a limit that is reached', () => {
  // One request is restored every 2 s, for the company every 1.5 s.
  const SETTINGS = {
    RATE_LIMIT_KEY: '30',
    RATE_LIMIT_COMPANY: '40',
    RATE_LIMIT_ADDRESS: '10',
    TRUST_PROXY: 'true',
  };
  let api: TestApi;
  let world: World;

  beforeAll(async () => {
    api = await TestApi.start(SETTINGS);
    world = new World(api);
  });
  afterAll(() => api.stop());

  it('rejects with 429 before it checks permissions, and accepts requests after Retry-After', async () => {
    const key = await world.key({ scopes: ['client.read'] });
    const before = performance.now();
    const answers = await together(60, key);
    const back = Math.floor((performance.now() - before) / 2_000);
    expect(statuses(answers, 200)).toBeGreaterThanOrEqual(30);
    expect(statuses(answers, 200)).toBeLessThanOrEqual(30 + back);
    expect(statuses(answers, 200) + statuses(answers, 429)).toBe(60);

    const refused = await refusalBy(['minute'], () => key.call('POST', '/v1/invoices', { body: {} }));
    expect(refused.body).toMatchObject({
      code: 'rate_limited',
      status: 429,
      'violated-policies': ['minute'],
      retryAfter: Number(refused.headers.get('retry-after')),
    });
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.headers.get('ratelimit-policy')).toBe('"minute";q=30;w=60, "company";q=40;w=60');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(3);
    expect(refused.headers.get('ratelimit')).toMatch(new RegExp(`^"minute";r=0;t=${wait}, "company";r=[1-9]`));
    await rejection(() => key.call('HEAD', '/v1/clients'));

    await pause(wait * 1_000);
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
  });

  it('applies to all keys of the company as well', async () => {
    const member = await world.member(await world.company());
    const [first, second] = [await world.key({ member }), await world.key({ member })];
    const third = await world.key({ member });
    const before = performance.now();
    const answers = await together(60, first, second);
    const back = Math.floor((performance.now() - before) / 1_500);
    expect(statuses(answers, 200)).toBeGreaterThanOrEqual(40);
    expect(statuses(answers, 200)).toBeLessThanOrEqual(40 + back);
    // The first two may be at their own limit as well, which refills more slowly than that of the company.
    const refused = await refusalBy(['company'], () => third.call('GET', '/v1/clients'));
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
    // Another company has its own.
    expect((await (await world.key()).call('GET', '/v1/clients')).status).toBe(200);
  });

  it('applies to a sandbox apart from its company', async () => {
    const owner = await world.member(await world.company());
    const sandboxes = new Sandboxes(api, world);
    const trial = await sandboxes.ready(await world.session(owner));
    const others = [await sandboxes.key(trial.within), await sandboxes.key(trial.within)];
    const real = await world.key({ member: owner });
    await together(60, trial.key, ...others);
    await refusalBy(['company'], () => others[1]?.call('GET', '/v1/clients') ?? trial.key.call('GET', '/v1/clients'));
    const answer = await real.call('GET', '/v1/clients');
    expect(answer.status).toBe(200);
    // Of the forty of the company, this is the first.
    expect(answer.headers.get('ratelimit')).toContain('"company";r=39;');
  });

  it('limits a caller who guesses keys, and no other caller at the same address', async () => {
    const from = (ip: string): Call => ({ headers: { 'x-forwarded-for': ip } });
    const guess = (ip: string): Promise<Answer> =>
      api.call('GET', '/v1/clients', { headers: { 'x-forwarded-for': ip, authorization: 'Bearer bhk_nonsense' } });
    const guesses = await Promise.all(Array.from({ length: 20 }, () => guess('203.0.113.7')));
    expect([statuses(guesses, 401), statuses(guesses, 429)]).toEqual([10, 10]);
    const refused = await rejection(() => guess('203.0.113.7'));
    expect(refused.body).toMatchObject({ code: 'too_many_attempts', 'violated-policies': ['address'] });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get('ratelimit')).toMatch(/^"address";r=0;t=[1-7]$/);
    expect(refused.headers.has('www-authenticate')).toBe(false);

    const open = await api.call('GET', '/v1/openapi.json', from('203.0.113.7'));
    expect(open.body).toMatchObject({ code: 'rate_limited', 'violated-policies': ['address'] });
    const key = await world.key();
    for (const path of ['/v1/clients', '/v1/openapi.json', '/v1/clients']) {
      const good = await key.call('GET', path, from('203.0.113.7'));
      expect([path, good.status]).toEqual([path, 200]);
      // Counted for the key: some of its thirty are used, and one is restored every two seconds.
      expect(good.headers.get('ratelimit')).toMatch(/^"minute";r=2\d;/);
    }
    expect((await guess('203.0.113.8')).status).toBe(401);
    expect((await api.call('OPTIONS', '/v1/clients', from('203.0.113.7'))).status).toBe(204);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        api.call('GET', '/v1/clients', { headers: { 'x-forwarded-for': `2001:db8:0:1::${n + 1}` } }),
      ),
    );
    expect([statuses(guesses, 401), statuses(guesses, 429)]).toEqual([10, 10]);
    const other = await api.call('GET', '/v1/clients', { headers: { 'x-forwarded-for': '2001:db8:0:2::1' } });
    expect(other.status).toBe(401);
  });
});

describe.each(BACKENDS)('two processes on %s', (kind) => {
  // One request is restored every 3 s.
  const QUOTA = 20;
  let redis: RedisServer | undefined;
  let apis: [TestApi, TestApi];

  beforeAll(async () => {
    redis = kind === 'Redis' ? await RedisServer.start() : undefined;
    const settings = { RATE_LIMIT_KEY: String(QUOTA), ...(redis ? { REDIS_URL: redis.url } : {}) };
    const first = await TestApi.start(settings);
    apis = [first, await TestApi.beside(first, settings)];
  });
  afterAll(async () => {
    await apis[1].stop();
    await apis[0].stop();
    redis?.stop();
  });

  /** The same key, at each of the processes. */
  async function callers(): Promise<[Caller, Caller]> {
    const { secret } = await new World(apis[0]).key();
    return [new World(apis[0]).bearer(secret), new World(apis[1]).bearer(secret)];
  }

  it.each(['at once', 'in turn'])('let through one quota, %s', async (way) => {
    const both = await callers();
    const before = performance.now();
    const answers: Answer[] = [];
    if (way === 'at once') answers.push(...(await together(2 * QUOTA, ...both)));
    else for (let n = 0; n < QUOTA; n++) for (const caller of both) answers.push(...(await together(1, caller)));
    // On a slow machine, one may be refilled in between.
    const back = Math.floor((performance.now() - before) / 3_000);
    expect(statuses(answers, 200)).toBeGreaterThanOrEqual(QUOTA);
    expect(statuses(answers, 200)).toBeLessThanOrEqual(QUOTA + back);
    expect(statuses(answers, 200) + statuses(answers, 429)).toBe(2 * QUOTA);
  });

  it('responds when the store of the limits is lost', async () => {
    const [first] = await callers();
    await together(5, first);
    if (redis) redis.kill();
    else await apis[0].database.query({ name: 'lose', text: 'DROP TABLE rate_limits' });
    const answers = await together(2 * QUOTA, first);
    expect(statuses(answers, 200)).toBeGreaterThanOrEqual(QUOTA - 5);
    expect(statuses(answers, 200) + statuses(answers, 429)).toBe(2 * QUOTA);
    expect(statuses(answers, 429)).toBeGreaterThanOrEqual(QUOTA);
  });
});
