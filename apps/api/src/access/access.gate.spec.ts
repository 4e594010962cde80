import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { mintSecret } from '@billhook/domain/api-key';
import { randomText } from '@billhook/platform/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessGate } from './access.gate.js';
import { BearerStrategy } from './bearer.strategy.js';
import type { KeyPrincipal } from './principal.js';
import type { AccessRule } from './requires.decorator.js';

const { secret } = mintSecret(randomText);

const principal = (label: string): KeyPrincipal => ({
  kind: 'key',
  company: { id: 1, name: 'Atelier', plan: 'Pro', timeZone: 'Europe/Paris' },
  memberId: 2,
  permissions: ['client.read'],
  label,
  key: { id: 3, name: 'k', prefix: 'bhk_12345678', scopes: ['client.read'], expiresAt: null, status: 'active' },
  creatorActive: true,
});

/** A gate that knows every key by one name, and nobody else. */
function gate(label = 'known'): AccessGate {
  const nobody = { find: async () => undefined };
  return new AccessGate(new BearerStrategy({ find: async () => principal(label) }), nobody, nobody, nobody);
}

interface Route {
  readonly method?: string;
  readonly url: string;
  readonly rule?: AccessRule;
  readonly known?: boolean;
}

/** As much of a request as the gate looks at. */
function request({ method = 'GET', url, rule, known = true }: Route): FastifyRequest {
  const headers = known ? { authorization: `Bearer ${secret}` } : {};
  const headersDistinct = known ? { authorization: [headers.authorization] } : {};
  const routeOptions = { url, config: { access: rule } };
  const made = {
    method,
    url,
    headers,
    raw: { headersDistinct },
    query: {},
    cookies: {},
    routeOptions,
    ip: '::1',
    id: 'req_1',
  };
  return made as unknown as FastifyRequest;
}

const reply = {} as FastifyReply;
const admit = (route: Route, by = gate()): Promise<void> => by.admit(request(route), reply);

describe('AccessGate', () => {
  it('lets everybody see pages and what is public', async () => {
    for (const route of [
      { url: '/settings/*' },
      { url: '/health/live', rule: 'public' },
      { url: '/v1/openapi.json', rule: 'public' },
    ] as const) {
      await expect(admit({ ...route, known: false })).resolves.toBeUndefined();
    }
  });

  it('lets nobody use a route that says nothing of access', async () => {
    await expect(admit({ url: '/v1/forgotten', known: false })).rejects.toMatchObject({ code: 'credential_missing' });
    await expect(admit({ url: '/v1/forgotten' })).rejects.toMatchObject({ code: 'access_undeclared' });
  });

  it('lets nobody use a route that asks for something where nobody can be known', async () => {
    for (const rule of ['client.read', 'authenticated'] as const) {
      await expect(admit({ url: '/elsewhere', rule })).rejects.toMatchObject({ code: 'access_undeclared' });
    }
  });

  it('sets the principal, with where the request came from', async () => {
    const made = request({ url: '/v1/clients', rule: 'client.read' });
    await gate().admit(made, reply);
    expect(made.principal).toMatchObject({ label: 'known', origin: { ip: '::1', requestId: 'req_1' } });
    await expect(admit({ url: '/v1/clients', rule: 'client.write' })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });

  it('asks its own look-up, also beside another gate in the process', async () => {
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
