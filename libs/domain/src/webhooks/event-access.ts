import { EVENTS, type EventResource, type EventType } from '../shared/event-types.js';
import type { Permission } from '../identity/permissions.js';

const READ_PERMISSIONS = {
  invoice: 'invoice.read',
  client: 'client.read',
  quote: 'quote.read',
  payment: 'payment.read',
  // A checkpoint contains hashes only, so it has no permission of its own.
  checkpoint: 'event.read',
} as const satisfies Readonly<Record<EventResource, Permission>>;

/** The permissions that decide which records messages contain. */
export const READ_PERMISSIONS_OF_EVENTS: readonly Permission[] = Object.values(READ_PERMISSIONS);

/** The permission to read the record of an event: that of its `GET`. */
export const readPermissionOf = (type: EventType): Permission => READ_PERMISSIONS[EVENTS[type].resource];

/**
 * The same in SQL.
 * @param resource SQL of a resource, such as `split_part(type, '.', 1)`
 */
export const readPermissionSql = (resource: string): string => {
  const cases = Object.entries(READ_PERMISSIONS).filter(([name, permission]) => permission !== `${name}.read`);
  const whens = cases.map(([name, permission]) => `WHEN '${name}' THEN '${permission}'`);
  return `CASE ${resource} ${whens.join(' ')} ELSE ${resource} || '.read' END`;
};

/** The permissions to read the records of these types, without duplicates. */
export const readPermissionsOf = (types: readonly EventType[]): Permission[] => [
  ...new Set(types.map(readPermissionOf)),
];

/** The permission that is missing to read the record of an event, or undefined. */
export function missingToRead(held: readonly Permission[], type: EventType): Permission | undefined {
  const needed = readPermissionOf(type);
  return held.includes(needed) ? undefined : needed;
}
