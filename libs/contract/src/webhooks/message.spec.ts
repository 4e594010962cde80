import { EVENT_TYPES, EVENTS } from '@billhook/domain/shared/event-types';
import { describe, expect, it } from '@jest/globals';
import { exampleMessage } from '../examples/example-events.js';
import { messageText, type StoredMessage } from './message.js';

const PUBLIC_URL = 'https://bills.example';

/** Details that a parser would lose: whitespace, member order, numbers that a float cannot hold. */
const BODY =
  '{ "id":"msg_1", "type":"client.updated","createdAt":"2026-11-21T09:00:00.000Z","data":{"b":9007199254740993,"a":"\\u00e9 </script>"} }';
const stored: StoredMessage = {
  type: 'client.updated',
  resourceId: 7,
  body: BODY,
  changes: '{"b": 9007199254740995, "a":null}',
  resourceVersion: 3,
};

describe('the text of a message', () => {
  it('is the stored text byte for byte, unless the endpoint chose another form', () => {
    expect(messageText(stored, 'Full', PUBLIC_URL)).toBe(BODY);
  });

  it('with Changes, adds the previous values and the version to the stored text', () => {
    const text = messageText(stored, 'Changes', PUBLIC_URL);
    expect(text).toBe(`${BODY.slice(0, -1)},"changes":${stored.changes ?? ''},"resourceVersion":3}`);
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'id',
      'type',
      'createdAt',
      'data',
      'changes',
      'resourceVersion',
    ]);
  });

  it('has null changes for new records and for events older than changes', () => {
    const text = messageText({ ...stored, changes: null, resourceVersion: null }, 'Changes', PUBLIC_URL);
    expect(text.endsWith(',"changes":null,"resourceVersion":null}')).toBe(true);
  });

  it.each(EVENT_TYPES)('of a thin %s contains only the id and the URL of the record', (type) => {
    const message = exampleMessage(type);
    const { resource } = EVENTS[type];
    const { id } = message.data;
    const text = messageText({ ...stored, type, resourceId: id, body: JSON.stringify(message) }, 'Thin', PUBLIC_URL);
    expect(text).toBe(
      JSON.stringify({
        id: message.id,
        type,
        createdAt: message.createdAt,
        data: { id, resource, url: `${PUBLIC_URL}/v1/${resource}s/${id}` },
      }),
    );
  });
});
