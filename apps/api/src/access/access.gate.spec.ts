import 'reflect-metadata';
import type { ExpansionName } from '@billhook/contract/invoicing/expand';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import type { Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import { parseEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MemoryRateLimitStore } from '../../test/support/memory-rate-limit-store.js';
import type { KeyPrincipal } from '../request/principal.js';
import type { AccessRule } from '../request/routes/route.decorator.js';
import { AccessGate } from './access.gate.js';
import { BearerLookupService } from './bearer-lookup.service.js';
import { BearerStrategy } from './bearer.strategy.js';
import type { KeyLookup } from './lookups.js';
import { RateLimitsService } from './rate-limits/rate-limits.service.js';

const { secret } = generateSecret(randomText);

const principal = (label: string): KeyPrincipal => ({
  kind: 'key',
  company: {
    id: 1,
    name: 'Atelier',
    kind: 'Production',
    plan: 'Pro',
    timeZone: 'Europe/Paris',
    clockOffset: 0,
    cell: 1,
    deletesAt: null,
  },
  memberId: 2,
  permissions: ['client.read'],
  label,
  key: {
    id: 3,
    name: 'k',
    prefix: 'bhk_12345678',
    scopes: ['client.read'],
    expiresAt: null,
    status: 'active',
    familyId: 6,
    rateLimit: null,
  },
  creatorActive: true,
  creatorPermissions: ['client.read'],
});

/** Rate limits of three requests with a key, and two without. */
const LIMITS = { RATE_LIMIT_KEY: '3', RATE_LIMIT_ADDRESS: '2' };

function settings(): Env {
  const { env } = parseEnv({ ...LIMITS, DATABASE_URL: 'postgresql://none', APP_SECRETS: 'x'.repeat(32) });
  if (!env) throw new Error('the settings are wrong');
  return env;
}

const knowing = (find: KeyLookup['find']): KeyLookup => ({ find, findAgain: find });

const NO_TOKENS = { find: () => Promise.reject(new Error()), findAgain: () => Promise.reject(new Error()) };

/** A gate that finds every key under one name, and no other credential. */
function gate(label = 'known', keys: KeyLookup = knowing(async () => principal(label))): AccessGate {
  const noLookup = { find: async () => undefined, findAgain: async () => undefined, worksFor: async () => false };
  const env = settings();
  const limits = new RateLimitsService(
    new MemoryRateLimitStore(),
    env,
    createLogger('test', { ...env, LOG_LEVEL: 'silent' }),
  );
  return new AccessGate(
    new BearerStrategy(new BearerLookupService(keys, NO_TOKENS)),
    noLookup,
    noLookup,
    noLookup,
    limits,
    { take: async () => false },
    { cells: { numbers: [1], has: async () => false } },
    env,
    { now: () => new Date() },
  );
}

interface Route {
  readonly method?: string;
  readonly url: string;
  readonly rule?: AccessRule;
  readonly known?: boolean;
  readonly authorization?: string | undefined;
  readonly expansions?: readonly ExpansionName[];
  readonly expand?: unknown;
}

/** The parts of a request that the gate reads. */
function request({ method = 'GET', url, rule, known = true, expansions, expand, ...route }: Route): FastifyRequest {
  const { authorization = known ? `Bearer ${secret}` : undefined } = route;
  const headers = { authorization };
  const headersDistinct = { authorization: authorization === undefined ? undefined : [authorization] };
  const routeOptions = { url, config: { access: rule, expansions } };
  const made = {
    method,
    url,
    headers,
    raw: { headersDistinct },
    query: { expand },
    cookies: {},
    routeOptions,
    ip: '::1',
    id: 'req_1',
  };
  return made as unknown as FastifyRequest;
}

/** Accepts headers and stores none. */
const reply = { header: () => reply } as unknown as FastifyReply;
const admit = (route: Route, by = gate()): Promise<void> => by.admit(request(route), reply);

describe('AccessGate', () => {
  it('admits everyone to pages and public routes', async () => {
    for (const route of [
      { url: '/settings/*' },
      { url: '/health/live', rule: 'public' },
      { url: '/v1/openapi.json', rule: 'public' },
    ] as const) {
      await expect(admit({ ...route, known: false })).resolves.toBeUndefined();
    }
  });

  it('rejects every request to a route without an access rule', async () => {
    await expect(admit({ url: '/v1/forgotten', known: false })).rejects.toMatchObject({ code: 'credential_missing' });
    await expect(admit({ url: '/v1/forgotten' })).rejects.toMatchObject({ code: 'access_undeclared' });
  });

  it('rejects a route with an access rule on a path that has no credential', async () => {
    for (const rule of ['client.read', 'authenticated'] as const) {
      await expect(admit({ url: '/elsewhere', rule })).rejects.toMatchObject({ code: 'access_undeclared' });
    }
  });

  it('sets the principal with the origin of the request', async () => {
    const made = request({ url: '/v1/clients', rule: 'client.read' });
    await gate().admit(made, reply);
    expect(made.principal).toMatchObject({ label: 'known', origin: { ip: '::1', requestId: 'req_1' } });
    await expect(admit({ url: '/v1/clients', rule: 'client.write' })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });

  it('counts a known caller before it checks permissions, and an unknown one by address', async () => {
    const [by, known, stranger] = [
      gate(),
      { url: '/v1/clients', rule: 'client.write' },
      { url: '/v1/x', known: false },
    ] as const;
    for (const code of ['insufficient_scope', 'insufficient_scope', 'insufficient_scope', 'rate_limited']) {
      await expect(admit(known, by)).rejects.toMatchObject({ code });
    }
    for (const code of ['credential_missing', 'credential_missing', 'too_many_attempts']) {
      await expect(admit(stranger, by)).rejects.toMatchObject({ code });
    }
    await expect(admit({ method: 'OPTIONS', url: '/v1/x', known: false }, by)).resolves.toBeUndefined();
    await expect(admit({ url: '/health/live', rule: 'public' }, by)).resolves.toBeUndefined();
  });

  it('counts a public route by the key if a valid one is sent, and otherwise by address', async () => {
    const [by, open] = [gate(), { url: '/v1/openapi.json', rule: 'public' } as const];
    const others = ['Bearer bhk_nonsense', 'Basic x', ''].map((authorization) => ({ ...open, authorization }));
    await expect(admit({ ...open, known: false }, by)).resolves.toBeUndefined();
    for (const [n, other] of others.entries()) {
      const made = request(other);
      if (n === 0) await expect(by.admit(made, reply)).resolves.toBeUndefined();
      else await expect(by.admit(made, reply)).rejects.toMatchObject({ code: 'rate_limited' });
      expect(made.principal).toBeUndefined();
    }
    for (let n = 0; n < 3; n++) {
      const made = request(open);
      await expect(by.admit(made, reply)).resolves.toBeUndefined();
      expect(made.principal).toMatchObject({ label: 'known', origin: { ip: '::1' } });
    }
    await expect(admit(open, by)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('does not treat a failed look-up as an invalid key', async () => {
    const by = gate(
      'known',
      knowing(() => Promise.reject(new Error('the database is unavailable'))),
    );
    for (let n = 0; n < 3; n++) {
      await expect(admit({ url: '/v1/openapi.json', rule: 'public' }, by)).rejects.toThrow(
        'the database is unavailable',
      );
    }
    await expect(admit({ url: '/v1/openapi.json', rule: 'public', known: false }, by)).resolves.toBeUndefined();
  });

  it.each([
    ['client,payments', ['payment.read']],
    [
      ['payments', 'quote,nobody'],
      ['quote.read', 'payment.read'],
    ],
  ])('requires the permissions of expand=%s, if the route declares the expansion', async (expand, missing) => {
    const route = { url: '/v1/invoices', rule: 'client.read', expand } as const;
    await expect(admit({ ...route, expansions: ['client', 'quote', 'payments'] })).rejects.toMatchObject({
      code: 'insufficient_scope',
      options: { extensions: { requiredPermissions: ['client.read', ...missing], missing } },
    });
    await expect(admit({ ...route, expansions: ['client'] })).resolves.toBeUndefined();
  });

  it('checks the caller again after a slow body: counts the request once, and applies the new permissions', async () => {
    const lookups: string[] = [];
    const by = gate('known', {
      find: async () => principal(`find ${lookups.push('find')}`),
      findAgain: async () => ({ ...principal(`again ${lookups.push('again')}`), permissions: [] }),
    });
    // One of the three requests that the key may send.
    for (const took of [0, 501, 501]) {
      const made = request({ url: '/v1/clients', rule: 'client.read' });
      await by.admit(made, reply);
      made.judgedAt = performance.now() - took;
      const again = by.admitAgain(made, reply);
      if (took === 0) await expect(again).resolves.toBeUndefined();
      else await expect(again).rejects.toMatchObject({ code: 'creator_permission_lost' });
    }
    expect(lookups).toEqual(['find', 'find', 'again', 'find', 'again']);
    await expect(admit({ url: '/v1/clients', rule: 'client.read' }, by)).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  it('does not check the caller of a public route again', async () => {
    const made = request({ url: '/v1/openapi.json', rule: 'public' });
    const by = gate('known', {
      find: async () => principal('known'),
      findAgain: () => Promise.reject(new Error('not asked')),
    });
    await by.admit(made, reply);
    expect(made.judgedAt).toBeUndefined();
    await expect(by.admitAgain(made, reply)).resolves.toBeUndefined();
  });

  it('uses its own look-up, also with another gate in the process', async () => {
    const [first, second] = [gate('first'), gate('second')];
    for (const [by, label] of [
      [first, 'first'],
      [second, 'second'],
    ] as const) {
      const made = request({ url: '/v1/clients', rule: 'client.read' });
      await by.admit(made, reply);
      expect(made.principal?.label).toBe(label);
    }
  });
});
