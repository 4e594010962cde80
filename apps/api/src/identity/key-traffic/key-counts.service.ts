import type { Logger } from '@billhook/platform/logger';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@billhook/platform/tokens';
import { WriteBehind } from '@billhook/platform/write-behind';
import { KeyTrafficRepository } from '@billhook/identity/key-traffic/key-traffic.repository';
import type { KeyHost, KeyPermission, KeyRequests } from '@billhook/identity/key-traffic/key-traffic.entity';

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
