import type { Permission } from '@billhook/domain/identity/permissions';
import type { SessionLookup } from './lookups.js';
import { requirePermission } from './permission-rule.js';
import type { Principal } from '../request/principal.js';

/**
 * A long answer ends with the right to it. The connection breaks off, so that nobody takes what has arrived for the whole.
 * @param sessionId with which the answer was asked for
 * @throws when the session has ended, or its member lacks the permission by now
 */
export async function requireStill(
  sessions: SessionLookup,
  by: Principal,
  sessionId: string,
  permission: Permission,
): Promise<void> {
  const now = await sessions.find(sessionId);
  if (now?.company.id !== by.company.id) throw new Error('the session of an export has ended');
  requirePermission({ ...now, origin: by.origin }, permission);
}
