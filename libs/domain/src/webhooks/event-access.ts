import type { Permission } from '../identity/permissions.js';
import { EVENT_RESOURCES, EVENTS, type EventType } from '../shared/event-types.js';
import { RESOURCES } from '../shared/resources.js';

/** The permissions that decide which records messages contain. */
export const READ_PERMISSIONS_OF_EVENTS: readonly Permission[] = EVENT_RESOURCES.map((name) => RESOURCES[name].read);

/** The permission to read the record of an event: the permission of its `GET`. */
export const readPermissionOf = (type: EventType): Permission => RESOURCES[EVENTS[type].resource].read;

/**
 * The same in SQL.
 * @param resource SQL of a resource, such as `split_part(type, '.', 1)`
 */
export const readPermissionSql = (resource: string): string => {
  const cases = EVENT_RESOURCES.filter((name) => RESOURCES[name].read !== `${name}.read`);
  const whens = cases.map((name) => `WHEN '${name}' THEN '${RESOURCES[name].read}'`);
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
