import { keyOutcome } from '@billhook/domain/identity/key-outcome';
import { utcDay } from '@billhook/domain/shared/calendar';
import type { KeyHost, KeyPermission, KeyRequests } from '@billhook/identity/key-traffic/key-traffic.entity';
import { KeyTrafficRepository } from '@billhook/identity/key-traffic/key-traffic.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { WriteBehind } from '@billhook/platform/write-behind';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../request/origin.rules.js';
import { callerNumber, type Principal } from '../../request/principal.js';
import { asDocumented } from '../../request/routes/deprecation-headers.rules.js';
import { expandOf, permissionsNeeded } from '../../request/routes/route.decorator.js';
import { surfaceOfRequest } from '../../request/surface.rules.js';

const FAILURE = 'could not store the request counts of API keys';

@Injectable()
export class RequestCounts extends WriteBehind<string, KeyRequests> {
  constructor(
    private readonly traffic: KeyTrafficRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, FAILURE);
  }

  note(request: KeyRequests): void {
    this.keep(`${request.keyId} ${request.day} ${request.method} ${request.route} ${request.outcome}`, request);
  }

  protected merge(older: KeyRequests, newer: KeyRequests): KeyRequests {
    return { ...older, count: older.count + newer.count };
  }

  protected write(requests: readonly KeyRequests[]): Promise<void> {
    return this.traffic.addRequests(requests);
  }
}

/** Bounds the memory that invented program names can use: beyond it, a new host is counted without a name. */
const MOST_HOSTS = 5_000;

@Injectable()
export class HostCounts extends WriteBehind<string, KeyHost> {
  constructor(
    private readonly traffic: KeyTrafficRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super(log, FAILURE);
  }

  note(host: KeyHost): void {
    const name = `${host.keyId} ${host.dead} ${host.ip} ${host.userAgent}`;
    if (this.size < MOST_HOSTS || this.keeps(name)) this.keep(name, host);
  }

  protected merge(older: KeyHost, newer: KeyHost): KeyHost {
    return { ...newer, firstAt: older.firstAt, count: older.count + newer.count };
  }

  protected async write(hosts: readonly KeyHost[]): Promise<void> {
    const grown = await this.traffic.addHosts(hosts);
    if (grown.length === 0) return;
    // A failure here keeps what was added: the next new host deletes the surplus.
    await this.traffic.forgetHosts(grown).catch((error: unknown) => {
      this.log.warn({ err: error }, 'could not delete the oldest hosts of API keys');
    });
  }
}

@Injectable()
export class PermissionUses extends WriteBehind<string, KeyPermission> {
  constructor(
    private readonly traffic: KeyTrafficRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, FAILURE);
  }

  note(use: KeyPermission): void {
    this.keep(`${use.keyId} ${use.permission}`, use);
  }

  protected merge(_older: KeyPermission, newer: KeyPermission): KeyPermission {
    return newer;
  }

  protected write(uses: readonly KeyPermission[]): Promise<void> {
    return this.traffic.addPermissions(uses);
  }
}

/** For requests under /v1 without a route. */
const UNKNOWN_ROUTE = '(unknown)';

const callerOf = (principal: Principal | undefined): number | undefined =>
  principal?.kind === 'key' || principal?.kind === 'app' ? callerNumber(principal) : undefined;

/** An admitted request to /mcp is counted by the requests to /v1 that it causes. A rejected one causes none. */
function isCounted(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const surface = surfaceOfRequest(request);
  return surface === 'api' || (surface === 'mcp' && statusCode >= 400);
}

/** Counts the requests of each key and each application, ended ones as well, without a write per request. */
@Injectable()
export class KeyRequestCounterService {
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
    const { principal, rejectedKey, routeOptions } = request;
    const keyId = rejectedKey?.key.id ?? callerOf(principal);
    if (keyId === undefined || !isCounted(request, reply)) return;
    // The status does not show it: a public route ignores a rejected key, and beyond the rate limit everything is 429.
    const dead = rejectedKey?.hasEnded ?? false;
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
