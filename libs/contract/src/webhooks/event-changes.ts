import type { EventType } from '@billhook/domain/shared/events';
import { z } from 'zod';
import { dataSchema } from './event.js';

const memberOf = (record: object, name: string): unknown => Reflect.get(record, name);

/**
 * What members of a record were that a change has changed, as they were sent: JSON text.
 * @param before the record as its presenter showed it before
 * @param data the same after it
 * @param sent `data` as it is sent, through its schema
 */
export function previousValues(type: EventType, before: object, data: object, sent: object): string {
  const changed = Object.entries(dataSchema(type).shape).flatMap(([name, schema]) => {
    const [was, is] = [memberOf(before, name), memberOf(data, name)];
    if (was === is || JSON.stringify(was) === JSON.stringify(is)) return [];
    // What differs may still be sent alike: the schema puts members in its order and leaves out what it does not name.
    const earlier: unknown = z.parse(schema, was);
    return JSON.stringify(earlier) === JSON.stringify(memberOf(sent, name)) ? [] : [[name, earlier] as const];
  });
  return JSON.stringify(Object.fromEntries(changed));
}
