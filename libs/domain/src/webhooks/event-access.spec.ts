import { describe, expect, it } from '@jest/globals';
import { PERMISSIONS } from '../identity/permissions.js';
import { EVENT_TYPES, EVENTS } from '../shared/event-types.js';
import { missingToRead, READ_PERMISSIONS_OF_EVENTS, readPermissionOf, readPermissionsOf } from './event-access.js';

describe('reading the record of an event', () => {
  it.each(EVENT_TYPES)('%s requires the read permission of its resource, which a key can have', (type) => {
    const { resource } = EVENTS[type];
    expect(readPermissionOf(type)).toBe(resource === 'checkpoint' ? 'event.read' : `${resource}.read`);
    expect(PERMISSIONS[readPermissionOf(type)].grantable).toBe(true);
    expect(READ_PERMISSIONS_OF_EVENTS).toContain(readPermissionOf(type));
    // Statements of deliveries derive the permission from the type.
    expect(type.split('.')[0]).toBe(EVENTS[type].resource);
  });

  it('lists each permission of several types once', () => {
    expect(readPermissionsOf(['invoice.paid', 'invoice.sent', 'client.created'])).toEqual([
      'invoice.read',
      'client.read',
    ]);
    expect(readPermissionsOf([])).toEqual([]);
  });

  it('returns the missing permission', () => {
    expect(missingToRead(['event.read', 'invoice.read'], 'invoice.paid')).toBeUndefined();
    expect(missingToRead(['event.read', 'integration.write'], 'invoice.paid')).toBe('invoice.read');
    expect(missingToRead(['invoice.read', 'client.write'], 'client.updated')).toBe('client.read');
  });
});
