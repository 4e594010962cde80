import { readPermissionsOf } from '@billhook/domain/event-access';
import type { EventType } from '@billhook/domain/events';
import { refusalOf, requirePermission } from '../access/permission-rule.js';
import type { Principal } from '../access/principal.js';

/** Whether somebody may read the records of these event types. */
export const mayRead = (by: Principal, types: readonly EventType[]): boolean =>
  refusalOf(by, readPermissionsOf(types)) === undefined;

/**
 * Managing webhooks reads no record: what has messages of these types sent somewhere, or tells what they hold, takes their read permissions.
 * @throws Problem 403 insufficient_scope, creator_permission_lost, permission_missing
 */
export function requireReadable(by: Principal, types: readonly EventType[]): void {
  requirePermission(by, 'integration.write', ...readPermissionsOf(types));
}
