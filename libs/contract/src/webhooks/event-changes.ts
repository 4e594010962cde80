import type { EventType } from '@billhook/domain/shared/event-types';
import { z } from 'zod';
import { dataSchema } from './event.js';

const memberOf = (record: object, name: string): unknown => Reflect.get(record, name);

/**
 * The previous values of changed members, as JSON text in the form in which they were sent.
 * @param before the presented record before the change
 * @param data the presented record after the change
 * @param sent `data` in the form in which it is sent, parsed by its schema
 */
export function previousValues(type: EventType, before: object, data: object, sent: object): string {
  const changed = Object.entries(dataSchema(type).shape).flatMap(([name, schema]) => {
    const [was, is] = [memberOf(before, name), memberOf(data, name)];
    if (was === is || JSON.stringify(was) === JSON.stringify(is)) return [];
    // Different values can be sent identically: the schema orders members and omits unknown ones.
    const earlier: unknown = z.parse(schema, was);
    return JSON.stringify(earlier) === JSON.stringify(memberOf(sent, name)) ? [] : [[name, earlier] as const];
  });
  return JSON.stringify(Object.fromEntries(changed));
}
