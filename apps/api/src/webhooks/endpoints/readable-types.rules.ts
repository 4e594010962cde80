import type { EventType } from '@billhook/domain/shared/event-types';
import { readPermissionsOf } from '@billhook/domain/webhooks/event-access';
import { accessProblemOf, requirePermission } from '../../access/permission.rules.js';
import type { Principal } from '../../request/principal.js';

/** For the document: the secret of an endpoint signs messages about its records. */
export const OF_SECRET =
  'It requires the permission to read the records of all event types of the endpoint as well. An application can do this with its own endpoints only.';

/** Whether a caller may read the records of these event types. */
export const mayRead = (by: Principal, types: readonly EventType[]): boolean =>
  accessProblemOf(by, readPermissionsOf(types)) === undefined;

/**
 * Managing webhooks gives no access to records: selecting these event types, or counting what they contain, needs their read permissions.
 * @throws Problem 403 insufficient_scope, creator_permission_lost, permission_missing
 */
export function requireReadable(by: Principal, types: readonly EventType[]): void {
  requirePermission(by, 'integration.write', ...readPermissionsOf(types));
}
