import { EVENTS, type EventResource, type EventType } from '../shared/events.js';
import type { Permission } from '../identity/permissions.js';

const READ_PERMISSIONS = {
  invoice: 'invoice.read',
  client: 'client.read',
  quote: 'quote.read',
  payment: 'payment.read',
} as const satisfies Readonly<Record<EventResource, Permission>>;

/** Those that decide which records the messages of events show. */
export const READ_PERMISSIONS_OF_EVENTS: readonly Permission[] = Object.values(READ_PERMISSIONS);

/** What reading the record of an event takes: the permission of its `GET`. */
export const readPermissionOf = (type: EventType): Permission => READ_PERMISSIONS[EVENTS[type].resource];

/** What reading the records of these types takes, each permission once. */
export const readPermissionsOf = (types: readonly EventType[]): Permission[] => [
  ...new Set(types.map(readPermissionOf)),
];

/** The permission that is missing to see what an event holds, or undefined where it may be seen. */
export function missingToRead(held: readonly Permission[], type: EventType): Permission | undefined {
  const needed = readPermissionOf(type);
  return held.includes(needed) ? undefined : needed;
}
