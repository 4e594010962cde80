import type { Permission } from '@billhook/domain/identity/permissions';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../request/principal.js';
import { bearerOf } from './authorization-header.rules.js';
import { BearerLookupService } from './bearer-lookup.service.js';
import { SessionLookup } from './lookups.js';
import { requirePermission } from './permission.rules.js';

/** Checks the caller of /v1 or /app again while a long response is sent. */
@Injectable()
export class CallerRecheckService {
  constructor(
    private readonly bearers: BearerLookupService,
    private readonly sessions: SessionLookup,
  ) {}

  /**
   * The caller with the permissions that it has now. If this throws, the connection breaks off, so that the client does not mistake the
   * received part for the whole file.
   * @throws when the credential has ended, or no longer gives the permission
   */
  async again(by: Principal, request: FastifyRequest, permission: Permission): Promise<Principal> {
    const found = await this.find(by, request);
    if (found?.company.id !== by.company.id) throw new Error('the credential of an export has ended');
    const now: Principal = { ...found, origin: by.origin };
    requirePermission(now, permission);
    return now;
  }

  private find(by: Principal, request: FastifyRequest) {
    if (by.kind === 'member') return this.sessions.find(request.sessionId ?? '');
    return this.bearers.findAgain(bearerOf(request.raw.headersDistinct.authorization ?? []) ?? '', by.origin, 'v1');
  }
}
