import { messageSchema } from '@billhook/contract/webhooks/event-type';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { describe, expect, it } from '@jest/globals';
import { objectOf, resolved, typesOf, valuesOf, type ShownSchema } from './json-schema.js';

const root: ShownSchema = {
  $defs: {
    Line: { type: 'object', properties: { name: { type: 'string' } } },
    Country: { type: 'string', description: 'A country', enum: ['FR', 'DE'] },
  },
};

describe('the parts of a schema that the catalogue shows', () => {
  it.each<[string, ShownSchema, unknown[], string[]]>([
    ['a type', { type: 'integer' }, ['integer'], []],
    ['a reference', { $ref: '#/$defs/Country' }, ['string'], ['FR', 'DE']],
    [
      'one of several types',
      { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'string' }] },
      ['string', 'null'],
      [],
    ],
    ['a list of objects', { type: 'array', items: { $ref: '#/$defs/Line' } }, [{ items: ['object'] }], []],
    ['a constant', { const: 'invoice.paid' }, ['string'], ['invoice.paid']],
    ['nothing', {}, ['any'], []],
  ])('%s', (_, schema, types, values) => {
    expect([typesOf(schema, root), valuesOf(schema, root)]).toEqual([types, values]);
  });

  it('the description beside a reference, and the members of the items of a list', () => {
    expect(resolved({ $ref: '#/$defs/Country', description: 'Of the seller' }, root).description).toBe('Of the seller');
    expect(objectOf({ type: 'array', items: { $ref: '#/$defs/Line' } }, root)).toEqual(root.$defs?.['Line']);
    expect(objectOf({ anyOf: [{ type: 'null' }, { $ref: '#/$defs/Line' }] }, root)).toEqual(root.$defs?.['Line']);
  });

  it.each(EVENT_TYPES)('has members and a known type for every member of %s', (type) => {
    const schema = messageSchema(type) as ShownSchema;
    const data = objectOf(schema.properties?.['data'] ?? {}, schema);
    const unknown = Object.entries(data?.properties ?? {}).filter(([, member]) =>
      typesOf(member, schema).includes('any'),
    );
    expect([Object.keys(schema.properties ?? {}), unknown]).toEqual([['id', 'type', 'createdAt', 'data'], []]);
  });
});
