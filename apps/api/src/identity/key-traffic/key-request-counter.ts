import { keyOutcome } from '@billhook/domain/identity/key-outcome';
import { utcDay } from '@billhook/domain/shared/calendar';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.js';
import { expandOf, permissionsNeeded } from '../../request/requires.decorator.js';
import { surfaceOfRequest } from '../../request/surface.js';
import { asDocumented } from '../../request/routes/deprecated-headers.js';
import { CLOCK } from '@billhook/platform/tokens';
import { HostCounts, PermissionUses, RequestCounts } from './key-counts.js';

/** For requests under /v1 without a route. */
const UNKNOWN_ROUTE = '(unknown)';

/** An admitted request to /mcp is counted by the requests to /v1 that it causes. A rejected one causes none. */
function isCounted(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const surface = surfaceOfRequest(request);
  return surface === 'api' || (surface === 'mcp' && statusCode >= 400);
}

/** Counts the requests of each key, ended ones as well, without a write per request. */
@Injectable()
export class KeyRequestCounter {
  constructor(
    private readonly requests: RequestCounts,
    private readonly hosts: HostCounts,
    private readonly permissions: PermissionUses,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', async (request, reply) => this.note(request, reply));
  }

  /** Writes what this process has counted so far. */
  async flush(): Promise<void> {
    await Promise.all([this.requests.flush(), this.hosts.flush(), this.permissions.flush()]);
  }

  private note(request: FastifyRequest, reply: FastifyReply): void {
    const { principal, refusedKey, routeOptions } = request;
    const keyId = refusedKey?.key.id ?? (principal?.kind === 'key' ? principal.key.id : undefined);
    if (keyId === undefined || !isCounted(request, reply)) return;
    // The status does not show it: a public route ignores a rejected key, and beyond the rate limit everything is 429.
    const dead = refusedKey?.hasEnded ?? false;
    const now = this.clock.now();
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = request.is404 || routeOptions.url === undefined ? UNKNOWN_ROUTE : asDocumented(routeOptions.url);
    const outcome = keyOutcome(reply.statusCode, dead);
    this.requests.note({ keyId, day: utcDay(now), method, route, outcome, count: 1 });
    const { ip, userAgent } = originOf(request);
    const host = { keyId, dead, ip, userAgent: userAgent ?? '', firstAt: now, lastAt: now, count: 1 };
    this.hosts.note({ ...host, lastMethod: method, lastRoute: route });
    if (outcome !== 'ok') return;
    for (const permission of permissionsNeeded(routeOptions.config, expandOf(request))) {
      this.permissions.note({ keyId, permission, lastUsedAt: now });
    }
  }
}
