import type { Permission } from '@billhook/domain/identity/permissions';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../request/principal.js';
import { SessionLookup } from './lookups.js';
import { requirePermission } from './permission.rules.js';

/** Checks a session again while a long response is sent. */
@Injectable()
export class SessionRecheckService {
  constructor(private readonly sessions: SessionLookup) {}

  /**
   * The connection then breaks off, so that the client does not mistake the received part for the whole file.
   * @throws when the session has ended, or its member no longer holds the permission
   */
  async require(by: Principal, sessionId: string, permission: Permission): Promise<void> {
    const now = await this.sessions.find(sessionId);
    if (now?.company.id !== by.company.id) throw new Error('the session of an export has ended');
    requirePermission({ ...now, origin: by.origin }, permission);
  }
}
